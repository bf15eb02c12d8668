(* Bounded certificates (docs/formats.md): the walk through their states, and what the checker has to be told of them. All of it is
   advice: what is walked or settled wrongly can only make the checker refuse. *)
open Checker
open Question

(* --- the board, in sets of intersections --- *)

type go = {
  size : int; beside : int array; full : int; su : suicide;
  group : int array array;         (* the symmetries, the first of which is the identity *)
  images : int array array array } (* for each of them and each eight intersections the images of their sets *)

let bit i = 1 lsl i
let rec members set i = if set = 0 then [] else if set land 1 = 1 then i :: members (set lsr 1) (i + 1) else members (set lsr 1) (i + 1)
let members set = members set 0
let count set = let rec go set k = if set = 0 then k else go (set land (set - 1)) (k + 1) in go set 0
let lowest set = let rec go i set = if set land 1 = 1 then i else go (i + 1) (set lsr 1) in go 0 set
let near go set =
  let rec grow rest all = if rest = 0 then all else let i = lowest rest in grow (rest land (rest - 1)) (all lor go.beside.(i)) in
  grow set 0
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

let images_of size group = Array.map (fun image ->
  Array.init ((size + 7) / 8) (fun byte -> Array.init 256 (fun set ->
    let all = ref 0 in
    for k = 0 to 7 do if set land bit k <> 0 && 8 * byte + k < size then all := !all lor bit image.(8 * byte + k) done;
    !all))) group
let move_set go k set =
  let tables = go.images.(k) in
  let all = ref 0 in
  for byte = 0 to Array.length tables - 1 do all := !all lor tables.(byte).((set lsr (8 * byte)) land 255) done;
  !all

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
type search = {
  board : go; limits : limits; near_of : (int, int) Hashtbl.t; given : (part * int, int * int) Hashtbl.t; made : (part * int, int * int) Hashtbl.t;
  named : (part * int, int) Hashtbl.t; mutable told : part_of list; mutable number : int; player : color }

let near_in s set = match Hashtbl.find_opt s.near_of set with
  | Some near -> near
  | None -> let near_ = set land near s.board (s.board.full land lnot set) in Hashtbl.replace s.near_of set near_; near_
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
  let least, open_ = match Hashtbl.find_opt known key with Some found -> found | None -> (max_int, 0) in
  if least <= replies then true else if replies < open_ then false else begin
    let found = compute () in
    let least, open_ = match Hashtbl.find_opt known key with Some found -> found | None -> (max_int, 0) in
    Hashtbl.replace known key (if found then (min least replies, open_) else (least, max open_ (replies + 1)));
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
and known s part eyes = match Hashtbl.find_opt s.named (part, eyes) with
  | Some j -> j
  | None ->
      let replies = match least_replies s part eyes s.limits.most with Some r -> r | None -> failwith "a part that gives nothing" in
      let told part = match reply s part eyes (replies - 1) with
        | Some (i, pieces) -> { r_stone = i; r_pieces = List.map (piece s) pieces }
        | None -> failwith "a part without a reply" in
      let own = told part in
      let answers = Array.make s.board.size { r_stone = 0; r_pieces = [] } in
      List.iter (fun (i, theirs, mine, _, stands) -> if stands then answers.(i) <- told { part with own = mine; others = theirs })
        (stones s part.set part.others part.own);
      s.told <- { q_set = members part.set; q_pos = listed_of s part; q_eyes = eyes; q_replies = replies; q_own = own; q_answer = (fun i -> answers.(i)) } :: s.told;
      s.number <- s.number + 1;
      Hashtbl.replace s.named (part, eyes) (s.number - 1);
      s.number - 1

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

(* --- the walk --- *)

