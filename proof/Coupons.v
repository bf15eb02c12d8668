(** Coupons (CERTIFICATES.md, sections Clauses and The machine, A coupon), and scores in half points. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Simulation Transfer Symmetry Life Store Checker Play.

Section Coupons.
(* trusted *)
Variable b : board.
Variable r : rules.
(** What the coupons are worth, the top one first. These, and all scores here, are in half points. *)
Variable coupons : list Z.
(** A coupon lifts the ban, breaks a run of passes, and the position then stands with the next player to move, as at a start. So it is the
    start of another game, to which what was brought before is carried over. Whether that is so depends on the other clauses: see [restarts]. *)
Record coupon_game := CouponGame { since_coupon : game; coupons_taken : nat; brought : Z }.
Definition coupon_step (g : coupon_game) (m : option (option nat)) : option (Z + coupon_game) :=
  let h := since_coupon g in
  match m with
  | Some m => match step b r h m with
              | None => None
              | Some (inl s) => Some (inl (2 * s + brought g)%Z)
              | Some (inr h') => Some (inr (CouponGame h' (coupons_taken g) (brought g)))
              end
  | None => match nth_error coupons (coupons_taken g) with
            | None => None
            | Some v => Some (inr (CouponGame (Game (now h) (opp (turn h)) []) (S (coupons_taken g))
                         (brought g + 2 * points b r (past_moves h) + side (turn h) * v)))%Z
            end
  end.
Definition coupon_moves : list (option (option nat)) := map Some (moves b) ++ [None].
Definition coupon_black (g : coupon_game) : bool := ceq (turn (since_coupon g)) B.
Definition coupon_start (P : pos) (c : bool) : coupon_game := CouponGame (Game P (col c) []) 0 0.
(* end trusted *)
(** Rules of which the past is what a ban on positions or situations remembers, and a start is what a coupon leaves. *)
Definition restarts : bool :=
  match clause_ban r with BanNatural => false | _ => true end && match clause_occurs r with Stands => true | _ => false end && negb (clause_start_free r)
  && negb (clause_initialised_twice r) && negb (clause_declined r) && negb (clause_disturbed_twice r) && negb (clause_second_pass r) && negb (clause_move r)
  && match clause_draw r with NoDraw => true | _ => false end && match clause_repetition r with Illegal => true | _ => false end
  && negb (clause_two_successions r) && match clause_cut r with None => true | _ => false end && match clause_window r with None => true | _ => false end
  && (fst (clause_first_pass r) =? 0)%Z && (snd (clause_first_pass r) =? 0)%Z && match clause_last_pass r with LastAny => true | _ => false end
  && negb (clause_scored r) && match clause_passes r with AnyPass => true | _ => false end && match clause_captures r with None => true | _ => false end.

(** The machine: that of the other clauses, and the coupons taken. *)
Notation ckey := (key * nat)%type.
Notation cplay := (play ckey fact clr).
Definition doubled (t : nat) (o : next key fact clr) : next ckey fact clr :=
  match o with Ends _ _ _ s => Ends _ _ _ (2 * s)%Z | Means _ _ f l => Means _ _ f l | Leads a k c st => Leads (2 * a)%Z (k, t) c st end.
Definition with_coupons (t : nat) (y : play key fact clr) : cplay :=
  Play (bars y) (map (fun x => (fst x, doubled t (snd x))) (stops y)) (doubled t (eff y)).
Definition left_standing (P : pos) (m : bool) : list fact := if is_left r then [] else S_ r P (negb m).
Definition coupon_play (k : key) (t : nat) (v : Z) : cplay :=
  Play [] [] (Leads (side (col (kblack k)) * v)%Z (KeyMore (kpos k) (negb (kblack k)) 0 None no_more, S t) (Clr true true false false) (left_standing (kpos k) (kblack k))).
Definition cplays (k : ckey) : list (option (option nat) * cplay) :=
  map (fun x => (Some (fst x), with_coupons (snd k) (snd x))) (plays b r (fst k))
  ++ match nth_error coupons (snd k) with Some v => [(None, coupon_play (fst k) (snd k) v)] | None => [] end.
