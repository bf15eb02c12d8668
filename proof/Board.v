(** Go on a finite graph: positions, chains, liberties, captures, suicide, area (CERTIFICATES.md, section Games). What has to be
    trusted is marked; [part_spec] and [free_spec] tie its functions to the inductive definitions. Then come the symmetries of the
    graph and the exchange of the colours. *)
Require Import List Arith Bool ZArith Lia Permutation.
Import ListNotations.

(* trusted *)
Inductive color := E | B | W.
Definition ceq (a b : color) : bool := match a, b with E, E | B, B | W, W => true | _, _ => false end.
(* end trusted *)
Lemma ceq_ok a b : ceq a b = true <-> a = b. Proof. destruct a, b; simpl; split; congruence. Qed.
(* trusted *)
Definition opp (c : color) := match c with E => E | B => W | W => B end.
(* end trusted *)
Lemma opp_opp c : opp (opp c) = c. Proof. now destruct c. Qed.
Definition movec (w : bool) (c : color) := if w then opp c else c.
Lemma movec_movec w c : movec w (movec w c) = c. Proof. destruct w; simpl; auto using opp_opp. Qed.
Lemma movec_opp w c : movec w (opp c) = opp (movec w c). Proof. now destruct w. Qed.
Lemma ceq_movec w a b : ceq (movec w a) (movec w b) = ceq a b. Proof. now destruct w, a, b. Qed.
Lemma movec_E w c : movec w c = E <-> c = E. Proof. destruct w, c; simpl; split; congruence. Qed.

(* trusted *)
Definition pos := list color.
(** What stands at a place of a list: [nth], in a form that is fast as a program, where numbers are machine integers. *)
Fixpoint at_place {A} (l : list A) (i : nat) (d : A) : A :=
  match l with [] => d | x :: l => if i =? 0 then x else
  match l with [] => d | x :: l => if i =? 1 then x else
  match l with [] => d | x :: l => if i =? 2 then x else
  match l with [] => d | x :: l => if i =? 3 then x else at_place l (i - 4) d end end end end.
Definition get (P : pos) (i : nat) : color := at_place P i E.
Definition tab (n : nat) (f : nat -> color) : pos := map f (seq 0 n).
(* end trusted *)
Lemma tab_length n f : length (tab n f) = n. Proof. unfold tab. now rewrite map_length, seq_length. Qed.
Lemma at_place_nth {A} (l : list A) : forall i d, at_place l i d = nth i l d.
Proof.
  revert l. fix IH 1. intros [|x [|y [|z [|w l]]]] [|[|[|[|i]]]] d; try reflexivity. simpl. rewrite Nat.sub_0_r. apply IH.