type claim = { prover : bool; least : bool * int; plays_on : bool; retakes : bool }
(* A list of numbers that grows, in pieces, so that nothing is copied. *)
module Row = struct
  type t = { mutable pieces : int array array; mutable length : int }
  let size = 1 lsl 18
  let create () = { pieces = [||]; length = 0 }
  let get r i = r.pieces.(i lsr 18).(i land (size - 1))
  let add r x =
    if r.length land (size - 1) = 0 then r.pieces <- Array.append r.pieces [| Array.make size 0 |];
    r.pieces.(r.length lsr 18).(r.length land (size - 1)) <- x;
    r.length <- r.length + 1
end
(* From numbers to numbers. *)
module Table = struct
  type t = { mutable keys : int array; mutable values : int array; mutable used : int }
  let create () = { keys = Array.make 1024 (-1); values = Array.make 1024 0; used = 0 }
  let place keys key =
    let mask = Array.length keys - 1 in
    let rec go i = if keys.(i) = key || keys.(i) = -1 then i else go ((i + 1) land mask) in
    go ((key * 0x9E3779B97F4A7C1 lsr 20) land mask)
  let find t key = let i = place t.keys key in if t.keys.(i) = key then t.values.(i) else -1
  let rec add t key value =
    if 3 * t.used > 2 * Array.length t.keys then begin
      let keys = t.keys and values = t.values in
      t.keys <- Array.make (2 * Array.length keys) (-1); t.values <- Array.make (2 * Array.length keys) 0; t.used <- 0;
      Array.iteri (fun i key -> if key <> -1 then add t key values.(i)) keys
    end;
    let i = place t.keys key in
    t.keys.(i) <- key; t.values.(i) <- value; t.used <- t.used + 1
end

(* A state in its least image, and as a number: its position in the order of the checker, and 7 bits: the ko, whose move it is and whether
   the last was a pass. *)
type node = { black : int; white : int; to_move : bool; closed : int; passed : bool }
let open_ko = 31
let position_number go black white = black lsl go.size lor white
let number_of go node = position_number go node.black node.white lsl 7 lor node.closed lsl 2 lor (if node.to_move then 2 else 0) lor (if node.passed then 1 else 0)
let stones_of go position = (position lsr go.size, position land go.full)
let node_of go number =
  let black, white = stones_of go (number lsr 7) in
  { black; white; closed = number lsr 2 land 31; to_move = number land 2 <> 0; passed = number land 1 <> 0 }

(* Where a move leads, as a number: to a state, a settled position, or one that is kept, or nowhere; by which symmetry it is its image (10
   bits); the intersection of the move, or the size of the board for a pass or the only move (5 bits). *)
type edge = ToState of int * int | ToSettled of int * int | ToKept of int * int | Nowhere
let packed point = function
  | ToState (k, by) -> (k lsl 2) lsl 15 lor by lsl 5 lor point
  | ToSettled (j, by) -> (j lsl 2 lor 1) lsl 15 lor by lsl 5 lor point
  | ToKept (j, by) -> (j lsl 2 lor 2) lsl 15 lor by lsl 5 lor point
  | Nowhere -> 3 lsl 15 lor point
let unpacked edge =
  let k = edge lsr 17 and by = edge lsr 5 land 1023 in
  match edge lsr 15 land 3 with 0 -> ToState (k, by) | 1 -> ToSettled (k, by) | 2 -> ToKept (k, by) | _ -> Nowhere

let inverse go = Array.map (fun image ->
  let back = Array.make go.size 0 in
  Array.iteri (fun i j -> back.(j) <- i) image;
  let rec find k = if go.group.(k) = back then k else find (k + 1) in
  find 0) go.group

let least go node =
  let best = ref node and by = ref 0 in
  for k = 1 to Array.length go.group - 1 do
    let black = move_set go k node.black in
    if black <= !best.black then begin
      let white = move_set go k node.white and closed = if node.closed = open_ko then open_ko else go.group.(k).(node.closed) in
      if black < !best.black || white < !best.white || white = !best.white && closed < !best.closed then (best := { node with black; white; closed }; by := k)
    end
  done;
  (!best, !by)

(* The states by their numbers, the first edge of each and all edges, its move (255 is a pass, 254 none); the positions that are settled
   and those that are kept. *)
