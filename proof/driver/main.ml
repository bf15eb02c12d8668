(* superko-verified: the checker that was extracted from the proof, with its readers. *)
open Checker
open Question
open Steps

let usage = "usage: superko-verified [--board RxC (--rules NAME | --clause \"NAME VALUE\"...)] [--start POSITION] [--to-move PLAYER]
                        [--claim \"RELATION SCORE\"] [--kernel FILE.v] [--low-memory] FILE
       superko-verified --minimax DEPTH --board RxC (--rules NAME | --clause \"NAME VALUE\"...) [--start POSITION] [--to-move PLAYER]

Verifies a certificate of lemmas in either form. The last line says what it proves, or why it proves nothing. With --board the
board and the rules are those of the command line, and what the file says of them is passed over; with --start and --claim the
certificate has to prove that claim of that start. --kernel writes the value of the start as a theorem for Coq's kernel.
--low-memory keeps once what many lemmas read, which takes a part of the memory and up to twice the time; above 2 GB this is so anyhow.
--minimax looks for the value by the definitions alone, to this depth: games that are not finished count for either side in turn.
Exit status: 0 verified, 1 not verified or not found, 2 bad input, 3 a kind of certificate or a clause that is not covered."

let bad text = prerr_endline ("superko-verified: " ^ text); exit 2

type asked = {
  mutable file : string option; mutable of_board : string option; mutable clauses : (rules * beyond) option; mutable words : string list;
  mutable start : string option; mutable to_move : string; mutable claimed : string option; mutable kernel : string option;
  mutable minimax : int option; mutable low_memory : bool; mutable named : string list }

let clause_name words = match List.filter (( <> ) "") (String.split_on_char ' ' words) with word :: _ -> word | [] -> ""
let arguments () =
  let a = { file = None; of_board = None; clauses = None; words = []; start = None; to_move = "black"; claimed = None; kernel = None;
            minimax = None; low_memory = false; named = [] } in
  let rec read = function
    | [] -> a
    | ("-h" | "--help") :: _ -> print_endline usage; exit 0
    | "--board" :: word :: rest -> a.of_board <- Some word; read rest
    | "--rules" :: _ :: _ when a.clauses <> None -> bad "--rules comes once, and before --clause"
    | "--rules" :: word :: rest -> a.clauses <- Some (ruleset word, within); a.words <- a.words @ ["rules " ^ word]; read rest
    | "--clause" :: words :: _ when List.mem (clause_name words) a.named -> bad ("the clause " ^ clause_name words ^ " comes twice")
    | "--clause" :: words :: rest ->
        a.named <- clause_name words :: a.named;
        let rules = Option.value a.clauses ~default:(plain, within) in
        a.clauses <- Some (any_clause rules (List.filter (( <> ) "") (String.split_on_char ' ' words)));
        a.words <- a.words @ ["clause " ^ words];
        read rest
    | "--start" :: word :: rest -> a.start <- Some word; read rest
    | "--to-move" :: word :: rest -> a.to_move <- word; read rest
    | "--claim" :: word :: rest -> a.claimed <- Some word; read rest
    | "--minimax" :: word :: rest -> a.minimax <- Some (number word); read rest
    | "--kernel" :: word :: rest -> a.kernel <- Some word; read rest
    | "--low-memory" :: rest -> a.low_memory <- true; read rest
    | word :: rest when a.file = None && (word = "" || word.[0] <> '-') -> a.file <- Some word; read rest
    | word :: _ -> bad (word ^ ": not an argument, or without its value\n" ^ usage) in
  read (List.tl (Array.to_list Sys.argv))

let int_of = function Z0 -> 0 | Zpos p -> int_of_positive p | Zneg p -> - int_of_positive p

(* The start, for rules beyond those of steps.ml. *)
let raw_start a board = match a.start with Some text -> Raw.position board text | None -> List.init (points board) (fun _ -> 0)
let start_of a board = match a.start with Some text -> position board text | None -> List.init (points board) (fun _ -> E)

(* Minimax of the definitions, at growing depth, until it is the same whatever unfinished games are worth. *)
let minimax_of a most =
  let board, (rules, beyond) = match a.of_board, a.clauses with
    | Some word, Some rules -> (grid word, rules) | _ -> bad "--minimax needs --board, and --rules or --clause" in
  let beyond = if beyond.players > 2 then beyond else { beyond with by_opponents = false } in
  if beyond <> within && not (alone rules beyond) then not_covered "these clauses together";
  let start = lazy { start = start_of a board; first = (if black a.to_move then B else W); past_moves = [] } in
  let far = 100000 in
  let at depth unfinished =
    if beyond <> within then Others.minimax board rules beyond unfinished depth (raw_start a board) (Raw.player_of a.to_move) else
    let game = Lazy.force start in
    if not rules.clause_scored then string_of_int (int_of (Checker.minimax board.graph rules (z unfinished) depth game)) else
      let { qnum; qden } = Checker.mean_minimax board.graph rules { qnum = z unfinished; qden = XH } depth game in
      let p, q = lowest (int_of qnum) (int_of_positive qden) in
      if q = 1 then string_of_int p else Printf.sprintf "%d/%d" p q in
  let rec go depth =
    if depth > most then (Printf.printf "open at depth %d\n" most; exit 1);
    let low = at depth (- far) in
    if low = at depth far then Printf.printf "value %s, at depth %d\n" low depth else go (depth + 1) in
  go 1

(* Writes a file beside its place and moves it there, and never over what is not a regular file. *)
let write_beside path text =
  if Sys.file_exists path && (Unix.stat path).st_kind <> Unix.S_REG then bad (path ^ ": not a regular file");
  let part = path ^ ".part" in
  let out = open_out part in
  output_string out text;
  close_out out;
  Sys.rename part path

(* What is wrong with an argument is bad input, and not a certificate that is not right. *)
let argument f = try f () with Malformed text -> bad text | Not_covered text -> bad (text ^ " is not covered")

(* Whether a claim that was proved is as sharp as one that was asked for. *)
let serves (least, t) (least', t') = least = least' && (if least then t >= t' else t <= t')
(* The same of a mean, which is told with its unit. *)
let serves_mean (unit, claim) (relation, p, q) =
  let common = unit / gcd unit q * q in
  let scaled (least, t) = let odd = t land 1 in let v = if least then t - odd else t + odd in (least, v * (common / unit) + (if least then odd else - odd)) in
  serves (scaled claim) (mean_claim common relation p q)

let () =
  (* Lists of short life, many of them, and a heap that grows; where it has grown to 2 GB, memory counts for more than time, and above
     6 GB still more. *)
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 18; space_overhead = 400; major_heap_increment = 1 lsl 22 };
  let thrifty = ref false in
  let save space_overhead =
    thrifty := true;
    let now = Gc.get () in
    if space_overhead < now.space_overhead then Gc.set { now with space_overhead } in
  ignore (Gc.create_alarm (fun () ->
    let words = (Gc.quick_stat ()).heap_words in
    if words > 3 lsl 28 then save 80 else if words > 1 lsl 28 then save 150));
  try
    let a = argument arguments in
    if a.low_memory then save 150;
    argument (fun () -> Option.iter (fun most -> minimax_of a most; exit 0) a.minimax);
    let file = match a.file with Some file -> file | None -> bad ("expected a certificate\n" ^ usage) in
    let question = match a.of_board, a.clauses with
      | Some word, Some (rules, beyond) ->
          let beyond = if beyond.players > 2 then beyond else { beyond with by_opponents = false } in
          Some (argument (fun () -> grid word), rules, beyond, ("board " ^ word) :: a.words)
      | None, None -> None
      | _ -> bad "--board goes with --rules or --clause" in
    let claim_of text = match List.filter (( <> ) "") (String.split_on_char ' ' text) with
      | [relation; text] -> let p, q = score text in (relation, p, q) | _ -> malformed "%s: not a claim" text in
    let asked board = Option.map (fun text -> argument (fun () -> (start_of a board, black a.to_move, claim_of text))) a.claimed in
    let opened = opened file in
    (match opened.line () with
     | words when words = Bounded.title ->
         if a.kernel <> None then not_covered "a bounded certificate as a theorem of the kernel";
         let question = Option.map (fun (board, rules, beyond, told) ->
           if beyond <> within then not_covered "these clauses with a bounded certificate"; (board, rules, told)) question in
         Bounded.verify question (fun board ->
           Option.map (fun (start, mover, (relation, p, q)) -> (start, mover, argument (fun () -> claim relation p q))) (asked board)) opened;
         exit 0
     | words -> opened.back words);
    let (is_binary, header) as head = header_of opened question in
    if header.beyond <> within then begin
      let asked = Option.map (fun text -> argument (fun () -> (raw_start a header.board, Raw.player_of a.to_move, claim_of text))) a.claimed in
      Others.verify header (Raw.source header opened is_binary) asked (Option.map write_beside a.kernel);
      exit 0
    end;
    let source = of_opened file opened question head in
    let { board; rules; told; _ } = source.header in
    let graph = board.graph in
    if rules.clause_scored && rules.clause_draw <> NoDraw then not_covered "draw-at-occurrence with scoring-positions";
    if not (if rules.clause_scored then mean_header_ok graph rules else header_ok graph rules) then malformed "the header makes no sense";
    let asked = asked board in
    List.iter (fun line -> print_endline ("c " ^ line)) told;
    if ends rules within then print_endline every_game_ends;
    let means = ref no_lemmas in
    let store = ref nothing and lemmas = ref 0 and theorems = ref [] and kept = ref [] and kept_means = ref [] in
    let take step = match Checker.take2 graph rules !store step with
      | Some after -> store := after
      | None ->
          Printf.printf "s NOT VERIFIED lemma %d is not right\n" (!lemmas + 1);
          exit 1 in
    let take_mean step = match ttake graph rules (positive source.fractions.unit) !means step with
      | Some after -> means := after
      | None ->
          Printf.printf "s NOT VERIFIED lemma %d is not right\n" (!lemmas + 1);
          exit 1 in
    let rec go () = match source.next () with
      | End -> if not (source.over ()) then malformed "something comes after the end"
      | Take_means steps ->
          if !thrifty then take_mean TThrift;
          List.iter take_mean steps;
          if a.kernel <> None then kept_means := List.rev_append steps !kept_means;
          List.iter (function TForget _ -> () | _ -> incr lemmas) steps;
          go ()
      | Take steps ->
          if !thrifty then take (SStep SThrift);
          List.iter take steps;
          if a.kernel <> None then kept := List.rev_append steps !kept;
          List.iter (function SClosed members -> lemmas := !lemmas + List.length members | SStep (SForget _) -> () | SStep _ -> incr lemmas) steps;
          go ()
      | Theorem t ->
          let name = named t.lemma in
          let right = if rules.clause_scored then not t.or_no_end && tconclude graph rules (positive t.unit) !means t.start t.mover t.moves (z_claim t.claim) name t.by else
            match t.or_no_end with
            | false -> conclude graph rules !store.forced t.start t.mover t.moves (z_claim t.claim) name t.by
            | true -> conclude_keeps graph rules !store t.start t.mover t.moves (z_claim t.claim) name t.by in
          if not right then begin
            Printf.printf "s NOT VERIFIED theorem %d is not right\n" (List.length !theorems + 1);
            exit 1
          end;
          let after = match t.moves with [] -> "" | moves -> " after " ^ String.concat " " (List.map (function None -> "pass" | Some i -> Question.name board i) moves) in
          Printf.printf "c %s %s%s: value %s%s\n" (written board t.start) (if t.mover then "black" else "white") after
            (if rules.clause_scored then told_mean t.unit t.claim
             else Printf.sprintf "%s %d" (if fst t.claim then "at least" else "at most") (snd t.claim))
            (if t.or_no_end then ", or no end" else "");
          if t.last then if rules.clause_scored then take_mean (TForget name) else take (SStep (SForget name));
          theorems := t :: !theorems;
          go () in
    go ();
    let theorems = List.rev !theorems in
    (match asked with
     | Some (start, mover, (relation, p, q))
       when not (List.exists (fun (t : theorem) -> t.start = start && t.mover = mover && t.moves = [] && not t.or_no_end
         && (if rules.clause_scored then serves_mean (t.unit, t.claim) (relation, p, q) else serves t.claim (claim relation p q))) theorems) ->
         print_endline "s NOT VERIFIED the claim that was asked for is none of these";
         exit 1
     | _ -> ());
    if theorems = [] then (print_endline "s NOT VERIFIED no theorem"; exit 1);
    Option.iter (fun path -> write_beside path (Kernel.text graph rules (if rules.clause_scored then Kernel.Tallies (List.rev !kept_means) else Kernel.Lemmas (List.rev !kept)) theorems)) a.kernel;
    Printf.printf "s VERIFIED %d theorems, %d lemmas\n" (List.length theorems) !lemmas
  with
  | Malformed text -> Printf.printf "s NOT VERIFIED %s\n" text; exit 1
  | Not_covered text -> Printf.printf "s NOT COVERED %s\n" text; exit 3
  | Sys_error text -> bad text
  | Stack_overflow | Out_of_memory -> bad "it takes too much memory"
