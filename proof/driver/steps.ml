(* The steps of a certificate, from its text or its binary form (solutions/CERTIFICATES.md). All of them are advice: a step that
   was misread can only make the checker refuse. *)
open Checker
open Question

type theorem = {
  start : color list; mover : bool; moves : int option list; claim : bool * int;
  or_no_end : bool; lemma : int; by : sym; last : bool; unit : int }
type step =
  | Take of step2 list   (* a lemma or a closed set, and lemmas that are of no more use *)
  | Take_means of tstep list   (* the same where scores are means *)
  | Theorem of theorem
  | End

(* The unit of claims where scores are means; while it is 0 a file is read for the denominators of its fractions alone. *)
type fractions = { mutable unit : int; mutable common : int }
type source = { header : header; fractions : fractions; next : unit -> step; over : unit -> bool }

(* Maps: by their letters on a grid, by their number on another graph. *)
let identity b = List.init (points b) Fun.id
let inverse images = let back = Array.make (List.length images) 0 in List.iteri (fun i j -> back.(j) <- i) images; Array.to_list back
let on_grid b t v h =
  let image i =
    let r, c = i / b.cols, i mod b.cols in
    let r, c = if t then c, r else r, c in
    let r = if v then b.rows - 1 - r else r and c = if h then b.cols - 1 - c else c in
    if r < 0 || c < 0 || r >= b.rows || c >= b.cols then malformed "a map that the board has not";
    r * b.cols + c in
  List.map image (identity b)
let map there swap = { there; bck = inverse there; swap }
let of_permutation b number swap =
  if number = 0 then map (identity b) swap else
  if number < 0 || number > Array.length b.maps then malformed "map %d: there is none" number else map b.maps.(number - 1) swap
let of_letters b t v h swap = map (if t || v || h then on_grid b t v h else identity b) swap
let remembered make = let known = Hashtbl.create 32 in
  fun key -> match Hashtbl.find_opt known key with Some found -> found | None -> let made = make key in Hashtbl.replace known key made; made

let classes = [| Stood; Undone; Passed; Initialised; Disturbed; Declined; Occurred; OccurredTwice |]
let class_of i = if i < Array.length classes then classes.(i) else if i = 12 then Moved else if i = 8 then Followed else not_covered "a class of facts"
let z_claim (least, t) = (least, z t)
(* A key, whose phase is the run or, after it, the intersection that basic ko excludes; where the rules have digits or prisoners, a
   multiple of the number of these is added. *)
let key rules position black phase =
  let phase = natural phase and most = cap rules in
  let prisoners = match rules.clause_passes, rules.clause_captures with ReturnPrisoner, _ -> 1 lsl 12 | _, Some k -> k | _ -> 1 in
  let has_digits = prisoners > 1 || has_first rules || is_equal rules || rules.clause_two_successions || rules.clause_cut <> None in
  let values = most + 1 + (if rules.clause_basic_ko then List.length position else 0) in
  let phase, more =
    if in_phase rules then
      let f = phase / values in
      (phase mod values, { no_more with mahead = z (if f land 1 = 0 then f / 2 else - ((f + 1) / 2)) })
    else if has_digits then begin
      let left = ref (phase / values) in
      let digit values = let d = !left mod values in left := !left / values; d in
      let flag has = has && digit 2 = 1 in
      let mpassed = flag (has_first rules) in
      let mlater = flag (is_equal rules) in
      let monce = flag rules.clause_two_successions in
      let mtime = match rules.clause_cut with Some cut -> digit cut | None -> 0 in
      let mmine = digit prisoners in
      let mother = digit prisoners in
      if !left <> 0 then malformed "phase %d: no game has it" phase;
      (phase mod values, { no_more with mpassed; mlater; monce; mtime; mmine; mother })
    end else (phase, no_more) in
  if rules.clause_basic_ko && phase > most
  then { kpos = position; kblack = black; kphase = 0; kko = Some (phase - most - 1); kmore = more }
  else { kpos = position; kblack = black; kphase = phase; kko = None; kmore = more }
