(* The question of a certificate: a board and the clauses of the rules, from the header of a file or from the command line.
   What this file makes of words has to be trusted, as does what main.ml prints; all other readers are not. *)
open Checker

exception Malformed of string
exception Not_covered of string
let malformed fmt = Printf.ksprintf (fun text -> raise (Malformed text)) fmt
let not_covered fmt = Printf.ksprintf (fun text -> raise (Not_covered text)) fmt

(* Numbers of Coq. *)
let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let rec int_of_positive = function XH -> 1 | XO p -> 2 * int_of_positive p | XI p -> 2 * int_of_positive p + 1

let number word = match int_of_string_opt word with
  | Some n when string_of_int n = word && abs n < 1 lsl 40 -> n
  | _ -> malformed "%s: not a number" word
(* A number that becomes a natural number of the checker, which are machine integers there. *)
let natural n = if n < 0 || n > 1 lsl 30 then malformed "%d: not a natural number" n else n
(* The name of a lemma. *)
let named n = if n < 1 then malformed "%d: not the number of a lemma" n else positive n

(* A board: rows and columns, by which intersections and positions are written; the graph; the maps of a graph that is no grid. *)
type board = { rows : int; cols : int; graph : Checker.board; grid : bool; maps : int list array }

let points b = b.rows * b.cols
let letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
let name b i = String.make (1 + i mod b.cols / 25) letters.[i mod b.cols mod 25] ^ string_of_int (b.rows - i / b.cols)

let sides word = match List.map int_of_string_opt (String.split_on_char 'x' word) with
  | [Some rows; Some cols] when rows > 0 && cols > 0 && rows * cols <= 64 -> (rows, cols)
  | _ -> malformed "%s: not a board" word

let of_edges rows cols edges grid maps =
  let near i = List.filter_map (fun (a, b) -> if a = i then Some b else if b = i then Some a else None) edges in
  { rows; cols; grid; maps; graph = { size = rows * cols; nbs = List.init (rows * cols) near } }

(* Neighbours are next to each other in a row or a column. *)
let grid word =
  let rows, cols = sides word in
  let points = List.init (rows * cols) Fun.id in
  let across = List.filter_map (fun i -> if i mod cols < cols - 1 then Some (i, i + 1) else None) points in
  let down = List.filter_map (fun i -> if i + cols < rows * cols then Some (i, i + cols) else None) points in
  of_edges rows cols (across @ down) true [||]

let move b word =
  if word = "pass" then None else
  (* The resignation has the number after those of the intersections, the coupon the next. *)
  if word = "resign" then Some (points b) else if word = "coupon" then Some (points b + 1) else
  match List.find_opt (fun i -> name b i = word) (List.init (points b) Fun.id) with
  | Some i -> Some i
  | None -> malformed "%s: not a move" word

let position b text =
  let stone = function
    | 'X' -> [B] | 'O' -> [W] | '.' -> [E] | '/' -> []
    | 'R' | 'G' | 'Y' | 'V' -> malformed "a stone of a player who does not play"
    | _ -> malformed "%s: not a position" text in
  let stones = List.concat_map stone (List.of_seq (String.to_seq text)) in
  if List.length stones <> points b then malformed "%s: not a position of this board" text;
  stones

let written b stones =
  let letter = function E -> '.' | B -> 'X' | W -> 'O' in
  let row r = String.of_seq (List.to_seq (List.map letter (List.filteri (fun i _ -> i / b.cols = r) stones))) in
  String.concat "/" (List.init b.rows row)

let black = function
  | "black" -> true | "white" -> false
  | "red" | "green" | "yellow" | "violet" -> malformed "a player who does not play"
  | word -> malformed "%s: not a player" word

(* A claim p/q: all scores are whole numbers here. True is "at least", false "at most". *)
let claim relation p q =
  if q < 1 || q > 1 lsl 40 || abs p > 1 lsl 40 then malformed "the score %d/%d" p q;
  let floor p = if p >= 0 then p / q else - ((- p + q - 1) / q) in
  let ceiling p = - (floor (- p)) in
  match relation with
  | ">=" -> (true, ceiling p) | ">" -> (true, floor p + 1) | "<=" -> (false, floor p) | "<" -> (false, ceiling p - 1)
  | word -> malformed "%s: not a relation" word
