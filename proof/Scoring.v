(** The plays of rules by which the score is a mean, and that the machine with tallies is these rules. *)
Require Import List Arith Bool ZArith QArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Simulation Symmetry Means Tally.
Close Scope Q_scope.
Local Arguments Nat.leb : simpl never.
Local Arguments Nat.eqb : simpl never.

Section Scoring.
Variable b : board.
Variable r : rules.
Notation n := (size b).
Notation next := (next key tfact tclr).
Notation play := (play key tfact tclr).

(** What goes together with means: a second pass ends the game, and nothing else does. *)
Definition scored_ok : bool :=
  fits r && clause_scored r && clause_second_pass r && negb (clause_passes_forgotten r) && illegal r && negb (has_cut r) && negb (scoreless r) && negb (windowed r)
  && match clause_passes_in_a_row r, clause_draw r with None, NoDraw => true | _, _ => false end.

Definition by_territory : bool := match clause_scoring r with ScoreTerritory => true | _ => false end.
Definition tally_play (k : key) (mv : option nat) : option play :=
  let P := kpos k in let m := kblack k in let ph := kphase k in let x := kmore k in
  match mv with
  | Some _ => match play_at b r k mv with
              | Some y => match eff y with
                          | Leads _ k' c st => Some (Play (map Plain (bars y)) [] (Leads 0%Z k' (c, None) (map Plain st)))
                          | _ => None end
              | None => None
              end
  | None =>
      let s := worth_at b r P m x in
      let again := if 1 <=? ph then Some s else None in
      let both y := Plain (Fact Followed P (Some y)) in
      Some (Play []
        (opt by_territory (both m, Means key tclr (both m) (Some s))
         ++ [(Plain (Fact Passed P (Some m)), Means key tclr (Plain (Fact Passed P (Some m))) again)])
        (Leads 0%Z (KeyMore P (negb m) (min (ph + 1) (cap r)) None (after_pass r ph x)) (Clr (lifting_pass r ph) true false (clause_since_pass r), again)
          (map Plain (pass_sets r P m ph (opt (by_territory && (1 <=? ph)) (Fact Followed P (Some (negb m))))))))
  end.
Definition tally_plays (k : key) : list (option nat * play) :=
  flat_map (fun mv => match tally_play k mv with Some y => [(mv, y)] | None => [] end) (moves b).
Lemma in_tally_plays k mv y : In (mv, y) (tally_plays k) <-> In mv (moves b) /\ tally_play k mv = Some y.
Proof.
  unfold tally_plays. rewrite in_flat_map. split.
  - intros (x & Hx & H). destruct (tally_play k x) eqn:A; simpl in H; [|tauto]. destruct H as [H|[]]. inversion H; subst. auto.
  - intros [H A]. exists mv. rewrite A. simpl. auto.
Qed.

(** Symmetries. *)
Hypothesis bok : board_ok b = true.
Notation tmapY := (Abstract.mapY (mapK b) (tmapF b) tmapC swap).
Lemma map_plain g l : map (tmapF b g) (map Plain l) = map Plain (map (mapF b g) l).
Proof. rewrite !map_map. reflexivity. Qed.
Lemma tally_play_map g k mv : symok b r g -> wfK b k -> In mv (moves b) ->
  tally_play (mapK b g k) (act b g mv) = option_map (tmapY g) (tally_play k mv).
Proof.
  intros A Wk Hm. destruct mv as [p|].
  - pose proof (play_at_map b r bok g k (Some p) A Wk Hm) as H. unfold tally_play. assert (exists q, act b g (Some p) = Some q) as (q & Hq) by (unfold act; destruct (p <? n); eauto).
    rewrite Hq in *. rewrite H. clear H.
    destruct (play_at b r k (Some p)) as [y|]; cbn [option_map]; [|reflexivity]. unfold Abstract.mapY at 1; cbn [eff].
    destruct (eff y) as [s|f last|a k' c st]; cbn [mapN option_map]; auto. unfold Abstract.mapY; cbn [bars stops eff mapN]. rewrite !map_plain.
    unfold tmapC; cbn [fst snd option_map]. replace (turned (swap g) 0) with 0%Z by now destruct (swap g). reflexivity.
  - change (act b g None) with (@None nat). destruct k as [P m ph o x]. unfold tally_play, mapK; cbn [kpos kblack kphase kko kmore option_map]. rewrite (worth_at_map b r bok) by auto.
    unfold Abstract.mapY; cbn [bars stops eff mapN option_map]. f_equal. f_equal.
    + unfold opt. destruct by_territory, (1 <=? ph); cbn [map app fst snd mapN option_map tmapF]; reflexivity.
    + replace (turned (swap g) 0) with 0%Z by now destruct (swap g). unfold mapK; cbn [kpos kblack kphase kko kmore option_map].
      rewrite !xorb_neg, map_plain, map_pass_sets, map_opt. unfold tmapC; cbn [fst snd]. destruct (1 <=? ph); cbn [option_map]; unfold mapF; cbn [fcls fpos fwho fto option_map]; rewrite xorb_neg; reflexivity.
Qed.
Lemma tally_there g k : symok b r g -> wfK b k -> forall m y, In (m, y) (tally_plays k) -> exists m', In (m', tmapY g y) (tally_plays (mapK b g k)).
Proof.
  intros A Wk m y H. apply in_tally_plays in H as [Hm Hp]. exists (act b g m). apply in_tally_plays. split; [eapply moves_map; eauto|].
  rewrite tally_play_map by auto. now rewrite Hp.
