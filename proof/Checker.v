(** The checker of a whole certificate, and the theorem about it. *)
Require Import List Arith Bool ZArith Lia FMapPositive.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Simulation Transfer Symmetry Life.

Definition lem := lemma key fact.
Definition outc := outcome fact sym positive.
Definition rd := read fact.
Definition store := PositiveMap.t lem.
Definition lookup (s : store) (n : positive) : option lem := PositiveMap.find n s.

(** Whether reads that are needed are among those stated: by buckets, whose number need not be injective. *)
Fixpoint enc_pos (P : pos) (p : positive) : positive :=
  match P with [] => p | E :: P => enc_pos P (xO (xO p)) | B :: P => enc_pos P (xI (xO p)) | W :: P => enc_pos P (xO (xI p)) end.
Definition enc (x : rd) : positive :=
  let p := enc_pos (fpos (snd x)) (match fto (snd x) with Some Z => enc_pos Z xH | None => xH end) in
  let p := match fcls (snd x) with Stood => xO (xO p) | Undone => xI p | Passed => xO (xI (xO p)) | Initialised => xO (xI (xI (xO (xO p)))) | Declined => xO (xI (xI (xO (xI p)))) | Disturbed => xO (xI (xI (xI p)))
    | Occurred => xO (xO (xI (xI p))) | OccurredTwice => xO (xO (xI (xO p))) | Moved => xI (xO (xI (xO p))) | Followed => xI (xI (xI (xO p))) | StoodAt _ => xI (xI (xI (xI p))) end in
  let p := match fwho (snd x) with None => xO p | Some true => xI (xO p) | Some false => xI (xI p) end in
  if fst x then xI p else xO p.
Definition rd_eqb (x y : rd) : bool := Bool.eqb (fst x) (fst y) && feqb (snd x) (snd y).
Lemma rd_eqb_ok x y : rd_eqb x y = true -> x = y.
Proof. destruct x, y. unfold rd_eqb; simpl. rewrite andb_true_iff, eqb_true_iff, feqb_ok. intros [-> ->]. reflexivity. Qed.
Definition bucket (t : PositiveMap.t (list rd)) (x : rd) : list rd := match PositiveMap.find (enc x) t with Some l => l | None => [] end.
Definition table (l : list rd) : PositiveMap.t (list rd) :=
  fold_left (fun t x => PositiveMap.add (enc x) (x :: bucket t x) t) l (PositiveMap.empty _).
Definition within (a b : list rd) : bool := let t := table b in forallb (fun x => existsb (rd_eqb x) (bucket t x)) a.
Lemma within_ok a b : within a b = true -> incl a b.
Proof.
  unfold within, table. intro H. rewrite forallb_forall in H.
  assert (forall l t, (forall p m x, PositiveMap.find p t = Some m -> In x m -> In x b) -> incl l b ->
    forall p m x, PositiveMap.find p (fold_left (fun t x => PositiveMap.add (enc x) (x :: bucket t x) t) l t) = Some m -> In x m -> In x b) as K.
  { induction l as [|y l IH]; simpl; auto. intros t Ht Hl. apply IH; [|intros z Hz; apply Hl; simpl; auto].
    intros p m x Hf Hx. destruct (Pos.eq_dec p (enc y)) as [->|N].
    - rewrite PositiveMap.gss in Hf. inversion Hf; subst. destruct Hx as [<-|Hx]; [apply Hl; simpl; auto|].
      unfold bucket in Hx. destruct (PositiveMap.find (enc y) t) eqn:F; [eauto|destruct Hx].
    - rewrite PositiveMap.gso in Hf by auto. eauto. }
  intros x Hx. specialize (H _ Hx). apply existsb_exists in H as (y & Hy & E). apply rd_eqb_ok in E. subst y.
  unfold bucket in Hy. destruct (PositiveMap.find (enc x) _) as [m|] eqn:F; [|destruct Hy].
  eapply K; [| |exact F|exact Hy]; [|apply incl_refl]. intros p m' z Hf. rewrite PositiveMap.gempty in Hf. discriminate.
Qed.

(** Reads without those that are there twice. *)
Definition add_new (d : list rd * PositiveMap.t (list rd)) (x : rd) : list rd * PositiveMap.t (list rd) :=
  if existsb (rd_eqb x) (bucket (snd d) x) then d else (x :: fst d, PositiveMap.add (enc x) (x :: bucket (snd d) x) (snd d)).
Definition distinct (l : list rd) : list rd := fst (fold_left add_new l ([], PositiveMap.empty _)).
Lemma bucket_in (d : list rd * PositiveMap.t (list rd)) y x :
  (forall p m x, PositiveMap.find p (snd d) = Some m -> In x m -> In x (fst d)) -> In x (bucket (snd d) y) -> In x (fst d).