(* What is kept by passing, of which the proof knows less than the page. *)
let life rules =
  if rules.clause_two_successions then not_covered "the outcome life with two successions";
  if rules.clause_only_captures && rules.clause_suicide <> Forbidden then not_covered "the outcome life with bars-only captures and suicide";
  OLife
let fraction f relation p q =
  if f.unit > 0 then mean_claim f.unit relation p q else begin
    if q < 1 || q > 1 lsl 20 then malformed "the score %d/%d" p q;
    f.common <- f.common / gcd f.common q * q;
    if f.common > 1 lsl 24 then malformed "fractions with too large a common denominator";
    (true, 0) end
let plain_fact = function Plain f -> f | _ -> malformed "a read of a mean where there are none"
let forget last = List.map (fun n -> SStep (SForget (named n))) last
let plain_outcome = function
  | OBarred t -> OBarred (plain_fact t) | OEnd -> OEnd | OStop i -> OStop i | OLemma (n, g) -> OLemma (n, g) | OStopLemma (n, g) -> OStopLemma (n, g) | OLife -> OLife
let lemma rules n key claim reads plays last =
  let mv = match plays with (mv, _) :: _ -> mv | [] -> malformed "lemma %d has no play" n in
  let outcomes = List.map snd plays and name = named n in
  if rules.clause_scored then
    let step = match reads with
      | Some reads -> TLemma (name, { lkey = key; lclaim = z_claim claim; lreads = reads }, mv, outcomes)
      | None -> TBare (name, key, z_claim claim, mv, outcomes) in
    Take_means (step :: List.map (fun n -> TForget (named n)) last)
  else
  let outcomes = List.map plain_outcome outcomes in
  let reads = Option.map (List.map (fun (b, t) -> (b, plain_fact t))) reads in
  let step = match reads with
    | Some reads -> SLemma (name, { lkey = key; lclaim = z_claim claim; lreads = reads }, mv, outcomes)
    | None -> SBare (name, key, z_claim claim, mv, outcomes) in
  Take (SStep step :: forget last)
(* A closed set: of each member its number, key and claim, and its plays. *)
let closed rules members last =
  if rules.clause_scored then malformed "a closed set where every game ends";
  let part ((n, key, claim), plays) =
    { part_name = named n; part_lemma = { lkey = key; lclaim = z_claim claim; lreads = [] };
      part_move = (match plays with (mv, _) :: _ -> mv | [] -> malformed "lemma %d has no play" n); part_outcomes = List.map (fun (_, o) -> plain_outcome o) plays } in
  Take (SClosed (List.map part members) :: forget last)

(* --- text --- *)