type graph = { nodes : Row.t; firsts : Row.t; edges : Row.t; moves : Buffer.t; fills : Row.t; keeps : Row.t; mutable ko_after_pass : bool }
let edges_of g v = let last = if v + 1 < g.firsts.Row.length then Row.get g.firsts (v + 1) else g.edges.Row.length in (Row.get g.firsts v, last)
let move_of g v = Char.code (Buffer.nth g.moves v)
let states g v =
  let first, last = edges_of g v in
  let rec go i found = if i = last then found else go (i + 1) (match unpacked (Row.get g.edges i) with ToState (w, _) -> w :: found | _ -> found) in
  go first []

let walk go claim settle ahead start mover next_byte =
  let back = inverse go in
  let number = Table.create () and settled = Table.create () in
  let g = { nodes = Row.create (); firsts = Row.create (); edges = Row.create (); moves = Buffer.create 65536; fills = Row.create (); keeps = Row.create ();
            ko_after_pass = false } in
  let open_node node =
    let node, by = least go node in
    let by = back.(by) in
    let position = position_number go node.black node.white in
    let how = match Table.find settled position with
      | -1 ->
          let add row kind = Row.add row position; (row.Row.length - 1) lsl 2 lor kind in
          let how = match settle (node.black, node.white) with None -> 0 | Some (Fills _ | Replied _) -> add g.fills 1 | Some (Keeps _) -> add g.keeps 2 in
          Table.add settled position how; how
      | how -> how in
    match how land 3 with
    | 1 -> ToSettled (how lsr 2, by)
    | 2 -> ToKept (how lsr 2, by)
    | _ ->
        let key = number_of go node in
        match Table.find number key with
        | -1 -> Row.add g.nodes key; Table.add number key (g.nodes.Row.length - 1); ToState (g.nodes.Row.length - 1, by)
        | k -> ToState (k, by) in
  let first = open_node { black = fst start; white = snd start; to_move = mover; closed = open_ko; passed = false } in
  let stone node i = if i = node.closed then None else
    match place go (of_player node.to_move (node.black, node.white)) i with
    | None -> None
    | Some ((own, others, _, _) as after) ->
        let black, white = of_player node.to_move (own, others) in
        let closed = match ko go after i with Some i -> i | None -> open_ko in
        Some { black; white; to_move = not node.to_move; closed; passed = false } in
  let edge point e = Row.add g.edges (packed point e) in
  while g.firsts.Row.length < g.nodes.Row.length do
    let node = node_of go (Row.get g.nodes g.firsts.Row.length) in
    Row.add g.firsts g.edges.Row.length;
    let pass = { node with to_move = not node.to_move; closed = open_ko; passed = true } in
    if node.to_move <> claim.prover then begin
      for i = 0 to go.size - 1 do
        match stone node i with
        | None -> ()
        | Some after -> edge i (open_node (if claim.retakes && node.passed then { after with closed = open_ko } else after))
      done;
      if not node.passed then edge go.size (open_node pass);
      Buffer.add_char g.moves '\254'
    end else begin
      let byte = next_byte () in
      if byte = 255 then begin
        if not (ahead (node.black, node.white)) then malformed "a pass of a player who is not ahead by what he claims";
        if claim.plays_on || not node.passed then edge go.size (open_node pass)
      end else begin
        if byte >= go.size then malformed "byte %d: not a move" byte;
        match stone node byte with
        | None -> malformed "byte %d: not a move" byte
        | Some after ->
            if (fst (of_player claim.prover (after.black, after.white))) land bit byte = 0 then malformed "byte %d: not a move" byte;
            if after.closed <> open_ko && node.passed then g.ko_after_pass <- true;
            edge go.size (open_node after)
      end;
      Buffer.add_char g.moves (Char.chr byte)
    end
  done;
  (g, first)

(* --- ranks: numbers that no move raises, such that of each stone of the prover one tells that its position has not stood --- *)