(* The same where scores are fractions: twice the fraction of the score and a unit, and one more or less for a strict claim. What is
   claimed is told with the theorem, by [told_mean]. *)
let mean_claim unit relation p q =
  if q < 1 || unit mod q <> 0 || abs p > 1 lsl 30 then malformed "the score %d/%d" p q;
  let v = 2 * p * (unit / q) in
  match relation with
  | ">=" -> (true, v) | ">" -> (true, v + 1) | "<=" -> (false, v) | "<" -> (false, v - 1)
  | word -> malformed "%s: not a relation" word
let rec gcd a b = if b = 0 then abs a else gcd b (a mod b)
let lowest p q = let d = gcd p q in (p / d, q / d)
let told_mean unit (least, t) =
  let strict = t land 1 = 1 in
  let v = (if strict then if least then t - 1 else t + 1 else t) / 2 in
  let p, q = lowest v unit in
  Printf.sprintf "%s %s" (match least, strict with true, false -> "at least" | true, true -> "more than" | false, false -> "at most" | false, true -> "less than")
    (if q = 1 then string_of_int p else Printf.sprintf "%d/%d" p q)
let score text = match String.split_on_char '/' text with
  | [p] -> (number p, 1) | [p; q] -> (number p, number q) | _ -> malformed "%s: not a score" text

(* Clauses, whose defaults come first. *)
let plain =
  { clause_suicide = Forbidden; clause_basic_ko = false; clause_ban = NoBan; clause_start_free = false;
    clause_lifted_by = LiftNothing; clause_occurs = Stands; clause_initialised_twice = false; clause_declined = false;
    clause_disturbed_twice = false;
    clause_passes_in_a_row = None; clause_second_pass = false; clause_passes_forgotten = false;
    clause_draw = NoDraw; clause_since_pass = false; clause_scoring = ScoreArea; clause_move = false; clause_only_captures = false;
    clause_repetition = Illegal; clause_two_successions = false; clause_cut = None; clause_tax = NoTax; clause_price = z 0;
    clause_first_pass = (z 0, z 0); clause_last_pass = LastAny; clause_scored = false; clause_passes = AnyPass; clause_captures = None; clause_no_capture = false; clause_window = None }

let suicide = function
  | "forbidden" -> Forbidden | "allowed" -> Allowed | "multi-stone" -> MultiStone | word -> malformed "suicide %s" word
let occurs = function
  | "stands" -> Stands | "produced" -> Produced | "produced-ko" -> ProducedKo | word -> malformed "occurs %s" word

let banned rules ban =
  if rules.clause_ban <> NoBan then malformed "two bans on repetition";
  { rules with clause_ban = ban }
let bar rules = function
  | "capture" -> { rules with clause_no_capture = true }
  | "basic-ko" -> { rules with clause_basic_ko = true }
  | "move" -> { rules with clause_move = true }
  | "position" -> banned rules BanPosition
  | "situation" -> banned rules BanSituation
  | "natural-situation" -> banned rules BanNatural
  | "left-position" -> banned rules BanLeft
  | "initialised-twice" -> { rules with clause_initialised_twice = true }
  | "disturbed-twice" -> { rules with clause_disturbed_twice = true }
  | "declined" -> { rules with clause_declined = true }
  | word -> not_covered "bars %s" word

let words_of words = List.concat_map (String.split_on_char ',') words |> List.filter (( <> ) "")
(* Points of a clause, whole ones alone. *)
let points_of most word = match score word with
  | p, 1 when p >= 1 && p <= most -> z p
  | p, 2 when p >= 1 -> not_covered "half points"
  | _ -> malformed "%s: not points" word