let text header fractions line back =
  let claim relation p q = if header.rules.clause_scored then fraction fractions relation p q else Question.claim relation p q in
  let b = header.board in
  let names = Hashtbl.create 64 in
  List.iter (fun i -> Hashtbl.replace names (name b i) (Some i)) (identity b);
  Hashtbl.replace names "pass" None;
  let move word = match Hashtbl.find_opt names word with Some mv -> mv | None -> Question.move b word in
  let map = remembered (fun word ->
    let swap = word <> "=" && word.[String.length word - 1] = 'x' in
    let rest = if swap then String.sub word 0 (String.length word - 1) else word in
    let has = String.contains rest in
    if rest = "" || rest = "=" then of_permutation b 0 swap
    else if b.grid then of_letters b (has 't') (has 'v') (has 'h') swap else of_permutation b (number rest) swap) in
  let fact word =
    let cls word = match word with
      | "stood" -> Stood | "undone" -> Undone | "passed" -> Passed | "initialised" -> Initialised | "declined" -> Declined
      | "disturbed" -> Disturbed | "occurred" -> Occurred | "occurred-twice" -> OccurredTwice | "moved" -> Moved | "followed-1" -> Followed | _ -> not_covered "the class %s" word in
    match String.split_on_char ':' word with
    | ["moved"; p; q] -> { fcls = Moved; fpos = position b p; fwho = None; fto = Some (position b q) }
    | ["stood"; p; k] when windowed header.rules -> { fcls = StoodAt (natural (number k)); fpos = position b p; fwho = None; fto = None }
    | ["stood"; p; who; k] when windowed header.rules -> { fcls = StoodAt (natural (number k)); fpos = position b p; fwho = Some (black who); fto = None }
    | [c; p] -> { fcls = cls c; fpos = position b p; fwho = None; fto = None }
    | [c; p; who] -> { fcls = cls c; fpos = position b p; fwho = Some (black who); fto = None }
    | _ -> malformed "%s: not a fact" word in
  let claim relation text = let p, q = score text in claim relation p q in
  let read least word =
    let rest = String.sub word 1 (String.length word - 1) in
    match word.[0] with
    | '-' -> (false, Plain (fact rest)) | '+' -> (true, Plain (fact rest))
    | _ -> match String.split_on_char ':' word with
      | ["mean"; c; p; who; text] ->
          let n = if String.length text > 1 && text.[1] = '=' then 2 else 1 in
          if (text.[0] = '>') <> least then malformed "a mean for the other player";
          (false, Mean (fact (String.concat ":" [c; p; who]), z_claim (claim (String.sub text 0 n) (String.sub text n (String.length text - n)))))
      | ["margin"; c; p; who; text; k] ->
          let _, q = score text in
          (false, Margin (fact (String.concat ":" [c; p; who]), z_claim (claim (if least then ">=" else "<=") text), z (number k * (fractions.unit / q))))
      | _ -> malformed "the read %s" word in
  let last = ref [] in
  let reference = function
    | [("lemma" | "last") as how; n; m] ->
        let n = number n in
        if how = "last" then last := n :: !last;
        (n, map m)
    | words -> malformed "%s: not a reference" (String.concat " " words) in
  let outcome = function
    | ["end"] -> OEnd
    | ["stop"] when header.version = 1 -> OStop 0
    | "stop" :: (("lemma" | "last") :: _ as by) -> let n, g = reference by in OStopLemma (named n, g)
    | ["stop"; i] when header.version = 2 -> OStop (natural (number i - 1))
    | ["life"] -> life header.rules
    | ["barred"; f] -> OBarred (Plain (fact f))
    | by -> let n, g = reference by in OLemma (named n, g) in
  let rec plays found = match line () with
    | "play" :: mv :: words -> plays ((move mv, outcome words) :: found)
    | words -> back words; List.rev found in
  let next () =
    last := [];
    match line () with
    | ["lemma"; n; p; who; phase; relation; score] ->
        let rec reads found = match line () with
          | "reads" :: words -> reads (Some (List.rev_append (List.map (read (relation.[0] = '>')) words) (Option.value found ~default:[])))
          | words -> back words; found in
        let rs = reads None in
        let ps = plays [] in
        lemma header.rules (number n) (key header.rules (position b p) (black who) (number phase)) (claim relation score) rs ps !last
    | ["closed"; count] ->
        let count = natural (number count) in
        let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f in
        let stated = times count (fun () -> match line () with
          | ["lemma"; n; p; who; phase; relation; score] ->
              (number n, key header.rules (position b p) (black who) (number phase), claim relation score)
          | words -> malformed "%s: not a statement" (String.concat " " words)) in
        let proved = List.map (fun ((n, _, _) as statement) -> match line () with
          | ["proof"; word] when number word = n -> (statement, plays [])
          | words -> malformed "%s: not the proof of lemma %d" (String.concat " " words) n) stated in
        closed header.rules proved !last
    | "theorem" :: p :: who :: rest ->
        let moves, rest = match rest with
          | "after" :: ms :: rest -> (List.map move (String.split_on_char ',' ms), rest) | _ -> ([], rest) in
        (match rest with
         | relation :: score :: "by" :: by ->
             let lemma, g = reference by in
             Theorem { start = position b p; mover = black who; moves; claim = claim relation score; or_no_end = false; lemma; by = g; last = !last <> []; unit = fractions.unit }
         | relation :: score :: "or-no-end" :: "by" :: by ->
             let lemma, g = reference by in
             Theorem { start = position b p; mover = black who; moves; claim = claim relation score; or_no_end = true; lemma; by = g; last = !last <> []; unit = fractions.unit }
         | words -> malformed "%s: not a theorem" (String.concat " " words))
    | ["end"] -> End
    | [] -> malformed "the file ends before its end"
    | words -> malformed "%s: not a step" (String.concat " " words) in
  { header; fractions; next; over = (fun () -> line () = []) }

