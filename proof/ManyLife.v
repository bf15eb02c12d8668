(** What a player lasting by passing, against several opponents, or several players each for himself (CERTIFICATES.md, What a player keeps by
    passing); that the game ends meanwhile; and the checker for three players and more. *)
Require Import List Arith Bool ZArith Lia FMapPositive.
Import ListNotations.
Require Import Board Rules Abstract Machine Symmetry Life Play Many.

Lemma NoDup_app_ {X} (l m : list X) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l Nx Nl IH]; simpl; auto. intros Nm D. constructor; [|apply IH; auto]. intro H. apply in_app_or in H as [H|H]; [auto|]. apply (D x); auto.
Qed.

Section Kept.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.
Variable P0 : stonemap.
Variable c : nat.
Hypothesis c0 : c <> 0.
Variable L : list nat.
Variable Rs : list (list nat).
Notation stone := Many.stone.
Definition vital_to (i : nat) (R : list nat) : Prop := forall e, In e R -> exists j, Conn b (view b P0 c) i j /\ In e (adj b j).
Hypothesis HL : forall i, In i L -> i < n /\ stone P0 i = c /\ forall k, In k (adj b i) -> stone P0 k = c -> In k L.
Hypothesis HR : forall R, In R Rs -> forall x, In x R -> x < n /\ stone P0 x <> c /\ forall k, In k (adj b x) -> In k R \/ In k L.
Hypothesis HE : forall R, In R Rs -> exists e, In e R /\ stone P0 e = 0.
Hypothesis HV : forall i, In i L -> exists R1 R2, In R1 Rs /\ In R2 Rs /\ (forall x, In x R1 -> In x R2 -> False) /\ vital_to i R1 /\ vital_to i R2.
Definition stays_kept (P : stonemap) : Prop := (forall i, In i L -> stone P i = c) /\ forall R, In R Rs -> exists e, In e R /\ stone P e = 0.
Lemma kept_start : stays_kept P0. Proof. split; auto. intros i Hi. now apply HL. Qed.
Lemma get_view P d i : i < n -> get (view b P d) i = if stone P i =? 0 then E else if stone P i =? d then B else W.
Proof. intro H. unfold view. now rewrite get_tab. Qed.
Lemma view_B P d i : d <> 0 -> i < n -> (get (view b P d) i = B <-> stone P i = d).
Proof.
  intros D H. rewrite get_view by auto. destruct (stone P i =? 0) eqn:X; [apply Nat.eqb_eq in X; split; [discriminate|congruence]|].
  destruct (stone P i =? d) eqn:Y; [apply Nat.eqb_eq in Y|apply Nat.eqb_neq in Y]; split; auto; try discriminate; try tauto.
Qed.
Lemma view_E P d i : i < n -> (get (view b P d) i = E <-> stone P i = 0).
Proof.
  intro H. rewrite get_view by auto. destruct (stone P i =? 0) eqn:X; [apply Nat.eqb_eq in X; tauto|]. apply Nat.eqb_neq in X. destruct (stone P i =? d); split; congruence.
Qed.
Lemma chain_kept i j : In i L -> Conn b (view b P0 c) i j -> In j L.
Proof.
  intros Hi C. induction C as [|j k C IH Hk G]; auto. destruct (HL i Hi) as (Ni & Si & _). destruct (HL j IH) as (_ & _ & Nb). apply Nb; auto.
  pose proof (adj_in b bok _ _ Hk) as (_ & Nk & _). apply (view_B P0 c k c0 Nk). rewrite G. now apply view_B.
