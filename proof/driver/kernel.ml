(* A certificate and its theorems as terms of Coq, for the kernel to check: nothing but Coq and the lines of the statement is
   trusted then, no extraction and no reader. *)
open Checker

let list f l = "[" ^ String.concat ";" (List.map f l) ^ "]"
let pos p = list (function E -> "E" | B -> "B" | W -> "W") p
let bool b = if b then "true" else "false"
let who = function None -> "None" | Some b -> "(Some " ^ bool b ^ ")"
let cls = function
  | Stood -> "Stood" | Undone -> "Undone" | Passed -> "Passed" | Initialised -> "Initialised" | Declined -> "Declined" | Disturbed -> "Disturbed"
  | Occurred -> "Occurred" | OccurredTwice -> "OccurredTwice" | Moved -> "Moved" | Followed -> "Followed" | StoodAt k -> Printf.sprintf "(StoodAt %d)" k
let fact f = match f.fto with
  | None -> Printf.sprintf "(Fact %s %s %s)" (cls f.fcls) (pos f.fpos) (who f.fwho)
  | Some p -> Printf.sprintf "(FactTo %s %s %s (Some %s))" (cls f.fcls) (pos f.fpos) (who f.fwho) (pos p)
let read (b, f) = Printf.sprintf "(%s,%s)" (bool b) (fact f)
let rec int_of = function XH -> 1 | XO p -> 2 * int_of p | XI p -> 2 * int_of p + 1
let z = function Z0 -> "0%Z" | Zpos p -> string_of_int (int_of p) ^ "%Z" | Zneg p -> Printf.sprintf "(-%d)%%Z" (int_of p)
let claim (b, t) = Printf.sprintf "(%s,%s)" (bool b) (z t)
let name n = string_of_int (int_of n) ^ "%positive"
let move = function None -> "None" | Some i -> Printf.sprintf "(Some %d)" i
let sym g = Printf.sprintf "(Sym %s %s %s)" (list string_of_int g.there) (list string_of_int g.bck) (bool g.swap)
let natural = function None -> "None" | Some i -> Printf.sprintf "(Some %d)" i
let key k =
  let x = k.kmore in
  if x = no_more then Printf.sprintf "(KeyKo %s %s %d %s)" (pos k.kpos) (bool k.kblack) k.kphase (natural k.kko)
  else Printf.sprintf "(KeyMore %s %s %d %s (More %s %s %s %d %s %d %d))" (pos k.kpos) (bool k.kblack) k.kphase (natural k.kko)
    (bool x.mpassed) (bool x.mlater) (bool x.monce) x.mtime (z x.mahead) x.mmine x.mother
let outcome_of fact = function
  | OEnd -> "OEnd _ _ _" | OStop i -> Printf.sprintf "(OStop _ _ _ %d)" i | OBarred f -> Printf.sprintf "(OBarred _ _ %s)" (fact f)
  | OLemma (n, g) -> Printf.sprintf "(OLemma _ %s %s)" (name n) (sym g)
  | OStopLemma (n, g) -> Printf.sprintf "(OStopLemma _ %s %s)" (name n) (sym g)
  | OLife -> "OLife _ _ _"
let outcome o = outcome_of fact o
let step = function
  | SLemma (n, l, mv, os) ->
      Printf.sprintf "SLemma %s (Lemma %s %s %s) %s %s" (name n) (key l.lkey) (claim l.lclaim) (list read l.lreads) (move mv) (list outcome os)
  | SBare (n, k, c, mv, os) -> Printf.sprintf "SBare %s %s %s %s %s" (name n) (key k) (claim c) (move mv) (list outcome os)
  | SForget n -> Printf.sprintf "SForget %s" (name n)
  | SThrift -> "SThrift"

let part p =
  Printf.sprintf "(Part %s (Lemma %s %s []) %s %s)" (name p.part_name) (key p.part_lemma.lkey) (claim p.part_lemma.lclaim) (move p.part_move) (list outcome p.part_outcomes)
let tally_fact = function
  | Plain f -> Printf.sprintf "(Plain %s)" (fact f)
  | Margin (f, c, k) -> Printf.sprintf "(Margin %s %s %s)" (fact f) (claim c) (z k)
  | Mean (f, c) -> Printf.sprintf "(Mean %s %s)" (fact f) (claim c)
let tally_read (b, f) = Printf.sprintf "(%s,%s)" (bool b) (tally_fact f)
let tally_step = function
  | TLemma (n, l, mv, os) ->
      Printf.sprintf "TLemma %s (Lemma %s %s %s) %s %s" (name n) (key l.lkey) (claim l.lclaim) (list tally_read l.lreads) (move mv) (list (outcome_of tally_fact) os)
  | TBare (n, k, c, mv, os) -> Printf.sprintf "TBare %s %s %s %s %s" (name n) (key k) (claim c) (move mv) (list (outcome_of tally_fact) os)
  | TForget n -> Printf.sprintf "TForget %s" (name n)
  | TThrift -> "TThrift"