(* The strongly connected components of a graph, numbered so that no edge leads to a greater number. *)
let components n next =
  let index = Array.make n (-1) and low = Array.make n 0 and comp = Array.make n (-1) in
  let stack = ref [] and counter = ref 0 and comps = ref 0 in
  let enter v = index.(v) <- !counter; low.(v) <- !counter; incr counter; stack := v :: !stack in
  for root = 0 to n - 1 do
    if index.(root) < 0 then begin
      enter root;
      let work = ref [(root, ref (next root))] in
      while !work <> [] do
        let v, rest = List.hd !work in
        match !rest with
        | w :: more ->
            rest := more;
            if index.(w) < 0 then (enter w; work := (w, ref (next w)) :: !work)
            else if comp.(w) < 0 then low.(v) <- min low.(v) low.(w)
        | [] ->
            work := List.tl !work;
            (match !work with (u, _) :: _ -> low.(u) <- min low.(u) low.(v) | [] -> ());
            if low.(v) = index.(v) then begin
              let rec pop () = match !stack with
                | w :: more -> stack := more; comp.(w) <- !comps; if w <> v then pop ()
                | [] -> () in
              pop (); incr comps
            end
      done
    end
  done;
  comp

let ranks g same told =
  let n = g.nodes.Row.length in
  (* What a stone of the prover has to be told from: the states of the position that it makes. *)
  let lower v = if move_of g v >= 254 then [] else match states g v with [w] -> List.filter told (same w) | _ -> [] in
  let table pairs = let t = Hashtbl.create 1024 in List.iter (fun (v, t') -> Hashtbl.replace t (v, t') ()) pairs; t in
  (* Those that form a circle in an order are left out but for one of each circle, and told by a further order. *)
  let one_of_each comp pairs =
    let chosen = Hashtbl.create 16 in
    List.filter (fun (v, _) -> Hashtbl.mem chosen comp.(v) || (Hashtbl.replace chosen comp.(v) (); false)) pairs in
  let all = components n (fun v -> lower v @ states g v) in
  let bad = ref [] in
  for v = n - 1 downto 0 do List.iter (fun t -> if all.(v) = all.(t) then bad := (v, t) :: !bad) (lower v) done;
  if !bad = [] then [all] else begin
    let dropped = table (one_of_each all !bad) in
    let first = components n (fun v -> List.filter (fun t -> not (Hashtbl.mem dropped (v, t))) (lower v) @ states g v) in
    let rec more left found times =
      if left = [] then List.rev found else
      if times = 12 then malformed "a stone may make a position of its line again" else begin
        let with_ pairs =
          let t = Hashtbl.create 1024 in
          List.iter (fun (v, w) -> Hashtbl.add t v w) pairs;
          components n (fun v -> Hashtbl.find_all t v @ states g v) in
        let comp = with_ left in
        let bad = List.filter (fun (v, t) -> comp.(v) = comp.(t)) left in
        let comp = if bad = [] then comp else
          let dropped = table (one_of_each comp bad) in with_ (List.filter (fun pair -> not (Hashtbl.mem dropped pair)) left) in
        more (List.filter (fun (v, t) -> comp.(v) <= comp.(t)) left) (comp :: found) (times + 1)
      end in
    let left = ref [] in
    for v = n - 1 downto 0 do List.iter (fun t -> if first.(v) <= first.(t) then left := (v, t) :: !left) (lower v) done;
    more !left [first] 0
  end

(* --- what the checker is told --- *)

let listed go (black, white) = List.init go.size (fun i -> if black land bit i <> 0 then B else if white land bit i <> 0 then W else E)