Lemma in_cplays k m y : In (m, y) (cplays k) <->
  (exists mv y0, m = Some mv /\ In (mv, y0) (plays b r (fst k)) /\ y = with_coupons (snd k) y0) \/
  (m = None /\ exists v, nth_error coupons (snd k) = Some v /\ y = coupon_play (fst k) (snd k) v).
Proof.
  unfold cplays. rewrite in_app_iff, in_map_iff. split.
  - intros [([mv y0] & E & H)|H]; [left|right].
    + inversion E; subst. exists mv, y0. auto.
    + destruct (nth_error _ _) as [v|]; [|destruct H]. destruct H as [H|[]]. inversion H; subst. eauto.
  - intros [(mv & y0 & -> & H & ->)|(-> & v & E & ->)]; [left; exists (mv, y0); auto|right]. rewrite E. simpl; auto.
Qed.
Definition ckeqb (x y : ckey) : bool := keqb (fst x) (fst y) && (snd x =? snd y).
Lemma ckeqb_ok x y : ckeqb x y = true <-> x = y.
Proof. destruct x, y. unfold ckeqb; simpl. rewrite andb_true_iff, keqb_ok, Nat.eqb_eq. split; [intros [-> ->]; auto|intro H; inversion H; auto]. Qed.
Definition cmapK (g : sym) (k : ckey) : ckey := (mapK b g (fst k), snd k).
Definition cwfK (k : ckey) : bool := wfKb b (fst k).
Definition cmeqb (x y : option (option nat)) : bool := match x, y with None, None => true | Some x, Some y => meqb x y | _, _ => false end.
Definition cblack (k : ckey) : bool := kblack (fst k).

Section Sound.
Hypothesis hok : header_ok b r = true.
Hypothesis rok : restarts = true.
Lemma restarts_parts : clause_ban r <> BanNatural /\ clause_occurs r = Stands /\ clause_start_free r = false /\
  clause_initialised_twice r = false /\ clause_declined r = false /\ clause_disturbed_twice r = false /\ clause_second_pass r = false /\ clause_move r = false /\
  clause_draw r = NoDraw /\ clause_repetition r = Illegal /\ clause_two_successions r = false /\ clause_cut r = None /\ clause_window r = None /\
  clause_first_pass r = (0, 0)%Z /\ clause_last_pass r = LastAny /\ clause_scored r = false /\ clause_passes r = AnyPass /\ clause_captures r = None.
Proof.
  pose proof rok as H. unfold restarts in H. rewrite !andb_true_iff, !negb_true_iff, !Z.eqb_eq in H.
  destruct H as ((((((((((((((((((H1 & H2) & H3) & H4) & H5) & H6) & H7) & H8) & H9) & H10) & H11) & H12) & H13) & H14) & H15) & H16) & H17) & H18) & H19).
  repeat split; auto.
  - intro X. rewrite X in H1. discriminate.
  - destruct (clause_occurs r); congruence.
  - destruct (clause_draw r); congruence.
  - destruct (clause_repetition r); congruence.
  - destruct (clause_cut r); congruence.
  - destruct (clause_window r); congruence.
  - destruct (clause_first_pass r); simpl in *; congruence.
  - destruct (clause_last_pass r); congruence.
  - destruct (clause_passes r); congruence.
  - destruct (clause_captures r); congruence.
Qed.
Lemma wfKb_iff k : wfKb b k = true <-> wfK b k.
Proof.
  split; [apply wfKb_ok|]. unfold wfK, wfKb. intros [H K]. rewrite andb_true_iff, Nat.eqb_eq. split; auto. destruct (kko k) as [i|]; auto. apply Nat.ltb_lt. auto.
Qed.
Lemma wfFb_iff f : wfFb b f = true <-> wfF b f.
Proof.
  split; [apply wfFb_ok|]. unfold wfF, wfFb. intros [H K]. rewrite andb_true_iff, Nat.eqb_eq. split; auto. destruct (fto f) as [Z|]; auto. apply Nat.eqb_eq. auto.
Qed.
Lemma okM_symok g : symokb b r g = true -> symok b r g. Proof. apply symokb_ok. Qed.

