(** Parts of the board in which a player has a reply to each stone (docs/formats.md, section Settled by replies). D is a set of
    intersections; what is around it belongs to his chains K. All that is said of a part is a matter of the stones in it. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Legal.

Section Parts.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.
Variable me : color.
Hypothesis meE : me <> E.
Notation op := (opp me).

(** Chains and liberties within D. *)
Inductive conn_in (D : nat -> bool) (P : pos) (i : nat) : nat -> Prop :=
| CI_self : conn_in D P i i
| CI_next j k : conn_in D P i j -> In k (adj b j) -> D k = true -> get P k = get P i -> conn_in D P i k.
Definition free_in (D : nat -> bool) (P : pos) (i : nat) : Prop := exists j k, conn_in D P i j /\ In k (adj b j) /\ D k = true /\ get P k = E.
Definition near (D : nat -> bool) (i : nat) : Prop := exists k, In k (adj b i) /\ D k = false.
(** The player's stones in D are not adjacent to what is outside. *)
Definition inner (D : nat -> bool) (P : pos) : Prop := forall i, D i = true -> get P i = me -> forall k, In k (adj b i) -> D k = true.
(** A near intersection that is empty, besides x. *)
Definition near_empty (D : nat -> bool) (P : pos) (x : nat) : Prop := exists i, D i = true /\ near D i /\ get P i = E /\ i <> x.
Definition in_board (D : nat -> bool) : Prop := forall i, D i = true -> i < n.
(** T is what a stone of colour c on x makes of P, within D. *)
Definition after (D : nat -> bool) (P : pos) (x : nat) (c : color) (T : pos) : Prop :=
  forall i, D i = true ->
    (i = x -> get T i = c) /\
    (i <> x -> (get P i <> opp c -> get T i = get P i) /\
      (get P i = opp c -> (free_in D (put b P x c) i -> get T i = opp c) /\ (~ free_in D (put b P x c) i -> get T i = E))).
Definition same (D : nat -> bool) (P Q : pos) : Prop := forall i, D i = true -> get P i = get Q i.
Definition equal (D D' : nat -> bool) : Prop := forall i, D i = D' i.
(** D is D1 and D2, which are not adjacent. *)
Definition splits (D D1 D2 : nat -> bool) : Prop :=
  (forall i, D i = orb (D1 i) (D2 i)) /\ (forall i, D1 i = true -> D2 i = false) /\ forall i k, D1 i = true -> In k (adj b i) -> D2 k = false.
Definition without (D D' : nat -> bool) (T : pos) (x : nat) : Prop := (forall i, D' i = true -> D i = true) /\ forall i, D i = true -> (D' i = false <-> conn_in D T x i).

(** D gives e eyes with r replies; a stone of the player makes it do so with r replies more. *)
Inductive gives : (nat -> bool) -> pos -> nat -> nat -> Prop :=
| G_near D P e r : in_board D -> inner D P -> (1 <= e -> near_empty D P n) -> e <= 1 -> (forall i, D i = true -> near D i) -> gives D P e r
| G_split D D1 D2 P e e1 e2 r r1 r2 : splits D D1 D2 -> e <= e1 + e2 -> r1 + r2 <= r -> gives D1 P e1 r1 -> gives D2 P e2 r2 -> gives D P e r
| G_play D P e r : in_board D -> inner D P -> (1 <= e -> near_empty D P n) -> makes D P e r ->
    (forall x, D x = true -> get P x = E -> 2 <= e -> near_empty D P x) ->
    (forall x T, D x = true -> get P x = E -> after D P x op T -> free_in D T x -> makes D T e r) -> gives D P e (S r)
with makes : (nat -> bool) -> pos -> nat -> nat -> Prop :=
| M_near D P e r x T D' : D x = true -> get P x = E -> after D P x me T -> (exists i, conn_in D T x i /\ near D i) -> without D D' T x ->
    gives D' T e r -> makes D P e r
| M_far D P e r x T : D x = true -> get P x = E -> after D P x me T -> (forall i, conn_in D T x i -> ~ near D i) -> free_in D T x ->
    gives D T e r -> makes D P e r.
Scheme gives_mut := Induction for gives Sort Prop with makes_mut := Induction for makes Sort Prop.

(** It is a matter of the stones in D. *)
Lemma conn_in_same D P Q i j : D i = true -> same D P Q -> conn_in D P i j -> conn_in D Q i j.
Proof.
  intros Di S C. induction C as [|j k C IH Hk Dk G]; [constructor|]. econstructor 2; eauto. rewrite <- !S; auto.
Qed.
Lemma same_sym D P Q : same D P Q -> same D Q P. Proof. intros S i Hi. symmetry. auto. Qed.
Lemma same_trans D P Q R : same D P Q -> same D Q R -> same D P R. Proof. intros S S' i Hi. rewrite S; auto. Qed.
Lemma free_in_same D P Q i : D i = true -> same D P Q -> free_in D P i -> free_in D Q i.
Proof. intros Di S (j & k & C & Hk & Dk & G). exists j, k. split; [eapply conn_in_same; eauto|]. repeat split; auto. rewrite <- S; auto. Qed.
Lemma put_same D P Q x c : in_board D -> same D P Q -> same D (put b P x c) (put b Q x c).
Proof. intros B S i Hi. rewrite !get_put by (apply B; auto). destruct (i =? x); auto. Qed.
Lemma after_same D P Q x c T : in_board D -> same D P Q -> after D P x c T -> after D Q x c T.
Proof.
  intros B S A i Hi. destruct (A i Hi) as [A1 A2]. split; auto. intro N. destruct (A2 N) as [A3 A4]. rewrite <- S by auto. split; auto. intro G. destruct (A4 G) as [A5 A6]. split; intro F.
  - apply A5. eapply free_in_same; [exact Hi| |exact F]. apply put_same; auto. now apply same_sym.
  - apply A6. intro F'. apply F. eapply free_in_same; [exact Hi| |exact F']. now apply put_same.
Qed.
Lemma after_one D P x c T T' : (forall i, D i = true -> i <> x -> get P i = opp c -> free_in D (put b P x c) i \/ ~ free_in D (put b P x c) i) -> after D P x c T -> after D P x c T' -> same D T T'.
Proof.
  intros Dc A A' i Hi. destruct (A i Hi) as [A1 A2]. destruct (A' i Hi) as [B1 B2]. destruct (Nat.eq_dec i x) as [e|N]; [rewrite A1, B1; auto|].
  destruct (A2 N) as [A3 A4]. destruct (B2 N) as [B3 B4]. assert (get P i = opp c \/ get P i <> opp c) as [G|G] by (destruct (get P i), (opp c); auto; right; congruence); [|rewrite A3, B3; auto].
  destruct (A4 G) as [A5 A6]. destruct (B4 G) as [B5 B6]. destruct (Dc i Hi N G); [rewrite A5, B5|rewrite A6, B6]; auto.
Qed.
Lemma near_empty_same D P Q x : same D P Q -> near_empty D P x -> near_empty D Q x.
Proof. intros S (i & D1 & N & G & X). exists i. repeat split; auto. rewrite <- S; auto. Qed.
Lemma inner_same D P Q : same D P Q -> inner D P -> inner D Q.
Proof. intros S I i Hi G. apply I; auto. rewrite S; auto. Qed.
Lemma same_sub D D' P Q : (forall i, D' i = true -> D i = true) -> same D P Q -> same D' P Q. Proof. intros H S i Hi. auto. Qed.
Lemma gives_in D P e r : gives D P e r -> in_board D.
Proof.
  induction 1 as [| D D1 D2 P e e1 e2 r r1 r2 (Sp & _) _ _ _ IH1 _ IH2| ]; auto. intros i Hi. rewrite Sp in Hi. apply orb_true_iff in Hi as [Hi|Hi]; auto.
Qed.
Lemma gives_same D P e r : gives D P e r -> forall Q, same D P Q -> gives D Q e r.
Proof.
  revert D P e r. apply (gives_mut (fun D P e r _ => forall Q, same D P Q -> gives D Q e r) (fun D P e r _ => in_board D -> forall Q, same D P Q -> makes D Q e r)).
  - intros D P e r B I N L A Q S. apply G_near; auto; [eapply inner_same; eauto|]. intro H. eapply near_empty_same; eauto.
  - intros D D1 D2 P e e1 e2 r r1 r2 Sp Le Lr _ IH1 _ IH2 Q S. apply G_split with D1 D2 e1 e2 r1 r2; auto; [apply IH1|apply IH2]; intros i Hi; apply S; destruct Sp as (Sp & _); rewrite Sp, Hi; auto using orb_true_r.
  - intros D P e r B I N _ IH T2 _ IH3 Q S. pose proof (same_sym _ _ _ S) as S'. apply G_play; auto.
    + eapply inner_same; eauto.
    + intro H. eapply near_empty_same; eauto.
    + intros x Dx Gx L. eapply near_empty_same; eauto. apply T2; auto. rewrite S; auto.
    + intros x T Dx Gx A F. apply (IH3 x T); auto; [rewrite S; auto|eapply after_same; eauto|intros i Hi; auto].
  - intros D P e r x T D' Dx Gx A Nr W Gi IH B Q S. apply M_near with x T D'; auto; [rewrite <- S; auto|eapply after_same; eauto].
  - intros D P e r x T Dx Gx A Nr F Gi IH B Q S. apply M_far with x T; auto; [rewrite <- S; auto|eapply after_same; eauto].
Qed.
Lemma makes_same D P e r Q : in_board D -> makes D P e r -> same D P Q -> makes D Q e r.
Proof.
  intros B H S. destruct H as [D P e r x T D' Dx Gx A Nr W Gi|D P e r x T Dx Gx A Nr F Gi].
  - apply M_near with x T D'; auto; [rewrite <- S; auto|eapply after_same; eauto].
  - apply M_far with x T; auto; [rewrite <- S; auto|eapply after_same; eauto].
Qed.
(** Fewer eyes, more replies. *)
Lemma gives_more D P e r : gives D P e r -> forall r', r <= r' -> gives D P e r'.
Proof.
  revert D P e r. apply (gives_mut (fun D P e r _ => forall r', r <= r' -> gives D P e r') (fun D P e r _ => forall r', r <= r' -> makes D P e r')).
  - intros; now apply G_near.
  - intros D D1 D2 P e e1 e2 r r1 r2 Sp Le Lr G1 _ G2 _ r' L. apply G_split with D1 D2 e1 e2 r1 r2; auto. lia.
  - intros D P e r B I N _ IH T2 _ IH3 [|r'] L; [lia|]. apply G_play; auto.
    + apply IH. lia.
    + intros x T Dx Gx A F. apply (IH3 x T); auto. lia.
  - intros D P e r x T D' Dx Gx A Nr W _ IH r' L. apply M_near with x T D'; auto.
  - intros D P e r x T Dx Gx A Nr F _ IH r' L. apply M_far with x T; auto.
Qed.
Lemma eyes_empty D P e r : gives D P e r -> 1 <= e -> near_empty D P n.
Proof.
  induction 1 as [| D D1 D2 P e e1 e2 r r1 r2 (S1 & S2 & S3) Le Lr _ IH1 _ IH2| ]; auto. intro H.
  assert (1 <= e1 \/ 1 <= e2) as [L|L] by lia.
  - destruct (IH1 L) as (i & A1 & (k & Hk & Dk) & A3 & A4). exists i. rewrite S1, A1. repeat split; auto. exists k. split; auto. rewrite S1, Dk. eauto.
  - destruct (IH2 L) as (i & A1 & (k & Hk & Dk) & A3 & A4). exists i. rewrite S1, A1, orb_true_r. repeat split; auto. exists k. split; auto. rewrite S1, Dk, orb_false_r.
    destruct (D1 k) eqn:X; auto. pose proof (adj_in b bok _ _ Hk) as (_ & _ & _ & Hb). rewrite (S3 k i X Hb) in A1. discriminate.
Qed.
Lemma near_split1 D D1 D2 i : splits D D1 D2 -> D1 i = true -> (near D1 i <-> near D i).
Proof.
  intros (S1 & S2 & S3) H. split; intros (k & Hk & Dk); exists k; split; auto.
  - rewrite S1, Dk. simpl. eauto.
  - rewrite S1 in Dk. now apply orb_false_iff in Dk.
Qed.
Lemma splits_sym D D1 D2 : splits D D1 D2 -> splits D D2 D1.
Proof.
  intros (S1 & S2 & S3). split; [intro i; rewrite S1; apply orb_comm|]. split; intros i.
  - intro H. destruct (D1 i) eqn:X; auto. rewrite (S2 i X) in H. discriminate.
  - intros k H Hk. destruct (D1 k) eqn:X; auto. pose proof (adj_in b bok _ _ Hk) as (_ & _ & _ & Hb). rewrite (S3 k i X Hb) in H. discriminate.
Qed.
Lemma near_empty_split D D1 D2 P x : splits D D1 D2 -> near_empty D1 P x -> near_empty D P x.
Proof.
  intros Sp (i & A1 & A2 & A3 & A4). exists i. pose proof Sp as (S1 & _). split; [rewrite S1, A1; auto|]. split; [now apply (near_split1 D D1 D2)|auto].
Qed.
(** Two eyes leave a near intersection empty whatever is filled. *)
Lemma two_eyes D P e r : gives D P e r -> 2 <= e -> forall x, D x = true -> get P x = E -> near_empty D P x.
Proof.
  induction 1 as [| D D1 D2 P e e1 e2 r r1 r2 Sp Le Lr G1 IH1 G2 IH2| ]; auto; try lia. intros H x Dx Gx. pose proof (splits_sym _ _ _ Sp) as Sp'.
  assert (Far : forall D1 D2 e2 r2, splits D D1 D2 -> D1 x = true -> gives D2 P e2 r2 -> 1 <= e2 -> near_empty D P x).
  { clear - bok Gx. intros D1 D2 e2 r2 Sp D1x G L. destruct (eyes_empty _ _ _ _ G L) as (i & A1 & A2 & A3 & A4). apply (near_empty_split D D2 D1); [now apply splits_sym|].
    exists i. repeat split; auto. intros ->. destruct Sp as (_ & S2 & _). rewrite (S2 x D1x) in A1. discriminate. }
  pose proof Sp as (S1 & _). rewrite S1 in Dx. apply orb_true_iff in Dx as [Dx|Dx].
  - destruct (le_lt_dec 1 e2) as [L|L]; [eapply (Far D1 D2); eauto|]. apply (near_empty_split D D1 D2); auto. apply IH1; auto. lia.
  - destruct (le_lt_dec 1 e1) as [L|L]; [eapply (Far D2 D1); eauto|]. apply (near_empty_split D D2 D1); auto. apply IH2; auto. lia.
Qed.


(** Every chain in D has a liberty in D. *)
Definition legal_in (D : nat -> bool) (P : pos) : Prop := forall i, D i = true -> get P i <> E -> free_in D P i.
Lemma conn_split D D1 D2 P i j : splits D D1 D2 -> D1 i = true -> conn_in D P i j -> D1 j = true /\ conn_in D1 P i j.
Proof.
  intros (S1 & S2 & S3) Di C. induction C as [|j k C [IH1 IH2] Hk Dk G]; [split; auto; constructor|].
  assert (D1 k = true) as D1k by (rewrite S1, (S3 j k IH1 Hk), orb_false_r in Dk; auto). split; auto. econstructor 2; eauto.
Qed.
Lemma conn_up D D' P i j : (forall i, D' i = true -> D i = true) -> conn_in D' P i j -> conn_in D P i j.
Proof. intros S C. induction C as [|j k C IH Hk Dk G]; [constructor|]. econstructor 2; eauto. Qed.
Lemma split_sub D D1 D2 : splits D D1 D2 -> (forall i, D1 i = true -> D i = true) /\ (forall i, D2 i = true -> D i = true).
Proof. intros (S1 & _). split; intros i H; rewrite S1, H; auto using orb_true_r. Qed.
Lemma free_split D D1 D2 P i : splits D D1 D2 -> D1 i = true -> (free_in D P i <-> free_in D1 P i).
Proof.
  intros Sp Di. split; intros (j & k & C & Hk & Dk & G).
  - destruct (conn_split _ _ _ _ _ _ Sp Di C) as [Dj C']. exists j, k. repeat split; auto. destruct Sp as (S1 & _ & S3). rewrite S1, (S3 j k Dj Hk), orb_false_r in Dk. auto.
  - exists j, k. split; [eapply conn_up; [|exact C]; now apply split_sub in Sp|]. repeat split; auto. apply split_sub in Sp as [S _]. auto.
Qed.
Lemma legal_split D D1 D2 P : splits D D1 D2 -> legal_in D P -> legal_in D1 P.
Proof. intros Sp L i Hi G. apply (free_split D D1 D2 P i Sp Hi). apply L; auto. apply split_sub in Sp as [S _]. auto. Qed.
Lemma legal_same D P Q : same D P Q -> legal_in D P -> legal_in D Q.
Proof. intros S L i Hi G. apply (free_in_same D P Q i Hi S). apply L; auto. rewrite S; auto. Qed.
Lemma free_put D D1 D2 P x c i : splits D D1 D2 -> in_board D -> D1 x = true -> D2 i = true -> free_in D2 P i -> free_in D (put b P x c) i.
Proof.
  intros Sp B Dx Di F. pose proof (split_sub _ _ _ Sp) as [S1 S2]. eapply free_split; [apply splits_sym; exact Sp|exact Di|]. eapply free_in_same; [exact Di| |exact F].
  intros j Dj. rewrite get_put by (apply B; auto). destruct (j =? x) eqn:Y; auto. apply Nat.eqb_eq in Y. subst j. destruct Sp as (_ & S & _). rewrite (S x Dx) in Dj. discriminate.
Qed.
(** A stone in one of two parts. *)
Lemma after_side D D1 D2 P x c T : splits D D1 D2 -> in_board D -> legal_in D2 P -> D1 x = true -> c <> E -> after D P x c T -> after D1 P x c T /\ same D2 P T.
Proof.
  intros Sp B L Dx cE A. pose proof (split_sub _ _ _ Sp) as [S1 S2]. split.
  - intros i Hi. destruct (A i (S1 i Hi)) as [A1 A2]. split; auto. intro N. destruct (A2 N) as [A3 A4]. split; auto. intro G. destruct (A4 G) as [A5 A6].
    pose proof (free_split _ _ _ (put b P x c) i Sp Hi) as FS. split; intro F; [apply A5|apply A6; intro F'; apply F]; now apply FS.
  - intros i Hi. destruct (A i (S2 i Hi)) as [_ A2]. assert (i <> x) as N by (intros ->; destruct Sp as (_ & S & _); rewrite (S x Dx) in Hi; discriminate).
    destruct (A2 N) as [A3 A4]. assert (get P i = opp c \/ get P i <> opp c) as [G|G] by (destruct (get P i), (opp c); auto; right; congruence); [|symmetry; auto].
    destruct (A4 G) as [A5 _]. rewrite A5; auto. eapply free_put; eauto. apply L; auto. rewrite G. destruct c; simpl; congruence.
Qed.
Definition merged (D1 : nat -> bool) (T P : pos) : pos := tab n (fun i => if D1 i then get T i else get P i).
Lemma merged_same1 D1 T P : in_board D1 -> same D1 T (merged D1 T P).
Proof. intros B i Hi. unfold merged. rewrite get_tab by auto. now rewrite Hi. Qed.
Lemma merged_same2 D D1 D2 T P : splits D D1 D2 -> in_board D -> same D2 P (merged D1 T P).
Proof.
  intros Sp B i Hi. pose proof (split_sub _ _ _ Sp) as [_ S2]. unfold merged. rewrite get_tab by auto. destruct (D1 i) eqn:X; auto. destruct Sp as (_ & S & _). rewrite (S i X) in Hi. discriminate.
Qed.
Lemma after_merged D D1 D2 P x c T : splits D D1 D2 -> in_board D -> legal_in D2 P -> D1 x = true -> c <> E -> after D1 P x c T -> after D P x c (merged D1 T P).
Proof.
  intros Sp B L Dx cE A i Hi. pose proof (split_sub _ _ _ Sp) as [S1 S2]. assert (in_board D1) as B1 by (intros j Hj; auto).
  pose proof Sp as (Su & Sd & _). rewrite Su in Hi. destruct (D1 i) eqn:D1i.
  - rewrite <- (merged_same1 D1 T P B1 i D1i). destruct (A i D1i) as [A1 A2]. split; auto. intro N. destruct (A2 N) as [A3 A4]. split; auto. intro G. destruct (A4 G) as [A5 A6].
    pose proof (free_split _ _ _ (put b P x c) i Sp D1i) as FS. split; intro F; [apply A5|apply A6; intro F'; apply F]; now apply FS.
  - simpl in Hi. rewrite <- (merged_same2 D D1 D2 T P Sp B i Hi). split; [intros ->; congruence|]. intro N. split; auto. intro G. split; auto. intro F. exfalso. apply F.
    eapply free_put; eauto. apply L; auto. rewrite G. destruct c; simpl; congruence.
Qed.
Lemma makes_in D P e r : makes D P e r -> exists x, D x = true.
Proof. intros [? ? ? ? x|? ? ? ? x]; eauto. Qed.
Lemma makes_lift D D1 D2 P e e1 e2 r1 r2 : splits D D1 D2 -> in_board D -> legal_in D2 P -> makes D1 P e1 r1 -> gives D2 P e2 r2 -> e <= e1 + e2 -> makes D P e (r1 + r2).
Proof.
  intros Sp B L Mk G2 Le. pose proof (split_sub _ _ _ Sp) as [S1 S2]. assert (in_board D1) as B1 by (intros j Hj; auto).
  pose proof Sp as (Su & Sd & Sa).
  destruct Mk as [D1 P e1 r1 x T D' Dx Gx A (i0 & C0 & N0) W Gi|D1 P e1 r1 x T Dx Gx A Nr (j0 & k0 & C0 & Hk0 & Dk0 & E0) Gi].
  - pose proof (merged_same1 D1 T P B1) as M1. pose proof (merged_same2 D D1 D2 T P Sp B) as M2. set (Q := merged D1 T P) in *.
    assert (CC : forall i, D1 x = true -> (conn_in D Q x i <-> conn_in D1 T x i)).
    { intros i _. split; intro C.
      - destruct (conn_split _ _ _ _ _ _ Sp Dx C) as [_ C']. eapply conn_in_same; [exact Dx|apply same_sym; exact M1|exact C'].
      - eapply conn_up; [exact S1|]. eapply conn_in_same; [exact Dx|exact M1|exact C]. }
    apply M_near with x Q (fun i => D' i || D2 i); auto.
    + now apply after_merged with D2.
    + exists i0. split; [now apply CC|]. assert (D1 i0 = true) as D1i by (clear - C0 Dx; induction C0; auto). now apply (near_split1 D D1 D2).
    + destruct W as [W1 W2]. split.
      * intros i H. apply orb_true_iff in H as [H|H]; auto.
      * intros i H. rewrite orb_false_iff. rewrite Su in H. apply orb_true_iff in H as [H|H].
        -- rewrite (CC i Dx), <- (W2 i H). split; [tauto|]. intro X. split; auto.
        -- split; [intros [_ X]; congruence|]. intro C. destruct (conn_split _ _ _ _ _ _ Sp Dx C) as [X _]. rewrite (Sd i X) in H. discriminate.
    + apply G_split with D' D2 e1 e2 r1 r2; auto.
      * assert (forall i, D' i = true -> D1 i = true) as S' by apply W. split; [auto|]. split; [intros i H; auto|]. intros i k H Hk. eauto.
      * eapply gives_same; [exact Gi|]. intros i H. apply M1. now apply W.
      * eapply gives_same; [exact G2|]. exact M2.
  - pose proof (merged_same1 D1 T P B1) as M1. pose proof (merged_same2 D D1 D2 T P Sp B) as M2. set (Q := merged D1 T P) in *.
    assert (CC : forall i, conn_in D Q x i <-> conn_in D1 T x i).
    { intros i. split; intro C.
      - destruct (conn_split _ _ _ _ _ _ Sp Dx C) as [_ C']. eapply conn_in_same; [exact Dx|apply same_sym; exact M1|exact C'].
      - eapply conn_up; [exact S1|]. eapply conn_in_same; [exact Dx|exact M1|exact C]. }
    apply M_far with x Q; auto.
    + now apply after_merged with D2.
    + intros i C N. pose proof C as C'. destruct (conn_split _ _ _ _ _ _ Sp Dx C') as [D1i _]. apply CC in C. apply (Nr i C). now apply (near_split1 D D1 D2).
    + exists j0, k0. split; [now apply CC|]. repeat split; auto. rewrite <- M1; auto.
    + apply G_split with D1 D2 e1 e2 r1 r2; auto; eapply gives_same; eauto.
Qed.
(** What the opponent's stone leaves. *)
Lemma opE : op <> E. Proof. destruct me; simpl; congruence. Qed.
Lemma op_me : op <> me. Proof. destruct me; simpl; congruence. Qed.
Lemma after_op_mine D P x T i : after D P x op T -> D i = true -> get T i = me -> get P i = me.
Proof.
  intros A Hi G. destruct (A i Hi) as [A1 A2]. destruct (Nat.eq_dec i x) as [e|N]; [rewrite (A1 e) in G; exfalso; now apply op_me|].
  destruct (A2 N) as [A3 _]. rewrite opp_opp in A3. destruct (get P i) eqn:X, me eqn:Y; try congruence; exfalso; specialize (A3 ltac:(congruence)); congruence.
Qed.
Lemma opp_stone D P e r : gives D P e r -> legal_in D P -> forall x T, D x = true -> get P x = E -> after D P x op T -> free_in D T x ->
  gives D T e r \/ exists r', r' < r /\ makes D T e r'.
Proof.
  induction 1 as [D P e r B I N Le A| D D1 D2 P e e1 e2 r r1 r2 Sp Le Lr G1 IH1 G2 IH2|D P e r B I N Mk T2 H3]; intros L x T Dx Gx Af F.
  - left. apply G_near; auto.
    + intros i Hi G. apply I; auto. eapply after_op_mine; eauto.
    + intros _. destruct F as (j & k & C & Hk & Dk & Ek). exists k. repeat split; auto. specialize (B k Dk). lia.
  - pose proof (gives_in _ _ _ _ G1) as B1. pose proof (gives_in _ _ _ _ G2) as B2.
    assert (B : in_board D) by (intros i Hi; destruct Sp as (Su & _); rewrite Su in Hi; apply orb_true_iff in Hi as [Hi|Hi]; auto).
    assert (L1 : legal_in D1 P) by (eapply legal_split; eauto). assert (L2 : legal_in D2 P) by (eapply legal_split; [apply splits_sym|]; eauto).
    pose proof Sp as (Su & _). rewrite Su in Dx. apply orb_true_iff in Dx as [Dx|Dx].
    + destruct (after_side D D1 D2 P x op T Sp B L2 Dx opE Af) as [A1 S2]. destruct (IH1 L1 x T Dx Gx A1) as [G|(r' & Lr' & Mk)].
      * now apply (free_split D D1 D2).
      * left. apply G_split with D1 D2 e1 e2 r1 r2; auto. eapply gives_same; eauto.
      * right. exists (r' + r2). split; [lia|]. eapply makes_lift; eauto; [eapply legal_same; eauto|eapply gives_same; eauto].
    + pose proof (splits_sym _ _ _ Sp) as Sp'. destruct (after_side D D2 D1 P x op T Sp' B L1 Dx opE Af) as [A1 S2]. destruct (IH2 L2 x T Dx Gx A1) as [G|(r' & Lr' & Mk)].
      * now apply (free_split D D2 D1).
      * left. apply G_split with D1 D2 e1 e2 r1 r2; auto. eapply gives_same; eauto.
      * right. exists (r' + r1). split; [lia|]. eapply makes_lift with (D1 := D2) (D2 := D1) (e1 := e2) (e2 := e1); eauto; [eapply legal_same; eauto|eapply gives_same; eauto|lia].
  - right. exists r. split; [lia|]. eapply H3; eauto.
Qed.
(** All is near, or there is a stone that takes a reply less. *)
Lemma ready D P e r : gives D P e r -> legal_in D P -> gives D P e 0 \/ exists r', r' < r /\ makes D P e r'.
Proof.
  induction 1 as [D P e r B I N Le A| D D1 D2 P e e1 e2 r r1 r2 Sp Le Lr G1 IH1 G2 IH2|D P e r B I N Mk T2 H3]; intros L.
  - left. now apply G_near.
  - pose proof (gives_in _ _ _ _ G1) as B1. pose proof (gives_in _ _ _ _ G2) as B2.
    assert (B : in_board D) by (intros i Hi; destruct Sp as (Su & _); rewrite Su in Hi; apply orb_true_iff in Hi as [Hi|Hi]; auto).
    assert (L1 : legal_in D1 P) by (eapply legal_split; eauto). assert (L2 : legal_in D2 P) by (eapply legal_split; [apply splits_sym|]; eauto).
    destruct (IH1 L1) as [Z1|(r' & Lr' & Mk)].
    + destruct (IH2 L2) as [Z2|(r' & Lr' & Mk)].
      * left. apply G_split with D1 D2 e1 e2 0 0; auto.
      * right. exists (r' + 0). split; [lia|]. eapply makes_lift with (D1 := D2) (D2 := D1) (e1 := e2) (e2 := e1); eauto; [now apply splits_sym|lia].
    + right. exists (r' + r2). split; [lia|]. eapply makes_lift; eauto.
  - right. exists r. split; auto.
Qed.
Lemma all_near D P e : gives D P e 0 -> forall i, D i = true -> near D i /\ get P i <> me.
Proof.
  remember 0 as r eqn:Er. induction 1 as [D P e r B I N Le A| D D1 D2 P e e1 e2 r r1 r2 Sp Le Lr G1 IH1 G2 IH2|D P e r B I N Mk T2 H3]; try discriminate; intros i Hi.
  - split; auto. intro G. destruct (A i Hi) as (k & Hk & Dk). rewrite (I i Hi G k Hk) in Dk. discriminate.
  - pose proof Sp as (Su & _). rewrite Su in Hi. apply orb_true_iff in Hi as [Hi|Hi].
    + destruct (IH1 ltac:(lia) i Hi). split; auto. now apply (near_split1 D D1 D2).
    + destruct (IH2 ltac:(lia) i Hi). split; auto. apply (near_split1 D D2 D1); auto. now apply splits_sym.
Qed.
(** Where all is near, filling beside a stone of the opponent. *)
Lemma filled D P e : gives D P e 0 -> legal_in D P -> forall x y T D', D x = true -> get P x = E -> In y (adj b x) -> D y = true -> after D P x me T ->
  (forall i, D' i = true <-> D i = true /\ i <> x) -> legal_in D' T -> gives D' T e 0.
Proof.
  remember 0 as r eqn:Er. intro H. pose proof H as H0. revert H0. induction H as [D P e r B I N Le A| D D1 D2 P e e1 e2 r r1 r2 Sp Le Lr G1 IH1 G2 IH2|D P e r B I N Mk T2 H3]; try discriminate; intros H0 L x y T D' Dx Gx Hy Dy Af HD LT.
  - subst r. assert (NM : forall i, D' i = true -> get T i <> me).
    { intros i Hi G. apply HD in Hi as [Hi Nx]. destruct (all_near _ _ _ H0 i Hi) as [_ NP]. destruct (Af i Hi) as [_ A2]. destruct (A2 Nx) as [A3 A4].
      assert (get P i = op \/ get P i <> op) as [X|X] by (destruct (get P i), op; auto; right; congruence); [|rewrite A3 in G; auto].
      destruct (A4 X) as [A5 A6]. assert (~ free_in D (put b P x me) i) as NF by (intro F; apply op_me; rewrite <- (A5 F); exact G).
      apply meE. rewrite <- G. now apply A6. }
    apply G_near; auto.
    + intros i Hi. apply HD in Hi as [Hi _]. auto.
    + intros i Hi G. exfalso. eapply NM; eauto.
    + intros _. assert (D' y = true) as D'y by (apply HD; split; auto; intros ->; apply (adj_in b bok) in Hy; tauto).
      assert (exists k, D' k = true /\ get T k = E) as (k & Dk & Ek).
      { assert (get T y = E \/ get T y <> E) as [G|G] by (destruct (get T y); auto; right; congruence); [eauto|]. destruct (LT y D'y G) as (j & k & _ & _ & Dk & Ek). eauto. }
      exists k. apply HD in Dk as Dk'. destruct Dk' as [Dk' _]. repeat split; auto; [|specialize (B k Dk'); lia].
      destruct (A k Dk') as (l & Hl & Dl). exists l. split; auto. destruct (D' l) eqn:X; auto. apply HD in X as [X _]. congruence.
    + intros i Hi. apply HD in Hi as [Hi _]. destruct (A i Hi) as (l & Hl & Dl). exists l. split; auto. destruct (D' l) eqn:X; auto. apply HD in X as [X _]. congruence.
  - pose proof (gives_in _ _ _ _ G1) as B1. pose proof (gives_in _ _ _ _ G2) as B2. assert (r1 = 0) by lia. assert (r2 = 0) by lia. subst r1 r2.
    assert (B : in_board D) by (intros i Hi; destruct Sp as (Su & _); rewrite Su in Hi; apply orb_true_iff in Hi as [Hi|Hi]; auto).
    assert (L1 : legal_in D1 P) by (eapply legal_split; eauto). assert (L2 : legal_in D2 P) by (eapply legal_split; [apply splits_sym|]; eauto).
    assert (One : forall D1 D2 e1 e2, splits D D1 D2 -> in_board D1 -> legal_in D1 P -> legal_in D2 P -> gives D1 P e1 0 -> gives D2 P e2 0 -> e <= e1 + e2 -> D1 x = true ->
      (gives D1 P e1 0 -> legal_in D1 P -> forall x y T D', D1 x = true -> get P x = E -> In y (adj b x) -> D1 y = true -> after D1 P x me T ->
        (forall i, D' i = true <-> D1 i = true /\ i <> x) -> legal_in D' T -> gives D' T e1 0) -> gives D' T e 0).
    { clear IH1 IH2 Sp G1 G2 B1 B2 L1 L2 Le Lr D1 D2 e1 e2. intros D1 D2 e1 e2 Sp B1 L1 L2 G1 G2 Le D1x IH.
      destruct (after_side D D1 D2 P x me T Sp B L2 D1x meE Af) as [A1 S2]. pose proof Sp as (Su & Sd & Sa).
      set (D1' := fun i => D1 i && negb (i =? x)). assert (HD1 : forall i, D1' i = true <-> D1 i = true /\ i <> x).
      { intro i. unfold D1'. rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq. tauto. }
      assert (Sp' : splits D' D1' D2).
      { split; [|split].
        - intro i. apply eq_true_iff_eq. rewrite HD, orb_true_iff, HD1, Su, orb_true_iff. split; [tauto|]. intros [[H1 H2]|H]; [tauto|]. split; auto. intros ->. rewrite (Sd x D1x) in H. discriminate.
        - intros i H. apply HD1 in H as [H _]. auto.
        - intros i k H Hk. apply HD1 in H as [H _]. eauto. }
      apply G_split with D1' D2 e1 e2 0 0; auto; [|eapply gives_same; eauto].
      apply (IH G1 L1 x y T D1'); auto; [|eapply legal_split; eauto].
      rewrite Su, (Sa x y D1x Hy), orb_false_r in Dy. exact Dy. }
    pose proof Sp as (Su & _). rewrite Su in Dx. apply orb_true_iff in Dx as [Dx|Dx].
    + subst r. apply (One D1 D2 e1 e2); auto; try lia. exact (IH1 eq_refl).
    + subst r. apply (One D2 D1 e2 e1); auto; try lia; [now apply splits_sym|exact (IH2 eq_refl)].
Qed.
(** What a stone makes of D where the chains that it may take stay in D. *)
Definition shut (D : nat -> bool) (P : pos) (c : color) : Prop :=
  forall j k, D j = true -> get P j = c -> In k (adj b j) -> D k = true \/ get P k <> E /\ get P k <> c.
Lemma free_local D P x c i : in_board D -> shut D P (opp c) -> c <> E -> D x = true -> get P x = E -> D i = true -> i <> x -> get P i = opp c ->
  (free b (put b P x c) i = true <-> free_in D (put b P x c) i).
Proof.
  intros B Sh cE Dx Ex Di Nx G. assert (i < n) as Hi by auto. assert (opp c <> E /\ c <> opp c) as [oE co] by (destruct c; simpl; split; congruence).
  assert (G1 : get (put b P x c) i = opp c) by (rewrite get_put by auto; apply Nat.eqb_neq in Nx; now rewrite Nx).
  assert (S : forall j, Conn b (put b P x c) i j -> conn_in D (put b P x c) i j /\ D j = true /\ get P j = opp c).
  { intros j C. induction C as [|j k C (IH1 & IH2 & IH3) Hk Gk]; [split; [constructor|auto]|].
    assert (k < n) as Hkn by now apply (adj_in b bok) in Hk. pose proof Gk as Gk0. rewrite G1, get_put in Gk by auto. destruct (k =? x) eqn:Y; [congruence|].
    assert (D k = true) as Dk by (destruct (Sh j k IH2 IH3 Hk) as [|[_ Z]]; auto; congruence).
    split; [econstructor 2; eauto|auto]. }
  rewrite free_spec by auto. split; intros (j & k & C & R).
  - destruct R as [Hk Ek]. destruct (S j C) as (C' & Dj & Gj). exists j, k. split; auto. split; auto. split; auto.
    assert (k < n) as Hkn by now apply (adj_in b bok) in Hk. rewrite get_put in Ek by auto. destruct (k =? x) eqn:Y; [congruence|]. destruct (Sh j k Dj Gj Hk) as [|[Z _]]; auto; congruence.
  - destruct R as (Hk & Dk & Ek). exists j, k. split; auto. clear - C. induction C as [|j k C IH Hk Dk G]; [constructor|]. econstructor 2; eauto.
Qed.
Lemma after_local D P x c : in_board D -> shut D P (opp c) -> c <> E -> D x = true -> get P x = E -> after D P x c (capture b (put b P x c) (opp c)).
Proof.
  intros B Sh cE Dx Ex i Di. assert (i < n) as Hi by auto. assert (x < n) as Hx by auto. split; [intros ->; apply get_own; auto|]. intro Nx.
  assert (G1 : get (put b P x c) i = get P i) by (rewrite get_put by auto; apply Nat.eqb_neq in Nx; now rewrite Nx).
  rewrite get_capture, G1 by auto. split; [intro N; destruct (ceq (get P i) (opp c)) eqn:Y; auto; apply ceq_ok in Y; congruence|].
  intro G. rewrite G. assert (ceq (opp c) (opp c) = true) as -> by (now apply ceq_ok). cbn [andb].
  pose proof (free_local D P x c i B Sh cE Dx Ex Di Nx G) as X. destruct (free b (put b P x c) i) eqn:Y; simpl; split; auto; intro Z; [exfalso; apply Z; now apply X|exfalso; apply X in Z; congruence].
Qed.
Lemma after_only D P x c T : in_board D -> shut D P (opp c) -> c <> E -> D x = true -> get P x = E -> after D P x c T -> same D T (capture b (put b P x c) (opp c)).
Proof.
  intros B Sh cE Dx Ex A. eapply after_one; [|exact A|now apply after_local]. intros i Di Nx G. rewrite <- free_local by auto. destruct (free b (put b P x c) i); [left|right]; congruence.
Qed.
Lemma gives_inner D P e r : gives D P e r -> inner D P.
Proof.
  induction 1 as [| D D1 D2 P e e1 e2 r r1 r2 Sp Le Lr _ IH1 _ IH2| ]; auto. intros i Hi G k Hk. pose proof (split_sub _ _ _ Sp) as [S1 S2]. pose proof Sp as (Su & _).
  rewrite Su in Hi. apply orb_true_iff in Hi as [Hi|Hi]; [apply S1; eapply IH1; eauto|apply S2; eapply IH2; eauto].
Qed.
End Parts.