Qed.
Lemma kept_stone su P p d Q' : stays_kept P -> d <> c -> d <> 0 -> mplace b su P p d = Some Q' -> stays_kept Q'.
Proof.
  intros [I1 I3] Dc D0 Pl. unfold mplace in Pl. destruct ((p <? n) && (stone P p =? 0)) eqn:T; [|discriminate].
  apply andb_true_iff in T as [Hp Ep]. apply Nat.ltb_lt in Hp. apply Nat.eqb_eq in Ep.
  set (P1 := stonetab n (fun i => if i =? p then d else stone P i)) in *. set (Q := captured b P1 d) in *.
  assert (G1 : forall i, i < n -> stone P1 i = if i =? p then d else stone P i) by (intros; unfold P1; now rewrite stone_tab).
  assert (GQ : forall i, i < n -> stone Q i = if negb (stone P1 i =? 0) && negb (stone P1 i =? d) && negb (free b (view b P1 (stone P1 i)) i) then 0 else stone P1 i)
    by (intros; unfold Q, captured; now rewrite stone_tab).
  assert (L1 : forall i, In i L -> stone P1 i = c).
  { intros i Hi. destruct (HL i Hi) as (Hn & _). rewrite G1 by auto. destruct (i =? p) eqn:X; [|now apply I1]. apply Nat.eqb_eq in X. subst. rewrite (I1 p Hi) in Ep. congruence. }
  assert (C1 : forall i, In i L -> forall j, Conn b (view b P0 c) i j -> Conn b (view b P1 c) i j).
  { intros i Hi j C. induction C as [|j k C IH Hk G]; [constructor|]. econstructor 2; eauto.
    pose proof (chain_kept i j Hi C) as Lj. assert (In k L) as Lk by (apply (chain_kept i); auto; econstructor 2; eauto).
    destruct (HL k Lk) as (Nk & _). destruct (HL i Hi) as (Ni & _).
    rewrite (proj2 (view_B P1 c k c0 Nk) (L1 k Lk)), (proj2 (view_B P1 c i c0 Ni) (L1 i Hi)). reflexivity. }
  assert (F1 : forall i, In i L -> free b (view b P1 c) i = true).
  { intros i Hi. destruct (HL i Hi) as (Hn & _). apply free_spec; auto. destruct (HV i Hi) as (R1 & R2 & H1 & H2 & D & V1 & V2).
    assert (exists R e, In R Rs /\ In e R /\ stone P e = 0 /\ e <> p /\ vital_to i R) as (R & e & HRs & He & Ee & Np & V).
    { destruct (I3 R1 H1) as (e1 & He1 & Ee1). destruct (I3 R2 H2) as (e2 & He2 & Ee2). destruct (Nat.eq_dec e1 p) as [->|N1]; [|exists R1, e1; repeat split; auto].
      exists R2, e2. repeat split; auto. intros ->. eauto. }
    destruct (V e He) as (j & C & A). exists j, e. split; [now apply C1|]. split; auto. destruct (HR R HRs e He) as (Ne & _). apply (view_E P1 c e Ne). rewrite G1 by auto.
    apply Nat.eqb_neq in Np. now rewrite Np. }
  assert (LQ : forall i, In i L -> stone Q i = c).
  { intros i Hi. destruct (HL i Hi) as (Hn & _). rewrite GQ by auto. rewrite L1, F1 by auto. rewrite andb_false_r. auto. }
  assert (EQ : forall e, e < n -> e <> p -> stone P e = 0 -> stone Q e = 0).
  { intros e Hn Np Ee. apply Nat.eqb_neq in Np. rewrite GQ by auto. rewrite G1 by auto. rewrite Np, Ee. reflexivity. }
  assert (Qp : stone Q p = d).
  { rewrite GQ by auto. rewrite G1 by auto. rewrite Nat.eqb_refl. rewrite Nat.eqb_refl. cbn [negb]. rewrite andb_false_r. reflexivity. }
  assert (Same : forall j, Conn b (view b Q d) p j -> j < n /\ stone Q j = d).
  { intros j C. induction C as [|j k C IH Hk G]; auto. pose proof (adj_in b bok _ _ Hk) as (_ & Nk & _). split; auto. apply (view_B Q d k D0 Nk). rewrite G. now apply view_B. }
  assert (Gone : forall Q2, Q2 = stonetab n (fun i => if memn i (part b (view b Q d) p) then 0 else stone Q i) -> stays_kept Q2).
  { intros Q2 ->. split.
    - intros i Hi. destruct (HL i Hi) as (Hn & _). rewrite stone_tab by auto. destruct (memn i (part b (view b Q d) p)) eqn:M; [|now apply LQ].
      apply memn_ok in M. rewrite part_spec in M by auto. apply Same in M as [_ M]. rewrite (LQ i Hi) in M. congruence.
    - intros R HRs. destruct (in_dec Nat.eq_dec p R) as [Pin|Pout].
      + exists p. split; auto. rewrite stone_tab by auto. assert (memn p (part b (view b Q d) p) = true) as ->; auto. apply memn_ok. apply part_spec; auto. constructor.
      + destruct (I3 R HRs) as (e & He & Ee). exists e. split; auto. destruct (HR R HRs e He) as (Ne & _). rewrite stone_tab by auto. destruct (memn e _); auto. apply EQ; auto. congruence. }
  destruct (free b (view b Q d) p) eqn:F.
  2:{ apply Gone. destruct su; [discriminate|congruence|]. destruct (existsb _ _); [congruence|discriminate]. }
  assert (Q' = Q) as -> by congruence. clear Pl. split; auto. intros R HRs. destruct (in_dec Nat.eq_dec p R) as [Pin|Pout].
  - apply free_spec in F; auto. destruct F as (j & k & C & A & Ek). pose proof (adj_in b bok _ _ A) as (_ & Nk & _). apply (view_E Q d k Nk) in Ek.
    assert (forall j, Conn b (view b Q d) p j -> In j R) as JR.
    { intros j' C'. induction C' as [|j' k' C' IH Hk' G']; auto. destruct (HR R HRs j' IH) as (_ & _ & Nb). destruct (Nb k' Hk') as [|Lk]; auto.
      assert (Conn b (view b Q d) p k') as Ck by (econstructor 2; eauto). apply Same in Ck as [_ Ck]. rewrite (LQ k' Lk) in Ck. congruence. }
    exists k. split; auto. destruct (HR R HRs j (JR j C)) as (_ & _ & Nb). destruct (Nb k A) as [|Lk]; auto. rewrite (LQ k Lk) in Ek. congruence.
  - destruct (I3 R HRs) as (e & He & Ee). exists e. split; auto. destruct (HR R HRs e He) as (Ne & _). apply EQ; auto. congruence.
Qed.
(** What is kept belongs to its player, and to no other. *)
Variable Y : list nat.
Hypothesis HY : forall y, In y Y -> In [y] Rs /\ adj b y <> [].
Lemma kept_owner_of P i : stays_kept P -> In i (L ++ Y) -> i < n /\ (if c =? 1 then owner b (view b P 1) i = B else owner b (view b P 1) i <> B).
Proof.
  intros [I1 I3] Hi.
  apply in_app_or in Hi as [Hi|Hi].
  - destruct (HL i Hi) as (Hn & _). split; auto. unfold owner. rewrite get_view, (I1 i Hi) by auto. apply Nat.eqb_neq in c0. rewrite c0. destruct (c =? 1); congruence.
  - destruct (HY i Hi) as [HRs An]. destruct (HR _ HRs i) as (Hn & _ & Nb); [simpl; auto|]. split; auto.
    destruct (I3 _ HRs) as (e & [<-|[]] & Ee).
    assert (forall k, In k (adj b i) -> stone P k = c) as Around.
    { intros k Hk. destruct (Nb k Hk) as [[<-|[]]|Lk]; [|now apply I1]. now apply (adj_in b bok) in Hk. }
    assert (forall k, In k (adj b i) -> get (view b P 1) k = if c =? 1 then B else W) as Col.
    { intros k Hk. pose proof (adj_in b bok _ _ Hk) as (_ & Nk & _). rewrite get_view, Around by auto. apply Nat.eqb_neq in c0. now rewrite c0. }
    assert (GE : get (view b P 1) i = E) by (now apply view_E).
    assert (forall j, Conn b (view b P 1) i j -> j = i) as Alone.
    { intros j C. induction C as [|j k C IH Hk G]; auto. subst j. rewrite (Col k Hk), GE in G. destruct (c =? 1); discriminate. }
    assert (touches b (view b P 1) i (if c =? 1 then B else W) = true) as Tc.
    { apply touches_spec; auto. destruct (adj b i) as [|k l] eqn:A; [congruence|]. exists i, k. rewrite A. split; [constructor|]. split; [simpl; auto|]. apply Col. simpl; auto. }
    assert (touches b (view b P 1) i (if c =? 1 then W else B) = false) as To.
    { destruct (touches b (view b P 1) i (if c =? 1 then W else B)) eqn:X; auto. apply touches_spec in X; auto. destruct X as (j & k & C & Hk & G).
      rewrite (Alone j C) in Hk. rewrite (Col k Hk) in G. destruct (c =? 1); discriminate. }
    unfold owner. rewrite GE. destruct (c =? 1); rewrite Tc, To; [reflexivity|discriminate].
Qed.
End Kept.

Section ManyLife.
Variable b : board.
Variable r : rules.
Variable players : nat.
Variable by_opponents : bool.
Notation n := (size b).
Notation stone := Many.stone.
Notation next := (after_turn players).
Notation mcap := (mcap r players by_opponents).
Notation msimply := (simply mfact mclr mfeqb mclears).
Notation mf := (mforces mblack msimply (mplays b r players by_opponents)).
Notation between := (between players).
Notation second_counts := (second_counts players by_opponents).
Notation used := (used r players).
Notation mS := (mS r).
Notation mlifting := (mlifting r).
Notation mpass_sets := (mpass_sets r players by_opponents).

(** Where the game comes to its end while players pass. *)
Definition is_lasting_ban : bool := match clause_ban r with NoBan | BanLeft => false | _ => match clause_lifted_by r with LiftNothing => true | _ => false end end.
Definition many_ends (ph : nat) : bool :=
  clause_second_pass r && (clause_disturbed_twice r || negb by_opponents && negb (clause_passes_forgotten r))
  || match clause_passes_in_a_row r with Some k => (ph <? k) && (clause_initialised_twice r || is_lasting_ban) | None => false end.

Section Passing.
Hypothesis cov : many_covers r players = true.
Variable cl : claim.
Notation me := (fst cl).
Definition sure (t : nat) : bool := Bool.eqb (t =? 1) me.
Variable Good : stonemap -> Prop.
Hypothesis good_colours : forall P, Good P -> colours b players P = true.
Hypothesis good_score : forall P, Good P -> serves cl (own_area b P) = true.
Hypothesis good_stone : forall P p c Q, Good P -> sure c = false -> 1 <= c <= players -> mplace b (clause_suicide r) P p c = Some Q -> Good Q.
Definition stone_past (P Q : stonemap) (t ph : nat) (p : past mfact) : past mfact :=
  change msimply (false, clause_passes_forgotten r && between ph) (mS Q (next t) ++ used P t ph) p.
Definition pass_past (P : stonemap) (t ph : nat) (p : past mfact) : past mfact := change msimply (mlifting ph, false) (mpass_sets P t ph) p.

Section Measured.
Variables f1 f2 f3 : mkey -> past mfact -> nat.
Variable J : mkey -> Prop.
Definition falls (k : mkey) (p : past mfact) (k' : mkey) (p' : past mfact) : Prop :=
  f1 k' p' < f1 k p \/ f1 k' p' <= f1 k p /\ (f2 k' p' < f2 k p \/ f2 k' p' <= f2 k p /\ f3 k' p' < f3 k p).
Hypothesis stone_falls : forall P Q t ph p, Good P -> Good Q -> J (MKey P t ph) -> 1 <= t <= players -> sure t = false ->
  (forall f, In f (mS Q (next t) ++ used P t ph) -> p f = false) ->
  J (MKey Q (next t) 0) /\ falls (MKey P t ph) p (MKey Q (next t) 0) (stone_past P Q t ph p).
Hypothesis pass_falls : forall P t ph p, Good P -> J (MKey P t ph) -> 1 <= t <= players ->
  (forall k, clause_passes_in_a_row r = Some k -> ph + 1 <> k) ->
  (clause_second_pass r && second_counts ph = true -> p (MFact Passed P (Some t)) = false) ->
  J (MKey P (next t) (min (ph + 1) mcap)) /\ falls (MKey P t ph) p (MKey P (next t) (min (ph + 1) mcap)) (pass_past P t ph p).
Lemma one_turn P t ph p : Good P -> J (MKey P t ph) -> 1 <= t <= players ->
  (forall P' t' ph' p', Good P' -> J (MKey P' t' ph') -> 1 <= t' <= players -> falls (MKey P t ph) p (MKey P' t' ph') p' -> mf cl (MKey P' t' ph') p') ->
  mf cl (MKey P t ph) p.