let clause rules = function
  | [("suicide" | "lifted-by" | "occurs" | "passes-forgotten-by"); ("forbidden" | "nothing" | "stands")] as words ->
      malformed "the clause %s is the default" (String.concat " " words)
  | ["suicide"; word] -> { rules with clause_suicide = suicide word }
  | "bars" :: words -> List.fold_left bar rules (words_of words)
  | ["start"; "free"] -> { rules with clause_start_free = true }
  | ["draw-at-occurrence"; "2"] -> { rules with clause_draw = DrawAtTwo }
  | ["draw-at-occurrence"; "3"] -> { rules with clause_draw = DrawAtThree }
  | ["occurrences-since"; "pass"] -> { rules with clause_since_pass = true }
  | ["scoring"; "stones"] -> { rules with clause_scoring = ScoreStones }
  | ["scoring"; "territory"] -> { rules with clause_scoring = ScoreTerritory }
  | ["bars-only"; "captures"] -> { rules with clause_only_captures = true }
  | ["repetition"; "draws"] -> { rules with clause_repetition = Draws }
  | ["repetition"; "loses"] -> { rules with clause_repetition = Loses }
  | ["repetition"; "scores"] -> { rules with clause_repetition = Scores }
  | ["successions"; "2"] -> { rules with clause_two_successions = true }
  | ["window"; word] -> { rules with clause_window = Some (natural (number word)) }
  | ["cut"; word] -> { rules with clause_cut = Some (natural (number word)) }
  | ["tax"; "seki"] -> { rules with clause_tax = TaxSeki }
  | ["tax"; "all"] -> { rules with clause_tax = TaxAll }
  | ["price-of-pass"; word] -> { rules with clause_price = points_of 100 word }
  | "first-pass" :: words -> { rules with clause_first_pass = (match words_of words with
      | ["black"; p] -> (points_of 100 p, z 0) | ["white"; p] -> (z 0, points_of 100 p)
      | ["black"; p; "white"; q] -> (points_of 100 p, points_of 100 q) | _ -> malformed "first-pass %s" (String.concat " " words)) }
  | ["passes"; "none"] -> { rules with clause_passes = NoPass }
  | ["passes"; "return-prisoner"] -> { rules with clause_passes = ReturnPrisoner }
  | ["captures"; word] -> { rules with clause_captures = Some (natural (number word)) }
  | ["scored"; "scoring-positions"] -> { rules with clause_scored = true }
  | ["last-pass"; "white"] -> { rules with clause_last_pass = LastWhite }
  | ["last-pass"; "equal"] -> { rules with clause_last_pass = LastEqual }
  | ["lifted-by"; "pass"] -> { rules with clause_lifted_by = LiftPass }
  | ["lifted-by"; "two-passes"] -> { rules with clause_lifted_by = LiftTwo }
  | ["occurs"; word] -> { rules with clause_occurs = occurs word }
  | ["passes-in-a-row"; word] -> { rules with clause_passes_in_a_row = Some (natural (number word)) }
  (* With two players the passes of all opponents of one are those of a player. *)
  | ["second-pass"; ("player" | "opponents")] -> { rules with clause_second_pass = true }
  | ["passes-forgotten-by"; "disturbing-play"] -> { rules with clause_passes_forgotten = true }
  | words -> not_covered "the clause %s" (String.concat " " words)

(* Clauses beyond those of [rules]: what each coupon is worth, in half points, the top one first; how many play; whether a second pass
   is one of all opponents, which with two players is that of a player; whether passed situations are barred, and all passing in one
   ends the game; whether prisoners decide a repetition. *)
type beyond = { coupons : int list; players : int; by_opponents : bool; passed : bool; all_pass : bool; cycles : bool }
let within = { coupons = []; players = 2; by_opponents = false; passed = false; all_pass = false; cycles = false }
(* What goes with these: the clauses at which the definitions of the game look. All others have to be as they are by default. *)
let alone r beyond =
  if beyond.cycles then
    beyond = { within with cycles = true } && r.clause_ban <> NoBan && r.clause_ban <> BanLeft && r.clause_scoring = ScoreTerritory
    && r = { plain with clause_suicide = r.clause_suicide; clause_basic_ko = r.clause_basic_ko; clause_ban = r.clause_ban; clause_start_free = r.clause_start_free;
             clause_passes_in_a_row = r.clause_passes_in_a_row; clause_scoring = r.clause_scoring }
  else if beyond.passed then beyond.all_pass && r = { plain with clause_suicide = r.clause_suicide }
  else if beyond.players > 2 then
    r = { plain with clause_suicide = r.clause_suicide; clause_ban = r.clause_ban; clause_lifted_by = r.clause_lifted_by; clause_occurs = r.clause_occurs;
          clause_initialised_twice = r.clause_initialised_twice; clause_disturbed_twice = r.clause_disturbed_twice;
          clause_passes_in_a_row = r.clause_passes_in_a_row; clause_second_pass = r.clause_second_pass; clause_passes_forgotten = r.clause_passes_forgotten }
  else
    (* A coupon is the start of another game. *)
    r.clause_ban <> BanNatural
    && r = { plain with clause_suicide = r.clause_suicide; clause_basic_ko = r.clause_basic_ko; clause_ban = r.clause_ban; clause_only_captures = r.clause_only_captures;
             clause_lifted_by = r.clause_lifted_by; clause_passes_in_a_row = r.clause_passes_in_a_row; clause_scoring = r.clause_scoring; clause_tax = r.clause_tax;
             clause_price = r.clause_price }
