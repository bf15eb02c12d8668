(** The machine of clauses of CERTIFICATES.md (two players, last position): keys, facts, plays. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract.

Inductive cls := Stood | Undone | Passed | Initialised | Declined | Disturbed | Occurred | OccurredTwice | Moved | Followed | StoodAt (k : nat).
Definition cls_eqb (a b : cls) : bool :=
  match a, b with Stood, Stood | Undone, Undone | Passed, Passed | Initialised, Initialised | Declined, Declined | Disturbed, Disturbed | Occurred, Occurred | OccurredTwice, OccurredTwice | Moved, Moved | Followed, Followed => true | StoodAt x, StoodAt y => x =? y | _, _ => false end.
Lemma cls_eqb_ok a b : cls_eqb a b = true <-> a = b. Proof. destruct a, b; simpl; rewrite ?Nat.eqb_eq; split; congruence. Qed.
(** A fact that a stone has moved from a position to another has the second position, too. *)
Record fact := FactTo { fcls : cls; fpos : pos; fwho : option bool; fto : option pos }. (* true is Black *)
Notation Fact c X w := (FactTo c X w None).
Definition weqb (a b : option bool) : bool := match a, b with None, None => true | Some x, Some y => Bool.eqb x y | _, _ => false end.
Lemma weqb_ok a b : weqb a b = true <-> a = b.
Proof. destruct a as [[]|], b as [[]|]; simpl; split; congruence. Qed.
Definition opeqb (a b : option pos) : bool := match a, b with None, None => true | Some x, Some y => peqb x y | _, _ => false end.
Lemma opeqb_ok a b : opeqb a b = true <-> a = b.
Proof. destruct a, b; simpl; rewrite ?peqb_ok; split; congruence. Qed.
Definition feqb (f g : fact) : bool := cls_eqb (fcls f) (fcls g) && weqb (fwho f) (fwho g) && peqb (fpos f) (fpos g) && opeqb (fto f) (fto g).
Lemma feqb_ok f g : feqb f g = true <-> f = g.
Proof.
  destruct f, g; unfold feqb; simpl. rewrite !andb_true_iff, cls_eqb_ok, weqb_ok, peqb_ok, opeqb_ok.
  split; [intros [[[-> ->] ->] ->]; auto|intro H; inversion H; auto].
Qed.
(** The phase of the page is the run, the intersection that basic ko excludes, and digits, each of which is 0 or false where its
    clause is missing: whether somebody has passed; whether the mover is the player who did not move first; whether a succession of
    passes has come; how many moves were made; how many prisoners the mover has taken more than his opponent; how
    many he holds, and his opponent. *)
Record more := More { mpassed : bool; mlater : bool; monce : bool; mtime : nat; mahead : Z; mmine : nat; mother : nat }.
Definition no_more := More false false false 0 0%Z 0 0.
Record key := KeyMore { kpos : pos; kblack : bool; kphase : nat; kko : option nat; kmore : more }.
Notation KeyKo P m ph o := (KeyMore P m ph o no_more).
Notation Key P m ph := (KeyMore P m ph None no_more).
Definition oeqb (a b : option nat) : bool := match a, b with None, None => true | Some x, Some y => x =? y | _, _ => false end.
Lemma oeqb_ok a b : oeqb a b = true <-> a = b.
Proof. destruct a, b; simpl; rewrite ?Nat.eqb_eq; split; congruence. Qed.
Definition moreqb (a b : more) : bool :=
  Bool.eqb (mpassed a) (mpassed b) && Bool.eqb (mlater a) (mlater b) && Bool.eqb (monce a) (monce b) && (mtime a =? mtime b) && (mahead a =? mahead b)%Z
  && (mmine a =? mmine b) && (mother a =? mother b).
Lemma moreqb_ok a b : moreqb a b = true <-> a = b.
Proof.
  destruct a, b; unfold moreqb; simpl. rewrite !andb_true_iff, !eqb_true_iff, !Nat.eqb_eq, Z.eqb_eq.
  split; [intros [[[[[[-> ->] ->] ->] ->] ->] ->]; auto|intro H; inversion H; repeat split; auto].
Qed.
Definition keqb (a b : key) : bool :=
  peqb (kpos a) (kpos b) && Bool.eqb (kblack a) (kblack b) && (kphase a =? kphase b) && oeqb (kko a) (kko b) && moreqb (kmore a) (kmore b).
Lemma keqb_ok a b : keqb a b = true <-> a = b.
Proof.
  destruct a, b; unfold keqb; simpl. rewrite !andb_true_iff, peqb_ok, eqb_true_iff, Nat.eqb_eq, oeqb_ok, moreqb_ok.
  split; [intros [[[[-> ->] ->] ->] ->]; auto|intro H; inversion H; auto].
Qed.
Record clr := Clr { cstood : bool; cundone : bool; cpassed : bool; coccurred : bool }.
Definition clears (c : clr) (f : fact) : bool := match fcls f with Stood => cstood c | Undone => cundone c | Passed => cpassed c | Occurred | OccurredTwice => coccurred c | _ => false end.
(** How plays change facts: what they set holds, what they clear does not. No means here. *)
Definition plainly : ways fact clr :=
  Ways (fun c st f => if mem feqb f st then inl true else if clears c f then inl false else inr f) (fun f _ _ => f).
Lemma change_eq c st p f : change plainly c st p f = if mem feqb f st then true else if clears c f then false else p f.
Proof. unfold change, plainly; simpl. destruct (mem feqb f st), (clears c f); reflexivity. Qed.
(* trusted *)
Definition col (m : bool) : color := if m then B else W.
(* end trusted *)
Lemma col_neg m : col (negb m) = opp (col m). Proof. now destruct m. Qed.
Lemma ceq_col x y : ceq (col x) (col y) = Bool.eqb x y. Proof. now destruct x, y. Qed.
Definition opt {X} (c : bool) (x : X) : list X := if c then [x] else [].

Local Arguments Nat.leb : simpl never.
Local Arguments Nat.eqb : simpl never.
Section Machine.
Variable b : board.
Variable r : rules.
Notation n := (size b).
Notation next := (next key fact clr).
Notation play := (play key fact clr).

Definition cap : nat :=
  max (match clause_passes_in_a_row r with Some k => k - 1 | None => 0 end)
      (max (if clause_initialised_twice r || clause_declined r || match clause_lifted_by r with LiftTwo => true | _ => false end then 1 else 0)
           (max (if clause_disturbed_twice r || clause_passes_forgotten r then 2 else 0) (if clause_scored r then 1 else 0))).
Definition is_ko : bool := match clause_occurs r with ProducedKo => true | _ => false end.
Definition is_left : bool := match clause_ban r with BanLeft => true | _ => false end.
(** S(X, Y) of the page. *)
Definition S_ (X : pos) (y : bool) : list fact :=
  match clause_ban r with NoBan => [] | BanPosition => [Fact Stood X None] | _ => [Fact Stood X (Some y)] end.

Definition has_draw : bool := match clause_draw r with NoDraw => false | _ => true end.
Definition once (X : pos) (y : bool) : list fact := opt has_draw (Fact Occurred X (Some y)).
(** The draws about a state that a play leads to, bringing a points; [sets] is what it sets, with what it adds to the occurrences. *)
Definition draws (X : pos) (y : bool) (a : Z) (k : key) (c : clr) (sets : list fact -> list fact) : list (fact * next) :=
  match clause_draw r with
  | NoDraw => []
  | DrawAtTwo => [(Fact Occurred X (Some y), Ends _ _ _ 0%Z)]
  | DrawAtThree => [(Fact OccurredTwice X (Some y), Ends _ _ _ 0%Z);
                    (Fact Occurred X (Some y), Leads a k c (sets [Fact OccurredTwice X (Some y)]))]
  end.

(** The digits of the phase. *)
Definition has_first : bool := negb ((fst (clause_first_pass r) =? 0)%Z && (snd (clause_first_pass r) =? 0)%Z).
Definition is_equal : bool := match clause_last_pass r with LastEqual => true | _ => false end.
Definition has_cut : bool := match clause_cut r with Some _ => true | None => false end.
(** Whether prisoners are told by the phase, as a score may count them or not: at a repetition, or of scoring positions. *)
Definition in_phase : bool := match clause_scoring r with ScoreTerritory => negb (illegal r) || clause_scored r | _ => false end.
Definition has_held : bool := match clause_passes r with ReturnPrisoner => true | _ => false end || match clause_captures r with Some _ => true | None => false end.
Definition after_stone (P Q : pos) (m : bool) (x : more) : more :=
  More (mpassed x) (is_equal && negb (mlater x)) (clause_two_successions r && monce x) (if has_cut then mtime x + 1 else 0)
    (if in_phase then - (mahead x + side (col m) * prisoners b r (col m) P Q) else 0)%Z
    (if has_held then mother x else 0) (if has_held then mmine x + taken b (col m) P Q else 0).
Definition row_ends (ph : nat) : bool := match clause_passes_in_a_row r with Some k => ph + 1 =? k | None => false end.
Definition after_pass (ph : nat) (x : more) : more :=
  More has_first (is_equal && negb (mlater x)) (clause_two_successions r && (monce x || row_ends ph)) (if has_cut then mtime x + 1 else 0)
    (if in_phase then - mahead x else 0)%Z (if has_held then mother x else 0) (if has_held then mmine x - returns r else 0).
Definition last_move (x : more) : bool := match clause_cut r with Some k => mtime x + 1 =? k | None => false end.
Definition wins_by (k : nat) : bool := match clause_captures r with Some c => c <=? k | None => false end.
Definition passable (x : more) : bool := match clause_passes r with AnyPass => true | NoPass => false | ReturnPrisoner => 1 <=? mmine x end.
(** What a pass brings, and one more of the other player at the end. *)
Definition pass_brings (m : bool) (x : more) : Z := (side (col m) * ((if mpassed x then 0 else gain r (col m)) - clause_price r))%Z.
Definition pass_more (m : bool) (x : more) : Z :=
  match clause_last_pass r with
  | LastAny => 0
  | LastWhite => if m then clause_price r else 0
  | LastEqual => if mlater x then 0 else side (col m) * clause_price r
  end%Z.

(** With a window a position has stood after k moves. *)
Definition S_at (k : nat) (X : pos) (y : bool) : list fact :=
  match clause_ban r with NoBan | BanLeft => [] | BanPosition => [Fact (StoodAt k) X None] | _ => [Fact (StoodAt k) X (Some y)] end.
Definition windowed : bool := match clause_window r with Some _ => true | None => false end.
Definition late (x : more) (X : pos) (y : bool) : list fact := if windowed then S_at (mtime x + 1) X y else [].
Definition late_pass (x : more) (X : pos) (y : bool) : list fact :=
  match clause_occurs r, clause_ban r with Stands, BanPosition | Stands, BanSituation => late x X y | _, _ => [] end.
(** What the ban on repetition names. *)
Definition named (P Q : pos) (m : bool) (x : more) : list fact :=
  if clause_only_captures r && crowded b P Q then [] else
  match (if is_left then None else clause_window r) with
  | Some w => flat_map (fun k => S_at k Q (negb m)) (seq (mtime x + 1 - w) (mtime x + 1 - (mtime x + 1 - w)))
  | None =>
  if is_left then S_ Q m else S_ Q (negb m)
  end.
Definition stone_bars (P Q : pos) (m : bool) (ph : nat) (x : more) : list fact :=
  (if illegal r then named P Q m x else []) ++ opt is_ko (Fact Undone Q None)
  ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised P (Some m)) ++ opt (clause_disturbed_twice r && (ph =? 1)) (Fact Disturbed P (Some m))
  ++ opt (clause_declined r) (Fact Declined Q (Some m)) ++ opt (clause_move r) (FactTo Moved P None (Some Q)).
