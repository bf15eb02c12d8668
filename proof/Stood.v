(** What has stood in a game, and that no ban touches a stone which makes a position that has not; when a ko may not be retaken. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Usual.

(** What has stood in a game, and what that means for the bans. *)
Definition stood (g : game) (T : pos) : Prop := T = start g \/ exists e, In e (past_moves g) /\ (T = before e \/ T = after e).
Lemma stood_on g e T : stood (play_on g e) T <-> stood g T \/ T = before e \/ T = after e.
Proof.
  unfold stood; simpl. split.
  - intros [H|(x & [<-|H] & K)]; eauto.
  - intros [[H|(x & H & K)]|H]; eauto.
Qed.
Lemma stood_now g : stood g (now g).
Proof. unfold stood, now. destruct (past_moves g) as [|e h]; auto. right. exists e. simpl. auto. Qed.

Section Bans.
Variable b : board.
Variable r : rules.
Hypothesis us : usual r = true.
Lemma stands_stood T Y g0 c0 h : stands r g0 c0 T Y h = true -> T = g0 \/ exists e, In e h /\ T = after e.
Proof.
  assert (C : forall c M Z, counts r T Y Z M = true -> T = Z \/ c) by (intros c M Z; unfold counts; rewrite andb_true_iff, peqb_ok; tauto).
  induction h as [|e h IH]; simpl.
  - rewrite andb_true_iff. intros [_ H]. eauto.
  - rewrite orb_true_iff, andb_true_iff. intros [[H _]|H].
    + right. exists e. apply C with (c := False) in H as [H|[]]. auto.
    + destruct (lifts r e h); [discriminate|]. destruct (IH H) as [|(x & Hx & K)]; eauto.
Qed.
Lemma left_stood T Y h : left_behind r T Y h = true -> exists e, In e h /\ T = before e.
Proof.
  induction h as [|e h IH]; simpl; [discriminate|]. rewrite orb_true_iff, !andb_true_iff, peqb_ok. intros [[[_ H] _]|H]; eauto.
  destruct (lifts r e h); [discriminate|]. destruct (IH H) as (x & Hx & K); eauto.
Qed.
Lemma declined_stood T Y h : declined T Y h = true -> exists e, In e h /\ T = before e.
Proof.
  induction h as [|e h IH]; simpl; [discriminate|]. rewrite orb_true_iff, !andb_true_iff, peqb_ok. intros [[[_ H] _]|H]; eauto.
  destruct (IH H) as (x & Hx & K); eauto.
Qed.
(** No ban touches a stone that makes a position which never stood, but those about what its player has done here after a pass. *)
Lemma fresh_barred g Q : ~ stood g Q ->
  (clause_initialised_twice r = true -> 1 <= run (past_moves g) -> initialised (now g) (turn g) (past_moves g) = false) ->
  (clause_disturbed_twice r = true -> run (past_moves g) = 1 -> disturbed (now g) (turn g) (past_moves g) = false) ->
  barred b r g Q = false.
Proof.
  intros F I D. rewrite (barred_usual b r us). unfold usually_barred.
  assert (St : forall Y, stands r (start g) (first g) Q Y (past_moves g) = false).
  { intro Y. destruct (stands _ _ _ Q Y _) eqn:X; auto. exfalso. apply F. apply stands_stood in X as [->|(e & He & ->)]; [left; auto|]. right. eauto. }
  assert (Lf : left_behind r Q (turn g) (past_moves g) = false).
  { destruct (left_behind _ _ _ _) eqn:X; auto. exfalso. apply F. apply left_stood in X as (e & He & ->). right. eauto. }
  assert (De : declined Q (turn g) (past_moves g) = false).
  { destruct (declined _ _ _) eqn:X; auto. exfalso. apply F. apply declined_stood in X as (e & He & ->). right. eauto. }
  assert (Pn : peqb Q (now g) = false).
  { destruct (peqb Q (now g)) eqn:X; auto. apply peqb_ok in X. exfalso. apply F. rewrite X. apply stood_now. }
  assert (Un : undone Q (past_moves g) = false).
  { unfold undone. destruct (past_moves g) as [|e h] eqn:H; auto. destruct (peqb Q (before e)) eqn:X; [|apply andb_false_r].
    apply peqb_ok in X. exfalso. apply F. right. exists e. rewrite H. simpl. auto. }
  assert (clause_initialised_twice r && (1 <=? run (past_moves g)) && initialised (now g) (turn g) (past_moves g) = false) as ->.
  { destruct (clause_initialised_twice r); auto. destruct (1 <=? run (past_moves g)) eqn:X; auto. simpl. apply I; auto. now apply Nat.leb_le. }
  assert (clause_disturbed_twice r && (run (past_moves g) =? 1) && disturbed (now g) (turn g) (past_moves g) = false) as ->.
  { destruct (clause_disturbed_twice r); auto. destruct (run (past_moves g) =? 1) eqn:X; auto. simpl. apply D; auto. now apply Nat.eqb_eq. }
  rewrite De, Pn, Un, andb_false_r. assert (clause_declined r && (false || false) = false) as -> by now destruct (clause_declined r).
  rewrite !orb_false_r. assert (match clause_occurs r with ProducedKo => false | _ => false end = false) as -> by now destruct (clause_occurs r).
  rewrite orb_false_r. destruct (clause_ban r); auto.
Qed.

(** What a player's stones have made, and the start if the other was to move there: under natural situational superko no ban touches a
    stone of his that makes anything else. *)
Definition made (me : color) (g : game) (T : pos) : Prop :=
  T = start g /\ first g = opp me \/ exists e, In e (past_moves g) /\ who e = me /\ is_pass e = false /\ T = after e.
Lemma made_stood me g T : made me g T -> stood g T.
Proof. intros [[-> _]|(e & He & _ & _ & ->)]; [left; auto|right; eauto]. Qed.
Lemma made_on me g e T : made me (play_on g e) T -> made me g T \/ who e = me /\ is_pass e = false /\ T = after e.
Proof. intros [H|(x & [<-|H] & K)]; [left; left; auto|right; tauto|left; right; eauto]. Qed.
Lemma made_still me g e T : made me g T -> made me (play_on g e) T.
Proof. intros [H|(x & H & K)]; [left; auto|right]. exists x. simpl. auto. Qed.
Lemma unmade_barred g Q : clause_ban r = BanNatural -> clause_occurs r <> ProducedKo -> clause_initialised_twice r = false -> clause_disturbed_twice r = false ->
  clause_declined r = false -> turn g = B \/ turn g = W -> ~ made (turn g) g Q -> barred b r g Q = false.
Proof.
  intros Bn Oc C1 C2 C3 Tn Nm. rewrite (barred_usual b r us). unfold usually_barred. rewrite Bn, C1, C2, C3. cbn [andb orb]. rewrite !orb_false_r.
  assert (match clause_occurs r with ProducedKo => undone Q (past_moves g) | _ => false end = false) as -> by (destruct (clause_occurs r); congruence). rewrite orb_false_r.
  destruct (stands r (start g) (first g) Q (opp (turn g)) (past_moves g)) eqn:X; auto. exfalso. apply Nm.
  assert (forall g0 c0 l, stands r g0 c0 Q (opp (turn g)) l = true -> Q = g0 /\ c0 = opp (turn g) \/ exists e, In e l /\ who e = turn g /\ is_pass e = false /\ Q = after e) as S.
  { clear X Nm. intros g0 c0. induction l as [|e l IH]; simpl; unfold counts; rewrite Bn.
    - rewrite !andb_true_iff, peqb_ok, ceq_ok. intros (_ & -> & E0). left. auto.
    - rewrite orb_true_iff, !andb_true_iff, peqb_ok, ceq_ok, orb_true_iff, negb_true_iff. intros [[[E1 E2] [P|P]]|H].
      + right. exists e. split; auto. split; auto. rewrite <- (opp_opp (who e)), <- E2. apply opp_opp.
      + unfold pass_counts in P. rewrite Bn in P. destruct (clause_occurs r); discriminate.
      + destruct (lifts r e l); [discriminate|]. destruct (IH H) as [|(x & Hx & K)]; auto. right. exists x. auto. }
  destruct (S _ _ _ X) as [H|H]; [left; auto|right; auto].
Qed.

(** The events of a game are linked: each begins where the one before it ended, in turn. *)
Fixpoint linked (g0 : pos) (c0 : color) (h : list event) : Prop :=
  match h with
  | [] => True
  | e :: h => before e = now (Game g0 c0 h) /\ who e = turn (Game g0 c0 h) /\ (is_pass e = true -> after e = before e) /\ linked g0 c0 h
  end.
Definition link (g : game) : Prop := linked (start g) (first g) (past_moves g).

(** Whether a ko may not be retaken at once, after a stone that followed a pass or did not. *)
Definition no_retaking (followed : bool) : bool :=
  match clause_occurs r with ProducedKo => true | _ => false end ||
  match clause_ban r with
  | NoBan => false
  | BanLeft => true
  | BanPosition => match clause_occurs r with Stands => true | _ => false end || match clause_lifted_by r with LiftNothing => true | _ => false end || negb followed
  | BanSituation => match clause_occurs r with Stands => true | _ => false end || negb followed
  | BanNatural => negb followed
  end.
Hypothesis not_free : clause_start_free r = false.
Lemma stands_now Y : forall h g0 c0, clause_ban r = BanPosition -> linked g0 c0 h ->
  match clause_occurs r with Stands => true | _ => false end || match clause_lifted_by r with LiftNothing => true | _ => false end || negb (1 <=? run h) = true ->
  stands r g0 c0 (now (Game g0 c0 h)) Y h = true.
Proof.
  intros h g0 c0 Bn. induction h as [|e h IH]; simpl linked.
  - intros _ _. simpl. unfold now; simpl. rewrite not_free. simpl. unfold counts. rewrite Bn. rewrite (proj2 (peqb_ok g0 g0) eq_refl). reflexivity.
  - intros (Eb & Ew & Ep & K) C. cbn [stands]. unfold now at 1; cbn [past_moves].
    assert (counts r (after e) Y (after e) (opp (who e)) = true) as ->.
    { unfold counts. rewrite Bn. now rewrite (proj2 (peqb_ok _ _) eq_refl). }
    cbn [andb]. destruct (is_pass e) eqn:Pa; [|reflexivity]. cbn [negb orb].
    unfold pass_counts. rewrite Bn. simpl run in C. rewrite Pa in C.
    assert (match clause_occurs r with Stands => true | _ => false end || match clause_lifted_by r with LiftNothing => true | _ => false end = true) as C'.
    { simpl in C. now rewrite orb_false_r in C. }
    unfold now; cbn [past_moves]. destruct (lifts r e h) eqn:Li.
    + destruct (clause_occurs r); auto; unfold lifts in Li; rewrite Pa in Li; destruct (clause_lifted_by r); simpl in *; congruence.
    + rewrite (Ep eq_refl), Eb. rewrite IH; auto; [apply orb_true_r|]. now rewrite C'.
Qed.
Lemma retaking_barred g p Q me : link g -> turn g = me -> no_retaking (1 <=? run (past_moves g)) = true -> me <> E ->
  barred b r (play_on g (Event me (Some p) (now g) Q)) (now g) = true.
Proof.
  intros L T H mE. rewrite (barred_usual b r us). unfold usually_barred, no_retaking in *. cbn [past_moves play_on start first].
  change (turn (play_on g (Event me (Some p) (now g) Q))) with (opp me). rewrite opp_opp.
  assert (Pp : peqb (now g) (now g) = true) by now apply peqb_ok.
  apply orb_true_iff in H as [H|H].
  - assert (match clause_occurs r with ProducedKo => undone (now g) (Event me (Some p) (now g) Q :: past_moves g) | _ => false end = true) as ->.
    { destruct (clause_occurs r); try discriminate. simpl. now rewrite Pp. }
    rewrite !orb_true_r. reflexivity.
  - assert (match clause_ban r with NoBan => false | BanLeft => left_behind r (now g) (opp me) (Event me (Some p) (now g) Q :: past_moves g)
            | _ => stands r (start g) (first g) (now g) me (Event me (Some p) (now g) Q :: past_moves g) end = true) as ->; [|reflexivity].
    destruct (clause_ban r) eqn:Bn; try discriminate.
    + cbn [stands]. replace (lifts r _ (past_moves g)) with false by reflexivity. destruct g as [g0 c0 h]. cbn [start first past_moves]. pose proof (stands_now me h g0 c0 Bn L H) as X. rewrite X. apply orb_true_r.
    + cbn [stands]. replace (lifts r _ (past_moves g)) with false by reflexivity. apply orb_true_iff. right.
      unfold now, turn, link in *. destruct (past_moves g) as [|e h]; cbn [stands].
      * rewrite not_free. unfold counts. rewrite Bn, T. rewrite Pp. now destruct me.
      * unfold counts. rewrite Bn, T. rewrite (proj2 (peqb_ok _ _) eq_refl). assert (ceq me me = true) as -> by now destruct me. cbn [andb].
        destruct L as (_ & _ & Ep & _). destruct (is_pass e) eqn:Pa; [|reflexivity]. cbn [negb orb]. simpl run in H. rewrite Pa in H. simpl in H.
        unfold pass_counts. rewrite Bn. destruct (clause_occurs r); auto; discriminate.
    + cbn [stands]. replace (lifts r _ (past_moves g)) with false by reflexivity. apply orb_true_iff. right.
      unfold now, turn, link in *. destruct (past_moves g) as [|e h]; cbn [stands].
      * rewrite not_free. unfold counts. rewrite Bn, T. rewrite Pp. now destruct me.
      * unfold counts. rewrite Bn, T. rewrite (proj2 (peqb_ok _ _) eq_refl). assert (ceq me me = true) as -> by now destruct me. cbn [andb].
        destruct (is_pass e) eqn:Pa; [|reflexivity]. simpl run in H. rewrite Pa in H. discriminate.
    + cbn [left_behind before who]. rewrite Pp. now destruct me.
Qed.

(** What a further move adds to what the bans remember. *)
Lemma passed_on T Y e h : passed r T Y (e :: h) = true -> is_pass e = true /\ T = before e /\ Y = who e \/ passed r T Y h = true.
Proof.
  simpl. rewrite orb_true_iff, !andb_true_iff, peqb_ok, ceq_ok. intros [H|H]; [tauto|]. right. destruct (_ && _); [discriminate|auto].
Qed.
Lemma initialised_on T Y e h : initialised T Y (e :: h) = true -> 1 <= run h /\ T = before e /\ Y = who e \/ initialised T Y h = true.
Proof. cbn [initialised]. rewrite orb_true_iff, !andb_true_iff, peqb_ok, ceq_ok, Nat.leb_le. tauto. Qed.
Lemma disturbed_on T Y e h : disturbed T Y (e :: h) = true -> (run h = 1 /\ is_pass e = false /\ T = before e /\ Y = who e) \/ disturbed T Y h = true.
Proof. cbn [disturbed]. unfold disturbing. rewrite orb_true_iff, !andb_true_iff, peqb_ok, ceq_ok, Nat.eqb_eq, negb_true_iff. tauto. Qed.
End Bans.
