(** Bounded certificates (docs/formats.md): a move of one player, the prover, in each state that he can come to. The graph of these states, and the
    checker of it; Strategy.v says why it gives a strategy. *)
Require Import List Arith Bool ZArith NArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Symmetry Stood.

(** Where a move leads: a state, by the number of its position and its own among those of the position, under a symmetry; a position that
    is settled, or one that is kept by passing, by their numbers; nowhere, as the game ends. *)
Inductive out := Bad | To (q k g : nat) | Sure (j g : nat) | Kept (j g : nat) | End.
(** A state of a position: whether the prover is to move; where his opponent may not retake a ko; whether the last move was a pass;
    numbers that no move raises; the prover's move (None is a pass) and where it or his opponent's pass leads; where the stones of
    his opponent lead. *)
Record state := State { mine : bool; kop : option nat; after_pass : bool; ranks : list nat; mv : option nat; next : out; outs : nat -> out }.
Record entry := Entry { epos : pos; states : list state }.

(** Ranks. *)
Fixpoint no_less (l l' : list nat) : bool :=
  match l, l' with [], [] => true | x :: l, y :: l' => (y <=? x) && no_less l l' | _, _ => false end.
Fixpoint some_more (l l' : list nat) : bool :=
  match l, l' with x :: l, y :: l' => (y <? x) || some_more l l' | _, _ => false end.
Lemma no_less_trans l : forall l' l'', no_less l l' = true -> no_less l' l'' = true -> no_less l l'' = true.
Proof.
  induction l as [|x l IH]; intros [|y l'] [|z l'']; simpl; try discriminate; auto. rewrite !andb_true_iff, !Nat.leb_le.
  intros [A B] [C D]. split; [lia|eauto].
Qed.
Lemma no_less_refl l : no_less l l = true.
Proof. induction l; simpl; auto. now rewrite Nat.leb_refl. Qed.
Lemma no_less_more l : forall l', no_less l' l = true -> some_more l l' = true -> False.
Proof.
  induction l as [|x l IH]; intros [|y l']; simpl; try discriminate. rewrite andb_true_iff, orb_true_iff, Nat.leb_le, Nat.ltb_lt.
  intros [A B] [C|C]; [lia|eauto].
Qed.

(** The order of positions: by Black's stones as a number, the sum of 2^i over their intersections i, then by White's. *)
Fixpoint side (x : color) (P : pos) : N := match P with [] => 0 | y :: P => if ceq y x then N.succ_double (side x P) else N.double (side x P) end.
Definition no_later (P Q : pos) : bool := ((side B P <? side B Q) || (side B P =? side B Q) && (side W P <=? side W Q))%N.
Lemma side_inj P : forall Q, length P = length Q -> side B P = side B Q -> side W P = side W Q -> P = Q.
Proof.
  induction P as [|x P IH]; intros [|y Q]; simpl; try discriminate; auto. intros L HB HW. injection L as L.
  assert (x = y /\ side B P = side B Q /\ side W P = side W Q) as (-> & KB & KW) by (destruct x, y; simpl in *; repeat split; try reflexivity; lia).
  f_equal. auto.
Qed.
Lemma no_later_ok P Q : no_later P Q = true <-> (side B P < side B Q \/ side B P = side B Q /\ side W P <= side W Q)%N.
Proof. unfold no_later. now rewrite orb_true_iff, andb_true_iff, N.ltb_lt, N.eqb_eq, N.leb_le. Qed.
Lemma no_later_trans P Q R : no_later P Q = true -> no_later Q R = true -> no_later P R = true.
Proof. rewrite !no_later_ok. lia. Qed.
Lemma no_later_anti P Q : length P = length Q -> no_later P Q = true -> no_later Q P = true -> P = Q.
Proof. rewrite !no_later_ok. intros L A C. apply side_inj; auto; lia. Qed.

Section Graph.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.
Variable su : suicide.
Variable c : bool * Z.
Definition me : color := if fst c then B else W.
Notation op := (opp me).

(** The symmetries of the board, which are to be a group. *)
Variable syms : list sym.
Definition img (g : sym) (P : pos) : pos := moveP b (sba g) false P.
Definition sy (i : nat) : sym := nth i syms (Sym [] [] false).
Definition like (g : sym) (f f' : nat -> nat) : bool := forallb (fun i => (sto g i =? f i) && (sba g i =? f' i)) (seq 0 n).
Definition autb (g : sym) : bool :=
  forallb (fun i => (sto g i <? n) && (sba g i <? n) && (sba g (sto g i) =? i) && (sto g (sba g i) =? i)
    && forallb (fun j => memn (sto g j) (adj b (sto g i)) && memn (sba g j) (adj b (sba g i))) (adj b i)) (seq 0 n).
Lemma autb_ok g : autb g = true -> Aut b (sto g) (sba g).
Proof.
  unfold autb. rewrite forallb_forall. intros H i Hi. assert (In i (seq 0 n)) as S by (apply in_seq; lia).
  specialize (H _ S). rewrite !andb_true_iff, !Nat.ltb_lt, !Nat.eqb_eq, forallb_forall in H.
  destruct H as [[[[H1 H2] H3] H4] H5]. repeat split; auto; intros; specialize (H5 _ H); apply andb_true_iff in H5 as [K1 K2]; now apply memn_ok.
Qed.
Definition is_group : bool :=
  forallb autb syms &&
  forallb (fun g => existsb (fun x => like x (sba g) (sto g)) syms &&
    forallb (fun h => existsb (fun x => like x (fun i => sto g (sto h i)) (fun i => sba h (sba g i))) syms) syms) syms.
Hypothesis group : is_group = true.

Lemma sym_ok g : In g syms -> Aut b (sto g) (sba g).
Proof. intro H. unfold is_group in group. apply andb_true_iff in group as [G _]. rewrite forallb_forall in G. apply autb_ok. now apply G. Qed.
Lemma img_length g P : length (img g P) = n. Proof. apply tab_length. Qed.
Lemma like_ok g f f' : like g f f' = true -> forall i, i < n -> sto g i = f i /\ sba g i = f' i.
Proof.
  unfold like. rewrite forallb_forall. intros H i Hi. assert (In i (seq 0 n)) as S by (apply in_seq; lia). specialize (H i S).
  rewrite andb_true_iff, !Nat.eqb_eq in H. exact H.
Qed.
Lemma sym_comp g h : In g syms -> In h syms -> exists x, In x syms /\ (forall i, i < n -> sto x i = sto g (sto h i)) /\ forall P, img g (img h P) = img x P.
Proof.
  intros Hg Hh. pose proof group as G. unfold is_group in G. apply andb_true_iff in G as [_ G]. rewrite forallb_forall in G. specialize (G g Hg).
  apply andb_true_iff in G as [_ G]. rewrite forallb_forall in G. specialize (G h Hh). apply existsb_exists in G as (x & Hx & L).
  exists x. split; auto. pose proof (like_ok _ _ _ L) as L'. split; [intros; now apply L'|]. intro P.
  apply pos_ext with n; try apply img_length. intros i Hi. unfold img, moveP. rewrite get_tab by auto.
  destruct (sym_ok g Hg i Hi) as (_ & A & _). rewrite !get_tab by auto. simpl. now rewrite (proj2 (L' i Hi)).
Qed.
Lemma sym_inv g : In g syms -> exists x, In x syms /\ forall P, length P = n -> img x (img g P) = P.
Proof.
  intros Hg. pose proof group as G. unfold is_group in G. apply andb_true_iff in G as [_ G]. rewrite forallb_forall in G. specialize (G g Hg).
  apply andb_true_iff in G as [G _]. apply existsb_exists in G as (x & Hx & L). exists x. split; auto. intros P LP.
  apply pos_ext with n; auto; [apply img_length|]. intros i Hi. unfold img, moveP. rewrite get_tab by auto.
  destruct (like_ok _ _ _ L i Hi) as [_ K]. destruct (sym_ok g Hg i Hi) as (A1 & A2 & A3 & A4 & A5). rewrite K, get_tab by auto. simpl. now rewrite A3.
Qed.
Lemma img_place g P p x : In g syms -> p < n -> place b su (img g P) (sto g p) x = option_map (img g) (place b su P p x).
Proof.
  intros Hg Hp. pose proof (sym_ok g Hg) as A.
  pose proof (place_move b bok (sto g) (sba g) false su P _ p x A (moveP_Img b _ _ false P A) Hp) as M. simpl in M. unfold img.
  destruct (place b su P p x) as [Q|]; destruct (place b su (moveP b (sba g) false P) (sto g p) x) as [Q'|] eqn:E'; simpl; try tauto.
  f_equal. eapply Img_moveP; eauto. eapply place_length; eauto.
Qed.
Lemma place_lt P p x Q : place b su P p x = Some Q -> p < n.
Proof. unfold place. destruct (p <? n) eqn:L; [intros _; now apply Nat.ltb_lt|discriminate]. Qed.

(** Whether a position is worth the claim. *)
Definition tv (P : pos) : bool := if fst c then (snd c <=? score b P)%Z else (score b P <=? snd c)%Z.
Lemma tv_img g P : In g syms -> tv (img g P) = tv P.
Proof.
  intro Hg. unfold tv. pose proof (score_move b bok _ _ false P _ (sym_ok g Hg) (moveP_Img b _ _ false P (sym_ok g Hg))) as S.
  unfold img. now rewrite S.
Qed.

(** The graph: entries, in ascending order of their positions, each the least of its images; positions that are settled, and such that
    are kept by passing. *)
Variable tbl : nat -> entry.
Variable N : nat.
Variable spos : nat -> pos.
Variable M : nat.
Variable kpos : nat -> pos.
Variable K : nat.
(** What the rules say: whether two passes end the game; whether a ko may not be retaken at once, after a stone that followed a pass or
    did not. *)
Variable end2 : bool.
Variable no_ko : bool -> bool.
(** Whether no stone of the prover has to make again what a stone of his has made, and not what has stood. *)
Variable natural : bool.
Definition told (t : state) : bool := negb natural || negb (mine t) && negb (after_pass t).

Definition leads (s : state) (Q : pos) (o : out) (f : nat -> state -> sym -> bool) : bool :=
  match o with
  | To q k g => (q <? N) && (g <? length syms) && peqb Q (img (sy g) (epos (tbl q))) &&
      match nth_error (states (tbl q)) k with
      | Some s' => eqb (mine s') (negb (mine s)) && no_less (ranks s) (ranks s') && f q s' (sy g)
      | None => false
      end
  | Sure j g => (j <? M) && (g <? length syms) && peqb Q (img (sy g) (spos j))
  | Kept j g => (j <? K) && (g <? length syms) && peqb Q (img (sy g) (kpos j))
  | _ => false
  end.
Definition ko_ok (s s' : state) (g : sym) (P Q : pos) : bool :=
  match kop s' with
  | None => true
  | Some i => (i <? n) && no_ko (after_pass s) && match place b su Q (sto g i) op with None => true | Some P' => peqb P' P end
  end.
Definition check_state (P : pos) (s : state) : bool :=
  match kop s with Some _ => negb (after_pass s) | None => true end &&
  if mine s then
    match mv s with
    | Some p =>
        match place b su P p me with
        | None => false
        | Some Q => leads s Q (next s) (fun q s' g => negb (after_pass s') && forallb (fun t => negb (told t) || some_more (ranks s) (ranks t)) (states (tbl q)) && ko_ok s s' g P Q)
        end
    | None => tv P && (after_pass s && end2 || leads s P (next s) (fun _ s' _ => after_pass s'))
    end
  else
    (after_pass s || leads s P (next s) (fun _ s' _ => after_pass s')) &&
    forallb (fun p => match place b su P p op with
                      | None => true
                      | Some Q => match kop s with Some i => i =? p | None => false end || leads s Q (outs s p) (fun _ s' _ => negb (after_pass s'))
                      end) (seq 0 n).
Definition one_answer (l : list state) : bool := match filter (fun s => mine s && after_pass s) l with [] | [_] => true | _ => false end.
Definition check_entry (q : nat) : bool :=
  let e := tbl q in
  (length (epos e) =? n) && forallb (fun g => no_later (epos e) (img g (epos e))) syms &&
  ((S q <? N) && negb (no_later (epos (tbl (S q))) (epos e)) || (S q =? N)) &&
  one_answer (states e) && forallb (check_state (epos e)) (states e).
Fixpoint check_entries (k : nat) : bool := match k with 0 => true | S k => if check_entry k then check_entries k else false end.
Hypothesis checked : check_entries N = true.

Lemma checked_entry q : q < N -> check_entry q = true.
Proof.
  assert (forall k, check_entries k = true -> forall q, q < k -> check_entry q = true) as X.
  { induction k as [|k IH]; simpl; [intros; lia|]. destruct (check_entry k) eqn:C; [|discriminate]. intros H q' Hq. destruct (Nat.eq_dec q' k) as [->|]; auto. apply IH; auto. lia. }
  intro. eapply X; eauto.
Qed.
Lemma entry_length q : q < N -> length (epos (tbl q)) = n.
Proof. intro H. apply checked_entry in H. unfold check_entry in H. rewrite !andb_true_iff, Nat.eqb_eq in H. tauto. Qed.
Lemma entry_least q g : q < N -> In g syms -> no_later (epos (tbl q)) (img g (epos (tbl q))) = true.
Proof.
  intros H Hg. apply checked_entry in H. unfold check_entry in H. rewrite !andb_true_iff, forallb_forall in H. destruct H as [[[[_ H] _] _] _]. auto.
Qed.
Lemma entry_order q d : q + S d < N -> no_later (epos (tbl (q + S d))) (epos (tbl q)) = false.
Proof.
  assert (forall q, S q < N -> no_later (epos (tbl (S q))) (epos (tbl q)) = false) as One.
  { intros x Hx. assert (x < N) as H by lia. apply checked_entry in H. unfold check_entry in H. rewrite !andb_true_iff, orb_true_iff, andb_true_iff, !Nat.eqb_eq, negb_true_iff in H.
    destruct H as [[[_ [H|H]] _] _]; [tauto|lia]. }
  induction d as [|d IH]; intro H.
  - rewrite Nat.add_1_r in *. auto.
  - replace (q + S (S d)) with (S (q + S d)) in * by lia. destruct (no_later (epos (tbl (S (q + S d)))) (epos (tbl q))) eqn:X; auto.
    assert (no_later (epos (tbl q)) (epos (tbl (q + S d))) = true) as Y.
    { assert (no_later (epos (tbl (q + S d))) (epos (tbl q)) = false) as Z by (apply IH; lia). apply no_later_ok.
      assert (~ (side B (epos (tbl (q + S d))) < side B (epos (tbl q)) \/ side B (epos (tbl (q + S d))) = side B (epos (tbl q)) /\ side W (epos (tbl (q + S d))) <= side W (epos (tbl q)))%N) as Z'.
      { intro Z'. apply no_later_ok in Z'. congruence. }
      lia. }
    rewrite <- (One (q + S d)) by auto. symmetry. exact (no_later_trans _ _ _ X Y).
Qed.
Definition is_at (T : pos) (q : nat) (g : sym) : Prop := q < N /\ In g syms /\ T = img g (epos (tbl q)).
Lemma at_unique T q g q' g' : is_at T q g -> is_at T q' g' -> q = q'.
Proof.
  intros (Hq & Hg & ET) (Hq' & Hg' & ET').
  assert (L : forall q g q' g', q < N -> q' < N -> In g syms -> In g' syms -> img g (epos (tbl q)) = img g' (epos (tbl q')) -> no_later (epos (tbl q)) (epos (tbl q')) = true).
  { clear Hq Hg ET Hq' Hg' ET'. clear q g q' g'. intros q g q' g' Hq Hq' Hg Hg' EI. destruct (sym_inv g' Hg') as (x & Hx & Ix). destruct (sym_comp x g Hx Hg) as (y & Hy & _ & Cy).
    rewrite <- (Ix (epos (tbl q'))) by now apply entry_length. rewrite <- EI, Cy. now apply entry_least. }
  assert (epos (tbl q) = epos (tbl q')) as EC.
  { apply no_later_anti; [rewrite !entry_length; auto|apply (L q g q' g')|apply (L q' g' q g)]; auto; congruence. }
  assert (O : forall q d, q + S d < N -> epos (tbl (q + S d)) <> epos (tbl q)).
  { intros x d Hd E'. pose proof (entry_order x d Hd) as O. rewrite E' in O. assert (no_later (epos (tbl x)) (epos (tbl x)) = true) as R by (apply no_later_ok; lia). congruence. }
  destruct (Nat.lt_trichotomy q q') as [H|[H|H]]; auto; exfalso.
  - apply (O q (q' - S q)); replace (q + S (q' - S q)) with q' by lia; auto.
  - apply (O q' (q - S q')); replace (q' + S (q - S q')) with q by lia; auto.
Qed.
Lemma answer_unique q s s' : q < N -> In s (states (tbl q)) -> In s' (states (tbl q)) ->
  mine s = true -> after_pass s = true -> mine s' = true -> after_pass s' = true -> s = s'.
Proof.
  intros Hq H H' A1 A2 A1' A2'. apply checked_entry in Hq. unfold check_entry in Hq. rewrite !andb_true_iff in Hq. destruct Hq as [[_ O] _].
  unfold one_answer in O. set (f := fun s => mine s && after_pass s) in O.
  assert (In s (filter f (states (tbl q)))) as F by (apply filter_In; unfold f; rewrite A1, A2; auto).
  assert (In s' (filter f (states (tbl q)))) as F' by (apply filter_In; unfold f; rewrite A1', A2'; auto).
  destruct (filter f _) as [|y [|]]; try discriminate; simpl in *; [tauto|]. destruct F as [F|[]], F' as [F'|[]]. congruence.
Qed.
Lemma state_checked q s : q < N -> In s (states (tbl q)) -> check_state (epos (tbl q)) s = true.
Proof.
  intros Hq H. apply checked_entry in Hq. unfold check_entry in Hq. apply andb_true_iff in Hq as [_ C].
  rewrite forallb_forall in C. now apply C.
Qed.
(** Where a move leads, on the board. *)
Lemma leads_ok s Q o f g : In g syms -> leads s Q o f = true ->
  (exists q s' x g', is_at (img g Q) q x /\ In s' (states (tbl q)) /\ mine s' = negb (mine s) /\ no_less (ranks s) (ranks s') = true /\
     f q s' g' = true /\ Q = img g' (epos (tbl q)) /\ In g' syms /\ (exists k y, o = To q k y) /\ forall i, i < n -> sto x i = sto g (sto g' i)) \/
  (exists j x, j < M /\ In x syms /\ img g Q = img x (spos j)) \/
  (exists j x, j < K /\ In x syms /\ img g Q = img x (kpos j)).
Proof.
  intro Hg. assert (In_sy : forall i, i <? length syms = true -> In (sy i) syms) by (intros i Hi; apply nth_In; now apply Nat.ltb_lt).
  destruct o as [|q k y|j y|j y|]; simpl; try discriminate; rewrite !andb_true_iff, Nat.ltb_lt, peqb_ok; intros H.
  - destruct H as [[[Hq Hy] EQ] H]. left. destruct (nth_error _ k) as [s'|] eqn:Nt; [|discriminate]. rewrite !andb_true_iff, eqb_true_iff in H. destruct H as [[H1 H2] H3].
    destruct (sym_comp g (sy y) Hg (In_sy _ Hy)) as (x & Hx & Sx & Cx). exists q, s', x, (sy y). subst Q.
    split; [split; [auto|split; [auto|now rewrite Cx]]|]. split; [eapply nth_error_In; eauto|].
    split; [exact H1|]. split; [exact H2|]. split; [exact H3|]. split; [reflexivity|]. split; [now apply In_sy|]. split; [eauto|exact Sx].
  - destruct H as [[Hj Hy] EQ]. right; left. destruct (sym_comp g (sy y) Hg (In_sy _ Hy)) as (x & Hx & Sx & Cx). exists j, x. subst Q. rewrite Cx. auto.
  - destruct H as [[Hj Hy] EQ]. right; right. destruct (sym_comp g (sy y) Hg (In_sy _ Hy)) as (x & Hx & Sx & Cx). exists j, x. subst Q. rewrite Cx. auto.
Qed.

(** Where a game begins: a state of the graph that follows nothing, or a position that is settled or kept. *)
Definition check_start (P : pos) (c0 : color) (o : out) : bool :=
  (length P =? n) && (ceq c0 B || ceq c0 W) &&
  match o with
  | To q k g => (q <? N) && (g <? length syms) && peqb P (img (sy g) (epos (tbl q))) &&
      match nth_error (states (tbl q)) k with
      | Some s => Bool.eqb (mine s) (ceq c0 me) && negb (after_pass s) && match kop s with None => true | Some _ => false end
      | None => false
      end
  | Sure j g => (j <? M) && (g <? length syms) && peqb P (img (sy g) (spos j))
  | Kept j g => (j <? K) && (g <? length syms) && peqb P (img (sy g) (kpos j))
  | _ => false
  end.
End Graph.
