(* Certificates of games that are not those of steps.ml: each with a checker of its own from the proof. *)
open Checker
open Question

(* What a reader of steps and a checker have to do with one another: how a step is taken, whether a theorem is right. *)
type checked = {
  take : Raw.lemma -> bool; forget : int -> unit; right : Raw.theorem -> bool; told_claim : Raw.claim -> string; of_claim : Raw.claim -> bool * int;
  kernel : Kernel.other; start_text : Raw.theorem -> string; kept : string list ref }

let two_players who = match who with 0 -> true | 1 -> false | _ -> malformed "a player who does not play"
let color = function 0 -> E | 1 -> B | 2 -> W | _ -> malformed "a stone of a player who does not play"
let sym (g : Raw.map) = { there = g.there; bck = Steps.inverse g.there; swap = g.swap }
let two_start (t : Raw.theorem) = Printf.sprintf "%s %s" (Kernel.pos (List.map color t.start)) (Kernel.bool (two_players t.mover))
let bound (least, v) = (least, z v)
(* A claim in half points, as it is told. *)
let in_halves (relation, p, q) = claim relation (2 * p) q
let told_halves (least, v) =
  Printf.sprintf "%s %s" (if least then "at least" else "at most") (if v land 1 = 0 then string_of_int (v / 2) else string_of_int v ^ "/2")

let told_whole (least, v) = Printf.sprintf "%s %d" (if least then "at least" else "at most") v

