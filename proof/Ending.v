(** Games of any states and moves: a measure shows that every game ends, and then there is a value. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Life Play.

(** The number of pairs in a list of which a predicate does not hold. *)
Section Still.
Variables (P A : Type) (l : list (P * A)).
Definition still (f : P -> A -> bool) : nat := length (filter (fun x => negb (f (fst x) (snd x))) l).
Lemma still_le f f' : (forall X Y, f X Y = true -> f' X Y = true) -> still f' <= still f.
Proof.
  intro H. apply filter_le. intros [X Y] _. simpl. rewrite !negb_true_iff. intro F. destruct (f X Y) eqn:G; auto. rewrite (H _ _ G) in F. discriminate.
Qed.
Lemma still_lt f f' X Y : (forall X Y, f X Y = true -> f' X Y = true) -> In (X, Y) l -> f X Y = false -> f' X Y = true -> still f' < still f.
Proof.
  intros H L F F'. apply filter_lt.
  - intros [X' Y'] _. simpl. rewrite !negb_true_iff. intro G. destruct (f X' Y') eqn:G'; auto. rewrite (H _ _ G') in G. discriminate.
  - exists (X, Y). split; auto. simpl. rewrite F, F'. auto.
Qed.
End Still.
Arguments still {P A}.
Arguments still_le {P A}.
Arguments still_lt {P A}.

Section Ending.
Variables State Move Score : Type.
Variable step : State -> Move -> option (Score + State).
(* trusted *)
(** What a move leads to; that there is no game without end. *)
Definition leads (g' g : State) : Prop := exists m, step g m = Some (inr g').
Definition ends (g : State) : Prop := Acc leads g.
(* end trusted *)
Lemma measured (I : State -> Prop) (f1 f2 f3 : State -> nat) :
  (forall g g', I g -> leads g' g -> I g' /\ (f1 g' < f1 g \/ f1 g' <= f1 g /\ (f2 g' < f2 g \/ f2 g' <= f2 g /\ f3 g' < f3 g))) ->
  forall g, I g -> ends g.
Proof.
  intro D. assert (forall x y z g, f1 g < x -> f2 g < y -> f3 g < z -> I g -> ends g) as X; [|intros g Ig; eapply X; eauto].
  induction x as [|x IHx]; [intros; lia|]. induction y as [|y IHy]; [intros; lia|]. induction z as [|z IHz]; [intros; lia|].
  intros g H1 H2 H3 Ig. constructor. intros g' A. destruct (D g g' Ig A) as [Ig' [L|[L [L2|[L2 L3]]]]].
  - apply (IHx (S (f2 g')) (S (f3 g'))); auto; lia.
  - apply (IHy (S (f3 g'))); auto; lia.
  - apply IHz; auto; lia.
Qed.

(** Minimax, in whatever scores, and a value. *)
Variable moves : list Move.
Variable best_of : State -> list Score -> Score -> Score.
Hypothesis some_move : forall g, exists m o, In m moves /\ step g m = Some o.
Hypothesis best_any : forall g x l d d', best_of g (x :: l) d = best_of g (x :: l) d'.
Fixpoint looks (d : Score) (depth : nat) (g : State) : Score :=
  match depth with
  | 0 => d
  | S depth => best_of g (flat_map (fun m => match step g m with None => [] | Some (inl s) => [s] | Some (inr g') => [looks d depth g'] end) moves) d
  end.
Theorem settles g : ends g -> exists v N, forall d depth, N <= depth -> looks d depth g = v.
Proof.
  induction 1 as [g _ IH].
  set (worths d depth (m : Move) := match step g m with None => [] | Some (inl s) => [s] | Some (inr g') => [looks d depth g'] end).
  assert (forall l, exists N w, forall d depth, N <= depth -> flat_map (worths d depth) l = w) as Fl.
  { induction l as [|m l (N & w & Hl)]; [exists 0, []; auto|].
    assert (exists N1 w1, forall d depth, N1 <= depth -> worths d depth m = w1) as (N1 & w1 & H1).
    { unfold worths. destruct (step g m) as [[s|g']|] eqn:St; [exists 0, [s]; auto| |exists 0, []; auto].
      destruct (IH g') as (v & N1 & H1); [now exists m|]. exists N1, [v]. intros d depth L. now rewrite H1. }
    exists (max N N1), (w1 ++ w). intros d depth L. simpl. rewrite Hl, H1 by lia. reflexivity. }
  destruct (Fl moves) as (N & w & Hw). destruct (some_move g) as (mv & o & Hm & So). destruct w as [|x w].
  - exfalso. assert (forall d, flat_map (worths d N) moves <> []) as X.
    { intros d E. assert (In (match o with inl s => s | inr g' => looks d N g' end) []) as []. rewrite <- E. apply in_flat_map. exists mv. split; auto. unfold worths. rewrite So. destruct o; simpl; auto. }
    assert (exists d : Score, True) as (d & _) by (destruct o as [s|g']; [eauto|destruct (IH g') as (v & _); [now exists mv|eauto]]). apply (X d), Hw. lia.
  - exists (best_of g (x :: w) x), (S N). intros d [|depth] L; [lia|]. simpl. fold (worths d depth). rewrite (Hw d depth) by lia. apply best_any.
Qed.
End Ending.
