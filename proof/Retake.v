(** Retaking a ko at once makes the position that stood before. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Legal.

Section Retake.
Variable b : board.
Notation n := (size b).
Hypothesis bok : board_ok b = true.
Lemma ko_retake P p x Q i Q' : x <> E -> length P = n -> legal b P -> place b Forbidden P p x = Some Q -> takes_ko b P Q p x i = true ->
  place b Forbidden Q i (opp x) = Some Q' -> Q' = P.
Proof.
  intros xE LP L Pl Ko Pl'. assert (oE : opp x <> E) by (destruct x; simpl; congruence). assert (xo : x <> opp x) by (destruct x; simpl; congruence).
  pose proof (place_length _ _ _ _ _ _ Pl') as LQ'. apply place_forbidden in Pl as (Hp & Ep & EQ & F); auto. apply place_forbidden in Pl' as (Hi & Ei & EQ' & F'); auto. rewrite opp_opp in EQ'.
  unfold takes_ko in Ko. rewrite !andb_true_iff, !forallb_forall in Ko. destruct Ko as [[[[K1 K1'] K2] K3] K4]. apply ceq_ok in K1. apply ceq_ok in K1'. apply memn_ok in K3.
  assert (Only : forall j, j < n -> j <> i -> get P j = opp x -> get Q j <> E).
  { intros j Hj Nj G Z. assert (In j (seq 0 n)) as S by (apply in_seq; lia). specialize (K2 j S). apply Nat.eqb_neq in Nj. rewrite Nj in K2. apply ceq_ok in G. apply ceq_ok in Z. rewrite G, Z in K2. discriminate. }
  assert (Np : forall k, In k (adj b p) -> get Q k <> x /\ (k <> i -> get Q k <> E)).
  { intros k Hk. specialize (K4 k Hk). rewrite andb_true_iff, negb_true_iff, orb_true_iff, negb_true_iff in K4. destruct K4 as [A B]. split; [intro Z; apply ceq_ok in Z; congruence|].
    intros Nk Z. apply Nat.eqb_neq in Nk. apply ceq_ok in Z. destruct B; congruence. }
  assert (Same : forall j, j < n -> j <> i -> j <> p -> get Q j = get P j).
  { intros j Hj Ni Nj. destruct (get P j) eqn:G; [rewrite EQ; apply get_empty; auto| |].
    all: assert (get P j = x \/ get P j = opp x) as [Z|Z] by (rewrite G; destruct x; simpl; auto; congruence).
    all: try (rewrite EQ, <- G, Z; apply get_own; auto; fail).
    all: pose proof (Only j Hj Ni Z) as N0; rewrite EQ, get_capture, get_put in N0 |- * by auto; apply Nat.eqb_neq in Nj; rewrite Nj in *; destruct (_ && _); congruence. }
  assert (Qp : get Q p = x) by (rewrite EQ; apply get_own; auto).
  assert (ip : i <> p) by (intros ->; rewrite Qp in Ei; congruence).
  assert (G1 : forall j, j < n -> get (put b Q i (opp x)) j = if j =? i then opp x else get Q j) by (intros; now apply get_put).
  apply pos_ext with n; auto. intros j Hj. rewrite EQ', get_capture, G1 by auto.
  destruct (j =? i) eqn:Yi.
  - apply Nat.eqb_eq in Yi. subst j. assert (ceq (opp x) x = false) as -> by (destruct x; simpl; congruence). simpl. congruence.
  - apply Nat.eqb_neq in Yi. destruct (Nat.eq_dec j p) as [->|Nj].
    + rewrite Qp. assert (ceq x x = true) as -> by (now apply ceq_ok). assert (free b (put b Q i (opp x)) p = false) as ->; [|simpl; congruence].
      destruct (free b (put b Q i (opp x)) p) eqn:Z; auto. exfalso. apply free_spec in Z as (m & k & C & Hk & Ek); auto.
      assert (m = p) as ->.
      { clear k Hk Ek. induction C as [|m k C IH Hk G]; auto. subst m. exfalso. assert (k < n) as Hkn by now apply (adj_in b bok) in Hk.
        rewrite !G1 in G by auto. assert (p =? i = false) as X by (apply Nat.eqb_neq; auto). rewrite X, Qp in G. destruct (k =? i); [congruence|]. destruct (Np k Hk) as [N0 _]. auto. }
      assert (k < n) as Hkn by now apply (adj_in b bok) in Hk. rewrite G1 in Ek by auto. destruct (k =? i) eqn:X; [congruence|]. apply Nat.eqb_neq in X. destruct (Np k Hk) as [_ N0]. now apply N0.
    + rewrite (Same j Hj Yi Nj). destruct (ceq (get P j) x) eqn:Z; auto. apply ceq_ok in Z.
      assert (free b (put b Q i (opp x)) j = true) as ->; [|auto]. apply free_spec; auto.
      destruct (L j Hj) as (m & l & C & Hl & El); [congruence|].
      assert (l < n) as Hln by now apply (adj_in b bok) in Hl.
      assert (Cm : forall m, Conn b P j m -> m < n /\ get P m = x /\ m <> i /\ m <> p).
      { intros z Cz. pose proof (conn_lt b bok _ _ _ Hj Cz) as Hz. pose proof (conn_same b _ _ _ Cz) as Gz. split; auto. split; [congruence|]. split; intros ->; congruence. }
      exists m, l. split; [|split; auto].
      * apply (conn_mono b P); auto. intros z Cz. destruct (Cm z Cz) as (Hz & Gz & Zi & Zp). rewrite G1 by auto. apply Nat.eqb_neq in Zi as Zi'. rewrite Zi'. now apply Same.
      * rewrite G1 by auto. destruct (l =? i) eqn:X; [apply Nat.eqb_eq in X; congruence|]. apply Nat.eqb_neq in X. rewrite Same; auto. intros ->.
        destruct (Cm m C) as (Hm & Gm & Zi & Zp). assert (In m (adj b p)) as Hb by now apply (adj_in b bok) in Hl. destruct (Np m Hb) as [N0 _]. apply N0. rewrite Same; auto.
Qed.
End Retake.
