(** What a player forces or keeps in the machine he forces or keeps by the rules. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Simulation.

Section Transfer.
Variable b : board.
Variable r : rules.
Notation inv := (inv r).
Notation key_of := (key_of b r).
Notation past_of := (past_of r).
Notation carried := (carried b r).
Notation rel := (rel b r).
Lemma step_lt g mv o : step b r g mv = Some o -> In mv (moves b).
Proof. apply step_moves. Qed.
Lemma serves_less a c s : serves (less a c) s = true -> good c (s + a)%Z.
Proof. unfold serves, less, good; simpl. destruct (fst c); rewrite Z.leb_le; lia. Qed.
Theorem mforces_forces : forall c k p, mforces kblack plainly (plays b r) c k p ->
  forall g c', inv g -> key_of g = k -> (forall f, past_of g f = p f) -> less (carried g) c' = c -> forces b r c' g.
Proof.
  apply (@mforces_mut key fact clr (option nat) kblack plainly (plays b r)
    (fun c k p _ => forall g c', inv g -> key_of g = k -> (forall f, past_of g f = p f) -> less (carried g) c' = c -> forces b r c' g)
    (fun c o p _ => forall z o' c', rel z p o o' -> less z c' = c -> wins b r c' o')).
  - intros c k p mv y Hb Hin Hl _ IH g c' I <- E <-. apply in_plays in Hin as [Hm Hp].
    pose proof (simulation b r g mv I) as S. rewrite Hp in S.
    assert (forallb (fun f => negb (past_of g f)) (bars y) = true) as L.
    { apply forallb_forall. intros f Hf. rewrite E. now rewrite Hl. }
    rewrite L in S. destruct S as (o & So & R). apply F_own with mv o; auto.
    + unfold his_turn. destruct I as (Pg & _). rewrite (turn_col g Pg). simpl in Hb. rewrite Hb. reflexivity.
    + apply (IH (carried g)); auto. eapply (rel_ext b r); eauto.
  - intros c k p Hb _ IH g c' I <- E <-. apply F_opp.
    + unfold his_turn. simpl in Hb. intro T. apply Hb. rewrite T. now destruct (fst c').
    + intros mv o So. pose proof (simulation b r g mv I) as S. destruct (play_at b r (key_of g) mv) as [y|] eqn:Hp; [|congruence].
      destruct (forallb (fun f => negb (past_of g f)) (bars y)) eqn:L; [|congruence].
      destruct S as (o' & So' & R). rewrite So in So'. inversion So'; subst o'.
      apply (IH mv y) with (z := carried g); auto.
      * apply in_plays. split; auto. eapply step_moves; eauto.
      * intros f Hf. rewrite forallb_forall in L. specialize (L _ Hf). rewrite <- E. now destruct (past_of g f).
      * eapply (rel_ext b r); eauto.
  - intros c s p G z [s'|g] c' R <-; simpl in R; [|tauto]. subst. constructor. now apply serves_less.
  - intros c c0 f last p _ _ z o' c' R _. destruct o'; destruct R.
  - intros c a k cl st p _ IH z [s'|g] c' R <-; simpl in R; [tauto|]. destruct R as (K & E & I & C). constructor. apply IH; auto.
    rewrite C. symmetry. apply less_less.
Qed.

(** What the machine keeps, the rules keep. *)
Theorem msafe_keeps c k p : msafe kblack plainly (plays b r) c k p ->
  forall g c', inv g -> key_of g = k -> (forall f, past_of g f = p f) -> less (carried g) c' = c -> keeps b r c' g.
Proof.
  intros (X & HX & Xc) g c' I K E L.
  exists (fun g => inv g /\ exists p, X (less (carried g) c') (key_of g) p /\ forall f, past_of g f = p f).
  split. { split; auto. exists p. rewrite K, L. auto. }
  clear g I K E L Xc k p c. intros g [I (p & Xg & E)]. pose proof I as (Pg & _).
  assert (On : forall y o, rel (carried g) p (result p y) o -> okn plainly X (less (carried g) c') (result p y) p ->
    stays c' (fun g => inv g /\ exists p, X (less (carried g) c') (key_of g) p /\ forall f, past_of g f = p f) o).
  { intros y o R O. destruct (result p y) as [s|f last|a k' cl st], o as [s'|g']; simpl in *; try tauto.
    - subst s'. now apply serves_less.
    - destruct R as (K' & E' & I' & C'). split; auto. rewrite K', C', <- less_less. eauto. }
  destruct (HX (less (carried g) c') (key_of g) p Xg) as [(B & mv & y & Hin & Hl & O)|(B & A)].
  - left. apply in_plays in Hin as [Hm Hp]. split.
    { unfold his_turn. rewrite (turn_col g Pg). simpl in B. rewrite B. reflexivity. }
    pose proof (simulation b r g mv I) as S. rewrite Hp in S.
    assert (forallb (fun f => negb (past_of g f)) (bars y) = true) as L.
    { apply forallb_forall. intros f Hf. rewrite E. now rewrite Hl. }
    rewrite L in S. destruct S as (o & So & R). exists mv, o. split; auto. apply (On y); auto. eapply (rel_ext b r); eauto.
  - right. split.
    { unfold his_turn. simpl in B. intro T. apply B. rewrite T. now destruct (fst c'). }
    intros mv o So. pose proof (simulation b r g mv I) as S. destruct (play_at b r (key_of g) mv) as [y|] eqn:Hp; [|congruence].
    destruct (forallb (fun f => negb (past_of g f)) (bars y)) eqn:L; [|congruence].
    destruct S as (o' & So' & R). rewrite So in So'. inversion So'; subst o'.
    apply (On y); [eapply (rel_ext b r); eauto|]. apply (A mv y).
    + apply in_plays. split; auto. eapply step_moves; eauto.
    + intros f Hf. rewrite forallb_forall in L. specialize (L _ Hf). rewrite <- E. now destruct (past_of g f).
Qed.
End Transfer.
