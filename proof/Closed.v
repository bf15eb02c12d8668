(** Certificates with closed sets, where games may go on for ever: what a player can force, and what he can keep his opponent
    from (CERTIFICATES.md, section Closed sets). *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Simulation Transfer Symmetry Life Reads Store Checker.

(** What is known: lemmas, and members of closed sets, by their numbers. *)
Record known := Known { forced : store; kept : store }.
Definition nothing : known := Known no_lemmas no_lemmas.
(** A member of a closed set: its number, what it says, and its proof as in [step_]. *)
Record part_ := Part { part_name : positive; part_lemma : lem; part_move : option nat; part_outcomes : list outc }.

Section Closed.
Variable b : board.
Variable r : rules.
Hypothesis hok : header_ok b r = true.

Definition keeps1 (s : known) (p : part_) : bool :=
  check_member keqb meqb kblack (plays b r) (mapK b) swap (lookup (forced s)) (symokb b r) (wfKb b) (lookup (kept s))
    (part_lemma p) (part_move p) (part_outcomes p).
Definition add_all (t : store) (l : list part_) : store := fold_left (fun t p => keep (part_name p) (part_lemma p) t) l t.
(** A closed set: its members may refer to one another, and to what was known. *)
Definition close (s : known) (l : list part_) : option known :=
  let s' := Known (forced s) (add_all (kept s) l) in
  if forallb (keeps1 s') l then Some s' else None.
Definition rests1 (s : known) (n : positive) (g : sym) (k : key) (c : claim) : bool :=
  restsb keqb (mapK b) swap (lookup (forced s)) (symokb b r) (lookup (kept s)) n g k c.
Definition conclude_keeps (s : known) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (n : positive) (g : sym) : bool :=
  header_ok b r && (length P =? size b) &&
  match replay b r (Game P (col c) []) ms with Some g' => rests1 s n g (key_of b r g') (less (carried b r g') cl) | None => false end.

Notation rests := (rests kblack plainly (plays b r) (mapK b) swap (symok b r) (wfK b)).
Notation holds_good := (holds_good kblack plainly (plays b r)).
(** The members keep what they say, as long as the game stays among them. *)
Definition closed (t : store) : Prop :=
  exists S : list lem, (forall n L, lookup t n = Some L -> In L S) /\ forall L, In L S -> forall p, holds_good (rests S) (lclaim L) (lkey L) p.
Definition sound2 (s : known) : Prop := sound b r (forced s) /\ closed (kept s).

Lemma nothing_sound : sound2 nothing.
Proof.
  split; [apply empty_sound|]. exists []. split; [|intros L []]. apply each_none.
Qed.
Lemma add_all_in l : forall t n L, lookup (add_all t l) n = Some L ->
  In L (map part_lemma l) \/ lookup t n = Some L.
Proof.
  unfold add_all. induction l as [|p l IH]; simpl; intros t n L F; auto. apply IH in F as [F|F]; auto. unfold keep in F. rewrite lookup_add in F by apply feqb_ok.
  destruct (Pos.eq_dec n (part_name p)); auto. inversion F; auto.
Qed.
Lemma close_ok s l s' : sound2 s -> close s l = Some s' -> sound2 s'.
Proof.
  intros [F (S & M & G)]. unfold close. set (t := add_all (kept s) l). destruct (forallb _ l) eqn:C; [|discriminate].
  intro X; inversion X; subst; clear X. split; [exact F|]. simpl.
  assert (M' : forall n L, lookup t n = Some L -> In L (map part_lemma l ++ S)).
  { intros n L H. apply in_or_app. apply add_all_in in H as [H|H]; eauto. }
  exists (map part_lemma l ++ S). split; [exact M'|]. intros L H p. apply in_app_or in H as [H|H].
  - apply in_map_iff in H as (x & <- & Hx). rewrite forallb_forall in C. specialize (C x Hx). unfold keeps1 in C. cbn [forced kept] in C.
    pose proof (bok b r hok) as Bk.
    apply (@check_member_ok key fact clr sym (option nat) keqb keqb_ok meqb kblack plainly (plays b r) (mapK b) (mapF b) mapB (fun _ c => c)
      swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) (black_map b r)
      (back_there b r) (wf_there b r) (wf_back b r) (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W) (any_past fact) (fun _ _ _ _ => Logic.I) positive (lookup (forced s)) F (symokb b r) (symokb_ok b r) (wfKb b) (wfKb_ok b) (fun _ => Logic.I)
      (lookup t) (map part_lemma l ++ S) (part_lemma x) (part_move x) (part_outcomes x) M' C).
  - eapply good_incl; [|eauto]. apply incl_appr, incl_refl.
Qed.

Lemma wfK_map g k : symok b r g -> wfK b k -> wfK b (mapK b g k).
Proof.
  intros A [H K]. split; simpl; [apply tab_length|]. intros i E. destruct (kko k) as [j|] eqn:O; [|discriminate]. inversion E; subst.
  destruct (proj1 A j (K _ eq_refl)) as (A1 & _). exact A1.
Qed.
Theorem conclude_keeps_ok s P c ms cl n g : sound2 s -> conclude_keeps s P c ms cl n g = true ->
  exists g', replay b r (Game P (col c) []) ms = Some g' /\ inv r g' /\ keeps b r cl g'.
Proof.
  intros [F (S & M & G)]. unfold conclude_keeps. rewrite !andb_true_iff. intros [[_ LP] H]. apply Nat.eqb_eq in LP.
  destruct (replay _ _ _ ms) as [g'|] eqn:R; [|discriminate]. exists g'. split; auto.
  assert (inv r g') as I by (eapply replay_inv; [apply (inv_start b r hok)|exact R]). split; auto.
  pose proof (bok b r hok) as Bk. assert (wfK b (key_of b r g')) as Wk by (eapply wf_replay; eauto).
  eapply msafe_keeps; [|exact I|reflexivity|intro; reflexivity|reflexivity].
  apply (@closed_set_ok key fact clr sym (option nat) kblack plainly (plays b r) (mapK b) (mapF b) mapB (fun _ c => c)
    swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) (black_map b r)
    (back_there b r) (wf_there b r) (wf_back b r) (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W)  wfK_map S G).
  apply (@restsb_ok key fact clr sym (option nat) keqb keqb_ok kblack plainly (plays b r) (mapK b) (mapF b) mapB (fun _ c => c)
    swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) (black_map b r)
    (back_there b r) (wf_there b r) (wf_back b r) (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W) (any_past fact) (fun _ _ _ _ => Logic.I) positive (lookup (forced s)) F (symokb b r) (symokb_ok b r) (fun _ => Logic.I)
    (lookup (kept s)) S n g (key_of b r g') (less (carried b r g') cl) M Wk H).
Qed.
End Closed.

(** The steps of a certificate with closed sets. *)
Inductive step2 := SStep (x : step_) | SClosed (l : list part_).
Definition take2 (b : board) (r : rules) (s : known) (x : step2) : option known :=
  match x with
  | SStep x => option_map (fun t => Known t (kept s)) (take b r (forced s) x)
  | SClosed l => close b r s l
  end.
Fixpoint take_all2 (b : board) (r : rules) (s : known) (l : list step2) : option known :=
  match l with [] => Some s | x :: l => match take2 b r s x with Some s => take_all2 b r s l | None => None end end.
Definition check_forces (b : board) (r : rules) (l : list step2) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (n : positive) (g : sym) : bool :=
  header_ok b r && match take_all2 b r nothing l with Some s => conclude b r (forced s) P c ms cl n g | None => false end.
Definition check_keeps (b : board) (r : rules) (l : list step2) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (n : positive) (g : sym) : bool :=
  header_ok b r && match take_all2 b r nothing l with Some s => conclude_keeps b r s P c ms cl n g | None => false end.

Lemma take_all2_ok b r (hok : header_ok b r = true) l : forall s s', sound2 b r s -> take_all2 b r s l = Some s' -> sound2 b r s'.
Proof.
  induction l as [|x l IH]; simpl; intros s s' S H; [inversion H; now subst|]. destruct (take2 b r s x) as [t|] eqn:T; [|discriminate].
  eapply IH; [|exact H]. destruct x as [x|p]; simpl in T; [|eapply close_ok; eauto].
  destruct (take b r (forced s) x) as [u|] eqn:U; [|discriminate]. inversion T; subst. destruct S as [S1 S2]. split; [|exact S2]. simpl.
  eapply take_all_ok with (l := [x]); [exact hok|exact S1|]. simpl. now rewrite U.
Qed.

(** An accepted claim without the words [or-no-end]: the player can force an end with such a score. *)
Theorem check_forces_sound b r l P c ms cl n g : check_forces b r l P c ms cl n g = true ->
  exists g', replay b r (Game P (col c) []) ms = Some g' /\ proper g' /\ forces b r cl g'.
Proof.
  unfold check_forces. rewrite andb_true_iff. intros [H K]. destruct (take_all2 b r _ l) as [s|] eqn:T; [|discriminate].
  assert (sound2 b r s) as [S _] by (eapply take_all2_ok; [exact H|apply nothing_sound|exact T]).
  destruct (conclude_ok b r H _ P c ms cl n g S K) as (g' & R & F). exists g'. split; auto. split; auto.
  eapply replay_inv in R as (Pr & _); auto. apply (inv_start b r H).
Qed.
(** With them: he can play so that the game ends with such a score or never ends; and if unfinished games are worth no more than he
    claims, so is minimax of every depth. *)
Theorem check_keeps_sound b r l P c ms cl n g : check_keeps b r l P c ms cl n g = true ->
  exists g', replay b r (Game P (col c) []) ms = Some g' /\ keeps b r cl g' /\
    forall d, good cl d -> forall depth, good cl (minimax b r d depth g').
Proof.
  unfold check_keeps. rewrite andb_true_iff. intros [H K]. destruct (take_all2 b r _ l) as [s|] eqn:T; [|discriminate].
  assert (sound2 b r s) as S by (eapply take_all2_ok; [exact H|apply nothing_sound|exact T]).
  destruct (conclude_keeps_ok b r H _ P c ms cl n g S K) as (g' & R & (Pr & _) & F). exists g'. split; auto. split; auto.
  apply keeps_minimax; auto.
Qed.
(** So the other player can force no score that is better for him. *)
Lemma check_keeps_bounds b r l P c ms me v n g : check_keeps b r l P c ms (negb me, v) n g = true ->
  exists g', replay b r (Game P (col c) []) ms = Some g' /\ forall w, forces b r (me, w) g' -> if me then (w <= v)%Z else (v <= w)%Z.
Proof.
  intro H. pose proof H as K. apply check_keeps_sound in H as (g' & R & _ & M). exists g'. split; auto. intros w F.
  assert (proper g') as Pr. { unfold check_keeps in K. apply andb_true_iff in K as [K _]. eapply replay_inv in R as (Pr & _); auto. apply (inv_start b r K). }
  destruct (forces_minimax _ _ _ _ F Pr) as [N HN]. specialize (HN v N (le_n _)).
  assert (good (negb me, v) v) as G by (unfold good; destruct me; simpl; lia). specialize (M v G N). unfold good in *. destruct me; simpl in *; lia.
Qed.
(** Both together: v is the most that a player can force in finite play. *)
Corollary check_most b r l1 l2 P c ms me v n1 g1 n2 g2 :
  check_forces b r l1 P c ms (me, v) n1 g1 = true -> check_keeps b r l2 P c ms (negb me, v) n2 g2 = true ->
  exists g', replay b r (Game P (col c) []) ms = Some g' /\ forces b r (me, v) g' /\ forall w, forces b r (me, w) g' -> if me then (w <= v)%Z else (v <= w)%Z.
Proof.
  intros H1 H2. apply check_forces_sound in H1 as (g1' & R1 & _ & F). apply check_keeps_bounds in H2 as (g2' & R2 & M).
  rewrite R1 in R2. inversion R2; subst. eauto.
Qed.