(* A step of the checker: the lemma with its reads, or without them where they are left out. *)
let plainly fact = function Raw.Asks (holds, f) -> (holds, fact f) | Margin _ -> malformed "a margin where nothing has a tally"
let lemma_of read outcome move (key : 'k) claim (l : Raw.lemma) =
  let mv = match l.plays with (mv, _) :: _ -> move mv | [] -> malformed "lemma %d has no play" l.number in
  let outcomes = List.map (fun (mv, o) -> outcome mv o) l.plays in
  match l.reads with
  | Some reads -> OfLemma (named l.number, { lkey = key; lclaim = claim; lreads = List.map read reads }, mv, outcomes)
  | None -> OfBare (named l.number, key, claim, mv, outcomes)
let outcome_of fact map barred mv : Raw.outcome -> _ = function
  | End -> OEnd | Stop i -> OStop i | Life -> OLife | Barred f -> OBarred (fact f) | Barred_by cls -> OBarred (barred mv cls)
  | Lemma (n, g) -> OLemma (named n, map g) | Stop_lemma (n, g) -> OStopLemma (named n, map g)

(* Coupons. *)
let coupons keep board rules beyond =
  let graph = board.graph in
  if not (restarts rules && alone rules beyond) then not_covered "coupons with a clause that remembers more than a ban on repetition";
  if not (coupon_header graph rules) then malformed "the header makes no sense";
  let worths = List.map z beyond.coupons in
  let values = cap rules + 1 + (if rules.clause_basic_ko then points board else 0) in
  let most = List.length worths in
  let fact (f : Raw.fact) =
    if f.second <> None && f.cls <> 12 then malformed "a second position";
    { fcls = Steps.class_of f.cls; fpos = List.map color f.at; fwho = (if f.who = 0 then None else Some (two_players (f.who - 1)));
      fto = (match f.second with Some (Some p) -> Some (List.map color p) | _ -> None) } in
  let move = function Some i when i = points board + 1 -> None | mv -> Some mv in
  let store = ref no_lemmas and kept = ref [] in
  let take (l : Raw.lemma) =
    let at, who, phase = l.key in
    let taken = phase / values in
    if taken > most then malformed "phase %d: no game has it" phase;
    let base = Steps.key rules (List.map color at) (two_players who) (phase mod values) in
    let barred mv cls =
      let bars = match play_at graph rules base mv with Some play -> play.bars | None -> [] in
      match List.find_opt (fun f -> f.fcls = Steps.class_of cls) bars with Some f -> f | None -> malformed "a bar that the play has not" in
    (* The coupon is the last of the plays of the proof, and the one before the pass of the page. *)
    let own, rest = List.partition (fun (mv, _) -> move mv <> None) l.plays in
    let step = lemma_of (plainly fact) (outcome_of fact sym barred) move (base, taken) (bound (in_halves l.claim)) { l with plays = own @ rest } in
    if keep then kept := Kernel.other_step (fun (k, t) -> Printf.sprintf "(%s, %d)" (Kernel.key k) t) Kernel.fact
      (function None -> "None" | Some mv -> "(Some " ^ Kernel.move mv ^ ")") step :: !kept;
    match coupon_take graph rules worths !store step with Some after -> store := after; true | None -> false in
  let right (t : Raw.theorem) =
    let lemma, g = t.by in
    coupon_finish graph rules worths !store (List.map color t.start) (two_players t.mover) (List.map move t.after) (bound (in_halves t.states)) (named lemma) (sym g) in
  { take; right; forget = (fun n -> store := Checker.forget (positive n) !store); told_claim = (fun c -> told_halves (in_halves c)); of_claim = in_halves; kept; start_text = two_start;
    kernel = { types = "(step_of (key * nat) fact sym (option (option nat)))"; by = "coupon_check_value"; checks = "coupon_check the_board the_rules the_coupons";
      definitions = Printf.sprintf "(* What the coupons are worth, in half points, as all scores here. *)\nDefinition the_coupons := %s.\n" (Kernel.list Kernel.z worths);
      values = "is_worth _ _ (coupon_moves the_board) (coupon_step the_board the_rules the_coupons) coupon_black (coupon_start the_start the_mover)" } }

(* Three players and more. A phase is the run, as these rules exclude no intersection and have no digits. *)
let many keep board rules beyond =
  let graph = board.graph and players = beyond.players and opponents = beyond.by_opponents in
  if not (many_covers rules players && alone rules beyond) then not_covered "a clause with three players and more";
  if not (many_header graph rules players) then malformed "the header makes no sense";
  let most = mcap rules players opponents in
  let fact (f : Raw.fact) =
    if f.second <> None then malformed "a second position";
    if f.who > players then malformed "a player who does not play";
    { mfcls = Steps.class_of f.cls; mfpos = f.at; mfwho = (if f.who = 0 then None else Some f.who) } in
  let stones at = if List.exists (fun c -> c > players) at then malformed "a stone of a player who does not play"; at in
  let player who = if who >= players then malformed "a player who does not play"; who + 1 in
  let store = ref no_lemmas and kept = ref [] in
  let take (l : Raw.lemma) =
    let at, who, phase = l.key in
    if phase > most then malformed "phase %d: no game has it" phase;
    let key = { mkpos = stones at; mkturn = player who; mkrun = phase } in
    let barred mv cls =
      let bars = match mplay_at graph rules players opponents key mv with Some play -> play.bars | None -> [] in
      match List.find_opt (fun f -> f.mfcls = Steps.class_of cls) bars with Some f -> f | None -> malformed "a bar that the play has not" in
    let relation, p, q = l.claim in
    let step = lemma_of (plainly fact) (outcome_of fact sym barred) Fun.id key (bound (claim relation p q)) l in
    let fact_text f = Printf.sprintf "(MFact %s %s %s)" (Kernel.cls f.mfcls) (Kernel.list string_of_int f.mfpos) (Kernel.natural f.mfwho) in
    if keep then kept := Kernel.other_step (fun k -> Printf.sprintf "(MKey %s %d %d)" (Kernel.list string_of_int k.mkpos) k.mkturn k.mkrun) fact_text Kernel.move step :: !kept;
    match many_take graph rules players opponents !store step with Some after -> store := after; true | None -> false in
  let whole (relation, p, q) = claim relation p q in
  let right (t : Raw.theorem) =
    let lemma, g = t.by in
    many_finish graph rules players opponents !store (stones t.start) (player t.mover) t.after (bound (whole t.states)) (named lemma) (sym g) in
  { take; right; forget = (fun n -> store := Checker.forget (positive n) !store); of_claim = whole;
    told_claim = (fun c -> told_whole (whole c)); kept; start_text = (fun t -> Printf.sprintf "%s %d" (Kernel.list string_of_int t.start) (t.mover + 1));
    kernel = (let game = Printf.sprintf "the_board the_rules %d %s" players (Kernel.bool opponents) in
      { types = "(step_of mkey mfact sym (option nat))"; by = "many_check_value"; checks = "many_check " ^ game;
        definitions = Printf.sprintf "(* %d players, 1 is Black, 0 an empty intersection; whether a second pass is one of all opponents. *)\n" players;
        values = Printf.sprintf "is_worth _ _ (many_moves the_board) (mstep %s) (black_turn %d) (MGame the_start the_mover [])" game players }) }

(* Passed situations. *)
let passed keep board rules beyond =
  let graph = board.graph in
  if not (alone rules beyond) then not_covered "a clause with passed-situation";
  let second = function Some p -> Some (List.map color p) | None -> None in
  let fact (f : Raw.fact) = match f.cls, f.second with
    | 0, Some z -> { fcls = Stood; fpos = List.map color f.at; fwho = (if f.who = 0 then None else Some (two_players (f.who - 1))); fto = second z }
    | _ -> malformed "not a fact of these rules" in
  (* The position of a number: 0 for none; the mover's stones have the digit 1. *)
  let numbered mover number =
    let rec stones left d = if left = 0 then (if d <> 0 then malformed "not the number of a position"; []) else
      (match d mod 3 with 0 -> E | 1 -> if mover then B else W | _ -> if mover then W else B) :: stones (left - 1) (d / 3) in
    if number = 0 then None else Some (stones (points board) (number - 1)) in
  let whole (relation, p, q) = claim relation p q in
  let last_text = function None -> "None" | Some p -> "(Some " ^ Kernel.pos p ^ ")" in
  let store = ref no_lemmas and kept = ref [] in
  let take (l : Raw.lemma) =
    let at, who, phase = l.key in
    let mover = two_players who in
    if phase land 2 = 2 && phase land 1 = 0 then malformed "phase %d: no game has it" phase;
    let key = { ppos = List.map color at; pblack = mover; pafter = phase land 1 = 1; psettled = phase land 2 = 2;
                pmine = numbered mover (phase lsr 2 land (1 lsl 15 - 1)); pother = numbered mover (phase lsr 17) } in
    let barred mv cls =
      let bars = match pplay_at graph rules key mv with Some play -> play.bars | None -> [] in
      match bars with [f] when cls = 0 -> f | _ -> malformed "a bar that the play has not" in
    let step = lemma_of (plainly fact) (outcome_of fact sym barred) Fun.id key (bound (whole l.claim)) l in
    if keep then kept := Kernel.other_step (fun k -> Printf.sprintf "(PKey %s %s %s %s %s %s)" (Kernel.pos k.ppos) (Kernel.bool k.pblack) (Kernel.bool k.pafter) (Kernel.bool k.psettled)
      (last_text k.pmine) (last_text k.pother)) Kernel.fact Kernel.move step :: !kept;
    match passed_take graph rules !store step with Some after -> store := after; true | None -> false in
  let right (t : Raw.theorem) =
    let lemma, g = t.by in
    passed_finish graph rules !store (List.map color t.start) (two_players t.mover) t.after (bound (whole t.states)) (named lemma) (sym g) in
  { take; right; forget = (fun n -> store := Checker.forget (positive n) !store); of_claim = whole; told_claim = (fun c -> told_whole (whole c));
    kept; start_text = two_start;
    kernel = { types = "(step_of pkey fact sym (option nat))"; by = "passed_check_value"; checks = "passed_check the_board the_rules"; definitions = "";
      values = "is_worth _ _ (passed_moves the_board) (passed_step the_board the_rules) passed_black (Game the_start (col the_mover) [])" } }

(* A repetition that prisoners decide. *)
let cycles keep board rules beyond =
  let graph = board.graph in
  if not (alone rules beyond) then not_covered "a clause with repetition prisoners";
  let fact (f : Raw.fact) =
    if f.cls <> 13 || f.second <> None then malformed "not a fact of these rules";
    { fcls = Stood; fpos = List.map color f.at; fwho = (if f.who = 0 then None else Some (two_players (f.who - 1))); fto = None } in
  let values = qcap rules + 1 + (if rules.clause_basic_ko then points board else 0) in
  let whole (relation, p, q) = claim relation p q in
  let store = ref no_lemmas and kept = ref [] in
  let take (l : Raw.lemma) =
    let at, who, phase = l.key in
    let f, run = phase / values, phase mod values in
    let beyond_run = run - qcap rules - 1 in
    let key = { qpos = List.map color at; qblack = two_players who; qrun = (if beyond_run < 0 then run else 0); qko = (if beyond_run < 0 then None else Some beyond_run);
                qahead = z (if f land 1 = 0 then f / 2 else - ((f + 1) / 2)) } in
    let least, _ = whole l.claim in
    let read = function Raw.Asks (holds, f) -> (holds, Holds (fact f)) | Margin (f, k) -> (false, Short (fact f, least, z k)) in
    let step = lemma_of read (outcome_of (fun f -> Holds (fact f)) sym (fun _ _ -> malformed "a bar that the play has not")) Fun.id key (bound (whole l.claim)) l in
    let fact_text = function
      | Holds f -> Printf.sprintf "(Holds %s)" (Kernel.fact f) | Never -> "Never"
      | Short (f, w, k) -> Printf.sprintf "(Short %s %s %s)" (Kernel.fact f) (Kernel.bool w) (Kernel.z k) in
    if keep then kept := Kernel.other_step (fun k -> Printf.sprintf "(QKey %s %s %d %s %s)" (Kernel.pos k.qpos) (Kernel.bool k.qblack) k.qrun (Kernel.natural k.qko) (Kernel.z k.qahead))
      fact_text Kernel.move step :: !kept;
    match cycle_take graph rules !store step with Some after -> store := after; true | None -> false in
  let right (t : Raw.theorem) =
    let lemma, g = t.by in
    cycle_finish graph rules !store (List.map color t.start) (two_players t.mover) t.after (bound (whole t.states)) (named lemma) (sym g) in
  { take; right; forget = (fun n -> store := Checker.forget (positive n) !store); of_claim = whole; told_claim = (fun c -> told_whole (whole c));
    kept; start_text = two_start;
    kernel = { types = "(step_of qkey qfact sym (option nat))"; by = "cycle_check_value"; checks = "cycle_check the_board the_rules"; definitions = "";
      values = "is_worth _ _ (passed_moves the_board) (cycle_step the_board the_rules) passed_black (Game the_start (col the_mover) [])" } }

let serves (least, t) (least', t') = least = least' && (if least then t >= t' else t <= t')

(* Checks a file whose header was read, and prints what it proves. *)
let verify header source asked kernel =
  let { board; rules; beyond; told; _ } = header in
  let checked = (if beyond.players > 2 then many else if beyond.passed then passed else if beyond.cycles then cycles else coupons) (kernel <> None) board rules beyond in
  let n = beyond.players and seconds = beyond.passed in
  let source : Raw.source = source n seconds in
  List.iter (fun line -> print_endline ("c " ^ line)) told;
  if ends rules beyond then print_endline every_game_ends;
  let lemmas = ref 0 and theorems = ref [] in
  let wrong fmt = Printf.ksprintf (fun text -> print_endline ("s NOT VERIFIED " ^ text); exit 1) fmt in
  let rec go () = match source.next () with
    | Over -> if not (source.ended ()) then malformed "something comes after the end"
    | One l ->
        if not (checked.take l) then wrong "lemma %d is not right" (!lemmas + 1);
        incr lemmas;
        List.iter checked.forget l.last;
        go ()
    | Theorem t ->
        if not (checked.right t) then wrong "theorem %d is not right" (List.length !theorems + 1);
        let after = match t.after with [] -> "" | moves -> " after " ^ String.concat " " (List.map (function
          | None -> "pass" | Some i when i = points board -> "resign" | Some i when i > points board -> "coupon" | Some i -> name board i) moves) in
        Printf.printf "c %s %s%s: value %s\n" (Raw.written board t.start) (List.nth Raw.players t.mover) after (checked.told_claim t.states);
        List.iter checked.forget t.forget;
        theorems := t :: !theorems;
        go () in
  go ();
  (match asked with
   | Some (start, mover, claim)
     when not (List.exists (fun (t : Raw.theorem) -> t.start = start && t.mover = mover && t.after = [] && serves (checked.of_claim t.states) (checked.of_claim claim)) !theorems) ->
       wrong "the claim that was asked for is none of these"
   | _ -> ());
  if !theorems = [] then wrong "no theorem";
  (* The start of the first theorem as a theorem of the kernel. *)
  Option.iter (fun write ->
    let theorems = List.rev !theorems in
    let first = List.hd theorems in
    let find least = match List.find_opt (fun (t : Raw.theorem) -> t.start = first.start && t.mover = first.mover && t.after = [] && fst (checked.of_claim t.states) = least) theorems with
      | Some t -> let n, g = t.by in (snd (checked.of_claim t.states), n, sym g)
      | None -> malformed "the start of the first theorem has not both bounds" in
    let text = checked.start_text first in
    let cut = String.rindex text ' ' in
    let k = checked.kernel in
    let definitions = Printf.sprintf "%sDefinition the_start := %s.\nDefinition the_mover := %s.\n" k.definitions (String.sub text 0 cut) (String.sub text (cut + 1) (String.length text - cut - 1)) in
    write (Kernel.other_text board.graph rules { k with definitions } (List.rev !(checked.kept)) "the_start the_mover" (find true) (find false))) kernel;
  Printf.printf "s VERIFIED %d theorems, %d lemmas\n" (List.length !theorems) !lemmas

(* Minimax by the definitions alone, as text. *)
let minimax board rules beyond unfinished depth start mover =
  let whole = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> - int_of_positive p in
  let graph = board.graph in
  if beyond.players > 2 then
    string_of_int (whole (max_min (many_moves graph) (mstep graph rules beyond.players beyond.by_opponents) (black_turn beyond.players) (z unfinished) depth
      { mstart = start; mfirst = mover + 1; mmoves = [] }))
  else if beyond.passed || beyond.cycles then
    string_of_int (whole (max_min (passed_moves graph) (if beyond.passed then passed_step graph rules else cycle_step graph rules) passed_black (z unfinished) depth
      { Checker.start = List.map color start; first = col (two_players mover); past_moves = [] }))
  else
    let v = whole (max_min (coupon_moves graph) (coupon_step graph rules (List.map z beyond.coupons)) coupon_black (z (2 * unfinished)) depth
      (coupon_start (List.map color start) (two_players mover))) in
    if v land 1 = 0 then string_of_int (v / 2) else string_of_int v ^ "/2"