let check board go claim limits start mover next_byte =
  let n = go.size in
  let fst_, t = claim.least in
  let enough k = let lead = 2 * k - n in if fst_ then t <= lead else - lead <= t in
  let score (black, white) =
    let empty = go.full land lnot (black lor white) in
    List.fold_left (fun sum region ->
      let edge = near go region in
      match edge land black <> 0, edge land white <> 0 with true, false -> sum + count region | false, true -> sum - count region | _ -> sum)
      (count black - count white) (parts go empty) in
  let ahead stones = let s = score stones in if fst_ then t <= s else s <= t in
  let search = match limits with
    | Some limits ->
        (* The least number of intersections that makes up the threshold, and those that are to spare then. *)
        let threshold = if fst_ then t else - t in
        let needed = max 1 ((threshold + n + 1) / 2) in
        Some ({ board = go; limits; near_of = Hashtbl.create 4096; given = Hashtbl.create 65536; made = Hashtbl.create 65536; named = Hashtbl.create 65536;
               told = []; number = 0; player = (if claim.prover then B else W) }, n - needed)
    | None -> None in
  let settle = settle go claim.prover enough search in
  let g, first = walk go claim settle ahead start mover next_byte in
  let used = g.nodes.Row.length in
  (* States by their positions, in order. *)
  let order = Array.init used Fun.id in
  Array.stable_sort (fun v w -> compare (Row.get g.nodes v : int) (Row.get g.nodes w)) order;
  let position v = Row.get g.nodes v lsr 7 in
  (* Of each entry its first place in the order, and of each state its entry and its place in it. *)
  let entries = Row.create () and entry = Array.make used 0 in
  Array.iteri (fun k v ->
    if k = 0 || position order.(k - 1) <> position v then Row.add entries k;
    let q = entries.Row.length - 1 in
    entry.(v) <- q lsl 8 lor (k - Row.get entries q)) order;
  let total = entries.Row.length in
  let of_entry q =
    let last = if q + 1 < total then Row.get entries (q + 1) else used in
    let rec go k found = if k < Row.get entries q then found else go (k - 1) (order.(k) :: found) in
    go (last - 1) [] in
  (* From all states of the position; or, where it may make a position again, from those that a stone of his has made. *)
  let same w = of_entry (entry.(w) lsr 8) in
  let made w = let node = node_of go (Row.get g.nodes w) in node.to_move <> claim.prover && not node.passed in
  let natural, ranks = try (false, ranks g same (fun _ -> true)) with Malformed _ -> (true, ranks g same made) in
  let out edge = match edge with
    | ToState (w, by) -> To (entry.(w) lsr 8, entry.(w) land 255, by)
    | ToSettled (j, by) -> Sure (j, by)
    | ToKept (j, by) -> Kept (j, by)
    | Nowhere -> End in
  let edge_at v point =
    let first, last = edges_of g v in
    let rec go i = if i = last then End else let e = Row.get g.edges i in if e land 31 = point then out (unpacked e) else go (i + 1) in
    go first in
  let state v =
    let node = node_of go (Row.get g.nodes v) in
    let mine = node.to_move = claim.prover in
    { mine; kop = (if node.closed = open_ko then None else Some node.closed); after_pass = node.passed;
      ranks = List.map (fun rank -> rank.(v)) ranks;
      mv = (if move_of g v >= 254 then None else Some (move_of g v));
      next0 = edge_at v n; outs = edge_at v } in
  let table q = { epos = listed go (stones_of go (position order.(Row.get entries q))); states = List.map state (of_entry q) } in
  let settled_at row j = let stones = stones_of go (Row.get row j) in (stones, Option.get (settle stones)) in
  let stl j = match settled_at g.fills j with
    | stones, Fills (chains, parts) ->
        { s_pos = listed go stones; s_chains = members chains; s_parts = List.map members parts; s_rest = []; s_pieces = []; s_eyes = 0; s_replies = 0 }
    | stones, Replied (chains, eyes, pieces) ->
        (* Parts that are all near and need give no eyes may hold those of the chains. *)
        let s = fst (Option.get search) in
        let filled, rest = if eyes > 0 then ([], pieces) else List.partition (fun (part, _, _) -> near_in s part.set = part.set) pieces in
        { s_pos = listed go stones; s_chains = members chains; s_parts = List.map (fun (part, _, _) -> members part.set) filled;
          s_rest = List.concat_map (fun (part, _, _) -> members part.set) rest; s_pieces = List.map (piece s) rest; s_eyes = eyes;
          s_replies = List.fold_left (fun sum (_, _, r) -> sum + r) 0 rest }
    | _ -> assert false in
  (* All parts are told before they are asked for. *)
  if search <> None then for j = 0 to g.fills.Row.length - 1 do ignore (stl j) done;
  let told = match search with Some (s, _) -> Array.of_list (List.rev s.told) | None -> [||] in
  let most_replies = match limits with Some limits -> limits.most | None -> 0 in
  let ktl j = match settled_at g.keeps j with
    | stones, Keeps (chains, regions) -> { k_pos = listed go stones; k_chains = members chains; k_regions = List.map members regions }
    | _ -> assert false in
  let syms = List.map (fun image -> Steps.map (Array.to_list image) false) (Array.to_list go.group) in
  let end2 = not claim.plays_on and no_ko followed = g.ko_after_pass || not followed in
  let right = check_bounded board go.su (Steps.z_claim claim.least) syms table total (fun j -> told.(j)) (Array.length told) most_replies stl g.fills.Row.length ktl g.keeps.Row.length end2 no_ko natural
    (listed go start) (if mover then B else W) (out first) in
  (* Under basic ko more is asked, if it is. *)
  let basic = lazy (check_basic board go.su (Steps.z_claim claim.least) syms table total) in
  (right, covered go.su end2 no_ko natural, covered_basic go.su end2, basic, used, total, g.fills.Row.length, Array.length told, g.keeps.Row.length, List.length ranks)

