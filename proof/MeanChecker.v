(** The checker of a certificate whose scores are means, and the theorem about it. *)
Require Import List Arith Bool ZArith QArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Simulation Transfer Symmetry Life Reads Store Checker Means Tally Scoring.
Close Scope Q_scope.

Definition tlem := lemma key tfact.
Definition toutc := outcome tfact sym positive.
Definition trd := read tfact.

(** Whether a read that is stated implies one that is needed. *)
Definition same_side (c d : claim) : bool := Bool.eqb (fst c) (fst d) && (num c =? num d)%Z.
Definition implies (x y : trd) : bool :=
  match x, y with
  | (false, Plain f), (false, Margin g _ _) | (false, Plain f), (false, Mean g _) => feqb f g
  | (false, Margin f c k), (false, Margin g d j) => feqb f g && same_side c d && (j <=? k)%Z
  | (false, Mean f c), (false, Mean g d) => feqb f g && covers c d
  | _, _ => Bool.eqb (fst x) (fst y) && teqb (snd x) (snd y)
  end.
Definition tread_key (x : trd) : list color := fact_key (base (snd x)).
Definition twithin : list trd -> list trd -> bool := among tfact implies tread_key.
(** Reads without those that another implies: twice, the second time from the last to the first, so that what a later one implies goes too. *)
Definition tdistinct (l : list trd) : list trd := each_once tfact implies tread_key (each_once tfact implies tread_key l).
(** Where reads are kept once, many are of one position: they are told apart by their numbers. *)
Fixpoint bits (p : positive) : list color := match p with xH => [] | xO p => B :: bits p | xI p => W :: bits p end.
Definition digits (v : Z) : list color := match v with Z0 => [] | Zpos p => B :: bits p | Zneg p => W :: bits p end.
Definition kept_key (x : trd) : list color :=
  tread_key x ++ match snd x with Plain _ => [] | Mean _ c => E :: digits (snd c) | Margin _ c k => digits (snd c) ++ E :: digits k end.
Definition tstore := lemmas key tfact.
Definition tkeep : positive -> tlem -> tstore -> tstore := add key tfact teqb kept_key.

Inductive tstep :=
| TLemma (n : positive) (L : tlem) (m : option nat) (os : list toutc)
| TBare (n : positive) (k : key) (c : claim) (m : option nat) (os : list toutc)
| TForget (n : positive)
| TThrift.

Section MeanChecker.
Variable b : board.
Variable r : rules.
Variable U : positive.

Definition twfFb (t : tfact) : bool := wfFb b (base t).
Definition no_life (c : claim) (k : key) : bool := false.
Definition tcheck1 (s : tstore) (L : tlem) (m : option nat) (os : list toutc) : bool :=
  check_lemma teqb keqb meqb kblack (tallying U) (tally_plays b r) (mapK b) tmapB swap (lookup s) (symokb b r) no_life twithin (wfKb b) twfFb L m os.
Definition tcomplete1 (s : tstore) (k : key) (c : claim) (m : option nat) (os : list toutc) : option tlem :=
  complete_lemma teqb keqb meqb kblack (tallying U) (tally_plays b r) (mapK b) tmapB swap (lookup s) (symokb b r) no_life (wfKb b) twfFb tdistinct k c m os.
Definition ttake (s : tstore) (x : tstep) : option tstore :=
  match x with
  | TBare n k c m os => option_map (fun L => tkeep n L s) (tcomplete1 s k c m os)
  | TLemma n L m os => if tcheck1 s L m os then Some (tkeep n L s) else None
  | TForget n => Some (forget n s)
  | TThrift => Some (thrift s)
  end.
Fixpoint ttake_all (s : tstore) (l : list tstep) : option tstore :=
  match l with [] => Some s | x :: l => match ttake s x with Some s => ttake_all s l | None => None end end.
