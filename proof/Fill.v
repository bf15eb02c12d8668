(** Positions in which a player is sure of points by filling (docs/formats.md, section Settled states): chains K that are alive where a
    region counts as vital only if each of its intersections is adjacent to the chain, and parts D each intersection of which is
    adjacent to K. Suicide is forbidden. *)
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


(** Sets of intersections, as positions of black stones. *)
Definition inm (m : pos) (i : nat) : bool := ceq (get m i) B.
Definition mask (f : nat -> bool) : pos := tab n (fun i => if f i then B else E).
Lemma inm_mask f i : i < n -> inm (mask f) i = f i.
Proof. intro H. unfold inm, mask. rewrite get_tab by auto. now destruct (f i). Qed.
Lemma all_masks m : length m = n -> In m (all_pos n).
Proof. intros <-. apply all_pos_ok. Qed.
Lemma mask_length f : length (mask f) = n. Proof. apply tab_length. Qed.
Definition number (m : pos) : nat := length (filter (inm m) (seq 0 n)).

Variable me : color.
Hypothesis meE : me <> E.
Notation op := (opp me).
(** Whether so many intersections are worth what is claimed. *)
Variable enough : nat -> bool.
Variable tv : pos -> bool.
Hypothesis enough_tv : forall P k, enough k = true -> k <= area b P me -> tv P = true.

(** R is an eye of the chain of i: a set of intersections of D, all adjacent to it, around which there is nothing but K. *)
Definition eye (P K D : pos) (i : nat) (R : pos) : bool :=
  existsb (fun x => inm R x) (seq 0 n) &&
  forallb (fun x => negb (inm R x) || inm D x && forallb (fun k => inm R k || inm K k) (adj b x) && existsb (fun k => memn k (part b P i)) (adj b x)) (seq 0 n).