(* --- the file --- *)

let title = ["superko"; "bounded"; "certificate"; "1"]
let named_rules = ["simple-ko"; "psk"; "ssk"; "nssk"; "spight"; "spight2"; "kee2020"; "kee2020-march"]

(* The board and its symmetries. *)
let go_of (board : Question.board) su =
  let n = points board in
  if n > 27 then not_covered "bounded certificates of boards of more than 27 intersections";
  let beside = Array.of_list (List.map (List.fold_left (fun set i -> set lor bit i) 0) board.graph.nbs) in
  let images =
    if board.grid then
      List.concat_map (fun t -> List.concat_map (fun v -> List.map (fun h -> Steps.on_grid board t v h) [false; true]) [false; true])
        (if board.rows = board.cols then [false; true] else [false])
    else Steps.identity board :: Array.to_list board.maps in
  let identity = Steps.identity board in
  let images = identity :: List.filter (( <> ) identity) (List.sort_uniq compare images) in
  let group = Array.of_list (List.map Array.of_list images) in
  { size = n; beside; full = bit n - 1; group; images = images_of n group; su }

let masks stones =
  let set c = List.fold_left (lor) 0 (List.mapi (fun i s -> if s = c then bit i else 0) stones) in
  (set B, set W)

(* What the file says of its rules: the clauses, or why they are not covered. *)
let rules_of lines =
  try
    let found = List.filter_map (function "clause" :: words -> Some words | _ -> None) lines in
    Ok (List.fold_left clause plain found)
  with Not_covered why -> Error why
let suicide_of lines =
  match List.find_map (function ["clause"; "suicide"; word] -> Some word | _ -> None) lines with
  | Some word -> suicide word | None -> Forbidden

type found = { claim : bool * int; under : (string * rules) list; start : color list; mover : bool }