let rules r =
  Printf.sprintf "Rules %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s %s (%s,%s) %s %s %s %s %s %s"
    (match r.clause_suicide with Forbidden -> "Forbidden" | Allowed -> "Allowed" | MultiStone -> "MultiStone")
    (bool r.clause_basic_ko)
    (match r.clause_ban with NoBan -> "NoBan" | BanPosition -> "BanPosition" | BanSituation -> "BanSituation" | BanNatural -> "BanNatural" | BanLeft -> "BanLeft")
    (bool r.clause_start_free)
    (match r.clause_lifted_by with LiftNothing -> "LiftNothing" | LiftPass -> "LiftPass" | LiftTwo -> "LiftTwo")
    (match r.clause_occurs with Stands -> "Stands" | Produced -> "Produced" | ProducedKo -> "ProducedKo")
    (bool r.clause_initialised_twice) (bool r.clause_declined) (bool r.clause_disturbed_twice)
    (match r.clause_passes_in_a_row with None -> "None" | Some k -> Printf.sprintf "(Some %d)" k) (bool r.clause_second_pass) (bool r.clause_passes_forgotten)
    (match r.clause_draw with NoDraw -> "NoDraw" | DrawAtTwo -> "DrawAtTwo" | DrawAtThree -> "DrawAtThree") (bool r.clause_since_pass)
    (match r.clause_scoring with ScoreArea -> "ScoreArea" | ScoreStones -> "ScoreStones" | ScoreTerritory -> "ScoreTerritory")
    (bool r.clause_move) (bool r.clause_only_captures)
    (match r.clause_repetition with Illegal -> "Illegal" | Draws -> "Draws" | Loses -> "Loses" | Scores -> "Scores")
    (bool r.clause_two_successions) (natural r.clause_cut)
    (match r.clause_tax with NoTax -> "NoTax" | TaxSeki -> "TaxSeki" | TaxAll -> "TaxAll")
    (z r.clause_price) (z (fst r.clause_first_pass)) (z (snd r.clause_first_pass))
    (match r.clause_last_pass with LastAny -> "LastAny" | LastWhite -> "LastWhite" | LastEqual -> "LastEqual") (bool r.clause_scored)
    (match r.clause_passes with AnyPass -> "AnyPass" | NoPass -> "NoPass" | ReturnPrisoner -> "ReturnPrisoner") (natural r.clause_captures) (bool r.clause_no_capture) (natural r.clause_window)

let header = "Require Import List ZArith QArith. Import ListNotations. Close Scope Q_scope.\nRequire Import Board Rules Abstract Reads Machine Picture Simulation Transfer Symmetry Life Checker Closed Means Tally Scoring MeanChecker Play Coupons Many ManyLife ManyChecker Passed Cycles.\n"
let board_and_rules out (board : Checker.board) r =
  let say fmt = Printf.bprintf out fmt in
  say "(* The board: its intersections, and the neighbours of each. *)\nDefinition the_board := Board %d %s.\n" board.size (list (list string_of_int) board.nbs);
  say "(* suicide, basic ko, ban, start free, lifted by, occurs, initialised-twice, declined, disturbed-twice, passes in a row, second pass, passes forgotten, draw, since pass, scoring, bars move, bars only captures, repetition, two successions, cut, tax, price of pass, first pass (Black, White), last pass, scored scoring-positions, passes, captures, bars capture, window *)\n";
  say "Definition the_rules := %s.\n" (rules r)
(* In pieces, as a long list is a deep term. *)
let in_pieces out types texts =
  let say fmt = Printf.bprintf out fmt in
  let rec pieces number left = if left = [] then number else begin
    let piece = List.filteri (fun i _ -> i < 1000) left in
    say "Definition steps%d : list %s := [\n%s].\n" number types (String.concat ";\n" piece);
    pieces (number + 1) (List.filteri (fun i _ -> i >= 1000) left) end in
  let count = pieces 0 texts in
  say "Definition steps : list %s := %s.\n" types (String.concat " ++ " (List.init count (Printf.sprintf "steps%d")))

(* The games of others.ml: a step of one, and the text of the file. *)
let other_step key fact move =
  let read (b, f) = Printf.sprintf "(%s,%s)" (bool b) (fact f) in
  function
  | OfLemma (n, l, mv, os) ->
      Printf.sprintf "OfLemma _ _ _ _ %s (Lemma %s %s %s) %s %s" (name n) (key l.lkey) (claim l.lclaim) (list read l.lreads) (move mv) (list (outcome_of fact) os)
  | OfBare (n, k, c, mv, os) -> Printf.sprintf "OfBare _ _ _ _ %s %s %s %s %s" (name n) (key k) (claim c) (move mv) (list (outcome_of fact) os)
  | OfForget n -> Printf.sprintf "OfForget _ _ _ _ %s" (name n)