(* --- binary --- *)

let binary header fractions byte =
  let to_claim relation p q = if header.rules.clause_scored then fraction fractions relation p q else Question.claim relation p q in
  let b = header.board and v1 = header.version = 1 in
  let rec leb shift = if shift > 56 then malformed "a number of more than 9 bytes" else
    let d = byte () in (d land 127) lsl shift lor (if d >= 128 then leb (shift + 7) else 0) in
  let unsigned () = leb 0 in
  let signed () = let n = unsigned () in if n land 1 = 0 then n / 2 else - ((n + 1) / 2) in
  let position () =
    let rec stones left = if left = 0 then [] else begin
      let few = min left 5 in
      let rec digits few d = if few = 0 then (if d <> 0 then malformed "not a position"; []) else
        (match d mod 3 with 0 -> E | 1 -> B | _ -> W) :: digits (few - 1) (d / 3) in
      let here = digits few (byte ()) in
      here @ stones (left - few) end in
    stones (points b) in
  let move () = match byte () with
    | 255 -> None | 254 -> Some (points b + 1) | 253 -> Some (points b)
    | i -> if i < points b then Some i else malformed "move %d: there is no such intersection" i in
  let claim () =
    let d = unsigned () in
    let p = signed () in
    to_claim [| ">="; ">"; "<"; "<=" |].(d land 3) p (1 + d / 4) in
  let fact () =
    let d = byte () in
    let c, who = if v1 then (d land 3, d / 4) else (d land 15, d / 16) in
    let fcls = class_of c in
    let fpos = position () in
    let fto = if fcls <> Moved then None else
      let rec stones left d = if left = 0 then (if d <> 0 then malformed "not the number of a position"; []) else
        (match d mod 3 with 0 -> E | 1 -> B | _ -> W) :: stones (left - 1) (d / 3) in
      match unsigned () with 0 -> malformed "no second position" | d -> Some (stones (points b) (d - 1)) in
    let fcls = if fcls = Stood && windowed header.rules then StoodAt (natural (unsigned ())) else fcls in
    { fcls; fpos; fto; fwho = (match who with 0 -> None | 1 -> Some true | 2 -> Some false | _ -> malformed "a player who does not play") } in
  let read least () = match byte () with
    | 0 -> (false, Plain (fact ())) | 1 -> (true, Plain (fact ()))
    | 2 ->
        let f = fact () in
        let c = claim () in
        if fractions.unit > 0 && fst c <> least then malformed "a mean for the other player";
        (false, Mean (f, z_claim c))
    | 3 ->
        let f = fact () in
        let q = unsigned () in
        let p = signed () in
        let k = signed () in
        let c = to_claim (if least then ">=" else "<=") p q in
        (false, Margin (f, z_claim c, z (k * (fractions.unit / q))))
    | _ -> malformed "a read of no kind" in
  let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f in
  let map = remembered (fun m ->
    if b.grid then of_letters b (m land 1 = 1) (m land 2 = 2) (m land 4 = 4) (m land 8 = 8) else of_permutation b (m / 2) (m land 1 = 1)) in
  let count = ref 0 and last = ref [] in
  let reference n m how =
    let n = n - signed () in
    if n < 1 then malformed "a reference before the first lemma";
    if how then last := n :: !last;
    (n, map m) in
  let barred key mv cls =
    let bars = match play_at b.graph header.rules key mv with Some play -> play.bars | None -> [] in
    match List.find_opt (fun f -> f.fcls = cls) bars with
    | Some f -> OBarred (Plain f) | None -> malformed "a bar that the play has not" in
  let outcome n key mv =
    let d = if v1 then byte () else unsigned () in
    let c, m = d land 7, d / 8 in
    let by stop how = let n, g = reference n m how in if stop then OStopLemma (named n, g) else OLemma (named n, g) in
    match c with
    | 0 -> OEnd
    | 1 -> OStop (natural m)
    | 2 -> life header.rules
    | 3 when not v1 -> barred key mv (class_of m)
    | 3 -> barred key mv Stood | 4 when v1 -> barred key mv Undone | 5 when v1 -> barred key mv Initialised
    | 4 -> by true false | 5 -> by true true | 6 -> by false false | _ -> by false true in
  let state () = let p = position () in let d = unsigned () in key header.rules p (d land 1 = 0) (d / 2) in
  let plays n key = times (unsigned ()) (fun () -> let mv = move () in (mv, outcome n key mv)) in
  let next () =
    last := [];
    match byte () with
    | 0 -> End
    | 1 ->
        let start = position () in
        let mover = match byte () with 0 -> true | 1 -> false | _ -> malformed "a player who does not play" in
        let moves = times (unsigned ()) move in
        let or_no_end = match byte () with 0 -> false | 1 -> true | d -> malformed "the byte %d for or-no-end" d in
        let claim = claim () in
        let d = if v1 then byte () else unsigned () in
        let lemma, g = reference (!count + 1) (d / 8) (d land 7 = 7) in
        Theorem { start; mover; moves; claim; or_no_end; lemma; by = g; last = !last <> []; unit = fractions.unit }
    | (2 | 3) as form ->
        incr count;
        let key = state () in
        let claim = claim () in
        let reads = if form = 2 then Some (times (unsigned ()) (read (fst claim))) else None in
        lemma header.rules !count key claim reads (plays !count key) !last
    | 4 ->
        let statement () = incr count; let key = state () in (!count, key, claim ()) in
        let stated = times (unsigned ()) statement in
        closed header.rules (List.map (fun ((n, key, _) as statement) -> (statement, plays n key)) stated) !last
    | d -> malformed "step %d: there is none" d in
  { header; fractions; next; over = (fun () -> match byte () with _ -> false | exception Malformed _ -> true) }

