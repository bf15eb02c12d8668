(* The steps of a certificate as they are written, from its text or its binary form (solutions/CERTIFICATES.md), for rules whose keys and
   facts are not those of steps.ml. All of them are advice: a step that was misread can only make the checker refuse. *)
open Question

(* A position: 0 for empty, 1 for Black, and so on. A fact: its class by the number of the binary form, its player as in a position or 0,
   and a second position where it has one: 0 for none. *)
type position = int list
type fact = { cls : int; at : position; who : int; second : position option option }
type move = int option (* the resignation and the coupon have the numbers after those of the intersections *)
type map = { there : int list; swap : bool }
type outcome = End | Stop of int | Life | Barred of fact | Barred_by of int | Lemma of int * map | Stop_lemma of int * map
type claim = string * int * int
(* A read asks for a fact, or that a margin, over 0 if the fact holds, is at least so much. *)
type read = Asks of bool * fact | Margin of fact * int
type lemma = { number : int; key : position * int * int; claim : claim; reads : read list option; plays : (move * outcome) list; last : int list }
type theorem = { start : position; mover : int; after : move list; states : claim; or_no_end : bool; by : int * map; forget : int list }
type step = One of lemma | Theorem of theorem | Over
type source = { next : unit -> step; ended : unit -> bool }

let index_of x l = let rec go i = function [] -> None | y :: _ when y = x -> Some i | _ :: l -> go (i + 1) l in go 0 l
let permutation b number =
  if number = 0 then Steps.identity b else if number < 0 || number > Array.length b.maps then malformed "map %d: there is none" number else b.maps.(number - 1)
let players = ["black"; "white"; "red"; "green"; "yellow"; "violet"]
let player_of word = match index_of word players with Some i -> i | None -> malformed "%s: not a player" word
let classes = ["stood"; "undone"; "passed"; "initialised"; "disturbed"; "declined"; "occurred"; "occurred-twice"; "followed-1"; "followed-2"; "followed-3"; "followed-4"; "moved"; "made"]
let stones = ".XORGYV"
let position b text =
  let found = List.filter_map (fun c -> if c = '/' then None else match String.index_opt stones c with Some i -> Some i | None -> malformed "%s: not a position" text)
    (List.of_seq (String.to_seq text)) in
  if List.length found <> points b then malformed "%s: not a position of this board" text;
  found
let written b stone_list =
  String.concat "/" (List.init b.rows (fun r -> String.of_seq (List.to_seq (List.map (fun i -> stones.[i]) (List.filteri (fun i _ -> i / b.cols = r) stone_list)))))

let text header line back seconds =
  let b = header.board in
  let map word =
    let swap = word <> "=" && word.[String.length word - 1] = 'x' in
    let rest = if swap then String.sub word 0 (String.length word - 1) else word in
    let has = String.contains rest in
    let there = if rest = "" || rest = "=" then Steps.identity b
      else if b.grid then Steps.on_grid b (has 't') (has 'v') (has 'h') else permutation b (number rest) in
    { there; swap } in
  let map = Steps.remembered map in
  let fact word = match String.split_on_char ':' word with
    | cls :: at :: rest ->
        let cls = match index_of cls classes with Some i -> i | None -> malformed "%s: not a fact" word in
        let second = function "none" -> Some None | text -> Some (Some (position b text)) in
        let who, second = match rest with
          | [] -> (0, None)
          | [p] when cls = 12 -> (0, second p)
          | [who] -> (player_of who + 1, None)
          | [who; p] when seconds -> (player_of who + 1, second p)
          | _ -> malformed "%s: not a fact" word in
        { cls; at = position b at; who; second }
    | _ -> malformed "%s: not a fact" word in
  let read word =
    let rest = String.sub word 1 (String.length word - 1) in
    match word.[0] with
    | '-' -> Asks (false, fact rest)
    | '+' -> Asks (true, fact rest)
    | _ -> match List.rev (String.split_on_char ':' word) with
      | k :: "0" :: at when List.length at > 1 && List.nth at (List.length at - 1) = "margin" -> Margin (fact (String.concat ":" (List.tl (List.rev at))), number k)
      | _ -> malformed "the read %s" word in
  let last = ref [] in
  let reference = function
    | [("lemma" | "last") as how; n; m] -> let n = number n in if how = "last" then last := n :: !last; (n, map m)
    | words -> malformed "%s: not a reference" (String.concat " " words) in
  let outcome = function
    | ["end"] -> End
    | "stop" :: (("lemma" | "last") :: _ as by) -> let n, g = reference by in Stop_lemma (n, g)
    | ["stop"; i] -> Stop (natural (number i - 1))
    | ["life"] -> Life
    | ["barred"; f] -> Barred (fact f)
    | by -> let n, g = reference by in Lemma (n, g) in
  let rec plays found = match line () with
    | "play" :: mv :: words -> plays ((move b mv, outcome words) :: found)
    | words -> back words; List.rev found in
  let claim relation text = let p, q = score text in (relation, p, q) in
  let next () =
    last := [];
    match line () with
    | ["lemma"; n; p; who; phase; relation; score] ->
        let rec reads found = match line () with
          | "reads" :: words -> reads (Some (List.rev_append (List.map read words) (Option.value found ~default:[])))
          | words -> back words; found in
        let reads = reads None in
        let plays = plays [] in
        One { number = number n; key = (position b p, player_of who, natural (number phase)); claim = claim relation score; reads; plays; last = !last }
    | "closed" :: _ -> malformed "a closed set where every game ends"
    | "theorem" :: p :: who :: rest ->
        let after, rest = match rest with
          | "after" :: ms :: rest -> (List.map (move b) (String.split_on_char ',' ms), rest) | _ -> ([], rest) in
        let made or_no_end relation score by =
          let by = reference by in
          Theorem { start = position b p; mover = player_of who; after; states = claim relation score; or_no_end; by; forget = !last } in
        (match rest with
         | relation :: score :: "by" :: by -> made false relation score by
         | relation :: score :: "or-no-end" :: "by" :: by -> made true relation score by
         | words -> malformed "%s: not a theorem" (String.concat " " words))
    | ["end"] -> Over
    | [] -> malformed "the file ends before its end"
    | words -> malformed "%s: not a step" (String.concat " " words) in
  { next; ended = (fun () -> line () = []) }

