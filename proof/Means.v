(** Rules by which the score is a mean over scoring positions (CERTIFICATES.md, clause [scored]; Kee 2009, rules 15 to 20), in terms
    of the history of a game. The bans are those of Rules.v. What has to be trusted is marked. *)
Require Import List Arith Bool ZArith QArith Lia.
Import ListNotations.
Require Import Board Rules.
Close Scope Q_scope.

(* trusted *)
Section Means.
Variable b : board.
Variable r : rules.

(** On a scoring position both players pass in a row: the pass e, made after h, is the second. It counts the prisoners that it finds. *)
Definition scoring_pass (e : event) (h : list event) : bool := is_pass e && (1 <=? run h).
Definition score_at (P : pos) (h : list event) : Z := (worth b r P + points b r h)%Z.
Definition scored_by (e : event) (h : list event) (l : list Z) : list Z := if scoring_pass e h then score_at (before e) h :: l else l.
(** The scores of the scoring positions since Y has passed on X, None if he has not; and since his opponent has passed right after
    that. *)
Fixpoint since (X : pos) (Y : color) (h : list event) : option (list Z) :=
  match h with
  | e :: h => if is_pass e && peqb X (before e) && ceq Y (who e) then Some [] else option_map (scored_by e h) (since X Y h)
  | [] => None
  end.
Fixpoint since_both (X : pos) (Y : color) (h : list event) : option (list Z) :=
  match h with
  | e :: h => if scoring_pass e h && peqb X (before e) && ceq Y (opp (who e)) then Some [] else option_map (scored_by e h) (since_both X Y h)
  | [] => None
  end.
Definition mean (l : list Z) : Q := match l with [] => 0 # 1 | _ => fold_right Z.add 0%Z l # Pos.of_nat (length l) end.
(** By territory a pass of the opponent that came right after the first is moved behind the second: the position counts with the
    prisoners of now. *)
Definition moved_pass (P : pos) (M : color) (h : list event) : option (list Z) :=
  match clause_scoring r with ScoreTerritory => since_both P M h | _ => None end.
(** A player who passes for the second time on a position ends the game, with the mean of the scoring positions in between and of
    this one if it is one. *)
Definition mean_end (g : game) : option Q :=
  let P := now g in let M := turn g in let h := past_moves g in
  match moved_pass P M h with
  | Some l => Some (mean (score_at P h :: l))
  | None => option_map (fun l => mean (scored_by (Event M None P P) h l)) (since P M h)
  end.
Definition mean_step (g : game) (m : option nat) : option (Q + game) :=
  match m with
  | Some _ => match step b r g m with Some (inr g') => Some (inr g') | _ => None end
  | None => Some (match mean_end g with Some s => inl s | None => inr (play_on g (Event (turn g) None (now g) (now g))) end)
  end.