Notation cWfK := (fun k => cwfK k = true).
Notation cWfF := (fun f => wfFb b f = true).
Lemma doubled_wf t o : wfN (wfK b) (wfF b) o -> wfN cWfK cWfF (doubled t o).
Proof.
  destruct o as [s|f l|a k c st]; simpl; auto.
  - apply wfFb_iff.
  - intros [K F]. split; [now apply wfKb_iff|]. eapply Forall_impl; [|exact F]. intros f. apply wfFb_iff.
Qed.
Lemma cplays_wf k : cwfK k = true -> forall m y, In (m, y) (cplays k) -> wfY cWfK cWfF y.
Proof.
  intros Wk m y H. apply wfKb_iff in Wk. apply in_cplays in H as [(mv & y0 & -> & H & ->)|(-> & v & E & ->)].
  - apply plays_wf in H as (H1 & H2 & H3); auto. unfold wfY; cbn [bars stops eff with_coupons]. repeat split.
    + eapply Forall_impl; [|exact H1]. intros f. apply wfFb_iff.
    + clear - H2. induction H2 as [|[f o] l [A C] _ IH]; simpl; constructor; auto. split; [now apply wfFb_iff|now apply doubled_wf].
    + now apply doubled_wf.
  - destruct Wk as [Wk _]. unfold wfY, coupon_play; cbn [bars stops eff wfN]. repeat split; try constructor.
    + apply wfKb_iff. split; [exact Wk|discriminate].
    + unfold left_standing. destruct (is_left r); [constructor|]. eapply Forall_impl; [|apply (wf_S b r _ (negb (kblack (fst k))) Wk)]. intros f. apply wfFb_iff.
Qed.
Notation mapY0 := (mapY (mapK b) (mapF b) (fun _ c => c) swap).
Notation cmapY := (mapY cmapK (mapF b) (fun _ c => c) swap).
Lemma doubled_map g t o : mapN cmapK (mapF b) (fun _ c => c) swap g (doubled t o) = doubled t (mapN (mapK b) (mapF b) (fun _ c => c) swap g o).
Proof.
  destruct o as [s|f l|a k c st]; cbn [doubled mapN]; auto.
  - f_equal. destruct (swap g); lia.
  - unfold cmapK; cbn [fst snd]. f_equal. unfold turned. destruct (swap g); lia.
Qed.
Lemma with_map g t y : cmapY g (with_coupons t y) = with_coupons t (mapY0 g y).
Proof.
  unfold mapY, with_coupons; cbn [bars stops eff]. rewrite doubled_map, !map_map. f_equal. apply map_ext. intros [f o]. cbn [fst snd]. now rewrite doubled_map.
Qed.
Lemma coupon_map g k t v : cmapY g (coupon_play k t v) = coupon_play (mapK b g k) t v.
Proof.
  unfold mapY, coupon_play; cbn [bars stops eff map mapN]. do 2 f_equal; destruct k as [P m ph o x]; unfold cmapK, mapK; cbn [fst snd kpos kblack kphase kko kmore option_map].
  - rewrite col_xorb, side_move. unfold turned. destruct (swap g); ring.
  - now rewrite xorb_neg.
  - unfold left_standing. destruct (is_left r); [reflexivity|]. now rewrite map_S, xorb_neg.
Qed.
Lemma cplays_there g k : symokb b r g = true -> cwfK k = true -> forall m y, In (m, y) (cplays k) -> exists m', In (m', cmapY g y) (cplays (cmapK g k)).
Proof.
  intros G Wk m y H. apply okM_symok in G. apply wfKb_iff in Wk. apply in_cplays in H as [(mv & y0 & -> & H & ->)|(-> & v & E & ->)].
  - apply (plays_there b r (bok b r hok) g _ G Wk) in H as (m' & H). exists (Some m'). apply in_cplays. left. exists m', (mapY0 g y0). rewrite with_map. auto.
  - exists None. apply in_cplays. right. split; auto. exists v. rewrite coupon_map. auto.
