(** The checker of a bounded certificate, and the theorems about it. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Symmetry Life Usual Stood Bounded Strategy Legal Ends Replies Plan Settled.

(** A position that is kept by passing: chains that are alive, and regions. *)
Record kept_ := KeptBy { k_pos : pos; k_chains : list nat; k_regions : list (list nat) }.

Section Check.
Variable b : board.
Notation n := (size b).
Variable su : suicide.
Variable c : bool * Z.
Notation me := (me c).
(** So many intersections are worth the claim. *)
Definition enough (k : nat) : bool :=
  let lead := (2 * Z.of_nat k - Z.of_nat n)%Z in if fst c then (snd c <=? lead)%Z else (- lead <=? snd c)%Z.
Lemma meE : me <> E. Proof. unfold me. destruct (fst c); congruence. Qed.
Hypothesis bok : board_ok b = true.
Lemma areas P : area b P me + area b P (opp me) <= n.
Proof.
  unfold area. etransitivity; [apply filter_excl|now rewrite seq_length]. intros i H. apply ceq_ok in H. rewrite H. unfold me. now destruct (fst c).
Qed.
Lemma enough_tv P k : enough k = true -> k <= area b P me -> tv b c P = true.
Proof.
  intros H A. pose proof (areas P) as S. unfold enough, tv, score, Bounded.me in *. destruct (fst c); cbn [opp] in *; apply Z.leb_le in H; apply Z.leb_le; lia.
Qed.

(** Kept by passing. *)
Definition plain_rules : rules := Rules su false NoBan false LiftNothing Stands false false false None false false NoDraw false ScoreArea
  false false Illegal false None NoTax 0 (0, 0)%Z LastAny false AnyPass None false None.
Definition keeps_by (P : pos) (L : list nat) (Rs : list (list nat)) : bool :=
  (length P =? n) && witness b plain_rules P me L Rs && enough (length (L ++ eyes b Rs)).
Definition kept_on (Q : pos) : Prop := length Q = n /\ exists P L Rs, keeps_by P L Rs = true /\ Inv b su P me L Rs Q.
Lemma witness_ok P L Rs : witness b plain_rules P me L Rs = true ->
  (forall i, In i L -> i < n /\ get P i = me /\ forall k, In k (adj b i) -> get P k = me -> In k L) /\
  (forall R, In R Rs -> exists e, In e R /\ get P e = E) /\
  (forall R, In R Rs -> forall x, In x R -> x < n /\ get P x <> me /\ forall k, In k (adj b x) -> In k R \/ In k L) /\
  (forall i, In i L -> exists R1 R2, In R1 Rs /\ In R2 Rs /\ (forall x, In x R1 -> In x R2 -> False) /\ vital b su P i R1 /\ vital b su P i R2) /\
  (forall y, In y (eyes b Rs) -> In [y] Rs /\ adj b y <> []) /\ NoDup (L ++ eyes b Rs).
Proof.
  unfold witness. rewrite !andb_true_iff, !forallb_forall. intros [[WL WR] WN]. apply nodupb_ok in WN.
  split; [|split; [|split; [|split; [|split; [|exact WN]]]]].
  - intros i Hi. specialize (WL _ Hi). rewrite !andb_true_iff in WL. destruct WL as [[[A1 A2] A3] _].
    apply Nat.ltb_lt in A1. apply ceq_ok in A2. repeat split; auto. intros x Hx G. rewrite forallb_forall in A3. specialize (A3 _ Hx).
    apply ceq_ok in G. rewrite G in A3. now apply memn_ok.
  - intros R HRs. specialize (WR _ HRs). rewrite !andb_true_iff in WR. destruct WR as [A1 _]. apply existsb_exists in A1 as (e & H1 & H2). apply ceq_ok in H2. eauto.
  - intros R HRs x Hx. specialize (WR _ HRs). rewrite !andb_true_iff in WR. destruct WR as [_ A2]. rewrite forallb_forall in A2. specialize (A2 _ Hx).
    rewrite !andb_true_iff in A2. destruct A2 as [[B1 B2] B3]. apply Nat.ltb_lt in B1. repeat split; auto.
    + intro G. apply ceq_ok in G. rewrite G in B2. discriminate.
    + intros z Hz. rewrite forallb_forall in B3. specialize (B3 _ Hz). apply orb_true_iff in B3 as [B3|B3]; apply memn_ok in B3; auto.
  - intros i Hi. specialize (WL _ Hi). rewrite !andb_true_iff in WL. destruct WL as [[[A1 _] _] A]. apply Nat.ltb_lt in A1.
    apply existsb_exists in A as (R1 & H1 & A). apply existsb_exists in A as (R2 & H2 & A). apply filter_In in H1 as [H1 V1]. apply filter_In in H2 as [H2 V2].
    exists R1, R2. assert (forall R, vitalb b plain_rules P (part b P i) R = true -> vital b su P i R) as VV.
    { intros R V e Hee Ge. unfold vitalb in V. rewrite forallb_forall in V. specialize (V _ Hee). cbn [clause_suicide plain_rules] in V.
      assert (match su with Forbidden => negb (ceq (get P e) E) | _ => false end = false) as X by (destruct su; auto; now rewrite Ge).
      rewrite X in V. simpl in V. apply existsb_exists in V as (j & Hj & M). exists j. rewrite part_spec in Hj by auto. apply memn_ok in M. auto. }
    repeat split; auto. intros x X1 X2. unfold disjointb in A. rewrite forallb_forall in A. specialize (A _ X1). rewrite negb_true_iff, memn_not in A. auto.
  - intros y Hy. unfold eyes in Hy. apply in_flat_map in Hy as (R & HRs & H). destruct R as [|z [|]]; try destruct H.
    destruct (is_nil (adj b z)) eqn:Nz; [destruct H|]. destruct H as [<-|[]]. split; auto. intro X. rewrite X in Nz. discriminate.
Qed.
Lemma kept_on_tv Q : kept_on Q -> tv b c Q = true.
Proof.
  intros (_ & P & L & Rs & H & I). unfold keeps_by in H. rewrite !andb_true_iff in H. destruct H as [[_ W] En]. destruct (witness_ok _ _ _ W) as (HL & HE & HR & HV & HY & HN).
  destruct (kept_area b bok su P me meE L Rs HL HR (eyes b Rs) HY HN Q I) as [A _]. eapply enough_tv; eauto.
Qed.
Lemma kept_on_stone Q p Q' : kept_on Q -> place b su Q p (opp me) = Some Q' -> kept_on Q'.
Proof.
  intros (_ & P & L & Rs & H & I) Pl. split; [eapply place_length; eauto|]. exists P, L, Rs. split; auto. unfold keeps_by in H. rewrite !andb_true_iff in H. destruct H as [[_ W] _].
  destruct (witness_ok _ _ _ W) as (HL & HE & HR & HV & HY & HN). eapply (Inv_stone b bok su P me meE L Rs HL HR HV); eauto.
Qed.
Lemma kept_on_start P L Rs : keeps_by P L Rs = true -> kept_on P.
Proof.
  intro H. pose proof H as H'. unfold keeps_by in H'. rewrite !andb_true_iff, Nat.eqb_eq in H'. destruct H' as [[Ln W] _]. destruct (witness_ok _ _ _ W) as (HL & HE & HR & HV & HY & HN).
  split; auto. exists P, L, Rs. split; auto. apply (Inv_start b su P me L Rs HL HE).
Qed.
Definition check_kept (k : kept_) : bool := keeps_by (k_pos k) (k_chains k) (k_regions k).

(** The whole graph. *)
Variable syms : list sym.
Variable tbl : nat -> entry.
Variable N : nat.
Variable ptl : nat -> part_of.
Variable Np : nat.
Variable most_replies : nat.
Variable stl : nat -> settled_.
Variable M : nat.
Variable ktl : nat -> kept_.
Variable K : nat.
Variable end2 : bool.
Variable no_ko : bool -> bool.
Variable natural : bool.
Fixpoint check_up_to (f : nat -> bool) (k : nat) : bool := match k with 0 => true | S k => if f k then check_up_to f k else false end.
Lemma check_up_to_ok f k : check_up_to f k = true -> forall i, i < k -> f i = true.
Proof.
  induction k as [|k IH]; simpl; [intros; lia|]. destruct (f k) eqn:C; [|discriminate]. intros H i Hi. destruct (Nat.eq_dec i k) as [->|]; auto. apply IH; auto. lia.
Qed.
Notation img := (img b).
Definition spos (j : nat) : pos := s_pos (stl j).
Definition kpos (j : nat) : pos := k_pos (ktl j).
Definition is_forbidden : bool := match su with Forbidden => true | _ => false end.
Definition most : nat := most_replies * S n + n + n.
(** He is sure of what is claimed from P, with so much to do. *)
Definition Sure_ (z : nat * pos) : Prop :=
  is_forbidden = true /\ exists x, In x syms /\ exists K V D e r, plan b me enough (img x (snd z)) K V D e r /\ r <= most_replies /\ fst z = todo b V D r.
Definition keepb (P : pos) : bool := existsb (fun j => existsb (fun x => peqb P (img x (kpos j))) syms) (seq 0 K).
Definition keep (P : pos) : Prop := exists x, In x syms /\ kept_on (img x P).
Definition check_graph (P : pos) (c0 : color) (o : out) : bool :=
  is_group b syms && (is_forbidden || (M =? 0)) &&
  check_entries b su c syms tbl N spos M kpos K end2 no_ko natural N &&
  check_up_to (fun j => check_part b me ptl Np (ptl j)) Np &&
  check_up_to (fun j => check_settled b me enough ptl Np (stl j) && (s_replies (stl j) <=? most_replies)) M && check_up_to (fun j => check_kept (ktl j)) K &&
  check_start b c syms tbl N spos M kpos K P c0 o.

Section Sound.
Variable P0 : pos.
Variable c0 : color.
Variable o0 : out.
Hypothesis ok : check_graph P0 c0 o0 = true.
Lemma ok_parts : is_group b syms = true /\ (is_forbidden || (M =? 0) = true) /\ check_entries b su c syms tbl N spos M kpos K end2 no_ko natural N = true /\ (forall j, j < Np -> check_part b me ptl Np (ptl j) = true) /\ (forall j, j < M -> check_settled b me enough ptl Np (stl j) = true /\ s_replies (stl j) <= most_replies) /\ (forall j, j < K -> check_kept (ktl j) = true) /\ check_start b c syms tbl N spos M kpos K P0 c0 o0 = true.
Proof. unfold check_graph in ok. rewrite !andb_true_iff in ok. destruct ok as [[[[[[A B] C] D0] D] F] G]. split; auto. split; auto. split; auto. split; [now apply check_up_to_ok|].
  split; [|split; [now apply check_up_to_ok|auto]]. intros j Hj. apply (check_up_to_ok _ _ D) in Hj. rewrite andb_true_iff, Nat.leb_le in Hj. exact Hj. Qed.
Lemma grp : is_group b syms = true. Proof. apply ok_parts. Qed.
Lemma img_place_out x P p y : In x syms -> place b su P p y = None \/ exists Q, place b su P p y = Some Q /\ place b su (img x P) (sto x p) y = Some (img x Q).
Proof.
  intro Hx. destruct (place b su P p y) as [Q|] eqn:Pl; auto. right. exists Q. split; auto.
  rewrite (img_place b bok su c syms grp x P p y Hx (place_lt _ _ _ _ _ _ Pl)). now rewrite Pl.
Qed.
Lemma img_place_back x P p y Q : In x syms -> place b su (img x P) p y = Some Q -> exists p' Q', place b su P p' y = Some Q' /\ Q = img x Q'.
Proof.
  intros Hx Pl. pose proof (place_lt _ _ _ _ _ _ Pl) as Hp. destruct (sym_ok b syms grp x Hx p Hp) as (_ & Hp' & _ & Sp & _). rewrite <- Sp in Pl.
  rewrite (img_place b bok su c syms grp x P (sba x p) y Hx Hp') in Pl. destruct (place b su P (sba x p) y) as [Q'|] eqn:Pc; simpl in Pl; [|discriminate]. inversion Pl. eauto.
Qed.
Lemma su_forbidden : is_forbidden = true -> su = Forbidden. Proof. unfold is_forbidden. destruct su; congruence. Qed.
Lemma number_of_le A : number_of b A <= n.
Proof. unfold number_of. etransitivity; [|apply Nat.eq_le_incl, (seq_length n 0)]. generalize (seq 0 n) as l. induction l as [|x l IH]; simpl; auto. destruct (A x); simpl; lia. Qed.
Lemma todo_most V D r : r <= most_replies -> todo b V D r <= most.
Proof. intro L. unfold todo, most. pose proof (number_of_le V). pose proof (number_of_le D). nia. Qed.
(** A stone of his leads to less that is to do. *)
Definition less_to_do (a : nat) (Q : pos) : Prop := exists p Q' a', place b su Q p me = Some Q' /\ a' < a /\ Sure_ (a', Q').
Lemma Sure_stone a P p Q : Sure_ (a, P) -> place b su P p (opp me) = Some Q -> Sure_ (a, Q) \/ less_to_do a Q.
Proof.
  intros (Fo & x & Hx & K0 & V & D & e & r & Pn & Lr & Ea) Pl.
  destruct (img_place_out x P p (opp me) Hx) as [X|(Q' & X & Y)]; [congruence|]. rewrite Pl in X. inversion X; subst Q'. clear X. cbn [fst snd] in *.
  pose proof (su_forbidden Fo) as Su. rewrite Su in Y. destruct (plan_opp b bok me meE enough (tv b c) enough_tv _ _ _ _ _ _ _ _ Pn Y) as [Pn'|(r' & Lr' & F & Mk)].
  - left. split; auto. exists x. split; auto. exists K0, V, D, e, r. auto.
  - right. destruct (plan_own b bok me meE enough (tv b c) enough_tv _ _ _ _ _ _ F Mk) as (q & R & K' & D' & Pl' & Pn' & Ld). rewrite <- Su in Pl'.
    destruct (img_place_back x Q q me R Hx Pl') as (q' & R' & Pl2 & ->). exists q', R', (todo b V D' r'). split; auto. split.
    + subst a. unfold todo. nia.
    + split; auto. exists x. split; auto. exists K', V, D', e, r'. split; auto. split; [lia|auto].
Qed.
Lemma Sure_own a P : Sure_ (a, P) -> tv b c P = false -> less_to_do a P.
Proof.
  intros (Fo & x & Hx & K0 & V & D & e & r & Pn & Lr & Ea) Nt. cbn [fst snd] in *.
  assert (tv b c (img x P) = false) as Vx by (rewrite (tv_img b bok c syms grp); auto). pose proof (su_forbidden Fo) as Su.
  destruct (plan_move b bok me meE enough (tv b c) enough_tv _ _ _ _ _ _ Pn Vx) as (q & R & K' & V' & D' & r' & Pl & Pn' & L1 & L2). rewrite <- Su in Pl.
  destruct (img_place_back x P q me R Hx Pl) as (q' & R' & Pl2 & ->). exists q', R', (todo b V' D' r'). split; auto. split; [lia|].
  split; auto. exists x. split; auto. exists K', V', D', e, r'. split; auto. split; [lia|auto].
Qed.
Lemma Sure_start j x : j < M -> In x syms -> exists a, a <= most /\ Sure_ (a, img x (spos j)).
Proof.
  intros Hj Hx. destruct ok_parts as (_ & Fo & _ & CP & CS & _ & _). destruct (CS j Hj) as [C1 C2]. destruct (check_settled_ok b bok me meE enough ptl Np CP _ C1) as (Ln & K0 & V & D & e & Pn).
  exists (todo b V D (s_replies (stl j))). split; [now apply todo_most|]. apply orb_true_iff in Fo as [Fo|Fo]; [|apply Nat.eqb_eq in Fo; lia]. split; auto.
  destruct (sym_inv b syms grp x Hx) as (y & Hy & I). exists y. split; auto. exists K0, V, D, e, (s_replies (stl j)). cbn [snd fst]. unfold spos. rewrite I by auto. auto.
Qed.

Lemma keepb_ok P : length P = n -> keepb P = true -> keep P.
Proof.
  intros _. unfold keepb. rewrite existsb_exists. intros (j & Hj & H). apply in_seq in Hj. apply existsb_exists in H as (x & Hx & H). apply peqb_ok in H. subst P.
  destruct ok_parts as (_ & _ & _ & _ & _ & CK & _). assert (check_kept (ktl j) = true) as C by (apply CK; lia). unfold check_kept in C.
  pose proof C as C'. unfold keeps_by in C'. rewrite !andb_true_iff, Nat.eqb_eq in C'. destruct C' as [[Ln _] _].
  destruct (sym_inv b syms grp x Hx) as (y & Hy & I). exists y. split; auto. unfold kpos. rewrite I by auto. eapply kept_on_start; eauto.
Qed.
Lemma keep_tv P : keep P -> tv b c P = true.
Proof. intros (x & Hx & H). apply kept_on_tv in H. now rewrite (tv_img b bok c syms grp) in H. Qed.
Lemma keep_stone P p Q : keep P -> place b su P p (opp me) = Some Q -> keep Q.
Proof.
  intros (x & Hx & H) Pl. exists x. split; auto. destruct (img_place_out x P p (opp me) Hx) as [X|(Q' & X & Y)]; [congruence|]. rewrite Pl in X. inversion X; subst Q'.
  eapply kept_on_stone; eauto.
Qed.
Lemma keep_start j x : j < K -> In x syms -> keepb (img x (kpos j)) = true.
Proof.
  intros Hj Hx. unfold keepb. apply existsb_exists. exists j. split; [apply in_seq; lia|]. apply existsb_exists. exists x. split; auto. now apply peqb_ok.
Qed.

(** The rules under which the claim follows. *)
Definition covered (r : rules) : bool :=
  usual r && match clause_suicide r, su with Forbidden, Forbidden | Allowed, Allowed | MultiStone, MultiStone => true | _, _ => false end &&
  negb (clause_start_free r) && negb (clause_basic_ko r) && match clause_draw r with NoDraw => true | _ => false end &&
  match clause_scoring r with ScoreArea => true | _ => false end &&
  match clause_passes_in_a_row r with Some k => 2 <=? k | None => true end &&
  (negb end2 || match clause_passes_in_a_row r with Some 2 => true | _ => false end) &&
  (negb natural || match clause_ban r with BanNatural => true | _ => false end && match clause_occurs r with ProducedKo => false | _ => true end &&
    negb (clause_initialised_twice r) && negb (clause_disturbed_twice r) && negb (clause_declined r)) &&
  (negb (no_ko true) || no_retaking r true) && (negb (no_ko false) || no_retaking r false) &&
  (negb (clause_initialised_twice r) || match clause_passes_in_a_row r with Some k => k <=? 3 | None => false end).
Section Decided.
(** It is decided for positions of the board and as much to do as there may be. *)
Variable decided : nat * pos -> bool.
Hypothesis decided_ok : forall a P, a <= most -> length P = n -> (decided (a, P) = true <-> Sure_ (a, P)).
Definition sure (a : nat) (P : pos) : bool := (a <=? most) && (length P =? n) && decided (a, P).
Lemma sure_ok a P : sure a P = true <-> a <= most /\ length P = n /\ Sure_ (a, P).
Proof.
  unfold sure. rewrite !andb_true_iff, Nat.leb_le, Nat.eqb_eq. split.
  - intros [[H1 H2] H3]. rewrite decided_ok in H3 by auto. auto.
  - intros (H1 & H2 & H3). rewrite decided_ok by auto. auto.
Qed.
Lemma sure_most a P : sure a P = true -> a <= most. Proof. rewrite sure_ok. tauto. Qed.
Lemma sure_pending a Q : a <= most -> less_to_do a Q -> pending b su c sure a Q.
Proof.
  intros La (p & Q' & a' & Pl & L & S). exists p, Q', a'. split; auto. split; auto. apply sure_ok. split; [lia|]. split; auto. eapply place_length; eauto.
Qed.
Lemma sure_stone a P p Q : length P = n -> sure a P = true -> place b su P p (opp me) = Some Q -> sure a Q = true \/ pending b su c sure a Q.
Proof.
  rewrite !sure_ok. intros _ (La & _ & S) Pl. destruct (Sure_stone a P p Q S Pl) as [S'|S']; [left; split; auto; split; auto; eapply place_length; eauto|right; now apply sure_pending].
Qed.
Lemma sure_own a P : length P = n -> sure a P = true -> tv b c P = false -> pending b su c sure a P.
Proof. rewrite sure_ok. intros _ (La & _ & S) Nt. apply sure_pending; auto. now apply Sure_own. Qed.
Lemma sure_start j x : j < M -> In x syms -> exists a, sure a (img x (spos j)) = true.
Proof. intros Hj Hx. destruct (Sure_start j x Hj Hx) as (a & La & S). exists a. apply sure_ok. split; auto. split; auto. apply tab_length. Qed.
Theorem graph_keeps r : covered r = true -> keeps b r c (Game P0 c0 []).
Proof.
  unfold covered. rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff. intros (((((((((((Us & Su) & St) & Ba) & Dr) & Sc) & Ro) & En) & Na) & K1) & K2) & In_).
  destruct ok_parts as (_ & _ & CE & _ & _ & _ & CS).
  assert (r_row : forall k, clause_passes_in_a_row r = Some k -> 2 <= k) by (intros k Hk; rewrite Hk in Ro; now apply Nat.leb_le).
  assert (r_natural : natural = true -> clause_ban r = BanNatural /\ clause_occurs r <> ProducedKo /\ clause_initialised_twice r = false /\ clause_disturbed_twice r = false /\ clause_declined r = false).
  { intro X. destruct Na as [Na|Na]; [congruence|]. rewrite !andb_true_iff, !negb_true_iff in Na. destruct Na as ((((N1 & N2) & N3) & N4) & N5).
    split; [destruct (clause_ban r); congruence|]. split; [intro Y; rewrite Y in N2; discriminate|auto]. }
  eapply (holds_on_keeps b bok su c syms grp tbl N spos M kpos K end2 no_ko natural CE sure most sure_most sure_stone sure_own sure_start keep keepb keepb_ok keep_tv keep_stone keep_start); auto.
  - destruct (clause_suicide r), su; try discriminate; reflexivity.
  - now destruct (clause_draw r).
  - now destruct (clause_scoring r).
  - intro X. destruct En as [En|En]; [congruence|]. destruct (clause_passes_in_a_row r) as [[|[|[|]]]|]; try discriminate; reflexivity.
  - intros f Hf. destruct f; [destruct K1|destruct K2]; congruence.
  - intro X. destruct In_ as [In_|In_]; [congruence|]. destruct (clause_passes_in_a_row r) as [k|]; [|discriminate]. exists k. split; auto. now apply Nat.leb_le.
  - eapply start_holds; eauto using sure_most, sure_start, keepb_ok, keep_start.
Qed.
End Decided.

(** That it is decided is not needed of what can be forced where games end, as that is decided itself. *)
Theorem graph_forces r : covered r = true -> always_ends r = true ->
  forces b r c (Game P0 c0 []) /\ if fst c then value_at_least b r (Game P0 c0 []) (snd c) else value_at_most b r (Game P0 c0 []) (snd c).
Proof.
  intros Co Al. assert (proper (Game P0 c0 []) /\ length P0 = n) as [Pr Ln].
  { destruct ok_parts as (_ & _ & _ & _ & _ & _ & CS). unfold check_start in CS. rewrite !andb_true_iff, orb_true_iff, Nat.eqb_eq, !ceq_ok in CS. destruct CS as [[L C] _]. split; [exact C|exact L]. }
  assert (forces b r c (Game P0 c0 [])) as F.
  { assert (has_ends b r (Game P0 c0 [])) as He.
    { apply every_game_ends; auto. unfold covered in Co. rewrite !andb_true_iff in Co. destruct Co as [[[[[[_ Ro] _] _] _] _] _]. destruct (clause_passes_in_a_row r) as [[|k]|]; auto. }
    destruct (forces_decided b r c _ He) as [|No]; auto. exfalso.
    apply (decisions Sure_ (list_prod (seq 0 (S most)) (all_pos n))). intros (f & Hf). apply No. apply keeps_forces; auto. apply graph_keeps with f; auto.
    intros a P La Lp. apply Hf. apply in_prod; [apply in_seq; lia|]. rewrite <- Lp. apply all_pos_ok. }
  split; auto. destruct c as [[] v]; simpl; [apply forces_least|apply forces_most]; auto.
Qed.
End Sound.
End Check.

(** A bounded certificate as the checker gets it, and the theorem: the player whose claim it is can force it under all rules that are covered
    and under which every game ends. *)
Definition check_bounded (b : board) (su : suicide) (c : bool * Z) (syms : list sym) (tbl : nat -> entry) (N : nat) (ptl : nat -> part_of) (Np : nat)
  (most_replies : nat) (stl : nat -> settled_) (M : nat)
  (ktl : nat -> kept_) (K : nat) (end2 : bool) (no_ko : bool -> bool) (natural : bool) (P : pos) (c0 : color) (o : out) : bool :=
  board_ok b && check_graph b su c syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P c0 o.
Theorem check_bounded_sound b su c syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P c0 o r :
  check_bounded b su c syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P c0 o = true -> covered su end2 no_ko natural r = true -> always_ends r = true ->
  forces b r c (Game P c0 []) /\
  if fst c then value_at_least b r (Game P c0 []) (snd c) else value_at_most b r (Game P c0 []) (snd c).
Proof.
  unfold check_bounded. rewrite andb_true_iff. intros [Bo G] Co Al. eapply graph_forces; eauto.
Qed.
