(* The board in sets of intersections, parts of it with replies, and settled positions (docs/formats.md), for bounded.ml. What is found
   here is advice to the checker. *)
open Checker
open Question

(* --- the board, in sets of intersections --- *)

type go = {
  size : int; beside : int array; full : int; su : suicide;
  nearby : int array array;        (* for each eight intersections what is beside one of a set of them *)
  group : int array array;         (* the symmetries, the first of which is the identity *)
  images : int array array array } (* for each of them and each eight intersections the images of their sets *)

let bit i = 1 lsl i
let rec members set i = if set = 0 then [] else if set land 1 = 1 then i :: members (set lsr 1) (i + 1) else members (set lsr 1) (i + 1)
let members set = members set 0
let counts = Array.init 256 (fun set -> let rec go set k = if set = 0 then k else go (set land (set - 1)) (k + 1) in go set 0)
let rec count set = if set = 0 then 0 else counts.(set land 255) + count (set lsr 8)
let lowest set = count ((set land (- set)) - 1)
(* Of each eight intersections and each set of them what [of_one] has for one of the set. *)
let by_eights size of_one = Array.init ((size + 7) / 8) (fun byte -> Array.init 256 (fun set ->
  let all = ref 0 in
  for k = 0 to 7 do if set land bit k <> 0 && 8 * byte + k < size then all := !all lor of_one (8 * byte + k) done;
  !all))
let all_of tables set =
  let all = ref 0 in
  for byte = 0 to Array.length tables - 1 do all := !all lor tables.(byte).((set lsr (8 * byte)) land 255) done;
  !all
let near go set = all_of go.nearby set
let flood go from within =
  let rec grow all = let next = (all lor near go all) land within in if next = all then all else grow next in
  grow (from land within)
let rec parts go set = if set = 0 then [] else let part = flood go (set land (- set)) set in part :: parts go (set land lnot part)

(* A position: the stones of Black and those of White. *)
let swap (black, white) = (white, black)
let of_player prover (black, white) = if prover then (black, white) else (white, black)

(* A stone of the player whose stones are [own]: what stands then. *)
let place go (own, others) i =
  let stone = bit i in
  if (own lor others) land stone <> 0 then None else
  let own = own lor stone in
  let taken = List.fold_left (fun taken chain ->
    if near go chain land stone <> 0 && near go chain land lnot (own lor others) land go.full = 0 then taken lor chain else taken) 0 (parts go others) in
  let others = others land lnot taken in
  let chain = flood go stone own in
  if near go chain land lnot (own lor others) land go.full <> 0 then Some (own, others, taken, chain) else
  match go.su with
  | Forbidden -> None
  | MultiStone when chain = stone -> None
  | _ -> Some (own land lnot chain, others, taken, chain)
let ko go (own, others, taken, chain) i =
  let free = near go chain land lnot (own lor others) land go.full in
  if count taken = 1 && chain = bit i && own land chain <> 0 && free = taken then Some (lowest taken) else None

let images_of size group = Array.map (fun image -> by_eights size (fun i -> bit image.(i))) group
let move_set go k set = all_of go.images.(k) set