(* Whether a theorem of Ends.v or OtherEnds.v says that every game ends under the rules, and the line printed if so. *)
let ends r beyond =
  if beyond.players > 2 then many_always_ends r beyond.players beyond.by_opponents
  else beyond.passed || (if beyond.cycles then r.clause_passes_in_a_row <> None else always_ends r)
let every_game_ends = "c every game ends, so there is a value"

let half_points word = match score word with
  | p, 1 when p >= 1 && p <= 100 -> 2 * p
  | p, 2 when p >= 1 && p < 200 && p land 1 = 1 -> p
  | _ -> malformed "%s: not points" word
let any_clause (rules, beyond) = function
  | "coupons" :: words ->
      let coupons = List.map half_points (words_of words) in
      let rec descend = function a :: (b :: _ as rest) -> if b > a then malformed "coupons that are not in order"; descend rest | _ -> () in
      descend coupons;
      if coupons = [] || List.length coupons > 8 then malformed "coupons";
      (rules, { beyond with coupons })
  | "bars" :: words when List.mem "passed-situation" (words_of words) ->
      (List.fold_left bar rules (List.filter (( <> ) "passed-situation") (words_of words)), { beyond with passed = true })
  | ["all-pass-in-one-situation"; "true"] -> (rules, { beyond with all_pass = true })
  | ["players"; word] ->
      let players = number word in
      if players < 3 || players > 6 then malformed "players %s" word;
      (rules, { beyond with players })
  | ["second-pass"; "opponents"] as words -> (clause rules words, { beyond with by_opponents = true })
  | ["repetition"; "prisoners"] -> (rules, { beyond with cycles = true })
  | words -> (clause rules words, beyond)

(* Rulesets by their names, those of version 1 among them. *)
let ruleset = function
  | "simple-ko" -> { plain with clause_basic_ko = true; clause_passes_in_a_row = Some 2 }
  | "psk" -> { plain with clause_ban = BanPosition; clause_passes_in_a_row = Some 2 }
  | "ssk" -> { plain with clause_ban = BanSituation; clause_passes_in_a_row = Some 2 }
  | "nssk" -> { plain with clause_ban = BanNatural; clause_passes_in_a_row = Some 2 }
  | "spight" -> { plain with clause_ban = BanPosition; clause_lifted_by = LiftPass; clause_second_pass = true }
  | "kee2009" -> { plain with clause_ban = BanPosition; clause_lifted_by = LiftPass; clause_second_pass = true; clause_scored = true }
  | "spight2" -> { plain with clause_ban = BanLeft; clause_declined = true; clause_lifted_by = LiftPass; clause_passes_in_a_row = Some 2 }
  | "kee2020" -> { plain with clause_ban = BanPosition; clause_initialised_twice = true; clause_lifted_by = LiftPass; clause_passes_in_a_row = Some 3 }
  | "kee2020-march" -> { plain with clause_ban = BanPosition; clause_lifted_by = LiftPass; clause_disturbed_twice = true; clause_second_pass = true; clause_passes_forgotten = true }
  | word -> not_covered "the ruleset %s" word
let option rules = function
  | ["suicide"; word] -> { rules with clause_suicide = suicide word }
  | ["lift"; word] when rules.clause_lifted_by <> LiftNothing -> { rules with clause_occurs = occurs word }
  | ["scoring"; "area"] -> rules
  | words -> not_covered "the option %s" (String.concat " " words)

