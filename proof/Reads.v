(** Lists of reads: whether others imply those that are needed, and each once. They are in a trie, so that a read is compared with few. *)
Require Import List Bool.
Import ListNotations.
Require Import Board Abstract.

(** A fact is among the images of a list under a map if its inverse image is in the list. *)
Lemma mem_mapped {F} (feqb : F -> F -> bool) (there back : F -> F) (wf : F -> Prop) :
  (forall a b, feqb a b = true <-> a = b) -> (forall f, wf f -> back (there f) = f) -> (forall f, wf f -> there (back f) = f) ->
  forall f st, Forall wf st -> wf f -> mem feqb f (map there st) = mem feqb (back f) st.
Proof.
  intros feqb_ok BT TB f st W Wf. unfold mem. apply eq_true_iff_eq. rewrite !existsb_exists. split.
  - intros (x & Hx & E). apply feqb_ok in E. subst x. apply in_map_iff in Hx as (z & E & Hz). exists z. split; auto. apply feqb_ok. subst f.
    rewrite Forall_forall in W. apply BT; auto.
  - intros (x & Hx & E). apply feqb_ok in E. subst x. exists f. split; [|now apply feqb_ok]. rewrite <- (TB f Wf). now apply in_map.
Qed.

Section Reads.
Variable Fact : Type.
Notation rd := (read Fact).
(** Under a past that makes sense a read may imply another; then both have the same key. That is for completeness alone. *)
Variables (sense : past Fact -> Prop) (implies : rd -> rd -> bool) (key : rd -> list color).
Hypothesis implies_ok : forall y x, implies y x = true -> forall p, sense p -> p (snd y) = fst y -> p (snd x) = fst x.

Inductive trie := Tip | Node (here : list rd) (e b w : trie).
Fixpoint found (t : trie) (k : list color) : list rd :=
  match t with Tip => [] | Node h e b w => match k with [] => h | E :: k => found e k | B :: k => found b k | W :: k => found w k end end.
Fixpoint put (x : rd) (k : list color) (t : trie) : trie :=
  match k, t with
  | [], Tip => Node [x] Tip Tip Tip
  | [], Node h e b w => Node (x :: h) e b w
  | E :: k, Tip => Node [] (put x k Tip) Tip Tip
  | E :: k, Node h e b w => Node h (put x k e) b w
  | B :: k, Tip => Node [] Tip (put x k Tip) Tip
  | B :: k, Node h e b w => Node h e (put x k b) w
  | W :: k, Tip => Node [] Tip Tip (put x k Tip)
  | W :: k, Node h e b w => Node h e b (put x k w)
  end.
Fixpoint each_in (Q : rd -> Prop) (t : trie) : Prop :=
  match t with Tip => True | Node h e b w => Forall Q h /\ each_in Q e /\ each_in Q b /\ each_in Q w end.
Lemma found_in Q t : each_in Q t -> forall k, Forall Q (found t k).
Proof. induction t as [|h e IHe b IHb w IHw]; simpl; [constructor|]. intros (H & He & Hb & Hw) [|[] k]; auto. Qed.
Lemma put_in (Q : rd -> Prop) x : Q x -> forall k t, each_in Q t -> each_in Q (put x k t).
Proof. intro Qx. induction k as [|[] k IH]; intros [|h e b w]; simpl; intuition (constructor || apply IH; simpl; auto). Qed.

Definition implied (t : trie) (x : rd) : bool := existsb (fun y => implies y x) (found t (key x)).
Definition among (a b : list rd) : bool := let t := fold_left (fun t x => put x (key x) t) b Tip in forallb (implied t) a.
Definition add_read (d : list rd * trie) (x : rd) : list rd * trie := if implied (snd d) x then d else (x :: fst d, put x (key x) (snd d)).
Definition each_once (l : list rd) : list rd := fst (fold_left add_read l ([], Tip)).

(** Whether it is as a read asks. *)
Definition so (p : past Fact) (x : rd) : Prop := p (snd x) = fst x.
Lemma so_holds p l : Forall (so p) l <-> holds p l.
Proof. rewrite Forall_forall. unfold holds, so. split; [intros H v f I; exact (H _ I)|intros H [v f] I; exact (H _ _ I)]. Qed.
Lemma implied_so p t x : sense p -> each_in (so p) t -> implied t x = true -> so p x.
Proof.
  intros S H I. apply existsb_exists in I as (y & Hy & E). apply (implies_ok y x E p S). pose proof (found_in _ _ H (key x)) as F. rewrite Forall_forall in F. apply (F y Hy).
Qed.
Lemma among_ok a c : among a c = true -> forall p, sense p -> holds p c -> holds p a.
Proof.
  intros H p S Hc. apply so_holds in Hc. apply so_holds. unfold among in H. rewrite forallb_forall in H. apply Forall_forall. intros x Hx.
  apply (implied_so p _ x S) with (2 := H x Hx). assert (forall l t, each_in (so p) t -> Forall (so p) l -> each_in (so p) (fold_left (fun t x => put x (key x) t) l t)) as K; [|apply K; simpl; auto].
  induction l as [|y l IH]; simpl; intros t T L; auto. inversion L; subst. apply IH; auto. now apply put_in.
Qed.
Lemma each_once_ok l p : sense p -> holds p (each_once l) -> holds p l.
Proof.
  intros S H. apply so_holds in H. apply so_holds. unfold each_once in H.
  assert (forall l d, (Forall (so p) (fst d) -> each_in (so p) (snd d)) -> Forall (so p) (fst (fold_left add_read l d)) -> Forall (so p) (fst d) /\ Forall (so p) l) as K.
  { clear l H. induction l as [|x l IH]; cbn [fold_left]; intros d D H; [split; auto|].
    assert (Forall (so p) (fst (add_read d x)) -> Forall (so p) (fst d) /\ so p x) as A.
    { unfold add_read. destruct (implied (snd d) x) eqn:I; cbn [fst]; intro F; [split; auto; eapply implied_so; eauto|inversion F; auto]. }
    apply IH in H as [H1 H2].
    - apply A in H1 as [H1 H3]. split; auto.
    - intro F. pose proof (A F) as [F1 F2]. unfold add_read in *. destruct (implied (snd d) x); cbn [snd]; auto. now apply put_in; auto. }
  apply (K l ([], Tip)); simpl; auto.
Qed.
End Reads.

(** The same reads alone imply one another. *)
Section Same.
Variable Fact : Type.
Variable feqb : Fact -> Fact -> bool.
Hypothesis feqb_ok : forall a b, feqb a b = true <-> a = b.
Definition same (x y : read Fact) : bool := Bool.eqb (fst x) (fst y) && feqb (snd x) (snd y).
Definition any_past (p : past Fact) : Prop := True.
Lemma same_ok x y : same x y = true -> forall p, any_past p -> p (snd x) = fst x -> p (snd y) = fst y.
Proof. destruct x, y. unfold same; simpl. rewrite andb_true_iff, eqb_true_iff, feqb_ok. intros [-> ->]. auto. Qed.
End Same.