Qed.
Lemma cplays_back g k : symokb b r g = true -> cwfK k = true -> forall m y', In (m, y') (cplays (cmapK g k)) ->
  exists m' y, y' = cmapY g y /\ In (m', y) (cplays k).
Proof.
  intros G Wk m y' H. apply okM_symok in G. apply wfKb_iff in Wk. apply in_cplays in H as [(mv & y0 & -> & H & ->)|(-> & v & E & ->)].
  - apply (plays_back b r (bok b r hok) g _ G Wk) in H as (m' & y & -> & H). exists (Some m'), (with_coupons (snd k) y). rewrite with_map. split; auto.
    apply in_cplays. left. exists m', y. auto.
  - exists None, (coupon_play (fst k) (snd k) v). rewrite coupon_map. split; auto. apply in_cplays. right. split; auto. exists v. auto.
Qed.

(** The picture. *)
Definition cinv (g : coupon_game) : Prop := inv r (since_coupon g) /\ wfK b (key_of b r (since_coupon g)).
Definition ckey_of (g : coupon_game) : ckey := (key_of b r (since_coupon g), coupons_taken g).
Definition cpast_of (g : coupon_game) : past fact := past_of r (since_coupon g).
Definition ccarried (g : coupon_game) : Z := (2 * carried b r (since_coupon g) + brought g)%Z.
Lemma asked_doubled p t l d : asked p (map (fun x : fact * next key fact clr => (fst x, doubled t (snd x))) l) (doubled t d) = doubled t (asked p l d).
Proof. induction l as [|[f o] l IH]; simpl; auto. destruct (p f); auto. Qed.
Lemma wf_step g m g' : inv r g -> wfK b (key_of b r g) -> step b r g m = Some (inr g') -> wfK b (key_of b r g').
Proof.
  intros I Wk S. pose proof (simulation b r g m I) as Si. destruct (play_at b r (key_of b r g) m) as [y|] eqn:Py; [|congruence].
  destruct (forallb _ (bars y)); [|congruence]. destruct Si as (o & So & R). rewrite S in So. inversion So; subst o; clear So.
  assert (In (m, y) (plays b r (key_of b r g))) as Hin by (apply in_plays; split; [eapply step_moves; eauto|exact Py]).
  apply plays_wf in Hin as (_ & H2 & H3); auto. assert (W : wfN (wfK b) (wfF b) (asked (past_of r g) (stops y) (eff y))) by (apply asked_wf; auto). unfold result in R.
  destruct (asked (past_of r g) (stops y) (eff y)); simpl in R, W; try tauto. destruct R as (-> & _). apply W.
Qed.
Notation cpictured := (pictured coupon_game ckey fact clr (simply fact clr feqb clears) cinv ckey_of cpast_of ccarried).
Lemma old_pictured g m o y : cinv g -> step b r (since_coupon g) m = Some o -> rel b r (carried b r (since_coupon g)) (cpast_of g) (result (cpast_of g) y) o ->
  exists o', coupon_step g (Some m) = Some o' /\ cpictured (ccarried g) (cpast_of g) (result (cpast_of g) (with_coupons (coupons_taken g) y)) o'.
Proof.
  intros [I Wk] So R. unfold coupon_step. rewrite So. unfold result in *. cbn [with_coupons stops eff]. rewrite asked_doubled.
  destruct (asked (cpast_of g) (stops y) (eff y)) as [s|f l|a k c st], o as [s'|g']; simpl in R; try tauto.
  - eexists. split; [reflexivity|]. cbn [doubled pictured]. unfold ccarried. lia.
  - destruct R as (K & E & I' & C). eexists. split; [reflexivity|]. cbn [doubled pictured]. unfold ckey_of, cinv, ccarried, cpast_of; cbn [since_coupon coupons_taken brought].
    split; [now rewrite K|]. split; [exact E|]. split; [split; [exact I'|]|lia]. exact (wf_step _ _ _ I Wk So).
Qed.
Lemma coupon_pictured g v : cinv g -> nth_error coupons (coupons_taken g) = Some v ->
  exists o', coupon_step g None = Some o' /\ cpictured (ccarried g) (cpast_of g) (result (cpast_of g) (coupon_play (fst (ckey_of g)) (coupons_taken g) v)) o'.
Proof.
  intros [I Wk] E. unfold coupon_step. rewrite E. eexists. split; [reflexivity|]. unfold result; cbn [coupon_play stops eff asked pictured].
  destruct restarts_parts as (Bn & Oc & Fr & C1 & C2 & C3 & C4 & C5 & Dr & Re & Tw & Cu & Wi & Fp & La & Sc & Pa & Ca).
  destruct g as [g t br]. unfold ckey_of, cpast_of, ccarried; cbn [since_coupon coupons_taken brought fst snd] in *.
  pose proof (turn_col g (proj1 I)) as T. set (m := ceq (turn g) B) in *.
  assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
  assert (Ip : in_phase r = false) by (unfold in_phase, illegal; rewrite Re, Sc; now destruct (clause_scoring r)).
  assert (Hf : has_first r = false) by (unfold has_first; now rewrite Fp).
  assert (Ko : forall P c0, more_of b r (Game P c0 []) = no_more).
  { intros P c0. unfold more_of, has_cut, has_held, is_equal, no_more. rewrite Hf, La, Tw, Cu, Pa, Ca, Ip. reflexivity. }
  set (g' := Game (now g) (opp (turn g)) []). assert (Kg : key_of b r g' = KeyMore (now g) (negb m) 0 None no_more).
  { unfold key_of. unfold g' at 5. rewrite Ko. unfold g', now at 1, turn; cbn [past_moves start first]. fold (turn g). rewrite OT. unfold phase_of, row; cbn [run]. rewrite Tw.
    cbn [ko_taken]. f_equal; [now destruct m|]. now destruct (clause_passes_in_a_row r). }
  assert (kpos (key_of b r g) = now g /\ kblack (key_of b r g) = m) as [KP KB] by (split; reflexivity).
  rewrite KP, KB. split; [now rewrite Kg|]. split; [|split; [split|]].
  - intro f. rewrite simply_eq. destruct f as [c X w z]. unfold left_standing, past_of, g'; cbn [fcls fwho fpos fto past_moves start first]. rewrite C1, C2, C3, C4, C5. unfold is_ko, has_draw, windowed, is_left.
    rewrite ?Oc, ?Dr, ?Wi. cbn [andb]. unfold clears; cbn [fcls cstood cundone cpassed coccurred]. rewrite OT.
    destruct (clause_ban r) eqn:Br; try congruence; unfold S_; rewrite ?Br; cbn [mem existsb]; unfold feqb; cbn [fcls fwho fpos fto];
    destruct z as [Z|], c, w as [y|]; cbn [cls_eqb weqb opeqb andb orb stands left_behind]; unfold counts; rewrite ?Br, ?Fr, ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [negb andb]; auto;
    rewrite ?ceq_col; destruct (peqb X (now g)); rewrite ?andb_true_r, ?andb_false_r; auto; try (now destruct (Bool.eqb y (negb m))).
  - cbn [since_coupon]. destruct I as (Pr & F & Fi & Ru). split; [unfold proper, turn, g'; cbn [past_moves first]; rewrite OT; destruct m; simpl; auto|]. split; auto.
    split; [unfold g'; cbn [first]; rewrite OT; destruct m; simpl; auto|]. intros _ k K. specialize (Ru Tw k K). simpl. lia.
  - cbn [since_coupon]. rewrite Kg. split; [apply Wk|discriminate].
  - unfold carried. rewrite Ip. cbn [past_moves g' points]. rewrite <- T. lia.
Qed.
Lemma csim_there g m y : cinv g -> In (m, y) (cplays (ckey_of g)) -> legal (cpast_of g) y ->
  In m coupon_moves /\ exists o, coupon_step g m = Some o /\ cpictured (ccarried g) (cpast_of g) (result (cpast_of g) y) o.
Proof.
  intros I H Hl. apply in_cplays in H as [(mv & y0 & -> & H & ->)|(-> & v & E & ->)].
  - apply in_plays in H as [Hm Hp]. split; [unfold coupon_moves; apply in_or_app; left; now apply in_map|].
    pose proof (simulation b r (since_coupon g) mv (proj1 I)) as S. cbn [ckey_of fst] in Hp. rewrite Hp in S.
    assert (forallb (fun f => negb (past_of r (since_coupon g) f)) (bars y0) = true) as L.
    { apply forallb_forall. intros f Hf. unfold cpast_of in Hl. now rewrite (Hl f Hf). }
    rewrite L in S. destruct S as (o & So & R). eapply old_pictured; eauto.
  - split; [unfold coupon_moves; apply in_or_app; simpl; auto|]. now apply coupon_pictured.
Qed.
Lemma csim_back g m o : cinv g -> In m coupon_moves -> coupon_step g m = Some o ->
  exists y, In (m, y) (cplays (ckey_of g)) /\ legal (cpast_of g) y /\ cpictured (ccarried g) (cpast_of g) (result (cpast_of g) y) o.
Proof.
  intros I _ St. destruct m as [mv|].
  - pose proof St as St0. unfold coupon_step in St. destruct (step b r (since_coupon g) mv) as [o0|] eqn:So; [|discriminate].
    pose proof (simulation b r (since_coupon g) mv (proj1 I)) as S. destruct (play_at b r (key_of b r (since_coupon g)) mv) as [y0|] eqn:Hp; [|congruence].
    destruct (forallb (fun f => negb (past_of r (since_coupon g) f)) (bars y0)) eqn:L; [|congruence]. destruct S as (o1 & So1 & R). rewrite So in So1. inversion So1; subst o1.
    exists (with_coupons (coupons_taken g) y0). split; [|split].
    + apply in_cplays. left. exists mv, y0. split; auto. split; auto. apply in_plays. split; [eapply step_moves; eauto|exact Hp].
    + intros f Hf. rewrite forallb_forall in L. specialize (L _ Hf). unfold cpast_of. now destruct (past_of r (since_coupon g) f).
    + destruct (old_pictured g mv o0 y0 I So R) as (o' & So' & P). rewrite St0 in So'. inversion So'; subst. exact P.
  - pose proof St as St0. unfold coupon_step in St. destruct (nth_error coupons (coupons_taken g)) as [v|] eqn:E; [|discriminate].
    exists (coupon_play (fst (ckey_of g)) (coupons_taken g) v). split; [apply in_cplays; right; eauto|]. split; [intros f []|].
    destruct (coupon_pictured g v I E) as (o' & So' & P). rewrite St0 in So'. inversion So'; subst. exact P.
Qed.
Lemma coupon_follow g ms g' : cinv g -> follow coupon_game (option (option nat)) coupon_step g ms = Some g' -> cinv g'.
Proof.
  revert g. induction ms as [|m ms IH]; simpl; intros g I H; [inversion H; now subst|]. destruct (coupon_step g m) as [[s|h]|] eqn:S; try discriminate.
  eapply IH; [|exact H]. destruct (csim_back g m (inr h) I) as (y & _ & _ & P); auto.
  - unfold coupon_step in S. destruct m as [mv|]; [|unfold coupon_moves; apply in_or_app; simpl; auto]. destruct (step b r (since_coupon g) mv) eqn:St; [|discriminate].
    apply step_moves in St. unfold coupon_moves. apply in_or_app; left. now apply in_map.
  - destruct (result (cpast_of g) y); simpl in P; tauto.
Qed.
Lemma coupon_some g : exists m o, In m coupon_moves /\ coupon_step g m = Some o.
Proof.
  destruct (some_step b r (since_coupon g)) as (m & o & So). exists (Some m). unfold coupon_step. rewrite So. pose proof (step_moves _ _ _ _ _ So) as Hm.
  destruct o; eexists; (split; [unfold coupon_moves; apply in_or_app; left; now apply in_map|reflexivity]).
Qed.
End Sound.

(** The checker. Nothing is kept by passing here. *)
Definition coupon_lemmas := lemmas ckey fact.
Definition coupon_header : bool := header_ok b r && restarts.
Definition coupon_take (s : coupon_lemmas) (x : step_of ckey fact sym (option (option nat))) : option coupon_lemmas :=
  take_one (option (option nat)) ckey fact clr sym feqb ckeqb cmeqb cblack clears cplays cmapK mapB swap (symokb b r) cwfK (wfFb b) (fun _ _ => false) fact_key s x.
Definition coupon_take_all (s : coupon_lemmas) (l : list (step_of ckey fact sym (option (option nat)))) : option coupon_lemmas :=
  take_each (option (option nat)) ckey fact clr sym feqb ckeqb cmeqb cblack clears cplays cmapK mapB swap (symokb b r) cwfK (wfFb b) (fun _ _ => false) fact_key s l.
Definition coupon_finish (s : coupon_lemmas) (P : pos) (c : bool) (ms : list (option (option nat))) (cl : claim) (n : positive) (g : sym) : bool :=
  coupon_header && (length P =? size b) &&
  finish coupon_game (option (option nat)) ckey fact sym coupon_step ckeqb cmapK mapB swap (symokb b r) ckey_of cpast_of ccarried s (coupon_start P c) ms cl n g.
Definition coupon_check (l : list (step_of ckey fact sym (option (option nat)))) (P : pos) (c : bool) (ms : list (option (option nat))) (cl : claim) (n : positive) (g : sym) : bool :=
  match coupon_take_all no_lemmas l with Some s => coupon_finish s P c ms cl n g | None => false end.

(** An accepted claim, in half points, is true of plain minimax. *)
Theorem coupon_check_sound l P c ms cl n g : coupon_check l P c ms cl n g = true ->
  exists g', follow _ _ coupon_step (coupon_start P c) ms = Some g' /\ can_force _ _ coupon_moves coupon_step coupon_black cl g' /\
    if fst cl then worth_at_least _ _ coupon_moves coupon_step coupon_black g' (snd cl) else worth_at_most _ _ coupon_moves coupon_step coupon_black g' (snd cl).
Proof.
  unfold coupon_check. destruct (coupon_take_all _ l) as [s|] eqn:T; [|discriminate]. unfold coupon_finish, coupon_header. rewrite !andb_true_iff, Nat.eqb_eq.
  intros [[[H R] L] F].
  assert (cinv (coupon_start P c)) as I.
  { split; [apply (inv_start b r H)|]. cbn [coupon_start since_coupon]. split; [exact L|discriminate]. }
  assert (exists g', follow _ _ coupon_step (coupon_start P c) ms = Some g' /\ can_force _ _ coupon_moves coupon_step coupon_black cl g') as (g' & Fo & Cf).
  { apply (finish_ok coupon_game (option (option nat)) ckey fact clr sym coupon_moves coupon_step coupon_black feqb ckeqb cmeqb cblack feqb_ok ckeqb_ok clears cplays
      cmapK (mapF b) mapB swap (symokb b r) cwfK (wfFb b) cplays_wf (cplays_there H) (cplays_back H) (fun _ _ _ _ => eq_refl)
      (fun g f G W => back_there b r g f (okM_symok g G) (proj1 (wfFb_iff f) W)) (fun g f G W => there_back b r g f (okM_symok g G) (proj1 (wfFb_iff f) W))
      (fun g f G W => proj2 (wfFb_iff _) (wf_there b r g f (okM_symok g G) (proj1 (wfFb_iff f) W)))
      (fun g f G W => proj2 (wfFb_iff _) (wf_back b r g f (okM_symok g G) (proj1 (wfFb_iff f) W))) (fun _ _ _ => eq_refl)
      (fun _ _ => false) (fun _ _ _ X => False_ind _ (diff_false_true X)) cinv ckey_of cpast_of ccarried
      (fun g I => proj2 (wfKb_iff _) (proj2 I)) (fun _ _ => eq_refl) (csim_there R) (csim_back R) fact_key (coupon_follow R) l s (coupon_start P c) ms cl n g T I F). }
  exists g'. split; auto. split; auto. apply force_bound; auto. apply coupon_some.
Qed.
Corollary coupon_check_value l1 l2 P c ms v n1 g1 n2 g2 :
  coupon_check l1 P c ms (true, v) n1 g1 = true -> coupon_check l2 P c ms (false, v) n2 g2 = true ->
  exists g', follow _ _ coupon_step (coupon_start P c) ms = Some g' /\ is_worth _ _ coupon_moves coupon_step coupon_black g' v.
Proof.
  intros H1 H2. apply coupon_check_sound in H1 as (g1' & R1 & _ & V1). apply coupon_check_sound in H2 as (g2' & R2 & _ & V2).
  rewrite R1 in R2. inversion R2; subst. exists g2'. split; auto. now apply worth_of_bounds.
Qed.
End Coupons.
