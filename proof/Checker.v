(** The checker of a whole certificate, and the theorem about it. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Simulation Transfer Symmetry Life Reads Store.

Definition lem := lemma key fact.
Definition outc := outcome fact sym positive.
Definition rd := read fact.

(** Whether reads that are needed are among those stated, and reads without those that are there twice. *)
Definition fact_key (f : fact) : list color :=
  match fwho f with None => E | Some m => col m end :: match fto f with None => fpos f | Some Z => fpos f ++ Z end.
Definition read_key (x : rd) : list color := fact_key (snd x).
Definition within : list rd -> list rd -> bool := among fact (same fact feqb) read_key.
Definition distinct : list rd -> list rd := each_once fact (same fact feqb) read_key.
Definition store := lemmas key fact.
Definition keep : positive -> lem -> store -> store := add key fact feqb read_key.

(** The steps of a certificate before its theorems: a lemma with its reads, one whose reads are left out, that a lemma is
    of no more use, and that memory counts for more than time from here on. A lemma comes with the move of the player whose claim it
    is and its outcome, or with the outcomes of all plays of his opponent. *)
Inductive step_ :=
| SLemma (n : positive) (L : lem) (m : option nat) (os : list outc)
| SBare (n : positive) (k : key) (c : claim) (m : option nat) (os : list outc)
| SForget (n : positive)
| SThrift.

Definition meqb (a b : option nat) : bool := match a, b with None, None => true | Some x, Some y => x =? y | _, _ => false end.

Section Checker.
Variable b : board.
Variable r : rules.

Definition wfKb (k : key) : bool := (length (kpos k) =? size b) && match kko k with Some i => i <? size b | None => true end.
Definition wfFb (f : fact) : bool := (length (fpos f) =? size b) && match fto f with Some Z => length Z =? size b | None => true end.
Definition check1 (s : store) (L : lem) (m : option nat) (os : list outc) : bool :=
  check_lemma feqb keqb meqb kblack plainly (plays b r) (mapK b) mapB swap (lookup s) (symokb b r) (life b r) within wfKb wfFb L m os.
Definition complete1 (s : store) (k : key) (c : claim) (m : option nat) (os : list outc) : option lem :=
  complete_lemma feqb keqb meqb kblack plainly (plays b r) (mapK b) mapB swap (lookup s) (symokb b r) (life b r) wfKb wfFb distinct k c m os.
Definition take (s : store) (x : step_) : option store :=
  match x with
  | SBare n k c m os => option_map (fun L => keep n L s) (complete1 s k c m os)
  | SLemma n L m os => if check1 s L m os then Some (keep n L s) else None
  | SForget n => Some (forget n s)
  | SThrift => Some (thrift s)
  end.
Fixpoint take_all (s : store) (l : list step_) : option store :=
  match l with [] => Some s | x :: l => match take s x with Some s => take_all s l | None => None end end.

(** What the header says makes sense. *)
Definition header_ok : bool := board_ok b && fits r && negb (clause_scored r).
(* trusted *)
(** A game after more moves, none of which ends it. *)
Fixpoint replay (g : game) (l : list (option nat)) : option game :=
  match l with [] => Some g | m :: l => match step b r g m with Some (inr g') => replay g' l | _ => None end end.
(* end trusted *)
(** A theorem about the game that began with P, with c to move, after moves. *)
Definition conclude (s : store) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (n : positive) (g : sym) : bool :=
  header_ok && (length P =? size b) &&
  match replay (Game P (col c) []) ms with
  | None => false
  | Some g' =>
      match refer keqb (mapK b) swap (lookup s) (symokb b r) n g (key_of b r g') (less (carried b r g') cl) with
      | None => false
      | Some L => forallb (fun x => Bool.eqb (past_of r g' (mapB g (snd x))) (fst x)) (lreads L)
      end
  end.

Hypothesis hok : header_ok = true.
Lemma bok : board_ok b = true. Proof. unfold header_ok in hok. rewrite !andb_true_iff in hok. tauto. Qed.

(** Facts here say nothing of one another, so every past makes sense. *)
Notation any := (any_past fact).
Notation valid := (valid kblack plainly (plays b r) (wfK b) (wfF b) any).
Definition sound : store -> Prop := each key fact valid.

Lemma wfKb_ok k : wfKb k = true -> wfK b k.
Proof.
  unfold wfKb, wfK. rewrite andb_true_iff, Nat.eqb_eq. intros [H K]. split; auto. intros i E. rewrite E in K. now apply Nat.ltb_lt.
Qed.
Lemma wfFb_ok f : wfFb f = true -> wfF b f.
Proof.
  unfold wfFb, wfF. rewrite andb_true_iff, Nat.eqb_eq. intros [H K]. split; auto. intros Z E. rewrite E in K. now apply Nat.eqb_eq.
Qed.
Lemma black_map g k : symok b r g -> wfK b k -> kblack (mapK b g k) = xorb (swap g) (kblack k). Proof. reflexivity. Qed.
Lemma wf_there g f : symok b r g -> wfF b f -> wfF b (mapF b g f).
Proof. intros _ _. split; [apply tab_length|]. simpl. destruct (fto f); simpl; intros Z X; inversion X. apply tab_length. Qed.
Lemma wf_back g f : symok b r g -> wfF b f -> wfF b (mapB g f).
Proof. intros G _. split; [now apply (moved_back_length b r)|]. simpl. destruct (fto f); simpl; intros Z X; inversion X. now apply (moved_back_length b r). Qed.
Lemma within_holds a c : within a c = true -> forall p, any p -> holds p c -> holds p a.
Proof. exact (among_ok fact any _ _ (same_ok fact feqb feqb_ok) a c). Qed.
Lemma distinct_holds l p : any p -> holds p (distinct l) -> holds p l.
Proof. exact (each_once_ok fact any _ _ (same_ok fact feqb feqb_ok) l p). Qed.

Lemma check1_ok s L m os : sound s -> check1 s L m os = true -> valid L.
Proof.
  intros S. unfold check1. pose proof bok as Bk.
  apply (@check_lemma_ok key fact clr sym (option nat) feqb feqb_ok keqb keqb_ok meqb kblack plainly (plays b r) (mapK b) (mapF b) mapB (fun _ c => c)
    swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) black_map
    (back_there b r) wf_there wf_back (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W)
    any (fun _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) positive (lookup s) S (symokb b r) (symokb_ok b r) (life b r) (life_ok b Bk r)
    within within_holds wfKb wfFb wfKb_ok wfFb_ok L m os).
Qed.
Lemma complete1_ok s k c m os L : sound s -> complete1 s k c m os = Some L -> valid L.
Proof.
  intros S. unfold complete1. pose proof bok as Bk.
  apply (@complete_lemma_ok key fact clr sym (option nat) feqb feqb_ok keqb keqb_ok meqb kblack plainly (plays b r) (mapK b) (mapF b) mapB (fun _ c => c)
    swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) black_map
    (back_there b r) wf_there wf_back (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W)
    any (fun _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) positive (lookup s) S (symokb b r) (symokb_ok b r) (life b r) (life_ok b Bk r)
    wfKb wfFb wfKb_ok wfFb_ok distinct distinct_holds k c m os L).
Qed.
Lemma keep_sound s n L : sound s -> valid L -> sound (keep n L s).
Proof. apply each_add, feqb_ok. Qed.
Lemma take_all_ok l : forall s s', sound s -> take_all s l = Some s' -> sound s'.
Proof.
  induction l as [|x l IH]; simpl; intros s s' S H; [inversion H; now subst|]. destruct (take s x) as [t|] eqn:T; [|discriminate].
  eapply IH; [|exact H]. destruct x as [n L m os|n k c m os|n|]; simpl in T.
  - destruct (check1 s L m os) eqn:C; [|discriminate]. inversion T; subst. apply keep_sound; auto. eapply check1_ok; eauto.
  - destruct (complete1 s k c m os) as [L|] eqn:C; [|discriminate]. inversion T; subst. apply keep_sound; auto. eapply complete1_ok; eauto.
  - inversion T; subst. now apply each_forget.
  - inversion T; subst. now apply each_thrift.
Qed.
Lemma empty_sound : sound no_lemmas. Proof. apply each_none. Qed.

Lemma inv_step g m g' : inv r g -> step b r g m = Some (inr g') -> inv r g'.
Proof.
  intros I S. pose proof (simulation b r g m I) as M. destruct (play_at b r (key_of b r g) m) as [y|]; [|congruence].
  destruct (forallb _ (bars y)); [|congruence]. destruct M as (o & So & R). rewrite S in So. inversion So; subst.
  destruct (result (past_of r g) y); simpl in R; tauto.
