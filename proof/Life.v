(** What a player lasting by passing (Benson's theorem), whatever suicides are allowed.
    The chains and regions are computed by [alive], which need not be trusted: [witness] checks them. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Simulation Transfer Symmetry.

Lemma filter_le {X} (f g : X -> bool) l : (forall x, In x l -> g x = true -> f x = true) -> length (filter g l) <= length (filter f l).
Proof.
  induction l as [|x l IH]; simpl; intro H; auto. specialize (IH (fun y Hy => H y (or_intror Hy))).
  destruct (g x) eqn:G; [rewrite (H x (or_introl eq_refl) G); simpl; lia|]. destruct (f x); simpl; lia.
Qed.
Lemma filter_lt {X} (f g : X -> bool) l : (forall x, In x l -> g x = true -> f x = true) ->
  (exists x, In x l /\ f x = true /\ g x = false) -> length (filter g l) < length (filter f l).
Proof.
  pose proof (@filter_le X f g) as Le.
  induction l as [|x l IH]; simpl; intros H (y & Hy & Fy & Gy); [tauto|]. destruct Hy as [->|Hy].
  - rewrite Fy, Gy. simpl. specialize (Le l (fun z Hz => H z (or_intror Hz))). lia.
  - assert (length (filter g l) < length (filter f l)) by (apply IH; eauto).
    destruct (g x) eqn:G; [rewrite (H x (or_introl eq_refl) G); simpl; lia|]. destruct (f x); simpl; lia.
Qed.
Lemma filter_excl {X} (f g : X -> bool) l : (forall x, f x = true -> g x = false) -> length (filter f l) + length (filter g l) <= length l.
Proof.
  intro H. induction l as [|x l IH]; simpl; auto. destruct (f x) eqn:F; [rewrite (H x F); simpl; lia|]. destruct (g x); simpl; lia.
Qed.

Section Life.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.

Section Kept.
Variable su : suicide.
Variable P0 : pos.
Variable c : color.
Notation o := (opp c).
Hypothesis cE : c <> E.
Variable L : list nat.
Variable Rs : list (list nat).
Definition vital (i : nat) (R : list nat) : Prop := forall e, In e R -> (su = Forbidden -> get P0 e = E) -> exists j, Conn b P0 i j /\ In e (adj b j).
Hypothesis HL : forall i, In i L -> i < n /\ get P0 i = c /\ forall k, In k (adj b i) -> get P0 k = c -> In k L.
Hypothesis HR : forall R, In R Rs -> forall x, In x R -> x < n /\ get P0 x <> c /\ forall k, In k (adj b x) -> In k R \/ In k L.
Hypothesis HE : forall R, In R Rs -> exists e, In e R /\ get P0 e = E.
Hypothesis HV : forall i, In i L -> exists R1 R2, In R1 Rs /\ In R2 Rs /\ (forall x, In x R1 -> In x R2 -> False) /\ vital i R1 /\ vital i R2.

Record Inv (P : pos) : Prop := {
  I1 : forall i, In i L -> get P i = c;
  I2 : su = Forbidden -> forall i, i < n -> get P0 i = o -> get P i = o;
  I3 : forall R, In R Rs -> exists e, In e R /\ get P e = E }.
Lemma Inv_start : Inv P0.
Proof. split; auto. intros i Hi. now apply HL. Qed.

Lemma oE : o <> E. Proof. destruct c; simpl; congruence. Qed.
Lemma oc : o <> c. Proof. destruct c; simpl; congruence. Qed.
Lemma chain_L i j : In i L -> Conn b P0 i j -> In j L.
Proof.
  intros Hi C. induction C as [|j k C IH Hk G]; auto. apply (HL j IH); auto. rewrite G. now apply HL.
Qed.
Lemma empty_was P R e : su = Forbidden -> Inv P -> In R Rs -> In e R -> get P e = E -> get P0 e = E.
Proof.
  intros SF I HRs He G. destruct (HR R HRs e He) as (Hn & Hc & _).
  assert (get P0 e <> o) as Ho. { intro X. rewrite (I2 P I SF e Hn X) in G. now apply oE. }
  destruct (get P0 e), c; simpl in *; congruence.
Qed.

Lemma Inv_stone P p Q : Inv P -> place b su P p o = Some Q -> Inv Q.
Proof.
  intros I Pl. unfold place in Pl. destruct ((p <? n) && ceq (get P p) E) eqn:T; [|discriminate].
  apply andb_true_iff in T as [Hp Ep]. apply Nat.ltb_lt in Hp. apply ceq_ok in Ep. rewrite opp_opp in Pl.
  set (P1 := put b P p o) in *. rename Q into Q'. set (Q := capture b P1 c) in *.
  assert (G1 : forall i, i < n -> get P1 i = if i =? p then o else get P i) by (intros; unfold P1, put; now rewrite get_tab).
  assert (GQ : forall i, i < n -> get Q i = if ceq (get P1 i) c && negb (free b P1 i) then E else get P1 i) by (intros; unfold Q, capture; now rewrite get_tab).
  assert (L1 : forall i, In i L -> get P1 i = c).
  { intros i Hi. destruct (HL i Hi) as (Hn & _). rewrite G1 by auto. destruct (i =? p) eqn:X; [|now apply I].
    apply Nat.eqb_eq in X. subst. rewrite (I1 P I p Hi) in Ep. congruence. }
  assert (C1 : forall i, In i L -> forall j, Conn b P0 i j -> Conn b P1 i j).
  { intros i Hi j C. induction C as [|j k C IH Hk G]; [constructor|]. econstructor 2; eauto.
    rewrite !L1; auto. apply (chain_L i); auto. econstructor 2; eauto. }
  assert (F1 : forall i, In i L -> free b P1 i = true).
  { intros i Hi. destruct (HL i Hi) as (Hn & _). apply free_spec; auto.
    destruct (HV i Hi) as (R1 & R2 & H1 & H2 & D & V1 & V2).
    assert (exists R e, In R Rs /\ In e R /\ get P e = E /\ e <> p /\ vital i R) as (R & e & HRs & He & Ee & Np & V).
    { destruct (I3 P I R1 H1) as (e1 & He1 & Ee1). destruct (I3 P I R2 H2) as (e2 & He2 & Ee2).
      destruct (Nat.eq_dec e1 p) as [->|N1]; [|exists R1, e1; repeat split; auto].
      exists R2, e2. repeat split; auto. intros ->. eauto. }
    destruct (V e He (fun SF => empty_was P R e SF I HRs He Ee)) as (j & C & A). exists j, e. repeat split; auto.
    rewrite G1 by (now apply (HR R HRs e He)). apply Nat.eqb_neq in Np. now rewrite Np. }
  assert (LQ : forall i, In i L -> get Q i = c).
  { intros i Hi. destruct (HL i Hi) as (Hn & _). rewrite GQ by auto. rewrite F1 by auto. rewrite andb_false_r. auto. }
  assert (EQ : forall e, e < n -> e <> p -> get P e = E -> get Q e = E).
  { intros e Hn Np Ee. rewrite GQ, G1 by auto. apply Nat.eqb_neq in Np. rewrite Np, Ee. destruct c; simpl; congruence. }
  destruct (free b Q p) eqn:F.
  2:{ (* a suicide *)
    assert (su <> Forbidden) as SF by (intros ->; discriminate).
    assert (Q' = tab n (fun i => if memn i (part b Q p) then E else get Q i)) as ->.
    { destruct su; [congruence|congruence|]. destruct (existsb _ _); [congruence|discriminate]. }
    assert (forall j, Conn b Q p j -> get Q j = get Q p) as Same by (induction 1; auto).
    assert (get Q p = o) as Qp. { rewrite GQ, G1 by auto. rewrite Nat.eqb_refl. assert (ceq o c = false) as -> by (destruct c; simpl; congruence). auto. }
    split.
    - intros i Hi. destruct (HL i Hi) as (Hn & _). rewrite get_tab by auto. destruct (memn i (part b Q p)) eqn:M; [|now apply LQ].
      apply memn_ok in M. rewrite part_spec in M by auto. apply Same in M. rewrite Qp, (LQ i Hi) in M. exfalso. apply oc. congruence.
    - congruence.
    - intros R HRs. destruct (in_dec Nat.eq_dec p R) as [Pin|Pout].
      + exists p. split; auto. rewrite get_tab by auto. assert (memn p (part b Q p) = true) as ->; auto.
        apply memn_ok. apply part_spec; auto. constructor.
      + destruct (I3 P I R HRs) as (e & He & Ee). exists e. split; auto. assert (e < n) by (now apply (HR R HRs e He)).
        rewrite get_tab by auto. destruct (memn e (part b Q p)); auto. apply EQ; auto. congruence. }
  inversion Pl; subst Q'; clear Pl.
  split; auto.
  - intros SF i Hi G. rewrite GQ, G1 by auto. pose proof (I2 P I SF i Hi G) as X.
    destruct (i =? p) eqn:Y; rewrite ?X; (assert (ceq o c = false) as -> by (destruct c; simpl; congruence)); auto.
  - intros R HRs. destruct (in_dec Nat.eq_dec p R) as [Pin|Pout].
    + apply free_spec in F; auto. destruct F as (j & k & C & A & Ek).
      assert (get Q p = o) as Qp. { rewrite GQ, G1 by auto. rewrite Nat.eqb_refl. assert (ceq o c = false) as -> by (destruct c; simpl; congruence). auto. }
      assert (forall k, In k (adj b j) -> get Q k <> c -> In k R) as Stay.
      { assert (forall j, Conn b Q p j -> In j R) as JR.
        { intros j' C'. induction C' as [|j' k' C' IH Hk' G']; auto.
          destruct (HR R HRs j' IH) as (_ & _ & Nb). destruct (Nb k' Hk') as [|Lk]; auto.
          rewrite (LQ k' Lk) in G'. rewrite Qp in G'. exfalso. apply oc. congruence. }
        intros k' Hk' Nc. destruct (HR R HRs j (JR j C)) as (_ & _ & Nb). destruct (Nb k' Hk') as [|Lk]; auto. exfalso. auto. }
      exists k. split; auto. apply Stay; auto. congruence.
    + destruct (I3 P I R HRs) as (e & He & Ee). exists e. split; auto. assert (e < n) by (now apply (HR R HRs e He)).
      apply EQ; auto. congruence.
Qed.

(** The stones of the opponent grow in number. *)
Definition room (P : pos) : nat := length (filter (fun i => negb (ceq (get P i) o)) (seq 0 n)).
Lemma room_stone P p Q : place b Forbidden P p o = Some Q -> room Q < room P.
Proof using cE.
  clear HL HR HE HV.
  intro Pl. unfold place in Pl. destruct ((p <? n) && ceq (get P p) E) eqn:T; [|discriminate].
  apply andb_true_iff in T as [Hp Ep]. apply Nat.ltb_lt in Hp. apply ceq_ok in Ep. rewrite opp_opp in Pl.
  set (P1 := put b P p o) in *. destruct (free b (capture b P1 c) p) eqn:F; [|discriminate]. inversion Pl; subst Q; clear Pl.
  assert (forall i, i < n -> get P i = o \/ i = p -> get (capture b P1 c) i = o) as K.
  { intros i Hi H. unfold capture. rewrite get_tab by auto. unfold P1, put. rewrite get_tab by auto.
    assert (ceq o c = false) as X by (destruct c; simpl; congruence).
    destruct (i =? p) eqn:Y; [rewrite X; auto|]. apply Nat.eqb_neq in Y. destruct H as [-> | H]; [rewrite X; auto|congruence]. }
  unfold room. apply filter_lt.
  - intros i Hi H. apply in_seq in Hi. destruct (ceq (get P i) o) eqn:G; auto. apply ceq_ok in G.
    rewrite K in H by (auto; lia). destruct c; simpl in H; auto.
  - exists p. split; [apply in_seq; lia|]. rewrite Ep. rewrite K by auto. destruct c; simpl; auto; congruence.
Qed.

(** What is kept counts. *)
Variable Y : list nat.
Hypothesis HY : forall y, In y Y -> In [y] Rs /\ adj b y <> [].
Hypothesis HN : NoDup (L ++ Y).
Lemma kept_owner P i : Inv P -> In i (L ++ Y) -> i < n /\ owner b P i = c.
Proof.
  intros I Hi. apply in_app_or in Hi as [Hi|Hi].
  - split; [now apply HL|]. unfold owner. rewrite (I1 P I i Hi). destruct c; congruence.
  - destruct (HY i Hi) as [HRs An]. destruct (HR _ HRs i) as (Hn & Hc & Nb); [simpl; auto|]. split; auto.
    assert (forall k, In k (adj b i) -> get P k = c) as Around.
    { intros k Hk. destruct (Nb k Hk) as [[<-|[]]|Lk]; [|now apply I]. now apply (adj_in b bok) in Hk. }
    destruct (I3 P I _ HRs) as (e & [<-|[]] & Ee).
    assert (forall j, Conn b P i j -> j = i) as Alone.
    { intros j C. induction C as [|j k C IH Hk G]; auto. subst j. rewrite (Around k Hk), Ee in G. congruence. }
    assert (touches b P i c = true) as Tc.
    { apply touches_spec; auto. destruct (adj b i) as [|k l] eqn:A; [congruence|]. exists i, k. rewrite A. repeat split; [constructor|simpl; auto|].
      apply Around. rewrite <- A. rewrite A. simpl; auto. }
    assert (touches b P i o = false) as To.
    { destruct (touches b P i o) eqn:X; auto. apply touches_spec in X; auto. destruct X as (j & k & C & Hk & G).
      rewrite (Alone j C) in Hk. rewrite (Around k Hk) in G. exfalso. apply oc. congruence. }
    unfold owner. rewrite Ee. destruct c; simpl in *; [congruence| |]; rewrite Tc, To; reflexivity.
Qed.
Lemma kept_area P : Inv P -> length (L ++ Y) <= area b P c /\ area b P c + area b P o <= n.
Proof.
  intro I. split.
  - unfold area. apply NoDup_incl_length; auto. intros i Hi. destruct (kept_owner P i I Hi) as [Hn Ho].
    apply filter_In. split; [apply in_seq; lia|]. rewrite Ho. now apply ceq_ok.
  - unfold area. etransitivity; [apply filter_excl|now rewrite seq_length]. intros i H. apply ceq_ok in H. rewrite H. destruct c; auto; congruence.
Qed.
End Kept.

(** The game goes on to its end while the player passes. *)
Fixpoint all_pos (m : nat) : list pos :=
  match m with 0 => [[]] | S m => flat_map (fun P => [E :: P; B :: P; W :: P]) (all_pos m) end.
Lemma all_pos_ok P : In P (all_pos (length P)).
Proof. induction P as [|x P IH]; simpl; auto. apply in_flat_map. exists P. split; auto. destruct x; simpl; auto. Qed.

Variable r : rules.
Definition is_ban : bool := match clause_ban r with BanPosition | BanSituation | BanNatural => negb (clause_only_captures r) | _ => false end.
Definition no_lift : bool := match clause_lifted_by r with LiftNothing => true | _ => false end.
(** Where the game comes to its end while one player passes. *)
Definition ends_ok (ph : nat) : bool :=
  clause_second_pass r && (negb (clause_passes_forgotten r) || clause_disturbed_twice r) || match clause_passes_in_a_row r with Some k => (ph <? k) && (match clause_suicide r with Forbidden => true | _ => false end || clause_initialised_twice r || clause_declined r || clause_move r || no_lift && is_ban) | None => false end.
(** What else it asks of the rules: nothing but the area of the last position counts, no stone ends the game, and the phase has
    nothing but the run and what basic ko excludes. *)
Definition calm : bool :=
  match clause_scoring r, clause_tax r, clause_draw r, clause_last_pass r with ScoreArea, NoTax, NoDraw, LastAny => true | _, _, _, _ => false end
  && illegal r && negb (scoreless r) && negb (clause_no_capture r) && negb (clause_scored r) && negb (windowed r) && negb (clause_two_successions r) && negb (has_cut r) && (clause_price r =? 0)%Z && negb (has_first r).
(** Facts that are never undone. *)
Definition lasting (f : fact) : bool := match fcls f with Stood => no_lift | Undone => false | Passed => negb (clause_passes_forgotten r) | Occurred | OccurredTwice => false | _ => true end.
Section Passing.
Variable cl : claim.
Variable Good : pos -> Prop.
Notation me := (fst cl).
Hypothesis is_calm : calm = true.
Ltac be_calm := pose proof is_calm as C; unfold calm in C; rewrite !andb_true_iff, !negb_true_iff in C; destruct C as [[[[[[[[[C0 C1] Csl] Cnc] _] Cwi] C2] C3] C4] C5]; apply Z.eqb_eq in C4;
  destruct (clause_scoring r) eqn:Sc; try discriminate; destruct (clause_tax r) eqn:Tx; try discriminate; destruct (clause_draw r) eqn:Dw; try discriminate;
  destruct (clause_last_pass r) eqn:La; try discriminate; clear C0.
Lemma no_draw : clause_draw r = NoDraw. Proof. be_calm. auto. Qed.
Lemma calm_late x X y : late r x X y = [] /\ late_pass r x X y = [].
Proof. be_calm. unfold late_pass, late. rewrite Cwi. destruct (clause_occurs r), (clause_ban r); auto. Qed.
Lemma calm_window : clause_window r = None.
Proof. be_calm. unfold windowed in Cwi. destruct (clause_window r); auto; discriminate. Qed.
Lemma is_illegal : illegal r = true. Proof. be_calm. auto. Qed.
Lemma no_two : clause_two_successions r = false. Proof. be_calm. auto. Qed.
Lemma calm_held : has_held r = false /\ resigns r = false /\ returns r = 0 /\ clause_no_capture r = false.
Proof.
  be_calm. unfold scoreless, resigns, has_held, returns in *. destruct (clause_passes r), (clause_captures r); try discriminate; auto.
Qed.
Lemma calm_passable : passable r no_more = true.
Proof. destruct calm_held as (_ & R & _). unfold passable. unfold resigns in R. now destruct (clause_passes r). Qed.
Lemma calm_wins k : wins_by r k = false.
Proof. be_calm. unfold scoreless in Csl. unfold wins_by. destruct (clause_captures r); auto. rewrite orb_true_r in Csl. discriminate. Qed.
Lemma calm_phase : in_phase r = false. Proof. be_calm. unfold in_phase. now rewrite Sc. Qed.
Lemma calm_prisoners c P Q : prisoners b r c P Q = 0%Z. Proof. be_calm. unfold prisoners. now rewrite Sc. Qed.
Lemma calm_stone P Q m : after_stone b r P Q m no_more = no_more.
Proof. unfold after_stone. rewrite calm_phase, (proj1 calm_held). be_calm. unfold is_equal. rewrite La, C2, C3. reflexivity. Qed.
Lemma calm_pass ph : after_pass r ph no_more = no_more.
Proof. unfold after_pass. rewrite calm_phase, (proj1 calm_held). be_calm. unfold is_equal. rewrite La, C2, C3, C5. reflexivity. Qed.
Lemma calm_last : last_move r no_more = false.
Proof. be_calm. unfold has_cut in C3. unfold last_move. destruct (clause_cut r); auto; discriminate. Qed.
Lemma calm_brings m : pass_brings r m no_more = 0%Z.
Proof.
  be_calm. unfold pass_brings, gain. unfold has_first in C5. apply negb_false_iff, andb_true_iff in C5. rewrite !Z.eqb_eq in C5. destruct C5 as [F1 F2].
  cbn [mpassed no_more]. rewrite C4, F1, F2. now destruct m.
Qed.
Lemma calm_more m : pass_more r m no_more = 0%Z. Proof. be_calm. unfold pass_more. now rewrite La. Qed.
Lemma calm_worth P m : worth_at b r P m no_more = worth b r P. Proof. unfold worth_at. cbn [mahead no_more]. lia. Qed.
Lemma calm_score P m : (worth_at b r P m no_more + pass_brings r m no_more + pass_more r m no_more)%Z = worth b r P.
Proof. rewrite calm_worth, calm_brings, calm_more. lia. Qed.
Lemma no_draws X y a k c sets : draws r X y a k c sets = []. Proof. unfold draws. now rewrite no_draw. Qed.
Lemma no_draws_since X y a k c sets : (if clause_since_pass r then [] else draws r X y a k c sets) = []. Proof. rewrite no_draws. now destruct (clause_since_pass r). Qed.
Lemma no_once X y : once r X y = []. Proof. unfold once, has_draw. now rewrite no_draw. Qed.
Hypothesis good_length : forall P, Good P -> length P = n.
Hypothesis good_score : forall P, Good P -> serves cl (worth b r P) = true.
Hypothesis good_stone : forall P p Q, Good P -> place b (clause_suicide r) P p (opp (col me)) = Some Q -> Good Q.
Notation mf := (mforces kblack plainly (plays b r) cl).
Notation mw := (mwins kblack plainly (plays b r) cl).
Definition grows (p p' : past fact) : Prop := forall f, lasting f = true -> p f = true -> p' f = true.
(** The same over a pass, which makes no pass forgotten. *)
Definition growsP (p p' : past fact) : Prop := grows p p' /\ forall X z, p (Fact Passed X z) = true -> p' (Fact Passed X z) = true.

Lemma pass_wins P m ph o p : Good P ->
  (forall p', (clause_second_pass r = true -> p (Fact Passed P (Some m)) = false /\ p' (Fact Passed P (Some m)) = true) -> growsP p p' ->
     (forall k, clause_passes_in_a_row r = Some k -> ph + 1 <> k) -> mf (Key P (negb m) (min (ph + 1) (cap r))) p') ->
  exists y, play_at b r (KeyKo P m ph o) None = Some y /\ bars y = [] /\ mw (result p y) p.
Proof.
  intros G H. unfold play_at; cbn [kpos kblack kphase kko kmore]. rewrite calm_passable; cbn [negb]. rewrite calm_score, calm_last, calm_brings, calm_pass, no_two, orb_false_r. cbn [negb orb]. rewrite andb_true_r.
  destruct (row_ends r ph) eqn:En.
  - eexists. split; [reflexivity|]. split; auto. constructor. auto.
  - eexists. split; [reflexivity|]. split; auto. unfold result; cbn [stops eff]. rewrite no_draws_since, no_once, (proj2 (calm_late _ _ _)). cbn [app]. rewrite app_nil_r.
    match goal with |- mw (asked p _ (Leads ?a ?k ?c ?s)) p => set (nx := Leads a k c s) end.
    assert ((clause_second_pass r = true -> p (Fact Passed P (Some m)) = false) -> mw nx p) as On.
    { intro Np. constructor. rewrite less_0. apply H; auto.
      - intro Se. split; auto. rewrite change_eq. unfold pass_sets. rewrite !mem_app. rewrite Se. unfold opt. cbn [mem existsb].
        replace (feqb (Fact Passed P (Some m)) (Fact Passed P (Some m))) with true by (symmetry; now apply feqb_ok). cbn [orb]. now rewrite orb_true_r.
      - split.
        + intros [x X z w] K Hp. rewrite change_eq. destruct (mem feqb _ _); auto. unfold clears, lasting, no_lift, lifting_pass in *; cbn [fcls cstood cundone cpassed coccurred] in *.
          destruct x; auto; try discriminate. destruct (clause_lifted_by r); auto; discriminate.
        + intros X z Hp. rewrite change_eq. destruct (mem feqb _ _); auto.
      - intros k K. unfold row_ends in En. rewrite K in En. now apply Nat.eqb_neq in En. }
    unfold opt. destruct (clause_second_pass r) eqn:Se; cbn [asked]; [|apply On; discriminate].
    destruct (p (Fact Passed P (Some m))) eqn:Pp; [|now apply On]. constructor. auto.
Qed.

Lemma own_pass P ph o p : Good P ->
  (forall p', (clause_second_pass r = true -> p (Fact Passed P (Some me)) = false /\ p' (Fact Passed P (Some me)) = true) -> growsP p p' ->
     (forall k, clause_passes_in_a_row r = Some k -> ph + 1 <> k) -> mf (Key P (negb me) (min (ph + 1) (cap r))) p') ->
  mf (KeyKo P me ph o) p.
Proof.
  intros G H. destruct (pass_wins P me ph o p G H) as (y & Py & By & Wy). apply MF_own with None y; auto.
  - apply in_plays. split; auto. unfold moves. apply in_or_app. simpl; auto.
  - intros f Hf. rewrite By in Hf. destruct Hf.
Qed.
Lemma mem_in f l : In f l -> mem feqb f l = true.
Proof. intro H. apply existsb_exists. exists f. split; auto. now apply feqb_ok. Qed.
(** A stone of the opponent uses up what it sets and is barred by. *)
Definition uses (P : pos) (ph : nat) (p : past fact) (Q : pos) (p' : past fact) : Prop :=
  (clause_initialised_twice r = true -> 1 <= ph -> p (Fact Initialised P (Some (negb me))) = false /\ p' (Fact Initialised P (Some (negb me))) = true) /\
  (is_ban = true -> forall f, In f (S_ r Q me) -> p f = false /\ p' f = true) /\
  (clause_disturbed_twice r = true -> ph = 1 -> p (Fact Disturbed P (Some (negb me))) = false /\ p' (Fact Disturbed P (Some (negb me))) = true) /\
  (clause_declined r = true -> 1 <= ph -> p' (Fact Declined P (Some (negb me))) = true /\ p' (Fact Declined Q (Some (negb me))) = false) /\
  (clause_move r = true -> p (FactTo Moved P None (Some Q)) = false /\ p' (FactTo Moved P None (Some Q)) = true).
Lemma opp_plays P ph o p : Good P ->
  (forall q Q o' p', place b (clause_suicide r) P q (opp (col me)) = Some Q -> Good Q -> grows p p' -> uses P ph p Q p' -> mf (KeyKo Q me 0 o') p') ->
  (forall p', growsP p p' -> (forall k, clause_passes_in_a_row r = Some k -> ph + 1 <> k) -> mf (Key P me (min (ph + 1) (cap r))) p') ->
  mf (KeyKo P (negb me) ph o) p.
Proof.
  intros G HS HP. apply MF_opp; [simpl; now destruct me|]. intros mv y Hin Hl. apply in_plays in Hin as [_ Hy]. destruct mv as [q|].
  - unfold play_at in Hy; cbn [kpos kblack kphase kko kmore] in Hy. rewrite col_neg in Hy.
    destruct (place b (clause_suicide r) P q (opp (col me))) as [Q|] eqn:Pl; [|rewrite (proj1 (proj2 calm_held)) in Hy; discriminate].
    destruct (match o with Some i => i =? q | None => false end); [discriminate|].
    destruct (clause_declined r && (1 <=? ph) && peqb Q P) eqn:DQ; [discriminate|]. rewrite (proj2 (proj2 (proj2 calm_held))) in Hy. cbn [andb] in Hy. cbv zeta in Hy.
    rewrite calm_wins, no_draws, no_once, (proj1 (calm_late _ _ _)), is_illegal, calm_last, calm_phase, calm_stone in Hy.
    assert (forall (x y : Abstract.play key fact clr), Some x = Some y -> y = x) as Inj by congruence. apply Inj in Hy. clear Inj. subst y.
    unfold result; cbn [stops eff asked app]. constructor. rewrite calm_prisoners, less_0.
    unfold stone_bars in Hl. rewrite is_illegal in Hl. unfold named in Hl. rewrite calm_window in Hl. unfold stone_sets. rewrite negb_involutive in *. unfold legal in Hl; cbn [bars] in Hl. apply HS with q; auto.
    + eapply good_stone; eauto.
    + intros [x X z w] K Hp. rewrite change_eq. destruct (mem feqb _ _); auto. unfold clears, lasting in *; cbn [fcls cstood cundone cpassed coccurred] in *. destruct x; auto; try discriminate.
      destruct (clause_passes_forgotten r); auto; discriminate.
    + split; [|split; [|split; [|split]]].
      * intros Hi Hph. apply Nat.leb_le in Hph. split.
        -- apply Hl. rewrite Hi, Hph. rewrite !in_app_iff. right; right; left. simpl; auto.
        -- rewrite change_eq. rewrite mem_in; auto. rewrite Hi, Hph. rewrite !in_app_iff. right; right; left. simpl; auto.
      * intros Ib f Hf. assert (is_left r = false) as NL by (unfold is_left; unfold is_ban in Ib; destruct (clause_ban r); auto; discriminate).
        assert (clause_only_captures r = false) as NC by (unfold is_ban in Ib; destruct (clause_ban r), (clause_only_captures r); auto; discriminate).
        rewrite ?NL, ?NC, ?negb_involutive in *. cbn [andb] in Hl. split.
        -- apply Hl. rewrite !in_app_iff. auto.
        -- rewrite change_eq. rewrite mem_in; auto. rewrite !in_app_iff. auto.
      * intros Hi ->. split.
        -- apply Hl. rewrite Hi. cbn [Nat.eqb andb]. rewrite !in_app_iff. right; right; right; left. simpl; auto.
        -- rewrite change_eq. rewrite mem_in; auto. rewrite Hi. cbn [Nat.eqb andb]. rewrite !in_app_iff. right; right; right; left. simpl; auto.
      * intros Hi Hph. apply Nat.leb_le in Hph. rewrite Hi, Hph in DQ. cbn [andb] in DQ. split.
        -- rewrite change_eq. rewrite mem_in; auto. rewrite Hi, Hph. rewrite !in_app_iff. right; right; right; right; left. simpl; auto.
        -- assert (p (Fact Declined Q (Some (negb me))) = false) as F.
           { apply Hl. rewrite Hi. rewrite !in_app_iff. right; right; right; right; left. simpl; auto. }
           rewrite change_eq. rewrite !mem_app, !mem_opt. destruct (is_left r); rewrite !mem_S; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb];
           rewrite ?andb_false_r, ?andb_true_r, DQ, ?andb_false_r; destruct (clause_ban r); cbn [orb]; rewrite ?andb_false_r; exact F.
      * intros Hi. split.
        -- apply Hl. rewrite Hi. rewrite !in_app_iff. right; right; right; right; right. simpl; auto.
        -- rewrite change_eq. rewrite mem_in; auto. rewrite Hi. rewrite !in_app_iff. right; right; right; right; right; left. simpl; auto.
  - destruct (pass_wins P (negb me) ph o p G) as (y' & Py & _ & Wy).
    { intros p' _ Mono Ne. rewrite negb_involutive. auto. }
    rewrite Hy in Py. inversion Py; subst. auto.
Qed.

(** The number of facts of a list that do not hold. *)
Definition open_ (univ : list fact) (p : past fact) : nat := length (filter (fun f => negb (p f)) univ).
Lemma open_le univ p p' : (forall f, In f univ -> lasting f = true) -> grows p p' -> open_ univ p' <= open_ univ p.
Proof.
  intros K G. apply filter_le. intros f Hf H. apply negb_true_iff in H. apply negb_true_iff. destruct (p f) eqn:X; auto. rewrite (G f) in H; auto.
Qed.
Lemma open_lt univ p p' f : (forall f, In f univ -> lasting f = true) -> grows p p' -> In f univ -> p f = false -> p' f = true -> open_ univ p' < open_ univ p.
Proof.
  intros K G Hf F T. apply filter_lt.
  - intros g Hg H. apply negb_true_iff in H. apply negb_true_iff. destruct (p g) eqn:X; auto. rewrite (G g) in H; auto.
  - exists f. rewrite F, T. auto.
Qed.
Lemma me_or m : m = me \/ m = negb me. Proof. destruct m, me; auto. Qed.

(** A second pass ends the game: he passes on each position once. *)
Lemma passing_second : clause_second_pass r = true -> clause_passes_forgotten r = false -> forall N p, open_ (map (fun X => Fact Passed X (Some me)) (all_pos n)) p < N ->
  forall P, Good P -> forall m ph o, mf (KeyKo P m ph o) p.
Proof.
  intros Se Fo. set (univ := map _ _). assert (forall f, In f univ -> lasting f = true) as K.
  { intros f Hf. apply in_map_iff in Hf as (X & <- & _). unfold lasting; simpl. now rewrite Fo. }
  assert (forall P, Good P -> In (Fact Passed P (Some me)) univ) as U.
  { intros P G. unfold univ. apply in_map_iff. exists P. split; auto. rewrite <- (good_length P G). apply all_pos_ok. }
  induction N as [|N IH]; intros p Hp; [lia|].
  assert (forall p, open_ univ p < S N -> forall P, Good P -> forall ph o, mf (KeyKo P me ph o) p) as Own.
  { intros p1 Hp1 P G ph o. apply own_pass; auto. intros p' Hs [Gr _] _. destruct (Hs Se) as [F T]. apply IH; auto.
    pose proof (open_lt univ p1 p' _ K Gr (U P G) F T). lia. }
  intros P G m ph o. destruct (me_or m) as [->| ->]; [now apply Own|]. apply opp_plays; auto.
  - intros q Q o' p' _ GQ Gr _. apply Own; auto. pose proof (open_le univ p p' K Gr). lia.
  - intros p' [Gr _] _. apply Own; auto. pose proof (open_le univ p p' K Gr). lia.
Qed.

(** So many passes in a row end the game, and from some phases on the stones of the opponent use something up. *)
Section Row.
Variable k : nat.
Hypothesis Hk : clause_passes_in_a_row r = Some k.
Variable T : Type.
Variable measure : pos -> past fact -> nat.
Hypothesis measure_pass : forall P p p', Good P -> grows p p' -> measure P p' <= measure P p.
Variable D : nat -> Prop. (* phases in which stones of the opponent use something up *)
Hypothesis D_next : forall ph, D (ph + 1).
Hypothesis measure_stone : forall P p q Q p' ph, Good P -> place b (clause_suicide r) P q (opp (col me)) = Some Q -> Good Q -> grows p p' ->
  uses P ph p Q p' -> D ph -> measure Q p' < measure P p.
Lemma passing_row : forall P, Good P -> forall m ph o p, ph < k -> mf (KeyKo P m ph o) p.
Proof.
  assert (forall N P p, measure P p < N -> Good P -> forall d m ph o, k - ph <= d -> ph < k -> (m = me \/ D ph) -> mf (KeyKo P m ph o) p) as Main.
  { induction N as [|N IH]; intros P p Hm G; [lia|]. intro d. revert P p Hm G.
    induction d as [|d IHd]; intros P p Hm G m ph o Hd Hph MD; [lia|].
    assert (Nx : forall m' p', growsP p p' -> (forall k, clause_passes_in_a_row r = Some k -> ph + 1 <> k) -> mf (Key P m' (min (ph + 1) (cap r))) p').
    { intros m' p' [Gr _] Ne. specialize (Ne k Hk). assert (min (ph + 1) (cap r) = ph + 1) as -> by (unfold cap; rewrite Hk; lia).
      apply IHd; auto; try lia. pose proof (measure_pass P p p' G Gr). lia. }
    destruct (me_or m) as [->| ->].
    - apply own_pass; auto.
    - assert (D ph) as HD by (destruct MD as [X|]; auto; destruct me; discriminate).
      apply opp_plays; auto. intros q Q o' p' Pl GQ Gr U. apply (IH Q p') with (d := k); auto; try lia.
      pose proof (measure_stone P p q Q p' ph G Pl GQ Gr U HD). lia. }
  intros P G m ph o p Hph. destruct (me_or m) as [->| ->]; [eapply Main; eauto|].
  apply opp_plays; auto.
  - intros q Q o' p' _ GQ _ _. eapply Main; eauto. lia.
  - intros p' _ Ne. specialize (Ne k Hk). assert (min (ph + 1) (cap r) = ph + 1) as -> by (unfold cap; rewrite Hk; lia).
    eapply Main; eauto. lia.
Qed.
End Row.

(** A second pass ends the game, and what makes passes forgotten is a disturbing play, of which there are finitely many. *)
Lemma passing_disturbed : clause_second_pass r = true -> clause_disturbed_twice r = true -> forall P, Good P -> forall m ph o p, mf (KeyKo P m ph o) p.
Proof.
  intros Se Di. set (univ := map (fun X => Fact Disturbed X (Some (negb me))) (all_pos n)).
  assert (forall f, In f univ -> lasting f = true) as K. { intros f Hf. apply in_map_iff in Hf as (X & <- & _). reflexivity. }
  assert (forall P, Good P -> In (Fact Disturbed P (Some (negb me))) univ) as U.
  { intros P G. unfold univ. apply in_map_iff. exists P. split; auto. rewrite <- (good_length P G). apply all_pos_ok. }
  assert (Done : forall P ph o p, Good P -> p (Fact Passed P (Some me)) = true -> mf (KeyKo P me ph o) p).
  { intros P ph o p G T. apply own_pass; auto. intros p' Hs _ _. destruct (Hs Se). congruence. }
  assert (C2 : cap r >= 1) by (unfold cap; rewrite Di; cbn [orb]; lia).
  assert (Own0 : forall N P o p, open_ univ p < N -> Good P -> mf (KeyKo P me 0 o) p).
  { induction N as [|N IH]; intros P o p Hp G; [lia|]. apply own_pass; auto. intros p1 Hs [Gr _] _. destruct (Hs Se) as [_ T].
    replace (min (0 + 1) (cap r)) with 1 by lia. apply opp_plays; auto.
    - intros q Q o' p2 _ GQ Gr2 (_ & _ & Hd & _). destruct (Hd Di eq_refl) as [F T2]. apply IH; auto.
      pose proof (open_le univ p p1 K Gr). pose proof (open_lt univ p1 p2 _ K Gr2 (U P G) F T2). lia.
    - intros p2 [_ Pa] _. apply Done; auto. }
  assert (Opp : forall P ph o p, Good P -> p (Fact Passed P (Some me)) = true -> mf (KeyKo P (negb me) ph o) p).
  { intros P ph o p G T. apply opp_plays; auto.
    - intros. eapply Own0; eauto.
    - intros p2 [_ Pa] _. apply Done; auto. }
  assert (Own : forall P ph o p, Good P -> mf (KeyKo P me ph o) p).
  { intros P ph o p G. apply own_pass; auto. intros p1 Hs _ _. destruct (Hs Se) as [_ T]. now apply Opp. }
  intros P G m ph o p. destruct (me_or m) as [->| ->]; [now apply Own|]. apply opp_plays; auto.
Qed.

Theorem passing : forall P, Good P -> forall m ph o p, ends_ok ph = true -> mf (KeyKo P m ph o) p.
Proof.
  intros P G m ph o p H. unfold ends_ok in H. destruct (clause_second_pass r && (negb (clause_passes_forgotten r) || clause_disturbed_twice r)) eqn:Se.
  { apply andb_true_iff in Se as [Se Fo]. destruct (clause_disturbed_twice r) eqn:Di; [now apply passing_disturbed|].
    rewrite orb_false_r in Fo. apply negb_true_iff in Fo. eapply passing_second; eauto. }
  simpl in H. destruct (clause_passes_in_a_row r) as [k|] eqn:K; [|discriminate]. apply andb_true_iff in H as [Hph H]. apply Nat.ltb_lt in Hph.
  assert (Lift : no_lift && is_ban = true -> mf (KeyKo P m ph o) p).
  { intro X. apply andb_true_iff in X as [NL Ib].
    set (univ := flat_map (fun X => [Fact Stood X None; Fact Stood X (Some me)]) (all_pos n)).
    assert (forall f, In f univ -> lasting f = true) as Kp.
    { intros f Hf. apply in_flat_map in Hf as (X & _ & [<-|[<-|[]]]); exact NL. }
    apply (passing_row k K (fun _ p => open_ univ p)) with (D := fun _ => True); auto.
    - intros; now apply open_le.
    - intros P1 p1 q Q p' ph' G1 Pl GQ Gr (_ & Hb & _) _. specialize (Hb Ib).
      assert (exists f, In f (S_ r Q me) /\ In f univ) as (f & Hf & Hu).
      { assert (In Q (all_pos n)) as HQ by (rewrite <- (good_length Q GQ); apply all_pos_ok).
        unfold S_. unfold is_ban in Ib. destruct (clause_ban r); try discriminate; eexists; (split; [simpl; left; reflexivity|]);
        apply in_flat_map; exists Q; split; auto; simpl; auto. }
      destruct (Hb f Hf). eapply open_lt; eauto. }
  destruct (no_lift && is_ban) eqn:X; [auto|]. rewrite orb_false_r in H. destruct (clause_initialised_twice r) eqn:I2r.
  - set (univ := map (fun X => Fact Initialised X (Some (negb me))) (all_pos n)).
    assert (forall f, In f univ -> lasting f = true) as Kp. { intros f Hf. apply in_map_iff in Hf as (Z & <- & _). reflexivity. }
    apply (passing_row k K (fun _ p => open_ univ p)) with (D := fun ph => 1 <= ph); auto; try lia.
    + intros; now apply open_le.
    + intros P1 p1 q Q p' ph' G1 Pl GQ Gr (Hi & _) Hd. destruct (Hi I2r Hd). eapply open_lt; eauto.
      apply in_map_iff. exists P1. split; auto. rewrite <- (good_length P1 G1). apply all_pos_ok.
  - destruct (clause_declined r) eqn:De.
    { set (univ := map (fun X => Fact Declined X (Some (negb me))) (all_pos n)).
      assert (forall f, In f univ -> lasting f = true) as Kp. { intros f Hf. apply in_map_iff in Hf as (Z & <- & _). reflexivity. }
      assert (forall P, Good P -> In (Fact Declined P (Some (negb me))) univ) as U.
      { intros P1 G1. apply in_map_iff. exists P1. split; auto. rewrite <- (good_length P1 G1). apply all_pos_ok. }
      apply (passing_row k K (fun P p => 2 * open_ univ p + (if p (Fact Declined P (Some (negb me))) then 1 else 0))) with (D := fun ph => 1 <= ph); auto; try lia.
      - intros P1 p1 p' G1 Gr. pose proof (open_le univ p1 p' Kp Gr). destruct (p1 (Fact Declined P1 (Some (negb me)))) eqn:F.
        + destruct (p' _); lia.
        + destruct (p' (Fact Declined P1 (Some (negb me)))) eqn:T; [|lia]. pose proof (open_lt univ p1 p' _ Kp Gr (U P1 G1) F T). lia.
      - intros P1 p1 q Q p' ph' G1 Pl GQ Gr (_ & _ & _ & Hd & _) Hph'. destruct (Hd De Hph') as [T F']. rewrite F'.
        pose proof (open_le univ p1 p' Kp Gr). destruct (p1 (Fact Declined P1 (Some (negb me)))) eqn:F; [lia|].
        pose proof (open_lt univ p1 p' _ Kp Gr (U P1 G1) F T). lia. }
    destruct (clause_move r) eqn:Mv.
    { set (univ := map (fun x => FactTo Moved (fst x) None (Some (snd x))) (list_prod (all_pos n) (all_pos n))).
      assert (forall f, In f univ -> lasting f = true) as Kp. { intros f Hf. apply in_map_iff in Hf as (Z & <- & _). reflexivity. }
      apply (passing_row k K (fun _ p => open_ univ p)) with (D := fun _ => True); auto.
      - intros; now apply open_le.
      - intros P1 p1 q Q p' ph' G1 Pl GQ Gr (_ & _ & _ & _ & Hm) _. destruct (Hm Mv). eapply open_lt; eauto.
        apply in_map_iff. exists (P1, Q). split; auto. apply in_prod; [rewrite <- (good_length P1 G1)|rewrite <- (good_length Q GQ)]; apply all_pos_ok. }
    assert (Su : clause_suicide r = Forbidden) by (revert H; clear; destruct (clause_suicide r); simpl; auto; discriminate).
    apply (passing_row k K (fun P _ => room (col me) P)) with (D := fun _ => True); auto.
    intros P1 p1 q Q p' ph' G1 Pl GQ _ _ _. rewrite Su in Pl.
    assert (col me <> E) as NE by (destruct me; simpl; congruence). eapply room_stone; [exact NE|exact Pl].
Qed.
End Passing.

(** The chains that are alive, and the regions left: an algorithm that is not trusted. *)
Definition distinct_parts (P : pos) (l : list nat) : list (list nat) :=
  fold_left (fun acc i => if existsb (memn i) acc then acc else part b P i :: acc) l [].
Definition vitalb (P : pos) (chain R : list nat) : bool :=
  forallb (fun e => match clause_suicide r with Forbidden => negb (ceq (get P e) E) | _ => false end || existsb (fun j => memn e (adj b j)) chain) R.
Fixpoint alive (fuel : nat) (P : pos) (c : color) (chains regions : list (list nat)) : list (list nat) * list (list nat) :=
  match fuel with
  | 0 => (chains, regions)
  | S fuel =>
      let chains' := filter (fun ch => 2 <=? length (filter (vitalb P ch) regions)) chains in
      let left := concat chains' in
      let regions' := filter (forallb (fun x => forallb (fun k => negb (ceq (get P k) c) || memn k left) (adj b x))) regions in
      if (length chains' =? length chains) && (length regions' =? length regions) then (chains', regions') else alive fuel P c chains' regions'
  end.
Definition is_nil {X} (l : list X) : bool := match l with [] => true | _ => false end.
Definition disjointb (R1 R2 : list nat) : bool := forallb (fun x => negb (memn x R2)) R1.
Fixpoint nodupb (l : list nat) : bool := match l with [] => true | x :: l => negb (memn x l) && nodupb l end.
Definition eyes (Rs : list (list nat)) : list nat := flat_map (fun R => match R with [y] => if is_nil (adj b y) then [] else [y] | _ => [] end) Rs.
Definition witness (P : pos) (c : color) (L : list nat) (Rs : list (list nat)) : bool :=
  forallb (fun i => (i <? n) && ceq (get P i) c && forallb (fun k => negb (ceq (get P k) c) || memn k L) (adj b i)
    && let vs := filter (vitalb P (part b P i)) Rs in existsb (fun R1 => existsb (disjointb R1) vs) vs) L
  && forallb (fun R => existsb (fun e => ceq (get P e) E) R && forallb (fun x => (x <? n) && negb (ceq (get P x) c) && forallb (fun k => memn k R || memn k L) (adj b x)) R) Rs
  && nodupb (L ++ eyes Rs).
Definition life (c : claim) (k : key) : bool :=
  calm && moreqb (kmore k) no_more && ends_ok (kphase k) &&
  let P := kpos k in let me := col (fst c) in
  let chains := distinct_parts P (filter (fun i => ceq (get P i) me) (seq 0 n)) in
  let bare := tab n (fun i => if ceq (get P i) me then me else E) in
  let regions := distinct_parts bare (filter (fun i => negb (ceq (get P i) me)) (seq 0 n)) in
  let (chains, regions) := alive (2 * n) P me chains regions in
  let L := concat chains in
  let Rs := filter (existsb (fun e => ceq (get P e) E)) regions in
  witness P me L Rs &&
  let kept := Z.of_nat (length (L ++ eyes Rs)) in
  serves c (if fst c then 2 * kept - Z.of_nat n else Z.of_nat n - 2 * kept)%Z.

Lemma nodupb_ok l : nodupb l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff, memn_not. intros [H K]. constructor; auto.
Qed.

(** What a witness witnesses. *)
Lemma witness_ok P0 me L Rs : witness P0 me L Rs = true ->
  (forall i, In i L -> i < n /\ get P0 i = me /\ forall k, In k (adj b i) -> get P0 k = me -> In k L) /\
  (forall R, In R Rs -> forall x, In x R -> x < n /\ get P0 x <> me /\ forall k, In k (adj b x) -> In k R \/ In k L) /\
  (forall R, In R Rs -> exists e, In e R /\ get P0 e = E) /\
  (forall i, In i L -> exists R1 R2, In R1 Rs /\ In R2 Rs /\ (forall x, In x R1 -> In x R2 -> False) /\ vital (clause_suicide r) P0 i R1 /\ vital (clause_suicide r) P0 i R2) /\
  (forall y, In y (eyes Rs) -> In [y] Rs /\ adj b y <> []) /\ NoDup (L ++ eyes Rs).
Proof.
  intro Wit.
  unfold witness in Wit. rewrite !andb_true_iff in Wit. destruct Wit as [[WL WR] WN]. apply nodupb_ok in WN.
  rewrite forallb_forall in WL, WR.
  assert (HL : forall i, In i L -> i < n /\ get P0 i = me /\ forall k, In k (adj b i) -> get P0 k = me -> In k L).
  { intros i Hi. specialize (WL _ Hi). rewrite !andb_true_iff in WL. destruct WL as [[[A1 A2] A3] _].
    apply Nat.ltb_lt in A1. apply ceq_ok in A2. repeat split; auto. intros x Hx G. rewrite forallb_forall in A3. specialize (A3 _ Hx).
    apply ceq_ok in G. rewrite G in A3. now apply memn_ok. }
  assert (HE : forall R, In R Rs -> exists e, In e R /\ get P0 e = E).
  { intros R HRs. specialize (WR _ HRs). rewrite !andb_true_iff in WR. destruct WR as [A1 _]. apply existsb_exists in A1 as (e & H1 & H2). apply ceq_ok in H2. eauto. }
  assert (HR : forall R, In R Rs -> forall x, In x R -> x < n /\ get P0 x <> me /\ forall k, In k (adj b x) -> In k R \/ In k L).
  { intros R HRs x Hx. specialize (WR _ HRs). rewrite !andb_true_iff in WR. destruct WR as [_ A2]. rewrite forallb_forall in A2. specialize (A2 _ Hx).
    rewrite !andb_true_iff in A2. destruct A2 as [[B1 B2] B3]. apply Nat.ltb_lt in B1. repeat split; auto.
    - intro G. apply ceq_ok in G. rewrite G in B2. discriminate.
    - intros z Hz. rewrite forallb_forall in B3. specialize (B3 _ Hz). apply orb_true_iff in B3 as [B3|B3]; apply memn_ok in B3; auto. }
  assert (HV : forall i, In i L -> exists R1 R2, In R1 Rs /\ In R2 Rs /\ (forall x, In x R1 -> In x R2 -> False) /\ vital (clause_suicide r) P0 i R1 /\ vital (clause_suicide r) P0 i R2).
  { intros i Hi. pose proof (HL i Hi) as (Hn & _). specialize (WL _ Hi). rewrite !andb_true_iff in WL. destruct WL as [_ A].
    apply existsb_exists in A as (R1 & H1 & A). apply existsb_exists in A as (R2 & H2 & A). apply filter_In in H1 as [H1 V1]. apply filter_In in H2 as [H2 V2].
    exists R1, R2. assert (forall R, vitalb P0 (part b P0 i) R = true -> vital (clause_suicide r) P0 i R) as VV.
    { intros R V e Hee Ge. unfold vitalb in V. rewrite forallb_forall in V. specialize (V _ Hee).
      assert (match clause_suicide r with Forbidden => negb (ceq (get P0 e) E) | _ => false end = false) as X by (destruct (clause_suicide r); auto; now rewrite Ge).
      rewrite X in V. simpl in V. apply existsb_exists in V as (j & Hj & M). exists j. rewrite part_spec in Hj by auto. apply memn_ok in M. auto. }
    repeat split; auto. intros x X1 X2. unfold disjointb in A. rewrite forallb_forall in A. specialize (A _ X1). rewrite negb_true_iff, memn_not in A. auto. }
  assert (HY : forall y, In y (eyes Rs) -> In [y] Rs /\ adj b y <> []).
  { intros y Hy. unfold eyes in Hy. apply in_flat_map in Hy as (R & HRs & H). destruct R as [|z [|]]; try destruct H.
    destruct (is_nil (adj b z)) eqn:Nz; [destruct H|]. destruct H as [<-|[]]. split; auto. intro X. rewrite X in Nz. discriminate. }
  auto 10.
Qed.

Theorem life_ok c k : wfK b k -> life c k = true -> forall p, mforces kblack plainly (plays b r) c k p.
Proof.
  intros [Wk _]. unfold life.
  destruct (alive _ _ _ _ _) as [chains regions]. set (L := concat chains). set (Rs := filter _ regions). clearbody L Rs.
  rewrite !andb_true_iff. intros (((Cm & Mo) & He) & Wit & Sv) p. apply moreqb_ok in Mo. set (P0 := kpos k) in *. set (me := col (fst c)) in *.
  assert (me <> E) as meE by (unfold me; destruct (fst c); simpl; congruence).
  destruct (witness_ok P0 me L Rs Wit) as (HL & HR & HE & HV & HY & WN).
  destruct k as [P m ph o x]. simpl in P0, Mo. subst P0 x.
  apply passing with (Good := fun P' => length P' = n /\ Inv (clause_suicide r) P me L Rs P'); auto.
  - intros P' [Lp _]. exact Lp.
  - intros P' [_ I]. destruct (kept_area (clause_suicide r) P me meE L Rs HL HR (eyes Rs) HY WN P' I) as [A1 A2].
    eapply covers_serves with (c := (fst c, if fst c then (2 * Z.of_nat (length (L ++ eyes Rs)) - Z.of_nat n)%Z else (Z.of_nat n - 2 * Z.of_nat (length (L ++ eyes Rs)))%Z)).
    + unfold covers, serves in *. simpl. rewrite eqb_reflx. simpl. destruct (fst c); auto.
    + unfold calm in Cm. unfold serves, worth. destruct (clause_scoring r); try discriminate. destruct (clause_tax r); try discriminate. destruct (scoreless r); [rewrite !andb_true_iff in Cm; destruct Cm as [[[[[[[[[_ _] Csl] _] _] _] _] _] _] _]; discriminate|]. unfold score; cbn [fst snd]. unfold me in A1, A2. destruct (fst c); cbn [col opp] in A1, A2; apply Z.leb_le; lia.
  - intros P' q Q [_ I] Pl. split; [eapply place_length; eauto|]. eapply Inv_stone; eauto.
  - split; [exact Wk|]. now apply Inv_start.
Qed.
End Life.