(* --- both --- *)

(* A file in either form, compressed or not; with a question, what the file says of board and rules is passed over. *)
type opened = { channel : in_channel; line : unit -> string list; back : string list -> unit }
let opened path =
  let channel =
    let plain = open_in_bin path in
    let magic = try let a = input_byte plain in let b = input_byte plain in (a, b) with End_of_file -> (0, 0) in
    if magic = (31, 139) then (close_in plain; Unix.open_process_args_in "gzip" [| "gzip"; "-dc"; "--"; path |])
    else (seek_in plain 0; plain) in
  let words text =
    let text = match String.index_opt text '#' with Some i -> String.sub text 0 i | None -> text in
    List.filter (( <> ) "") (String.split_on_char ' ' text) in
  let taken_back = ref [] in
  let rec line () = match !taken_back with
    | words :: rest -> taken_back := rest; words
    | [] -> (match words (input_line channel) with [] -> line () | found -> found | exception End_of_file -> []) in
  { channel; line; back = (fun words -> taken_back := words :: !taken_back) }

let header_of { line; back; _ } question =
  let version, is_binary = match line () with
    | ["superko"; "certificate"; ("1" | "2") as v] -> (number v, false)
    | ["superko"; "certificate"; ("1" | "2") as v; "binary"] -> (number v, true)
    | _ -> malformed "not a certificate" in
  let header = header version line back in
  (is_binary, match question with
    | None -> header
    | Some (board, rules, beyond, told) -> { header with board = { board with maps = header.board.maps }; rules; beyond; told })
let rec of_opened ?(fractions = { unit = 0; common = 1 }) path { channel; line; back } question (is_binary, header) =
  let source = match is_binary with
    | false -> text header fractions line back
    | true ->
        if line () <> ["data"] then malformed "no data";
        binary header fractions (fun () -> try input_byte channel with End_of_file -> malformed "the file ends before its end") in
  if not header.rules.clause_scored || fractions.unit > 0 then source
  else begin
    let rec scan () = match source.next () with End -> () | _ -> scan () in
    scan ();
    close_in channel;
    fractions.unit <- fractions.common;
    let again = opened path in
    of_opened ~fractions path again question (header_of again question) end
