(** Why the graph of a bounded certificate gives the prover a strategy, whatever a ban on repetition forbids. What is said of settled
    positions, and of those that are kept by passing, is a hypothesis here. *)
Require Import List Arith Bool ZArith NArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Symmetry Usual Stood Bounded.

Section Graph.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.
Variable su : suicide.
Variable c : bool * Z.
Notation me := (Bounded.me c).
Notation op := (opp me).
Variable syms : list sym.
Notation img := (Bounded.img b).
Notation sy := (Bounded.sy syms).
Hypothesis group : is_group b syms = true.
Notation tv := (Bounded.tv b c).
Variable tbl : nat -> entry.
Variable N : nat.
Variable spos : nat -> pos.
Variable M : nat.
Variable kpos : nat -> pos.
Variable K : nat.
Variable end2 : bool.
Variable no_ko : bool -> bool.
Variable natural : bool.
Hypothesis checked : check_entries b su c syms tbl N spos M kpos K end2 no_ko natural N = true.
Notation told := (Bounded.told natural).
Notation leads := (Bounded.leads b syms tbl N spos M kpos K).
Notation is_at := (Bounded.is_at b syms tbl N).
Notation check_start := (Bounded.check_start b c syms tbl N spos M kpos K).
Notation sym_ok := (Bounded.sym_ok b syms group).
Notation img_place := (Bounded.img_place b bok su c syms group).
Notation tv_img := (Bounded.tv_img b bok c syms group).
Notation at_unique := (Bounded.at_unique b su c syms group tbl N spos M kpos K end2 no_ko natural checked).
Notation answer_unique := (Bounded.answer_unique b su c syms tbl N spos M kpos K end2 no_ko natural checked).
Notation state_checked := (Bounded.state_checked b su c syms tbl N spos M kpos K end2 no_ko natural checked).
Notation leads_ok := (Bounded.leads_ok b syms group tbl N spos M kpos K).

(** What is known of settled positions. *)
Variable sure : nat -> pos -> bool.
Variable most : nat.
Definition pending (a : nat) (Q : pos) : Prop := exists p Q' a', place b su Q p me = Some Q' /\ a' < a /\ sure a' Q' = true.
Hypothesis sure_most : forall a P, sure a P = true -> a <= most.
Hypothesis sure_stone : forall a P p Q, length P = n -> sure a P = true -> place b su P p op = Some Q -> sure a Q = true \/ pending a Q.
Hypothesis sure_own : forall a P, length P = n -> sure a P = true -> tv P = false -> pending a P.
Hypothesis sure_start : forall j x, j < M -> In x syms -> exists a, sure a (img x (spos j)) = true.
Variable keep : pos -> Prop.
Variable keepb : pos -> bool.
Hypothesis keepb_ok : forall P, length P = n -> keepb P = true -> keep P.
Hypothesis keep_tv : forall P, keep P -> tv P = true.
Hypothesis keep_stone : forall P p Q, keep P -> place b su P p op = Some Q -> keep Q.
Hypothesis keep_start : forall j x, j < K -> In x syms -> keepb (img x (kpos j)) = true.

Definition unsure (P : pos) : Prop := (forall a, sure a P = false) /\ keepb P = false.
Definition above (a : nat) (P : pos) : Prop := forall x, x < a -> sure x P = false.
Lemma least_sure P : (forall a, sure a P = false) \/ exists a, sure a P = true /\ above a P.
Proof.
  assert (forall k, above k P \/ exists a, sure a P = true /\ above a P) as X.
  { induction k as [|k [IH|IH]]; auto; [left; intros x Hx; lia|]. destruct (sure k P) eqn:S; [right; eauto|]. left. intros x Hx.
    destruct (Nat.eq_dec x k) as [->|]; auto. apply IH. lia. }
  destruct (X (S most)) as [H|H]; auto. left. intro a. destruct (sure a P) eqn:S; auto. rewrite <- S. apply H. apply sure_most in S. lia.
Qed.

(** The rules. *)
Variable r : rules.
Hypothesis r_usual : usual r = true.
Hypothesis r_suicide : clause_suicide r = su.
Hypothesis r_start : clause_start_free r = false.
Hypothesis r_basic : clause_basic_ko r = false.
Hypothesis r_draw : clause_draw r = NoDraw.
Hypothesis r_score : clause_scoring r = ScoreArea.
Hypothesis r_row : forall k, clause_passes_in_a_row r = Some k -> 2 <= k.
Hypothesis r_end2 : end2 = true -> clause_passes_in_a_row r = Some 2.
Hypothesis r_ko : forall f, no_ko f = true -> no_retaking r f = true.
Hypothesis r_init : clause_initialised_twice r = true -> exists k, clause_passes_in_a_row r = Some k /\ k <= 3.

Lemma me_not_E : me <> E. Proof. unfold Bounded.me. destruct (fst c); congruence. Qed.
Lemma me_op : me <> op. Proof. unfold Bounded.me. destruct (fst c); simpl; congruence. Qed.
Notation h g := (past_moves g).
Hypothesis r_natural : natural = true -> clause_ban r = BanNatural /\ clause_occurs r <> ProducedKo /\ clause_initialised_twice r = false /\
  clause_disturbed_twice r = false /\ clause_declined r = false.
(** What a stone of the prover may not make. *)
Definition taken (g : game) (T : pos) : Prop := if natural then made me g T else stood g T.
Lemma taken_stood g T : taken g T -> stood g T. Proof. unfold taken. destruct natural; auto. apply made_stood. Qed.
Lemma taken_still g e T : taken g T -> taken (play_on g e) T.
Proof. unfold taken. destruct natural; [apply made_still|]. intro H. apply stood_on. auto. Qed.

(** The prover has answered a pass on T by a stone, and the position that it led to has stood. *)
Definition replied (g : game) (T : pos) : Prop :=
  exists q x s j k y T' z, is_at T q x /\ In s (states (tbl q)) /\ mine s = true /\ after_pass s = true /\ mv s <> None /\ next s = To j k y /\
    taken g T' /\ is_at T' j z.
(** He answers it by a pass. *)
Definition answers_pass (T : pos) : Prop := exists q x s, is_at T q x /\ In s (states (tbl q)) /\ mine s = true /\ after_pass s = true /\ mv s = None.
Record along (g : game) (s : state) : Prop := {
  a_unsure : forall T, stood g T -> unsure T;
  a_seen : forall T, taken g T -> exists q x t, is_at T q x /\ In t (states (tbl q)) /\ told t = true /\ no_less (ranks t) (ranks s) = true;
  a_passed : forall T, passed r T op (h g) = true -> tv T = true \/ replied g T \/ turn g = me /\ T = now g /\ 1 <= run (h g);
  a_init : clause_initialised_twice r = true -> forall T, initialised T me (h g) = true -> answers_pass T \/ replied g T;
  a_dist : forall T, disturbed T me (h g) = true -> replied g T }.

