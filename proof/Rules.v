(** The rules of the game, in terms of its full history, and its value. Nothing here knows of keys, phases, facts or
    lemmas: what CERTIFICATES.md says of these is shown to come to the same in Machine.v. Two players; the score is that of
    the last position and of the points that moves have brought. What has to be trusted is marked, and scripts/proof.sh counts it. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board.


(* trusted *)
(** The clauses, as in the table of CERTIFICATES.md, section Clauses: [bars] has a ban on repetition and four words more. With
    two players [second-pass opponents] is [second-pass player]. *)
Inductive ban := NoBan | BanPosition | BanSituation | BanNatural | BanLeft.
Inductive lifting := LiftNothing | LiftPass | LiftTwo.
Inductive occurs := Stands | Produced | ProducedKo.
Inductive scoring := ScoreArea | ScoreStones | ScoreTerritory.
Inductive taxing := NoTax | TaxSeki | TaxAll.
Inductive repetition := Illegal | Draws | Loses | Scores.
Inductive passing := AnyPass | NoPass | ReturnPrisoner.
Inductive last_passing := LastAny | LastWhite | LastEqual.
Inductive drawing := NoDraw | DrawAtTwo | DrawAtThree.
Record rules := Rules {
  clause_suicide : suicide;
  clause_basic_ko : bool;
  clause_ban : ban;
  clause_start_free : bool;
  clause_lifted_by : lifting;
  clause_occurs : occurs;
  clause_initialised_twice : bool;
  clause_declined : bool;
  clause_disturbed_twice : bool;
  clause_passes_in_a_row : option nat;
  clause_second_pass : bool;
  clause_passes_forgotten : bool;
  clause_draw : drawing;
  clause_since_pass : bool;
  clause_scoring : scoring;
  clause_move : bool;
  clause_only_captures : bool;
  clause_repetition : repetition;
  clause_two_successions : bool;
  clause_cut : option nat;
  clause_tax : taxing;
  clause_price : Z;
  clause_first_pass : Z * Z; (* what Black gains by it, and White *)
  clause_last_pass : last_passing;
  clause_scored : bool; (* scored scoring-positions: see Means.v *)
  clause_passes : passing;
  clause_captures : option nat;
  clause_no_capture : bool;
  clause_window : option nat }.

(** A move that was made: who, where (None is a pass), the position before and after it. The resignation, which ends a game, has
    the number after those of the intersections. *)
Record event := Event { who : color; at_ : option nat; before : pos; after : pos }.
Definition is_pass (e : event) : bool := match at_ e with None => true | Some _ => false end.
(** A game: how it began, and what was played, the last move first. *)
Record game := Game { start : pos; first : color; past_moves : list event }.
Definition now (g : game) : pos := match past_moves g with [] => start g | e :: _ => after e end.
Definition turn (g : game) : color := match past_moves g with [] => first g | e :: _ => opp (who e) end.
Definition play_on (g : game) (e : event) : game := Game (start g) (first g) (e :: past_moves g).
Fixpoint run (h : list event) : nat := match h with e :: h => if is_pass e then S (run h) else 0 | [] => 0 end.
(* end trusted *)

Definition peqb (P Q : pos) : bool := if list_eq_dec (fun a b : color => ltac:(decide equality)) P Q then true else false.
Lemma peqb_ok P Q : peqb P Q = true <-> P = Q.
Proof. unfold peqb. destruct (list_eq_dec _ P Q); split; congruence. Qed.

(* trusted *)
Section Rules.
Variable b : board.
Variable r : rules.

(** Whether the pass e, made after h, lifts the ban on repetition. *)
Definition lifts (e : event) (h : list event) : bool :=
  is_pass e && match clause_lifted_by r with LiftNothing => false | LiftPass => true | LiftTwo => 1 <=? run h end.
(** The position X stands with Y to move: it came about by a stone since the last pass that lifted the ban, or it was there at
    such a pass, or nothing was lifted and the game began with it. Of situations each pass makes another. *)
Definition counts (X : pos) (Y : color) (P : pos) (M : color) : bool :=
  peqb X P && match clause_ban r with BanPosition => true | _ => ceq Y M end.
Definition pass_counts (e : event) (h : list event) : bool :=
  match clause_occurs r, clause_ban r with Stands, BanPosition => lifts e h | Stands, BanSituation => true | _, _ => false end.
Fixpoint stands (g0 : pos) (c0 : color) (X : pos) (Y : color) (h : list event) : bool :=
  match h with
  | [] => negb (clause_start_free r) && counts X Y g0 c0
  | e :: h =>
      counts X Y (after e) (opp (who e)) && (negb (is_pass e) || pass_counts e h)
      || (if lifts e h then false else stands g0 c0 X Y h)
  end.
(** With a [window] (section The machine, A stone play) the position stands if it was there after one of the last w moves, the start being one of them. *)
Definition counts_at (X : pos) (Y : color) (e : event) (h : list event) : bool :=
  counts X Y (after e) (opp (who e))
  && (negb (is_pass e) || pass_counts e h || match clause_occurs r, clause_ban r with Stands, BanPosition => true | _, _ => false end).
Fixpoint lately (w : nat) (g0 : pos) (c0 : color) (X : pos) (Y : color) (h : list event) : bool :=
  match w, h with
  | 0, _ => false
  | S _, [] => negb (clause_start_free r) && counts X Y g0 c0
  | S w, e :: h => counts_at X Y e h || lately w g0 c0 X Y h
  end.
(** Under [left-position] a player may not recreate a position that he left behind to his opponent: one on which his
    opponent has placed a stone since the last pass that lifted the ban. *)
Fixpoint left_behind (X : pos) (Y : color) (h : list event) : bool :=
  match h with
  | [] => false
  | e :: h => negb (is_pass e) && peqb X (before e) && ceq Y (opp (who e)) || (if lifts e h then false else left_behind X Y h)
  end.
(** A stone on X has made Z of it (clause [bars], move). *)
Fixpoint moved (X Z : pos) (h : list event) : bool :=
  match h with e :: h => negb (is_pass e) && peqb X (before e) && peqb Z (after e) || moved X Z h | [] => false end.
(** The last move was a stone on X. *)
Definition undone (X : pos) (h : list event) : bool :=
  match h with e :: _ => negb (is_pass e) && peqb X (before e) | [] => false end.
(** Y has moved on X right after a pass; Y has placed a stone on X right after a pass; Y has passed on X. *)
Fixpoint initialised (X : pos) (Y : color) (h : list event) : bool :=
  match h with e :: h => (1 <=? run h) && peqb X (before e) && ceq Y (who e) || initialised X Y h | [] => false end.
Fixpoint declined (X : pos) (Y : color) (h : list event) : bool :=
  match h with e :: h => (1 <=? run h) && negb (is_pass e) && peqb X (before e) && ceq Y (who e) || declined X Y h | [] => false end.
(** Y has made a disturbing play on X: a stone right after one pass, not two. *)
Definition disturbing (e : event) (h : list event) : bool := negb (is_pass e) && (run h =? 1).
Fixpoint disturbed (X : pos) (Y : color) (h : list event) : bool :=
  match h with e :: h => disturbing e h && peqb X (before e) && ceq Y (who e) || disturbed X Y h | [] => false end.
Fixpoint passed (X : pos) (Y : color) (h : list event) : bool :=
  match h with
  | e :: h => is_pass e && peqb X (before e) && ceq Y (who e) || (if clause_passes_forgotten r && disturbing e h then false else passed X Y h)
  | [] => false
  end.

(** The position X has occurred with Y to move, since the start or, if occurrences are counted so, since the last pass; it has done
    so twice. *)
Definition here (X : pos) (Y : color) (e : event) : bool := peqb X (after e) && ceq Y (opp (who e)).
Definition anew (e : event) : bool := clause_since_pass r && is_pass e.
Fixpoint occurred (g0 : pos) (c0 : color) (X : pos) (Y : color) (h : list event) : bool :=
  match h with
  | [] => peqb X g0 && ceq Y c0
  | e :: h => here X Y e || (if anew e then false else occurred g0 c0 X Y h)
  end.
Fixpoint occurred_twice (g0 : pos) (c0 : color) (X : pos) (Y : color) (h : list event) : bool :=
  match h with
  | [] => false
  | e :: h => if anew e then false else here X Y e && occurred g0 c0 X Y h || occurred_twice g0 c0 X Y h
  end.
(** Whether it is a draw if this position comes, with this player to move. *)
Definition draw (g : game) (X : pos) (Y : color) : bool :=
  match clause_draw r with
  | NoDraw => false
  | DrawAtTwo => occurred (start g) (first g) X Y (past_moves g)
  | DrawAtThree => occurred_twice (start g) (first g) X Y (past_moves g)
  end.
(** Where a ko has just been taken. *)
Definition ko_taken (h : list event) : option nat :=
  match h with
  | e :: _ => match at_ e with Some p => if clause_basic_ko r then ko b (before e) (after e) p (who e) else None | None => None end
  | [] => None
  end.
(** Whether the ban on repetition names a stone that makes Q of the position. With [bars-only captures] it names none that leaves
    more stones on the board. *)
Definition crowded (P Q : pos) : bool := count b P B + count b P W <? count b Q B + count b Q W.
Definition repeats (g : game) (Q : pos) : bool :=
  match clause_ban r with
  | NoBan => false
  | BanLeft => left_behind Q (turn g) (past_moves g)
  | _ => match clause_window r with
         | Some w => lately w (start g) (first g) Q (opp (turn g)) (past_moves g)
         | None => stands (start g) (first g) Q (opp (turn g)) (past_moves g)
         end
  end && negb (clause_only_captures r && crowded (now g) Q).
Definition illegal : bool := match clause_repetition r with Illegal => true | _ => false end.
(** Whether it is against the bans. *)
Definition barred (g : game) (Q : pos) : bool :=
  let h := past_moves g in let M := turn g in
  illegal && repeats g Q
  || clause_move r && moved (now g) Q h
  || match clause_occurs r with ProducedKo => undone Q h | _ => false end
  || clause_initialised_twice r && (1 <=? run h) && initialised (now g) M h
  || clause_disturbed_twice r && (run h =? 1) && disturbed (now g) M h
  || clause_declined r && (declined Q M h || (1 <=? run h) && peqb Q (now g)).

(** Prisoners (section The machine, A stone play and A pass): how many stones a stone takes, and how many Y holds. *)
Definition taken (M : color) (P Q : pos) : nat := count b P (opp M) - count b Q (opp M).
Definition returns : nat := match clause_passes r with ReturnPrisoner => 1 | _ => 0 end.
Fixpoint held (Y : color) (h : list event) : nat :=
  match h with
  | e :: h => if ceq Y (who e) then (if is_pass e then held Y h - returns else held Y h + taken Y (before e) (after e)) else held Y h
  | [] => 0
  end.
(** A player who holds so many has won; where not every pass is a move, a player may resign; a pass may need a prisoner. *)
Definition has_won (M : color) (h : list event) : bool := match clause_captures r with Some k => k <=? held M h | None => false end.
Definition resigns : bool := match clause_passes r with AnyPass => false | _ => true end.
Definition may_pass (M : color) (h : list event) : bool := match clause_passes r with AnyPass => true | NoPass => false | ReturnPrisoner => 1 <=? held M h end.
Definition scoreless : bool := resigns || match clause_captures r with Some _ => true | None => false end.

(** The score of a position (section The machine, The score of P): Black's points less White's. His territory is the empty part of his area. *)
Definition worth (P : pos) : Z :=
  if scoreless then 0%Z else
  match clause_scoring r with
  | ScoreArea => match clause_tax r with NoTax => score b P | TaxSeki => taxed b false P | TaxAll => taxed b true P end
  | ScoreStones => stones b P
  | ScoreTerritory => (score b P - stones b P)%Z
  end.
(** Points that moves bring (section The machine), Black's less White's. By territory a stone brings the prisoners: what the stones on the board have
    changed by, besides itself. A pass has a price, and the first of the game a gain. *)
Definition side (c : color) : Z := match c with B => 1%Z | W => (-1)%Z | E => 0%Z end.
Definition prisoners (M : color) (P Q : pos) : Z :=
  match clause_scoring r with ScoreTerritory => (stones b Q - stones b P - side M)%Z | _ => 0%Z end.
Definition gain (M : color) : Z := match M with B => fst (clause_first_pass r) | _ => snd (clause_first_pass r) end.
Definition brings (e : event) (h : list event) : Z :=
  if is_pass e then (side (who e) * ((if existsb is_pass h then 0 else gain (who e)) - clause_price r))%Z
  else prisoners (who e) (before e) (after e).
Fixpoint points (h : list event) : Z := match h with e :: h => (brings e h + points h)%Z | [] => 0%Z end.
(** After the pass that ends the game (clause [last-pass]) the other player may have to pass once more, for its price. *)
Definition one_more (M first : color) : Z :=
  match clause_last_pass r with
  | LastAny => 0%Z
  | LastWhite => if ceq M B then clause_price r else 0%Z
  | LastEqual => if ceq M first then (side M * clause_price r)%Z else 0%Z
  end.
(** A pass, made after h, is the last of so many in a row (clauses [passes-in-a-row] and [successions]), none counted for two; if these must come twice, they have come before. *)
Fixpoint came (k : nat) (h : list event) : bool := match h with e :: h' => is_pass e && (run h mod k =? 0) || came k h' | [] => false end.
Definition passes_end (h : list event) : bool :=
  match clause_passes_in_a_row r with
  | Some k => ((run h + 1) mod k =? 0) && (negb (clause_two_successions r) || came k h)
  | None => false
  end.
(** The next move is the last before the game is cut off (clause [cut]). *)
Definition cut_off (h : list event) : bool := match clause_cut r with Some k => length h + 1 =? k | None => false end.
(** What a stone comes to that the ban on repetition names, where it is legal (clause [repetition]). *)
Definition after_repetition (e : event) (h : list event) : Z :=
  match clause_repetition r with
  | Loses => (- side (who e) * Z.of_nat (size b))%Z
  | Scores => (worth (after e) + points (e :: h))%Z
  | _ => 0%Z
  end.
(** What a move comes to: None if it is not legal, else the end of the game with a score, or the game goes on. *)
Definition step (g : game) (m : option nat) : option (Z + game) :=
  let P := now g in let M := turn g in let h := past_moves g in
  match m with
  | Some p => match place b (clause_suicide r) P p M with
              | Some Q => let e := Event M m P Q in
                  if match ko_taken h with Some i => i =? p | None => false end || barred g Q || clause_no_capture r && (1 <=? taken M P Q) then None else
                  Some (if negb illegal && repeats g Q then inl (after_repetition e h) else if draw g Q (opp M) then inl 0%Z else
                        if has_won M (e :: h) then inl (side M) else if cut_off h then inl (worth Q + points (e :: h))%Z else inr (play_on g e))
              | None => if resigns && (p =? size b) then Some (inl (- side M)%Z) else None
              end
  | None => let e := Event M None P P in
            if negb (may_pass M h) then None else
            if passes_end h || cut_off h || clause_second_pass r && passed P M h
            then Some (inl (worth P + points (e :: h) + one_more M (first g))%Z) else
            Some (if negb (clause_since_pass r) && draw g P (opp M) then inl 0%Z else inr (play_on g e))
  end.
Definition moves : list (option nat) := map Some (seq 0 (size b)) ++ [None; Some (size b)].

(** Black (or White) can force the game to end with a score of at least (at most) t: by a strategy all of whose
    plays are finite. *)
Definition good (c : bool * Z) (s : Z) : Prop := if fst c then (snd c <= s)%Z else (s <= snd c)%Z.
Definition his_turn (c : bool * Z) (g : game) : Prop := turn g = if fst c then B else W.
Inductive forces (c : bool * Z) : game -> Prop :=
| F_own g m o : his_turn c g -> step g m = Some o -> wins c o -> forces c g
| F_opp g : ~ his_turn c g -> (forall m o, step g m = Some o -> wins c o) -> forces c g
with wins (c : bool * Z) : Z + game -> Prop :=
| W_end s : good c s -> wins c (inl s)
| W_on g : forces c g -> wins c (inr g).
Scheme forces_mut := Induction for forces Sort Prop with wins_mut := Induction for wins Sort Prop.

(** Minimax to a depth, unfinished games being worth d. *)
Definition best (black : bool) (l : list Z) (d : Z) : Z :=
  match l with [] => d | x :: l => fold_left (if black then Z.max else Z.min) l x end.
Fixpoint minimax (d : Z) (depth : nat) (g : game) : Z :=
  match depth with
  | 0 => d
  | S depth =>
      best (ceq (turn g) B)
        (flat_map (fun m => match step g m with None => [] | Some (inl s) => [s] | Some (inr g') => [minimax d depth g'] end) moves) d
  end.
(** The value of a game: from some depth on, minimax gives v whatever unfinished games are worth. *)
Definition value (g : game) (v : Z) : Prop := exists N, forall d depth, N <= depth -> minimax d depth g = v.
Definition value_at_least (g : game) (v : Z) : Prop := exists N, forall d depth, N <= depth -> (v <= minimax d depth g)%Z.
Definition value_at_most (g : game) (v : Z) : Prop := exists N, forall d depth, N <= depth -> (minimax d depth g <= v)%Z.


(** He can play so that the game ends with such a score or never ends: there are games, this one among them, that he never has
    to leave but by such an end. *)
Definition stays (c : bool * Z) (X : game -> Prop) (o : Z + game) : Prop := match o with inl s => good c s | inr g => X g end.
Definition keeps (c : bool * Z) (g : game) : Prop :=
  exists X : game -> Prop, X g /\ forall g, X g ->
    his_turn c g /\ (exists m o, step g m = Some o /\ stays c X o) \/
    ~ his_turn c g /\ (forall m o, step g m = Some o -> stays c X o).
(* end trusted *)

Lemma value_unique g v w : value g v -> value g w -> v = w.
Proof. intros [N H] [M K]. rewrite <- (H 0%Z (max N M)), <- (K 0%Z (max N M)) by lia. reflexivity. Qed.
Lemma value_of_bounds g v : value_at_least g v -> value_at_most g v -> value g v.
Proof.
  intros [N H] [M K]. exists (max N M). intros d depth L. specialize (H d depth). specialize (K d depth). lia.
Qed.

Lemma fold_max l : forall x, (forall t, (t <= fold_left Z.max l x <-> t <= x \/ exists y, In y l /\ t <= y)%Z) /\
  (forall t, (fold_left Z.max l x <= t <-> x <= t /\ forall y, In y l -> y <= t)%Z).
Proof using.
  induction l as [|z l IH]; simpl; intro x.
  - split; intro t; split; (clear b r; firstorder).
  - destruct (IH (Z.max x z)) as [H1 H2]. split; intro t.
    + rewrite H1. split.
      * intros [H|(y & Hy & L)]; [|right; exists y; auto]. apply Z.max_le in H as [|]; auto. right. exists z. auto.
      * intros [H|(y & [<-|Hy] & L)]; [left; lia|left; lia|right; exists y; auto].
    + rewrite H2. split; intros [H K]; split; try lia; [| |intros y Hy; apply K; auto].
      * intros y [<-|Hy]; [lia|auto].
      * assert (z <= t)%Z by (apply K; auto). lia.
Qed.
Lemma fold_min l : forall x, (forall t, (fold_left Z.min l x <= t <-> x <= t \/ exists y, In y l /\ y <= t)%Z) /\
  (forall t, (t <= fold_left Z.min l x <-> t <= x /\ forall y, In y l -> t <= y)%Z).
Proof using.
  induction l as [|z l IH]; simpl; intro x.
  - split; intro t; split; (clear b r; firstorder).
  - destruct (IH (Z.min x z)) as [H1 H2]. split; intro t.
    + rewrite H1. split.
      * intros [H|(y & Hy & L)]; [|right; exists y; auto]. apply Z.min_le in H as [|]; auto. right. exists z. auto.
      * intros [H|(y & [<-|Hy] & L)]; [left; lia|left; lia|right; exists y; auto].
    + rewrite H2. split; intros [H K]; split; try lia; [| |intros y Hy; apply K; auto].
      * intros y [<-|Hy]; [lia|auto].
      * assert (t <= z)%Z by (apply K; auto). lia.
Qed.
Lemma best_own c l d : (exists x, In x l /\ good c x) -> good c (best (fst c) l d).
Proof using.
  destruct l as [|x l]; intros (y & Hy & G); [destruct Hy|]. destruct c as [[] t]; unfold good in *; simpl in *.
  - apply fold_max. destruct Hy as [->|Hy]; eauto.
  - apply fold_min. destruct Hy as [->|Hy]; eauto.
Qed.
Lemma best_opp c l d : l <> [] -> (forall x, In x l -> good c x) -> good c (best (negb (fst c)) l d).
Proof using.
  destruct l as [|x l]; intros N G; [congruence|]. destruct c as [[] t]; unfold good in *; simpl in *.
  - apply fold_min. split; [apply G; auto|intros; apply G; auto].
  - apply fold_max. split; [apply G; auto|intros; apply G; auto].
Qed.

Definition ends_by (c : bool * Z) (g : game) (N : nat) : Prop := forall d depth, N <= depth -> good c (minimax d depth g).
Definition o_value d depth (o : Z + game) : Z := match o with inl s => s | inr g => minimax d depth g end.
Definition o_ends_by (c : bool * Z) (o : Z + game) (N : nat) : Prop := forall d depth, N <= depth -> good c (o_value d depth o).

Lemma step_moves g m o : step g m = Some o -> In m moves.
Proof.
  unfold step, moves. intro H. apply in_or_app. destruct m as [p|]; [|right; simpl; auto]. unfold place in H.
  destruct (p <? size b) eqn:L; [left; apply Nat.ltb_lt in L; apply in_map_iff; exists p; split; auto; apply in_seq; lia|right].
  simpl in H. destruct (resigns && (p =? size b)) eqn:R; [|discriminate]. apply andb_true_iff in R as [_ R]. apply Nat.eqb_eq in R. subst p. simpl; auto.
Qed.
(** There is always a move: a pass, or the resignation. *)
Lemma some_step g : exists m o, step g m = Some o.
Proof.
  destruct resigns eqn:R.
  - exists (Some (size b)). unfold step. unfold place. rewrite Nat.ltb_irrefl. cbn [andb]. rewrite R, Nat.eqb_refl. cbn [andb]. eauto.
  - exists None. unfold step, may_pass. unfold resigns in R. destruct (clause_passes r); try discriminate. cbn [negb]. destruct (_ || _); eauto.
Qed.
Lemma in_values g d depth x :
  In x (flat_map (fun m => match step g m with None => [] | Some (inl s) => [s] | Some (inr g') => [minimax d depth g'] end) moves) <->
  exists m o, In m moves /\ step g m = Some o /\ x = o_value d depth o.
Proof.
  rewrite in_flat_map. split.
  - intros (m & Hm & Hx). destruct (step g m) as [[s|g']|] eqn:S; simpl in Hx; [| |tauto];
    destruct Hx as [<-|[]]; exists m; eexists; repeat split; eauto.
  - intros (m & o & Hm & S & ->). exists m. split; auto. rewrite S. destruct o; simpl; auto.
Qed.
Definition proper (g : game) : Prop := turn g = B \/ turn g = W.
Lemma proper_on g e : proper g -> who e = turn g -> proper (play_on g e).
Proof.
  unfold proper. intros H He. change (turn (play_on g e)) with (opp (who e)). rewrite He. destruct H as [-> | ->]; simpl; auto.
Qed.
Lemma proper_step g m g' : proper g -> step g m = Some (inr g') -> proper g'.
Proof.
  unfold step, proper. intro H. assert (forall e, who e = turn g -> turn (play_on g e) = B \/ turn (play_on g e) = W) as K.
  { intros e He. change (turn (play_on g e)) with (opp (who e)). rewrite He. destruct H as [-> | ->]; simpl; auto. }
  destruct m as [p|].
  - destruct (place _ _ _ _ _) as [Q|]; [|destruct (_ && _); discriminate]. destruct (_ || barred g Q || _); [discriminate|]. destruct (negb illegal && _); [discriminate|].
    destruct (draw g Q _); [discriminate|]. destruct (has_won _ _); [discriminate|]. destruct (cut_off _); intro X; inversion X; subst. apply K; auto.
  - destruct (negb _); [discriminate|]. destruct (_ || _); [discriminate|]. destruct (_ && _); intro X; inversion X; subst. apply K; auto.
Qed.
Lemma turn_his c g : proper g -> his_turn c g -> ceq (turn g) B = fst c.
Proof. unfold his_turn. intros _ ->. now destruct (fst c). Qed.
Lemma turn_not_his c g : proper g -> ~ his_turn c g -> ceq (turn g) B = negb (fst c).
Proof. unfold his_turn, proper. intros [-> | ->]; destruct (fst c); simpl; intro; congruence. Qed.

Theorem forces_minimax c : forall g, forces c g -> proper g -> exists N, ends_by c g N.
Proof.
  apply (forces_mut c (fun g _ => proper g -> exists N, ends_by c g N)
    (fun o _ => (forall g, o = inr g -> proper g) -> exists N, o_ends_by c o N)).
  - intros g m o T St _ IH Pg. destruct IH as [N HN]. { intros g' ->. eapply proper_step; eauto. }
    exists (S N). intros d [|depth] L; [lia|]. simpl. rewrite (turn_his c) by auto. apply best_own.
    exists (o_value d depth o). split; [|apply HN; lia]. apply in_values. exists m, o. split; [eapply step_moves; eauto|auto].
  - intros g T _ IH Pg.
    assert (exists N, forall m, In m moves -> forall o, step g m = Some o -> o_ends_by c o N) as [N HN].
    { generalize moves as l. induction l as [|m l [N HN]].
      - exists 0. intros m [].
      - destruct (step g m) as [o|] eqn:St.
        + destruct (IH m o St) as [M HM]. { intros g' ->. eapply proper_step; eauto. }
          exists (max N M). intros m' [<-|Hm] o' St'; intros d depth L.
          * rewrite St in St'. inversion St'; subst. apply HM. lia.
          * eapply HN; eauto. lia.
        + exists N. intros m' [<-|Hm] o' St'; [congruence|]. now apply (HN m'). }
    exists (S N). intros d [|depth] L; [lia|]. simpl. rewrite (turn_not_his c) by auto. apply best_opp.
    + intro X. destruct (some_step g) as (mv & o & So).
      assert (In (o_value d depth o) []) as []. rewrite <- X. apply in_values. exists mv, o. split; [eapply step_moves; eauto|auto].
    + intros x Hx. apply in_values in Hx as (m & o & Hm & St & ->). eapply HN; eauto. lia.
  - intros s G _. exists 0. intros d depth _. exact G.
  - intros g _ IH Pg. apply IH. now apply Pg.
Qed.
Corollary forces_least v g : proper g -> forces (true, v) g -> value_at_least g v.
Proof. intros P F. destruct (forces_minimax _ _ F P) as [N H]. now exists N. Qed.
Corollary forces_most v g : proper g -> forces (false, v) g -> value_at_most g v.
Proof. intros P F. destruct (forces_minimax _ _ F P) as [N H]. now exists N. Qed.
(** No two certificates can contradict each other. *)
Corollary consistent v w g : proper g -> forces (true, v) g -> forces (false, w) g -> (v <= w)%Z.
Proof.
  intros P F G. destruct (forces_minimax _ _ F P) as [N H]. destruct (forces_minimax _ _ G P) as [M K].
  specialize (H 0%Z (max N M)). specialize (K 0%Z (max N M)). unfold good in *; simpl in *. lia.
Qed.

(** If unfinished games are worth no more than he claims, so is minimax of every depth. *)
Theorem keeps_minimax c g : keeps c g -> proper g -> forall d, good c d -> forall depth, good c (minimax d depth g).
Proof.
  intros (X & Xg & H) Pg d Gd depth. revert g Xg Pg. induction depth as [|depth IH]; intros g Xg Pg; simpl; auto.
  assert (O : forall m o, step g m = Some o -> stays c X o -> good c (o_value d depth o)).
  { intros m [s|g'] St S; simpl in *; auto. apply IH; auto. eapply proper_step; eauto. }
  destruct (H g Xg) as [[T (m & o & St & S)]|[T A]].
  - rewrite (turn_his c) by auto. apply best_own. exists (o_value d depth o). split; [|eapply O; eauto].
    apply in_values. exists m, o. split; [eapply step_moves; eauto|auto].
  - rewrite (turn_not_his c) by auto. apply best_opp.
    + intro N. destruct (some_step g) as (mv & o & So).
      assert (In (o_value d depth o) []) as []. rewrite <- N. apply in_values. exists mv, o. split; [eapply step_moves; eauto|auto].
    + intros x Hx. apply in_values in Hx as (m & o & Hm & St & ->). eapply O; eauto.
Qed.
End Rules.
