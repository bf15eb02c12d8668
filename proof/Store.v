(** Lemmas by their numbers. They may be kept such that what many of them read is there once, which takes a part of the memory and
    more time. *)
Require Import List Bool ZArith FMapPositive.
Import ListNotations.
Require Import Board Abstract Reads.

Section Store.
Variables Key Fact : Type.
Variable feqb : Fact -> Fact -> bool.
Hypothesis feqb_ok : forall a b, feqb a b = true <-> a = b.
Variable key : read Fact -> list color.
Notation lem := (lemma Key Fact).
Notation rd := (read Fact).

Record lemmas := Lemmas { numbered : PositiveMap.t lem; reads_kept : option (trie Fact) }.
Definition no_lemmas : lemmas := Lemmas (PositiveMap.empty _) None.
Definition lookup (s : lemmas) (n : positive) : option lem := PositiveMap.find n (numbered s).

(** The same read as it is kept, and what is kept then. *)
Definition shared (t : trie Fact) (x : rd) : rd * trie Fact :=
  let k := key x in match find (same Fact feqb x) (found Fact t k) with Some y => (y, t) | None => (x, put Fact x k t) end.
Fixpoint share (t : trie Fact) (l : list rd) : list rd * trie Fact :=
  match l with [] => ([], t) | x :: l => let (y, t) := shared t x in let (l, t) := share t l in (y :: l, t) end.
Definition add (n : positive) (L : lem) (s : lemmas) : lemmas :=
  match reads_kept s with
  | None => Lemmas (PositiveMap.add n L (numbered s)) None
  | Some t => let (l, t) := share t (lreads L) in Lemmas (PositiveMap.add n (Lemma (lkey L) (lclaim L) l) (numbered s)) (Some t)
  end.
(** From now on they are kept so. *)
Definition thrift (s : lemmas) : lemmas := match reads_kept s with None => Lemmas (numbered s) (Some (Tip Fact)) | Some _ => s end.
Definition forget (n : positive) (s : lemmas) : lemmas := Lemmas (PositiveMap.remove n (numbered s)) (reads_kept s).

Lemma shared_same t x : fst (shared t x) = x.
Proof.
  unfold shared. destruct (find _ _) as [y|] eqn:F; auto. apply find_some in F as [_ F]. unfold same in F.
  apply andb_true_iff in F as [A F]. apply eqb_prop in A. apply feqb_ok in F. destruct x, y; simpl in *. congruence.
Qed.
Lemma share_same l : forall t, fst (share t l) = l.
Proof.
  induction l as [|x l IH]; intro t; simpl; auto. pose proof (shared_same t x) as H. destruct (shared t x) as [y t']. specialize (IH t').
  destruct (share t' l) as [l' u]. simpl in *. congruence.
Qed.
Lemma lookup_add n L s n' : lookup (add n L s) n' = if Pos.eq_dec n' n then Some L else lookup s n'.
Proof.
  assert (X : numbered (add n L s) = PositiveMap.add n L (numbered s)).
  { unfold add. destruct (reads_kept s) as [t|]; auto. pose proof (share_same (lreads L) t) as H. destruct (share _ _) as [l t']. simpl in *. subst l. now destruct L. }
  unfold lookup. rewrite X. destruct (Pos.eq_dec n' n) as [->|N]; [now rewrite PositiveMap.gss|now rewrite PositiveMap.gso by auto].
Qed.

(** What is so of all lemmas. *)
Variable Q : lem -> Prop.
Definition each (s : lemmas) : Prop := forall n L, lookup s n = Some L -> Q L.
Lemma each_none : each no_lemmas.
Proof. intros n L F. unfold lookup in F; simpl in F. rewrite PositiveMap.gempty in F. discriminate. Qed.
Lemma each_add s n L : each s -> Q L -> each (add n L s).
Proof. intros S H n' L' F. rewrite lookup_add in F. destruct (Pos.eq_dec n' n); [inversion F; now subst|eapply S; eauto]. Qed.
Lemma each_thrift s : each s -> each (thrift s).
Proof. unfold each, lookup, thrift. now destruct (reads_kept s). Qed.
Lemma each_forget s n : each s -> each (forget n s).
Proof.
  intros S n' L F. unfold forget, lookup in F; simpl in F. destruct (Pos.eq_dec n' n) as [->|N].
  - rewrite PositiveMap.grs in F. discriminate.
  - rewrite PositiveMap.gro in F by auto. eapply S; eauto.
Qed.
End Store.
Arguments lookup {Key Fact}.
Arguments no_lemmas {Key Fact}.
Arguments forget {Key Fact}.
Arguments thrift {Key Fact}.