(* The names of clauses in their order, of those that are covered; the first words of lines have to ascend in it. *)
let order =
  ["players"; "suicide"; "bars"; "bars-only"; "start"; "window"; "repetition"; "lifted-by"; "coupons"; "occurs"; "passes"; "passes-in-a-row"; "successions"; "second-pass"; "passes-forgotten-by"; "all-pass-in-one-situation";
   "draw-at-occurrence"; "occurrences-since"; "cut"; "captures"; "scoring"; "tax"; "scored"; "price-of-pass"; "first-pass"; "last-pass"]
(* Clauses that do not go together. That the machine is the rules needs some of this, which the checker asks for itself. *)
let together points r beyond =
  let ban = r.clause_ban <> NoBan && r.clause_ban <> BanLeft in
  let territory = r.clause_scoring = ScoreTerritory and price = r.clause_price <> z 0 and first_pass = r.clause_first_pass <> (z 0, z 0) in
  let no what wrong = if wrong then malformed "%s" what in
  let coupons = beyond.coupons <> [] in
  no "two bans on repetition" (beyond.passed && r.clause_ban <> NoBan);
  no "all-pass-in-one-situation without passed-situation" (beyond.all_pass && not beyond.passed);
  no "passed-situation with what makes other rules" (beyond.passed && (coupons || beyond.players > 2 || r.clause_basic_ko || r.clause_two_successions || r.clause_cut <> None || first_pass
    || r.clause_last_pass <> LastAny || scoreless r || r.clause_window <> None || territory && r.clause_scored || points > 9));
  no "three players or more with a clause for two" (beyond.players > 2 && (coupons || r.clause_ban = BanLeft || r.clause_declined || r.clause_repetition <> Illegal || r.clause_move
    || scoreless r || r.clause_no_capture || territory || price || first_pass || r.clause_tax <> NoTax));
  no "coupons with what makes other rules" (coupons && (r.clause_initialised_twice || r.clause_disturbed_twice || r.clause_declined || r.clause_scored
    || r.clause_draw <> NoDraw || r.clause_repetition <> Illegal || r.clause_cut <> None || scoreless r));
  no "repetition prisoners with what makes other rules" (beyond.cycles && (beyond.passed || coupons || beyond.players > 2 || not ban || not territory || r.clause_lifted_by <> LiftNothing
    || points > 8 || r.clause_draw <> NoDraw || r.clause_scored || price || first_pass || r.clause_two_successions || scoreless r));
  no "window" (match r.clause_window with
    | Some w -> w < 1 || w > 20 || r.clause_repetition = Illegal || r.clause_cut = None || r.clause_lifted_by <> LiftNothing | None -> false);
  no "captures" (match r.clause_captures with Some k -> k < 1 || k > 20 | None -> false);
  no "passes or captures with what makes other rules" (scoreless r
    && (r.clause_suicide <> Forbidden || r.clause_repetition <> Illegal || r.clause_lifted_by <> LiftNothing || r.clause_second_pass || r.clause_draw <> NoDraw
      || r.clause_cut <> None || r.clause_scoring <> ScoreArea || r.clause_tax <> NoTax || r.clause_scored || price || first_pass
      || r.clause_initialised_twice || r.clause_disturbed_twice || r.clause_declined));
  no "passes with passes-in-a-row" (r.clause_passes <> AnyPass && r.clause_passes_in_a_row <> None);
  no "passes return-prisoner" (r.clause_passes = ReturnPrisoner && (not ban || r.clause_captures <> None || r.clause_no_capture || points > 6));
  no "bars capture" (r.clause_no_capture && (r.clause_captures <> None || r.clause_passes = AnyPass));
  no "games without a score that might go on for ever" (scoreless r && not (ends r beyond));
  no "bars-only without a ban on repetition" (r.clause_only_captures && not ban && not beyond.passed);
  no "repetition without a ban on repetition" (r.clause_repetition <> Illegal && not ban && not beyond.passed);
  no "repetition with what brings points or ends the game" (r.clause_repetition <> Illegal
    && (r.clause_draw <> NoDraw || price || first_pass || territory && (r.clause_repetition = Loses || r.clause_two_successions)));
  no "territory with draw-at-occurrence" (territory && not r.clause_scored && r.clause_draw <> NoDraw);
  no "price-of-pass with suicide or draw-at-occurrence" (price && (r.clause_suicide <> Forbidden || r.clause_draw <> NoDraw));
  no "first-pass with passes-in-a-row 1 or draw-at-occurrence" (first_pass && (r.clause_passes_in_a_row = Some 1 || r.clause_draw <> NoDraw));
  no "last-pass without price-of-pass" (r.clause_last_pass <> LastAny && not price);
  no "successions" (r.clause_two_successions && (r.clause_passes_in_a_row = None || r.clause_lifted_by <> LiftNothing || r.clause_initialised_twice
    || r.clause_disturbed_twice || r.clause_declined));
  no "cut with what brings points, or draw-at-occurrence" (r.clause_cut <> None && (territory || price || first_pass || r.clause_draw <> NoDraw));
  no "cut" (match r.clause_cut with Some k -> k < 1 || k > 10000 | None -> false);
  no "tax without area" (r.clause_tax <> NoTax && r.clause_scoring <> ScoreArea);
  no "bars move on a board of more than 20 intersections" (r.clause_move && points > 20);
  no "points in games that might go on for ever" ((beyond = within || alone r beyond) && not (ends r beyond) && (territory || price || first_pass || coupons))