Qed.
Lemma tally_back g k : symok b r g -> wfK b k -> forall m y', In (m, y') (tally_plays (mapK b g k)) -> exists m' y, y' = tmapY g y /\ In (m', y) (tally_plays k).
Proof.
  intros A Wk m y' H. apply in_tally_plays in H as [Hm Hp]. destruct (moves_map_back b r g m A Hm) as [Hm' E].
  rewrite <- E in Hp. rewrite tally_play_map in Hp by auto. destruct (tally_play k (act b (inv_sym g) m)) as [y|] eqn:Y; simpl in Hp; [|discriminate].
  inversion Hp; subst. exists (act b (inv_sym g) m), y. split; auto. apply in_tally_plays. auto.
Qed.
Lemma wf_plain l : Forall (wfF b) l -> Forall (twfF b) (map Plain l).
Proof. induction 1; simpl; constructor; auto. Qed.
Lemma tally_wf k : wfK b k -> forall m y, In (m, y) (tally_plays k) -> wfY (wfK b) (twfF b) y.
Proof.
  intros Wk m y H. apply in_tally_plays in H as [Hm Hp]. unfold tally_play in Hp. destruct m as [p|].
  - destruct (play_at b r k (Some p)) as [y0|] eqn:Y; [|discriminate]. assert (In (Some p, y0) (plays b r k)) as Hin by (apply in_plays; auto).
    destruct (plays_wf b r k Wk _ _ Hin) as (Wb & _ & We). destruct (eff y0) as [s|f last|a k' c st]; try discriminate. inversion Hp; subst.
    destruct We as [W1 W2]. split; [now apply wf_plain|split; [constructor|]]. split; [exact W1|now apply wf_plain].
  - inversion Hp; subst. destruct Wk as [LP _]. split; [constructor|split; cbn [stops eff]].
    + apply Forall_app. split; [unfold opt; destruct by_territory; constructor; [|constructor]|constructor; [|constructor]]; (split; [now apply wf_fact|now apply wf_fact]).
    + split; [split; [exact LP|discriminate]|]. apply wf_plain. apply wf_pass_sets; auto. apply wf_opt. now apply wf_fact.
Qed.

(** The picture of a history. *)
Definition total (l : list Z) : Z * nat := (fold_right Z.add 0%Z l, length l).
Definition tally_of (g : game) (f : fact) : option (Z * nat) :=
  match fcls f, fwho f, fto f with
  | Passed, Some y, None => option_map total (since b r (fpos f) (col y) (past_moves g))
  | Followed, Some y, None => if by_territory then option_map total (since_both b r (fpos f) (col y) (past_moves g)) else None
  | _, _, _ => if past_of r g f then Some (0%Z, 0) else None
  end.

Hypothesis ok : scored_ok = true.
Variable U : positive.
Lemma oks : fits r = true /\ clause_scored r = true /\ clause_second_pass r = true /\ clause_passes_forgotten r = false /\ illegal r = true /\ has_cut r = false
  /\ clause_passes_in_a_row r = None /\ clause_draw r = NoDraw /\ scoreless r = false /\ windowed r = false.
Proof.
  pose proof ok as H. unfold scored_ok in H. rewrite !andb_true_iff, !negb_true_iff in H. destruct H as [[[[[[[[A B'] C] D] E] F] X] Y] G].
  destruct (clause_passes_in_a_row r); [discriminate|]. destruct (clause_draw r); try discriminate. repeat split; auto.
Qed.
Definition tally_past (g : game) : past tfact := told U (tally_of g).
(* trusted *)
Definition decode (c : claim) : mean_claim := (fst c, strict c, (num c # U)%Q).
(* end trusted *)

Lemma good_covers c d s : covers c d = true -> mean_good (decode c) s -> mean_good (decode d) s.
Proof.
  destruct c as [[] t], d as [[] t']; unfold covers; cbn [fst snd Bool.eqb andb]; try discriminate; rewrite Z.leb_le; intro L;
  unfold decode, mean_good, num, strict; cbn [fst snd].
  - assert (t' / 2 <= t / 2)%Z as D by (apply Z.div_le_mono; lia). assert (t' / 2 = t / 2 -> Z.odd t' = true -> Z.odd t = true)%Z as O.
    { intros E O'. destruct (Z.odd t) eqn:Ot; auto. pose proof (Zmod_odd t) as M1. pose proof (Zmod_odd t') as M2. rewrite Ot in M1. rewrite O' in M2.
      pose proof (Z.div_mod t 2 ltac:(lia)). pose proof (Z.div_mod t' 2 ltac:(lia)). lia. }
    destruct s as [a e]. unfold Qle, Qlt. cbn [Qnum Qden]. intro G. pose proof (Pos2Z.is_pos e).
    assert (t' / 2 * Z.pos e <= t / 2 * Z.pos e)%Z as M by (apply Z.mul_le_mono_nonneg_r; lia).
    destruct (Z.odd t) eqn:Ot, (Z.odd t') eqn:Ot'; unfold Qle, Qlt in *; cbn [Qnum Qden] in *; try lia.
    destruct (Z.eq_dec (t' / 2) (t / 2)) as [E|E]; [specialize (O E eq_refl); discriminate|].
    assert (t' / 2 * Z.pos e < t / 2 * Z.pos e)%Z by (apply Z.mul_lt_mono_pos_r; lia). lia.
  - assert ((t + 1) / 2 <= (t' + 1) / 2)%Z as D by (apply Z.div_le_mono; lia). assert ((t + 1) / 2 = (t' + 1) / 2 -> Z.odd t' = true -> Z.odd t = true)%Z as O.
    { intros E O'. destruct (Z.odd t) eqn:Ot; auto. pose proof (Zmod_odd t) as M1. pose proof (Zmod_odd t') as M2. rewrite Ot in M1. rewrite O' in M2.
      pose proof (Z.div_mod t 2 ltac:(lia)). pose proof (Z.div_mod t' 2 ltac:(lia)). pose proof (Z.div_mod (t + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (t + 1) 2 ltac:(lia)).
      pose proof (Z.div_mod (t' + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (t' + 1) 2 ltac:(lia)). lia. }
    destruct s as [a e]. unfold Qle, Qlt. cbn [Qnum Qden]. intro G. pose proof (Pos2Z.is_pos e).
    assert ((t + 1) / 2 * Z.pos e <= (t' + 1) / 2 * Z.pos e)%Z as M by (apply Z.mul_le_mono_nonneg_r; lia).
    destruct (Z.odd t) eqn:Ot, (Z.odd t') eqn:Ot'; unfold Qle, Qlt in *; cbn [Qnum Qden] in *; try lia.
    destruct (Z.eq_dec ((t + 1) / 2) ((t' + 1) / 2)) as [E|E]; [specialize (O E eq_refl); discriminate|].
    assert ((t + 1) / 2 * Z.pos e < (t' + 1) / 2 * Z.pos e)%Z by (apply Z.mul_lt_mono_pos_r; lia). lia.
Qed.
Lemma serves_mean c l : mean_serves U c (fst (total l)) (snd (total l)) = true -> mean_good (decode c) (mean l).
Proof.
  unfold mean_serves, total, mean, least, margin, decode, mean_good; cbn [fst snd]. destruct c as [me t]; cbn [fst snd].
  destruct l as [|x l]; [cbn [length fold_right]; change (Z.of_nat 1) with 1%Z|set (s := fold_right Z.add 0%Z (x :: l)); cbn [length]; assert (Z.of_nat (S (length l)) = Z.pos (Pos.of_nat (S (length l)))) as -> by lia];
  rewrite Z.leb_le; intro H; destruct me, (strict _); unfold Qle, Qlt; cbn [Qnum Qden]; lia.
Qed.

Definition trel (p : past tfact) (o : next) (o' : Q + game) : Prop :=
  match o, o' with
  | Means _ _ f last, inl s => forall c, p (tbad U f last c) = false -> mean_good (decode c) s
  | Leads a k c st, inr g => a = 0%Z /\ key_of b r g = k /\ (forall f, tally_past g f = change (tallying U) c st p f) /\ inv r g
  | _, _ => False
  end.

Lemma mem_plain f l : mem teqb (Plain f) (map Plain l) = mem feqb f l.
Proof. unfold mem. induction l as [|x l IH]; simpl; auto. now rewrite IH. Qed.
Lemma no_prize : resigns r = false /\ (forall k, wins_by r k = false) /\ forall M h, may_pass b r M h = true.
Proof.
  destruct oks as (_ & _ & _ & _ & _ & _ & _ & _ & S & _). unfold scoreless, resigns in *. apply orb_false_iff in S as [S1 S2].
  destruct (clause_passes r) eqn:P; try discriminate. split; auto. split; [intro k; unfold wins_by; now destruct (clause_captures r)|intros M h; unfold may_pass; now rewrite P].
Qed.
Lemma step_stone g p g' : step b r g (Some p) = Some (inr g') -> exists Q, g' = play_on g (Event (turn g) (Some p) (now g) Q).
Proof.
  unfold step. destruct (place _ _ _ _ _) as [Q|]; [|destruct (_ && _); discriminate]. destruct (_ || _); [discriminate|]. destruct (negb _ && _); [discriminate|].
  destruct (draw _ _ _ _); [discriminate|]. destruct (has_won _ _ _ _); [discriminate|]. destruct (cut_off _ _); [discriminate|]. intro X; inversion X; subst. eauto.
Qed.
Lemma stone_shape k p y : play_at b r k (Some p) = Some y ->
  stops y = [] /\ Forall (fun f => tallied f = false) (bars y) /\ exists a k' c st, eff y = Leads a k' c st /\
    forall f, tallied f = true -> clears c f = false /\ mem feqb f st = false.
Proof.
  destruct oks as (_ & _ & _ & Fo & Il & Cu & _ & Dr & _ & Wi0). destruct no_prize as (Rs & Wi & _). unfold play_at. rewrite Rs. destruct (place _ _ _ _ _) as [Q|]; [|discriminate].
  destruct (match kko k with Some i => i =? p | None => false end); [discriminate|]. destruct (_ && _ && _); [discriminate|]. destruct (_ && (1 <=? taken _ _ _ _)); [discriminate|]. rewrite Wi.
  intro X. injection X as <-. cbn [stops eff bars]. unfold stone_bars. rewrite Il. unfold draws. rewrite Dr. split; [reflexivity|]. split.
  { assert (forall c f, tallied f = false -> Forall (fun f => tallied f = false) (opt c f)) as O by (intros [] f T; constructor; auto).
    assert (forall X z, Forall (fun f => tallied f = false) (S_ r X z)) as WS by (intros X z; unfold S_; destruct (clause_ban r); constructor; auto).
    rewrite !Forall_app. split; [unfold named; destruct (_ && _); [constructor|]; unfold windowed in Wi0; destruct (clause_window r); [discriminate|]; destruct (is_left r); auto|]. repeat split; auto. }
  unfold last_move. unfold has_cut in Cu. destruct (clause_cut r); [discriminate|]. do 4 eexists. split; [reflexivity|].
  intros f T. rewrite Fo. split; [unfold clears; unfold tallied in T; now destruct (fcls f)|]. unfold stone_sets, once, has_draw, late. rewrite Dr, Wi0, !mem_app, !mem_opt.
  cbn [opt Abstract.mem existsb]. unfold feqb. unfold tallied in T. destruct (is_left r); rewrite ?mem_S; unfold feqb; cbn [fcls]; destruct (fcls f); try discriminate;
  destruct (clause_ban r); cbn [cls_eqb andb orb]; rewrite ?andb_false_r; reflexivity.
Qed.
(** Facts without a tally of their own have the tally of none. *)
Lemma tally_other g g' c a st st' f :
  (forall f, past_of r g' f = change plainly c st (past_of r g) f) -> mem teqb (Plain f) st' = mem feqb f st ->
  (tallied f = true -> a = None \/ past_of r g f = false) ->
  (forall h, tally_of h f = if past_of r h f then Some (0%Z, 0) else None) ->
  tally_of g' f = tchange (c, a) st' (tally_of g) f.
Proof.
  intros H M T O. unfold tchange. cbn [fst snd]. rewrite !O, H, change_eq, M. destruct (mem feqb f st); auto. destruct (clears c f); auto.
  destruct a; auto. destruct (tallied f) eqn:E; auto. destruct (T eq_refl) as [X| ->]; [discriminate|reflexivity].
Qed.
Lemma tally_plain h f : (forall y, fcls f = Passed \/ fcls f = Followed -> fwho f = Some y -> fto f = None -> False) ->
  tally_of h f = if past_of r h f then Some (0%Z, 0) else None.
Proof. intro H. unfold tally_of. destruct (fcls f) eqn:C, (fwho f) eqn:W, (fto f) eqn:Z; auto; exfalso; eauto. Qed.
Lemma past_odd g f : tallied f = true -> (forall y, fcls f = Passed \/ fcls f = Followed -> fwho f = Some y -> fto f = None -> False) -> past_of r g f = false.
Proof. unfold tallied, past_of. intros T H. destruct (fcls f) eqn:C; try discriminate; destruct (fwho f) eqn:W, (fto f) eqn:Z; auto; exfalso; eauto. Qed.
Lemma tally_dec f : {exists y, (fcls f = Passed \/ fcls f = Followed) /\ fwho f = Some y /\ fto f = None} + {forall y, fcls f = Passed \/ fcls f = Followed -> fwho f = Some y -> fto f = None -> False}.
Proof. destruct (fcls f) eqn:C, (fwho f) as [y|] eqn:W, (fto f) eqn:Z; try (left; exists y; now auto); right; intros ? [X|X] Y V; congruence. Qed.

Lemma carried_0 g : carried b r g = 0%Z.
Proof.
  destruct oks as (F & Sc & _). unfold carried. destruct (in_phase r) eqn:Ip; auto. apply points_0.
  - unfold fits in F. rewrite !andb_true_iff in F. destruct F as [[[[[_ H] _] _] _] _]. now rewrite Sc in H.
  - intro T. unfold in_phase in Ip. rewrite T, Sc in Ip. now rewrite orb_true_r in Ip.
Qed.
Lemma scored_run h : (1 <=? phase_of r h) = (1 <=? run h).
Proof.
  destruct oks as (F & Sc & _ & _ & _ & _ & Pa & _). unfold phase_of, row. rewrite Pa. unfold cap. rewrite Sc. apply eq_true_iff_eq. rewrite !Nat.leb_le. lia.
Qed.
Lemma score_here g m : turn g = col m -> worth_at b r (now g) m (more_of b r g) = score_at b r (now g) (past_moves g).
Proof. intro T. pose proof (worth_ok b r g m T) as W. rewrite carried_0 in W. unfold score_at. lia. Qed.
Lemma total_scored e h l : total (scored_by b r e h l) = if scoring_pass e h then ((fst (total l) + score_at b r (before e) h)%Z, S (snd (total l))) else total l.
Proof. unfold scored_by. destruct (scoring_pass e h); auto. unfold total; cbn [fold_right length fst snd]. f_equal. lia. Qed.

Lemma passed_since X Y h : passed r X Y h = match since b r X Y h with Some _ => true | None => false end.
Proof.
  destruct oks as (_ & _ & _ & Fo & _). induction h as [|e h IH]; [reflexivity|]. cbn [since passed]. rewrite Fo. cbn [andb].
  destruct (is_pass e && peqb X (before e) && ceq Y (who e)); [reflexivity|]. cbn [orb]. rewrite IH. now destruct (since b r X Y h).
Qed.
Lemma past_plain g f : tallied f = false -> tally_past g (Plain f) = past_of r g f.
Proof.
  intro T. unfold tally_past, told; cbn [base]. rewrite tally_plain; [now destruct (past_of r g f)|]. intros y [C|C]; unfold tallied in T; now rewrite C in T.
Qed.
Lemma option_map_id {X} (x : option X) : option_map (fun y => y) x = x. Proof. now destruct x. Qed.
(** Tallies after a stone and after a pass. *)
Lemma tally_stone g p Q c st : (forall f, past_of r (play_on g (Event (turn g) (Some p) (now g) Q)) f = change plainly c st (past_of r g) f) ->
  (forall f, tallied f = true -> clears c f = false /\ mem feqb f st = false) ->
  forall f, tally_of (play_on g (Event (turn g) (Some p) (now g) Q)) f = tchange (c, None) (map Plain st) (tally_of g) f.
Proof.
  intros H Sh f. destruct (tally_dec f) as [(z & C & W & Z)|N].
  - destruct (Sh f) as [Cl M]; [unfold tallied; now destruct C as [-> | ->]|]. unfold tchange. rewrite mem_plain, M. cbn [fst snd]. rewrite Cl.
    unfold tally_of. destruct C as [-> | ->]; rewrite W, Z; cbn [past_moves play_on since since_both is_pass at_ andb]; unfold scored_by, scoring_pass; cbn [is_pass at_ andb]; now rewrite option_map_id.
  - apply tally_other with (c := c) (st := st); auto using mem_plain. intro h. now apply tally_plain.
Qed.
Lemma tally_pass g m : inv r g -> turn g = col m ->
  (forall f, past_of r (play_on g (Event (turn g) None (now g) (now g))) f
    = change plainly (Clr (lifting_pass r (phase_of r (past_moves g))) true false (clause_since_pass r)) (pass_sets r (now g) m (phase_of r (past_moves g)) []) (past_of r g) f) ->
  forall f, tally_of (play_on g (Event (turn g) None (now g) (now g))) f
    = tchange (Clr (lifting_pass r (phase_of r (past_moves g))) true false (clause_since_pass r), if 1 <=? phase_of r (past_moves g) then Some (worth_at b r (now g) m (more_of b r g)) else None)
        (map Plain (pass_sets r (now g) m (phase_of r (past_moves g)) (opt (by_territory && (1 <=? phase_of r (past_moves g))) (Fact Followed (now g) (Some (negb m)))))) (tally_of g) f.
Proof.
  intros I T H f. destruct oks as (F & Sc & Se & Fo & Il & Cu & Pa & Dr & _). rewrite score_here by auto.
  assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
  destruct (tally_dec f) as [(z & C & W & Z)|N].
  - destruct f as [c X w o]. cbn [fcls fwho fto] in C, W, Z. subst w o. unfold tchange. rewrite mem_plain. cbn [fst snd].
    assert (Ta : tallied (FactTo c X (Some z) None) = true) by (unfold tallied; cbn [fcls]; now destruct C as [-> | ->]).
    assert (Cl : forall a c' e, clears (Clr a c' false e) (FactTo c X (Some z) None) = false) by (intros; unfold clears; cbn [fcls cpassed]; now destruct C as [-> | ->]).
    rewrite Cl, Ta. unfold pass_sets. rewrite !mem_app, !mem_opt, Se.
    assert (M0 : forall s0 : bool, mem feqb (FactTo c X (Some z) None) (match clause_occurs r, clause_ban r with Stands, BanPosition => if s0 then S_ r (now g) (negb m) else [] | Stands, BanSituation => S_ r (now g) (negb m) | _, _ => [] end) = false).
    { intro s0. destruct (clause_occurs r), (clause_ban r) eqn:Br, s0; rewrite ?mem_S, ?Br; auto; destruct C as [-> | ->]; reflexivity. }
    rewrite M0. cbn [orb andb]. rewrite scored_run. unfold tally_of; cbn [fcls fwho fpos fto past_moves play_on].
    destruct C as [-> | ->]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb orb]; rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [orb].
    + cbn [since is_pass at_ before who andb]. rewrite T, ceq_col. rewrite (andb_comm (Bool.eqb z m)). destruct (peqb X (now g) && Bool.eqb z m); [reflexivity|].
      destruct (since b r X (col z) (past_moves g)) as [l|]; cbn [option_map]; [|now destruct (1 <=? run (past_moves g))].
      rewrite total_scored. unfold scoring_pass; cbn [is_pass at_ before andb]. now destruct (1 <=? run (past_moves g)).
    + destruct by_territory; [|cbn [andb]; now destruct (1 <=? run (past_moves g))]. cbn [andb since_both before who]. unfold scoring_pass at 1; cbn [is_pass at_ andb]. rewrite OT, ceq_col.
      rewrite (andb_comm (Bool.eqb z (negb m))), <- andb_assoc. destruct (1 <=? run (past_moves g)) eqn:Ru; cbn [andb].
      * destruct (peqb X (now g) && Bool.eqb z (negb m)); [reflexivity|]. destruct (since_both b r X (col z) (past_moves g)) as [l|]; cbn [option_map]; auto.
        rewrite total_scored. unfold scoring_pass; cbn [is_pass at_ before andb]. now rewrite Ru.
      * destruct (since_both b r X (col z) (past_moves g)) as [l|]; cbn [option_map]; auto.
        rewrite total_scored. unfold scoring_pass; cbn [is_pass at_ before andb]. now rewrite Ru.
  - apply tally_other with (st := pass_sets r (now g) m (phase_of r (past_moves g)) []); auto.
    + rewrite mem_plain. unfold pass_sets. rewrite !mem_app, !mem_opt. cbn [Abstract.mem existsb].
      assert (by_territory && (1 <=? phase_of r (past_moves g)) && feqb f (Fact Followed (now g) (Some (negb m))) = false) as E; [|now rewrite E, !orb_false_r].
      unfold feqb; cbn [fcls fwho fpos fto].
      destruct (fcls f) eqn:C; cbn [cls_eqb andb]; try apply andb_false_r. destruct (fwho f) as [y|] eqn:W; [|cbn [weqb andb]; apply andb_false_r].
      destruct (fto f) eqn:Z; [cbn [opeqb]; rewrite !andb_false_r; reflexivity|]. exfalso. eapply N; eauto.
    + intros Ta. right. now apply past_odd.
    + intro h. now apply tally_plain.
Qed.

Lemma tasked_ext (p q : past tfact) (l : list (tfact * next)) d : (forall f, p f = q f) -> asked p l d = asked q l d.
Proof. intro H. induction l as [|[f o] l IH]; simpl; auto. rewrite H. destruct (q f); auto. Qed.
Lemma trel_ext (p q : past tfact) (y : play) o : (forall f, p f = q f) -> trel p (result p y) o -> trel q (result q y) o.
Proof.
  intros H R. unfold result in *. rewrite <- (tasked_ext p q) by auto. destruct (asked p (stops y) (eff y)) as [s|f last|a k c st], o; simpl in *; auto.
  - intros d Hd. apply R. now rewrite H.
  - destruct R as (Z & K & E & I). repeat split; auto; try apply I. intro f. rewrite E. unfold change. destruct (was _ _ _ f); auto.
Qed.
Lemma tally_told g g' x st : (forall f, tally_of g' f = tchange x st (tally_of g) f) -> forall t, tally_past g' t = change (tallying U) x st (tally_past g) t.
Proof.
  intros H t. rewrite (told_change U x st (tally_of g)) by reflexivity. unfold tally_past, told. now rewrite H.
Qed.
Lemma no_draw_since k c sets a g m : (if clause_since_pass r then [] else draws r (now g) (negb m) a k c sets) = [].
Proof. destruct oks as (_ & _ & _ & _ & _ & _ & _ & Dr & _). unfold draws. rewrite Dr. now destruct (clause_since_pass r). Qed.

Theorem tally_simulation g mv : inv r g ->
  match tally_play (key_of b r g) mv with
  | None => mean_step b r g mv = None
  | Some y =>
      if forallb (fun f => negb (tally_past g f)) (bars y)
      then exists o, mean_step b r g mv = Some o /\ trel (tally_past g) (result (tally_past g) y) o
      else mean_step b r g mv = None
  end.
Proof.
  intros I. destruct oks as (F & Sc & Se & Fo & Il & Cu & Pa & Dr & _ & Wi0). destruct no_prize as (_ & _ & Mp). pose proof (simulation b r g mv I) as S. destruct mv as [p|]; unfold tally_play, mean_step.
  - destruct (play_at b r (key_of b r g) (Some p)) as [y|] eqn:Y; [|now rewrite S].
    destruct (stone_shape _ _ _ Y) as (St & Ba & a & k' & c & st & Ef & Sh). rewrite Ef. cbn [bars].
    assert (forallb (fun f => negb (tally_past g f)) (map Plain (bars y)) = forallb (fun f => negb (past_of r g f)) (bars y)) as ->.
    { clear S. induction Ba as [|f l T Ba IH]; simpl; auto. now rewrite past_plain, IH. }
    destruct (forallb _ (bars y)); [|now rewrite S]. destruct S as (o & So & R). rewrite So. unfold result in R. rewrite St, Ef in R. cbn [asked rel] in R.
    destruct o as [s|g']; [destruct R|]. destruct R as (K & E & I' & _). exists (inr g'). split; auto. unfold result; cbn [stops eff asked trel].
    split; [reflexivity|]. split; [exact K|]. split; [|exact I']. destruct (step_stone _ _ _ So) as (Q & ->).
    now apply tally_told, tally_stone.
  - cbn [bars forallb]. eexists. split; [reflexivity|]. pose proof (turn_col g (proj1 I)) as T. set (m := ceq (turn g) B) in *.
    cbn [key_of kpos kblack kphase kmore]. fold m. rewrite score_here by auto. unfold result; cbn [stops eff].
    set (s := score_at b r (now g) (past_moves g)). set (ph := phase_of r (past_moves g)).
    assert (TF : tally_past g (Plain (Fact Followed (now g) (Some m))) = match moved_pass b r (now g) (turn g) (past_moves g) with Some _ => true | None => false end).
    { unfold tally_past, told, tally_of, moved_pass, by_territory; cbn [base fcls fwho fpos fto]. rewrite <- T. destruct (clause_scoring r); auto.
      destruct (since_both b r (now g) (turn g) (past_moves g)) as [l|]; cbn [option_map]; [|reflexivity]. now destruct (total l). }
    assert (TP : tally_past g (Plain (Fact Passed (now g) (Some m))) = match since b r (now g) (turn g) (past_moves g) with Some _ => true | None => false end).
    { unfold tally_past, told, tally_of; cbn [base fcls fwho fpos fto]. rewrite <- T.
      destruct (since b r (now g) (turn g) (past_moves g)) as [l|]; cbn [option_map]; [|reflexivity]. now destruct (total l). }
    unfold mean_end. destruct (moved_pass b r (now g) (turn g) (past_moves g)) as [l|] eqn:Mo.
    { assert (by_territory = true) as -> by (unfold moved_pass in Mo; unfold by_territory; destruct (clause_scoring r); auto; discriminate).
      cbn [opt app asked]. rewrite TF. cbn [trel]. intros c H. unfold tally_past, told, tbad in H; cbn [base] in H. unfold tally_of in H; cbn [fcls fwho fpos fto] in H.
      assert (since_both b r (now g) (col m) (past_moves g) = Some l) as E by (rewrite <- T; unfold moved_pass in Mo; destruct (clause_scoring r); auto; discriminate).
      assert (by_territory = true) as Bt by (unfold moved_pass in Mo; unfold by_territory; destruct (clause_scoring r); auto; discriminate).
      rewrite Bt, E in H. cbn [option_map] in H. destruct (total l) as [t k] eqn:Tl. apply serves_mean. fold s.
      assert (total (s :: l) = ((t + s)%Z, Datatypes.S k)) as -> by (unfold total in *; cbn [fold_right length]; inversion Tl; f_equal; lia).
      unfold mean_serves. cbn [fst snd]. rewrite margin_more. apply Z.ltb_ge in H. apply Z.leb_le. lia. }
    assert (opt by_territory (Plain (Fact Followed (now g) (Some m)), Means key tclr (Plain (Fact Followed (now g) (Some m))) (Some s)) = []
      \/ tally_past g (Plain (Fact Followed (now g) (Some m))) = false) as Fo2 by (right; exact TF).
    assert (forall l d, asked (tally_past g) (opt by_territory (Plain (Fact Followed (now g) (Some m)), Means key tclr (Plain (Fact Followed (now g) (Some m))) (Some s)) ++ l) d = asked (tally_past g) l d) as Sk.
    { intros l d. destruct by_territory; cbn [opt app asked]; auto. now rewrite TF. }
    rewrite Sk. clear Sk Fo2. cbn [asked]. rewrite TP. destruct (since b r (now g) (turn g) (past_moves g)) as [l|] eqn:Si; cbn [option_map].
    { cbn [trel]. intros c H. unfold tally_past, told in H. unfold tbad in H. assert (Ru : (1 <=? ph) = (1 <=? run (past_moves g))) by apply scored_run. rewrite Ru in H.
      unfold scored_by, scoring_pass; cbn [is_pass at_ before andb]. fold s. destruct (1 <=? run (past_moves g)); cbn [base] in H; unfold tally_of in H; cbn [fcls fwho fpos fto] in H;
      rewrite <- T, Si in H; cbn [option_map] in H; destruct (total l) as [t k] eqn:Tl; apply serves_mean.
      - assert (total (s :: l) = ((t + s)%Z, Datatypes.S k)) as -> by (unfold total in *; cbn [fold_right length]; inversion Tl; f_equal; lia).
        unfold mean_serves. cbn [fst snd]. rewrite margin_more. apply Z.ltb_ge in H. apply Z.leb_le. lia.
      - rewrite Tl. cbn [fst snd]. now apply negb_false_iff in H. }
    (* the game goes on *)
    assert (Np : passes_end r (past_moves g) = false) by (unfold passes_end; now rewrite Pa).
    assert (Nc : cut_off r (past_moves g) = false) by (unfold cut_off; unfold has_cut in Cu; now destruct (clause_cut r)).
    assert (Re : forall q, row_ends r q = false) by (intro q; unfold row_ends; now rewrite Pa).
    unfold play_at in S. cbn [key_of kpos kblack kphase kko kmore] in S. fold m in S. rewrite (passable_ok b r g m T), Mp in S. cbn [negb] in S. rewrite Re, last_move_ok, Nc in S. cbn [andb orb bars forallb] in S.
    destruct S as (o & So & R). unfold step in So. rewrite Mp in So. cbn [negb] in So. rewrite Np, Nc, passed_since, Si in So. rewrite andb_false_r in So. cbn [orb] in So.
    assert (draw r g (now g) (opp (turn g)) = false) as Dw by (unfold draw; now rewrite Dr). rewrite Dw, andb_false_r in So. inversion So; subst o; clear So.
    unfold result in R; cbn [stops eff] in R. rewrite no_draw_since, app_nil_r in R.
    assert (past_of r g (Fact Passed (now g) (Some m)) = false) as Pf.
    { unfold past_of; cbn [fcls fwho fpos fto]. rewrite <- T, passed_since, Si. apply andb_false_r. }
    rewrite Se in R. cbn [opt asked] in R. rewrite Pf in R. cbn [rel] in R. destruct R as (K & E & I' & _).
    cbn [trel]. split; [reflexivity|]. split; [exact K|]. split; [|exact I']. apply tally_told.
    pose proof (tally_pass g m I T) as Tp. rewrite score_here in Tp by auto. fold s ph in Tp. apply Tp. intro f. rewrite E. unfold once, has_draw, late_pass, late. rewrite Dr, Wi0. destruct (clause_occurs r), (clause_ban r); reflexivity.
Qed.

(** What the machine forces, the rules force. *)
Theorem tally_forces : forall c k p, mforces kblack (tallying U) tally_plays c k p ->
  forall g, inv r g -> key_of b r g = k -> (forall f, tally_past g f = p f) -> mean_forces b r (decode c) g.
Proof.
  apply (@mforces_mut key tfact tclr (option nat) kblack (tallying U) tally_plays
    (fun c k p _ => forall g, inv r g -> key_of b r g = k -> (forall f, tally_past g f = p f) -> mean_forces b r (decode c) g)
    (fun c o p _ => forall o', trel p o o' -> mean_wins b r (decode c) o')).
  - intros c k p mv y Hb Hin Hl _ IH g I <- E. apply in_tally_plays in Hin as [Hm Hp].
    pose proof (tally_simulation g mv I) as S. rewrite Hp in S.
    assert (forallb (fun f => negb (tally_past g f)) (bars y) = true) as L.
    { apply forallb_forall. intros f Hf. rewrite E. now rewrite Hl. }
    rewrite L in S. destruct S as (o & So & R). apply M_own with mv o; auto.
    + unfold mean_turn. destruct I as (Pg & _). rewrite (turn_col g Pg). simpl in Hb. rewrite Hb. reflexivity.
    + apply IH. eapply trel_ext; eauto.
  - intros c k p Hb _ IH g I <- E. apply M_opp.
    + unfold mean_turn. simpl in Hb. intro T. apply Hb. rewrite T. cbn [decode fst]. now destruct (fst c).
    + intros mv o So. pose proof (tally_simulation g mv I) as S. destruct (tally_play (key_of b r g) mv) as [y|] eqn:Hp; [|congruence].
      destruct (forallb (fun f => negb (tally_past g f)) (bars y)) eqn:L; [|congruence].
      destruct S as (o' & So' & R). rewrite So in So'. inversion So'; subst o'.
      apply (IH mv y).
      * apply in_tally_plays. split; auto. eapply mean_step_moves; eauto.
      * intros f Hf. rewrite forallb_forall in L. specialize (L _ Hf). rewrite <- E. now destruct (tally_past g f).
      * eapply trel_ext; eauto.
  - intros c s p _ o' R. destruct o'; destruct R.
  - intros c c' f last p C F [s|g] R; [|destruct R]. constructor. eapply good_covers; eauto.
  - intros c a k cl st p _ IH [s|g] R; [destruct R|]. destruct R as (-> & K & E & I). constructor. rewrite less_0 in IH. apply IH; auto.
Qed.
End Scoring.