let binary header byte n seconds =
  let b = header.board in
  let rec leb shift = if shift > 56 then malformed "a number of more than 9 bytes" else
    let d = byte () in (d land 127) lsl shift lor (if d >= 128 then leb (shift + 7) else 0) in
  let unsigned () = leb 0 in
  let signed () = let d = unsigned () in if d land 1 = 0 then d / 2 else - ((d + 1) / 2) in
  let rec digits base few d = if few = 0 then (if d <> 0 then malformed "not a position"; []) else (d mod base) :: digits base (few - 1) (d / base) in
  let width = [| 0; 0; 5; 4; 3; 3; 2 |].(n) in
  let position () =
    let rec from left = if left = 0 then [] else let few = min left width in let here = digits (n + 1) few (byte ()) in here @ from (left - few) in
    from (points b) in
  let second () = match unsigned () with 0 -> Some None | d -> Some (Some (digits 3 (points b) (d - 1))) in
  let move () = match byte () with
    | 255 -> None | 254 -> Some (points b + 1) | 253 -> Some (points b)
    | i -> if i < points b then Some i else malformed "move %d: there is no such intersection" i in
  let claim () = let d = unsigned () in let p = signed () in ([| ">="; ">"; "<"; "<=" |].(d land 3), p, 1 + d / 4) in
  let fact () =
    let d = byte () in
    let cls = d land 15 in
    let at = position () in
    let second = if cls = 12 || cls = 0 && seconds then second () else None in
    { cls; at; who = d / 16; second } in
  let read () = match byte () with
    | 0 -> Asks (false, fact ())
    | 1 -> Asks (true, fact ())
    | 3 ->
        let f = fact () in
        if unsigned () <> 1 || signed () <> 0 then malformed "a margin over what is no repetition";
        Margin (f, signed ())
    | _ -> malformed "a read of no kind" in
  let rec times n f = if n = 0 then [] else let x = f () in x :: times (n - 1) f in
  let map = Steps.remembered (fun m ->
    if b.grid then { there = Steps.on_grid b (m land 1 = 1) (m land 2 = 2) (m land 4 = 4); swap = m land 8 = 8 } else { there = permutation b (m / 2); swap = m land 1 = 1 }) in
  let count = ref 0 and last = ref [] in
  let reference n m how =
    let n = n - signed () in
    if n < 1 then malformed "a reference before the first lemma";
    if how then last := n :: !last;
    (n, map m) in
  let outcome n =
    let d = unsigned () in
    let c, m = d land 7, d / 8 in
    match c with
    | 0 -> End | 1 -> Stop (natural m) | 2 -> Life | 3 -> Barred_by m
    | 4 | 5 -> let n, g = reference n m (c = 5) in Stop_lemma (n, g)
    | _ -> let n, g = reference n m (c = 7) in Lemma (n, g) in
  let next () =
    last := [];
    match byte () with
    | 0 -> Over
    | 1 ->
        let start = position () in
        let mover = byte () in
        let after = times (unsigned ()) move in
        let or_no_end = match byte () with 0 -> false | 1 -> true | d -> malformed "the byte %d for or-no-end" d in
        let states = claim () in
        let d = unsigned () in
        let by = reference (!count + 1) (d / 8) (d land 7 = 7) in
        Theorem { start; mover; after; states; or_no_end; by; forget = !last }
    | (2 | 3) as form ->
        incr count;
        let at = position () in
        let d = unsigned () in
        let claim = claim () in
        let reads = if form = 2 then Some (times (unsigned ()) read) else None in
        let plays = times (unsigned ()) (fun () -> let mv = move () in (mv, outcome !count)) in
        One { number = !count; key = (at, d mod n, d / n); claim; reads; plays; last = !last }
    | 4 -> malformed "a closed set where every game ends"
    | d -> malformed "step %d: there is none" d in
  { next; ended = (fun () -> match byte () with _ -> false | exception Malformed _ -> true) }

let source header { Steps.channel; line; back } is_binary n seconds =
  if not is_binary then text header line back seconds else begin
    if line () <> ["data"] then malformed "no data";
    binary header (fun () -> try input_byte channel with End_of_file -> malformed "the file ends before its end") n seconds
  end
