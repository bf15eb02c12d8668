(** The checker of positions that are settled by filling and by replies. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Life Legal Replies Plan.

(** A piece of a part: one that is all near and gives so many eyes, or one that is known, by its number. A reply: a stone, and the pieces
    that it leaves. A part that is known: its intersections, the stones there, how many eyes it gives with how many replies, a stone that
    takes a reply less, and replies to the stones of the opponent. *)
Inductive piece := Near (l : list nat) (e : nat) | Known (j : nat).
Record reply := Reply { r_stone : nat; r_pieces : list piece }.
Record part_of := PartOf { q_set : list nat; q_pos : pos; q_eyes : nat; q_replies : nat; q_own : reply; q_answer : nat -> reply }.
(** A settled position: chains, the parts that are all adjacent to them, the pieces of the parts with replies and how many eyes these give
    with how many replies, and whether the eyes of the chains are among the former. *)
Record settled_ := Settled { s_pos : pos; s_chains : list nat; s_parts : list (list nat); s_rest : list nat; s_pieces : list piece; s_eyes : nat; s_replies : nat }.

Section Settled.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.
Variable me : color.
Hypothesis meE : me <> E.
Notation op := (opp me).
Variable enough : nat -> bool.
Variable parts : nat -> part_of.
Variable Np : nat.
Notation gives := (gives b me).
Notation makes := (makes b me).

Definition s (l : list nat) : nat -> bool := fun i => memn i l.
Definition wall (l : list nat) (P : pos) : pos := tab n (fun i => if memn i l then get P i else me).
Definition on_board (l : list nat) : bool := forallb (fun i => i <? n) l.
Definition is_near (l : list nat) (i : nat) : bool := existsb (fun k => negb (memn k l)) (adj b i).
Definition is_inner (l : list nat) (P : pos) : bool := forallb (fun i => negb (ceq (get P i) me) || forallb (fun k => memn k l) (adj b i)) l.
Definition has_near_empty (l : list nat) (P : pos) (x : nat) : bool := existsb (fun i => is_near l i && ceq (get P i) E && negb (i =? x)) l.
(** What a piece gives in P, if that is right. *)
Definition piece_gives (P : pos) (p : piece) : option (list nat * nat * nat) :=
  match p with
  | Near l e =>
      if on_board l && forallb (fun i => is_near l i && negb (ceq (get P i) me)) l && (e <=? 1) && ((e =? 0) || has_near_empty l P n) then Some (l, e, 0) else None
  | Known j =>
      if (j <? Np) && forallb (fun i => ceq (get P i) (get (q_pos (parts j)) i)) (q_set (parts j)) then Some (q_set (parts j), q_eyes (parts j), q_replies (parts j)) else None
  end.
(** Whether the pieces of l give e eyes with r replies. *)
Fixpoint pieces_give (P : pos) (l : list nat) (e r : nat) (ps : list piece) : bool :=
  match ps with
  | [] => is_nil l && (e =? 0)
  | p :: ps =>
      match piece_gives P p with
      | None => false
      | Some (l1, e1, r1) =>
          let rest := filter (fun i => negb (memn i l1)) l in
          forallb (fun i => memn i l && forallb (fun k => negb (memn k rest)) (adj b i)) l1 && (r1 <=? r) && pieces_give P rest (e - e1) (r - r1) ps
      end
  end.
Definition chain_in (l : list nat) (P : pos) (x : nat) : list nat := part b (tab n (fun i => if memn i l then get P i else E)) x.
Definition has_liberty (l : list nat) (P : pos) (x : nat) : bool := existsb (fun j => existsb (fun k => memn k l && ceq (get P k) E) (adj b j)) (chain_in l P x).
Definition reply_makes (l : list nat) (P : pos) (e r : nat) (a : reply) : bool :=
  let x := r_stone a in
  memn x l && ceq (get P x) E &&
  let T := capture b (put b (wall l P) x me) op in
  let chain := chain_in l T x in
  if existsb (is_near l) chain then pieces_give T (filter (fun i => negb (memn i chain)) l) e r (r_pieces a)
  else has_liberty l T x && pieces_give T l e r (r_pieces a).
Definition check_part (q : part_of) : bool :=
  let l := q_set q in let P := q_pos q in let e := q_eyes q in
  on_board l && is_inner l P && ((e =? 0) || has_near_empty l P n) &&
  match q_replies q with
  | 0 => false
  | S r =>
      reply_makes l P e r (q_own q) &&
      forallb (fun x => negb (ceq (get P x) E) ||
        ((e <=? 1) || has_near_empty l P x) &&
        let T := capture b (put b (wall l P) x op) me in
        (negb (has_liberty l T x) || reply_makes l T e r (q_answer q x))) l
  end.
Hypothesis parts_ok : forall j, j < Np -> check_part (parts j) = true.

Lemma s_ok l i : s l i = true <-> In i l. Proof. apply memn_ok. Qed.
Lemma s_not l i : s l i = false <-> ~ In i l. Proof. apply memn_not. Qed.
Lemma on_board_ok l : on_board l = true -> in_board b (s l).
Proof. unfold on_board. rewrite forallb_forall. intros H i Hi. apply s_ok in Hi. apply Nat.ltb_lt. auto. Qed.
Lemma is_near_ok l i : is_near l i = true <-> near b (s l) i.
Proof.
  unfold is_near, near. rewrite existsb_exists. split; intros (k & Hk & H); exists k; split; auto; [now apply negb_true_iff in H|unfold s in H; now rewrite H].
Qed.
Lemma has_near_empty_ok l P x : has_near_empty l P x = true <-> near_empty b (s l) P x.
Proof.
  unfold has_near_empty, near_empty. rewrite existsb_exists. split.
  - intros (i & Hi & H). rewrite !andb_true_iff, is_near_ok, ceq_ok, negb_true_iff, Nat.eqb_neq in H. exists i. rewrite s_ok. tauto.
  - intros (i & Hi & H). exists i. rewrite s_ok in Hi. rewrite !andb_true_iff, is_near_ok, ceq_ok, negb_true_iff, Nat.eqb_neq. tauto.
Qed.
Lemma is_inner_ok l P : is_inner l P = true -> inner b me (s l) P.
Proof.
  unfold is_inner. rewrite forallb_forall. intros H i Hi G k Hk. apply s_ok in Hi. specialize (H i Hi). apply ceq_ok in G. rewrite G in H. simpl in H. rewrite forallb_forall in H. now apply H.
Qed.
Lemma s_filter (f : nat -> bool) l i : s (filter f l) i = s l i && f i.
Proof. apply eq_true_iff_eq. rewrite andb_true_iff, !s_ok, filter_In. tauto. Qed.
Lemma chain_in_ok l P x i : in_board b (s l) -> s l x = true -> get P x <> E -> (In i (chain_in l P x) <-> conn_in b (s l) P x i).
Proof.
  intros B Hx N. assert (x < n) as Hn by auto. unfold chain_in. rewrite part_spec by auto. set (C := tab n _).
  assert (GC : forall j, j < n -> get C j = if s l j then get P j else E) by (intros j Hj; unfold C; rewrite get_tab by auto; reflexivity).
  split; intro H.
  - induction H as [|j k H IH Hk G]; [constructor|]. assert (k < n) as Hkn by now apply (adj_in b bok) in Hk. rewrite !GC, Hx in G by auto. destruct (s l k) eqn:X; [|congruence]. econstructor 2; eauto.
  - assert (s l i = true /\ i < n) as [_ _] by (assert (s l i = true) by (clear - H Hx; induction H; auto); auto).
    induction H as [|j k H IH Hk Dk G]; [constructor|]. econstructor 2; eauto. rewrite !GC, Hx, Dk; auto.
Qed.
Lemma has_liberty_ok l P x : in_board b (s l) -> s l x = true -> get P x <> E -> (has_liberty l P x = true <-> free_in b (s l) P x).
Proof.
  intros B Hx N. unfold has_liberty, free_in. rewrite existsb_exists. split.
  - intros (j & Hj & H). apply chain_in_ok in Hj; auto. apply existsb_exists in H as (k & Hk & H). rewrite andb_true_iff, ceq_ok in H. exists j, k. tauto.
  - intros (j & k & C & Hk & Dk & Ek). exists j. split; [now apply chain_in_ok|]. apply existsb_exists. exists k. rewrite andb_true_iff, ceq_ok. auto.
Qed.
Definition known_to (r : nat) : Prop := forall j, j < Np -> q_replies (parts j) <= r -> gives (s (q_set (parts j))) (q_pos (parts j)) (q_eyes (parts j)) (q_replies (parts j)).
Lemma piece_gives_ok P p l e r R : known_to R -> piece_gives P p = Some (l, e, r) -> r <= R -> gives (s l) P e r.
Proof.
  intros Kn. destruct p as [l' e'|j]; simpl.
  - destruct (on_board l' && _ && _ && _) eqn:C; [|discriminate]. intros H _. inversion H; subst. rewrite !andb_true_iff, forallb_forall, Nat.leb_le, orb_true_iff, Nat.eqb_eq, has_near_empty_ok in C.
    destruct C as [[[C1 C2] C3] C4]. assert (forall i, s l i = true -> near b (s l) i /\ get P i <> me) as A.
    { intros i Hi. apply s_ok in Hi. specialize (C2 i Hi). rewrite andb_true_iff, is_near_ok, negb_true_iff in C2. destruct C2 as [X Y]. split; auto. intro G. apply ceq_ok in G. congruence. }
    apply G_near; auto.
    + now apply on_board_ok.
    + intros i Hi G. exfalso. eapply A; eauto.
    + intro L. destruct C4 as [->|]; auto. lia.
    + intros i Hi. now apply A.
  - destruct ((j <? Np) && _) eqn:C; [|discriminate]. intros H L. inversion H; subst. rewrite andb_true_iff, Nat.ltb_lt, forallb_forall in C. destruct C as [C1 C2].
    eapply gives_same; [apply Kn; auto|]. intros i Hi. apply s_ok in Hi. specialize (C2 i Hi). apply ceq_ok in C2. congruence.
Qed.
Lemma pieces_give_ok P R : known_to R -> forall ps l e r, r <= R -> pieces_give P l e r ps = true -> gives (s l) P e r.
Proof.
  intro Kn. induction ps as [|p ps IH]; simpl; intros l e r L.
  - rewrite andb_true_iff, Nat.eqb_eq. intros [H ->]. destruct l; [|discriminate]. apply G_near; try (intros i Hi; discriminate); lia.
  - destruct (piece_gives P p) as [[[l1 e1] r1]|] eqn:G; [|discriminate]. set (rest := filter (fun i => negb (memn i l1)) l). rewrite !andb_true_iff, forallb_forall, Nat.leb_le. intros [[H1 H2] H3].
    assert (Sep : forall i, In i l1 -> In i l /\ forall k, In k (adj b i) -> s rest k = false).
    { intros i Hi. specialize (H1 i Hi). rewrite andb_true_iff, memn_ok, forallb_forall in H1. destruct H1 as [X Y]. split; auto. intros k Hk. specialize (Y k Hk). now apply negb_true_iff in Y. }
    apply G_split with (s l1) (s rest) e1 (e - e1) r1 (r - r1); try lia.
    + split; [|split].
      * intro i. unfold rest. rewrite s_filter. unfold s. apply eq_true_iff_eq. rewrite orb_true_iff, andb_true_iff, negb_true_iff, !memn_ok, memn_not. split.
        { intro H. destruct (in_dec Nat.eq_dec i l1); auto. }
        { intros [H|[H _]]; auto. now apply Sep. }
      * intros i Hi. unfold rest. rewrite s_filter. unfold s in *. rewrite Hi. apply andb_false_r.
      * intros i k Hi Hk. apply s_ok in Hi. now apply (Sep i Hi).
    + eapply piece_gives_ok; eauto. lia.
    + apply IH; auto. lia.
Qed.
Lemma wall_same l P : in_board b (s l) -> same (s l) P (wall l P).
Proof. intros B i Hi. unfold wall. rewrite get_tab by auto. unfold s in Hi. now rewrite Hi. Qed.
Lemma wall_shut l P c : in_board b (s l) -> inner b me (s l) P -> shut b (s l) (wall l P) c.
Proof.
  intros B I j k Dj Gj Hk. destruct (s l k) eqn:X; auto. right. assert (k < n) as Hkn by now apply (adj_in b bok) in Hk.
  assert (get (wall l P) k = me) as Gk by (unfold wall; rewrite get_tab by auto; unfold s in X; now rewrite X). rewrite Gk. split; auto. intro Y.
  rewrite <- wall_same in Gj by auto. rewrite (I j Dj (eq_trans Gj (eq_sym Y)) k Hk) in X. discriminate.
Qed.
Lemma reply_makes_ok l P e r a R : in_board b (s l) -> inner b me (s l) P -> known_to R -> r <= R -> reply_makes l P e r a = true -> makes (s l) P e r.
Proof.
  intros B I Kn L. unfold reply_makes. set (x := r_stone a). rewrite !andb_true_iff, memn_ok, ceq_ok. intros [[Dx Ex] H]. apply s_ok in Dx.
  assert (get (wall l P) x = E) as Ew by (rewrite <- wall_same; auto).
  assert (A : after b (s l) P x me (capture b (put b (wall l P) x me) op)).
  { eapply after_same; [exact B|apply same_sym; now apply wall_same|]. apply after_local; auto. now apply wall_shut. }
  set (T := capture b (put b (wall l P) x me) op) in *.
  assert (get T x = me) as Tx by (apply (A x Dx); auto).
  assert (CI : forall i, In i (chain_in l T x) <-> conn_in b (s l) T x i) by (intro i; apply chain_in_ok; auto; congruence).
  destruct (existsb (is_near l) (chain_in l T x)) eqn:Nr.
  - apply existsb_exists in Nr as (i & Hi & Ni). apply CI in Hi. apply is_near_ok in Ni.
    apply M_near with x T (s (filter (fun i => negb (memn i (chain_in l T x))) l)); auto; [eauto| |eapply pieces_give_ok; eauto].
    split; intros k; rewrite s_filter.
    + intro X. now apply andb_true_iff in X.
    + intros ->. cbn [andb]. rewrite negb_false_iff, memn_ok. apply CI.
  - apply andb_true_iff in H as [H1 H2]. apply M_far with x T; auto.
    + intros i Ci Ni. apply CI in Ci. apply is_near_ok in Ni. assert (existsb (is_near l) (chain_in l T x) = true) by (apply existsb_exists; eauto). congruence.
    + apply has_liberty_ok; auto. congruence.
    + eapply pieces_give_ok; eauto.
Qed.
Lemma opE2 : op <> E. Proof. destruct me; simpl; congruence. Qed.
Lemma parts_give : forall R, known_to R.
Proof.
  induction R as [|R IH]; intros j Hj L; pose proof (parts_ok j Hj) as C; unfold check_part in C; rewrite !andb_true_iff in C; destruct C as [[[C1 C2] C3] C4]; destruct (q_replies (parts j)) as [|r] eqn:Er; try discriminate; [lia|].
  apply on_board_ok in C1. apply is_inner_ok in C2. apply andb_true_iff in C4 as [C4 C5]. rewrite forallb_forall in C5. rewrite orb_true_iff, Nat.eqb_eq, has_near_empty_ok in C3.
  apply G_play; auto.
  - intro Le. destruct C3 as [X|X]; auto. lia.
  - eapply reply_makes_ok; [exact C1|exact C2|exact IH|lia|exact C4].
  - intros x Dx Ex Le. apply s_ok in Dx. specialize (C5 x Dx). apply ceq_ok in Ex. rewrite Ex in C5. cbn [negb orb] in C5. rewrite andb_true_iff, orb_true_iff, Nat.leb_le, has_near_empty_ok in C5. destruct C5 as [[X|X] _]; auto. lia.
  - intros x T Dx Ex A F. pose proof Dx as Dx'. apply s_ok in Dx'. specialize (C5 x Dx'). pose proof Ex as Ex'. apply ceq_ok in Ex'. rewrite Ex' in C5. cbn [negb orb] in C5. apply andb_true_iff in C5 as [_ C5].
    set (l := q_set (parts j)) in *. set (P := q_pos (parts j)) in *. set (T0 := capture b (put b (wall l P) x op) me) in *.
    assert (same (s l) T T0) as S.
    { assert (after b (s l) (wall l P) x op T) as A' by (eapply after_same; [exact C1|now apply wall_same|exact A]).
      apply after_only in A'; auto using opE2; [|now apply wall_shut|rewrite <- wall_same; auto]. rewrite opp_opp in A'. exact A'. }
    assert (get T0 x = op) as Tx by (rewrite <- S by auto; now apply A).
    assert (free_in b (s l) T0 x) as F0 by (eapply free_in_same; eauto).
    apply has_liberty_ok in F0; auto; [|rewrite Tx; apply opE2]. rewrite F0 in C5. cbn [negb orb] in C5.
    eapply makes_same; [exact C1| |apply same_sym; exact S]. eapply reply_makes_ok; [exact C1| |exact IH| |exact C5]; [|lia].
    intros i Di G. apply C2; auto. assert (get T i = me) as Gt by (rewrite S; auto). eapply after_op_mine; eauto.
Qed.

(** Settled positions. *)
Definition check_settled (z : settled_) : bool :=
  let P := s_pos z in let K := s_chains z in let V := concat (s_parts z) in let D := s_rest z in
  (length P =? n) && legalb b P &&
  forallb (fun i => (i <? n) && ceq (get P i) me && forallb (fun k => negb (ceq (get P k) me) || memn k K) (adj b i)) K &&
  forallb (fun R => forallb (fun x => (x <? n) && negb (memn x K) && negb (memn x D) && existsb (fun k => memn k K) (adj b x) && forallb (fun k => memn k R || memn k K) (adj b x)) R) (s_parts z) &&
  forallb (fun x => (x <? n) && negb (memn x K) && forallb (fun k => memn k D || memn k K) (adj b x)) D &&
  is_inner D P && pieces_give P D (s_eyes z) (s_replies z) (s_pieces z) &&
  (if 2 <=? s_eyes z then match K with [] => false | i :: _ => let chain := part b P i in forallb (fun k => memn k chain) K end
   else forallb (fun i => let chain := part b P i in
          let vs := filter (fun R => negb (is_nil R) && forallb (fun x => existsb (fun k => memn k chain) (adj b x)) R) (s_parts z) in existsb (fun R => existsb (disjointb R) vs) vs) K) &&
  nodupb (K ++ V ++ D) && enough (length (K ++ V ++ D)).
Lemma number_list l : NoDup l -> (forall i, In i l -> i < n) -> number_of b (s l) = length l.
Proof.
  intros Nd Lt. unfold number_of. assert (length (filter (s l) (seq 0 n)) <= length l) as A.
  { apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|]. intros i Hi. apply filter_In in Hi as [_ Hi]. now apply s_ok. }
  assert (length l <= length (filter (s l) (seq 0 n))) as B.
  { apply NoDup_incl_length; auto. intros i Hi. apply filter_In. split; [apply in_seq; specialize (Lt i Hi); lia|now apply s_ok]. }
  lia.
Qed.
Lemma nodup_parts (A D : list nat) : NoDup (A ++ D) -> NoDup A /\ NoDup D.
Proof.
  induction A as [|x A IH]; simpl; intro H; [split; [constructor|auto]|]. inversion H; subst. destruct (IH H3). split; auto. constructor; auto.
  intro X. apply H2. apply in_or_app. auto.
Qed.
Lemma check_settled_ok z : check_settled z = true -> length (s_pos z) = n /\
  exists K V D e, plan b me enough (s_pos z) K V D e (s_replies z).
Proof.
  unfold check_settled. set (P := s_pos z). set (K := s_chains z). set (V := concat (s_parts z)). set (D := s_rest z). rewrite !andb_true_iff, Nat.eqb_eq, !forallb_forall.
  intros (((((((((Ln & Lg) & CK) & CV) & CD) & In_) & Pg) & Sf) & Nd) & En). split; auto. exists (s K), (s V), (s D), (s_eyes z).
  apply nodupb_ok in Nd. destruct (nodup_parts _ _ Nd) as [NK NVD]. destruct (nodup_parts _ _ NVD) as [NV ND].
  assert (HK : forall i, In i K -> i < n /\ get P i = me /\ forall k, In k (adj b i) -> get P k = me -> In k K).
  { intros i Hi. specialize (CK i Hi). rewrite !andb_true_iff, Nat.ltb_lt, ceq_ok, forallb_forall in CK. destruct CK as [[A1 A2] A3]. repeat split; auto.
    intros k Hk G. specialize (A3 k Hk). apply ceq_ok in G. rewrite G in A3. now apply memn_ok. }
  assert (HV : forall R, In R (s_parts z) -> forall x, In x R -> x < n /\ ~ In x K /\ ~ In x D /\ (exists k, In k (adj b x) /\ In k K) /\ forall k, In k (adj b x) -> In k R \/ In k K).
  { intros R HR x Hx. specialize (CV R HR). rewrite forallb_forall in CV. specialize (CV x Hx). rewrite !andb_true_iff, Nat.ltb_lt, !negb_true_iff, !memn_not, forallb_forall, existsb_exists in CV.
    destruct CV as [[[[A1 A2] A2'] (k & A3 & A4)] A5]. repeat split; auto; [exists k; split; auto; now apply memn_ok|]. intros l Hl. specialize (A5 l Hl). rewrite orb_true_iff, !memn_ok in A5. auto. }
  assert (HD : forall x, In x D -> x < n /\ ~ In x K /\ forall k, In k (adj b x) -> In k D \/ In k K).
  { intros x Hx. specialize (CD x Hx). rewrite !andb_true_iff, Nat.ltb_lt, negb_true_iff, memn_not, forallb_forall in CD. destruct CD as [[A1 A2] A3]. repeat split; auto.
    intros k Hk. specialize (A3 k Hk). rewrite orb_true_iff, !memn_ok in A3. auto. }
  assert (InV : forall x, In x V <-> exists R, In R (s_parts z) /\ In x R) by (intro x; unfold V; rewrite in_concat; tauto).
  split; [split|].
  - now apply legalb_ok.
  - intros i Hi. apply s_ok in Hi. destruct (HK i Hi) as (A1 & A2 & A3). split; auto. split; auto. intros k Hk G. apply s_ok. auto.
  - intros i Hi. apply s_ok in Hi. apply InV in Hi as (R & HR & Hx). destruct (HV R HR i Hx) as (A1 & A2 & A3 & (k & A4 & A5) & A6). rewrite !s_not. split; auto. split; auto. split; auto.
    split; [exists k; split; auto; now apply s_ok|]. intros l Hl. rewrite !s_ok. destruct (A6 l Hl); auto. left. apply InV. eauto.
  - intros i Hi. apply s_ok in Hi. destruct (HD i Hi) as (A1 & A2 & A3). rewrite s_not. split; auto. split; auto. intros k Hk. rewrite !s_ok. auto.
  - now apply is_inner_ok.
  - destruct (2 <=? s_eyes z) eqn:E2.
    + left. apply Nat.leb_le in E2. split; auto. intros i j Ki Kj. apply s_ok in Ki. apply s_ok in Kj. destruct K as [|k0 K'] eqn:EK; [destruct Ki|]. rewrite forallb_forall in Sf.
      assert (k0 < n) as Hk0 by (apply HK; simpl; auto). assert (forall k, In k (k0 :: K') -> Conn b P k0 k) as C by (intros k Hk; apply part_spec; auto; apply memn_ok; auto).
      eapply conn_trans; [apply conn_sym; [exact bok|exact Hk0|apply C; exact Ki]|apply C; exact Kj].
    + right. intros i Ki. apply s_ok in Ki. rewrite forallb_forall in Sf. specialize (Sf i Ki). apply existsb_exists in Sf as (R1 & H1 & A). apply existsb_exists in A as (R2 & H2 & A).
      apply filter_In in H1 as [H1 V1]. apply filter_In in H2 as [H2 V2]. exists (s R1), (s R2).
      assert (i < n) as Hin by now apply HK.
      assert (forall R, In R (s_parts z) -> negb (is_nil R) && forallb (fun x => existsb (fun k => memn k (part b P i)) (adj b x)) R = true -> eye_of b P (s K) (s V) i (s R)) as T.
      { intros R HR Vt. apply andb_true_iff in Vt as [Vn Vt]. rewrite forallb_forall in Vt. split.
        - destruct R as [|x R]; [discriminate|]. exists x. apply s_ok. simpl. auto.
        - intros x Rx. apply s_ok in Rx. destruct (HV R HR x Rx) as (_ & _ & _ & _ & A6). split; [apply s_ok, InV; eauto|]. split; [intros k Hk; rewrite !s_ok; auto|].
          specialize (Vt x Rx). apply existsb_exists in Vt as (k & Hk & M). exists k. split; auto. apply memn_ok in M. now apply part_spec in M. }
      split; [now apply T|]. split; [now apply T|]. intros x X1. apply s_ok in X1. apply s_not. unfold disjointb in A. rewrite forallb_forall in A. specialize (A x X1). now rewrite negb_true_iff, memn_not in A.
  - rewrite !number_list; auto.
    + rewrite <- Nat.add_assoc, <- !app_length. exact En.
    + intros i Hi. now apply HD.
    + intros i Hi. apply InV in Hi as (R & HR & Hx). eapply HV; eauto.
    + intros i Hi. now apply HK.
  - eapply pieces_give_ok; [apply parts_give|apply le_n|exact Pg].
Qed.
End Settled.