(* The player's chains that are alive, and the regions left. *)
let alive go own others empty_alone =
  let asked region = if empty_alone then region land lnot others else region in
  let rec go_on chains regions =
    let vital chain region = near go region land chain <> 0 && asked region land lnot (near go chain) = 0 in
    let left, gone = List.partition (fun chain -> List.length (List.filter (vital chain) regions) >= 2) chains in
    if gone = [] then (chains, regions) else
    go_on left (List.filter (fun region -> not (List.exists (fun chain -> near go region land chain <> 0) gone)) regions) in
  go_on (parts go own) (parts go (go.full land lnot own))
let union = List.fold_left (lor) 0

(* --- parts of the board with replies --- *)

type limits = { most : int; largest : int; untouched : int }
(* Stones of the player and of his opponent in a part, each as far as it is in it. *)
type part = { set : int; own : int; others : int }
(* A hash of a number, of which all bits count. *)
let spread x = (x * 0x9E3779B97F4A7C1) lsr 20
(* By a part and the eyes that it gives. *)
module Asked = Hashtbl.Make (struct
  type t = part * int
  let equal (p, e) (q, f) = p.set = q.set && p.own = q.own && p.others = q.others && (e : int) = f
  let hash (p, e) = spread (((p.set * 0x9E3779B1 + p.own) * 0x85EBCA6B + p.others) * 0xC2B2AE3D + e)
end)
module Sets = Hashtbl.Make (struct
  type t = int
  let equal (x : int) y = x = y
  let hash = spread
end)
type search = {
  board : go; limits : limits; near_of : int Sets.t; given : (int * int) Asked.t; made : (int * int) Asked.t; named : int Asked.t;
  mutable told : (part * int * int) array; mutable number : int; (* the parts that the checker is told of, with their eyes and replies *)
  player : color }

let near_in s set = match Sets.find_opt s.near_of set with
  | Some near -> near
  | None -> let near_ = set land near s.board (s.board.full land lnot set) in Sets.replace s.near_of set near_; near_
let within part set = { set; own = part.own land set; others = part.others land set }
(* After each stone on a part of the player whose stones are the first: the intersection, what stands, its chain, whether that is
   beside an empty intersection of the part. *)
let stones s set own others =
  let empty = set land lnot (own lor others) in
  List.map (fun i ->
    let mine = own lor bit i in
    let taken = List.fold_left (fun taken j ->
      if taken land bit j <> 0 then taken else
      let chain = flood s.board (bit j) others in
      if near s.board chain land empty land lnot (bit i) = 0 then taken lor chain else taken) 0 (members (s.board.beside.(i) land others)) in
    let theirs = others land lnot taken in
    let chain = flood s.board (bit i) mine in
    (i, mine, theirs, chain, near s.board chain land set land lnot (mine lor theirs) <> 0)) (members empty)

let asked known key replies compute =
  let least, open_ = match Asked.find_opt known key with Some found -> found | None -> (max_int, 0) in
  if least <= replies then true else if replies < open_ then false else begin
    let found = compute () in
    let least, open_ = match Asked.find_opt known key with Some found -> found | None -> (max_int, 0) in
    (* Before there are too many all are forgotten. *)
    if Asked.length known > 1 lsl 21 then Asked.reset known;
    Asked.replace known key (if found then (min least replies, open_) else (least, max open_ (replies + 1)));
    found
  end
let rec gives s part eyes replies =
  let near_ = near_in s part.set in
  let free = near_ land lnot (part.own lor part.others) in
  if eyes > 0 && free = 0 || eyes = 2 && free land (free - 1) = 0 then false else
  if eyes < 2 && near_ = part.set then true else
  if replies = 0 then false else
  asked s.given (part, eyes) replies (fun () ->
    makes s part eyes (replies - 1) &&
    List.for_all (fun (_, theirs, mine, _, stands) -> not stands || makes s { part with own = mine; others = theirs } eyes (replies - 1))
      (stones s part.set part.others part.own))
and makes s part eyes replies = asked s.made (part, eyes) replies (fun () -> reply s part eyes replies <> None)
(* The stone, and the parts that it leaves, each with its eyes and replies. *)
and reply s part eyes replies =
  let near_ = near_in s part.set in
  List.find_map (fun (i, mine, theirs, chain, stands) ->
    let next = { part with own = mine; others = theirs } in
    if chain land near_ <> 0 then
      Option.map (fun pieces -> (i, pieces)) (assign s (within next (part.set land lnot chain)) eyes replies)
    else if stands && gives s next eyes replies then Some (i, [(next, eyes, replies)]) else None) (stones s part.set part.own part.others)
and least_replies s part eyes most =
  let rec go r = if r > most then None else if gives s part eyes r then Some r else go (r + 1) in
  go 0
(* The connected parts of a set, each with eyes and replies, so that they have as many eyes and no more replies. *)
and assign s part eyes replies =
  let rec go pieces eyes replies = match pieces with
    | [] -> if eyes = 0 then Some [] else None
    | set :: rest ->
        let part = within part set in
        let rec with_eyes e =
          if e < 0 then None else
          match least_replies s part e replies with
          | None -> with_eyes (e - 1)
          | Some r -> (match go rest (eyes - e) (replies - r) with Some found -> Some ((part, e, r) :: found) | None -> with_eyes (e - 1)) in
        with_eyes eyes in
  go (parts s.board part.set) eyes replies

(* What the checker is told of parts. *)
let listed_of s part =
  let other = match s.player with B -> W | _ -> B in
  List.init s.board.size (fun i -> if part.own land bit i <> 0 then s.player else if part.others land bit i <> 0 then other else E)
let rec piece s (part, eyes, replies) =
  if eyes < 2 && near_in s part.set = part.set then Near (members part.set, eyes) else Known (known s part eyes)
and told s part eyes replies = match reply s part eyes replies with
  | Some (i, pieces) -> { r_stone = i; r_pieces = List.map (piece s) pieces }
  | None -> failwith "a part without a reply"
and known s part eyes = match Asked.find_opt s.named (part, eyes) with
  | Some j -> j
  | None ->
      let replies = match least_replies s part eyes s.limits.most with Some r -> r | None -> failwith "a part that gives nothing" in
      (* Those that it refers to come before it; what it says is found again when it is asked for. *)
      ignore (told s part eyes (replies - 1));
      List.iter (fun (_, theirs, mine, _, stands) -> if stands then ignore (told s { part with own = mine; others = theirs } eyes (replies - 1)))
        (stones s part.set part.others part.own);
      if s.number = Array.length s.told then s.told <- Array.append s.told (Array.make (max 1024 s.number) (part, eyes, replies));
      s.told.(s.number) <- (part, eyes, replies);
      s.number <- s.number + 1;
      Asked.replace s.named (part, eyes) (s.number - 1);
      s.number - 1
let part_told s j =
  let part, eyes, replies = s.told.(j) in
  let answers = lazy (stones s part.set part.others part.own) in
  { q_set = members part.set; q_pos = listed_of s part; q_eyes = eyes; q_replies = replies; q_own = told s part eyes (replies - 1);
    q_answer = (fun i -> match List.find_opt (fun (k, _, _, _, _) -> k = i) (Lazy.force answers) with
      | Some (_, theirs, mine, _, _) -> told s { part with own = mine; others = theirs } eyes (replies - 1)
      | None -> { r_stone = 0; r_pieces = [] }) }

(* --- settled positions --- *)

(* By filling, with the chains and the parts; by replies, with the chains, how many eyes are asked, and the parts with theirs; by passing, with
   the chains and the regions. *)
type settled = Fills of int * int list | Replied of int * int * (part * int * int) list | Keeps of int * int list

let by_replies go s spare own others =
  let touched set = count (go.full land lnot (set lor near go set)) <= s.limits.untouched + spare in
  let around chains eyes =
    let outside = { set = go.full land lnot chains; own = own land lnot chains; others } in
    (* The parts that are chosen, the others having no more than the intersections that are to spare. *)
    let rec choose parts eyes replies spare = match parts with
      | [] -> if eyes = 0 then Some [] else None
      | set :: rest ->
          let part = within outside set in
          let rec with_eyes e =
            if e < 0 then None else
            match least_replies s part e replies with
            | None -> with_eyes (e - 1)
            | Some r -> (match choose rest (eyes - e) (replies - r) spare with Some found -> Some ((part, e, r) :: found) | None -> with_eyes (e - 1)) in
          match if count set > s.limits.largest && near_in s set <> set then None else with_eyes eyes with
          | Some found -> Some found
          | None -> if spare >= count set then choose rest eyes replies (spare - count set) else None in
    Option.map (fun pieces -> Replied (chains, eyes, pieces)) (choose (parts go outside.set) eyes s.limits.most spare) in
  if not (touched own) then None else begin
    let living = fst (alive go own others false) in
    let rec subsets = function [] -> [0] | chain :: rest -> let l = subsets rest in List.map (fun set -> set lor chain) l @ l in
    let sets = List.filter (fun set -> set <> 0 && touched set && union (fst (alive go set 0 false)) = set) (subsets living) in
    match List.find_map (fun set -> around set 0) sets with
    | Some found -> Some found
    | None -> List.find_map (fun chain -> if touched chain then around chain 2 else None) (parts go own)
  end

let settle go prover enough search stones =
  let own, others = of_player prover stones in
  let by_filling () =
    let chains, _ = alive go own others false in
    let chains = union chains in
    let secured = List.filter (fun part -> part land lnot (near go chains) = 0) (parts go (go.full land lnot chains)) in
    if enough (count chains + count (union secured)) then Some (Fills (chains, secured)) else None in
  let by_passing () =
    let chains, regions = alive go own others (go.su = Forbidden) in
    let chains = union chains in
    let eyes = List.filter (fun region -> count region = 1 && near go region land chains <> 0) regions in
    if enough (count chains + count (union eyes)) then
      Some (Keeps (chains, List.filter (fun region -> region land lnot (own lor others) <> 0 && near go region land chains <> 0) regions)) else None in
  let first = List.find_map (fun f -> f ()) in
  match first [(fun () -> if go.su = Forbidden then by_filling () else None); by_passing;
               (fun () -> Option.bind search (fun (s, spare) -> by_replies go s spare own others))] with
  | Some found -> Some found
  | None -> if go.su <> Forbidden && by_filling () <> None then not_covered "a position settled by filling where suicide is not forbidden" else None