(** A claim: whose it is (true is Black's), whether it is strict, and the score. *)
Definition mean_claim := (bool * bool * Q)%type.
Definition mean_good (c : mean_claim) (s : Q) : Prop :=
  match c with
  | (true, false, v) => (v <= s)%Q | (true, true, v) => (v < s)%Q
  | (false, false, v) => (s <= v)%Q | (false, true, v) => (s < v)%Q
  end.
Definition mean_turn (c : mean_claim) (g : game) : Prop := turn g = if fst (fst c) then B else W.
Inductive mean_forces (c : mean_claim) : game -> Prop :=
| M_own g m o : mean_turn c g -> mean_step g m = Some o -> mean_wins c o -> mean_forces c g
| M_opp g : ~ mean_turn c g -> (forall m o, mean_step g m = Some o -> mean_wins c o) -> mean_forces c g
with mean_wins (c : mean_claim) : Q + game -> Prop :=
| M_end s : mean_good c s -> mean_wins c (inl s)
| M_on g : mean_forces c g -> mean_wins c (inr g).

(** Minimax to a depth, unfinished games being worth d, and the value of a game, as in Rules.v. *)
Definition better (black : bool) (x y : Q) : Q := if Qle_bool x y then (if black then y else x) else (if black then x else y).
Definition mean_best (black : bool) (l : list Q) (d : Q) : Q := match l with [] => d | x :: l => fold_left (better black) l x end.
Fixpoint mean_minimax (d : Q) (depth : nat) (g : game) : Q :=
  match depth with
  | 0 => d
  | S depth =>
      mean_best (ceq (turn g) B)
        (flat_map (fun m => match mean_step g m with None => [] | Some (inl s) => [s] | Some (inr g') => [mean_minimax d depth g'] end) (moves b)) d
  end.
Definition mean_value (g : game) (v : Q) : Prop := exists N : nat, forall d depth, N <= depth -> (mean_minimax d depth g == v)%Q.
Definition mean_keeps (c : mean_claim) (g : game) : Prop := exists N : nat, forall d depth, N <= depth -> mean_good c (mean_minimax d depth g).
(* end trusted *)
Scheme mean_forces_mut := Induction for mean_forces Sort Prop with mean_wins_mut := Induction for mean_wins Sort Prop.

Lemma mean_value_unique g v w : mean_value g v -> mean_value g w -> (v == w)%Q.
Proof. intros [N H] [M K]. rewrite <- (H 0%Q (max N M)), <- (K 0%Q (max N M)) by lia. reflexivity. Qed.
Lemma mean_value_of_bounds g v : mean_keeps (true, false, v) g -> mean_keeps (false, false, v) g -> mean_value g v.
Proof.
  intros [N H] [M K]. exists (max N M). intros d depth L. apply Qle_antisym; [apply K|apply H]; lia.
Qed.

Lemma good_up (c : mean_claim) (x y : Q) : mean_good c x -> (if fst (fst c) then (x <= y)%Q else (y <= x)%Q) -> mean_good c y.
Proof.
  destruct c as [[[] []] v]; simpl; intros G L; eauto using Qle_trans, Qlt_le_trans, Qle_lt_trans.
Qed.
Lemma better_ge (black : bool) (x y : Q) : if black then (x <= better black x y)%Q /\ (y <= better black x y)%Q else (better black x y <= x)%Q /\ (better black x y <= y)%Q.
Proof.
  unfold better. destruct (Qle_bool x y) eqn:E.
  - apply Qle_bool_iff in E. destruct black; split; auto using Qle_refl.
  - assert (y <= x)%Q as L. { destruct (Qlt_le_dec x y) as [L|L]; auto. apply Qlt_le_weak in L. apply Qle_bool_iff in L. congruence. }
    destruct black; split; auto using Qle_refl.
Qed.
Lemma better_one (black : bool) (x y : Q) : better black x y = x \/ better black x y = y.
Proof. unfold better. destruct (Qle_bool x y), black; auto. Qed.
Lemma fold_better (black : bool) (l : list Q) : forall x y : Q, (In y (x :: l) -> if black then (y <= fold_left (better black) l x)%Q else (fold_left (better black) l x <= y)%Q)
  /\ In (fold_left (better black) l x) (x :: l).
Proof.
  induction l as [|z l IH]; intros x y; cbn [fold_left].
  - split; [intros [->|[]]; destruct black; apply Qle_refl|simpl; auto].
  - split.
    + intro H. assert (if black then (better black x z <= fold_left (better black) l (better black x z))%Q else (fold_left (better black) l (better black x z) <= better black x z)%Q) as T.
      { apply (IH (better black x z) (better black x z)). simpl; auto. }
      pose proof (better_ge black x z) as Bt. destruct H as [->|[->|H]].
      * destruct black; destruct Bt; eauto using Qle_trans.
      * destruct black; destruct Bt; eauto using Qle_trans.
      * apply (IH (better black x z) y). simpl; auto.
    + destruct (IH (better black x z) y) as [_ [E|H]]; [|simpl; auto]. rewrite <- E. destruct (better_one black x z) as [-> | ->]; simpl; auto.
Qed.
Lemma mean_best_own c l d : (exists x, In x l /\ mean_good c x) -> mean_good c (mean_best (fst (fst c)) l d).
Proof.
  destruct l as [|x l]; intros (y & Hy & G); [destruct Hy|]. unfold mean_best. eapply good_up; [exact G|].
  apply (proj1 (fold_better (fst (fst c)) l x y)). exact Hy.
Qed.
Lemma mean_best_opp c l d : l <> [] -> (forall x, In x l -> mean_good c x) -> mean_good c (mean_best (negb (fst (fst c))) l d).
Proof.
  destruct l as [|x l]; intros N G; [congruence|]. unfold mean_best. apply G. apply (proj2 (fold_better (negb (fst (fst c))) l x x)).
Qed.

Lemma mean_step_moves g m o : mean_step g m = Some o -> In m (moves b).
Proof.
  unfold mean_step. destruct m as [p|].
  - destruct (step b r g (Some p)) as [o'|] eqn:S; [|discriminate]. intros _. eapply step_moves; eauto.
  - intros _. unfold moves. apply in_or_app. simpl; auto.
Qed.
Definition mean_o d depth (o : Q + game) : Q := match o with inl s => s | inr g => mean_minimax d depth g end.
Lemma in_mean_values g d depth x :
  In x (flat_map (fun m => match mean_step g m with None => [] | Some (inl s) => [s] | Some (inr g') => [mean_minimax d depth g'] end) (moves b)) <->
  exists m o, In m (moves b) /\ mean_step g m = Some o /\ x = mean_o d depth o.
Proof.
  rewrite in_flat_map. split.
  - intros (m & Hm & Hx). destruct (mean_step g m) as [[s|g']|] eqn:S; simpl in Hx; [| |tauto];
    destruct Hx as [<-|[]]; exists m; eexists; repeat split; eauto.
  - intros (m & o & Hm & S & ->). exists m. split; auto. rewrite S. destruct o; simpl; auto.
Qed.
Lemma proper_mean g m g' : proper g -> mean_step g m = Some (inr g') -> proper g'.
Proof.
  intro P. unfold mean_step. destruct m as [p|].
  - destruct (step b r g (Some p)) as [[s|h]|] eqn:S; try discriminate. intro X; inversion X; subst. eapply proper_step; eauto.
  - destruct (mean_end g); intro X; inversion X; subst. now apply proper_on.
Qed.
Lemma mean_turn_his c g : proper g -> mean_turn c g -> ceq (turn g) B = fst (fst c).
Proof. unfold mean_turn. intros _ ->. now destruct (fst (fst c)). Qed.
Lemma mean_turn_not c g : proper g -> ~ mean_turn c g -> ceq (turn g) B = negb (fst (fst c)).
Proof. unfold mean_turn, proper. intros [-> | ->]; destruct (fst (fst c)); simpl; intro; congruence. Qed.

Theorem mean_forces_minimax c : forall g, mean_forces c g -> proper g -> mean_keeps c g.
Proof.
  apply (mean_forces_mut c (fun g _ => proper g -> mean_keeps c g)
    (fun o _ => (forall g, o = inr g -> proper g) -> exists N, forall d depth, N <= depth -> mean_good c (mean_o d depth o))).
  - intros g m o T St _ IH Pg. destruct IH as [N HN]. { intros g' ->. eapply proper_mean; eauto. }
    exists (S N). intros d [|depth] L; [lia|]. simpl. rewrite (mean_turn_his c) by auto. apply mean_best_own.
    exists (mean_o d depth o). split; [|apply HN; lia]. apply in_mean_values. exists m, o. split; [eapply mean_step_moves; eauto|auto].
  - intros g T _ IH Pg.
    assert (exists N, forall m, In m (moves b) -> forall o, mean_step g m = Some o -> forall d depth, N <= depth -> mean_good c (mean_o d depth o)) as [N HN].
    { generalize (moves b) as l. induction l as [|m l [N HN]].
      - exists 0. intros m [].
      - destruct (mean_step g m) as [o|] eqn:St.
        + destruct (IH m o St) as [M HM]. { intros g' ->. eapply proper_mean; eauto. }
          exists (max N M). intros m' [<-|Hm] o' St'; intros d depth L.
          * rewrite St in St'. inversion St'; subst. apply HM. lia.
          * eapply HN; eauto. lia.
        + exists N. intros m' [<-|Hm] o' St'; [congruence|]. now apply (HN m'). }
    exists (S N). intros d [|depth] L; [lia|]. simpl. rewrite (mean_turn_not c) by auto. apply mean_best_opp.
    + intro X. assert (exists o, mean_step g None = Some o) as [o So] by (unfold mean_step; eauto).
      assert (In (mean_o d depth o) []) as []. rewrite <- X. apply in_mean_values. exists None, o. split; [eapply mean_step_moves; eauto|auto].
    + intros x Hx. apply in_mean_values in Hx as (m & o & Hm & St & ->). eapply HN; eauto. lia.
  - intros s G _. exists 0. intros d depth _. exact G.
  - intros g _ IH Pg. apply IH. now apply Pg.
Qed.
(** No two certificates can contradict each other. *)
Corollary mean_consistent s t v w g : proper g -> mean_forces (true, s, v) g -> mean_forces (false, t, w) g -> (v <= w)%Q.
Proof.
  intros P F G. destruct (mean_forces_minimax _ _ F P) as [N H]. destruct (mean_forces_minimax _ _ G P) as [M K].
  specialize (H 0%Q (max N M) ltac:(lia)). specialize (K 0%Q (max N M) ltac:(lia)). destruct s, t; simpl in *; eauto using Qle_trans, Qlt_le_weak.
Qed.
End Means.