Lemma replied_on g e T : replied g T -> replied (play_on g e) T.
Proof. intros (q & x & s & j & k & y & T' & z & H). exists q, x, s, j, k, y, T', z. pose proof (taken_still g e T'). tauto. Qed.
(** That cannot come again. *)
Lemma replied_no g s T q x s' : along g s -> replied g T -> is_at T q x -> In s' (states (tbl q)) -> mine s' = true -> after_pass s' = true ->
  no_less (ranks s) (ranks s') = true -> False.
Proof.
  intros A (q' & x' & t & j & k & y & T' & z & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8) At I Mi Ap L.
  pose proof (at_unique _ _ _ _ _ At H1) as <-. pose proof At as (Hq & _). rewrite (answer_unique q s' t) in L by auto.
  pose proof (state_checked q t Hq H2) as C. unfold Bounded.check_state in C. rewrite H3 in C. destruct (mv t) as [p|]; [|congruence]. apply andb_true_iff in C as [_ C].
  destruct (place _ _ _ _ _) as [Q|]; [|discriminate]. rewrite H6 in C. unfold Bounded.leads in C. rewrite andb_true_iff in C. destruct C as [_ C].
  destruct (nth_error _ _) as [u|]; [|discriminate]. rewrite !andb_true_iff, forallb_forall in C. destruct C as [_ [[_ C] _]].
  destruct (a_seen _ _ A T' H7) as (q2 & x2 & w & W1 & W2 & W0 & W3). pose proof (at_unique _ _ _ _ _ W1 H8) as ->. specialize (C w W2). rewrite W0 in C. cbn [negb orb] in C.
  eapply no_less_more; [|exact C]. eapply no_less_trans; eauto.
Qed.

Definition base (g : game) : Prop :=
  link g /\ (forall k, clause_passes_in_a_row r = Some k -> run (h g) < k) /\ (turn g = me \/ turn g = op) /\ length (now g) = n.
Lemma base_on g e : base g -> before e = now g -> who e = turn g -> (is_pass e = true -> after e = before e) -> length (after e) = n ->
  (is_pass e = true -> forall k, clause_passes_in_a_row r = Some k -> run (h g) + 1 <> k) -> base (play_on g e).
Proof.
  intros (L & R & T & Ln) Eb Ew Ea Le Er. unfold base, link in *. cbn [play_on past_moves start first linked].
  split; [destruct g; auto|]. split.
  - intros k Hk. specialize (R k Hk). simpl. destruct (is_pass e) eqn:Pa; [specialize (Er eq_refl k Hk); lia|]. specialize (r_row k Hk). lia.
  - split; [|exact Le]. change (turn (play_on g e)) with (opp (who e)). rewrite Ew. destruct T as [->| ->]; [auto|rewrite opp_opp; auto].
Qed.
Lemma along_on g e s s' q x : along g s -> no_less (ranks s) (ranks s') = true -> before e = now g -> who e = turn g ->
  (is_pass e = true -> after e = before e) -> unsure (after e) -> is_at (after e) q x -> In s' (states (tbl q)) ->
  (natural = true -> who e = me -> is_pass e = false -> mine s' = false /\ after_pass s' = false) ->
  (who e = me -> 1 <= run (h g) -> is_pass e = true /\ tv (now g) = true /\ (clause_initialised_twice r = true -> answers_pass (now g)) \/ is_pass e = false /\ replied (play_on g e) (now g)) ->
  along (play_on g e) s'.
Proof.
  intros A L Eb Ew Ea U At I Kd Own. pose proof me_op as MO. split; cbn [play_on past_moves].
  - intros T H. change (Game (start g) (first g) (e :: h g)) with (play_on g e) in H. apply stood_on in H as [H|[->| ->]]; auto.
    + apply (a_unsure _ _ A T H).
    + rewrite Eb. apply (a_unsure _ _ A). apply stood_now.
  - intros T H. change (Game (start g) (first g) (e :: h g)) with (play_on g e) in H.
    assert (taken g T -> exists q0 x0 t, is_at T q0 x0 /\ In t (states (tbl q0)) /\ told t = true /\ no_less (ranks t) (ranks s') = true) as Old.
    { intro H'. destruct (a_seen _ _ A T H') as (q' & x' & t & H1 & H2 & H0 & H3). exists q', x', t. split; [exact H1|]. split; [exact H2|]. split; [exact H0|]. eapply no_less_trans; eauto. }
    assert (T = after e -> told s' = true -> exists q0 x0 t, is_at T q0 x0 /\ In t (states (tbl q0)) /\ told t = true /\ no_less (ranks t) (ranks s') = true) as New.
    { intros -> Ts. exists q, x, s'. split; [exact At|]. split; [exact I|]. split; [exact Ts|]. apply no_less_refl. }
    unfold taken, Bounded.told in *. destruct natural.
    + apply made_on in H as [H|(H1 & H2 & H3)]; auto. destruct (Kd eq_refl H1 H2) as [K1 K2]. apply New; auto. now rewrite K1, K2.
    + apply stood_on in H as [H|[->|H]]; auto. rewrite Eb in *. apply Old. apply stood_now.
  - intros T H. apply passed_on in H as [(Pa & -> & Eo)|H].
    + right; right. change (turn (play_on g e)) with (opp (who e)). rewrite <- Eo, opp_opp. split; auto. split.
      * rewrite <- (Ea Pa). reflexivity.
      * simpl. rewrite Pa. lia.
    + destruct (a_passed _ _ A T H) as [H'|[H'|(T1 & -> & R1)]]; auto.
      * right; left. now apply replied_on.
      * rewrite <- Ew in T1. destruct (Own T1 R1) as [(_ & V & _)|[_ V]]; auto.
  - intros Ci T H. apply initialised_on in H as [(R1 & -> & Eo)|H].
    + rewrite Eb. symmetry in Eo. destruct (Own Eo R1) as [(_ & _ & V)|[_ V]]; auto.
    + destruct (a_init _ _ A Ci T H); auto. right. now apply replied_on.
  - intros T H. apply disturbed_on in H as [(R1 & Pa & -> & Eo)|H].
    + rewrite Eb. symmetry in Eo. destruct (Own Eo) as [(Pa' & _)|[_ V]]; auto; [lia|congruence].
    + apply replied_on. eapply a_dist; eauto.
Qed.

(** In a state of the graph; after passes by the prover and then his opponent that the graph leaves out. *)
Definition walking (g : game) : Prop :=
  exists q x s, is_at (now g) q x /\ In s (states (tbl q)) /\ turn g = (if mine s then me else op) /\ after_pass s = (1 <=? run (h g)) /\
    (mine s = false -> forall i, kop s = Some i -> i < n /\ step b r g (Some (sto x i)) = None) /\
    (mine s = false -> after_pass s = true -> tv (now g) = true) /\ along g s.
Definition waiting (g : game) : Prop :=
  exists q x s, is_at (now g) q x /\ In s (states (tbl q)) /\ mine s = false /\ after_pass s = true /\ tv (now g) = true /\ turn g = me /\ 2 <= run (h g) /\ along g s.
(** In settled positions, which take ever less. *)
Definition settled (g : game) : Prop :=
  exists m, (forall T, stood g T -> above m T) /\
    (forall T, passed r T op (h g) = true -> tv T = true \/ above (S m) T \/ turn g = me /\ T = now g /\ 1 <= run (h g)) /\
    (forall T, initialised T me (h g) = true -> tv T = true \/ above (S m) T) /\
    (forall T, disturbed T me (h g) = true -> above (S m) T) /\
    (turn g = op /\ sure m (now g) = true /\ (1 <= run (h g) -> tv (now g) = true) \/
     turn g = me /\ (sure m (now g) = true \/ run (h g) = 0 /\ pending m (now g))).
Definition keeping (g : game) : Prop := keep (now g).
Definition holds_on (g : game) : Prop := base g /\ (walking g \/ waiting g \/ settled g \/ keeping g).

Lemma good_tv P : tv P = true -> good c (worth b r P).
Proof. unfold Bounded.tv, good. rewrite worth_usual, r_score by exact r_usual. destruct (fst c); apply Z.leb_le. Qed.
Lemma his_me g : his_turn c g <-> turn g = me. Proof. unfold his_turn, Bounded.me. now destruct (fst c). Qed.
(** A pass. *)
Lemma pass_step g o : base g -> step b r g None = Some o ->
  (o = inl (worth b r (now g)) /\ (clause_second_pass r && passed r (now g) (turn g) (h g) = true \/ exists k, clause_passes_in_a_row r = Some k /\ run (h g) + 1 = k)) \/
  (o = inr (play_on g (Event (turn g) None (now g) (now g))) /\ base (play_on g (Event (turn g) None (now g) (now g)))).
Proof.
  intros Bg. rewrite (step_usual b r r_usual g None) by apply Bg. unfold usual_step. destruct (_ || _) eqn:En; intro X; inversion X; subst; clear X.
  - left. split; auto. apply orb_true_iff in En as [En|En]; auto. right. destruct (clause_passes_in_a_row r) as [k|]; [|discriminate]. apply Nat.eqb_eq in En. eauto.
  - right. unfold draw. rewrite r_draw, andb_false_r. split; auto. apply orb_false_iff in En as [En _]. apply base_on; auto.
    + cbn [after]. apply Bg.
    + intros _ k Hk. rewrite Hk in En. now apply Nat.eqb_neq in En.
Qed.
Lemma pass_exists g : exists o, step b r g None = Some o.
Proof. now apply pass_usual. Qed.
(** A stone. *)
Lemma stone_step g p o : base g -> step b r g (Some p) = Some o ->
  exists Q, place b su (now g) p (turn g) = Some Q /\ o = inr (play_on g (Event (turn g) (Some p) (now g) Q)) /\ base (play_on g (Event (turn g) (Some p) (now g) Q)).
Proof.
  intros Bg. rewrite (step_usual b r r_usual) by apply Bg. unfold usual_step. rewrite r_suicide. destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (_ || usually_barred r g Q); [discriminate|].
  unfold draw. rewrite r_draw. intro X; inversion X; subst; clear X. exists Q. split; auto. split; auto. apply base_on; auto; cbn [is_pass at_ after]; try discriminate.
  eapply place_length; eauto.
Qed.
Lemma fresh_step g p Q : base g -> place b su (now g) p (turn g) = Some Q -> turn g = me -> ~ taken g Q ->
  (clause_initialised_twice r = true -> 1 <= run (h g) -> initialised (now g) (turn g) (h g) = false) ->
  (clause_disturbed_twice r = true -> run (h g) = 1 -> disturbed (now g) (turn g) (h g) = false) ->
  step b r g (Some p) = Some (inr (play_on g (Event (turn g) (Some p) (now g) Q))) /\ base (play_on g (Event (turn g) (Some p) (now g) Q)).
Proof.
  intros Bg Pl Me F I D. assert (barred b r g Q = false) as Nb.
  { unfold taken in F. destruct natural eqn:Na; [|now apply fresh_barred]. destruct (r_natural eq_refl) as (N1 & N2 & N3 & N4 & N5).
    apply unmade_barred; auto; [|now rewrite Me]. rewrite Me. unfold Bounded.me. destruct (fst c); auto. }
  assert (step b r g (Some p) = Some (inr (play_on g (Event (turn g) (Some p) (now g) Q)))) as St.
  { rewrite (step_usual b r r_usual) by apply Bg. rewrite (barred_usual b r r_usual) in Nb. unfold usual_step. rewrite r_suicide, Pl, Nb. unfold draw. rewrite r_draw.
    assert (ko_taken b r (h g) = None) as ->. { unfold ko_taken. destruct (h g) as [|e l]; auto. rewrite r_basic. now destruct (at_ e). }
    reflexivity. }
  split; auto. destruct (stone_step g p _ Bg St) as (Q' & Pl' & _ & Bn). rewrite Pl in Pl'. now inversion Pl'; subst.
Qed.
(** From the graph, a stone leads to a settled position. *)
Lemma passed_stood T Y l : passed r T Y l = true -> exists e, In e l /\ T = before e.
Proof.
  induction l as [|e l IH]; [discriminate|]. intro H. apply passed_on in H as [(_ & -> & _)|H]; [exists e; simpl; auto|]. destruct (IH H) as (x & Hx & X). exists x. simpl. auto.
Qed.
Lemma initialised_stood T Y l : initialised T Y l = true -> exists e, In e l /\ T = before e.
Proof.
  induction l as [|e l IH]; [discriminate|]. intro H. apply initialised_on in H as [(_ & -> & _)|H]; [exists e; simpl; auto|]. destruct (IH H) as (x & Hx & X). exists x. simpl. auto.
Qed.
Lemma disturbed_stood T Y l : disturbed T Y l = true -> exists e, In e l /\ T = before e.
Proof.
  induction l as [|e l IH]; [discriminate|]. intro H. apply disturbed_on in H as [(_ & _ & -> & _)|H]; [exists e; simpl; auto|]. destruct (IH H) as (x & Hx & X). exists x. simpl. auto.
Qed.
Lemma before_stood g T : (exists e, In e (h g) /\ T = before e) -> stood g T.
Proof. intros (e & He & ->). right. eauto. Qed.
Lemma settle g p Q a : base g -> (forall T, stood g T -> forall a, sure a T = false) -> sure a Q = true -> settled (play_on g (Event (turn g) (Some p) (now g) Q)).
Proof.
  intros (_ & _ & Tn & _) U S. destruct (least_sure Q) as [X|(m & Sm & Am)]; [rewrite X in S; discriminate|]. exists m.
  set (e := Event (turn g) (Some p) (now g) Q).
  assert (Bf : forall T, (exists x, In x (e :: h g) /\ T = before x) -> above (Datatypes.S m) T).
  { intros T (x & [<-|Hx] & ->) y _; apply U; [apply stood_now|]. apply before_stood. eauto. }
  repeat split; cbn [play_on past_moves].
  - intros T H. change (Game (start g) (first g) (e :: h g)) with (play_on g e) in H. apply stood_on in H as [H|[->| ->]]; [|cbn [before e]|exact Am]; intros y _; apply U; auto. apply stood_now.
  - intros T H. right; left. apply Bf. eapply passed_stood; eauto.
  - intros T H. right. apply Bf. eapply initialised_stood; eauto.
  - intros T H. apply Bf. eapply disturbed_stood; eauto.
  - change (turn (play_on g e)) with (opp (turn g)). change (now (play_on g e)) with Q. destruct Tn as [->| ->].
    + left. split; auto. split; auto. simpl. lia.
    + right. rewrite opp_opp. auto.
Qed.

Lemma kept_on g e : base (play_on g e) -> (exists j x, j < K /\ In x syms /\ after e = img x (kpos j)) -> holds_on (play_on g e).
Proof. intros Bg (j & x & Hj & Hx & E). split; auto. right; right; right. unfold keeping. apply keepb_ok; [apply Bg|]. change (now (play_on g e)) with (after e). rewrite E. now apply keep_start. Qed.
(** A stone from a state of the graph. *)
Lemma stone_on g s p Q q0 x o f : base g -> along g s -> is_at (now g) q0 x -> In s (states (tbl q0)) -> turn g = (if mine s then me else op) ->
  after_pass s = (1 <=? run (h g)) -> leads s Q o f = true -> base (play_on g (Event (turn g) (Some p) (now g) (img x Q))) ->
  (mine s = true -> mv s <> None /\ next s = o) ->
  (forall q s' g', f q s' g' = true -> after_pass s' = false) ->
  (forall q s' g' x' i, f q s' g' = true -> mine s' = negb (mine s) -> mine s' = false -> In g' syms -> (forall i, i < n -> sto x' i = sto x (sto g' i)) -> kop s' = Some i ->
     i < n /\ step b r (play_on g (Event (turn g) (Some p) (now g) (img x Q))) (Some (sto x' i)) = None) ->
  holds_on (play_on g (Event (turn g) (Some p) (now g) (img x Q))).
Proof.
  intros Bg A At I Tn Ap L Bn Own Fa Fk. set (e := Event (turn g) (Some p) (now g) (img x Q)) in *.
  assert (U : forall T, stood g T -> forall a, sure a T = false) by (intros T H; now apply (a_unsure _ _ A)).
  destruct (leads_ok s Q o f x) as [(q & s' & y & g' & H1 & H2 & H3 & H4 & H5 & H6 & H7 & (k & z & H8) & H9)|[(j & y & Hj & Hy & E)|(j & y & Hj & Hy & E)]]; auto.
  - apply At.
  - destruct (least_sure (img x Q)) as [Un|(a & Sa & _)].
    2:{ split; auto. right; right; left. eapply settle; eauto. }
    destruct (keepb (img x Q)) eqn:Kb.
    { split; auto. right; right; right. apply keepb_ok; [apply Bn|exact Kb]. }
    assert (unsure (after e)) as Ue by (split; auto).
    split; auto. left. exists q, y, s'. split; [exact H1|]. split; [exact H2|].
    assert (T' : turn (play_on g e) = (if mine s' then me else op)).
    { change (turn (play_on g e)) with (opp (turn g)). rewrite Tn, H3. destruct (mine s); simpl; auto using opp_opp. }
    split; [exact T'|]. split; [cbn; eapply Fa; eauto|]. split; [intros M' i Ki; eapply (Fk q s' g' y); eauto|].
    split; [intros _ X; rewrite (Fa _ _ _ H5) in X; discriminate|].
    apply along_on with (s := s) (q := q) (x := y); auto; cbn [is_pass at_]; try discriminate.
    { cbn [who e]. intros _ Me _. rewrite Me in Tn. assert (mine s = true) as Ms by (destruct (mine s); auto; exfalso; now apply me_op). rewrite H3, Ms. split; auto. eapply Fa; eauto. }
    cbn [who e]. intros Me R1. right. split; auto. rewrite Me in Tn. assert (mine s = true) as Ms by (destruct (mine s); auto; exfalso; now apply me_op).
    destruct (Own Ms) as [O1 O2]. exists q0, x, s, q, k, z, (img x Q), y. split; [exact At|]. split; [exact I|]. split; [exact Ms|].
    split; [rewrite Ap; now apply Nat.leb_le|]. split; [exact O1|]. split; [congruence|]. split; [|exact H1]. unfold taken. destruct natural; [|apply stood_on; auto].
    right. exists e. split; [simpl; auto|]. cbn [e who is_pass at_ after]. auto.
  - split; auto. right; right; left. destruct (sure_start j y Hj Hy) as (a & Sa). eapply settle; eauto. rewrite E. exact Sa.
  - apply kept_on; auto. exists j, y. auto.
Qed.
(** A pass from a state of the graph. *)
Lemma pass_on g s q0 x o f : base g -> along g s -> is_at (now g) q0 x -> In s (states (tbl q0)) -> turn g = (if mine s then me else op) ->
  leads s (epos (tbl q0)) o f = true -> base (play_on g (Event (turn g) None (now g) (now g))) ->
  (mine s = true -> tv (now g) = true /\ (1 <= run (h g) -> clause_initialised_twice r = true -> answers_pass (now g))) ->
  (forall q s' g', f q s' g' = true -> after_pass s' = true) ->
  holds_on (play_on g (Event (turn g) None (now g) (now g))).
Proof.
  intros Bg A At I Tn L Bn Own Fa. set (e := Event (turn g) None (now g) (now g)) in *.
  assert (U : unsure (now g)) by (apply (a_unsure _ _ A); apply stood_now). pose proof At as (Hq0 & Hx & En).
  destruct (leads_ok s (epos (tbl q0)) o f x) as [(q & s' & y & g' & H1 & H2 & H3 & H4 & H5 & H6 & H7 & _ & H9)|[(j & y & Hj & Hy & E)|(j & y & Hj & Hy & E)]]; auto.
  - rewrite <- En in H1. split; auto. left. exists q, y, s'. split; [exact H1|]. split; [exact H2|].
    assert (T' : turn (play_on g e) = (if mine s' then me else op)).
    { change (turn (play_on g e)) with (opp (turn g)). rewrite Tn, H3. destruct (mine s); simpl; auto using opp_opp. }
    split; [exact T'|]. split; [rewrite (Fa _ _ _ H5); reflexivity|]. 
    split; [|split].
    + intros M' i Ki. exfalso. pose proof H1 as (Hq & _). pose proof (state_checked q s' Hq H2) as C. unfold Bounded.check_state in C. rewrite Ki, (Fa _ _ _ H5) in C. discriminate.
    + intros Ms _. rewrite H3 in Ms. apply negb_false_iff in Ms. apply (Own Ms).
    + apply along_on with (s := s) (q := q) (x := y); auto; try (intros _ _ X; discriminate X). cbn [who e]. intros Me R1. left. split; auto. rewrite Me in Tn.
      assert (mine s = true) as Ms by (destruct (mine s); auto; exfalso; now apply me_op). destruct (Own Ms) as [O1 O2]. auto.
  - destruct (sure_start j y Hj Hy) as (a & Sa). rewrite <- E, <- En, (proj1 U) in Sa. discriminate.
  - apply kept_on; auto. exists j, y. rewrite <- E. auto.
Qed.

Notation own_ok g := (exists m o, step b r g m = Some o /\ stays c holds_on o).
Notation opp_ok g := (forall m o, step b r g m = Some o -> stays c holds_on o).
(** The prover passes where the position is worth it. *)
Lemma own_pass g : base g -> tv (now g) = true -> (forall e, e = Event (turn g) None (now g) (now g) -> 
   (forall k, clause_passes_in_a_row r = Some k -> run (h g) + 1 <> k) -> base (play_on g e) -> holds_on (play_on g e)) -> own_ok g.
Proof.
  intros Bg V H. destruct (pass_exists g) as [o So]. exists None, o. split; auto. pose proof So as So'. apply pass_step in So' as [[-> _]|[-> Bn]]; auto; simpl.
  - now apply good_tv.
  - apply H; auto. intros k Hk Ek. rewrite (step_usual b r r_usual) in So by apply Bg. unfold usual_step in So. rewrite Hk in So. apply Nat.eqb_eq in Ek. rewrite Ek in So. discriminate.
Qed.
Lemma own_walking g : base g -> walking g -> turn g = me -> own_ok g.
Proof.
  intros Bg (q & x & s & At & I & Tn & Ap & _ & _ & A) Me. pose proof At as (Hq & Hx & En). pose proof (state_checked q s Hq I) as C. unfold Bounded.check_state in C.
  assert (mine s = true) as Ms by (destruct (mine s); auto; exfalso; apply me_op; congruence). rewrite Ms in C. apply andb_true_iff in C as [_ C].
  destruct (mv s) as [p|] eqn:Mv.
  - destruct (place b su (epos (tbl q)) p me) as [Q|] eqn:Pl; [|discriminate].
    pose proof (place_lt _ _ _ _ _ _ Pl) as Hp. pose proof (img_place x (epos (tbl q)) p me Hx Hp) as Pl'. rewrite Pl in Pl'. simpl in Pl'. rewrite <- En, <- Me in Pl'.
    assert (F : next s = next s -> ~ taken g (img x Q)).
    { intros _ Sd. pose proof (a_unsure _ _ A _ (taken_stood _ _ Sd)) as Un. destruct (a_seen _ _ A _ Sd) as (q1 & x1 & t & T1 & T2 & T0 & T3).
      destruct (leads_ok s Q _ _ x Hx C) as [(q2 & s' & y & g' & H1 & H2 & H3 & H4 & H5 & _)|[(j & y & Hj & Hy & E)|(j & y & Hj & Hy & E)]].
      - pose proof (at_unique _ _ _ _ _ T1 H1) as ->. rewrite !andb_true_iff, forallb_forall in H5. destruct H5 as [[_ H5] _]. specialize (H5 t T2). rewrite T0 in H5. cbn [negb orb] in H5. eapply no_less_more; [exact T3|exact H5].
      - destruct (sure_start j y Hj Hy) as (a & Sa). rewrite <- E, (proj1 Un) in Sa. discriminate.
      - destruct Un as [_ Un]. rewrite E, (keep_start j y Hj Hy) in Un. discriminate. }
    specialize (F eq_refl).
    assert (NoMove : forall T, T = now g -> 1 <= run (h g) -> ~ replied g T).
    { intros T -> R1 Rp. eapply (replied_no g s (now g) q x s); eauto using no_less_refl. rewrite Ap. now apply Nat.leb_le. }
    destruct (fresh_step g (sto x p) (img x Q) Bg Pl' Me F) as [St Bn].
    + intros Ci R1. rewrite Me. destruct (initialised _ _ _) eqn:In_; auto. exfalso. destruct (a_init _ _ A Ci _ In_) as [(q' & x' & s' & H1 & H2 & H3 & H4 & H5)|Rp]; [|eapply NoMove; eauto].
      pose proof (at_unique _ _ _ _ _ At H1) as <-. rewrite (answer_unique q s s') in Mv; auto; [congruence|]. rewrite Ap. now apply Nat.leb_le.
    + intros _ R1. rewrite Me. destruct (disturbed _ _ _) eqn:Di; auto. exfalso. eapply NoMove; [reflexivity|lia|]. eapply a_dist; eauto.
    + exists (Some (sto x p)), (inr (play_on g (Event (turn g) (Some (sto x p)) (now g) (img x Q)))). split; auto. simpl.
      apply (stone_on g s (sto x p) Q q x (next s) _ Bg A At I Tn Ap C Bn).
      * rewrite Mv. split; [discriminate|auto].
      * intros q' s' g' H. rewrite !andb_true_iff in H. destruct H as [[H _] _]. now apply negb_true_iff.
      * intros q' s' g' x' i H _ M' Hg' Sx Ki. rewrite !andb_true_iff in H. destruct H as [_ H]. unfold Bounded.ko_ok in H. rewrite Ki, !andb_true_iff in H.
        destruct H as [[Hi Hn] H]. apply Nat.ltb_lt in Hi. split; auto. rewrite (step_usual b r r_usual) by apply Bn. unfold usual_step. change (turn (play_on g (Event (turn g) (Some (sto x p)) (now g) (img x Q)))) with (opp (turn g)).
        change (now (play_on g (Event (turn g) (Some (sto x p)) (now g) (img x Q)))) with (img x Q). rewrite r_suicide, Me.
        pose proof H as _. rewrite Sx by auto.
        destruct (place b su (img x Q) (sto x (sto g' i)) op) as [P'|] eqn:P2; auto.
        assert (sto g' i < n) as Hgi by (apply (sym_ok g' Hg'); auto).
        rewrite (img_place x Q (sto g' i) op Hx Hgi) in P2. destruct (place b su Q (sto g' i) op) as [P3|]; simpl in P2; [|discriminate]. inversion P2; subst P'. clear P2.
        apply peqb_ok in H. subst P3. rewrite <- En. rewrite Me in *. rewrite <- (barred_usual b r r_usual), (retaking_barred b r r_usual r_start g (sto x p) (img x Q) me); auto.
        { now rewrite orb_true_r. }
        { apply Bg. }
        { apply r_ko. now rewrite <- Ap. }
        { apply me_not_E. }
  - apply andb_true_iff in C as [V C]. assert (tv (now g) = true) as Vn by (rewrite En, tv_img; auto). apply own_pass; auto. intros e -> Nk Bn.
    apply orb_true_iff in C as [C|C].
    + exfalso. apply andb_true_iff in C as [Cp Ce]. apply (Nk 2); auto. rewrite Cp in Ap. symmetry in Ap. apply Nat.leb_le in Ap.
      destruct Bg as (_ & R & _). specialize (R 2 (r_end2 Ce)). lia.
    + eapply pass_on; eauto.
      intros _. split; auto. intros R1 _. exists q, x, s. split; [exact At|]. split; [exact I|]. split; [exact Ms|]. split; [rewrite Ap; now apply Nat.leb_le|exact Mv].
Qed.
Lemma own_waiting g : base g -> waiting g -> turn g = me -> own_ok g.
Proof.
  intros Bg (q & x & s & At & I & Ms & Ap & V & _ & R2 & A) Me. apply own_pass; auto. intros e -> Nk Bn.
  split; auto. left. exists q, x, s. split; [exact At|]. split; [exact I|]. rewrite Ms. split; [change (turn (play_on g (Event (turn g) None (now g) (now g)))) with (opp (turn g)); now rewrite Me|].
  split; [rewrite Ap; reflexivity|]. split; [|split; [auto|]].
  - intros _ i Ki. exfalso. pose proof At as (Hq & _). pose proof (state_checked q s Hq I) as C. unfold Bounded.check_state in C. rewrite Ki, Ap in C. discriminate.
  - apply along_on with (s := s) (q := q) (x := x); auto using no_less_refl; try (intros _ _ X; discriminate X).
    + apply (a_unsure _ _ A). apply stood_now.
    + intros _ R1. left. split; auto. split; auto. intro Ci. destruct (r_init Ci) as (k & Hk & Lk). exfalso. apply (Nk k); auto.
      destruct Bg as (_ & R & _). specialize (R k Hk). lia.
Qed.
Lemma own_keeping g : base g -> keeping g -> own_ok g.
Proof. intros Bg Kp. apply own_pass; auto. intros e -> _ Bn. split; auto. Qed.

Lemma above_less a m T : above m T -> a <= m -> above a T.
Proof. intros A L y Hy. apply A. lia. Qed.
(** A stone of the prover from a settled position. *)
Lemma own_pending g m : base g -> turn g = me -> pending m (now g) -> (forall T, stood g T -> above m T) ->
  (forall T, passed r T op (h g) = true -> tv T = true \/ above m T) -> (forall T, initialised T me (h g) = true -> tv T = true \/ above m T) ->
  (forall T, disturbed T me (h g) = true -> above m T) ->
  (1 <= run (h g) -> sure m (now g) = true /\ tv (now g) = false /\ (forall T, initialised T me (h g) = true -> tv T = true \/ above (S m) T) /\ forall T, disturbed T me (h g) = true -> above (S m) T) ->
  own_ok g.
Proof.
  intros Bg Me (p & Q & a & Pl & La & Sa) Ab Pa Ini Di R0. rewrite <- Me in Pl.
  assert (F : ~ stood g Q). { intro Sd. rewrite (Ab Q Sd a La) in Sa. discriminate. }
  destruct (fresh_step g p Q Bg Pl Me (fun T => F (taken_stood _ _ T))) as [St Bn].
  - intros _ R1. destruct (R0 R1) as (Sm & V & I' & _). rewrite Me. destruct (initialised _ _ _) eqn:X; auto. destruct (I' _ X) as [Y|Y]; [congruence|].
    rewrite (Y m) in Sm by lia. discriminate.
  - intros _ R1. destruct R0 as (Sm & V & _ & D'); [lia|]. rewrite Me. destruct (disturbed _ _ _) eqn:X; auto. rewrite (D' _ X m) in Sm by lia. discriminate.
  - exists (Some p), (inr (play_on g (Event (turn g) (Some p) (now g) Q))). split; auto. simpl. split; auto. right; right; left.
    set (e := Event (turn g) (Some p) (now g) Q) in *.
    destruct (least_sure Q) as [X|(m' & Sm' & Am')]; [rewrite X in Sa; discriminate|].
    assert (m' < m) as Lm. { destruct (le_lt_dec m m'); auto. rewrite (Am' a) in Sa by lia. discriminate. }
    exists m'. repeat split; cbn [play_on past_moves].
    + intros T H. change (Game (start g) (first g) (e :: h g)) with (play_on g e) in H. apply stood_on in H as [H|[->| ->]]; [|cbn [before e]|exact Am'].
      * eapply above_less; [apply Ab; exact H|lia].
      * eapply above_less; [apply Ab; apply stood_now|lia].
    + intros T H. apply passed_on in H as [(X & _)|H]; [discriminate|]. destruct (Pa T H); auto. right; left. eapply above_less; eauto.
    + intros T H. apply initialised_on in H as [(_ & -> & _)|H].
      * right. cbn [before e]. eapply above_less; [apply Ab; apply stood_now|lia].
      * destruct (Ini T H); auto. right. eapply above_less; eauto.
    + intros T H. apply disturbed_on in H as [(_ & _ & -> & _)|H].
      * cbn [before e]. eapply above_less; [apply Ab; apply stood_now|lia].
      * eapply above_less; eauto.
    + left. change (turn (play_on g e)) with (opp (turn g)). rewrite Me. split; auto. split; [exact Sm'|]. cbn. lia.
Qed.
Lemma own_settled g : base g -> settled g -> turn g = me -> own_ok g.
Proof.
  intros Bg (m & Ab & Pa & Ini & Di & St) Me. destruct St as [(To & _)|(_ & St)]; [exfalso; apply me_op; congruence|].
  destruct St as [Sm|(R0 & Pe)].
  - destruct (tv (now g)) eqn:V.
    + apply own_pass; auto. intros e -> _ Bn. split; auto. right; right; left. exists m.
      set (e := Event (turn g) None (now g) (now g)) in *. repeat split; cbn [play_on past_moves].
      * intros T H. change (Game (start g) (first g) (e :: h g)) with (play_on g e) in H. apply stood_on in H as [H|[->| ->]]; auto; apply Ab; apply stood_now.
      * intros T H. apply passed_on in H as [(_ & _ & X)|H]; [cbn [who e] in X; exfalso; apply me_op; congruence|].
        destruct (Pa T H) as [Y|[Y|(_ & -> & _)]]; auto.
      * intros T H. apply initialised_on in H as [(_ & -> & _)|H]; auto.
      * intros T H. apply disturbed_on in H as [(_ & X & _)|H]; [discriminate|auto].
      * left. change (turn (play_on g e)) with (opp (turn g)). rewrite Me. auto.
    + apply own_pending with m; auto.
      * apply sure_own; auto. apply Bg.
      * intros T H. destruct (Pa T H) as [Y|[Y|(_ & -> & _)]]; auto; right; [eapply above_less; eauto|apply Ab; apply stood_now].
      * intros T H. destruct (Ini T H); auto. right. eapply above_less; eauto.
      * intros T H. eapply above_less; eauto.
  - apply own_pending with m; auto; [| | |lia].
    + intros T H. destruct (Pa T H) as [Y|[Y|(_ & _ & Z)]]; auto; [right; eapply above_less; eauto|lia].
    + intros T H. destruct (Ini T H); auto. right. eapply above_less; eauto.
    + intros T H. eapply above_less; eauto.
Qed.

(** What the opponent may do. *)
Lemma opp_pass g : base g -> turn g = op -> (1 <= run (h g) -> tv (now g) = true) -> (passed r (now g) op (h g) = true -> tv (now g) = true) ->
  (base (play_on g (Event (turn g) None (now g) (now g))) -> holds_on (play_on g (Event (turn g) None (now g) (now g)))) ->
  forall o, step b r g None = Some o -> stays c holds_on o.
Proof.
  intros Bg Op V1 V2 H o St. apply pass_step in St as [[-> En]|[-> Bn]]; auto; simpl; auto. apply good_tv. destruct En as [En|(k & Hk & Ek)].
  - apply andb_true_iff in En as [_ En]. rewrite Op in En. auto.
  - apply V1. specialize (r_row k Hk). lia.
Qed.
Lemma opp_walking g : base g -> walking g -> turn g = op -> opp_ok g.
Proof.
  intros Bg (q & x & s & At & I & Tn & Ap & Ko & V & A) Op. pose proof At as (Hq & Hx & En). pose proof (state_checked q s Hq I) as C. unfold Bounded.check_state in C.
  assert (mine s = false) as Ms by (destruct (mine s); auto; exfalso; apply me_op; congruence). rewrite Ms in C. apply andb_true_iff in C as [_ C]. apply andb_true_iff in C as [Cp Cs].
  intros [p|] o St.
  - destruct (stone_step g p o Bg St) as (Q' & Pl & -> & Bn). simpl. rewrite Op in Pl. pose proof (place_lt _ _ _ _ _ _ Pl) as Hp.
    destruct (sym_ok x Hx p Hp) as (_ & Hp' & _ & Sp & _). rewrite En, <- Sp in Pl. rewrite (img_place x _ _ op Hx Hp') in Pl.
    destruct (place b su (epos (tbl q)) (sba x p) op) as [Q|] eqn:Pc; simpl in Pl; [|discriminate]. inversion Pl; subst Q'. clear Pl.
    rewrite forallb_forall in Cs. specialize (Cs (sba x p)). rewrite Pc in Cs. assert (In (sba x p) (seq 0 n)) as S by (apply in_seq; lia). specialize (Cs S).
    apply orb_true_iff in Cs as [Cs|Cs].
    + exfalso. destruct (kop s) as [i|] eqn:Ki; [|discriminate]. apply Nat.eqb_eq in Cs. subst i. destruct (Ko Ms _ eq_refl) as [_ N_]. rewrite Sp in N_. congruence.
    + eapply (stone_on g s p Q q x (outs s (sba x p))); eauto.
      * congruence.
      * intros q' s' g' H. now apply negb_true_iff.
      * intros q' s' g' x' i H Mn M' Hg' Sx Ki. rewrite Ms, M' in Mn. discriminate.
  - revert o St. apply opp_pass; auto.
    + intro R1. apply V; auto. rewrite Ap. now apply Nat.leb_le.
    + intro Pa. destruct (a_passed _ _ A _ Pa) as [Y|[Y|(Y & _)]]; auto; [|exfalso; apply me_op; congruence].
      destruct (after_pass s) eqn:As; auto. cbn [orb] in Cp.
      destruct (leads_ok s _ _ _ x Hx Cp) as [(q' & s' & y & g' & H1 & H2 & H3 & H4 & H5 & _)|[(j & y & Hj & Hy & E)|(j & y & Hj & Hy & E)]].
      * exfalso. rewrite <- En in H1. rewrite Ms in H3. eapply (replied_no g s (now g) q' y s'); eauto.
      * destruct (sure_start j y Hj Hy) as (a & Sa). rewrite <- E, <- En in Sa. rewrite (proj1 (a_unsure _ _ A _ (stood_now g))) in Sa. discriminate.
      * pose proof (keep_start j y Hj Hy) as Kb. rewrite <- E, <- En in Kb. rewrite (proj2 (a_unsure _ _ A _ (stood_now g))) in Kb. discriminate.
    + intro Bn. destruct (after_pass s) eqn:As.
      * split; auto. right; left. exists q, x, s. split; [exact At|]. split; [exact I|]. split; [exact Ms|]. split; [exact As|]. split; [now apply V|].
        split; [change (turn (play_on g (Event (turn g) None (now g) (now g)))) with (opp (turn g)); rewrite Op; apply opp_opp|].
        symmetry in Ap. apply Nat.leb_le in Ap. split; [cbn; lia|].
        apply along_on with (s := s) (q := q) (x := x); auto using no_less_refl; try (intros _ _ X; discriminate X).
        { apply (a_unsure _ _ A). apply stood_now. }
        { cbn [who]. intro X. exfalso. apply me_op. congruence. }
      * cbn [orb] in Cp. eapply pass_on; eauto; congruence.
Qed.
Lemma opp_settled g : base g -> settled g -> turn g = op -> opp_ok g.
Proof.
  intros Bg (m & Ab & Pa & Ini & Di & St) Op. destruct St as [(_ & Sm & V)|(Me & _)]; [|exfalso; apply me_op; congruence].
  intros [p|] o So.
  - destruct (stone_step g p o Bg So) as (Q & Pl & -> & Bn). simpl. rewrite Op in Pl. split; auto. right; right; left.
    set (e := Event (turn g) (Some p) (now g) Q) in *.
    assert (exists m', m' <= m /\ above m' Q /\ (sure m' Q = true \/ pending m' Q)) as (m' & Lm & Am & Sm').
    { assert (above m Q \/ exists a, a < m /\ sure a Q = true /\ above a Q) as [Am|(a & La & Sa & Aa)].
      - destruct (least_sure Q) as [X|(a & Sa & Aa)]; [left; intros y _; auto|]. destruct (le_lt_dec m a); [left; eapply above_less; eauto|right; eauto].
      - exists m. split; auto. split; auto. eapply sure_stone; eauto. apply Bg.
      - exists a. split; [lia|]. auto. }
    exists m'. repeat split; cbn [play_on past_moves].
    + intros T H. change (Game (start g) (first g) (e :: h g)) with (play_on g e) in H. apply stood_on in H as [H|[->| ->]]; auto.
      * eapply above_less; eauto.
      * eapply above_less; [apply Ab; apply stood_now|auto].
    + intros T H. apply passed_on in H as [(X & _)|H]; [discriminate|]. destruct (Pa T H) as [Y|[Y|(Y & _)]]; auto.
      * right; left. eapply above_less; [exact Y|lia].
      * exfalso. apply me_op. congruence.
    + intros T H. apply initialised_on in H as [(_ & _ & X)|H]; [exfalso; apply me_op; cbn [who e] in X; congruence|].
      destruct (Ini T H) as [Y|Y]; auto. right. eapply above_less; [exact Y|lia].
    + intros T H. apply disturbed_on in H as [(_ & _ & _ & X)|H]; [exfalso; apply me_op; cbn [who e] in X; congruence|].
      eapply above_less; [apply Di; exact H|lia].
    + right. change (turn (play_on g e)) with (opp (turn g)). rewrite Op, opp_opp. split; auto. destruct Sm' as [Sm'|Sm']; auto.
  - revert o So. apply opp_pass; auto.
    + intro X. destruct (Pa _ X) as [Y|[Y|(Y & _)]]; auto; [rewrite (Y m) in Sm by lia; discriminate|exfalso; apply me_op; congruence].
    + intro Bn. split; auto. right; right; left. exists m. set (e := Event (turn g) None (now g) (now g)) in *. repeat split; cbn [play_on past_moves].
      * intros T H. change (Game (start g) (first g) (e :: h g)) with (play_on g e) in H. apply stood_on in H as [H|[->| ->]]; auto; apply Ab; apply stood_now.
      * intros T H. apply passed_on in H as [(_ & -> & _)|H].
        { right; right. change (turn (play_on g e)) with (opp (turn g)). rewrite Op, opp_opp. repeat split. cbn. lia. }
        destruct (Pa T H) as [Y|[Y|(Y & _)]]; auto. exfalso. apply me_op. congruence.
      * intros T H. apply initialised_on in H as [(_ & _ & X)|H]; [exfalso; apply me_op; cbn [who e] in X; congruence|auto].
      * intros T H. apply disturbed_on in H as [(_ & _ & _ & X)|H]; [exfalso; apply me_op; cbn [who e] in X; congruence|auto].
      * right. change (turn (play_on g e)) with (opp (turn g)). rewrite Op, opp_opp. auto.
Qed.
Lemma opp_keeping g : base g -> keeping g -> turn g = op -> opp_ok g.
Proof.
  intros Bg Kp Op [p|] o So.
  - destruct (stone_step g p o Bg So) as (Q & Pl & -> & Bn). simpl. rewrite Op in Pl. split; auto. right; right; right. eapply keep_stone; [exact Kp|exact Pl].
  - revert o So. apply opp_pass; auto. intro Bn. split; auto.
Qed.

Theorem holds_on_keeps g : holds_on g -> keeps b r c g.
Proof.
  intro H. exists holds_on. split; auto. clear g H. intros g [Bg H]. pose proof Bg as (_ & _ & [Me|Op] & _).
  - left. split; [now apply his_me|]. destruct H as [H|[H|[H|H]]]; [apply own_walking|apply own_waiting|apply own_settled|apply own_keeping]; auto.
  - right. split; [rewrite his_me; intro X; apply me_op; congruence|]. destruct H as [H|[H|[H|H]]]; [apply opp_walking| |apply opp_settled|apply opp_keeping]; auto.
    destruct H as (q & x & s & _ & _ & _ & _ & _ & Me & _). exfalso. apply me_op. congruence.
Qed.

(** Where a game begins. *)
Theorem start_holds P c0 o : check_start P c0 o = true -> holds_on (Game P c0 []).
Proof.
  unfold Bounded.check_start. rewrite !andb_true_iff, orb_true_iff, Nat.eqb_eq, !ceq_ok. intros [[Ln Cl] H].
  assert (turn (Game P c0 []) = me \/ turn (Game P c0 []) = op) as Tn.
  { change (turn (Game P c0 [])) with c0. unfold Bounded.me. destruct (fst c), Cl as [->| ->]; simpl; auto. }
  assert (base (Game P c0 [])) as Bg.
  { split; [exact I|]. split; [intros k Hk; specialize (r_row k Hk); cbn; lia|]. split; [exact Tn|exact Ln]. }
  assert (Sd : forall T, stood (Game P c0 []) T -> T = P) by (intros T [->|(e & [] & _)]; auto).
  assert (Se : forall a, sure a P = true -> holds_on (Game P c0 [])).
  { intros a Sa. split; auto. right; right; left. destruct (least_sure P) as [X|(m & Sm & Am)]; [rewrite X in Sa; discriminate|]. exists m.
    split; [intros T H'; apply Sd in H'; now subst|]. split; [intros T H'; discriminate|]. split; [intros T H'; discriminate|]. split; [intros T H'; discriminate|].
    destruct Tn as [Tn|Tn]; [right; auto|left]. split; auto. split; auto. cbn. lia. }
  assert (Ke : keepb P = true -> holds_on (Game P c0 [])).
  { intro Kb. split; auto. right; right; right. now apply keepb_ok. }
  assert (In_sy : forall i, i <? length syms = true -> In (sy i) syms) by (intros i Hi; apply nth_In; now apply Nat.ltb_lt).
  destruct o as [|q k g|j g|j g|]; try discriminate; rewrite !andb_true_iff, Nat.ltb_lt, peqb_ok in H.
  - destruct H as [[[Hq Hg] EP] H]. destruct (nth_error _ _) as [s|] eqn:Nt; [|discriminate]. rewrite !andb_true_iff, eqb_true_iff, negb_true_iff in H. destruct H as [[Ms As] Ks].
    destruct (keepb P) eqn:Kb; auto. destruct (least_sure P) as [X|(m & Sm & Am)]; [|eauto].
    split; auto. left. exists q, (sy g), s. pose proof (nth_error_In _ _ Nt) as Is. split; [split; auto|]. split; [exact Is|].
    split; [|split; [exact As|split; [intros _ i Ki; rewrite Ki in Ks; discriminate|split; [intros _ X'; congruence|]]]].
    + rewrite Ms. destruct (ceq c0 me) eqn:Y; [now apply ceq_ok in Y|]. destruct Tn as [Tn|Tn]; auto. exfalso. change (turn (Game P c0 [])) with c0 in Tn. apply ceq_ok in Tn. congruence.
    + split; try (intros; discriminate).
      * intros T H'. apply Sd in H'. subst T. split; auto.
      * intros T H'. pose proof (taken_stood _ _ H') as H2. apply Sd in H2. subst T. exists q, (sy g), s. split; [split; auto|]. split; [exact Is|]. split; [|apply no_less_refl].
        unfold Bounded.told. unfold taken in H'. destruct natural; auto. cbn [negb orb]. destruct H' as [[_ H']|(e & [] & _)]. cbn in H'. rewrite Ms, As. rewrite H'. pose proof me_op as MO.
        destruct (ceq op me) eqn:Y; auto. apply ceq_ok in Y. congruence.
  - destruct H as [[Hj Hg] EP]. destruct (sure_start j (sy g) Hj (In_sy _ Hg)) as (a & Sa). rewrite <- EP in Sa. eauto.
  - destruct H as [[Hj Hg] EP]. apply Ke. rewrite EP. apply keep_start; auto.
Qed.
End Graph.