let options rules = if rules.clause_lifted_by = LiftNothing then ["suicide"; "scoring"] else ["suicide"; "scoring"; "lift"]
let rec ascend known = function
  | [] -> ()
  | word :: rest -> match known with
    | [] -> malformed "%s: twice, or out of order" word
    | first :: known when first = word -> ascend known rest
    | _ :: known -> ascend known (word :: rest)

(* A header: the lines of it that count, for the reader. *)
type header = { version : int; board : board; rules : rules; beyond : beyond; told : string list }

(* Reads a header: [line] gives the words of the next line, [back] takes a line back. *)
let header version line back =
  let told = ref [] in
  let say words = told := String.concat " " words :: !told; words in
  let board = match say (line ()) with
    | ["board"; "graph"; word] ->
        let rows, cols = sides word in
        let bare = of_edges rows cols [] false [||] in
        let place word = match move bare word with Some i -> i | None -> malformed "%s: not an intersection" word in
        let edge word = match String.split_on_char '-' word with
          | [a; b] -> (place a, place b) | _ -> malformed "%s: not an edge" word in
        let edges = match say (line ()) with
          | "edges" :: words -> List.map edge words | _ -> malformed "no edges" in
        if List.sort_uniq compare edges <> edges || List.exists (fun (a, b) -> a >= b) edges then
          malformed "edges that are not in ascending order, each once";
        let rec maps found = match line () with
          | "map" :: words ->
              let images = List.map place words in
              if List.sort compare images <> List.init (rows * cols) Fun.id then malformed "a map that is no permutation";
              maps (images :: found)
          | words -> back words; Array.of_list (List.rev found) in
        of_edges rows cols edges false (maps [])
    | ["board"; word] -> grid word
    | _ -> malformed "no board" in
  let rec lines key found = match line () with
    | word :: words when word = key -> ignore (say (key :: words)); lines key (words :: found)
    | words -> back words; List.rev found in
  let firsts = List.map (function word :: _ -> word | [] -> malformed "an empty clause") in
  let rules, beyond = match version with
    | 1 ->
        let rules = match say (line ()) with ["rules"; word] -> ruleset word | _ -> malformed "no rules" in
        let found = lines "option" [] in
        if firsts found <> options rules then malformed "not the options of this ruleset";
        (List.fold_left option rules found, within)
    | _ ->
        (match line () with "rules" :: _ -> () | words -> back words);
        let found = lines "clause" [] in
        let rules, beyond = List.fold_left any_clause (plain, within) found in
        ascend order (firsts found);
        let beyond = if beyond.players > 2 then beyond else { beyond with by_opponents = false } in
        together (points board) rules beyond;
        (rules, beyond) in
  { version; board; rules; beyond; told = List.rev !told }