(* Checks a file whose title is read, and prints what it proves. With a question the board and the rules are those that are asked for. *)
let verify question asked (opened : Steps.opened) =
  let line = opened.line in
  let byte () = try input_byte opened.channel with End_of_file -> malformed "the file ends before its end" in
  let rec header found = match line () with
    | [] -> malformed "the file ends in its header"
    | "start" :: _ as words -> (List.rev found, words)
    | words -> header (words :: found) in
  let lines, start = header [] in
  let rest = ref (List.filter (function "clause" :: _ -> false | _ -> true) lines) in
  let next () = match !rest with words :: more -> rest := more; words | [] -> [] in
  let source = Question.header 2 next (fun words -> if words <> [] then rest := words :: !rest) in
  if !rest <> [] then malformed "%s: not a line of a header" (String.concat " " (List.hd !rest));
  let board, rules, told = match question with
    | None -> (source.board, rules_of lines, List.map (String.concat " ") lines)
    | Some (board, rules, told) -> ({ board with maps = source.board.maps }, Ok rules, told) in
  let su = match question with Some (_, rules, _) -> rules.clause_suicide | None -> suicide_of lines in
  let go = go_of board su in
  let start, mover = match start with
    | [_; text; player] -> (position board text, black player)
    | words -> malformed "%s: not a start" (String.concat " " words) in
  let limits = ref None in
  let rec claims found = match line () with
    | ["data"] -> List.rev found
    | ["replies"; a; b; c] when found = [] -> limits := Some { most = natural (number a); largest = natural (number b); untouched = natural (number c) }; claims found
    | "claim" :: relation :: text :: "two-passes" :: (("end" | "play") as after) :: more when more = [] || more = ["retakes"] ->
        let p, q = score text in
        let least = Question.claim relation p q in
        claims ({ prover = fst least; least; plays_on = after = "play"; retakes = more <> [] } :: found)
    | words -> malformed "%s: not a claim" (String.concat " " words) in
  let claims = claims [] in
  if claims = [] then malformed "no claim";
  List.iter (fun line -> print_endline ("c " ^ line)) told;
  let candidates =
    (match rules with Ok rules when question <> None -> [("the rules that were asked for", rules)] | Ok rules -> [("these rules", rules)] | Error _ -> []) @
    (if question <> None then [] else List.map (fun name -> (name, { (ruleset name) with clause_suicide = su })) named_rules) in
  let proved = List.concat_map (fun claim ->
    let right, is_covered, is_covered_basic, basic, states, positions, settled, told, kept, ranks = check board.graph go claim !limits (masks start) mover byte in
    let words = Printf.sprintf "value %s %d" (if fst claim.least then "at least" else "at most") (snd claim.least) in
    if not right then (Printf.printf "s NOT VERIFIED %s: the graph is not right\n" words; exit 1);
    Printf.printf "c %s %s %s: %d states of %d positions, %d settled with %d parts, %d kept by passing, %d orders\n" (written board start) (if mover then "black" else "white") words
      states positions settled told kept ranks;
    let under = List.filter (fun (_, rules) -> is_covered rules && always_ends rules || is_covered_basic rules && Lazy.force basic) candidates in
    Printf.printf "c %s under %s\n" words (if under = [] then "no rules" else String.concat ", " (List.map fst under));
    [{ claim = claim.least; under; start; mover }]) claims in
  (match byte () with _ -> malformed "something comes after the last move" | exception Malformed _ -> ());
  Result.iter_error (fun why -> Printf.printf "c of the rules of the file itself nothing is said, as they are not covered: %s\n" why) rules;
  let first = fst (List.hd (candidates @ [("", plain)])) in
  let meets (start, mover, (least, t)) f =
    f.start = start && f.mover = mover && fst f.claim = least && (if least then snd f.claim >= t else snd f.claim <= t) && List.mem_assoc first f.under in
  (match asked board with
   | Some asked when not (List.exists (meets asked) proved) -> print_endline "s NOT VERIFIED the claim that was asked for is none of these"; exit 1
   | _ -> ());
  if List.for_all (fun f -> f.under <> []) proved && (Result.is_error rules || List.for_all (fun f -> List.mem_assoc first f.under) proved) then
    Printf.printf "s VERIFIED %s\n" (String.concat ", " (List.map (fun f ->
      Printf.sprintf "value %s %d under %s" (if fst f.claim then "at least" else "at most") (snd f.claim) (String.concat ", " (List.map fst f.under))) proved))
  else (print_endline "s NOT VERIFIED the claim does not follow under these rules"; exit 1)