Qed.
Lemma get_tab n f i : i < n -> get (tab n f) i = f i.
Proof.
  intro H. unfold get, tab. rewrite at_place_nth, nth_indep with (d' := f 0) by (now rewrite map_length, seq_length).
  rewrite map_nth. now rewrite seq_nth.
Qed.
Lemma pos_ext n P Q : length P = n -> length Q = n -> (forall i, i < n -> get P i = get Q i) -> P = Q.
Proof. intros HP HQ H. apply nth_ext with E E; [congruence|]. intros i Hi. rewrite <- !at_place_nth. apply H. congruence. Qed.

(* trusted *)
Definition memn (x : nat) (l : list nat) : bool := existsb (Nat.eqb x) l.
(* end trusted *)
Lemma memn_ok x l : memn x l = true <-> In x l.
Proof. unfold memn. rewrite existsb_exists. split; [intros (y & H & K); apply Nat.eqb_eq in K; now subst|intro; exists x; now rewrite Nat.eqb_refl]. Qed.
Lemma memn_not x l : memn x l = false <-> ~ In x l.
Proof. rewrite <- memn_ok. destruct (memn x l); split; congruence. Qed.

(* trusted *)
Record board := Board { size : nat; nbs : list (list nat) }.
Definition adj (b : board) (i : nat) : list nat := at_place (nbs b) i [].
(** A board is an undirected graph without loops. *)
Definition board_ok (b : board) : bool :=
  (length (nbs b) =? size b) &&
  forallb (fun i => forallb (fun j => (j <? size b) && negb (j =? i) && memn i (adj b j)) (adj b i)) (seq 0 (size b)).

Inductive suicide := Forbidden | Allowed | MultiStone.

Section Go.
Variable b : board.
Notation n := (size b).

(** The chain of a stone, or the empty region of an empty intersection: what is connected to it. *)
Inductive Conn (P : pos) (i : nat) : nat -> Prop :=
| Conn_self : Conn P i i
| Conn_next j k : Conn P i j -> In k (adj b j) -> get P k = get P i -> Conn P i k.
Definition Free (P : pos) (i : nat) : Prop := exists j k, Conn P i j /\ In k (adj b j) /\ get P k = E.
Definition Touches (P : pos) (i : nat) (c : color) : Prop := exists j k, Conn P i j /\ In k (adj b j) /\ get P k = c.

(** The same as functions. The fuel is a list, of which the length counts. *)
Fixpoint dfs (fuel : list nat) (P : pos) (c : color) (front seen : list nat) : list nat :=
  match fuel, front with
  | _ :: fuel, x :: front =>
      if memn x seen then dfs fuel P c front seen
      else if ceq (get P x) c then dfs fuel P c (adj b x ++ front) (x :: seen) else dfs fuel P c front seen
  | _, _ => seen
  end.
Definition part (P : pos) (i : nat) : list nat := dfs (0 :: 0 :: concat (nbs b)) P (get P i) [i] [].
Definition touches (P : pos) (i : nat) (c : color) : bool :=
  existsb (fun k => ceq (get P k) c) (adj b i) || existsb (fun j => existsb (fun k => ceq (get P k) c) (adj b j)) (part P i).
Definition free (P : pos) (i : nat) : bool := touches P i E.

(** Takes off the chains of a colour that have no liberty. *)
Definition capture (P : pos) (c : color) : pos :=
  tab n (fun i => if ceq (get P i) c && negb (free P i) then E else get P i).
Definition put (P : pos) (p : nat) (c : color) : pos := tab n (fun i => if i =? p then c else get P i).
(** The position after a stone of colour c on p, None if the board does not admit it. *)
Definition place (su : suicide) (P : pos) (p : nat) (c : color) : option pos :=
  if (p <? n) && ceq (get P p) E then
    let Q := capture (put P p c) (opp c) in
    if free Q p then Some Q else
    let gone := Some (tab n (fun i => if memn i (part Q p) then E else get Q i)) in
    match su with
    | Forbidden => None
    | Allowed => gone
    | MultiStone => if existsb (fun k => ceq (get Q k) c) (adj b p) then gone else None
    end
  else None.

(** A ko: the stone of colour c on p, which made Q of P, has captured the one stone on i and no other, has no neighbour of its
    colour, and one liberty, i. *)
Definition takes_ko (P Q : pos) (p : nat) (c : color) (i : nat) : bool :=
  let gone j := ceq (get P j) (opp c) && ceq (get Q j) E in
  gone i && forallb (fun j => (j =? i) || negb (gone j)) (seq 0 n) &&
  memn i (adj b p) && forallb (fun j => negb (ceq (get Q j) c) && ((j =? i) || negb (ceq (get Q j) E))) (adj b p).
Definition ko (P Q : pos) (p : nat) (c : color) : option nat := find (takes_ko P Q p c) (seq 0 n).

(** Whose area an intersection is. *)
Definition owner (P : pos) (i : nat) : color :=
  match get P i with
  | E => let x := touches P i B in let o := touches P i W in if x && negb o then B else if o && negb x then W else E
  | c => c
  end.
Definition area (P : pos) (c : color) : nat := length (filter (fun i => ceq (owner P i) c) (seq 0 n)).
Definition score (P : pos) : Z := (Z.of_nat (area P B) - Z.of_nat (area P W))%Z.
(** The stones alone. *)
Definition count (P : pos) (c : color) : nat := length (filter (fun i => ceq (get P i) c) (seq 0 n)).
Definition stones (P : pos) : Z := (Z.of_nat (count P B) - Z.of_nat (count P W))%Z.

(** Under a tax (section The machine, The score of P) a player has his stones and the empty intersections of his independent life regions; if the tax is for all, less
    two for each of these. Such a region is connected by intersections that do not bear a stone of the opponent. It has a stone of
    his, no empty region in it touches a stone of the opponent, and no chain in it has exactly one liberty. *)
Definition bare (P : pos) (c : color) : pos := tab n (fun i => if ceq (get P i) (opp c) then opp c else c).
Definition region (P : pos) (c : color) (i : nat) : list nat := part (bare P c) i.
Definition liberties (P : pos) (i : nat) : nat :=
  length (filter (fun k => ceq (get P k) E && existsb (fun j => memn k (adj b j)) (part P i)) (seq 0 n)).
Definition independent (P : pos) (c : color) (i : nat) : bool :=
  negb (ceq (get P i) (opp c)) && existsb (fun j => ceq (get P j) c) (region P c i) &&
  forallb (fun j => if ceq (get P j) E then negb (touches P j (opp c)) else negb (liberties P j =? 1)) (region P c i).
Definition least_of (P : pos) (c : color) (i : nat) : bool := independent P c i && forallb (Nat.leb i) (region P c i).
Definition after_tax (for_all : bool) (P : pos) (c : color) : Z :=
  (Z.of_nat (length (filter (fun i => ceq (get P i) c || ceq (get P i) E && independent P c i) (seq 0 n)))
   - if for_all then 2 * Z.of_nat (length (filter (least_of P c) (seq 0 n))) else 0)%Z.
Definition taxed (for_all : bool) (P : pos) : Z := (after_tax for_all P B - after_tax for_all P W)%Z.

(* end trusted *)
Hypothesis bok : board_ok b = true.

Lemma adj_in i j : In j (adj b i) -> i < n /\ j < n /\ j <> i /\ In i (adj b j).
Proof.
  intro H. pose proof bok as K. unfold board_ok in K. apply andb_true_iff in K as [L K]. apply Nat.eqb_eq in L.
  assert (i < n) as Hi.
  { destruct (Nat.lt_ge_cases i n); auto. unfold adj in H. rewrite at_place_nth, nth_overflow in H by lia. destruct H. }
  rewrite forallb_forall in K. assert (In i (seq 0 n)) as Si by (apply in_seq; lia).
  specialize (K _ Si). rewrite forallb_forall in K. specialize (K _ H).
  rewrite !andb_true_iff in K. destruct K as [[K1 K2] K3]. apply Nat.ltb_lt in K1. apply memn_ok in K3.
  repeat split; auto. intros ->. rewrite Nat.eqb_refl in K2. discriminate.
Qed.

(** The fuel is enough: what of the lists of neighbours has not been looked at. *)
Fixpoint weight (seen l : list nat) : nat :=
  match l with [] => 0 | x :: l => (if memn x seen then 0 else length (adj b x)) + weight seen l end.
Lemma weight_all : weight [] (seq 0 n) = length (concat (nbs b)).
Proof.
  pose proof bok as K. unfold board_ok in K. apply andb_true_iff in K as [L _]. apply Nat.eqb_eq in L. rewrite <- L. unfold adj.
  assert (forall l s, (forall i, i < length l -> nth (s + i) (nbs b) [] = nth i l []) -> weight [] (seq s (length l)) = length (concat l)) as X; [|apply X; auto].
  induction l as [|y l IH]; intros s H; simpl; auto. rewrite app_length, (IH (S s)).
  - unfold adj. specialize (H 0 ltac:(simpl; lia)). rewrite Nat.add_0_r in H. rewrite at_place_nth, H. reflexivity.
  - intros i Hi. specialize (H (S i) ltac:(simpl; lia)). rewrite <- plus_n_Sm in H. exact H.
Qed.
Lemma weight_skip x seen l : ~ In x l -> weight (x :: seen) l = weight seen l.
Proof.
  induction l as [|y l IH]; simpl; auto. intro H. rewrite IH by tauto.
  assert ((y =? x) = false) as -> by (apply Nat.eqb_neq; intros ->; tauto). reflexivity.
Qed.
Lemma weight_add x seen l : NoDup l -> In x l -> ~ In x seen -> weight seen l = length (adj b x) + weight (x :: seen) l.
Proof.
  induction l as [|y l IH]; simpl; [tauto|]. intros D [->|H] N; inversion D; subst.
  - rewrite Nat.eqb_refl. simpl. rewrite weight_skip by auto. apply memn_not in N. now rewrite N.
  - rewrite (IH H3 H N). assert ((y =? x) = false) as -> by (apply Nat.eqb_neq; intros ->; tauto). simpl. lia.
Qed.

Lemma dfs_ok P i c : c = get P i -> forall fuel front seen,
  length front + weight seen (seq 0 n) < length fuel ->
  (forall x, In x front -> x < n /\ (get P x = c -> Conn P i x)) ->
  (forall x, In x seen -> Conn P i x /\ forall k, In k (adj b x) -> get P k = c -> In k seen \/ In k front) ->
  let R := dfs fuel P c front seen in
  incl seen R /\ (forall x, In x front -> get P x = c -> In x R) /\
  (forall x, In x R -> Conn P i x /\ forall k, In k (adj b x) -> get P k = c -> In k R).
Proof.
  intros -> fuel. induction fuel as [|f0 fuel IH]; intros front seen F Hf Hs R; [simpl in F; lia|].
  destruct front as [|x front].
  - subst R; simpl. split; [apply incl_refl|]. split; [simpl; tauto|].
    intros x Hx. destruct (Hs x Hx) as [C K]. split; auto. intros k Hk G. destruct (K k Hk G) as [|[]]; auto.
  - subst R; simpl in *. destruct (memn x seen) eqn:M; [|destruct (ceq (get P x) (get P i)) eqn:G].
    + apply memn_ok in M. destruct (IH front seen) as (I1 & I2 & I3); try lia; auto.
      { intros y Hy. destruct (Hs y Hy) as [C K]. split; auto. intros k Hk Gk. destruct (K k Hk Gk) as [|[->|]]; auto. }
      split; auto. split; auto. intros y [->|Hy] Gy; auto.
    + apply memn_not in M. apply ceq_ok in G. destruct (Hf x) as [Hx Cx]; auto.
      destruct (IH (adj b x ++ front) (x :: seen)) as (I1 & I2 & I3).
      * rewrite (weight_add x) in F; [|apply seq_NoDup|apply in_seq; lia|auto]. rewrite app_length. lia.
      * intros y Hy. apply in_app_or in Hy as [Hy|Hy]; auto. split; [now apply adj_in in Hy|].
        intro. econstructor 2; eauto.
      * intros y [<-|Hy].
        -- split; auto. intros k Hk _. right. apply in_or_app. auto.
        -- destruct (Hs y Hy) as [C K]. split; auto. intros k Hk Gk. simpl.
           destruct (K k Hk Gk) as [|[->|]]; auto. right. apply in_or_app; auto.
      * split; [intros y Hy; apply I1; simpl; auto|]. split; auto.
        intros y [<-|Hy] Gy; [apply I1; simpl; auto|]. apply I2; auto. apply in_or_app; auto.
    + destruct (IH front seen) as (I1 & I2 & I3); try lia; auto.
      { intros y Hy. destruct (Hs y Hy) as [C K]. split; auto. intros k Hk Gk. destruct (K k Hk Gk) as [|[->|]]; auto.
        apply ceq_ok in Gk. congruence. }
      split; auto. split; auto. intros y [->|Hy] Gy; auto. apply ceq_ok in Gy. congruence.
Qed.

Theorem part_spec P i j : i < n -> (In j (part P i) <-> Conn P i j).
Proof.
  intro Hi. destruct (dfs_ok P i (get P i) eq_refl (0 :: 0 :: concat (nbs b)) [i] []) as (_ & I2 & I3).
  - rewrite weight_all. simpl length. lia.
  - intros x [<-|[]]. split; auto. constructor.
  - intros x [].
  - fold (part P i) in *. split; [intro H; now apply I3|].
    induction 1 as [|j k C IH Hk G]; [apply I2; simpl; auto|]. now apply (I3 j IH).
Qed.

Lemma touches_spec P i c : i < n -> (touches P i c = true <-> Touches P i c).
Proof.
  intro Hi. unfold touches, Touches. rewrite orb_true_iff, !existsb_exists. split.
  - intros [(k & Hk & G)|(j & Hj & K)]; [exists i, k; split; [constructor|]; now apply ceq_ok in G|]. apply existsb_exists in K as (k & Hk & G). exists j, k. rewrite <- part_spec by auto. now apply ceq_ok in G.
  - intros (j & k & C & Hk & G). right. exists j. rewrite part_spec by auto. split; auto. apply existsb_exists. exists k. now rewrite ceq_ok.
Qed.
Theorem free_spec P i : i < n -> (free P i = true <-> Free P i).
Proof. apply touches_spec. Qed.

Lemma place_length su P p c Q : place su P p c = Some Q -> length Q = n.
Proof.
  unfold place. destruct (_ && _); [|discriminate]. destruct (free _ p).
  - intro X; inversion X. apply tab_length.
  - destruct su; [discriminate|intro X; inversion X; apply tab_length|].
    destruct (existsb _ _); [|discriminate]. intro X; inversion X; apply tab_length.
Qed.

(** Symmetries. *)
Definition Aut (s t : nat -> nat) : Prop :=
  forall i, i < n -> s i < n /\ t i < n /\ t (s i) = i /\ s (t i) = i /\
  (forall j, In j (adj b i) -> In (s j) (adj b (s i)) /\ In (t j) (adj b (t i))).
Lemma Aut_inv s t : Aut s t -> Aut t s.
Proof. intros A i Hi. destruct (A i Hi) as (A1 & A2 & A3 & A4 & A5). repeat split; auto; now apply A5. Qed.
Definition Img (s : nat -> nat) (w : bool) (P P' : pos) : Prop := forall i, i < n -> get P' (s i) = movec w (get P i).
Lemma Img_inv s t w P P' : Aut s t -> Img s w P P' -> Img t w P' P.
Proof.
  intros A I i Hi. destruct (A i Hi) as (A1 & A2 & A3 & A4 & A5). rewrite <- A4 at 2. rewrite I by auto. now rewrite movec_movec.
Qed.
Definition moveP (t : nat -> nat) (w : bool) (P : pos) : pos := tab n (fun i => movec w (get P (t i))).
Lemma moveP_Img s t w P : Aut s t -> Img s w P (moveP t w P).
Proof. intros A i Hi. destruct (A i Hi) as (A1 & A2 & A3 & A4 & A5). unfold moveP. rewrite get_tab by auto. now rewrite A3. Qed.
Lemma Img_moveP s t w P P' : Aut s t -> length P' = n -> Img s w P P' -> P' = moveP t w P.
Proof.
  intros A L I. apply pos_ext with n; auto; [apply tab_length|]. intros i Hi. unfold moveP. rewrite get_tab by auto.
  destruct (A i Hi) as (A1 & A2 & A3 & A4 & A5). rewrite <- A4 at 1. now apply I.
Qed.
Lemma moveP_back s t w P : Aut s t -> length P = n -> moveP s w (moveP t w P) = P.
Proof. intros A L. symmetry. apply (Img_moveP t s); auto using Aut_inv. eapply Img_inv; eauto. now apply moveP_Img. Qed.

Lemma Conn_lt P i j : i < n -> Conn P i j -> j < n.
Proof. intro H. induction 1; auto. now apply adj_in in H1. Qed.
Lemma Conn_move s t w P P' i j : Aut s t -> Img s w P P' -> i < n -> Conn P i j -> Conn P' (s i) (s j).
Proof.
  intros A I Hi C. induction C as [|j k C IH Hk G]; [constructor|]. econstructor 2; eauto.
  - apply (A j); auto. eapply Conn_lt; eauto.
  - rewrite !I; auto; [now rewrite G|]. now apply adj_in in Hk.
Qed.
Lemma Touches_move s t w P P' i c : Aut s t -> Img s w P P' -> i < n -> Touches P i c -> Touches P' (s i) (movec w c).
Proof.
  intros A I Hi (j & k & C & Hk & G). exists (s j), (s k). split; [eapply Conn_move; eauto|].
  pose proof (Conn_lt _ _ _ Hi C) as Hj. split; [now apply (A j)|]. rewrite I; [now rewrite G|]. now apply adj_in in Hk.
Qed.
Lemma touches_move s t w P P' i c : Aut s t -> Img s w P P' -> i < n -> touches P' (s i) (movec w c) = touches P i c.
Proof.
  intros A I Hi. destruct (A i Hi) as (A1 & A2 & A3 & A4 & A5).
  apply eq_true_iff_eq. rewrite !touches_spec by auto. split; intro H.
  - rewrite <- A3. rewrite <- (movec_movec w c). eapply Touches_move with (P := P'); eauto using Aut_inv, Img_inv.
  - eapply Touches_move; eauto.
Qed.
Lemma free_move s t w P P' i : Aut s t -> Img s w P P' -> i < n -> free P' (s i) = free P i.
Proof. intros A I Hi. unfold free. rewrite <- (touches_move s t w P P' i E) by auto. now destruct w. Qed.
Lemma part_move s t w P P' i j : Aut s t -> Img s w P P' -> i < n -> j < n -> memn (s j) (part P' (s i)) = memn j (part P i).
Proof.
  intros A I Hi Hj. destruct (A i Hi) as (A1 & A2 & A3 & A4 & A5). destruct (A j Hj) as (B1 & B2 & B3 & B4 & B5).
  apply eq_true_iff_eq. rewrite !memn_ok, !part_spec by auto. split; intro H.
  - rewrite <- A3, <- B3. eapply Conn_move; eauto using Aut_inv, Img_inv.
  - eapply Conn_move; eauto.
Qed.

Lemma s_inj s t i j : Aut s t -> i < n -> j < n -> (s i =? s j) = (i =? j).
Proof.
  intros A Hi Hj. apply eq_true_iff_eq. rewrite !Nat.eqb_eq. split; [|congruence]. intro H.
  destruct (A i Hi) as (_ & _ & A3 & _). destruct (A j Hj) as (_ & _ & B3 & _). congruence.
Qed.
Lemma put_move s t w P P' p c : Aut s t -> Img s w P P' -> p < n -> Img s w (put P p c) (put P' (s p) (movec w c)).
Proof.
  intros A I Hp i Hi. destruct (A i Hi) as (A1 & _). unfold put. rewrite !get_tab by auto.
  rewrite (s_inj s t) by auto. destruct (i =? p); auto.
Qed.
Lemma capture_move s t w P P' c : Aut s t -> Img s w P P' -> Img s w (capture P c) (capture P' (movec w c)).
Proof.
  intros A I i Hi. destruct (A i Hi) as (A1 & _). unfold capture. rewrite !get_tab by auto.
  rewrite (free_move s t w P P') by auto. rewrite I by auto. rewrite ceq_movec.
  destruct (ceq (get P i) c && negb (free P i)); auto. now destruct w.
Qed.
Lemma place_move s t w su P P' p c : Aut s t -> Img s w P P' -> p < n ->
  match place su P p c, place su P' (s p) (movec w c) with
  | Some Q, Some Q' => Img s w Q Q' | None, None => True | _, _ => False end.
Proof.
  intros A I Hp. destruct (A p Hp) as (A1 & A2 & A3 & A4 & A5). unfold place.
  apply Nat.ltb_lt in Hp as Hp'. apply Nat.ltb_lt in A1 as A1'. rewrite Hp', A1'. rewrite (I p Hp).
  assert (ceq (movec w (get P p)) E = ceq (get P p) E) as -> by (destruct w, (get P p); auto).
  cbn [andb]. destruct (ceq (get P p) E); auto.
  set (Q := capture (put P p c) (opp c)). set (Q' := capture (put P' (s p) (movec w c)) (opp (movec w c))).
  assert (Img s w Q Q') as IQ.
  { unfold Q, Q'. rewrite <- movec_opp. eapply capture_move; eauto. eapply put_move; eauto. }
  rewrite (free_move s t w Q Q') by auto. destruct (free Q p); auto.
  assert (Img s w (tab n (fun i => if memn i (part Q p) then E else get Q i)) (tab n (fun i => if memn i (part Q' (s p)) then E else get Q' i))) as IG.
  { intros i Hi. destruct (A i Hi) as (B1 & _). rewrite !get_tab by auto. rewrite (part_move s t w Q Q') by auto.
    destruct (memn i (part Q p)); [now destruct w|auto]. }
  assert (existsb (fun k => ceq (get Q' k) (movec w c)) (adj b (s p)) = existsb (fun k => ceq (get Q k) c) (adj b p)) as ->.
  { apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (k & Hk & G).
    - exists (t k). pose proof (adj_in _ _ Hk) as (_ & Hk2 & _). destruct (A (s p) A1) as (_ & _ & _ & _ & C5).
      split; [rewrite <- A3; now apply C5|]. destruct (A k Hk2) as (_ & C2 & _ & C4 & _).
      rewrite <- C4 in G. rewrite IQ in G by auto. now rewrite ceq_movec in G.
    - exists (s k). pose proof (adj_in _ _ Hk) as (_ & Hk2 & _). split; [now apply A5|]. rewrite IQ by auto. now rewrite ceq_movec. }
  destruct su; auto. destruct (existsb _ _); auto.
Qed.

Lemma owner_move s t w P P' i : Aut s t -> Img s w P P' -> i < n -> owner P' (s i) = movec w (owner P i).
Proof.
  intros A I Hi. unfold owner. rewrite I by auto.
  pose proof (touches_move s t w P P' i B A I Hi) as TB. pose proof (touches_move s t w P P' i W A I Hi) as TW.
  destruct w; simpl in *; destruct (get P i); simpl; auto; rewrite TB, TW; destruct (touches P i B), (touches P i W); reflexivity.
Qed.
Lemma Permutation_filter {X} (f : X -> bool) l l' : Permutation l l' -> Permutation (filter f l) (filter f l').
Proof.
  induction 1; simpl; auto.
  - destruct (f x); auto.
  - destruct (f x), (f y); auto. constructor.
  - econstructor; eauto.
Qed.
Lemma seq_move s t : Aut s t -> Permutation (seq 0 n) (map s (seq 0 n)).
Proof.
  intro A. apply NoDup_Permutation_bis.
  - apply seq_NoDup.
  - now rewrite map_length.
  - intros i Hi. apply in_seq in Hi. apply in_map_iff. destruct (A i) as (_ & A2 & _ & A4 & _); [lia|].
    exists (t i). rewrite A4. split; auto. apply in_seq. lia.
Qed.
(** As many intersections have a colour before and after a symmetry, whatever gives them one. *)
Lemma number_move s t w (f f' : nat -> color) c : Aut s t -> (forall i, i < n -> f' (s i) = movec w (f i)) ->
  length (filter (fun i => ceq (f' i) (movec w c)) (seq 0 n)) = length (filter (fun i => ceq (f i) c) (seq 0 n)).
Proof.
  intros A F. rewrite (Permutation_length (Permutation_filter _ _ _ (seq_move s t A))).
  assert (forall l, (forall i, In i l -> i < n) -> length (filter (fun i => ceq (f' i) (movec w c)) (map s l)) = length (filter (fun i => ceq (f i) c) l)) as X.
  { induction l as [|i l IH]; simpl; auto. intro H. rewrite F by auto. rewrite ceq_movec.
    destruct (ceq (f i) c); simpl; rewrite IH; auto. }
  apply X. intros i Hi. apply in_seq in Hi. lia.
Qed.
Lemma area_move s t w P P' c : Aut s t -> Img s w P P' -> area P' (movec w c) = area P c.
Proof. intros A I. unfold area. eapply number_move; eauto. intros. eapply owner_move; eauto. Qed.
Theorem score_move s t w P P' : Aut s t -> Img s w P P' -> score P' = if w then (- score P)%Z else score P.
Proof.
  intros A I. unfold score. pose proof (area_move s t w P P' B A I) as AB. pose proof (area_move s t w P P' W A I) as AW.
  destruct w; simpl in *; rewrite AB, AW; lia.
Qed.
Lemma count_move s t w P P' c : Aut s t -> Img s w P P' -> count P' (movec w c) = count P c.
Proof. intros A I. unfold count. eapply number_move; eauto. Qed.
Lemma ceq_movec_E w c : ceq (movec w c) E = ceq c E. Proof. now destruct w, c. Qed.
Lemma takes_ko_move s t w P P' Q Q' p c i : Aut s t -> Img s w P P' -> Img s w Q Q' -> p < n -> i < n ->
  takes_ko P' Q' (s p) (movec w c) (s i) = takes_ko P Q p c i.
Proof.
  intros A IP IQ Hp Hi. unfold takes_ko.
  assert (G : forall j, j < n -> ceq (get P' (s j)) (opp (movec w c)) && ceq (get Q' (s j)) E = ceq (get P j) (opp c) && ceq (get Q j) E).
  { intros j Hj. rewrite IP, IQ by auto. rewrite <- movec_opp, ceq_movec, ceq_movec_E. reflexivity. }
  rewrite G by auto. destruct (A p Hp) as (P1 & P2 & P3 & P4 & P5). destruct (A i Hi) as (I1 & I2 & I3 & I4 & I5).
  f_equal; [f_equal; [f_equal|]|].
  - apply eq_true_iff_eq. rewrite !forallb_forall. split; intros H j Hj; apply in_seq in Hj.
    + rewrite <- (s_inj s t) by (auto; lia). rewrite <- G by lia. apply H. apply in_seq. destruct (A j) as (J1 & _); lia.
    + assert (j < n) as Hjn by lia. destruct (A j Hjn) as (J1 & J2 & J3 & J4 & J5). rewrite <- J4. rewrite (s_inj s t) by auto.
      rewrite G by auto. apply H. apply in_seq. lia.
  - apply eq_true_iff_eq. rewrite !memn_ok. split; intro H.
    + rewrite <- P3, <- I3. destruct (A (s p) P1) as (_ & _ & _ & _ & S5). now apply S5.
    + now apply P5.
  - assert (K : forall j, j < n -> negb (ceq (get Q' (s j)) (movec w c)) && ((s j =? s i) || negb (ceq (get Q' (s j)) E))
                = negb (ceq (get Q j) c) && ((j =? i) || negb (ceq (get Q j) E))).
    { intros j Hj. rewrite IQ by auto. rewrite ceq_movec, ceq_movec_E, (s_inj s t) by auto. reflexivity. }
    apply eq_true_iff_eq. rewrite !forallb_forall. split; intros H j Hj.
    + pose proof (adj_in _ _ Hj) as (_ & Hjn & _). rewrite <- K by auto. apply H. now apply P5.
    + pose proof (adj_in _ _ Hj) as (_ & Hjn & _). destruct (A j Hjn) as (J1 & J2 & J3 & J4 & J5). rewrite <- J4. rewrite K by auto.
      apply H. destruct (A (s p) P1) as (_ & _ & _ & _ & S5). rewrite <- P3. now apply S5.
Qed.
Lemma takes_ko_one P Q p c i j : i < n -> takes_ko P Q p c i = true -> takes_ko P Q p c j = true -> i = j.
Proof.
  unfold takes_ko. rewrite !andb_true_iff, !forallb_forall. intros Hi [[[[G1 G2] _] _] _] [[[_ H] _] _].
  assert (In i (seq 0 n)) as S by (apply in_seq; lia). specialize (H _ S). rewrite G1, G2 in H. simpl in H.
  rewrite orb_false_r in H. now apply Nat.eqb_eq in H.
Qed.
Lemma ko_lt P Q p c i : ko P Q p c = Some i -> i < n.
Proof. unfold ko. intro H. apply find_some in H as [H _]. apply in_seq in H. lia. Qed.
Lemma ko_move s t w P P' Q Q' p c : Aut s t -> Img s w P P' -> Img s w Q Q' -> p < n ->
  ko P' Q' (s p) (movec w c) = option_map s (ko P Q p c).
Proof.
  intros A IP IQ Hp. destruct (ko P Q p c) as [i|] eqn:F; simpl.
  - pose proof (ko_lt _ _ _ _ _ F) as Hi. unfold ko in F. apply find_some in F as [_ F].
    rewrite <- (takes_ko_move s t w P P' Q Q') in F by auto. destruct (A i Hi) as (I1 & _).
    destruct (ko P' Q' (s p) (movec w c)) as [j|] eqn:F'.
    + pose proof (ko_lt _ _ _ _ _ F') as Hj. unfold ko in F'. apply find_some in F' as [_ F']. f_equal. eapply takes_ko_one; eauto.
    + unfold ko in F'. apply find_none with (x := s i) in F'; [congruence|apply in_seq; lia].
  - destruct (ko P' Q' (s p) (movec w c)) as [j|] eqn:F'; auto.
    pose proof (ko_lt _ _ _ _ _ F') as Hj. unfold ko in F'. apply find_some in F' as [_ F']. destruct (A j Hj) as (J1 & J2 & J3 & J4 & J5).
    rewrite <- J4 in F'. rewrite (takes_ko_move s t w P P' Q Q') in F' by auto.
    unfold ko in F. apply find_none with (x := t j) in F; [congruence|apply in_seq; lia].
Qed.
Theorem stones_move s t w P P' : Aut s t -> Img s w P P' -> stones P' = if w then (- stones P)%Z else stones P.
Proof.
  intros A I. unfold stones. pose proof (count_move s t w P P' B A I) as AB. pose proof (count_move s t w P P' W A I) as AW.
  destruct w; simpl in *; rewrite AB, AW; lia.
Qed.

(** The same of a tax. *)
Lemma filter_move s t (f f' : nat -> bool) : Aut s t -> (forall i, i < n -> f' (s i) = f i) ->
  length (filter f' (seq 0 n)) = length (filter f (seq 0 n)).
Proof.
  intros A F. rewrite (Permutation_length (Permutation_filter _ _ _ (seq_move s t A))).
  assert (forall l, (forall i, In i l -> i < n) -> length (filter f' (map s l)) = length (filter f l)) as X.
  { induction l as [|i l IH]; simpl; auto. intro H. rewrite F by auto. destruct (f i); simpl; rewrite IH; auto. }
  apply X. intros i Hi. apply in_seq in Hi. lia.
Qed.
Lemma part_lt P i j : i < n -> In j (part P i) -> j < n.
Proof. intros Hi H. apply part_spec in H; auto. eapply Conn_lt; eauto. Qed.
Lemma existsb_part s t w P P' i (q q' : nat -> bool) : Aut s t -> Img s w P P' -> i < n -> (forall j, j < n -> q' (s j) = q j) ->
  existsb q' (part P' (s i)) = existsb q (part P i).
Proof.
  intros A I Hi Q. destruct (A i Hi) as (A1 & _). apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (j & Hj & G).
  - pose proof (part_lt _ _ _ A1 Hj) as Lj. destruct (A j Lj) as (_ & B2 & _ & B4 & _). exists (t j). rewrite <- Q, B4 by auto. split; auto.
    apply memn_ok. rewrite <- (part_move s t w P P') by auto. rewrite B4. now apply memn_ok.
  - pose proof (part_lt _ _ _ Hi Hj) as Lj. exists (s j). rewrite Q by auto. split; auto. apply memn_ok. rewrite (part_move s t w P P') by auto. now apply memn_ok.
Qed.
Lemma forallb_existsb {X} (q : X -> bool) l : forallb q l = negb (existsb (fun x => negb (q x)) l).
Proof. induction l as [|x l IH]; simpl; auto. rewrite IH, negb_orb, negb_involutive. reflexivity. Qed.
Lemma forallb_part s t w P P' i (q q' : nat -> bool) : Aut s t -> Img s w P P' -> i < n -> (forall j, j < n -> q' (s j) = q j) ->
  forallb q' (part P' (s i)) = forallb q (part P i).
Proof. intros A I Hi Q. rewrite !forallb_existsb. f_equal. eapply existsb_part; eauto. intros j Hj. simpl. now rewrite Q. Qed.
Lemma adj_move s t j k : Aut s t -> j < n -> k < n -> memn (s k) (adj b (s j)) = memn k (adj b j).
Proof.
  intros A Hj Hk. destruct (A j Hj) as (J1 & _ & J3 & _ & J5). destruct (A k Hk) as (_ & _ & K3 & _). apply eq_true_iff_eq. rewrite !memn_ok. split; intro H.
  - rewrite <- K3, <- J3. destruct (A (s j) J1) as (_ & _ & _ & _ & S5). now apply S5.
  - now apply J5.
Qed.
Lemma bare_move s t w P P' c : Aut s t -> Img s w P P' -> Img s w (bare P c) (bare P' (movec w c)).
Proof.
  intros A I i Hi. destruct (A i Hi) as (A1 & _). unfold bare. rewrite !get_tab by auto. rewrite I, <- movec_opp, ceq_movec by auto.
  now destruct (ceq (get P i) (opp c)).
Qed.
Lemma liberties_move s t w P P' i : Aut s t -> Img s w P P' -> i < n -> liberties P' (s i) = liberties P i.
Proof.
  intros A I Hi. unfold liberties. eapply filter_move; eauto. intros k Hk. rewrite I, ceq_movec_E by auto. f_equal.
  eapply existsb_part; eauto. intros j Hj. eapply adj_move; eauto.
Qed.
Lemma independent_move s t w P P' c i : Aut s t -> Img s w P P' -> i < n -> independent P' (movec w c) (s i) = independent P c i.
Proof.
  intros A I Hi. unfold independent, region. pose proof (bare_move s t w P P' c A I) as Bm. rewrite I, <- movec_opp, ceq_movec by auto. f_equal; [f_equal|].
  - eapply existsb_part; eauto. intros j Hj. rewrite I by auto. apply ceq_movec.
  - eapply forallb_part; eauto. intros j Hj. simpl. rewrite I, ceq_movec_E by auto.
    rewrite (touches_move s t w P P') by auto. rewrite (liberties_move s t w P P') by auto. reflexivity.
Qed.
Lemma Conn_color P i j : Conn P i j -> get P j = get P i.
Proof. induction 1; auto. Qed.
Lemma Conn_trans P i j k : Conn P i j -> Conn P j k -> Conn P i k.
Proof. intros C D. induction D as [|x y D IH Hy E]; auto. econstructor 2; eauto. rewrite E. now apply Conn_color. Qed.
Lemma Conn_sym P i j : Conn P i j -> i < n -> Conn P j i /\ get P j = get P i.
Proof.
  intros C Hi. induction C as [|j k C [IH G] Hk E]; [split; [constructor|reflexivity]|]. split; [|congruence].
  apply Conn_trans with j; auto. econstructor 2; [constructor| |congruence]. now apply adj_in in Hk.
Qed.
Lemma part_same P i j : i < n -> In j (part P i) -> forall k, In k (part P j) <-> In k (part P i).
Proof.
  intros Hi H k. pose proof (part_lt _ _ _ Hi H) as Hj. rewrite !part_spec in * by auto. destruct (Conn_sym P i j H Hi) as [S _].
  split; intro C; eapply Conn_trans; eauto.
Qed.
Lemma independent_same P c i j : c <> E -> i < n -> In j (region P c i) -> independent P c j = independent P c i.
Proof.
  intros cE Hi H. pose proof (part_same _ _ _ Hi H) as Sm. pose proof (part_lt _ _ _ Hi H) as Hj. unfold independent. f_equal; [f_equal|].
  - unfold region in H. rewrite part_spec in H by auto. apply Conn_sym in H as [_ G]; auto. unfold bare in G. rewrite !get_tab in G by auto.
    destruct (ceq (get P i) (opp c)), (ceq (get P j) (opp c)); auto; destruct c; simpl in *; congruence.
  - apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (k & K & G); exists k; split; auto; now apply Sm.
  - apply eq_true_iff_eq. rewrite !forallb_forall. split; intros G k K; apply G; now apply Sm.
Qed.
Lemma find_seq (q : nat -> bool) m : forall a j, find q (seq a m) = Some j -> q j = true /\ a <= j < a + m /\ forall k, a <= k < j -> q k = false.
Proof.
  induction m as [|m IH]; simpl; intros a j F; [discriminate|]. destruct (q a) eqn:Qa.
  - inversion F; subst. repeat split; auto; lia.
  - apply IH in F as (F1 & F2 & F3). repeat split; auto; try lia. intros k Hk. destruct (Nat.eq_dec k a) as [->|]; auto. apply F3. lia.
Qed.
Definition first_of (P : pos) (c : color) (i : nat) : nat := match find (fun j => memn j (region P c i)) (seq 0 n) with Some j => j | None => 0 end.
Lemma first_of_ok P c i : c <> E -> i < n -> In (first_of P c i) (region P c i) /\ (independent P c i = true -> least_of P c (first_of P c i) = true).
Proof.
  intros cE Hi. unfold first_of. destruct (find _ _) as [j|] eqn:F.
  - apply find_seq in F as (F1 & F2 & F3). apply memn_ok in F1. split; auto. intro D. unfold least_of. rewrite (independent_same P c i j) by auto.
    rewrite D. simpl. apply forallb_forall. intros k K. apply Nat.leb_le. apply (part_same _ _ _ Hi F1) in K.
    destruct (Nat.le_gt_cases j k); auto. assert (memn k (region P c i) = false) as X by (apply F3; lia). apply memn_not in X. tauto.
  - assert (memn i (region P c i) = false) as X. { eapply find_none in F; [exact F|]. apply in_seq. lia. }
    apply memn_not in X. exfalso. apply X. unfold region. rewrite part_spec by auto. constructor.
Qed.
Lemma regions_le s t w P P' c : c <> E -> Aut s t -> Img s w P P' -> length (filter (least_of P' (movec w c)) (seq 0 n)) <= length (filter (least_of P c) (seq 0 n)).
Proof.
  intros cE A I. rewrite <- (map_length (fun i => first_of P c (t i))). apply NoDup_incl_length.
  - assert (forall l, NoDup l -> (forall i, In i l -> i < n /\ least_of P' (movec w c) i = true) -> NoDup (map (fun i => first_of P c (t i)) l)) as X.
    { induction 1 as [|x l Nx Nl IH]; simpl; intro H; [constructor|]. constructor; auto. intro X. apply in_map_iff in X as (y & E & Hy). apply Nx.
      destruct (H x (or_introl eq_refl)) as [Hx Lx]. destruct (H y (or_intror Hy)) as [Hyn Ly]. replace x with y; auto.
      destruct (A x Hx) as (_ & X2 & _ & X4 & _). destruct (A y Hyn) as (_ & Y2 & _ & Y4 & _).
      assert (In (t x) (region P c (t y))) as R.
      { destruct (first_of_ok P c (t y) cE Y2) as [F1 _]. destruct (first_of_ok P c (t x) cE X2) as [F2 _]. rewrite E in F1. unfold region in *.
        pose proof (part_lt _ _ _ X2 F2) as Lf. rewrite part_spec in * by auto. eapply Conn_trans; [exact F1|]. now apply (Conn_sym _ _ _ F2). }
      assert (In x (region P' (movec w c) y)) as R'.
      { apply memn_ok. rewrite <- X4, <- Y4. unfold region in *. rewrite (part_move s t w (bare P c)); auto; [now apply memn_ok|]. eapply bare_move; eauto. }
      assert (In y (region P' (movec w c) x)) as R2.
      { unfold region in *. rewrite part_spec in * by auto. now apply (Conn_sym _ _ _ R'). }
      unfold least_of in Lx, Ly. apply andb_true_iff in Lx as [_ Lx]. apply andb_true_iff in Ly as [_ Ly]. rewrite forallb_forall in Lx, Ly.
      apply Lx in R2. apply Ly in R'. apply Nat.leb_le in R2, R'. lia. }
    apply X; [apply NoDup_filter, seq_NoDup|]. intros i Hi. apply filter_In in Hi as [Hi L]. apply in_seq in Hi. split; auto. lia.
  - intros z Hz. apply in_map_iff in Hz as (i & <- & Hi). apply filter_In in Hi as [Hi L]. apply in_seq in Hi. assert (i < n) as Hin by lia.
    destruct (A i Hin) as (_ & I2 & _ & I4 & _). destruct (first_of_ok P c (t i) cE I2) as [F1 F2]. apply filter_In. split.
    + apply in_seq. pose proof (part_lt _ _ _ I2 F1). lia.
    + apply F2. unfold least_of in L. apply andb_true_iff in L as [L _]. rewrite <- (independent_move s t w P P') by auto. now rewrite I4.
Qed.
Lemma after_tax_move s t w a P P' c : c <> E -> Aut s t -> Img s w P P' -> after_tax a P' (movec w c) = after_tax a P c.
Proof.
  intros cE A I. unfold after_tax.
  assert (length (filter (least_of P' (movec w c)) (seq 0 n)) = length (filter (least_of P c) (seq 0 n))) as ->.
  { apply Nat.le_antisymm; [eapply regions_le; eauto|].
    assert (movec w c <> E) as cE' by now rewrite movec_E.
    pose proof (regions_le t s w P' P (movec w c) cE' (Aut_inv _ _ A) (Img_inv s t w P P' A I)) as L. rewrite movec_movec in L. exact L. }
  f_equal. f_equal. eapply filter_move; eauto. intros i Hi. rewrite I, ceq_movec, ceq_movec_E by auto. now rewrite (independent_move s t w P P').
Qed.
Theorem taxed_move s t w a P P' : Aut s t -> Img s w P P' -> taxed a P' = if w then (- taxed a P)%Z else taxed a P.
Proof.
  intros A I. unfold taxed. pose proof (after_tax_move s t w a P P' B ltac:(discriminate) A I) as AB. pose proof (after_tax_move s t w a P P' W ltac:(discriminate) A I) as AW.
  destruct w; simpl in *; rewrite AB, AW; lia.
Qed.
End Go.