Definition mean_header_ok : bool := board_ok b && scored_ok r.
(* trusted *)
Fixpoint mean_replay (g : game) (l : list (option nat)) : option game :=
  match l with [] => Some g | m :: l => match mean_step b r g m with Some (inr g') => mean_replay g' l | _ => None end end.
(* end trusted *)
Definition tconclude (s : tstore) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (n : positive) (g : sym) : bool :=
  mean_header_ok && (length P =? size b) &&
  match mean_replay (Game P (col c) []) ms with
  | None => false
  | Some g' =>
      match refer keqb (mapK b) swap (lookup s) (symokb b r) n g (key_of b r g') cl with
      | None => false
      | Some L => forallb (fun x => Bool.eqb (tally_past b r U g' (tmapB g (snd x))) (fst x)) (lreads L)
      end
  end.

Lemma margin_side c d s n : same_side c d = true -> margin U c s n = margin U d s n.
Proof. unfold same_side. rewrite andb_true_iff, eqb_true_iff, Z.eqb_eq. intros [E F]. unfold margin. now rewrite E, F. Qed.
Lemma covers_serves_mean c d s n : covers c d = true -> mean_serves U c s n = true -> mean_serves U d s n = true.
Proof.
  intros C S. assert (forall x k, least c <= margin U c x (Datatypes.S k) -> least d <= margin U d x (Datatypes.S k))%Z as H.
  { assert (fst c = fst d /\ if fst c then snd d <= snd c else snd c <= snd d)%Z as [E L].
    { unfold covers in C. apply andb_true_iff in C as [C D]. apply eqb_prop in C. split; [exact C|]. destruct (fst c); now apply Z.leb_le. }
    intros x k. unfold margin, least, strict, num. rewrite <- E. pose proof (Zmod_odd (snd c)) as O1. pose proof (Zmod_odd (snd d)) as O2.
    destruct (fst c).
    - pose proof (Z.div_mod (snd c) 2 ltac:(lia)). pose proof (Z.div_mod (snd d) 2 ltac:(lia)).
      set (q1 := (snd c / 2)%Z) in *. set (q2 := (snd d / 2)%Z) in *. assert (q2 < q1 \/ q2 = q1)%Z as [Q|Q] by (destruct (Z.odd (snd c)), (Z.odd (snd d)); lia).
      + assert (q2 * Z.of_nat (Datatypes.S k) < q1 * Z.of_nat (Datatypes.S k))%Z by (apply Z.mul_lt_mono_pos_r; lia). destruct (Z.odd (snd c)), (Z.odd (snd d)); lia.
      + rewrite Q. destruct (Z.odd (snd c)), (Z.odd (snd d)); lia.
    - pose proof (Z.div_mod (snd c + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (snd c + 1) 2 ltac:(lia)). pose proof (Z.div_mod (snd c) 2 ltac:(lia)).
      pose proof (Z.div_mod (snd d + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (snd d + 1) 2 ltac:(lia)). pose proof (Z.div_mod (snd d) 2 ltac:(lia)).
      set (q1 := ((snd c + 1) / 2)%Z) in *. set (q2 := ((snd d + 1) / 2)%Z) in *. assert (q1 < q2 \/ q1 = q2)%Z as [Q|Q] by (destruct (Z.odd (snd c)), (Z.odd (snd d)); lia).
      + assert (q1 * Z.of_nat (Datatypes.S k) < q2 * Z.of_nat (Datatypes.S k))%Z by (apply Z.mul_lt_mono_pos_r; lia). destruct (Z.odd (snd c)), (Z.odd (snd d)); lia.
      + rewrite Q. destruct (Z.odd (snd c)), (Z.odd (snd d)); lia. }
  unfold mean_serves in *. rewrite Z.leb_le in *. destruct n; apply H; exact S.
Qed.
Lemma implies_ok x y p : implies x y = true -> makes_sense U p -> p (snd x) = fst x -> p (snd y) = fst y.
Proof.
  intros H [t P]. rewrite !P. unfold told.
  assert (Bool.eqb (fst x) (fst y) && teqb (snd x) (snd y) = true -> told U t (snd x) = fst x -> told U t (snd y) = fst y) as Same.
  { rewrite andb_true_iff, eqb_true_iff, teqb_ok. intros [-> ->]. auto. }
  unfold told in Same. destruct x as [[] [f|f c k|f c]], y as [[] [g|g d j|g d]]; try (exact (Same H)); cbn [implies fst snd base] in *.
  - apply feqb_ok in H. subst g. destruct (t f) as [[s n]|]; [discriminate|reflexivity].
  - apply feqb_ok in H. subst g. destruct (t f) as [[s n]|]; [discriminate|reflexivity].
  - rewrite !andb_true_iff, feqb_ok, Z.leb_le in H. destruct H as [[-> Sd] L]. destruct (t g) as [[s n]|]; auto. rewrite (margin_side _ _ _ _ Sd), !Z.ltb_ge. lia.
  - rewrite andb_true_iff, feqb_ok in H. destruct H as [-> C]. destruct (t g) as [[s n]|]; auto. rewrite !negb_false_iff. now apply covers_serves_mean.
Qed.
Lemma twithin_holds a c : twithin a c = true -> forall p, makes_sense U p -> holds p c -> holds p a.
Proof. exact (among_ok tfact (makes_sense U) implies tread_key (fun y x H p S => implies_ok y x p H S) a c). Qed.
Lemma tdistinct_holds l p : makes_sense U p -> holds p (tdistinct l) -> holds p l.
Proof.
  intros S H. pose proof (each_once_ok tfact (makes_sense U) implies tread_key (fun y x H p S => implies_ok y x p H S)) as K. now apply K, K.
Qed.

Hypothesis hok : mean_header_ok = true.
Lemma mbok : board_ok b = true. Proof. unfold mean_header_ok in hok. now apply andb_true_iff in hok. Qed.
Lemma msok : scored_ok r = true. Proof. unfold mean_header_ok in hok. now apply andb_true_iff in hok. Qed.
Lemma twfFb_ok t : twfFb t = true -> twfF b t. Proof. apply wfFb_ok. Qed.
Lemma no_life_ok c k : wfK b k -> no_life c k = true -> forall p, mforces kblack (tallying U) (tally_plays b r) c k p. Proof. discriminate. Qed.
Notation valid := (valid kblack (tallying U) (tally_plays b r) (wfK b) (twfF b) (makes_sense U)).
Definition tsound : tstore -> Prop := each key tfact valid.
Lemma tblack_map g k : symok b r g -> wfK b k -> kblack (mapK b g k) = xorb (swap g) (kblack k). Proof. reflexivity. Qed.

Lemma tcheck1_ok s L m os : tsound s -> tcheck1 s L m os = true -> valid L.
Proof.
  intros S. unfold tcheck1. pose proof mbok as Bk.
  apply (@check_lemma_ok key tfact tclr sym (option nat) teqb teqb_ok keqb keqb_ok meqb kblack (tallying U) (tally_plays b r) (mapK b) (tmapF b) tmapB tmapC
    swap (symok b r) (wfK b) (twfF b) (tally_wf b r) (tally_there b r Bk) (tally_back b r Bk) tblack_map
    (tback_there b r) (twf_there b r) (twf_back b r) (twas_map U b r) (twas_wf U b) (tbad_map U b r) (tbad_wf U b)
    (makes_sense U) (sense_change U) (sense_map U b r) positive (lookup s) S (symokb b r) (symokb_ok b r) no_life no_life_ok
    twithin twithin_holds (wfKb b) twfFb (wfKb_ok b) twfFb_ok L m os).
Qed.
Lemma tcomplete1_ok s k c m os L : tsound s -> tcomplete1 s k c m os = Some L -> valid L.
Proof.
  intros S. unfold tcomplete1. pose proof mbok as Bk.
  apply (@complete_lemma_ok key tfact tclr sym (option nat) teqb teqb_ok keqb keqb_ok meqb kblack (tallying U) (tally_plays b r) (mapK b) (tmapF b) tmapB tmapC
    swap (symok b r) (wfK b) (twfF b) (tally_wf b r) (tally_there b r Bk) (tally_back b r Bk) tblack_map
    (tback_there b r) (twf_there b r) (twf_back b r) (twas_map U b r) (twas_wf U b) (tbad_map U b r) (tbad_wf U b)
    (makes_sense U) (sense_change U) (sense_map U b r) positive (lookup s) S (symokb b r) (symokb_ok b r) no_life no_life_ok
    (wfKb b) twfFb (wfKb_ok b) twfFb_ok tdistinct tdistinct_holds k c m os L).
Qed.
Lemma tkeep_sound s n L : tsound s -> valid L -> tsound (tkeep n L s).
Proof. apply each_add, teqb_ok. Qed.
Lemma ttake_all_ok l : forall s s', tsound s -> ttake_all s l = Some s' -> tsound s'.
Proof.
  induction l as [|x l IH]; simpl; intros s s' S H; [inversion H; now subst|]. destruct (ttake s x) as [t|] eqn:T; [|discriminate].
  eapply IH; [|exact H]. destruct x as [n L m os|n k c m os|n|]; simpl in T.
  - destruct (tcheck1 s L m os) eqn:C; [|discriminate]. inversion T; subst. apply tkeep_sound; auto. eapply tcheck1_ok; eauto.
  - destruct (tcomplete1 s k c m os) as [L|] eqn:C; [|discriminate]. inversion T; subst. apply tkeep_sound; auto. eapply tcomplete1_ok; eauto.
  - inversion T; subst. now apply each_forget.
  - inversion T; subst. now apply each_thrift.
Qed.
Lemma tempty_sound : tsound no_lemmas. Proof. apply each_none. Qed.

Lemma mean_inv_step g m g' : inv r g -> mean_step b r g m = Some (inr g') -> inv r g'.
Proof.
  intros I S. pose proof (tally_simulation b r msok U g m I) as M. destruct (tally_play b r (key_of b r g) m) as [y|]; [|congruence].
  destruct (forallb _ (bars y)); [|congruence]. destruct M as (o & So & R). rewrite S in So. inversion So; subst.
  destruct (result (tally_past b r U g) y); simpl in R; tauto.
Qed.
Lemma mean_replay_inv l : forall g g', inv r g -> mean_replay g l = Some g' -> inv r g'.
Proof.
  induction l as [|m l IH]; simpl; intros g g' I H; [inversion H; now subst|]. destruct (mean_step b r g m) as [[s|h]|] eqn:S; try discriminate.
  eapply IH; [|exact H]. eapply mean_inv_step; eauto.
Qed.
Lemma mean_inv_start P c : inv r (Game P (col c) []).
Proof.
  destruct (oks r msok) as (F & _ & _ & _ & _ & _ & Pa & _). split; [unfold proper, turn; simpl; destruct c; auto|]. split; auto. split; [simpl; destruct c; auto|].
  intros _ k K. congruence.
Qed.
Lemma mean_length g m g' : length (now g) = size b -> mean_step b r g m = Some (inr g') -> length (now g') = size b.
Proof.
  intro L. unfold mean_step. destruct m as [p|].
  - destruct (step b r g (Some p)) as [[s|h]|] eqn:S; try discriminate. intro X; inversion X; subst. eapply length_step; eauto.
  - destruct (mean_end b r g); intro X; inversion X; subst. exact L.
Qed.
Lemma mean_replay_length l : forall g g', length (now g) = size b -> mean_replay g l = Some g' -> length (now g') = size b.
Proof.
  induction l as [|m l IH]; simpl; intros g g' I H; [inversion H; now subst|]. destruct (mean_step b r g m) as [[s|h]|] eqn:S; try discriminate.
  eapply IH; [|exact H]. eapply mean_length; eauto.
Qed.
Theorem tconclude_ok s P c ms cl n g : tsound s -> tconclude s P c ms cl n g = true ->
  exists g', mean_replay (Game P (col c) []) ms = Some g' /\ proper g' /\ mean_forces b r (decode U cl) g'.
Proof.
  intros S. unfold tconclude. rewrite !andb_true_iff. intros [[_ LP] H]. apply Nat.eqb_eq in LP.
  destruct (mean_replay _ ms) as [g'|] eqn:R; [|discriminate]. exists g'. split; auto.
  destruct (refer _ _ _ _ _ n g (key_of b r g') cl) as [L|] eqn:F; [|discriminate].
  assert (inv r g') as I by (eapply mean_replay_inv; [apply mean_inv_start|exact R]). split; [apply I|].
  eapply (tally_forces b r msok U); [|exact I|reflexivity|intro; reflexivity].
  pose proof mbok as Bk.
  apply (@refer_ok key tfact tclr sym (option nat) keqb keqb_ok kblack (tallying U) (tally_plays b r) (mapK b) (tmapF b) tmapB tmapC
    swap (symok b r) (wfK b) (twfF b) (tally_wf b r) (tally_there b r Bk) (tally_back b r Bk) tblack_map
    (tback_there b r) (twf_there b r) (twf_back b r) (twas_map U b r) (twas_wf U b) (tbad_map U b r) (tbad_wf U b)
    (makes_sense U) (sense_map U b r) positive (lookup s) S (symokb b r) (symokb_ok b r) n g (key_of b r g') cl L); [|exact F| |].
  - split; simpl; [eapply mean_replay_length; [|exact R]; exact LP|]. unfold ko_taken. intros i. destruct (past_moves g') as [|e h]; [discriminate|].
    destruct (at_ e); [|discriminate]. destruct (clause_basic_ko r); [|discriminate]. apply ko_lt.
  - exists (tally_of b r g'). reflexivity.
  - intros x f Hf. rewrite forallb_forall in H. specialize (H _ Hf). simpl in H. now apply eqb_prop.
Qed.
End MeanChecker.

(** The checker of a certificate: lemmas, then a theorem. The unit, 2 U to a point, is advice like the rest; the claim is what
    [decode] makes of it. *)
Definition mean_check (b : board) (r : rules) (U : positive) (l : list tstep) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (n : positive) (g : sym) : bool :=
  mean_header_ok b r && match ttake_all b r U no_lemmas l with Some s => tconclude b r U s P c ms cl n g | None => false end.

Theorem mean_check_sound b r U l P c ms cl n g : mean_check b r U l P c ms cl n g = true ->
  exists g', mean_replay b r (Game P (col c) []) ms = Some g' /\ mean_forces b r (decode U cl) g' /\ mean_keeps b r (decode U cl) g'.
Proof.
  unfold mean_check. rewrite andb_true_iff. intros [H K]. destruct (ttake_all b r U _ l) as [s|] eqn:T; [|discriminate].
  assert (tsound b r U s) as S by (eapply ttake_all_ok; [exact H|apply tempty_sound|exact T]).
  destruct (tconclude_ok b r U H s P c ms cl n g S K) as (g' & R & Pr & F). exists g'. split; auto. split; auto.
  now apply mean_forces_minimax.
Qed.
(** Two theorems about one state give its value. *)
Corollary mean_check_value b r U V l1 l2 P c ms x y v n1 g1 n2 g2 :
  mean_check b r U l1 P c ms x n1 g1 = true -> mean_check b r V l2 P c ms y n2 g2 = true -> decode U x = (true, false, v) -> decode V y = (false, false, v) ->
  exists g', mean_replay b r (Game P (col c) []) ms = Some g' /\ mean_value b r g' v.
Proof.
  intros H1 H2 D1 D2. apply mean_check_sound in H1 as (g1' & R1 & _ & V1). apply mean_check_sound in H2 as (g2' & R2 & _ & V2).
  rewrite R1 in R2. inversion R2; subst. rewrite D1 in V1. rewrite D2 in V2. exists g2'. split; auto. now apply mean_value_of_bounds.
Qed.
