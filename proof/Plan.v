(** Positions in which a player is sure of points by filling and by replies (docs/formats.md, sections Settled states and Settled by
    replies). K are chains of his; V are parts that are all adjacent to K and may hold its eyes; in D he has a reply to each stone.
    The rest of the board may be as it likes: its points count for nothing. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Life Legal Replies.

Section Plan.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.
Variable me : color.
Hypothesis meE : me <> E.
Notation op := (opp me).
Variable enough : nat -> bool.
Variable tv : pos -> bool.
Hypothesis enough_tv : forall P k, enough k = true -> k <= area b P me -> tv P = true.
Notation set := (nat -> bool).
Definition number_of (A : set) : nat := length (filter A (seq 0 n)).
Definition subset (A A' : set) : Prop := forall i, A i = true -> A' i = true.
(** R is an eye of the chain of i: a set of intersections, all adjacent to it, around which there is nothing but K. *)
Definition eye_of (P : pos) (K V : set) (i : nat) (R : set) : Prop :=
  (exists x, R x = true) /\ forall x, R x = true -> V x = true /\ (forall k, In k (adj b x) -> R k = true \/ K k = true) /\ exists k, In k (adj b x) /\ Conn b P i k.
(** All but the replies. *)
Record frame (P : pos) (K V D : set) (e : nat) : Prop := {
  p_legal : legal b P;
  p_k : forall i, K i = true -> i < n /\ get P i = me /\ forall k, In k (adj b i) -> get P k = me -> K k = true;
  p_v : forall i, V i = true -> i < n /\ K i = false /\ D i = false /\ (exists k, In k (adj b i) /\ K k = true) /\ forall k, In k (adj b i) -> V k = true \/ K k = true;
  p_d : forall i, D i = true -> i < n /\ K i = false /\ forall k, In k (adj b i) -> D k = true \/ K k = true;
  p_inner : inner b me D P;
  p_safe : 2 <= e /\ (forall i j, K i = true -> K j = true -> Conn b P i j) \/
           forall i, K i = true -> exists R R', eye_of P K V i R /\ eye_of P K V i R' /\ forall x, R x = true -> R' x = false;
  p_enough : enough (number_of K + number_of V + number_of D) = true }.
Definition plan (P : pos) (K V D : set) (e r : nat) : Prop := frame P K V D e /\ gives b me D P e r.

Lemma opE' : op <> E. Proof. destruct me; simpl; congruence. Qed.
Lemma op_me' : op <> me. Proof. destruct me; simpl; congruence. Qed.
Lemma color_cases P i : get P i = E \/ get P i = me \/ get P i = op.
Proof. destruct (get P i), me; simpl; auto; congruence. Qed.

Section Frame.
Variables (P : pos) (K V D : set) (e : nat).
Hypothesis F : frame P K V D e.
Lemma d_board : in_board b D. Proof. intros i Hi. now apply (p_d _ _ _ _ _ F). Qed.
Lemma k_chain i j : K i = true -> Conn b P i j -> K j = true.
Proof.
  intros Ki C. induction C as [|j k C IH Hk G]; auto. destruct (p_k _ _ _ _ _ F j IH) as (_ & _ & X). apply X; auto. rewrite G. now apply (p_k _ _ _ _ _ F).
Qed.
Lemma v_not_mine i : V i = true -> get P i <> me.
Proof.
  intros Vi G. destruct (p_v _ _ _ _ _ F i Vi) as (_ & N & _ & (k & Hk & Kk) & _). pose proof (adj_in b bok _ _ Hk) as (_ & _ & _ & Hb).
  destruct (p_k _ _ _ _ _ F k Kk) as (_ & _ & X). rewrite (X i Hb G) in N. discriminate.
Qed.
(** A chain of the opponent in V or D stays there, and so does one of the player's in D. *)
Lemma v_chain i j : V i = true -> get P i = op -> Conn b P i j -> V j = true.
Proof.
  intros Vi G C. induction C as [|j k C IH Hk Gk]; auto. destruct (p_v _ _ _ _ _ F j IH) as (_ & _ & _ & _ & Nb). destruct (Nb k Hk) as [|Kk]; auto.
  destruct (p_k _ _ _ _ _ F k Kk) as (_ & X & _). exfalso. apply op_me'. congruence.
Qed.
Lemma d_chain i j : D i = true -> get P i <> E -> Conn b P i j -> conn_in b D P i j /\ D j = true.
Proof.
  intros Di N C. induction C as [|j k C [IH1 IH2] Hk Gk]; [split; auto; constructor|]. assert (D k = true) as Dk.
  { destruct (p_d _ _ _ _ _ F j IH2) as (_ & _ & Nb). destruct (Nb k Hk) as [|Kk]; auto. destruct (p_k _ _ _ _ _ F k Kk) as (_ & X & _).
    apply (p_inner _ _ _ _ _ F j IH2); auto. rewrite (conn_same b _ _ _ C). congruence. }
  split; auto. econstructor 2; eauto.
Qed.
Lemma d_legal : legal_in b D P.
Proof.
  intros i Di N. destruct (p_legal _ _ _ _ _ F i) as (j & k & C & Hk & Ek); auto; [now apply (p_d _ _ _ _ _ F)|]. destruct (d_chain i j Di N C) as [C' Dj].
  exists j, k. repeat split; auto. destruct (p_d _ _ _ _ _ F j Dj) as (_ & _ & Nb). destruct (Nb k Hk) as [|Kk]; auto. destruct (p_k _ _ _ _ _ F k Kk) as (_ & X & _). congruence.
Qed.
Lemma conn_in_conn X i j : conn_in b D X i j -> Conn b X i j.
Proof. induction 1 as [|j k C IH Hk Dk G]; [constructor|]. econstructor 2; eauto. Qed.
Lemma eye_has_empty i R : K i = true -> eye_of P K V i R -> exists x, R x = true /\ get P x = E.
Proof.
  intros Ki [(x & Rx) H]. destruct (H x Rx) as (Vx & _ & _). destruct (color_cases P x) as [G|[G|G]]; [eauto|exfalso; eapply v_not_mine; eauto|].
  destruct (p_legal _ _ _ _ _ F x) as (j & k & C & Hk & Ek); [now apply (p_v _ _ _ _ _ F)|rewrite G; apply opE'|].
  assert (R j = true) as Rj.
  { clear k Hk Ek. induction C as [|j k C IH Hk Gk]; auto. destruct (H j IH) as (_ & Nb & _). destruct (Nb k Hk) as [|Kk]; auto.
    exfalso. destruct (p_k _ _ _ _ _ F k Kk) as (_ & X & _). apply op_me'. congruence. }
  destruct (H j Rj) as (_ & Nb & _). destruct (Nb k Hk) as [Rk|Kk]; [eauto|]. destruct (p_k _ _ _ _ _ F k Kk) as (_ & X & _). congruence.
Qed.
(** A chain of K has a liberty besides p. *)
Definition liberty (i p : nat) : Prop := exists j k, Conn b P i j /\ In k (adj b j) /\ get P k = E /\ k <> p.
Lemma eyes_liberty i p : K i = true -> (exists R R', eye_of P K V i R /\ eye_of P K V i R' /\ forall x, R x = true -> R' x = false) -> liberty i p.
Proof.
  intros Ki (R & R' & HR & HR' & A). destruct (eye_has_empty i R Ki HR) as (x & Rx & Ex). destruct (eye_has_empty i R' Ki HR') as (x' & Rx' & Ex').
  assert (forall R x, eye_of P K V i R -> R x = true -> get P x = E -> x <> p -> liberty i p) as T.
  { intros X y [_ H] Ry Ey Np. destruct (H y Ry) as (_ & _ & k & Hk & C). exists k, y. split; auto. split; auto. now apply (adj_in b bok). }
  destruct (Nat.eq_dec x p) as [->|N]; [|eauto]. apply (T R' x'); auto. intros ->. rewrite (A p Rx) in Rx'. discriminate.
Qed.
Lemma near_liberty i p : K i = true -> (forall i j, K i = true -> K j = true -> Conn b P i j) -> near_empty b D P p -> liberty i p.
Proof.
  intros Ki C (x & Dx & (k & Hk & Dk) & Ex & Np). destruct (p_d _ _ _ _ _ F x Dx) as (_ & _ & Nb). destruct (Nb k Hk) as [|Kk]; [congruence|].
  exists k, x. split; [auto|]. split; [now apply (adj_in b bok)|auto].
Qed.
Lemma plan_liberty r i p : gives b me D P e r -> K i = true -> liberty i p.
Proof.
  intros G Ki. destruct (p_safe _ _ _ _ _ F) as [[L C]|S]; [|apply eyes_liberty; auto]. apply near_liberty; auto.
  destruct (D p) eqn:Dp; [destruct (color_cases P p) as [Ep|Np]|].
  - eapply two_eyes; eauto.
  - destruct (eyes_empty b bok me D P e r G ltac:(lia)) as (x & A1 & A2 & A3 & A4). exists x. repeat split; auto. intros ->. destruct Np as [Np|Np]; rewrite A3 in Np; [congruence|now apply opE'].
  - destruct (eyes_empty b bok me D P e r G ltac:(lia)) as (x & A1 & A2 & A3 & A4). exists x. repeat split; auto. intros ->. congruence.
Qed.
(** What a stone makes of D. *)
Lemma d_shut c : shut b D P c.
Proof.
  intros j k Dj Gj Hk. destruct (p_d _ _ _ _ _ F j Dj) as (_ & _ & Nb). destruct (Nb k Hk) as [|Kk]; auto. destruct (p_k _ _ _ _ _ F k Kk) as (_ & X & _).
  destruct (color_cases P j) as [G|[G|G]]; [right; split; congruence|left; eapply (p_inner _ _ _ _ _ F); eauto|right; split; [congruence|]]. intro Y. apply op_me'. congruence.
Qed.
Lemma stone_after x c : c <> E -> D x = true -> get P x = E -> after b D P x c (capture b (put b P x c) (opp c)).
Proof. intros. apply after_local; auto using d_board, d_shut. Qed.
Lemma after_result x c T : c <> E -> D x = true -> get P x = E -> after b D P x c T -> same D T (capture b (put b P x c) (opp c)).
Proof. intros. apply after_only; auto using d_board, d_shut. Qed.

(** A stone of the opponent. *)
Lemma frame_opp p Q : place b Forbidden P p op = Some Q -> (forall i, K i = true -> liberty i p) -> frame Q K V D e /\ same (fun i => D i && negb (D p)) P Q.
Proof.
  intros Pl Lib. pose proof (legal_place b bok _ _ _ _ opE' (p_legal _ _ _ _ _ F) Pl) as LQ. apply place_forbidden in Pl as (Hp & Ep & EQ & Fr); auto.
  assert (KQ : forall i, K i = true -> forall l, Conn b P i l -> get Q l = me).
  { intros i Ki. pose proof (stays_free b bok P p op opE' Ep i (proj1 (p_k _ _ _ _ _ F i Ki))) as X. rewrite !opp_opp in X. rewrite EQ, opp_opp. apply X; [now apply (p_k _ _ _ _ _ F)|now apply Lib]. }
  assert (Was : forall k, k < n -> get Q k = me -> get P k = me).
  { intros k Hk G. pose proof (opp_was b P p op opE' k Hk) as X. rewrite opp_opp in X. apply X. rewrite EQ in G. now rewrite opp_opp in G. }
  assert (CQ : forall i j, K i = true -> Conn b P i j -> Conn b Q i j).
  { intros i j Ki C. apply (conn_mono b P); auto. intros m Cm. rewrite (KQ i Ki m Cm), (conn_same b _ _ _ Cm). symmetry. now apply (p_k _ _ _ _ _ F). }
  split; [|].
  - split; auto.
    + intros i Ki. destruct (p_k _ _ _ _ _ F i Ki) as (Hi & _ & X). split; auto. split; [apply (KQ i Ki); constructor|]. intros k Hk G. apply X; auto. apply Was; auto. now apply (adj_in b bok) in Hk.
    + apply (p_v _ _ _ _ _ F).
    + apply (p_d _ _ _ _ _ F).
    + intros i Di G. apply (p_inner _ _ _ _ _ F i Di). apply Was; auto. now apply d_board.
    + destruct (p_safe _ _ _ _ _ F) as [[L C]|S]; [left; split; auto|right]. intros i Ki. destruct (S i Ki) as (R & R' & H1 & H2 & H3). exists R, R'.
      assert (forall R, eye_of P K V i R -> eye_of Q K V i R) as T.
      { intros X [S1 S2]. split; auto. intros x Rx. destruct (S2 x Rx) as (A1 & A2 & k & A3 & A4). split; auto. split; auto. exists k. auto. }
      auto.
    + apply F.
  - intros i Hi. apply andb_true_iff in Hi as [Di Np]. apply negb_true_iff in Np. assert (i < n) as Hin by now apply d_board. assert (i <> p) as Nip by (intros ->; congruence).
    rewrite EQ. destruct (color_cases P i) as [G|[G|G]].
    + rewrite G. symmetry. now apply get_empty.
    + destruct (d_legal i Di) as (j & k & C & Hk & Dk & Ek); [congruence|]. pose proof (stays_free b bok P p op opE' Ep i Hin) as X. rewrite !opp_opp in X. rewrite opp_opp, G. symmetry. apply X; auto; [|constructor].
      exists j, k. split; [now apply conn_in_conn in C|]. repeat split; auto. intros ->. congruence.
    + rewrite G. symmetry. apply get_own; auto. apply opE'.
Qed.
End Frame.

Lemma plan_opp P K V D e r p Q : plan P K V D e r -> place b Forbidden P p op = Some Q ->
  plan Q K V D e r \/ exists r', r' < r /\ frame Q K V D e /\ makes b me D Q e r'.
Proof.
  intros [F G] Pl. destruct (frame_opp P K V D e F p Q Pl) as [FQ S]; [intros i Ki; eapply plan_liberty; eauto|].
  destruct (D p) eqn:Dp.
  - pose proof Pl as Pl'. apply place_forbidden in Pl' as (Hp & Ep & EQ & Fr); auto. pose proof (stone_after P K V D e F p op opE' Dp Ep) as A. rewrite <- EQ in A.
    assert (free_in b D Q p) as Fi.
    { apply (d_legal Q K V D e FQ p Dp). rewrite EQ, get_own; auto; apply opE'. }
    destruct (opp_stone b bok me meE D P e r G (d_legal P K V D e F) p Q Dp Ep A Fi) as [G'|(r' & L & Mk)]; [left; split; auto|right; eauto].
  - left. split; auto. eapply gives_same; [exact G|]. intros i Di. apply S. rewrite Di. reflexivity.
Qed.

Lemma number_le A A' : subset A A' -> number_of A <= number_of A'.
Proof. intro S. apply filter_le. intros i _. apply S. Qed.
(** A stone of the player that takes a reply less. *)
Lemma plan_own P K V D e r : frame P K V D e -> makes b me D P e r ->
  exists p Q K' D', place b Forbidden P p me = Some Q /\ plan Q K' V D' e r /\ number_of D' <= number_of D.
Proof.
  intros F Mk.
  assert (exists x T D', D x = true /\ get P x = E /\ after b D P x me T /\ gives b me D' T e r /\
    ((exists i, conn_in b D T x i /\ near b D i) /\ without b D D' T x \/ (forall i, conn_in b D T x i -> ~ near b D i) /\ free_in b D T x /\ D' = D)) as (x & T & D' & Dx & Ex & A & G & Cs).
  { destruct Mk as [D P e r x T D' Dx Gx A Nr W Gi|D P e r x T Dx Gx A Nr Fi Gi]; [exists x, T, D'|exists x, T, D]; (split; [exact Dx|]; split; [exact Gx|]; split; [exact A|]; split; [exact Gi|]); [left|right]; auto. }
  pose proof (after_result P K V D e F x me T meE Dx Ex A) as ST. set (Q := capture b (put b P x me) op) in *.
  assert (Hx : x < n) by now apply (p_d _ _ _ _ _ F).
  assert (Own : forall i, i < n -> get P i = me \/ i = x -> get Q i = me) by (intros; unfold Q; now apply get_own).
  assert (Was : forall i, i < n -> get Q i = me -> get P i = me \/ i = x) by (intros; now apply own_was with (b := b) (x := me)).
  assert (KQ : forall i, K i = true -> get Q i = me) by (intros i Ki; destruct (p_k _ _ _ _ _ F i Ki) as (Hi & Gi & _); auto).
  assert (CQ : forall i j, K i = true -> Conn b P i j -> Conn b Q i j).
  { intros i j Ki C. pose proof (p_k _ _ _ _ _ F i Ki) as (Hi & Gi & _). apply (conn_mono b P); auto. intros m Cm. pose proof (conn_lt b bok _ _ _ Hi Cm). rewrite (conn_same b _ _ _ Cm), Gi. apply Own; auto.
    left. now rewrite (conn_same b _ _ _ Cm). }
  assert (ConnQ : forall i, conn_in b D T x i <-> conn_in b D Q x i).
  { intro i. split; apply conn_in_same; auto. now apply same_sym. }
  assert (Kx : K x = false) by now apply (p_d _ _ _ _ _ F).
  assert (EyeOn : forall K' i R, K i = true -> subset K K' -> eye_of P K V i R -> eye_of Q K' V i R).
  { intros K' i R Ki Sk [S1 S2]. split; auto. intros y Ry. destruct (S2 y Ry) as (A1 & A2 & k & A3 & A4). split; auto. split; [intros l Hl; destruct (A2 l Hl); auto|]. exists k. auto. }
  exists x, Q. destruct Cs as [[(i0 & C0 & (k0 & Hk0 & Dk0)) [W1 W2]]|(Nf & Fi & ->)].
  - (* it joins K *)
    set (K' := fun i => K i || D i && negb (D' i)). exists K', D'.
    assert (InK' : forall i, K' i = true <-> K i = true \/ conn_in b D Q x i).
    { intro i. unfold K'. rewrite orb_true_iff, andb_true_iff, negb_true_iff. split; intros [H|H]; auto.
      - right. destruct H as [Di Nd]. apply ConnQ. now apply W2.
      - right. assert (D i = true) as Di by (clear - H Dx; induction H; auto). split; auto. apply W2; auto. now apply ConnQ. }
    assert (Gc : forall i, conn_in b D Q x i -> D i = true /\ get Q i = me).
    { intros i C. split; [clear - C Dx; induction C; auto|]. apply conn_in_conn in C. rewrite (conn_same b _ _ _ C). apply Own; auto. }
    assert (K k0 = true) as Kk0.
    { assert (D i0 = true) as Di0 by (apply Gc; now apply ConnQ). destruct (p_d _ _ _ _ _ F i0 Di0) as (_ & _ & Nb). destruct (Nb k0 Hk0); auto. congruence. }
    assert (Cx : Conn b Q x k0).
    { econstructor 2; [eapply conn_in_conn; apply ConnQ; exact C0|exact Hk0|]. rewrite (KQ k0 Kk0). symmetry. apply Own; auto. }
    assert (FQ : frame Q K' V D' e -> True) by auto. clear FQ.
    assert (Dsub : subset D' D) by exact W1.
    assert (NbD' : forall i, D' i = true -> forall k, In k (adj b i) -> D' k = true \/ K' k = true).
    { intros i Di k Hk. destruct (p_d _ _ _ _ _ F i (W1 i Di)) as (_ & _ & Nb). destruct (Nb k Hk) as [Dk|Kk]; [|right; apply InK'; auto]. destruct (D' k) eqn:X; auto. right. unfold K'. now rewrite Dk, X, orb_true_r. }
    assert (GQ : gives b me D' Q e r) by (eapply gives_same; [exact G|]; intros i Di; apply ST; auto).
    assert (KC : 2 <= e /\ (forall i j, K i = true -> K j = true -> Conn b P i j) -> forall i j, K' i = true -> K' j = true -> Conn b Q i j).
    { intros [_ C]. assert (forall i, K' i = true -> Conn b Q k0 i) as One.
      { intros i Ki. apply InK' in Ki as [Ki|Ki]; [apply CQ; auto|]. eapply conn_trans; [apply conn_sym; [auto|exact Hx|exact Cx]|]. eapply conn_in_conn; eassumption. }
      intros i j Ki Kj. eapply conn_trans; [|apply One; auto]. apply conn_sym; auto. now apply (p_k _ _ _ _ _ F). }
    assert (Fr : Free b Q x).
    { destruct (p_safe _ _ _ _ _ F) as [S|S].
      - destruct (eyes_empty b bok me D' Q e r GQ ltac:(lia)) as (y & A1 & (k & Hk & Dk) & A3 & _). destruct (NbD' y A1 k Hk) as [|Kk]; [congruence|].
        exists k, y. split; [apply (KC S); auto; apply InK'; right; constructor|]. split; [now apply (adj_in b bok)|auto].
      - destruct (eyes_liberty P K V D e F k0 x Kk0 (S k0 Kk0)) as (j & k & C & Hk & Ek & Nk). exists j, k. split; [eapply conn_trans; [exact Cx|now apply CQ]|]. split; auto.
        apply get_empty; auto. now apply (adj_in b bok) in Hk. }
    pose proof (place_free b bok P x me Hx Ex Fr) as Pl. split; auto. split; [|now apply number_le]. split; auto. split.
    + eapply legal_place; [exact bok|exact meE|apply F|exact Pl].
    + intros i Ki. apply InK' in Ki. assert (i < n /\ get Q i = me) as [Hi Gi].
      { destruct Ki as [Ki|Ki]; [split; auto; now apply (p_k _ _ _ _ _ F)|]. destruct (Gc i Ki). split; auto. now apply (p_d _ _ _ _ _ F). }
      split; auto. split; auto. intros k Hk Gk. assert (k < n) as Hkn by now apply (adj_in b bok) in Hk. apply InK'. destruct Ki as [Ki|Ki].
      * destruct (Was k Hkn Gk) as [Gp| ->]; [|right; constructor]. left. destruct (p_k _ _ _ _ _ F i Ki) as (_ & _ & X). auto.
      * destruct (Gc i Ki) as [Di _]. destruct (p_d _ _ _ _ _ F i Di) as (_ & _ & Nb). destruct (Nb k Hk) as [Dk|Kk]; auto. right. econstructor 2; eauto. rewrite Gk. symmetry. apply Own; auto.
    + intros i Vi. destruct (p_v _ _ _ _ _ F i Vi) as (Hi & N1 & N2 & (k & Hk & Kk) & Nb). split; auto. split; [unfold K'; now rewrite N1, N2|].
      split; [destruct (D' i) eqn:X; auto; rewrite (W1 i X) in N2; discriminate|]. split; [exists k; split; auto; apply InK'; auto|]. intros l Hl. destruct (Nb l Hl); auto. right. apply InK'. auto.
    + intros i Di. destruct (p_d _ _ _ _ _ F i (W1 i Di)) as (Hi & N1 & _). split; auto. split; [unfold K'; now rewrite N1, Di, andb_false_r|]. now apply NbD'.
    + eapply gives_inner; eauto.
    + destruct (p_safe _ _ _ _ _ F) as [S|S]; [left; split; [apply S|now apply KC]|right]. intros i Ki.
      assert (exists i1, K i1 = true /\ Conn b Q i i1) as (i1 & Ki1 & Ci1).
      { apply InK' in Ki as [Ki|Ki]; [exists i; split; auto; constructor|]. exists k0. split; auto. eapply conn_trans; [|exact Cx]. apply conn_sym; auto. eapply conn_in_conn; eassumption. }
      destruct (S i1 Ki1) as (R & R' & H1 & H2 & H3). exists R, R'. assert (subset K K') as Sk by (intros j Hj; apply InK'; auto).
      assert (forall X, eye_of Q K' V i1 X -> eye_of Q K' V i X) as T'.
      { intros X [S1 S2]. split; auto. intros y Xy. destruct (S2 y Xy) as (A1 & A2 & k & A3 & A4). split; auto. split; auto. exists k. split; auto. eapply conn_trans; eauto. }
      split; [apply T', EyeOn; auto|]. split; [apply T', EyeOn; auto|auto].
    + pose proof (p_enough _ _ _ _ _ F) as En. assert (number_of K' + number_of D' = number_of K + number_of D) as NE; [|now replace (number_of K' + number_of V + number_of D') with (number_of K + number_of V + number_of D) by lia].
      unfold number_of. assert (forall l, length (filter K' l) + length (filter D' l) = length (filter K l) + length (filter D l)) as X; [|apply X].
      induction l as [|i l IH]; simpl; auto. unfold K' at 1. pose proof (p_k _ _ _ _ _ F i) as Pk. pose proof (p_d _ _ _ _ _ F i) as Pd. pose proof (W1 i) as Wi.
      destruct (K i) eqn:Z1, (D i) eqn:Z2, (D' i) eqn:Z3; simpl; try lia; exfalso; try (destruct (Pd eq_refl) as (_ & Q1 & _); congruence); specialize (Wi eq_refl); congruence.
  - (* it stays within *)
    exists K, D. assert (Fq : free_in b D Q x) by (eapply free_in_same; eauto).
    assert (Fr : Free b Q x) by (destruct Fq as (j & k & C & Hk & Dk & Ek); exists j, k; split; [now apply conn_in_conn in C|auto]).
    pose proof (place_free b bok P x me Hx Ex Fr) as Pl. split; auto. split; [|lia].
    assert (GQ : gives b me D Q e r) by (eapply gives_same; eauto).
    split; auto. split.
    + eapply legal_place; [exact bok|exact meE|apply F|exact Pl].
    + intros i Ki. destruct (p_k _ _ _ _ _ F i Ki) as (Hi & Gi & X). split; auto. split; auto. intros k Hk Gk. assert (k < n) as Hkn by now apply (adj_in b bok) in Hk.
      destruct (Was k Hkn Gk) as [Gp| ->]; auto. exfalso. apply (Nf x); [constructor|]. exists i. split; [now apply (adj_in b bok)|]. destruct (D i) eqn:Di; auto. destruct (p_d _ _ _ _ _ F i Di) as (_ & Y & _). congruence.
    + apply (p_v _ _ _ _ _ F).
    + apply (p_d _ _ _ _ _ F).
    + eapply gives_inner; eauto.
    + destruct (p_safe _ _ _ _ _ F) as [[L C]|S]; [left; split; auto|right]. intros i Ki. destruct (S i Ki) as (R & R' & H1 & H2 & H3). exists R, R'.
      split; [apply EyeOn; auto; intros j Hj; auto|]. split; [apply EyeOn; auto; intros j Hj; auto|auto].
    + apply F.
Qed.

(** A stone of the player on x in V or D, adjacent to K, which joins it. *)
Definition but (A : set) (x : nat) : set := fun i => A i && negb (i =? x).
Definition with_ (A : set) (x : nat) : set := fun i => A i || (i =? x).
Lemma but_ok A x i : but A x i = true <-> A i = true /\ i <> x.
Proof. unfold but. rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq. tauto. Qed.
Lemma with_ok A x i : with_ A x i = true <-> A i = true \/ i = x.
Proof. unfold with_. rewrite orb_true_iff, Nat.eqb_eq. tauto. Qed.
Lemma fill_frame P K V D e x k0 : frame P K V D e -> x < n -> V x = true \/ D x = true -> get P x = E -> In k0 (adj b x) -> K k0 = true ->
  (forall k, K k = true -> liberty P k x) -> (V x = true -> exists y, In y (adj b x) /\ V y = true) ->
  (D x = true -> forall i, D i = true -> get P i <> me) ->
  place b Forbidden P x me = Some (capture b (put b P x me) op) /\ frame (capture b (put b P x me) op) (with_ K x) (but V x) (but D x) e.
Proof.
  intros F Hx In_ Ex Hk0 Kk0 Lib Ny Nm. set (Q := capture b (put b P x me) op).
  assert (Own : forall i, i < n -> get P i = me \/ i = x -> get Q i = me) by (intros; unfold Q; now apply get_own).
  assert (Was : forall i, i < n -> get Q i = me -> get P i = me \/ i = x) by (intros; now apply own_was with (b := b) (x := me)).
  assert (KQ : forall i, K i = true -> get Q i = me) by (intros i Ki; destruct (p_k _ _ _ _ _ F i Ki) as (Hi & Gi & _); auto).
  assert (CQ : forall i j, K i = true -> Conn b P i j -> Conn b Q i j).
  { intros i j Ki C. pose proof (p_k _ _ _ _ _ F i Ki) as (Hi & Gi & _). apply (conn_mono b P); auto. intros m Cm. pose proof (conn_lt b bok _ _ _ Hi Cm). rewrite (conn_same b _ _ _ Cm), Gi. apply Own; auto.
    left. now rewrite (conn_same b _ _ _ Cm). }
  assert (Kx : K x = false) by (destruct In_ as [H|H]; [now apply (p_v _ _ _ _ _ F)|now apply (p_d _ _ _ _ _ F)]).
  assert (VD : V x = true -> D x = false) by (intro H; now apply (p_v _ _ _ _ _ F)).
  assert (Nb : forall k, In k (adj b x) -> V k = true \/ D k = true \/ K k = true).
  { intros k Hk. destruct In_ as [H|H]; [destruct (p_v _ _ _ _ _ F x H) as (_ & _ & _ & _ & N)|destruct (p_d _ _ _ _ _ F x H) as (_ & _ & N)]; destruct (N k Hk); auto. }
  assert (Cx : Conn b Q x k0) by (econstructor 2; [constructor|exact Hk0|]; rewrite (KQ k0 Kk0); symmetry; apply Own; auto).
  assert (Fr : Free b Q x).
  { destruct (Lib k0 Kk0) as (j & k & C & Hk & Ek & Nk). exists j, k. split; [eapply conn_trans; [exact Cx|now apply CQ]|]. split; auto. apply get_empty; auto. now apply (adj_in b bok) in Hk. }
  pose proof (place_free b bok P x me Hx Ex Fr) as Pl. split; auto. split.
  - eapply legal_place; [exact bok|exact meE|apply F|exact Pl].
  - intros i Ki. apply with_ok in Ki. assert (i < n /\ get Q i = me) as [Hi Gi] by (destruct Ki as [Ki| ->]; [split; auto; now apply (p_k _ _ _ _ _ F)|auto]).
    split; auto. split; auto. intros k Hk Gk. assert (k < n) as Hkn by now apply (adj_in b bok) in Hk. apply with_ok. destruct (Was k Hkn Gk) as [Gp| ->]; auto. left. destruct Ki as [Ki| ->].
    + destruct (p_k _ _ _ _ _ F i Ki) as (_ & _ & X). auto.
    + destruct (Nb k Hk) as [Vk|[Dk|]]; auto; exfalso; [eapply v_not_mine; eauto|].
      destruct (D x) eqn:Dx; [eapply Nm; eauto|].
      destruct In_ as [H|H]; [|congruence]. destruct (p_v _ _ _ _ _ F x H) as (_ & _ & _ & _ & N). destruct (N k Hk) as [Vk|Kk].
      * destruct (p_v _ _ _ _ _ F k Vk) as (_ & _ & Y & _). congruence.
      * destruct (p_d _ _ _ _ _ F k Dk) as (_ & Y & _). congruence.
  - intros i Vi. apply but_ok in Vi as [Vi Nx]. destruct (p_v _ _ _ _ _ F i Vi) as (Hi & N1 & N2 & (k & Hk & Kk) & N). split; auto.
    split; [destruct (with_ K x i) eqn:X; auto; apply with_ok in X as [X|X]; congruence|]. split; [unfold but; now rewrite N2|].
    split; [exists k; split; auto; apply with_ok; auto|]. intros l Hl. rewrite but_ok, with_ok. destruct (Nat.eq_dec l x); auto. destruct (N l Hl); auto.
  - intros i Di. apply but_ok in Di as [Di Nx]. destruct (p_d _ _ _ _ _ F i Di) as (Hi & N1 & N). split; auto.
    split; [destruct (with_ K x i) eqn:X; auto; apply with_ok in X as [X|X]; congruence|]. intros l Hl. rewrite but_ok, with_ok. destruct (Nat.eq_dec l x); auto. destruct (N l Hl); auto.
  - intros i Di Gi k Hk. apply but_ok in Di as [Di Nx]. assert (i < n) as Hi by now apply (p_d _ _ _ _ _ F). destruct (Was i Hi Gi) as [Gp|]; [|congruence].
    apply but_ok. split; [eapply (p_inner _ _ _ _ _ F); eauto|]. intros ->. pose proof (adj_in b bok _ _ Hk) as (_ & _ & _ & Hb).
    pose proof (p_inner _ _ _ _ _ F i Di Gp x Hk) as Dx. exact (Nm Dx i Di Gp).
  - assert (K' : forall i, with_ K x i = true -> exists i1, K i1 = true /\ Conn b Q i i1).
    { intros i Ki. apply with_ok in Ki as [Ki| ->]; [exists i; split; auto; constructor|eauto]. }
    destruct (p_safe _ _ _ _ _ F) as [[L C]|S]; [left; split; auto|right].
    + intros i j Ki Kj. destruct (K' i Ki) as (i1 & Ki1 & C1). destruct (K' j Kj) as (j1 & Kj1 & C2).
      assert (j < n) as Hj by (apply with_ok in Kj as [Kj| ->]; auto; now apply (p_k _ _ _ _ _ F)).
      eapply conn_trans; [exact C1|]. apply (conn_trans b Q i1 j1 j); [apply CQ; auto|]. apply conn_sym; auto.
    + intros i Ki. destruct (K' i Ki) as (i1 & Ki1 & C1). destruct (S i1 Ki1) as (R & R' & H1 & H2 & H3). exists (but R x), (but R' x).
      assert (T : forall R, eye_of P K V i1 R -> eye_of Q (with_ K x) (but V x) i (but R x)).
      { intros X [(z & Xz) S2]. split.
        - destruct (Nat.eq_dec z x) as [->|Nz]; [|exists z; apply but_ok; auto]. destruct (S2 x Xz) as (A1 & A2 & _). destruct (Ny A1) as (y & Hy & Vy).
          exists y. apply but_ok. split; [|intros ->; apply (adj_in b bok) in Hy; tauto]. destruct (A2 y Hy) as [|Ky]; auto. destruct (p_v _ _ _ _ _ F y Vy) as (_ & Y & _). congruence.
        - intros w Xw. apply but_ok in Xw as [Xw Nw]. destruct (S2 w Xw) as (A1 & A2 & k & A3 & A4). split; [now apply but_ok|]. split.
          + intros l Hl. rewrite but_ok, with_ok. destruct (Nat.eq_dec l x); auto. destruct (A2 l Hl); auto.
          + exists k. split; auto. eapply conn_trans; eauto. }
      split; [now apply T|]. split; [now apply T|]. intros w Rw. apply but_ok in Rw as [Rw _]. unfold but. now rewrite (H3 w Rw).
  - pose proof (p_enough _ _ _ _ _ F) as En.
    assert (number_of (with_ K x) + number_of (but V x) + number_of (but D x) = number_of K + number_of V + number_of D) as ->; auto.
    unfold number_of. assert (forall l, NoDup l -> length (filter (with_ K x) l) + length (filter (but V x) l) + length (filter (but D x) l) =
      length (filter K l) + length (filter V l) + length (filter D l)) as X; [|apply X, seq_NoDup].
    induction l as [|i l IH]; simpl; auto. intro Nd. inversion Nd; subst. specialize (IH H2). change (with_ K x i) with (K i || (i =? x)). change (but V x i) with (V i && negb (i =? x)). change (but D x i) with (D i && negb (i =? x)). pose proof (p_v _ _ _ _ _ F i) as Pv. pose proof (p_d _ _ _ _ _ F i) as Pd.
    destruct (i =? x) eqn:Y.
    + apply Nat.eqb_eq in Y. subst i. rewrite Kx. rewrite !andb_false_r. simpl. destruct (V x) eqn:Vx; [rewrite (VD eq_refl); simpl; lia|]. destruct In_ as [|Dx]; [discriminate|]. rewrite Dx. simpl. lia.
    + rewrite orb_false_r, !andb_true_r. destruct (K i), (V i), (D i); simpl; lia.
Qed.
Lemma number_but A x : x < n -> A x = true -> number_of (but A x) < number_of A.
Proof.
  intros Hx Ax. apply filter_lt.
  - intros i _ H. now apply but_ok in H.
  - exists x. split; [apply in_seq; lia|]. split; auto. unfold but. rewrite Nat.eqb_refl. now rewrite andb_false_r.
Qed.
Lemma number_but_le A x : number_of (but A x) <= number_of A.
Proof. apply number_le. intros i H. now apply but_ok in H. Qed.
Lemma plan_fill P K V D e x y : plan P K V D e 0 -> get P x = E -> In y (adj b x) -> V x = true /\ V y = true \/ D x = true /\ D y = true ->
  exists Q, place b Forbidden P x me = Some Q /\ plan Q (with_ K x) (but V x) (but D x) e 0.
Proof.
  intros [F G] Ex Hy Cs. pose proof (all_near b bok me D P e G) as AN.
  assert (x < n) as Hx by (destruct Cs as [[H _]|[H _]]; [now apply (p_v _ _ _ _ _ F)|now apply (p_d _ _ _ _ _ F)]).
  assert (exists k0, In k0 (adj b x) /\ K k0 = true) as (k0 & Hk0 & Kk0).
  { destruct Cs as [[H _]|[H _]]; [now apply (p_v _ _ _ _ _ F)|]. destruct (AN x H) as [(k & Hk & Dk) _]. destruct (p_d _ _ _ _ _ F x H) as (_ & _ & N). destruct (N k Hk); [congruence|eauto]. }
  destruct (fill_frame P K V D e x k0 F Hx) as [Pl FQ]; auto.
  - destruct Cs as [[]|[]]; auto.
  - intros k Kk. eapply plan_liberty; eauto.
  - intro Vx. destruct Cs as [[_ Vy]|[Dx _]]; [eauto|]. destruct (p_v _ _ _ _ _ F x Vx) as (_ & _ & Y & _). congruence.
  - intros _ i Di. now apply AN.
  - set (Q := capture b (put b P x me) op) in *. exists Q. split; auto. split; auto. destruct Cs as [[Vx Vy]|[Dx Dy]].
    + assert (D x = false) as Nx by now apply (p_v _ _ _ _ _ F).
      assert (same D P Q) as S.
      { intros i Di. assert (i < n) as Hi by now apply (p_d _ _ _ _ _ F). assert (i <> x) as Nix by (intros ->; congruence). destruct (color_cases P i) as [Gi|[Gi|Gi]].
        - rewrite Gi. symmetry. unfold Q. now apply get_empty.
        - rewrite Gi. symmetry. unfold Q. apply get_own; auto.
        - destruct (d_legal P K V D e F i Di) as (j & k & C & Hk & Dk & Ek); [rewrite Gi; apply opE'|]. rewrite Gi. symmetry. unfold Q. apply (stays_free b bok P x me meE Ex i Hi Gi); [|constructor].
          exists j, k. split; [eapply conn_in_conn; eauto|]. repeat split; auto. intros ->. congruence. }
      assert (forall D', (forall i, D' i = D i) -> gives b me D' P e 0) as Ext;
        [|eapply gives_same; [apply Ext; intro i; unfold but; destruct (i =? x) eqn:Y; [apply Nat.eqb_eq in Y; subst; now rewrite Nx|apply andb_true_r]|];
          intros i Hi; apply but_ok in Hi as [Hi _]; auto].
      intros D' EqD. apply G_split with D (fun _ => false) e 0 0 0; auto; [| |].
      * split; [intro i; rewrite EqD; now rewrite orb_false_r|]. split; auto.
      * lia.
      * apply G_near; try (intros i Hi; discriminate); lia.
    + eapply (filled b bok me meE D P e G (d_legal P K V D e F) x y Q (but D x)); auto.
      * unfold Q. apply (stone_after P K V D e F); auto.
      * intro i. apply but_ok.
      * apply (d_legal Q (with_ K x) (but V x) (but D x) e FQ).
Qed.
(** Where the position is not worth what is claimed there is a stone that leaves less to do. *)
Definition todo (V D : set) (r : nat) : nat := r * S n + number_of V + number_of D.
Lemma no_stones P K V D e : plan P K V D e 0 -> (forall y, V y = true \/ D y = true -> get P y = E) -> tv P = true.
Proof.
  intros [F G] Em. apply enough_tv with (number_of K + number_of V + number_of D); [apply F|]. unfold area, number_of. pose proof (all_near b bok me D P e G) as AN.
  assert (forall l, (forall i, In i l -> i < n) -> length (filter K l) + length (filter V l) + length (filter D l) <= length (filter (fun i => ceq (owner b P i) me) l)) as X.
  { induction l as [|i l IH]; simpl; auto. intro Lt. assert (i < n) as Hi by (apply Lt; auto). specialize (IH (fun j Hj => Lt j (or_intror Hj))).
    assert (K i = true \/ V i = true \/ D i = true -> ceq (owner b P i) me = true) as O.
    { intros [Ki|Z].
      - destruct (p_k _ _ _ _ _ F i Ki) as (_ & Gi & _). unfold owner. rewrite Gi. destruct me; simpl; congruence.
      - pose proof (Em i Z) as Ei.
        assert (touches b P i me = true) as T1.
        { apply touches_spec; auto. assert (exists k, In k (adj b i) /\ K k = true) as (k & Hk & Kk).
          { destruct Z as [Vi|Di]; [now apply (p_v _ _ _ _ _ F)|]. destruct (AN i Di) as [(k & Hk & Dk) _]. destruct (p_d _ _ _ _ _ F i Di) as (_ & _ & N). destruct (N k Hk); [congruence|eauto]. }
          exists i, k. split; [constructor|]. split; auto. now apply (p_k _ _ _ _ _ F). }
        assert (touches b P i op = false) as T2.
        { destruct (touches b P i op) eqn:Z2; auto. apply touches_spec in Z2 as (j & k & C & Hk & Gk); auto. exfalso.
          assert (forall j, V j = true \/ D j = true -> forall k, In k (adj b j) -> V k = true \/ D k = true \/ K k = true) as Nb.
          { intros z [Vz|Dz] w Hw; [destruct (p_v _ _ _ _ _ F z Vz) as (_ & _ & _ & _ & N)|destruct (p_d _ _ _ _ _ F z Dz) as (_ & _ & N)]; destruct (N w Hw); auto. }
          assert (V j = true \/ D j = true) as Zj.
          { clear k Hk Gk. induction C as [|j k C IHc Hk Gk]; auto. destruct (Nb j IHc k Hk) as [|[|Kk]]; auto. destruct (p_k _ _ _ _ _ F k Kk) as (_ & Y & _). congruence. }
          destruct (Nb j Zj k Hk) as [Y|[Y|Y]].
          - rewrite (Em k (or_introl Y)) in Gk. now apply opE'.
          - rewrite (Em k (or_intror Y)) in Gk. now apply opE'.
          - destruct (p_k _ _ _ _ _ F k Y) as (_ & W_ & _). apply op_me'. congruence. }
        unfold owner. rewrite Ei. destruct me; simpl in *; try congruence; rewrite T1, T2; reflexivity. }
    pose proof (p_v _ _ _ _ _ F i) as Pv. pose proof (p_d _ _ _ _ _ F i) as Pd.
    destruct (K i) eqn:Ki, (V i) eqn:Vi, (D i) eqn:Di; try (rewrite O by auto; simpl; lia);
      try (exfalso; destruct (Pv eq_refl) as (_ & Q1 & Q2 & _); congruence); try (exfalso; destruct (Pd eq_refl) as (_ & Q1 & _); congruence).
    destruct (ceq _ me); simpl; lia. }
  apply X. intros i Hi. apply in_seq in Hi. lia.
Qed.
Lemma plan_move P K V D e r : plan P K V D e r -> tv P = false ->
  exists p Q K' V' D' r', place b Forbidden P p me = Some Q /\ plan Q K' V' D' e r' /\ r' <= r /\ todo V' D' r' < todo V D r.
Proof.
  intros [F G] Nt. destruct (ready b bok me meE D P e r G (d_legal P K V D e F)) as [G0|(r' & L & Mk)].
  - destruct (existsb (fun y => (V y || D y) && negb (ceq (get P y) E)) (seq 0 n)) eqn:Ex.
    + apply existsb_exists in Ex as (y & Hy & H). apply in_seq in Hy. apply andb_true_iff in H as [Zy Ny]. apply orb_true_iff in Zy. apply negb_true_iff in Ny.
      assert (get P y = op) as Gy.
      { destruct (color_cases P y) as [Z|[Z|Z]]; auto; exfalso; [apply ceq_ok in Z; congruence|]. destruct Zy as [Vy|Dy]; [eapply v_not_mine; eauto|]. destruct (all_near b bok me D P e G0 y Dy) as [_ X]. congruence. }
      destruct (p_legal _ _ _ _ _ F y) as (j & x & C & Hx & Exx); [lia|rewrite Gy; apply opE'|]. pose proof (adj_in b bok _ _ Hx) as (Hj & Hxn & _ & Hb).
      assert (V x = true /\ V j = true \/ D x = true /\ D j = true) as Cs.
      { destruct Zy as [Vy|Dy].
        - left. assert (V j = true) as Vj by (eapply v_chain; eauto). split; auto. destruct (p_v _ _ _ _ _ F j Vj) as (_ & _ & _ & _ & N). destruct (N x Hx) as [|Kx]; auto. destruct (p_k _ _ _ _ _ F x Kx) as (_ & X & _). congruence.
        - right. destruct (d_chain P K V D e F y j Dy) as [_ Dj]; [rewrite Gy; apply opE'|auto|]. split; auto. destruct (p_d _ _ _ _ _ F j Dj) as (_ & _ & N). destruct (N x Hx) as [|Kx]; auto. destruct (p_k _ _ _ _ _ F x Kx) as (_ & X & _). congruence. }
      destruct (plan_fill P K V D e x j (conj F G0) Exx Hb Cs) as (Q & Pl & PQ). exists x, Q, (with_ K x), (but V x), (but D x), 0. split; auto. split; auto. split; [lia|].
      unfold todo. pose proof (number_but_le V x). pose proof (number_but_le D x). destruct Cs as [[Vx _]|[Dx _]]; [pose proof (number_but V x Hxn Vx)|pose proof (number_but D x Hxn Dx)]; nia.
    + exfalso. assert (tv P = true) as X; [|congruence]. eapply no_stones; [split; [exact F|exact G0]|]. intros y Zy. destruct (get P y) eqn:Gy; auto.
      all: assert (y < n) as Hy by (destruct Zy as [H|H]; [now apply (p_v _ _ _ _ _ F)|now apply (p_d _ _ _ _ _ F)]);
        assert (existsb (fun y => (V y || D y) && negb (ceq (get P y) E)) (seq 0 n) = true) as Y; [|congruence];
        apply existsb_exists; exists y; split; [apply in_seq; lia|]; rewrite Gy; destruct Zy as [H|H]; rewrite H, ?orb_true_r; reflexivity.
  - destruct (plan_own P K V D e r' F Mk) as (p & Q & K' & D' & Pl & PQ & Le). exists p, Q, K', V, D', r'. split; auto. split; auto. split; [lia|]. unfold todo. nia.
Qed.
End Plan.
