(** Bounded certificates under basic ko, where games may go on for ever: the prover forces an end, as no state comes back, and as in a settled
    position there is ever less to do. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Symmetry Life Usual Stood Bounded Strategy Legal Retake Replies Plan Settled Graph.

Fixpoint sum (l : list nat) : nat := match l with [] => 0 | x :: l => x + sum l end.
Lemma sum_less l : forall l', no_less l l' = true -> some_more l l' = true -> sum l' < sum l.
Proof.
  assert (Le : forall l l', no_less l l' = true -> sum l' <= sum l).
  { clear. induction l as [|x l IH]; intros [|y l']; simpl; try discriminate; auto. rewrite andb_true_iff, Nat.leb_le. intros [A B]. specialize (IH _ B). lia. }
  induction l as [|x l IH]; intros [|y l']; simpl; try discriminate. rewrite andb_true_iff, orb_true_iff, Nat.leb_le, Nat.ltb_lt. intros [A B] [C|C].
  - specialize (Le _ _ B). lia.
  - specialize (IH _ B C). lia.
Qed.

Section Basic.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.
Variable su : suicide.
Variable c : bool * Z.
Notation me := (me c).
Notation op := (opp me).
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
Variable P0 : pos.
Variable c0 : color.
Variable o0 : out.
Hypothesis ok : check_graph b su c syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P0 c0 o0 = true.
Notation h g := (past_moves g).
Notation img := (img b).
Notation is_at := (is_at b syms tbl N).

(** What the graph has to meet besides: each move lowers a rank, and kos are those of the rules. *)
Definition same_ko (x y : option nat) : bool := match x, y with None, None => true | Some i, Some j => i =? j | _, _ => false end.
Definition lowers (s : state) (o : out) (f : state -> sym -> bool) : bool :=
  match o with
  | To q k g => match nth_error (states (tbl q)) k with Some s' => some_more (ranks s) (ranks s') && f s' (sy syms g) | None => false end
  | _ => true
  end.
Definition basic_state (P : pos) (s : state) : bool :=
  match kop s with Some i => i <? n | None => true end &&
  if mine s then
    match mv s with
    | Some p => negb (same_ko (kop s) (Some p)) &&
        match place b su P p me with
        | Some Q => lowers s (next s) (fun s' g => match kop s' with None => true | Some i => same_ko (ko b P Q p me) (Some (sto g i)) end)
        | None => false
        end
    | None => lowers s (next s) (fun _ _ => true)
    end
  else
    lowers s (next s) (fun _ _ => true) &&
    forallb (fun p => match place b su P p op with
                      | None => true
                      | Some Q => same_ko (kop s) (Some p) || lowers s (outs s p) (fun s' g => same_ko (ko b P Q p op) (option_map (sto g) (kop s')))
                      end) (seq 0 n).
Definition check_basic : bool :=
  is_forbidden su && check_up_to (fun q => legalb b (epos (tbl q)) && forallb (basic_state (epos (tbl q))) (states (tbl q))) N.
Hypothesis okb : check_basic = true.
Lemma forbidden : su = Forbidden.
Proof. unfold check_basic in okb. apply andb_true_iff in okb as [F _]. now apply su_forbidden. Qed.
Lemma basic_ok q : q < N -> legal b (epos (tbl q)) /\ forall s, In s (states (tbl q)) -> basic_state (epos (tbl q)) s = true.
Proof.
  intro H. unfold check_basic in okb. apply andb_true_iff in okb as [_ C]. pose proof (check_up_to_ok _ _ C q H) as X. cbn beta in X. apply andb_true_iff in X as [L F]. split; [now apply legalb_ok|].
  rewrite forallb_forall in F. exact F.
Qed.
Lemma kop_lt q s i : q < N -> In s (states (tbl q)) -> kop s = Some i -> i < n.
Proof.
  intros Hq Is Ki. destruct (basic_ok q Hq) as [_ Bs]. specialize (Bs s Is). unfold basic_state in Bs. rewrite Ki in Bs. apply andb_true_iff in Bs as [Bs _]. now apply Nat.ltb_lt.
Qed.
Lemma grp' : is_group b syms = true. Proof. eapply grp; eauto. Qed.
Lemma checked' : check_entries b su c syms tbl N (spos stl) M (kpos ktl) K end2 no_ko natural N = true.
Proof. eapply ok_parts in ok as (_ & _ & C & _). exact C. Qed.
Lemma same_ko_ok x y : same_ko x y = true <-> x = y.
Proof. destruct x, y; simpl; rewrite ?Nat.eqb_eq; split; congruence. Qed.
Lemma legal_img x P : In x syms -> legal b P -> legal b (img x P).
Proof.
  intros Hx L i Hi Ne. pose proof (sym_ok b syms grp' x Hx) as A. destruct (A i Hi) as (_ & Hj & _ & Sj & _).
  pose proof (moveP_Img b _ _ false P A) as I. change (moveP b (sba x) false P) with (img x P) in I.
  assert (get (img x P) i = get P (sba x i)) as G by (rewrite <- Sj at 1; apply (I (sba x i) Hj)).
  apply free_spec; auto. rewrite <- Sj. rewrite (free_move b bok (sto x) (sba x) false P) by auto. apply free_spec; auto. apply L; auto. congruence.
Qed.
Lemma sure_legal a P : length P = n -> Sure_ b su c syms most_replies (a, P) -> legal b P.
Proof.
  intros LP (_ & x & Hx & K1 & V & D & e & r & [F _] & _). destruct (sym_inv b syms grp' x Hx) as (y & Hy & I). cbn [snd] in F. rewrite <- (I P LP). apply legal_img; auto. apply F.
Qed.
Lemma leads_lower s Q o f fb g : In g syms -> leads b syms tbl N (spos stl) M (kpos ktl) K s Q o f = true -> lowers s o fb = true ->
  (exists q s' x g', is_at (img g Q) q x /\ In s' (states (tbl q)) /\ mine s' = negb (mine s) /\ sum (ranks s') < sum (ranks s) /\ f q s' g' = true /\ fb s' g' = true /\
     In g' syms /\ forall i, i < n -> sto x i = sto g (sto g' i)) \/
  (exists j x, j < M /\ In x syms /\ img g Q = img x (spos stl j)) \/
  (exists j x, j < K /\ In x syms /\ img g Q = img x (kpos ktl j)).
Proof.
  intros Hg. assert (In_sy : forall i, i <? length syms = true -> In (sy syms i) syms) by (intros i Hi; apply nth_In; now apply Nat.ltb_lt).
  destruct o as [|q k y|j y|j y|]; simpl; try discriminate; rewrite !andb_true_iff, Nat.ltb_lt, peqb_ok; intros H Lw.
  - destruct H as [[[Hq Hy] EQ] H]. left. destruct (nth_error _ k) as [s'|] eqn:Nt; [|discriminate]. rewrite !andb_true_iff, eqb_true_iff in H. destruct H as [[H1 H2] H3]. apply andb_true_iff in Lw as [L1 L2].
    destruct (sym_comp b syms grp' g (sy syms y) Hg (In_sy _ Hy)) as (x & Hx & Sx & Cx). exists q, s', x, (sy syms y). subst Q.
    split; [split; [auto|split; [auto|now rewrite Cx]]|]. split; [eapply nth_error_In; eauto|]. split; auto. split; [now apply sum_less|]. auto.
  - destruct H as [[Hj Hy] EQ]. right; left. destruct (sym_comp b syms grp' g (sy syms y) Hg (In_sy _ Hy)) as (x & Hx & Sx & Cx). exists j, x. subst Q. rewrite Cx. auto.
  - destruct H as [[Hj Hy] EQ]. right; right. destruct (sym_comp b syms grp' g (sy syms y) Hg (In_sy _ Hy)) as (x & Hx & Sx & Cx). exists j, x. subst Q. rewrite Cx. auto.
Qed.

(** The rules. *)
Variable r : rules.
Variable k : nat.
Hypothesis r_usual : usual r = true.
Hypothesis r_suicide : clause_suicide r = su.
Hypothesis r_ban : clause_ban r = NoBan.
Hypothesis r_occurs : clause_occurs r <> ProducedKo.
Hypothesis r_none : clause_initialised_twice r = false /\ clause_disturbed_twice r = false /\ clause_declined r = false /\ clause_second_pass r = false.
Hypothesis r_basic : clause_basic_ko r = true.
Hypothesis r_draw : clause_draw r = NoDraw.
Hypothesis r_score : clause_scoring r = ScoreArea.
Hypothesis r_row : clause_passes_in_a_row r = Some k.
Hypothesis r_two : 2 <= k.
Hypothesis r_end2 : end2 = true -> k = 2.
Notation base := (base b c r).
Notation forces := (forces b r c).
Notation wins := (wins b r c).
Notation sure z := (Sure_ b su c syms most_replies z).
Notation keep := (keep b su c syms).
Notation tv := (tv b c).

Lemma row2 : forall k', clause_passes_in_a_row r = Some k' -> 2 <= k'. Proof. rewrite r_row. intros k' E'. inversion E'; subst. exact r_two. Qed.
Lemma end2' : end2 = true -> clause_passes_in_a_row r = Some 2. Proof. intro H. rewrite r_row. now rewrite r_end2. Qed.
Lemma init' : clause_initialised_twice r = true -> exists k', clause_passes_in_a_row r = Some k' /\ k' <= 3. Proof. destruct r_none as (H & _). congruence. Qed.
Lemma not_barred g Q : barred b r g Q = false.
Proof.
  destruct r_none as (H1 & H2 & H3 & _). rewrite (barred_usual b r r_usual). unfold usually_barred. rewrite r_ban, H1, H2, H3. destruct (clause_occurs r); auto. congruence.
Qed.
Lemma me_op' : me <> op. Proof. unfold Bounded.me. destruct (fst c); simpl; congruence. Qed.
Lemma meE' : me <> E. Proof. unfold Bounded.me. destruct (fst c); congruence. Qed.
Lemma good_tv' P : tv P = true -> good c (worth b r P).
Proof. unfold Bounded.tv, good. rewrite worth_usual, r_score by exact r_usual. destruct (fst c); apply Z.leb_le. Qed.
Lemma his g : his_turn c g <-> turn g = me. Proof. unfold his_turn, Bounded.me. now destruct (fst c). Qed.
Notation pass_ g := (play_on g (Event (turn g) None (now g) (now g))).
Notation stone_ g p Q := (play_on g (Event (turn g) (Some p) (now g) Q)).
Lemma own_pass g : base g -> turn g = me -> tv (now g) = true -> (base (pass_ g) -> run (h g) + 1 < k -> forces (pass_ g)) -> forces g.
Proof.
  intros Bg Me V H. destruct (pass_usual b r r_usual g) as [o So].
  apply F_own with None o; [now apply his|exact So|]. pose proof So as So'. apply (pass_step b c end2 r r_usual r_draw row2 end2' init') in So' as [[-> _]|[-> Bn]]; auto; constructor; [now apply good_tv'|].
  apply H; auto. destruct Bn as (_ & R & _). specialize (R k r_row). cbn in R. lia.
Qed.
Lemma own_stone g p Q : base g -> turn g = me -> place b su (now g) p me = Some Q -> ko_taken b r (h g) <> Some p -> (base (stone_ g p Q) -> forces (stone_ g p Q)) -> forces g.
Proof.
  intros Bg Me Pl Kn H. assert (step b r g (Some p) = Some (inr (stone_ g p Q))) as St.
  { rewrite (step_usual b r r_usual) by apply Bg. unfold usual_step. rewrite r_suicide, Me, Pl, <- (barred_usual b r r_usual), not_barred. destruct (ko_taken b r (h g)) as [i|] eqn:Kt.
    - destruct (i =? p) eqn:Y; [apply Nat.eqb_eq in Y; congruence|]. unfold draw. now rewrite r_draw.
    - unfold draw. now rewrite r_draw. }
  apply F_own with (Some p) (inr (stone_ g p Q)); [now apply his|exact St|]. constructor. apply H.
  destruct (stone_step b su c r r_usual r_suicide r_draw row2 g p _ Bg St) as (Q2 & Pl2 & E2 & Bn2). rewrite Me, Pl in Pl2. inversion Pl2; subst. exact Bn2.
Qed.
(** At the opponent's turn each of his moves has an answer, or something is so of the game already. *)
Lemma opp_moves g (A : Prop) : base g -> turn g = op -> (1 <= run (h g) -> tv (now g) = true) ->
  (base (pass_ g) -> forces (pass_ g)) ->
  (forall p Q, place b su (now g) p op = Some Q -> ko_taken b r (h g) <> Some p -> base (stone_ g p Q) -> forces (stone_ g p Q) \/ A) -> forces g \/ A.
Proof.
  intros Bg Op V Hp Hs.
  assert (Each : forall m o, step b r g m = Some o -> wins o \/ A).
  { intros [p|] o So.
    - destruct (stone_step b su c r r_usual r_suicide r_draw row2 g p o Bg So) as (Q & Pl & -> & Bn). destruct (Hs p Q) as [F|]; auto.
      + now rewrite Op in Pl.
      + intro X. rewrite (step_usual b r r_usual) in So by apply Bg. unfold usual_step in So. rewrite r_suicide, Pl, X, Nat.eqb_refl in So. discriminate.
      + left. now constructor.
    - left. apply (pass_step b c end2 r r_usual r_draw row2 end2' init') in So as [[-> En]|[-> Bn]]; auto; constructor; auto. apply good_tv', V.
      destruct En as [En|(k' & Hk & Ek)]; [destruct r_none as (_ & _ & _ & S); rewrite S in En; discriminate|]. rewrite r_row in Hk. inversion Hk; subst. lia. }
  assert (forall l, (forall m o, In m l -> step b r g m = Some o -> wins o) \/ A) as X.
  { induction l as [|m l [H|H]]; auto; [left; intros m o []|]. destruct (step b r g m) as [o|] eqn:St; [destruct (Each m o St); auto|];
    left; intros m' o' [<-|Hm] St'; eauto; congruence. }
  destruct (X (moves b)) as [H|]; auto. left. apply F_opp; [rewrite his; intro Y; apply me_op'; congruence|]. intros m o So. eapply H; eauto. eapply step_moves; eauto.
Qed.
Lemma ko_none g e : is_pass e = true -> ko_taken b r (h (play_on g e)) = None.
Proof. unfold is_pass. cbn. destruct (at_ e); [discriminate|auto]. Qed.

(** Kept by passing. *)
Lemma keep_forces : forall d w g, room b me (now g) < w -> k - run (h g) <= d -> base g -> keep (now g) -> forces g.
Proof.
  assert (forall w d g, room b me (now g) < w -> k - run (h g) <= d -> base g -> keep (now g) -> forces g) as X; [|intros; eapply X; eauto].
  induction w as [|w IHw]; [intros; lia|]. induction d as [|d IHd]; intros g Hw Hd Bg Kp; pose proof Bg as (_ & R & Tn & _); specialize (R k r_row); [lia|].
  assert (tv (now g) = true) as V by (eapply keep_tv; eauto). destruct Tn as [Me|Op].
  - apply own_pass; auto. intros Bn R1. apply IHd; auto. cbn. lia.
  - destruct (opp_moves g False) as [|[]]; auto.
    + intro Bn. apply IHd; auto. cbn. lia.
    + intros p Q Pl _ Bn. left. apply IHw with k; auto; [|lia|].
      * change (now (stone_ g p Q)) with Q. pose proof Pl as Pl'. rewrite forbidden in Pl'. pose proof (room_stone b me meE' _ _ _ Pl'). lia.
      * change (now (stone_ g p Q)) with Q. eapply keep_stone; eauto.
Qed.

(** Settled. *)
Definition from_sure (a : nat) : Prop := forall g, base g -> turn g = op -> sure (a, now g) -> (1 <= run (h g) -> tv (now g) = true) -> forces g.
Definition retakes (a : nat) (g : game) : Prop :=
  exists i Q' a', ko_taken b r (h g) = Some i /\ place b su (now g) i me = Some Q' /\ a' < a /\ sure (a', Q').
Lemma reply_sure a g : (forall a', a' < a -> from_sure a') -> base g -> turn g = me -> sure (a, now g) \/ less_to_do b su c syms most_replies a (now g) ->
  (tv (now g) = true -> sure (a, now g) -> base (pass_ g) -> forces (pass_ g)) -> forces g \/ retakes a g.
Proof.
  intros IH Bg Me S Hp.
  assert (less_to_do b su c syms most_replies a (now g) -> forces g \/ retakes a g) as L.
  { intros (p & Q' & a' & Pl & La & S').
    assert (ko_taken b r (h g) = Some p \/ ko_taken b r (h g) <> Some p) as [Kt|Kt].
    { destruct (ko_taken b r (h g)) as [i|]; [destruct (Nat.eq_dec i p); [left|right]; congruence|right; congruence]. }
    - right. exists p, Q', a'. auto.
    - left. eapply own_stone; eauto. intro Bn. apply (IH a' La); auto; [change (turn (stone_ g p Q')) with (opp (turn g)); congruence|]. cbn. lia. }
  destruct S as [S|S]; auto. destruct (tv (now g)) eqn:V; [left; now apply own_pass; auto|]. apply L. eapply Sure_own; eauto.
Qed.
Lemma after_opp a P g p Q : (forall a', a' < a -> from_sure a') -> base g -> turn g = op -> now g = P -> legal b P -> place b su P p op = Some Q -> base (stone_ g p Q) ->
  sure (a, Q) \/ less_to_do b su c syms most_replies a Q ->
  (tv Q = true -> sure (a, Q) -> base (pass_ (stone_ g p Q)) -> forces (pass_ (stone_ g p Q))) ->
  forces (stone_ g p Q) \/ exists a', a' < a /\ sure (a', P).
Proof.
  intros IH Bg Op En L Pl Bn S Hp. set (g' := stone_ g p Q) in *. assert (turn g' = me) as Me by (change (turn g') with (opp (turn g)); rewrite Op; apply opp_opp).
  destruct (reply_sure a g' IH Bn Me S Hp) as [|(i & Q' & a' & Kt & Pl' & La & S')]; auto. right. exists a'. split; auto.
  replace P with Q'; auto. unfold ko_taken in Kt. cbn [g' play_on past_moves at_ before Rules.after who] in Kt. rewrite r_basic, Op, En in Kt. unfold ko in Kt. apply find_some in Kt as [_ Kt].
  rewrite forbidden in Pl, Pl'. change (now g') with Q in Pl'. assert (length P = n) as LP by (rewrite <- En; apply Bg).
  eapply (ko_retake b bok P p op Q i Q'); eauto; [|now rewrite opp_opp]. intro X. apply meE'. destruct me; simpl in X; congruence.
Qed.
Lemma sure_forces : forall a, from_sure a.
Proof.
  induction a as [a IHa] using lt_wf_ind.
  assert (forall w d g, room b me (now g) < w -> k - run (h g) <= d -> base g -> turn g = op -> sure (a, now g) -> (1 <= run (h g) -> tv (now g) = true) -> forces g) as X;
    [|intros g Bg Op S V; eapply X; eauto].
  induction w as [|w IHw]; [intros; lia|]. induction d as [|d IHd]; intros g Hw Hd Bg Op S V; pose proof Bg as (_ & R & _ & LP); specialize (R k r_row); [lia|].
  destruct (opp_moves g (exists a', a' < a /\ sure (a', now g))) as [|(a' & La & S')]; auto.
  - intro Bn. assert (turn (pass_ g) = me) as Me by (change (turn (pass_ g)) with (opp (turn g)); rewrite Op; apply opp_opp).
    destruct (reply_sure a (pass_ g)) as [|(i & Q' & a' & Kt & _)]; auto.
    + intros Vp _ Bn2. apply IHd; auto.
      * cbn. lia.
      * change (turn (pass_ (pass_ g))) with (opp (turn (pass_ g))). congruence.
    + rewrite ko_none in Kt by reflexivity. discriminate.
  - intros p Q Pl _ Bn. apply (after_opp a (now g)); auto.
    + eapply sure_legal; eauto.
    + eapply Sure_stone; eauto.
    + intros Vq Sq Bn2. apply IHw with k; auto.
      * change (now (pass_ (stone_ g p Q))) with Q. pose proof Pl as Pl'. rewrite forbidden in Pl'. pose proof (room_stone b me meE' _ _ _ Pl'). lia.
      * lia.
      * change (turn (pass_ (stone_ g p Q))) with (opp (opp (turn g))). now rewrite opp_opp.
  - apply (IHa a' La); auto.
Qed.

(** In the graph. *)
Definition in_state (g : game) (q : nat) (x : sym) (s : state) : Prop :=
  is_at (now g) q x /\ In s (states (tbl q)) /\ turn g = (if mine s then me else op) /\ after_pass s = (1 <=? run (h g)) /\
  (mine s = false -> forall i, kop s = Some i -> ko_taken b r (h g) = Some (sto x i)) /\
  (mine s = true -> ko_taken b r (h g) = option_map (sto x) (kop s)) /\ (mine s = false -> after_pass s = true -> tv (now g) = true).
Lemma no_ko_after_pass q s : q < N -> In s (states (tbl q)) -> after_pass s = true -> kop s = None.
Proof.
  intros Hq Is Ap. pose proof (state_checked b su c syms tbl N (spos stl) M (kpos ktl) K end2 no_ko natural checked' q s Hq Is) as C. unfold check_state in C. destruct (kop s); auto. rewrite Ap in C. discriminate.
Qed.
Lemma sure_spos g j x : base g -> turn g = op -> run (h g) = 0 -> j < M -> In x syms -> now g = img x (spos stl j) -> forces g.
Proof.
  intros Bg Op R0 Hj Hx En. destruct (Sure_start b su c bok syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P0 c0 o0 ok j x Hj Hx) as (a & _ & S).
  apply (sure_forces a); auto; [now rewrite En|lia].
Qed.
Lemma kept_kpos g j x : base g -> j < K -> In x syms -> now g = img x (kpos ktl j) -> forces g.
Proof.
  intros Bg Hj Hx En. eapply keep_forces; eauto. eapply keepb_ok; eauto; [apply Bg|]. rewrite En. now apply keep_start.
Qed.
Theorem graph_forces_basic : forall w d g q x s, sum (ranks s) < w -> k - run (h g) <= d -> base g -> in_state g q x s -> forces g.
Proof.
  induction w as [|w IHw]; [intros; lia|]. induction d as [|d IHd]; intros g q x s Hw Hd Bg In_; pose proof Bg as (_ & R & _ & LP); specialize (R k r_row); [lia|].
  destruct In_ as (At & Is & Tn & Ap & Ko1 & Ko2 & V). pose proof At as (Hq & Hx & En).
  pose proof (state_checked b su c syms tbl N (spos stl) M (kpos ktl) K end2 no_ko natural checked' q s Hq Is) as C. unfold check_state in C. apply andb_true_iff in C as [_ C].
  destruct (basic_ok q Hq) as [Le Bs]. specialize (Bs s Is). unfold basic_state in Bs. apply andb_true_iff in Bs as [_ Bs].
  assert (Lg : legal b (now g)) by (rewrite En; now apply legal_img).
  (* after a pass *)
  assert (Ps : forall f o, leads b syms tbl N (spos stl) M (kpos ktl) K s (epos (tbl q)) o f = true -> lowers s o (fun _ _ => true) = true -> (forall q' s' g', f q' s' g' = true -> after_pass s' = true) ->
    (mine s = true -> tv (now g) = true) -> base (pass_ g) -> forces (pass_ g)).
  { intros f o L1 L2 Fa Vp Bn. destruct (leads_lower s _ o f _ x Hx L1 L2) as [(q' & s' & y & g' & H1 & H2 & H3 & H4 & H5 & _ & H7 & H8)|[(j & y & Hj & Hy & E1)|(j & y & Hj & Hy & E1)]].
    - rewrite <- En in H1. apply (IHw k (pass_ g) q' y s'); auto; [lia|lia|]. split; [exact H1|]. split; [exact H2|].
      split; [change (turn (pass_ g)) with (opp (turn g)); rewrite Tn, H3; destruct (mine s); simpl; auto using opp_opp|]. rewrite (Fa _ _ _ H5). split; [reflexivity|].
      assert (kop s' = None) as Kn by (apply (no_ko_after_pass q' s'); [apply H1|exact H2|eapply Fa; exact H5]). rewrite Kn. split; [intros; discriminate|]. split; [intros _; now rewrite ko_none|].
      intros Ms _. rewrite H3 in Ms. apply negb_false_iff in Ms. auto.
    - (* settled, after a pass on it *)
      destruct (Sure_start b su c bok syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P0 c0 o0 ok j y Hj Hy) as (a & _ & S). rewrite <- E1, <- En in S.
      destruct (mine s) eqn:Ms.
      + apply (sure_forces a); auto. change (turn (pass_ g)) with (opp (turn g)). congruence.
      + assert (turn (pass_ g) = me) as Me by (change (turn (pass_ g)) with (opp (turn g)); rewrite Tn; apply opp_opp).
        destruct (reply_sure a (pass_ g)) as [|(i & Q' & a' & Kt & _)]; auto.
        * intros; apply sure_forces.
        * intros Vn _ Bn2. apply (sure_forces a); auto. change (turn (pass_ (pass_ g))) with (opp (turn (pass_ g))). congruence.
        * rewrite ko_none in Kt by reflexivity. discriminate.
    - apply (kept_kpos (pass_ g) j y); auto. change (now (pass_ g)) with (now g). now rewrite En. }
  destruct (mine s) eqn:Ms; cbn iota in Tn.
  - destruct (mv s) as [p|] eqn:Mv.
    + destruct (place b su (epos (tbl q)) p me) as [Q|] eqn:Pl; [|discriminate]. apply andb_true_iff in Bs as [Bk Bs]. pose proof (place_lt _ _ _ _ _ _ Pl) as Hp.
      pose proof (img_place b bok su c syms grp' x (epos (tbl q)) p me Hx Hp) as Pl'. rewrite Pl in Pl'. simpl in Pl'. rewrite <- En in Pl'.
      apply (own_stone g (sto x p) (img x Q)); auto.
      * rewrite (Ko2 eq_refl). intro X. destruct (kop s) as [i|] eqn:Ki; [|discriminate]. simpl in X. inversion X as [Y]. pose proof (sym_ok b syms grp' x Hx) as Ax.
        pose proof (kop_lt q s i Hq Is Ki) as Hi. pose proof (s_inj b (sto x) (sba x) i p Ax Hi Hp) as Z. rewrite Y, Nat.eqb_refl in Z. symmetry in Z. apply Nat.eqb_eq in Z. subst i.
        simpl in Bk. rewrite Nat.eqb_refl in Bk. discriminate.
      * intro Bn. destruct (leads_lower s Q _ _ _ x Hx C Bs) as [(q' & s' & y & g' & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8)|[(j & y & Hj & Hy & E1)|(j & y & Hj & Hy & E1)]].
        { rewrite !andb_true_iff, negb_true_iff in H5. destruct H5 as [[H5 _] _]. apply (IHw k _ q' y s'); auto; [lia|lia|]. rewrite Ms in H3. simpl in H3.
          split; [exact H1|]. split; [exact H2|]. rewrite H3. split; [change (turn (stone_ g (sto x p) (img x Q))) with (opp (turn g)); congruence|].
          split; [rewrite H5; reflexivity|]. split; [|split; [intros; discriminate|intros _ X; congruence]]. intros _ i Ki. rewrite Ki in H6. apply same_ko_ok in H6.
          unfold ko_taken. cbn [play_on past_moves at_ before Rules.after who]. rewrite r_basic, Tn. pose proof (ko_move b bok (sto x) (sba x) false (epos (tbl q)) (img x (epos (tbl q))) Q (img x Q) p me
            (sym_ok b syms grp' x Hx) (moveP_Img b _ _ false _ (sym_ok b syms grp' x Hx)) (moveP_Img b _ _ false _ (sym_ok b syms grp' x Hx)) Hp) as Z. simpl in Z. rewrite <- En in Z. rewrite Z, H6. simpl. f_equal. symmetry. apply H8. eapply kop_lt; [apply H1|exact H2|exact Ki]. }
        { apply (sure_spos (stone_ g (sto x p) (img x Q)) j y); auto. change (turn (stone_ g (sto x p) (img x Q))) with (opp (turn g)). congruence. }
        { apply (kept_kpos (stone_ g (sto x p) (img x Q)) j y); auto. }
    + apply andb_true_iff in C as [Vp C]. assert (tv (now g) = true) as Vn by (rewrite En, (tv_img b bok c syms grp'); auto). apply own_pass; auto. intros Bn R1.
      apply orb_true_iff in C as [C|C].
      * exfalso. apply andb_true_iff in C as [Cp Ce]. rewrite Cp in Ap. symmetry in Ap. apply Nat.leb_le in Ap. specialize (r_end2 Ce). lia.
      * eapply Ps; eauto.
  - apply andb_true_iff in C as [Cp Cs]. apply andb_true_iff in Bs as [Bp Bs]. rewrite forallb_forall in Cs, Bs.
    assert (VV : 1 <= run (h g) -> tv (now g) = true) by (intro R1; apply V; auto; rewrite Ap; now apply Nat.leb_le).
    destruct (opp_moves g (exists a, sure (a, now g))) as [|(a & S)]; auto.
    + intro Bn. destruct (after_pass s) eqn:As.
      * (* the prover passes again *)
        assert (turn (pass_ g) = me) as Me by (change (turn (pass_ g)) with (opp (turn g)); rewrite Tn; apply opp_opp). apply own_pass; auto. intros Bn2 R1.
        apply (IHd _ q x s); auto; [cbn in *; lia|]. split; [exact At|]. split; [exact Is|]. rewrite Ms. split; [change (turn (pass_ (pass_ g))) with (opp (opp (turn g))); now rewrite opp_opp|].
        split; [rewrite As; reflexivity|]. rewrite (no_ko_after_pass q s Hq Is As). split; [intros; discriminate|]. split; [intros; discriminate|]. auto.
      * cbn [orb] in Cp. eapply Ps; eauto; congruence.
    + intros p Q Pl Kn Bn. pose proof (place_lt _ _ _ _ _ _ Pl) as Hp. pose proof (sym_ok b syms grp' x Hx) as Ax. destruct (Ax p Hp) as (_ & Hp' & _ & Sp & _).
      rewrite En, <- Sp in Pl. rewrite (img_place b bok su c syms grp' x _ _ op Hx Hp') in Pl.
      destruct (place b su (epos (tbl q)) (sba x p) op) as [Qc|] eqn:Pc; simpl in Pl; [|discriminate]. inversion Pl; subst Q. clear Pl.
      assert (In (sba x p) (seq 0 n)) as S by (apply in_seq; lia). specialize (Cs _ S). specialize (Bs _ S). cbn beta in Cs, Bs. rewrite Pc in Cs, Bs.
      destruct (same_ko (kop s) (Some (sba x p))) eqn:Sk.
      { exfalso. apply same_ko_ok in Sk. apply Kn. rewrite (Ko1 eq_refl _ Sk). now rewrite Sp. }
      cbn [orb] in Bs. assert (match kop s with Some i => i =? sba x p | None => false end = false) as Sk' by (destruct (kop s); auto). rewrite Sk' in Cs. cbn [orb] in Cs.
      assert (Tm : turn (stone_ g p (img x Qc)) = me) by (change (turn (stone_ g p (img x Qc))) with (opp (turn g)); rewrite Tn; apply opp_opp).
      destruct (leads_lower s Qc _ _ _ x Hx Cs Bs) as [(q' & s' & y & g' & H1 & H2 & H3 & H4 & H5 & H6 & H7 & H8)|[(j & y & Hj & Hy & E1)|(j & y & Hj & Hy & E1)]].
      * left. apply negb_true_iff in H5. rewrite Ms in H3. simpl in H3. apply (IHw k _ q' y s'); auto; [lia|lia|]. split; [exact H1|]. split; [exact H2|]. rewrite H3. split; [exact Tm|].
        split; [rewrite H5; reflexivity|]. split; [intros; discriminate|]. split; [|intros; discriminate]. intros _. apply same_ko_ok in H6.
        unfold ko_taken. cbn [play_on past_moves at_ before Rules.after who]. rewrite r_basic, Tn.
        pose proof (ko_move b bok (sto x) (sba x) false (epos (tbl q)) (img x (epos (tbl q))) Qc (img x Qc) (sba x p) op Ax (moveP_Img b _ _ false _ Ax) (moveP_Img b _ _ false _ Ax) Hp') as Z.
        simpl in Z. rewrite Sp, <- En in Z. rewrite Z, H6. destruct (kop s') as [i|] eqn:Ki; simpl; auto. f_equal. symmetry. apply H8. eapply kop_lt; [apply H1|exact H2|exact Ki].
      * destruct (Sure_start b su c bok syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P0 c0 o0 ok j y Hj Hy) as (a & _ & Sa). rewrite <- E1 in Sa.
        assert (Plg : place b su (now g) p op = Some (img x Qc)) by (rewrite En, <- Sp, (img_place b bok su c syms grp' x _ _ op Hx Hp'), Pc; reflexivity).
        destruct (after_opp a (now g) g p (img x Qc) (fun a' _ => sure_forces a') Bg Tn eq_refl Lg Plg Bn (or_introl Sa)) as [|(a' & _ & S')]; [|auto|eauto].
        { intros Vq Sq Bn2. apply (sure_forces a); auto. change (turn (pass_ (stone_ g p (img x Qc)))) with (opp (turn (stone_ g p (img x Qc)))). congruence. }
      * left. apply (kept_kpos (stone_ g p (img x Qc)) j y); auto.
    + apply (sure_forces a); auto.
Qed.
Theorem start_forces : forces (Game P0 c0 []).
Proof.
  pose proof ok as ok'. apply ok_parts in ok' as (_ & _ & _ & _ & _ & _ & CS). unfold check_start in CS. rewrite !andb_true_iff, orb_true_iff, Nat.eqb_eq, !ceq_ok in CS. destruct CS as [[Ln Cl] H].
  assert (turn (Game P0 c0 []) = me \/ turn (Game P0 c0 []) = op) as Tn.
  { change (turn (Game P0 c0 [])) with c0. unfold Bounded.me. destruct (fst c), Cl as [->| ->]; simpl; auto. }
  assert (base (Game P0 c0 [])) as Bg.
  { split; [exact I|]. split; [intros k' Hk; pose proof (row2 k' Hk); cbn; lia|]. split; [exact Tn|exact Ln]. }
  assert (In_sy : forall i, i <? length syms = true -> In (sy syms i) syms) by (intros i Hi; apply nth_In; now apply Nat.ltb_lt).
  assert (exists o, o = o0) as [o Eo] by eauto. rewrite <- Eo in H. destruct o as [|q k' g|j g|j g|]; try discriminate; rewrite !andb_true_iff, Nat.ltb_lt, peqb_ok in H.
  - destruct H as [[[Hq Hg] EP] H]. destruct (nth_error _ _) as [s|] eqn:Nt; [|discriminate]. rewrite !andb_true_iff, eqb_true_iff, negb_true_iff in H. destruct H as [[Ms As] Ks].
    assert (kop s = None) as Kn by (destruct (kop s); [discriminate|auto]).
    apply (graph_forces_basic (S (sum (ranks s))) (k - 0) _ q (sy syms g) s); auto. split; [split; auto|]. split; [now apply nth_error_In in Nt|].
    split; [|split; [exact As|rewrite Kn; split; [intros; discriminate|split; [reflexivity|intros; congruence]]]].
    rewrite Ms. destruct (ceq c0 me) eqn:Y; [now apply ceq_ok in Y|]. destruct Tn as [Tn|Tn]; auto. exfalso. change (turn (Game P0 c0 [])) with c0 in Tn. apply ceq_ok in Tn. congruence.
  - destruct H as [[Hj Hg] EP]. destruct Tn as [Me|Op].
    + destruct (Sure_start b su c bok syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P0 c0 o0 ok j (sy syms g) Hj (In_sy _ Hg)) as (a & _ & S). rewrite <- EP in S. destruct (reply_sure a (Game P0 c0 [])) as [|(i & Q' & a' & Kt & _)]; auto; [intros; apply sure_forces| |discriminate].
      intros V _ Bn. apply (sure_forces a); auto. change (turn (pass_ (Game P0 c0 []))) with (opp (turn (Game P0 c0 []))). congruence.
    + apply (sure_spos _ j (sy syms g)); auto.
  - destruct H as [[Hj Hg] EP]. apply (kept_kpos _ j (sy syms g)); auto.
Qed.
End Basic.

Definition covered_basic (su : suicide) (end2 : bool) (r : rules) : bool :=
  usual r && match clause_suicide r, su with Forbidden, Forbidden | Allowed, Allowed | MultiStone, MultiStone => true | _, _ => false end &&
  match clause_ban r with NoBan => true | _ => false end && match clause_occurs r with ProducedKo => false | _ => true end &&
  negb (clause_initialised_twice r) && negb (clause_disturbed_twice r) && negb (clause_declined r) && negb (clause_second_pass r) && clause_basic_ko r &&
  match clause_draw r with NoDraw => true | _ => false end && match clause_scoring r with ScoreArea => true | _ => false end &&
  match clause_passes_in_a_row r with Some k => (2 <=? k) && (negb end2 || (k =? 2)) | None => false end.
(** Under basic ko the player whose claim it is can force an end with what he claims. *)
Theorem check_basic_sound b su c syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P c0 o r :
  check_bounded b su c syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P c0 o = true -> check_basic b su c syms tbl N = true ->
  covered_basic su end2 r = true -> forces b r c (Game P c0 []).
Proof.
  unfold check_bounded. rewrite andb_true_iff. intros [Bo G] Ba Co. unfold covered_basic in Co. rewrite !andb_true_iff, !negb_true_iff in Co.
  destruct Co as (((((((((((C0 & C1) & C2) & C3) & C4) & C5) & C6) & C7) & C8) & C9) & C10) & C11). destruct (clause_passes_in_a_row r) as [k|] eqn:Rw; [|discriminate].
  rewrite andb_true_iff, orb_true_iff, negb_true_iff, Nat.leb_le, Nat.eqb_eq in C11. destruct C11 as [K2 Ke].
  eapply (start_forces b Bo su c syms tbl N ptl Np most_replies stl M ktl K end2 no_ko natural P c0 o G Ba r k); auto.
  - destruct (clause_suicide r), su; congruence.
  - destruct (clause_ban r); congruence.
  - intro X. rewrite X in C3. discriminate.
  - now destruct (clause_draw r).
  - now destruct (clause_scoring r).
  - intro X. destruct Ke; congruence.
Qed.