Qed.
Lemma replay_inv l : forall g g', inv r g -> replay g l = Some g' -> inv r g'.
Proof.
  induction l as [|m l IH]; simpl; intros g g' I H; [inversion H; now subst|]. destruct (step b r g m) as [[s|h]|] eqn:S; try discriminate.
  eapply IH; [|exact H]. eapply inv_step; eauto.
Qed.
Lemma inv_start P c : inv r (Game P (col c) []).
Proof.
  split.
  - unfold proper, turn; simpl. destruct c; auto.
  - unfold header_ok in hok. rewrite !andb_true_iff in hok. destruct hok as [[_ H] _]. split; auto. split; [simpl; destruct c; auto|].
    simpl. intros _ k K. unfold fits in H. rewrite K in H. destruct k; [|lia]. rewrite andb_false_r in H. discriminate.
Qed.

Lemma length_step g m g' : length (now g) = size b -> step b r g m = Some (inr g') -> length (now g') = size b.
Proof.
  unfold step. intro H. destruct m as [p|].
  - destruct (place b (clause_suicide r) (now g) p (turn g)) as [Q|] eqn:Pl; [|destruct (_ && _); discriminate]. destruct (_ || barred b r g Q || _); [discriminate|].
    destruct (negb (illegal r) && _); [discriminate|]. destruct (draw r g Q _); [discriminate|]. destruct (has_won _ _ _ _); [discriminate|]. destruct (cut_off r _); intro X; inversion X; subst. unfold now; simpl. eapply place_length; eauto.
  - destruct (negb _); [discriminate|]. destruct (_ || _); [discriminate|]. destruct (_ && _); intro X; inversion X; subst. exact H.
Qed.
Lemma replay_length l : forall g g', length (now g) = size b -> replay g l = Some g' -> length (now g') = size b.
Proof.
  induction l as [|m l IH]; simpl; intros g g' I H; [inversion H; now subst|]. destruct (step b r g m) as [[s|h]|] eqn:S; try discriminate.
  eapply IH; [|exact H]. eapply length_step; eauto.
Qed.

Lemma wf_replay P c ms g' : length P = size b -> replay (Game P (col c) []) ms = Some g' -> wfK b (key_of b r g').
Proof.
  intros LP R. split; simpl.
  - eapply replay_length; [|exact R]. exact LP.
  - unfold ko_taken. intros i. destruct (past_moves g') as [|e h]; [discriminate|]. destruct (at_ e); [|discriminate].
    destruct (clause_basic_ko r); [|discriminate]. apply ko_lt.
Qed.
Theorem conclude_ok s P c ms cl n g : sound s -> conclude s P c ms cl n g = true ->
  exists g', replay (Game P (col c) []) ms = Some g' /\ forces b r cl g'.
Proof.
  intros S. unfold conclude. rewrite !andb_true_iff. intros [[_ LP] H]. apply Nat.eqb_eq in LP.
  destruct (replay _ ms) as [g'|] eqn:R; [|discriminate]. exists g'. split; auto.
  destruct (refer _ _ _ _ _ n g (key_of b r g') (less (carried b r g') cl)) as [L|] eqn:F; [|discriminate].
  assert (inv r g') as I by (eapply replay_inv; [apply inv_start|exact R]).
  eapply mforces_forces; [|exact I|reflexivity|intro; reflexivity|reflexivity].
  pose proof bok as Bk.
  apply (@refer_ok key fact clr sym (option nat) keqb keqb_ok kblack plainly (plays b r) (mapK b) (mapF b) mapB (fun _ c => c)
    swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) black_map
    (back_there b r) wf_there wf_back (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W)
    any (fun _ _ _ _ => Logic.I) positive (lookup s) S (symokb b r) (symokb_ok b r) n g (key_of b r g') (less (carried b r g') cl) L); [|exact F|exact Logic.I|].
  - eapply wf_replay; eauto.
  - intros x f Hf. rewrite forallb_forall in H. specialize (H _ Hf). simpl in H. now apply eqb_prop.
Qed.
End Checker.

(** The checker of a certificate: lemmas, then a theorem. Everything but the header, the position, the moves and the claim is advice. *)
Definition check (b : board) (r : rules) (l : list step_) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (n : positive) (g : sym) : bool :=
  header_ok b r && match take_all b r no_lemmas l with Some s => conclude b r s P c ms cl n g | None => false end.

Theorem check_sound b r l P c ms cl n g : check b r l P c ms cl n g = true ->
  exists g', replay b r (Game P (col c) []) ms = Some g' /\ forces b r cl g' /\
    if fst cl then value_at_least b r g' (snd cl) else value_at_most b r g' (snd cl).
Proof.
  unfold check. rewrite andb_true_iff. intros [H K]. destruct (take_all b r _ l) as [s|] eqn:T; [|discriminate].
  assert (sound b r s) as S by (eapply take_all_ok; [exact H|apply empty_sound|exact T]).
  destruct (conclude_ok b r H s P c ms cl n g S K) as (g' & R & F). exists g'. split; auto. split; auto.
  assert (proper g') as Pr. { eapply replay_inv in R as (Pr & _); auto. apply (inv_start b r H). }
  destruct cl as [[] t]; simpl; [eapply forces_least|eapply forces_most]; eauto.
Qed.

(** Two theorems about one state give its value. *)
Corollary check_value b r l1 l2 P c ms v n1 g1 n2 g2 :
  check b r l1 P c ms (true, v) n1 g1 = true -> check b r l2 P c ms (false, v) n2 g2 = true ->
  exists g', replay b r (Game P (col c) []) ms = Some g' /\ value b r g' v.
Proof.
  intros H1 H2. apply check_sound in H1 as (g1' & R1 & _ & V1). apply check_sound in H2 as (g2' & R2 & _ & V2).
  rewrite R1 in R2. inversion R2; subst. exists g2'. split; auto. now apply value_of_bounds.
Qed.