type other = { types : string; definitions : string; checks : string; values : string; by : string }
let other_text board r { types; definitions; checks; values; by } steps start (low, low_name, low_map) (high, high_name, high_map) =
  if low <> high then Question.malformed "the bounds are %d and %d" low high;
  let out = Buffer.create 65536 in
  let say fmt = Printf.bprintf out fmt in
  say "%s" header;
  board_and_rules out board r;
  say "%s" definitions;
  in_pieces out types steps;
  List.iter (fun (least, v, n, g) ->
    say "Lemma %s : %s steps %s [] %s %s %s = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n" (if least then "at_least" else "at_most") checks start (claim (least, Question.z v))
      (string_of_int n ^ "%positive") (sym g)) [(true, low, low_name, low_map); (false, high, high_name, high_map)];
  say "Theorem the_value : %s %s.\nProof. edestruct %s as (g & H & V); [exact at_least|exact at_most|]. inversion H; subst. exact V. Qed.\nPrint Assumptions the_value.\n"
    values (z (Question.z low)) by;
  Buffer.contents out

(* Of the start of the first theorem what was proved, and how a file says it: a value, from both bounds; a mean; or where games may go on
   for ever, the most that each player can force. *)
type steps = Lemmas of step2 list | Tallies of tstep list
let text (board : Checker.board) r steps (theorems : Steps.theorem list) =
  let out = Buffer.create 65536 in
  let say fmt = Printf.bprintf out fmt in
  let first = match theorems with t :: _ -> t | [] -> Question.malformed "no theorem" in
  let known least or_no_end =
    List.find_opt (fun (t : Steps.theorem) -> t.or_no_end = or_no_end && t.start = first.start && t.mover = first.mover && t.moves = [] && fst t.claim = least) theorems in
  let find least or_no_end = match known least or_no_end with Some t -> t | None -> Question.malformed "the start of the first theorem has not both bounds" in
  let begun types texts =
    say "%s" header;
    board_and_rules out board r;
    say "Definition the_start := Game %s %s [].\n" (pos first.start) (if first.mover then "B" else "W");
    in_pieces out types texts in
  let lemma name checks (t : Steps.theorem) =
    say "Lemma %s : %s steps %s %s [] %s %s %s = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n"
      name checks (pos t.start) (bool t.mover) (claim (Steps.z_claim t.claim)) (string_of_int t.lemma ^ "%positive") (sym t.by) in
  let same (low : Steps.theorem) (high : Steps.theorem) =
    if snd low.claim <> snd high.claim then Question.malformed "the bounds are %d and %d" (snd low.claim) (snd high.claim) in
  let both checks = let low = find true false and high = find false false in same low high; lemma "at_least" checks low; lemma "at_most" checks high; low in
  let theorem name states by = say "Theorem %s : %s.\nProof. %s Qed.\nPrint Assumptions %s.\n" name states by name in
  let by used = Printf.sprintf "edestruct %s as (g & H & V)%s inversion H; subst." used in
  (match steps with
   | Lemmas steps when List.for_all (function SStep _ -> true | SClosed _ -> false) steps ->
       begun "step_" (List.filter_map (function SStep x -> Some (step x) | SClosed _ -> None) steps);
       let low = both "check the_board the_rules" in
       theorem "the_value" (Printf.sprintf "value the_board the_rules the_start %s" (z (Question.z (snd low.claim))))
         (by "check_value" "; [exact at_least|exact at_most|]." ^ " exact V.")
   | Lemmas steps ->
       begun "step2" (List.map (function SStep x -> Printf.sprintf "SStep (%s)" (step x) | SClosed l -> Printf.sprintf "SClosed %s" (list part l)) steps);
       (* What a player can force and no more; or if that is nothing, what he cannot. *)
       let of_player least name relation =
         let other = find (not least) true in
         let bound = Printf.sprintf "forall w, forces the_board the_rules (%b, w) the_start -> (%s)%%Z" least (relation (snd other.claim)) in
         lemma (name ^ "_no_more") "check_keeps the_board the_rules" other;
         match known least false with
         | Some own ->
             same own other;
             lemma (name ^ "_as_much") "check_forces the_board the_rules" own;
             theorem name (Printf.sprintf "forces the_board the_rules %s the_start /\\ %s" (claim (Steps.z_claim own.claim)) bound)
               (by "check_most" (Printf.sprintf "; [exact %s_as_much|exact %s_no_more|]." name name) ^ " exact V.")
         | None -> theorem name bound (by (Printf.sprintf "check_keeps_bounds with (me := %b)" least) (Printf.sprintf "; [exact %s_no_more|]." name) ^ " exact V.") in
       of_player true "most_for_black" (Printf.sprintf "w <= %d");
       of_player false "most_for_white" (Printf.sprintf "%d <= w")
   | Tallies steps ->
       begun "tstep" (List.map tally_step steps);
       let low = both (Printf.sprintf "mean_check the_board the_rules %d" first.unit) in
       let p, q = Question.lowest (snd low.claim / 2) first.unit in
       theorem "the_value" (Printf.sprintf "mean_value the_board the_rules the_start (%d # %d)%%Q" p q)
         (by "mean_check_value" "; [exact at_least|exact at_most|reflexivity|reflexivity|]."
          ^ " destruct V as [N V]. exists N. intros d k K. eapply Qeq_trans; [exact (V d k K)|reflexivity]."));
  Buffer.contents out