Proof.
  intros G Jk T IH. pose proof (turn_next r players cov t T) as T'.
  assert (exists y, mplay_at b r players by_opponents (MKey P t ph) None = Some y /\ bars y = [] /\ mwins mblack msimply (mplays b r players by_opponents) cl (result p y) p) as (y & Py & By & Wy).
  { unfold mplay_at; cbn [mkpos mkturn mkrun]. destruct (match clause_passes_in_a_row r with Some k => ph + 1 =? k | None => false end) eqn:Ro.
    { eexists. split; [reflexivity|]. split; auto. constructor. auto. }
    eexists. split; [reflexivity|]. split; auto. unfold result; cbn [stops eff].
    assert ((clause_second_pass r && second_counts ph = true -> p (MFact Passed P (Some t)) = false) ->
      mwins mblack msimply (mplays b r players by_opponents) cl (Leads 0%Z (MKey P (next t) (min (ph + 1) mcap)) (mlifting ph, false) (mpass_sets P t ph)) p) as On.
    { intro Np. constructor. rewrite less_0. destruct (pass_falls P t ph p G Jk T) as [J' F]; auto.
      intros k K X. rewrite K in Ro. apply Nat.eqb_neq in Ro. tauto. }
    destruct (clause_second_pass r && second_counts ph) eqn:Se; cbn [opt asked]; [|apply On; discriminate].
    destruct (p (MFact Passed P (Some t))) eqn:Pp; [constructor; auto|now apply On]. }
  assert (In (None, y) (mplays b r players by_opponents (MKey P t ph))) as Hin by (apply in_mplays; split; auto; unfold many_moves; apply in_or_app; simpl; auto).
  destruct (sure t) eqn:Su.
  - apply MF_own with None y; auto.
    + unfold mblack; cbn [mkturn]. now apply eqb_prop in Su.
    + intros f Hf. rewrite By in Hf. destruct Hf.
  - apply MF_opp; [unfold mblack; cbn [mkturn]; now apply eqb_false_iff in Su|]. intros mv y' Hin' Hl. apply in_mplays in Hin' as [_ Hp]. destruct mv as [q|]; [|congruence].
    unfold mplay_at in Hp; cbn [mkpos mkturn mkrun] in Hp. destruct (mplace b (clause_suicide r) P q t) as [Q|] eqn:Pl; [|discriminate]. inversion Hp; subst; clear Hp.
    unfold result; cbn [stops eff asked]. constructor. rewrite less_0. assert (Good Q) as GQ by (eapply good_stone; eauto).
    destruct (stone_falls P Q t ph p G GQ Jk T Su Hl) as [J' F]. apply IH; auto.
Qed.
Theorem passing_ends P t ph p : Good P -> J (MKey P t ph) -> 1 <= t <= players -> mf cl (MKey P t ph) p.
Proof.
  assert (forall x y z P t ph p, f1 (MKey P t ph) p < x -> f2 (MKey P t ph) p < y -> f3 (MKey P t ph) p < z -> Good P -> J (MKey P t ph) -> 1 <= t <= players -> mf cl (MKey P t ph) p) as X;
    [|intros; eapply X; eauto].
  induction x as [|x IHx]; [intros; lia|]. induction y as [|y IHy]; [intros; lia|]. induction z as [|z IHz]; [intros; lia|].
  intros P1 t1 ph1 p1 H1 H2 H3 G Jk T. apply one_turn; auto. intros P' t' ph' p' G' J' T' [F|[F1 [F|[F2 F]]]].
  - apply (IHx (S (f2 (MKey P' t' ph') p')) (S (f3 (MKey P' t' ph') p'))); auto; lia.
  - apply (IHy (S (f3 (MKey P' t' ph') p'))); auto; lia.
  - apply IHz; auto; lia.
Qed.
End Measured.

(** Facts that do not hold yet, of finitely many. *)
Fixpoint all_stones (m : nat) : list stonemap := match m with 0 => [[]] | S m => flat_map (fun P => map (fun c => c :: P) (seq 0 (S players))) (all_stones m) end.
Lemma all_stones_ok P : (forall c, In c P -> c <= players) -> In P (all_stones (length P)).
Proof.
  induction P as [|x P IH]; simpl; auto. intro H. apply in_flat_map. exists P. split; [apply IH; auto|]. apply (in_map (fun c => c :: P)) with (l := 0 :: seq 1 players).
  specialize (H x (or_introl eq_refl)). destruct x; [simpl; auto|right; apply in_seq; lia].
Qed.
Definition all_facts (c : cls) : list mfact := flat_map (fun X => MFact c X None :: map (fun y => MFact c X (Some y)) (seq 1 players)) (all_stones n).
Lemma in_facts c P w : Good P -> match w with Some y => 1 <= y <= players | None => True end -> In (MFact c P w) (all_facts c).
Proof.
  intros G H. apply in_flat_map. exists P. split.
  - pose proof (good_colours P G) as C. unfold colours in C. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall in C. destruct C as [C1 C2]. rewrite <- C1. apply all_stones_ok.
    intros x Hx. apply Nat.leb_le. auto.
  - destruct w as [y|]; simpl; auto. right. apply (in_map (fun y => MFact c P (Some y))). apply in_seq. lia.
Qed.
Lemma facts_cls c f : In f (all_facts c) -> mfcls f = c.
Proof. intro H. apply in_flat_map in H as (X & _ & [<-|H]); auto. apply in_map_iff in H as (y & <- & _). reflexivity. Qed.
Definition still_open (c : cls) (p : past mfact) : nat := length (filter (fun f => negb (p f)) (all_facts c)).
Lemma still_le c p p' : (forall f, mfcls f = c -> p f = true -> p' f = true) -> still_open c p' <= still_open c p.
Proof.
  intro H. apply filter_le. intros f Hf X. apply negb_true_iff in X. apply negb_true_iff. destruct (p f) eqn:Y; auto. rewrite (H f) in X; auto. eapply facts_cls; eauto.
Qed.
Lemma still_lt c p p' f : (forall f, mfcls f = c -> p f = true -> p' f = true) -> In f (all_facts c) -> p f = false -> p' f = true -> still_open c p' < still_open c p.
Proof.
  intros H Hf F T. apply filter_lt.
  - intros g Hg X. apply negb_true_iff in X. apply negb_true_iff. destruct (p g) eqn:Y; auto. rewrite (H g) in X; auto. eapply facts_cls; eauto.
  - exists f. rewrite F, T. auto.
Qed.
Lemma mem_in_list f l : In f l -> mem mfeqb f l = true.
Proof. intro H. apply existsb_exists. exists f. split; auto. now apply mfeqb_ok. Qed.
Lemma stone_lasts P Q t ph p c : c <> Passed \/ clause_passes_forgotten r && between ph = false -> forall f, mfcls f = c -> p f = true -> stone_past P Q t ph p f = true.
Proof.
  intros H f C T. unfold stone_past. rewrite simply_eq. destruct (mem mfeqb f _); auto. unfold mclears; cbn [fst snd]. rewrite C, T.
  destruct c; auto. destruct H as [H| ->]; auto; congruence.
Qed.
Lemma stone_sets_it P Q t ph p f : In f (mS Q (next t) ++ used P t ph) -> stone_past P Q t ph p f = true.
Proof. intro H. unfold stone_past. rewrite simply_eq. now rewrite mem_in_list. Qed.
Lemma pass_lasts P t ph p c : c <> Stood \/ mlifting ph = false -> forall f, mfcls f = c -> p f = true -> pass_past P t ph p f = true.
Proof.
  intros H f C T. unfold pass_past. rewrite simply_eq. destruct (mem mfeqb f _); auto. unfold mclears; cbn [fst snd]. rewrite C, T.
  destruct c; auto. destruct H as [H| ->]; auto; congruence.
Qed.
Lemma pass_counted P t ph p : clause_second_pass r && second_counts ph = true -> pass_past P t ph p (MFact Passed P (Some t)) = true.
Proof.
  intro H. unfold pass_past. rewrite simply_eq. rewrite mem_in_list; auto. unfold Many.mpass_sets. rewrite H. apply in_or_app. right. simpl; auto.
Qed.
(** How many turns there are before a player who passes has his. *)
Definition dist (t : nat) : nat := if me then (if t =? 1 then 0 else S players - t) else (if t =? 1 then 1 else 0).
Lemma dist_next t : sure t = false -> 1 <= t <= players -> dist (next t) < dist t.
Proof.
  pose proof (covers_parts r players cov) as (P2 & _). unfold sure, dist, after_turn. intros Su T. destruct me; destruct (t =? 1) eqn:X; try discriminate; [apply Nat.eqb_neq in X|apply Nat.eqb_eq in X; subst].
  - destruct (t =? players) eqn:Y; [apply Nat.eqb_eq in Y; subst t; rewrite Nat.eqb_refl; lia|]. apply Nat.eqb_neq in Y. destruct (S t =? 1) eqn:Z; [apply Nat.eqb_eq in Z|]; lia.
  - destruct (1 =? players) eqn:Y; [apply Nat.eqb_eq in Y; lia|]. change (2 =? 1) with false. cbn iota. lia.
Qed.
Lemma dist_le t : 1 <= t <= players -> dist t < players.
Proof. pose proof (covers_parts r players cov) as (P2 & _). unfold dist. intro T. destruct me, (t =? 1) eqn:X; try lia. apply Nat.eqb_neq in X. lia. Qed.
Lemma cap_row_ge k ph : clause_passes_in_a_row r = Some k -> ph + 1 < k -> min (ph + 1) mcap = ph + 1.
Proof. intros K H. unfold Many.mcap. rewrite K. lia. Qed.

Theorem many_passing P t ph p : Good P -> 1 <= t <= players -> many_ends ph = true -> mf cl (MKey P t ph) p.
Proof.
  intros G T H. pose proof (covers_parts r players cov) as (P2 & NL & _). unfold many_ends in H. apply orb_true_iff in H as [H|H].
  - apply andb_true_iff in H as [Se H]. destruct (clause_disturbed_twice r) eqn:Di.
    + assert (players <= mcap) as Cp by (unfold Many.mcap; rewrite Di; cbn [orb]; lia).
      apply (passing_ends (fun _ p => still_open Disturbed p) (fun _ p => still_open Passed p)
        (fun k _ => if mkrun k =? 0 then players + dist (mkturn k) else if mkrun k <? players then players - 1 - mkrun k else 3 * players) (fun _ => True)); auto.
      * intros P1 Q t1 ph1 p1 G1 GQ _ T1 Su Hb. split; auto. unfold falls; cbn [mkrun mkturn]. rewrite Nat.eqb_refl. pose proof (dist_next t1 Su T1) as Dn. pose proof (dist_le t1 T1) as Dl.
        destruct (between ph1) eqn:Bt.
        -- left. assert (In (MFact Disturbed P1 (Some t1)) (mS Q (next t1) ++ used P1 t1 ph1)) as In1.
           { apply in_or_app. right. unfold Many.used. rewrite Di, Bt. apply in_or_app. right. simpl; auto. }
           apply still_lt with (f := MFact Disturbed P1 (Some t1)); [apply stone_lasts; left; discriminate|now apply in_facts|auto|now apply stone_sets_it].
        -- right. split; [apply still_le, stone_lasts; left; discriminate|]. right. split; [apply still_le, stone_lasts; right; rewrite Bt; apply andb_false_r|].
           unfold Many.between in Bt. destruct (ph1 =? 0) eqn:Z; [lia|]. apply Nat.eqb_neq in Z. assert (1 <=? ph1 = true) as X by (apply Nat.leb_le; lia). rewrite X in Bt. cbn [andb] in Bt. rewrite Bt. lia.
      * intros P1 t1 ph1 p1 G1 _ T1 _ Hp. split; auto. unfold falls; cbn [mkrun mkturn]. right. split; [apply still_le, pass_lasts; left; discriminate|].
        destruct (second_counts ph1) eqn:Sc.
        -- left. rewrite Se in Hp. apply still_lt with (f := MFact Passed P1 (Some t1)); [apply pass_lasts; left; discriminate|now apply in_facts|apply Hp; reflexivity|apply pass_counted; now rewrite Se].
        -- right. split; [apply still_le, pass_lasts; left; discriminate|]. unfold Many.second_counts in Sc. apply orb_false_iff in Sc as [_ Sc]. apply Nat.leb_gt in Sc.
           replace (min (ph1 + 1) mcap) with (ph1 + 1) by lia. pose proof (dist_le t1 T1). destruct (ph1 + 1 =? 0) eqn:Z; [apply Nat.eqb_eq in Z; lia|].
           assert (ph1 + 1 <? players = true) as -> by (apply Nat.ltb_lt; lia). destruct (ph1 =? 0) eqn:Z0; [apply Nat.eqb_eq in Z0; lia|]. apply Nat.eqb_neq in Z0.
           assert (ph1 <? players = true) as -> by (apply Nat.ltb_lt; lia). lia.
    + cbn [orb] in H. apply andb_true_iff in H as [Op Fo]. apply negb_true_iff in Op, Fo. assert (Sc : forall ph, second_counts ph = true) by (intro; unfold Many.second_counts; now rewrite Op).
      apply (passing_ends (fun _ p => still_open Passed p) (fun k _ => dist (mkturn k)) (fun _ _ => 0) (fun _ => True)); auto.
      * intros P1 Q t1 ph1 p1 G1 GQ _ T1 Su Hb. split; auto. unfold falls; cbn [mkturn]. right. split; [apply still_le, stone_lasts; right; now rewrite Fo|]. left. now apply dist_next.
      * intros P1 t1 ph1 p1 G1 _ T1 _ Hp. split; auto. left. rewrite Se, Sc in Hp. apply still_lt with (f := MFact Passed P1 (Some t1));
          [apply pass_lasts; left; discriminate|now apply in_facts|apply Hp; reflexivity|apply pass_counted; now rewrite Se, Sc].
  - destruct (clause_passes_in_a_row r) as [K|] eqn:Ro; [|discriminate]. apply andb_true_iff in H as [Hph H]. apply Nat.ltb_lt in Hph. destruct (clause_initialised_twice r) eqn:In2.
    + apply (passing_ends (fun _ p => still_open Initialised p) (fun k _ => if mkrun k =? 0 then K + dist (mkturn k) else K - mkrun k) (fun _ _ => 0) (fun k => mkrun k < K)); auto.
      * intros P1 Q t1 ph1 p1 G1 GQ J1 T1 Su Hb. cbn [mkrun mkturn] in *. split; [lia|]. unfold falls; cbn [mkrun mkturn]. rewrite Nat.eqb_refl. destruct (ph1 =? 0) eqn:Z.
        -- right. split; [apply still_le, stone_lasts; left; discriminate|]. left. pose proof (dist_next t1 Su T1). lia.
        -- apply Nat.eqb_neq in Z. assert (1 <=? ph1 = true) as X by (apply Nat.leb_le; lia). left.
           assert (In (MFact Initialised P1 (Some t1)) (mS Q (next t1) ++ used P1 t1 ph1)) as In1 by (apply in_or_app; right; unfold Many.used; rewrite In2, X; apply in_or_app; left; simpl; auto).
           apply still_lt with (f := MFact Initialised P1 (Some t1)); [apply stone_lasts; left; discriminate|now apply in_facts|auto|now apply stone_sets_it].
      * intros P1 t1 ph1 p1 G1 J1 T1 Ne _. cbn [mkrun mkturn] in *. specialize (Ne K Ro). rewrite (cap_row_ge K) by (auto; lia). split; [lia|]. unfold falls; cbn [mkrun mkturn]. right.
        split; [apply still_le, pass_lasts; left; discriminate|]. left. destruct (ph1 + 1 =? 0) eqn:Z; [apply Nat.eqb_eq in Z; lia|]. destruct (ph1 =? 0) eqn:Z0; [apply Nat.eqb_eq in Z0|]; lia.
    + cbn [orb] in H. unfold is_lasting_ban in H.
      apply (passing_ends (fun _ p => still_open Stood p) (fun k _ => K - mkrun k) (fun _ _ => 0) (fun k => mkrun k < K)); auto.
      * intros P1 Q t1 ph1 p1 G1 GQ J1 T1 Su Hb. cbn [mkrun mkturn] in *. split; [lia|]. left.
        assert (exists w, In (MFact Stood Q w) (mS Q (next t1)) /\ match w with Some y => 1 <= y <= players | None => True end) as (w & In1 & Ww).
        { pose proof (turn_next r players cov t1 T1). unfold Many.mS. destruct (clause_ban r); try discriminate; eexists; (split; [simpl; left; reflexivity|simpl; auto]). }
        assert (In (MFact Stood Q w) (mS Q (next t1) ++ used P1 t1 ph1)) as In2' by (apply in_or_app; auto).
        apply still_lt with (f := MFact Stood Q w); [apply stone_lasts; left; discriminate|now apply in_facts|auto|now apply stone_sets_it].
      * intros P1 t1 ph1 p1 G1 J1 T1 Ne _. cbn [mkrun mkturn] in *. specialize (Ne K Ro). rewrite (cap_row_ge K) by (auto; lia). split; [lia|]. unfold falls; cbn [mkrun mkturn]. right.
        split; [|left; lia]. apply still_le, pass_lasts. right. unfold Many.mlifting. destruct (clause_ban r), (clause_lifted_by r); try discriminate; auto.
Qed.
End Passing.

(** The chains that are alive and their regions, for one player: found by an algorithm that is not trusted, and checked. Every intersection of a
    region has to be adjacent to the chain. *)
Definition all_vital (chain R : list nat) : bool := forallb (fun e => existsb (fun j => memn e (adj b j)) chain) R.
Fixpoint many_alive (fuel : nat) (V : pos) (chains regions : list (list nat)) : list (list nat) * list (list nat) :=
  match fuel with
  | 0 => (chains, regions)
  | S fuel =>
      let chains' := filter (fun ch => 2 <=? length (filter (all_vital ch) regions)) chains in
      let left := concat chains' in
      let regions' := filter (forallb (fun x => forallb (fun k => negb (ceq (get V k) B) || memn k left) (adj b x))) regions in
      if (length chains' =? length chains) && (length regions' =? length regions) then (chains', regions') else many_alive fuel V chains' regions'
  end.
Definition many_witness (P : stonemap) (c : nat) (L : list nat) (Rs : list (list nat)) : bool :=
  forallb (fun i => (i <? n) && (stone P i =? c) && forallb (fun k => negb (stone P k =? c) || memn k L) (adj b i)
    && let vs := filter (all_vital (part b (view b P c) i)) Rs in existsb (fun R1 => existsb (disjointb R1) vs) vs) L
  && forallb (fun R => existsb (fun e => stone P e =? 0) R && forallb (fun x => (x <? n) && negb (stone P x =? c) && forallb (fun k => memn k R || memn k L) (adj b x)) R) Rs.
Definition keeps_of (P : stonemap) (c : nat) : list nat * list (list nat) :=
  let V := view b P c in
  let chains := distinct_parts b V (filter (fun i => ceq (get V i) B) (seq 0 n)) in
  let bare := tab n (fun i => if ceq (get V i) B then B else E) in
  let regions := distinct_parts b bare (filter (fun i => negb (ceq (get V i) B)) (seq 0 n)) in
  let (chains, regions) := many_alive (2 * n) V chains regions in
  (concat chains, filter (existsb (fun e => stone P e =? 0)) regions).
Definition kept_by (P : stonemap) (c : nat) : list nat := let (L, Rs) := keeps_of P c in L ++ eyes b Rs.
Definition who_pass (black : bool) : list nat := if black then [1] else seq 2 (players - 1).
Definition many_life (c : claim) (k : mkey) : bool :=
  many_covers r players && many_ends (mkrun k) &&
  let P := mkpos k in
  forallb (fun d => let (L, Rs) := keeps_of P d in many_witness P d L Rs) (who_pass (fst c)) &&
  let all := flat_map (kept_by P) (who_pass (fst c)) in
  nodupb all && serves c (if fst c then Z.of_nat (length all) else Z.of_nat n - Z.of_nat (length all))%Z.

Hypothesis bok : board_ok b = true.
Lemma witness_ok P c L Rs : c <> 0 -> many_witness P c L Rs = true ->
  (forall i, In i L -> i < n /\ stone P i = c /\ forall k, In k (adj b i) -> stone P k = c -> In k L) /\
  (forall R, In R Rs -> forall x, In x R -> x < n /\ stone P x <> c /\ forall k, In k (adj b x) -> In k R \/ In k L) /\
  (forall R, In R Rs -> exists e, In e R /\ stone P e = 0) /\
  (forall i, In i L -> exists R1 R2, In R1 Rs /\ In R2 Rs /\ (forall x, In x R1 -> In x R2 -> False) /\ vital_to b P c i R1 /\ vital_to b P c i R2).
Proof.
  intros c0 Wit. unfold many_witness in Wit. rewrite !andb_true_iff in Wit. destruct Wit as [WL WR]. rewrite forallb_forall in WL, WR.
  assert (HL : forall i, In i L -> i < n /\ stone P i = c /\ forall k, In k (adj b i) -> stone P k = c -> In k L).
  { intros i Hi. specialize (WL _ Hi). rewrite !andb_true_iff in WL. destruct WL as [[[A1 A2] A3] _]. apply Nat.ltb_lt in A1. apply Nat.eqb_eq in A2. repeat split; auto.
    intros x Hx G. rewrite forallb_forall in A3. specialize (A3 _ Hx). apply Nat.eqb_eq in G. rewrite G in A3. now apply memn_ok. }
  split; [exact HL|]. split; [|split].
  - intros R HRs x Hx. specialize (WR _ HRs). rewrite !andb_true_iff in WR. destruct WR as [_ A2]. rewrite forallb_forall in A2. specialize (A2 _ Hx).
    rewrite !andb_true_iff in A2. destruct A2 as [[B1 B2] B3]. apply Nat.ltb_lt in B1. repeat split; auto.
    + intro G. apply Nat.eqb_eq in G. rewrite G in B2. discriminate.
    + intros z Hz. rewrite forallb_forall in B3. specialize (B3 _ Hz). apply orb_true_iff in B3 as [B3|B3]; apply memn_ok in B3; auto.
  - intros R HRs. specialize (WR _ HRs). rewrite !andb_true_iff in WR. destruct WR as [A1 _]. apply existsb_exists in A1 as (e & H1 & H2). apply Nat.eqb_eq in H2. eauto.
  - intros i Hi. pose proof (HL i Hi) as (Hn & _). specialize (WL _ Hi). rewrite !andb_true_iff in WL. destruct WL as [_ A].
    apply existsb_exists in A as (R1 & H1 & A). apply existsb_exists in A as (R2 & H2 & A). apply filter_In in H1 as [H1 V1]. apply filter_In in H2 as [H2 V2].
    assert (forall R, all_vital (part b (view b P c) i) R = true -> vital_to b P c i R) as VV.
    { intros R V e Hee. unfold all_vital in V. rewrite forallb_forall in V. specialize (V _ Hee). apply existsb_exists in V as (j & Hj & M). exists j. rewrite part_spec in Hj by auto. apply memn_ok in M. auto. }
    exists R1, R2. repeat split; auto. intros x X1 X2. unfold disjointb in A. rewrite forallb_forall in A. specialize (A _ X1). rewrite negb_true_iff, memn_not in A. auto.
Qed.
Lemma eyes_ok Rs y : In y (eyes b Rs) -> In [y] Rs /\ adj b y <> [].
Proof.
  intro Hy. unfold eyes in Hy. apply in_flat_map in Hy as (R & HRs & H). destruct R as [|z [|]]; try destruct H.
  destruct (is_nil (adj b z)) eqn:Nz; [destruct H|]. destruct H as [<-|[]]. split; auto. intro X. rewrite X in Nz. discriminate.
Qed.
Definition kept_in (P0 : stonemap) (c : nat) (P : stonemap) : Prop := let (L, Rs) := keeps_of P0 c in stays_kept c L Rs P.
Theorem many_life_ok c k : mwfK b players k = true -> many_life c k = true -> forall p, mf c k p.
Proof.
  unfold many_life, mwfK. rewrite !andb_true_iff, !Nat.leb_le. intros [[Wc T1] T2] [[Cov En] [Wit [Nd Sv]]] p. destruct k as [P0 t ph]. cbn [mkpos mkturn mkrun] in *.
  rewrite forallb_forall in Wit. set (all := flat_map (kept_by P0) (who_pass (fst c))) in *. apply nodupb_ok in Nd. pose proof (covers_parts r players Cov) as (P2 & _).
  assert (Wp : forall d, In d (who_pass (fst c)) -> d <> 0 /\ (d =? 1) = fst c).
  { intros d Hd. unfold who_pass in Hd. destruct (fst c); [destruct Hd as [<-|[]]; auto|]. apply in_seq in Hd. split; [lia|]. apply Nat.eqb_neq. lia. }
  assert (Own : forall P i, (forall d, In d (who_pass (fst c)) -> kept_in P0 d P) -> In i all -> i < n /\ (if fst c then owner b (view b P 1) i = B else owner b (view b P 1) i <> B)).
  { intros P i Kp Hi. apply in_flat_map in Hi as (d & Hd & Hi). specialize (Kp d Hd). specialize (Wit d Hd). destruct (Wp d Hd) as [D0 D1]. unfold kept_by in Hi. unfold kept_in in Kp.
    destruct (keeps_of P0 d) as [L Rs]. destruct (witness_ok P0 d L Rs D0 Wit) as (HL & HR & HE & HV).
    pose proof (kept_owner_of b bok P0 d D0 L Rs HL HR (eyes b Rs) (eyes_ok Rs) P i Kp Hi) as K. now rewrite D1 in K. }
  apply many_passing with (Good := fun P => colours b players P = true /\ forall d, In d (who_pass (fst c)) -> kept_in P0 d P); auto.
  - intros P [C _]. exact C.
  - intros P [C Kp]. assert (A : if fst c then length all <= area b (view b P 1) B else length all + area b (view b P 1) B <= n).
    { unfold area. specialize (fun i => Own P i Kp). destruct (fst c).
      - apply NoDup_incl_length; auto. intros i Hi. destruct (Own i Hi) as [Hn O]. apply filter_In. split; [apply in_seq; lia|]. now apply ceq_ok.
      - rewrite <- app_length. replace n with (length (seq 0 n)) at 2 by apply seq_length. apply NoDup_incl_length.
        + apply NoDup_app_; auto; [apply NoDup_filter, seq_NoDup|]. intros i Hi Hf. apply filter_In in Hf as [_ Hf]. apply ceq_ok in Hf. destruct (Own i Hi). congruence.
        + intros i Hi. apply in_app_or in Hi as [Hi|Hi]; [apply in_seq; destruct (Own i Hi); lia|]. now apply filter_In in Hi. }
    unfold serves in *. unfold own_area. destruct (fst c); rewrite Z.leb_le in *; lia.
  - intros P q d Q [C Kp] Su Hd Pl. split; [eapply colours_place; [exact C| |exact Pl]; lia|]. intros d' Hd'. specialize (Kp d' Hd'). specialize (Wit d' Hd'). destruct (Wp d' Hd') as [D0 D1].
    unfold kept_in in *. destruct (keeps_of P0 d') as [L Rs]. destruct (witness_ok P0 d' L Rs D0 Wit) as (HL & HR & HE & HV).
    eapply (kept_stone b bok P0 d' D0 L Rs HL HR HV); [exact Kp| | |exact Pl]; [|lia]. intros ->. unfold sure in Su. rewrite D1 in Su. now rewrite eqb_reflx in Su.
  - split; auto. intros d Hd. specialize (Wit d Hd). destruct (Wp d Hd) as [D0 _]. unfold kept_in. destruct (keeps_of P0 d) as [L Rs]. destruct (witness_ok P0 d L Rs D0 Wit) as (HL & HR & HE & HV).
    eapply kept_start; eauto.
Qed.
End ManyLife.