Definition stone_sets (P Q : pos) (m : bool) (ph : nat) (last : list fact) : list fact :=
  (if is_left then S_ P (negb m) else S_ Q (negb m)) ++ opt is_ko (Fact Undone P None)
  ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised P (Some m)) ++ opt (clause_disturbed_twice r && (ph =? 1)) (Fact Disturbed P (Some m))
  ++ opt (clause_declined r && (1 <=? ph)) (Fact Declined P (Some m)) ++ opt (clause_move r) (FactTo Moved P None (Some Q)) ++ last.
Definition lifting_pass (ph : nat) : bool := match clause_lifted_by r with LiftNothing => false | LiftPass => true | LiftTwo => 1 <=? ph end.
Definition pass_sets (P : pos) (m : bool) (ph : nat) (last : list fact) : list fact :=
  (match clause_occurs r, clause_ban r with Stands, BanPosition => if lifting_pass ph then S_ P (negb m) else [] | Stands, BanSituation => S_ P (negb m) | _, _ => [] end)
  ++ opt (clause_second_pass r) (Fact Passed P (Some m)) ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised P (Some m)) ++ last.
(** The score of a position with the prisoners of the phase. *)
Definition worth_at (P : pos) (m : bool) (x : more) : Z := (worth b r P + side (col m) * mahead x)%Z.
(** What a stone comes to that the ban on repetition names, where it is legal; s is the score of the position that it makes. *)
Definition at_repetition (m : bool) (s : Z) : Z :=
  match clause_repetition r with Loses => (- side (col m) * Z.of_nat n)%Z | Scores => s | _ => 0%Z end.