Definition apart (R R' : pos) : bool := forallb (fun x => negb (inm R x && inm R' x)) (seq 0 n).
(** Not to be run, as it looks for eyes among all sets. *)
Definition fill (P K D : pos) : bool :=
  legalb P &&
  forallb (fun i => negb (inm K i) || ceq (get P i) me && forallb (fun k => negb (ceq (get P k) me) || inm K k) (adj b i)) (seq 0 n) &&
  forallb (fun i => negb (inm D i) || negb (inm K i) && existsb (inm K) (adj b i) && forallb (fun k => inm D k || inm K k) (adj b i)) (seq 0 n) &&
  forallb (fun i => negb (inm K i) || existsb (fun R => existsb (fun R' => eye P K D i R && eye P K D i R' && apart R R') (all_pos n)) (all_pos n)) (seq 0 n) &&
  enough (number K + number D).
Definition fills (a : nat) (P : pos) : bool := existsb (fun K => existsb (fun D => fill P K D && (number D =? a)) (all_pos n)) (all_pos n).

Lemma all_in (f : nat -> bool) : forallb f (seq 0 n) = true <-> forall i, i < n -> f i = true.
Proof. rewrite forallb_forall. split; intros H i Hi; apply H; [apply in_seq; lia|apply in_seq in Hi; lia]. Qed.
Lemma some_in (f : nat -> bool) : existsb f (seq 0 n) = true <-> exists i, i < n /\ f i = true.
Proof. rewrite existsb_exists. split; intros (i & Hi & H); exists i; split; auto; [apply in_seq in Hi; lia|apply in_seq; lia]. Qed.
Lemma adj_lt i k : In k (adj b i) -> k < n. Proof. intro H. now apply (adj_in b bok) in H. Qed.
Lemma impb x y : negb x || y = true <-> (x = true -> y = true). Proof. destruct x, y; simpl; intuition. Qed.

Record Eye (P K D : pos) (i : nat) (R : pos) : Prop := {
  e_some : exists x, x < n /\ inm R x = true;
  e_all : forall x, x < n -> inm R x = true -> inm D x = true /\ (forall k, In k (adj b x) -> inm R k = true \/ inm K k = true) /\ exists k, In k (adj b x) /\ Conn b P i k }.
Lemma eye_ok P K D i R : i < n -> (eye P K D i R = true <-> Eye P K D i R).
Proof.
  intro Hi. unfold eye. rewrite andb_true_iff, some_in, all_in. split.
  - intros [H1 H2]. split; auto. intros x Hx Rx. specialize (H2 x Hx). rewrite Rx in H2. simpl in H2. rewrite !andb_true_iff, forallb_forall, existsb_exists in H2.
    destruct H2 as [[D1 D2] (k & Hk & M)]. split; auto. split; [intros; apply orb_true_iff; auto|]. exists k. split; auto. apply part_spec; auto. now apply memn_ok.
  - intros [H1 H2]. split; auto. intros x Hx. apply impb. intro Rx. destruct (H2 x Hx Rx) as (D1 & D2 & k & Hk & M).
    rewrite !andb_true_iff, forallb_forall, existsb_exists. repeat split; auto; [intros; apply orb_true_iff; auto|]. exists k. split; auto. apply memn_ok. now apply part_spec.
Qed.
Lemma apart_ok R R' : apart R R' = true <-> forall x, x < n -> inm R x = true -> inm R' x = true -> False.
Proof.
  unfold apart. rewrite all_in. split; intros H x Hx; specialize (H x Hx).
  - intros A A'. rewrite A, A' in H. discriminate.
  - destruct (inm R x), (inm R' x); auto; exfalso; auto.
Qed.
Record Fill (P K D : pos) : Prop := {
  f_legal : legal P;
  f_k : forall i, i < n -> inm K i = true -> get P i = me /\ forall k, In k (adj b i) -> get P k = me -> inm K k = true;
  f_d : forall i, i < n -> inm D i = true -> inm K i = false /\ (exists k, In k (adj b i) /\ inm K k = true) /\ forall k, In k (adj b i) -> inm D k = true \/ inm K k = true;
  f_eyes : forall i, i < n -> inm K i = true -> exists R R', Eye P K D i R /\ Eye P K D i R' /\ forall x, x < n -> inm R x = true -> inm R' x = true -> False;
  f_enough : enough (number K + number D) = true }.
Lemma mask_same R i : i < n -> inm (mask (inm R)) i = inm R i. Proof. apply inm_mask. Qed.
Lemma eye_mask P K D i R : Eye P K D i R -> Eye P K D i (mask (inm R)).
Proof.
  intros [(x & Hx & Rx) H]. split; [exists x; rewrite mask_same; auto|]. intros y Hy Ry. rewrite mask_same in Ry by auto. destruct (H y Hy Ry) as (D1 & D2 & D3).
  split; auto. split; auto. intros k Hk. rewrite mask_same by (eapply adj_lt; eauto). auto.
Qed.
Lemma fill_ok P K D : fill P K D = true <-> Fill P K D.
Proof.
  unfold fill. rewrite !andb_true_iff, !all_in, legalb_ok. split.
  - intros [[[[L Hk] Hd] He] En]. split; auto.
    + intros i Hi Ki. specialize (Hk i Hi). rewrite Ki in Hk. simpl in Hk. rewrite andb_true_iff, forallb_forall, ceq_ok in Hk. destruct Hk as [H1 H2]. split; auto.
      intros k Hkk G. specialize (H2 k Hkk). apply ceq_ok in G. now rewrite G in H2.
    + intros i Hi Di. specialize (Hd i Hi). rewrite Di in Hd. simpl in Hd. rewrite !andb_true_iff, negb_true_iff, forallb_forall, existsb_exists in Hd. destruct Hd as [[H1 H2] H3].
      split; auto. split; auto. intros k Hkk. apply orb_true_iff. auto.
    + intros i Hi Ki. specialize (He i Hi). rewrite Ki in He. simpl in He. apply existsb_exists in He as (R & _ & He). apply existsb_exists in He as (R' & _ & He).
      rewrite !andb_true_iff, !eye_ok, apart_ok in He by auto. exists R, R'. tauto.
  - intros [L Hk Hd He En]. repeat split; auto.
    + intros i Hi. apply impb. intro Ki. destruct (Hk i Hi Ki) as [H1 H2]. rewrite andb_true_iff, ceq_ok, forallb_forall. split; auto. intros k Hkk. apply impb. intro G. apply ceq_ok in G. auto.
    + intros i Hi. apply impb. intro Di. destruct (Hd i Hi Di) as (H1 & H2 & H3). rewrite !andb_true_iff, negb_true_iff, forallb_forall, existsb_exists. repeat split; auto.
      intros k Hkk. apply orb_true_iff. auto.
    + intros i Hi. apply impb. intro Ki. destruct (He i Hi Ki) as (R & R' & H1 & H2 & H3). apply existsb_exists. exists (mask (inm R)). split; [apply all_masks, mask_length|].
      apply existsb_exists. exists (mask (inm R')). split; [apply all_masks, mask_length|]. rewrite !andb_true_iff, !eye_ok, apart_ok by auto.
      split; [split; now apply eye_mask|]. intros x Hx A A'. rewrite !mask_same in * by auto. eauto.
Qed.
Lemma filter_ext_n (f g : nat -> bool) : (forall i, i < n -> f i = g i) -> filter f (seq 0 n) = filter g (seq 0 n).
Proof. intro H. apply filter_ext_in. intros i Hi. apply in_seq in Hi. apply H. lia. Qed.
Lemma number_mask f : number (mask f) = length (filter f (seq 0 n)).
Proof. unfold number. f_equal. apply filter_ext_n. intros. now apply inm_mask. Qed.
Lemma fill_mask P K D : Fill P K D -> Fill P (mask (inm K)) (mask (inm D)).
Proof.
  intros [L Hk Hd He En]. split; auto.
  - intros i Hi Ki. rewrite mask_same in Ki by auto. destruct (Hk i Hi Ki) as [H1 H2]. split; auto. intros k Hkk G. rewrite mask_same by (eapply adj_lt; eauto). auto.
  - intros i Hi Di. rewrite mask_same in * by auto. destruct (Hd i Hi Di) as (H1 & (k & Hk1 & Hk2) & H3). split; auto. split; [exists k; split; auto; rewrite mask_same; auto; eapply adj_lt; eauto|].
    intros x Hx. rewrite !mask_same by (eapply adj_lt; eauto). auto.
  - intros i Hi Ki. rewrite mask_same in Ki by auto. destruct (He i Hi Ki) as (R & R' & H1 & H2 & H3). exists R, R'.
    assert (forall R, Eye P K D i R -> Eye P (mask (inm K)) (mask (inm D)) i R) as T.
    { intros X [S1 S2]. split; auto. intros x Hx Rx. destruct (S2 x Hx Rx) as (D1 & D2 & D3). rewrite mask_same by auto. split; auto. split; auto.
      intros y Hy. rewrite mask_same by (eapply adj_lt; eauto). auto. }
    auto.
  - rewrite !number_mask. exact En.
Qed.
Lemma fills_ok a P : fills a P = true <-> exists K D, Fill P K D /\ number D = a.
Proof.
  unfold fills. rewrite existsb_exists. split.
  - intros (K & _ & H). apply existsb_exists in H as (D & _ & H). rewrite andb_true_iff, Nat.eqb_eq, fill_ok in H. eauto.
  - intros (K & D & H & Na). exists (mask (inm K)). split; [apply all_masks, mask_length|]. apply existsb_exists. exists (mask (inm D)). split; [apply all_masks, mask_length|].
    rewrite andb_true_iff, Nat.eqb_eq, fill_ok. split; [now apply fill_mask|]. now rewrite number_mask.
Qed.
Lemma fills_most a P : fills a P = true -> a <= n.
Proof.
  rewrite fills_ok. intros (K & D & _ & <-). unfold number. etransitivity; [|apply Nat.eq_le_incl, (seq_length n 0)]. generalize (seq 0 n) as l.
  induction l as [|x l IH]; simpl; auto. destruct (inm D x); simpl; lia.
Qed.

Section Filling.
Variables P K D : pos.
Hypothesis F : Fill P K D.
Lemma opE : op <> E. Proof. destruct me; simpl; congruence. Qed.
Lemma op_me : op <> me. Proof. destruct me; simpl; congruence. Qed.
Lemma d_not_mine i : i < n -> inm D i = true -> get P i <> me.
Proof.
  intros Hi Di G. destruct (f_d _ _ _ F i Hi Di) as (H1 & (k & Hk & Kk) & _). pose proof (adj_in b bok _ _ Hk) as (_ & Hkn & _ & Hb).
  destruct (f_k _ _ _ F k Hkn Kk) as [_ X]. rewrite (X i Hb G) in H1. discriminate.
Qed.
Lemma d_color i : i < n -> inm D i = true -> get P i = E \/ get P i = op.
Proof. intros Hi Di. pose proof (d_not_mine i Hi Di) as X. destruct (get P i), me; simpl in *; auto; congruence. Qed.
Lemma k_conn i j : i < n -> inm K i = true -> Conn b P i j -> inm K j = true.
Proof.
  intros Hi Ki C. induction C as [|j k C IH Hk G]; auto. pose proof (conn_lt _ _ _ Hi C) as Hj. destruct (f_k _ _ _ F j Hj IH) as [_ X]. apply X; auto.
  rewrite G. now apply (f_k _ _ _ F).
Qed.
(** An eye has an empty intersection. *)
Lemma eye_empty i R : i < n -> Eye P K D i R -> exists e, e < n /\ inm R e = true /\ get P e = E.
Proof.
  intros Hi [(x & Hx & Rx) H]. destruct (H x Hx Rx) as (Dx & _ & _). destruct (d_color x Hx Dx) as [G|G]; [eauto|].
  destruct (f_legal _ _ _ F x Hx) as (j & k & C & Hk & Ek); [rewrite G; apply opE|].
  assert (j < n /\ inm R j = true) as [Hj Rj].
  { clear k Hk Ek. induction C as [|j k C IH Hk Gk]; auto. destruct IH as [Hj Rj]. pose proof (adj_lt _ _ Hk) as Hkn. split; auto.
    destruct (H j Hj Rj) as (_ & Nb & _). destruct (Nb k Hk) as [|Kk]; auto. exfalso. destruct (f_k _ _ _ F k Hkn Kk) as [X _]. rewrite Gk, G in X. now apply op_me. }
  exists k. pose proof (adj_lt _ _ Hk) as Hkn. split; auto. split; auto. destruct (H j Hj Rj) as (_ & Nb & _). destruct (Nb k Hk) as [|Kk]; auto. exfalso.
  destruct (f_k _ _ _ F k Hkn Kk) as [X _]. congruence.
Qed.
(** Each chain of K has a liberty besides any p. *)
Lemma k_liberty i p : i < n -> inm K i = true -> exists j k, Conn b P i j /\ In k (adj b j) /\ get P k = E /\ k <> p.
Proof.
  intros Hi Ki. destruct (f_eyes _ _ _ F i Hi Ki) as (R & R' & HR & HR' & A).
  destruct (eye_empty i R Hi HR) as (e & He & Re & Ee). destruct (eye_empty i R' Hi HR') as (e' & He' & Re' & Ee').
  assert (forall R x, Eye P K D i R -> x < n -> inm R x = true -> get P x = E -> x <> p -> exists j k, Conn b P i j /\ In k (adj b j) /\ get P k = E /\ k <> p) as T.
  { intros X x [_ H] Hx Rx Ex Np. destruct (H x Hx Rx) as (_ & _ & k & Hk & C). exists k, x. split; auto. split; auto. now apply (adj_in b bok). }
  destruct (Nat.eq_dec e p) as [->|N]; [|eauto]. apply (T R' e'); auto. intros ->. eauto.
Qed.
(** A stone of the opponent leaves it so. *)
Lemma fill_stone p Q : place b Forbidden P p op = Some Q -> Fill Q K D.
Proof.
  intro Pl. pose proof (legal_place _ _ _ _ opE (f_legal _ _ _ F) Pl) as LQ. apply place_forbidden in Pl as (Hp & Ep & -> & Fr).
  assert (KQ : forall i, i < n -> inm K i = true -> forall l, Conn b P i l -> get (capture b (put b P p op) (opp op)) l = me).
  { intros i Hi Ki. pose proof (stays_free P p op opE Ep i Hi) as X. rewrite !opp_opp in X. rewrite opp_opp. apply X; [now apply (f_k _ _ _ F)|now apply k_liberty]. }
  set (Q := capture b (put b P p op) (opp op)) in *.
  assert (Was : forall k, k < n -> get Q k = me -> get P k = me).
  { intros k Hk G. pose proof (opp_was P p op opE k Hk) as X. rewrite opp_opp in X. apply X. unfold Q in G. now rewrite opp_opp in G. }
  destruct F as [L Hk Hd He En]. split; auto.
  - intros i Hi Ki. split; [apply (KQ i Hi Ki); constructor|]. intros k Hkk G. destruct (Hk i Hi Ki) as [_ X]. apply X; auto. apply Was; auto. eapply adj_lt; eauto.
  - intros i Hi Ki. destruct (He i Hi Ki) as (R & R' & H1 & H2 & H3). exists R, R'.
    assert (forall R, Eye P K D i R -> Eye Q K D i R) as T.
    { intros X [S1 S2]. split; auto. intros x Hx Rx. destruct (S2 x Hx Rx) as (D1 & D2 & k & D3 & D4). split; auto. split; auto. exists k. split; auto.
      apply (conn_mono P); auto. intros m Cm. rewrite (KQ i Hi Ki m Cm). rewrite (conn_same _ _ _ Cm). symmetry. now apply Hk. }
    auto.
Qed.
(** A stone of the player that fills. *)
Lemma fill_own x : x < n -> inm D x = true -> get P x = E -> (exists y, In y (adj b x) /\ inm D y = true) ->
  exists Q, place b Forbidden P x me = Some Q /\ Fill Q (mask (fun i => inm K i || (i =? x))) (mask (fun i => inm D i && negb (i =? x))).
Proof.
  intros Hx Dx Ex (y & Hy & Dy). set (K' := mask _). set (D' := mask (fun i => inm D i && negb (i =? x))).
  assert (IK : forall i, i < n -> inm K' i = inm K i || (i =? x)) by (intros; apply (inm_mask (fun i => inm K i || (i =? x))); auto).
  assert (ID : forall i, i < n -> inm D' i = inm D i && negb (i =? x)) by (intros; apply (inm_mask (fun i => inm D i && negb (i =? x))); auto).
  set (Q := capture b (put b P x me) op).
  assert (Own : forall i, i < n -> get P i = me \/ i = x -> get Q i = me) by (intros; unfold Q; now apply get_own).
  assert (Was : forall i, i < n -> get Q i = me -> get P i = me \/ i = x) by (intros; now apply own_was with (x := me)).
  assert (CQ : forall i, i < n -> inm K i = true -> forall j, Conn b P i j -> Conn b Q i j).
  { intros i Hi Ki j C. apply (conn_mono P); auto. intros m Cm. pose proof (conn_lt _ _ _ Hi Cm). destruct (f_k _ _ _ F i Hi Ki) as [G _].
    rewrite (conn_same _ _ _ Cm), G. apply Own; auto. left. now rewrite (conn_same _ _ _ Cm). }
  destruct (f_d _ _ _ F x Hx Dx) as (Nk & (k0 & Hk0 & Kk0) & Nx). pose proof (adj_lt _ _ Hk0) as Hk0n.
  assert (Fr : Free b Q x).
  { destruct (k_liberty k0 x Hk0n Kk0) as (j & k & C & Hk & Ek & Nkx). exists j, k. split.
    - eapply conn_trans; [|apply CQ; eauto]. econstructor 2; [constructor|exact Hk0|]. rewrite !Own; auto. left. now apply (f_k _ _ _ F).
    - split; auto. apply get_empty; auto. eapply adj_lt; eauto. }
  pose proof (place_free P x me Hx Ex Fr) as Pl. exists Q. split; auto.
  assert (HD : forall i, i < n -> inm D' i = true -> inm D i = true /\ i <> x).
  { intros i Hi. rewrite ID, andb_true_iff, negb_true_iff, Nat.eqb_neq by auto. auto. }
  assert (EyeOn : forall i R, i < n -> inm K i = true -> Eye P K D i R -> Eye Q K' D' i (mask (fun j => inm R j && negb (j =? x)))).
  { intros i R Hi Ki [(z & Hz & Rz) H]. set (R' := mask _).
    assert (IR : forall j, j < n -> inm R' j = inm R j && negb (j =? x)) by (intros; apply (inm_mask (fun j => inm R j && negb (j =? x))); auto).
    split.
    - destruct (Nat.eq_dec z x) as [->|Nz].
      + exists y. pose proof (adj_in b bok _ _ Hy) as (_ & Hyn & Nyx & _). split; auto. rewrite IR by auto. destruct (H x Hz Rz) as (_ & Nb & _).
        destruct (Nb y Hy) as [Ry|Ky]; [rewrite Ry; apply Nat.eqb_neq in Nyx; now rewrite Nyx|]. destruct (f_d _ _ _ F y Hyn Dy) as (X & _). congruence.
      + exists z. split; auto. rewrite IR, Rz by auto. apply Nat.eqb_neq in Nz. now rewrite Nz.
    - intros w Hw Rw. rewrite IR, andb_true_iff, negb_true_iff in Rw by auto. destruct Rw as [Rw Nw]. destruct (H w Hw Rw) as (D1 & D2 & k & D3 & D4).
      split; [rewrite ID, D1, Nw; auto|]. split.
      + intros l Hl. pose proof (adj_lt _ _ Hl). rewrite IR, IK by auto. destruct (D2 l Hl) as [X|X]; rewrite X; [|right; auto]. destruct (l =? x); auto. right. apply orb_true_r.
      + exists k. split; auto. }
  split.
  - eapply legal_place; [exact meE|apply F|exact Pl].
  - intros i Hi Ki. rewrite IK, orb_true_iff, Nat.eqb_eq in Ki by auto. split.
    + apply Own; auto. destruct Ki as [Ki|Ki]; auto. left. now apply (f_k _ _ _ F).
    + intros k Hk G. pose proof (adj_lt _ _ Hk) as Hkn. rewrite IK by auto. destruct (Was k Hkn G) as [Gk| ->]; [|rewrite Nat.eqb_refl; apply orb_true_r].
      destruct Ki as [Ki| ->].
      * destruct (f_k _ _ _ F i Hi Ki) as [_ X]. now rewrite (X k Hk Gk).
      * destruct (Nx k Hk) as [Dk|Kk]; [|now rewrite Kk]. exfalso. eapply d_not_mine; eauto.
  - intros i Hi Di. destruct (HD i Hi Di) as [Di' Ni]. destruct (f_d _ _ _ F i Hi Di') as (H1 & (k & Hk & Kk) & H3). split.
    + rewrite IK, H1 by auto. apply Nat.eqb_neq in Ni. now rewrite Ni.
    + split; [exists k; split; auto; rewrite IK by (eapply adj_lt; eauto); now rewrite Kk|]. intros l Hl. pose proof (adj_lt _ _ Hl). rewrite ID, IK by auto.
      destruct (H3 l Hl) as [X|X]; rewrite X; [|right; auto]. destruct (l =? x); auto. right. apply orb_true_r.
  - intros i Hi Ki. rewrite IK, orb_true_iff, Nat.eqb_eq in Ki by auto.
    assert (exists i0, i0 < n /\ inm K i0 = true /\ Conn b Q i i0) as (i0 & Hi0 & Ki0 & C0).
    { destruct Ki as [Ki| ->]; [exists i; repeat split; auto; constructor|]. exists k0. split; auto. split; auto. econstructor 2; [constructor|exact Hk0|].
      rewrite !Own; auto. left. now apply (f_k _ _ _ F). }
    destruct (f_eyes _ _ _ F i0 Hi0 Ki0) as (R & R' & H1 & H2 & H3). exists (mask (fun j => inm R j && negb (j =? x))), (mask (fun j => inm R' j && negb (j =? x))).
    assert (forall X, Eye Q K' D' i0 X -> Eye Q K' D' i X) as T.
    { intros X [S1 S2]. split; auto. intros w Hw Xw. destruct (S2 w Hw Xw) as (D1 & D2 & k & D3 & D4). split; auto. split; auto. exists k. split; auto. eapply conn_trans; eauto. }
    split; [apply T, EyeOn; auto|]. split; [apply T, EyeOn; auto|]. intros w Hw. rewrite !(inm_mask (fun j => _ && negb (j =? x))) by auto. rewrite !andb_true_iff. intros [A _] [A' _]. eauto.
  - assert (number K' + number D' = number K + number D) as ->; [|apply F]. unfold K', D'. rewrite !number_mask. unfold number.
    assert (forall l, NoDup l -> (forall i, In i l -> i < n) -> length (filter (fun i => inm K i || (i =? x)) l) + length (filter (fun i => inm D i && negb (i =? x)) l) =
      length (filter (inm K) l) + length (filter (inm D) l)) as X.
    { induction l as [|i l IH]; simpl; auto. intros Nd Lt. inversion Nd; subst. assert (i < n) as Hi by (apply Lt; auto). specialize (IH H2 (fun j Hj => Lt j (or_intror Hj))).
      destruct (i =? x) eqn:Y; [apply Nat.eqb_eq in Y; subst i; rewrite Nk, Dx; simpl; lia|]. destruct (inm K i), (inm D i); simpl; lia. }
    apply X; [apply seq_NoDup|]. intros i Hi. apply in_seq in Hi. lia.
Qed.
Lemma number_own x : x < n -> inm D x = true -> number (mask (fun i => inm D i && negb (i =? x))) < number D.
Proof.
  intros Hx Dx. rewrite number_mask. unfold number. apply filter_lt.
  - intros i _ H. now apply andb_true_iff in H.
  - exists x. split; [apply in_seq; lia|]. rewrite Dx, Nat.eqb_refl. auto.
Qed.
(** If it is not worth what is claimed as it stands, there is something to fill. *)
Lemma fill_area : (forall y, y < n -> inm D y = true -> get P y = E) -> tv P = true.
Proof.
  intros Em. apply enough_tv with (number K + number D); [apply F|]. unfold area, number.
  assert (forall l, (forall i, In i l -> i < n) -> length (filter (inm K) l) + length (filter (inm D) l) <= length (filter (fun i => ceq (owner b P i) me) l)) as X.
  { induction l as [|i l IH]; simpl; auto. intro Lt. assert (i < n) as Hi by (apply Lt; auto). specialize (IH (fun j Hj => Lt j (or_intror Hj))).
    assert (inm K i = true \/ inm D i = true -> ceq (owner b P i) me = true) as O.
    { intros [Ki|Di].
      - destruct (f_k _ _ _ F i Hi Ki) as [G _]. unfold owner. rewrite G. destruct me; simpl; congruence.
      - pose proof (Em i Hi Di) as Ei.
        assert (touches b P i me = true) as T1.
        { apply touches_spec; auto. destruct (f_d _ _ _ F i Hi Di) as (_ & (k & Hk & Kk) & _). exists i, k. split; [constructor|]. split; auto. apply (f_k _ _ _ F); auto. eapply adj_lt; eauto. }
        assert (touches b P i op = false) as T2.
        { destruct (touches b P i op) eqn:Z; auto. apply touches_spec in Z as (j & k & C & Hk & G); auto.
          assert (j < n /\ inm D j = true) as [Hj Dj].
          { clear k Hk G. induction C as [|j k C IHc Hk G]; auto. destruct IHc as [Hj Dj]. pose proof (adj_lt _ _ Hk) as Hkn. split; auto. destruct (f_d _ _ _ F j Hj Dj) as (_ & _ & Nb).
            destruct (Nb k Hk) as [|Kk]; auto. destruct (f_k _ _ _ F k Hkn Kk) as [Z _]. congruence. }
          pose proof (adj_lt _ _ Hk) as Hkn. destruct (f_d _ _ _ F j Hj Dj) as (_ & _ & Nb). exfalso. destruct (Nb k Hk) as [Dk|Kk].
          - rewrite (Em k Hkn Dk) in G. now apply opE.
          - destruct (f_k _ _ _ F k Hkn Kk) as [Z _]. apply op_me. congruence. }
        unfold owner. rewrite Ei. destruct me; simpl in *; try congruence; rewrite T1, T2; reflexivity. }
    destruct (inm K i) eqn:Ki, (inm D i) eqn:Di; try (rewrite O by auto; simpl; lia).
    - exfalso. destruct (f_d _ _ _ F i Hi Di) as (Z & _). congruence.
    - destruct (ceq _ me); simpl; lia. }
  apply X. intros i Hi. apply in_seq in Hi. lia.
Qed.
End Filling.

Lemma fills_stone a P p Q : fills a P = true -> place b Forbidden P p op = Some Q -> fills a Q = true.
Proof. rewrite !fills_ok. intros (K & D & F & Na) Pl. exists K, D. split; auto. eapply fill_stone; eauto. Qed.
Lemma fills_own a P : fills a P = true -> tv P = false -> exists p Q a', place b Forbidden P p me = Some Q /\ a' < a /\ fills a' Q = true.
Proof.
  rewrite fills_ok. intros (K & D & F & <-) V.
  destruct (existsb (fun y => inm D y && negb (ceq (get P y) E)) (seq 0 n)) eqn:Ex.
  - apply some_in in Ex as (y & Hy & H). apply andb_true_iff in H as [Dy Ny]. apply negb_true_iff in Ny.
    destruct (d_color _ _ _ F y Hy Dy) as [G|G]; [apply ceq_ok in G; congruence|].
    destruct (f_legal _ _ _ F y Hy) as (j & x & C & Hx & Exx); [rewrite G; apply opE|].
    assert (j < n /\ inm D j = true) as [Hj Dj].
    { clear x Hx Exx. induction C as [|j k C IH Hk Gk]; auto. destruct IH as [Hj Dj]. pose proof (adj_lt _ _ Hk) as Hkn. split; auto. destruct (f_d _ _ _ F j Hj Dj) as (_ & _ & Nb).
      destruct (Nb k Hk) as [|Kk]; auto. exfalso. destruct (f_k _ _ _ F k Hkn Kk) as [Z _]. rewrite Gk, G in Z. now apply op_me. }
    pose proof (adj_in b bok _ _ Hx) as (_ & Hxn & _ & Hb). destruct (f_d _ _ _ F j Hj Dj) as (_ & _ & Nb).
    assert (inm D x = true) as Dx. { destruct (Nb x Hx) as [|Kx]; auto. exfalso. destruct (f_k _ _ _ F x Hxn Kx) as [Z _]. congruence. }
    destruct (fill_own _ _ _ F x Hxn Dx Exx) as (Q & Pl & FQ); [exists j; auto|]. exists x, Q, (number (mask (fun i => inm D i && negb (i =? x)))).
    split; auto. split; [now apply number_own|]. apply fills_ok. eauto.
  - exfalso. assert (tv P = true) as X; [|congruence]. eapply fill_area; [exact F|]. intros y Hy Dy. destruct (get P y) eqn:G; auto;
    assert (existsb (fun y => inm D y && negb (ceq (get P y) E)) (seq 0 n) = true) as Z by (apply some_in; exists y; split; auto; rewrite Dy, G; auto); congruence.
Qed.
End Legal.
