(* Bounded certificates (docs/formats.md): the walk through their states, and what the checker has to be told of them. All of it is
   advice: what is walked or settled wrongly can only make the checker refuse. *)
open Checker
open Question
open Parts

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
    go (spread key land mask)
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
        Some ({ board = go; limits; near_of = Sets.create 4096; given = Asked.create 65536; made = Asked.create 65536; named = Asked.create 65536;
               told = [||]; number = 0; player = (if claim.prover then B else W) }, n - needed)
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
    { mine; kop = (if node.closed = open_ko then None else Some node.closed); after_pass0 = node.passed;
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
  let told, ptl = match search with Some (s, _) -> (s.number, part_told s) | None -> (0, fun _ -> assert false) in
  let most_replies = match limits with Some limits -> limits.most | None -> 0 in
  let ktl j = match settled_at g.keeps j with
    | stones, Keeps (chains, regions) -> { k_pos = listed go stones; k_chains = members chains; k_regions = List.map members regions }
    | _ -> assert false in
  let syms = List.map (fun image -> Steps.map (Array.to_list image) false) (Array.to_list go.group) in
  let end2 = not claim.plays_on and no_ko followed = g.ko_after_pass || not followed in
  let right = check_bounded board go.su (Steps.z_claim claim.least) syms table total ptl told most_replies stl g.fills.Row.length ktl g.keeps.Row.length end2 no_ko natural
    (listed go start) (if mover then B else W) (out first) in
  (* Under basic ko more is asked, if it is. *)
  let basic = lazy (check_basic board go.su (Steps.z_claim claim.least) syms table total) in
  (right, covered go.su end2 no_ko natural, covered_basic go.su end2, basic, used, total, g.fills.Row.length, told, g.keeps.Row.length, List.length ranks)

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
  { size = n; beside; full = bit n - 1; nearby = by_eights n (fun i -> beside.(i)); group; images = images_of n group; su }

let masks stones =
  let set c = List.fold_left (lor) 0 (List.mapi (fun i s -> if s = c then bit i else 0) stones) in
  (set B, set W)

let unusual = "a bounded certificate under other points, moves or ends than the usual ones"
(* What the file says of its rules: the clauses, or why they are not covered. *)
let rules_of lines =
  try
    let found = List.filter_map (function "clause" :: words -> Some words | _ -> None) lines in
    let rules = List.fold_left clause plain found in
    if usual rules then Ok rules else Error unusual
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
    | Some (_, rules, _) when not (usual rules) -> not_covered "%s" unusual
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