Proof. unfold bucket. intros T H. destruct (PositiveMap.find (enc y) (snd d)) eqn:F; [eapply T; eauto|destruct H]. Qed.
Lemma add_new_ok l : forall d, (forall p m x, PositiveMap.find p (snd d) = Some m -> In x m -> In x (fst d)) ->
  incl (fst d) (fst (fold_left add_new l d)) /\ incl l (fst (fold_left add_new l d)).
Proof.
  induction l as [|y l IH]; intros d T; cbn [fold_left]; [split; [apply incl_refl|intros x []]|].
  assert (In y (fst (add_new d y)) /\ incl (fst d) (fst (add_new d y)) /\
    forall p m x, PositiveMap.find p (snd (add_new d y)) = Some m -> In x m -> In x (fst (add_new d y))) as (Y & D & T').
  { unfold add_new. destruct (existsb (rd_eqb y) (bucket (snd d) y)) eqn:E.
    - split; [|split; [apply incl_refl|exact T]]. apply existsb_exists in E as (z & Hz & E). apply rd_eqb_ok in E. subst z.
      eapply bucket_in; eauto.
    - cbn [fst snd]. split; [simpl; auto|]. split; [apply incl_tl, incl_refl|]. intros p m x Hf Hx.
      destruct (Pos.eq_dec p (enc y)) as [->|N].
      + rewrite PositiveMap.gss in Hf. inversion Hf; subst. destruct Hx as [<-|Hx]; [simpl; auto|]. right. eapply bucket_in; eauto.
      + rewrite PositiveMap.gso in Hf by auto. right. eapply T; eauto. }
  destruct (IH _ T') as [H1 H2]. split; [eapply incl_tran; eauto|]. intros x [<-|Hx]; auto.
Qed.
Lemma distinct_ok l : incl l (distinct l).
Proof.
  apply (add_new_ok l ([], PositiveMap.empty _)). cbn [fst snd]. intros p m x Hf. rewrite PositiveMap.gempty in Hf. discriminate.
Qed.

(** The steps of a certificate before its theorems: a lemma with its reads, one whose reads are left out, and that a lemma is
    of no more use. A lemma comes with the move of the player whose claim it is and its outcome, or with the outcomes of all
    plays of his opponent. *)
Inductive step_ :=
| SLemma (n : positive) (L : lem) (m : option nat) (os : list outc)
| SBare (n : positive) (k : key) (c : claim) (m : option nat) (os : list outc)
| SForget (n : positive).

Definition meqb (a b : option nat) : bool := match a, b with None, None => true | Some x, Some y => x =? y | _, _ => false end.

Section Checker.
Variable b : board.
Variable r : rules.

Definition wfKb (k : key) : bool := (length (kpos k) =? size b) && match kko k with Some i => i <? size b | None => true end.
Definition wfFb (f : fact) : bool := (length (fpos f) =? size b) && match fto f with Some Z => length Z =? size b | None => true end.
Definition check1 (s : store) (L : lem) (m : option nat) (os : list outc) : bool :=
  check_lemma feqb keqb meqb kblack plainly (plays b r) (mapK b) (mapB b) swap (lookup s) (symokb b r) (life b r) within wfKb wfFb L m os.
Definition complete1 (s : store) (k : key) (c : claim) (m : option nat) (os : list outc) : option lem :=
  complete_lemma feqb keqb meqb kblack plainly (plays b r) (mapK b) (mapB b) swap (lookup s) (symokb b r) (life b r) wfKb wfFb distinct k c m os.
Definition take (s : store) (x : step_) : option store :=
  match x with
  | SBare n k c m os => option_map (fun L => PositiveMap.add n L s) (complete1 s k c m os)
  | SLemma n L m os => if check1 s L m os then Some (PositiveMap.add n L s) else None
  | SForget n => Some (PositiveMap.remove n s)
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
      | Some L => forallb (fun x => Bool.eqb (past_of r g' (mapB b g (snd x))) (fst x)) (lreads L)
      end
  end.

Hypothesis hok : header_ok = true.
Lemma bok : board_ok b = true. Proof. unfold header_ok in hok. rewrite !andb_true_iff in hok. tauto. Qed.

(** Facts here say nothing of one another, so every past makes sense. *)
Definition any (p : past fact) : Prop := True.
Notation valid := (valid kblack plainly (plays b r) (wfK b) (wfF b) any).
Definition sound (s : store) : Prop := forall n L, lookup s n = Some L -> valid L.

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
Lemma wf_back g f : symok b r g -> wfF b f -> wfF b (mapB b g f).
Proof. intros _ _. split; [apply tab_length|]. simpl. destruct (fto f); simpl; intros Z X; inversion X. apply tab_length. Qed.
Lemma holds_incl (a c : list rd) : incl a c -> forall p, holds p c -> holds p a. Proof. intros I p H x f Hx. apply H. auto. Qed.
Lemma within_holds a c : within a c = true -> forall p, any p -> holds p c -> holds p a.
Proof. intros H p _. apply holds_incl. now apply within_ok. Qed.
Lemma distinct_holds l p : any p -> holds p (distinct l) -> holds p l.
Proof. intros _. apply holds_incl. apply distinct_ok. Qed.

Lemma check1_ok s L m os : sound s -> check1 s L m os = true -> valid L.
Proof.
  intros S. unfold check1. pose proof bok as Bk.
  apply (@check_lemma_ok key fact clr sym (option nat) feqb feqb_ok keqb keqb_ok meqb kblack plainly (plays b r) (mapK b) (mapF b) (mapB b) (fun _ c => c)
    swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) black_map
    (back_there b r) wf_there wf_back (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W)
    any (fun _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) positive (lookup s) S (symokb b r) (symokb_ok b r) (life b r) (life_ok b Bk r)
    within within_holds wfKb wfFb wfKb_ok wfFb_ok L m os).
Qed.
Lemma complete1_ok s k c m os L : sound s -> complete1 s k c m os = Some L -> valid L.
Proof.
  intros S. unfold complete1. pose proof bok as Bk.
  apply (@complete_lemma_ok key fact clr sym (option nat) feqb feqb_ok keqb keqb_ok meqb kblack plainly (plays b r) (mapK b) (mapF b) (mapB b) (fun _ c => c)
    swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) black_map
    (back_there b r) wf_there wf_back (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W)
    any (fun _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) positive (lookup s) S (symokb b r) (symokb_ok b r) (life b r) (life_ok b Bk r)
    wfKb wfFb wfKb_ok wfFb_ok distinct distinct_holds k c m os L).
Qed.
Lemma add_sound s n L : sound s -> valid L -> sound (PositiveMap.add n L s).
Proof.
  intros S V n' L' F. unfold lookup in F. destruct (Pos.eq_dec n' n) as [->|N].
  - rewrite PositiveMap.gss in F. inversion F; now subst.
  - rewrite PositiveMap.gso in F by auto. eapply S; eauto.
Qed.
Lemma take_all_ok l : forall s s', sound s -> take_all s l = Some s' -> sound s'.
Proof.
  induction l as [|x l IH]; simpl; intros s s' S H; [inversion H; now subst|]. destruct (take s x) as [t|] eqn:T; [|discriminate].
  eapply IH; [|exact H]. destruct x as [n L m os|n k c m os|n]; simpl in T.
  - destruct (check1 s L m os) eqn:C; [|discriminate]. inversion T; subst. apply add_sound; auto. eapply check1_ok; eauto.
  - destruct (complete1 s k c m os) as [L|] eqn:C; [|discriminate]. inversion T; subst. apply add_sound; auto. eapply complete1_ok; eauto.
  - inversion T; subst. intros n' L' F. unfold lookup in F. destruct (Pos.eq_dec n' n) as [->|N].
    + rewrite PositiveMap.grs in F. discriminate.
    + rewrite PositiveMap.gro in F by auto. eapply S; eauto.
Qed.
Lemma empty_sound : sound (PositiveMap.empty _).
Proof. intros n L F. unfold lookup in F. rewrite PositiveMap.gempty in F. discriminate. Qed.

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
  apply (@refer_ok key fact clr sym (option nat) keqb keqb_ok kblack plainly (plays b r) (mapK b) (mapF b) (mapB b) (fun _ c => c)
    swap (symok b r) (wfK b) (wfF b) (plays_wf b r) (fun g k => plays_there b r Bk g k) (fun g k => plays_back b r Bk g k) black_map
    (back_there b r) wf_there wf_back (was_map b r) (was_wf b) (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W)
    any (fun _ _ _ _ => Logic.I) positive (lookup s) S (symokb b r) (symokb_ok b r) n g (key_of b r g') (less (carried b r g') cl) L); [|exact F|exact Logic.I|].
  - eapply wf_replay; eauto.
  - intros x f Hf. rewrite forallb_forall in H. specialize (H _ Hf). simpl in H. now apply eqb_prop.
Qed.
End Checker.

(** The checker of a certificate: lemmas, then a theorem. Everything but the header, the position, the moves and the claim is advice. *)
Definition check (b : board) (r : rules) (l : list step_) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (n : positive) (g : sym) : bool :=
  header_ok b r && match take_all b r (PositiveMap.empty _) l with Some s => conclude b r s P c ms cl n g | None => false end.

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
