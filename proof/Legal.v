(** Positions in which every chain has a liberty, which stones leave so where suicide is forbidden. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Life.

Section Legal.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.

Definition legal (P : pos) : Prop := forall i, i < n -> get P i <> E -> Free b P i.
Definition legalb (P : pos) : bool := forallb (fun i => ceq (get P i) E || free b P i) (seq 0 n).
Lemma legalb_ok P : legalb P = true <-> legal P.
Proof.
  unfold legalb, legal. rewrite forallb_forall. split.
  - intros H i Hi Ne. assert (In i (seq 0 n)) as S by (apply in_seq; lia). specialize (H i S). apply orb_true_iff in H as [H|H]; [now apply ceq_ok in H|]. now apply free_spec.
  - intros H i Hi. apply in_seq in Hi. destruct (ceq (get P i) E) eqn:C; auto. simpl. apply free_spec; auto; [lia|]. apply H; [lia|]. intro X. apply ceq_ok in X. congruence.
Qed.
Lemma place_forbidden P p x Q : place b Forbidden P p x = Some Q ->
  p < n /\ get P p = E /\ Q = capture b (put b P p x) (opp x) /\ Free b Q p.
Proof.
  unfold place. destruct ((p <? n) && ceq (get P p) E) eqn:T; [|discriminate]. apply andb_true_iff in T as [Hp Ep].
  apply Nat.ltb_lt in Hp. apply ceq_ok in Ep. destruct (free b _ p) eqn:F; [|discriminate]. intro X; inversion X. apply free_spec in F; auto.
Qed.
Lemma place_free P p x : p < n -> get P p = E -> Free b (capture b (put b P p x) (opp x)) p -> place b Forbidden P p x = Some (capture b (put b P p x) (opp x)).
Proof.
  intros Hp Ep F. unfold place. apply Nat.ltb_lt in Hp as Hp'. apply ceq_ok in Ep. rewrite Hp', Ep. simpl. apply free_spec in F; auto. now rewrite F.
Qed.
Lemma get_put P p x i : i < n -> get (put b P p x) i = if i =? p then x else get P i.
Proof. intro. unfold put. now rewrite get_tab. Qed.
Lemma get_capture P x i : i < n -> get (capture b P x) i = if ceq (get P i) x && negb (free b P i) then E else get P i.
Proof. intro. unfold capture. now rewrite get_tab. Qed.

(** Chains and liberties after a change. *)
Lemma conn_same P i j : Conn b P i j -> get P j = get P i. Proof. induction 1; auto. Qed.
Lemma conn_trans P i j k : Conn b P i j -> Conn b P j k -> Conn b P i k.
Proof. intros H K. induction K as [|k l K IH Hl G]; auto. econstructor 2; eauto. rewrite G. now apply conn_same. Qed.
Lemma conn_sym P i j : i < n -> Conn b P i j -> Conn b P j i.
Proof.
  intros Hi C. induction C as [|j k C IH Hk G]; [constructor|]. eapply conn_trans; [|apply IH]. econstructor 2; [constructor| |].
  - now apply (adj_in b bok).
  - rewrite (conn_same _ _ _ C), G. reflexivity.
Qed.
Lemma conn_lt P i j : i < n -> Conn b P i j -> j < n.
Proof. intros H C. induction C; auto. eapply (adj_in b bok); eauto. Qed.
Lemma conn_mono P Q i j : (forall k, Conn b P i k -> get Q k = get P k) -> Conn b P i j -> Conn b Q i j.
Proof.
  intros H C. induction C as [|j k C IH Hk G]; [constructor|]. econstructor 2; eauto. rewrite !H; auto; [constructor|]. econstructor 2; eauto.
Qed.
Lemma free_mono P Q i : (forall k, Conn b P i k -> get Q k = get P k) -> (forall j k, Conn b P i j -> In k (adj b j) -> get P k = E -> get Q k = E) -> Free b P i -> Free b Q i.
Proof. intros H L (j & k & C & Hk & G). exists j, k. split; [now apply (conn_mono P)|]. split; auto. eapply L; eauto. Qed.
Lemma free_conn P i j : i < n -> Conn b P i j -> Free b P j -> Free b P i.
Proof. intros Hi C (k & l & C' & Hl & G). exists k, l. split; auto. eapply conn_trans; eauto. Qed.

Section Stone.
Variable P : pos.
Variable p : nat.
Variable x : color.
Hypothesis xE : x <> E.
Hypothesis Hp : p < n.
Hypothesis Ep : get P p = E.
Notation P1 := (put b P p x).
Notation Q := (capture b (put b P p x) (opp x)).
Lemma x_opp : ceq x (opp x) = false. Proof. destruct x; simpl; congruence. Qed.
Lemma get_own i : i < n -> get P i = x \/ i = p -> get Q i = x.
Proof.
  intros Hi H. rewrite get_capture, !get_put by auto. destruct (i =? p) eqn:Y; [now rewrite x_opp|]. apply Nat.eqb_neq in Y. destruct H as [-> |]; [now rewrite x_opp|congruence].
Qed.
Lemma get_empty i : i < n -> i <> p -> get P i = E -> get Q i = E.
Proof. intros Hi H G. rewrite get_capture, !get_put by auto. apply Nat.eqb_neq in H. rewrite H, G. destruct (_ && _); auto. Qed.
Lemma own_was i : i < n -> get Q i = x -> get P i = x \/ i = p.
Proof.
  intros Hi. rewrite get_capture, !get_put by auto. destruct (i =? p) eqn:Y; [apply Nat.eqb_eq in Y; auto|]. destruct (_ && _); auto. intro; congruence.
Qed.
Lemma opp_was i : i < n -> get Q i = opp x -> get P i = opp x.
Proof.
  intros Hi. rewrite get_capture, !get_put by auto. destruct (i =? p) eqn:Y; destruct (_ && _); auto; intro H; exfalso; revert H; destruct x; simpl; congruence.
Qed.
(** A chain with a liberty besides p stays. *)
Lemma stays_free i : i < n -> get P i = opp x -> (exists j k, Conn b P i j /\ In k (adj b j) /\ get P k = E /\ k <> p) ->
  forall l, Conn b P i l -> get Q l = opp x.
Proof.
  intros Hi Gi (j & k & C & Hk & Ek & Nk) l Cl. pose proof (conn_lt _ _ _ Hi Cl) as Hl.
  assert (Same : forall m, Conn b P i m -> get P1 m = get P m).
  { intros m Cm. pose proof (conn_lt _ _ _ Hi Cm). rewrite get_put by auto. destruct (m =? p) eqn:Y; auto. apply Nat.eqb_eq in Y. subst m.
    apply conn_same in Cm. rewrite Ep, Gi in Cm. destruct x; simpl in *; congruence. }
  rewrite get_capture by auto. assert (free b P1 l = true) as ->.
  { apply free_spec; auto. apply free_conn with i; auto.
    - apply conn_sym; auto. now apply (conn_mono P).
    - exists j, k. split; [now apply (conn_mono P)|]. split; auto. rewrite get_put by (eapply (adj_in b bok); eauto). apply Nat.eqb_neq in Nk. now rewrite Nk. }
  rewrite andb_false_r, Same by auto. now rewrite (conn_same _ _ _ Cl).
Qed.
Lemma legal_stone : legal P -> Free b Q p -> legal Q.
Proof.
  intros L F i Hi Ne. destruct (get Q i) eqn:G; [congruence| |]; assert (get Q i = x \/ get Q i = opp x) as C by (rewrite G; destruct x; simpl; auto; congruence); clear G.
  all: destruct C as [G|G].
  1,3: destruct (own_was i Hi G) as [Gp| ->]; auto.
  1,2: destruct (L i Hi) as (j & k & C & Hk & Ek); [congruence|]; assert (Conn b Q i j) as CQ by
    (apply (conn_mono P); auto; intros m Cm; pose proof (conn_lt _ _ _ Hi Cm); rewrite get_own; auto; [rewrite (conn_same _ _ _ Cm); auto|left; rewrite (conn_same _ _ _ Cm); auto]).
  1,2: destruct (Nat.eq_dec k p) as [->|Nk];
    [apply free_conn with p; auto; econstructor 2; [exact CQ|exact Hk|rewrite G; apply get_own; auto]
    |exists j, k; split; auto; split; auto; apply get_empty; auto; eapply (adj_in b bok); eauto].
  all: pose proof (opp_was i Hi G) as Gp; rewrite get_capture in G by auto;
    assert (get P1 i = opp x) as G1 by (destruct (_ && _); auto; exfalso; revert G; destruct x; simpl; congruence);
    rewrite G1 in G; assert (ceq (opp x) (opp x) = true) as Cx by (now apply ceq_ok); rewrite Cx in G; simpl in G;
    destruct (free b P1 i) eqn:F1; [|exfalso; revert G; simpl; destruct x; simpl; congruence]; apply free_spec in F1; auto;
    apply (free_mono P1); auto.
  1,3: intros m Cm; pose proof (conn_lt _ _ _ Hi Cm); rewrite get_capture by auto; assert (free b P1 m = true) as -> by
    (apply free_spec; auto; apply free_conn with i; auto; apply conn_sym; auto); now rewrite andb_false_r.
  all: intros j k Cj Hk Ek; rewrite get_capture, Ek by (eapply (adj_in b bok); eauto); destruct (_ && _); auto.
Qed.
End Stone.
Lemma legal_place P p x Q : x <> E -> legal P -> place b Forbidden P p x = Some Q -> legal Q.
Proof. intros xE L H. apply place_forbidden in H as (Hp & Ep & -> & F). now apply legal_stone. Qed.


End Legal.