(** The score of the position, which takes a walk over the board, stands where it is needed and nowhere else. *)
Definition play_at (k : key) (mv : option nat) : option play :=
  let P := kpos k in let m := kblack k in let ph := kphase k in let x := kmore k in
  match mv with
  | Some p =>
      match place b (clause_suicide r) P p (col m) with
      | None => if resigns r && (p =? n) then Some (Play [] [] (Ends _ _ _ (- side (col m))%Z)) else None
      | Some Q =>
          if match kko k with Some i => i =? p | None => false end then None else
          if clause_declined r && (1 <=? ph) && peqb Q P then None else
          if clause_no_capture r && (1 <=? taken b (col m) P Q) then None else
          let k' := KeyMore Q (negb m) 0 (if clause_basic_ko r then ko b P Q p (col m) else None) (after_stone P Q m x) in
          let c := Clr false is_ko (clause_passes_forgotten r && (ph =? 1)) false in
          let sets last := stone_sets P Q m ph (late x Q (negb m) ++ last) in
          let a := if in_phase then 0%Z else prisoners b r (col m) P Q in
          Some (Play (stone_bars P Q m ph x)
            ((if illegal r then [] else map (fun f => (f, Ends _ _ _ (at_repetition m (worth_at Q m x + prisoners b r (col m) P Q)%Z))) (named P Q m x)) ++ draws Q (negb m) a k' c sets)
            (if wins_by (mmine x + taken b (col m) P Q) then Ends _ _ _ (side (col m)) else if last_move x then Ends _ _ _ (worth_at Q m x + prisoners b r (col m) P Q)%Z else Leads a k' c (sets (once Q (negb m)))))
      end
  | None =>
      if negb (passable x) then None else
      let a := pass_brings m x in
      if row_ends ph && (negb (clause_two_successions r) || monce x) || last_move x then Some (Play [] [] (Ends _ _ _ (worth_at P m x + a + pass_more m x)%Z)) else
      let k' := KeyMore P (negb m) (if row_ends ph then 0 else min (ph + 1) cap) None (after_pass ph x) in
      let c := Clr (lifting_pass ph) true false (clause_since_pass r) in
      let sets last := pass_sets P m ph (late_pass x P (negb m) ++ last) in
      Some (Play [] ((if clause_second_pass r then [(Fact Passed P (Some m), Ends _ _ _ (worth_at P m x + a + pass_more m x)%Z)] else []) ++ (if clause_since_pass r then [] else draws P (negb m) a k' c sets))
        (Leads a k' c (sets (once P (negb m)))))
  end.
Definition plays (k : key) : list (option nat * play) :=
  flat_map (fun mv => match play_at k mv with Some y => [(mv, y)] | None => [] end) (moves b).
Lemma in_plays k mv y : In (mv, y) (plays k) <-> In mv (moves b) /\ play_at k mv = Some y.
Proof.
  unfold plays. rewrite in_flat_map. split.
  - intros (x & Hx & H). destruct (play_at k x) eqn:A; simpl in H; [|tauto]. destruct H as [H|[]]. inversion H; subst. auto.
  - intros [H A]. exists mv. rewrite A. simpl. auto.
Qed.
End Machine.
