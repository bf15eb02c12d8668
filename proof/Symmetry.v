(** The machine has the symmetries of the board, and the exchange of colours. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Reads Machine.

Record sym := Sym { there : list nat; bck : list nat; swap : bool }.
Definition sto (g : sym) (i : nat) : nat := at_place (there g) i 0.
Definition sba (g : sym) (i : nat) : nat := at_place (bck g) i 0.

Section Sym.
Variable b : board.
Variable r : rules.
Hypothesis bok : board_ok b = true.
Notation n := (size b).
Notation play := (play key fact clr).

(** The colours may be exchanged unless a clause names one. *)
Definition exchangeable : bool :=
  match clause_last_pass r with LastWhite => false | _ => true end && (fst (clause_first_pass r) =? snd (clause_first_pass r))%Z.
Definition symok (g : sym) : Prop := Aut b (sto g) (sba g) /\ (swap g = true -> exchangeable = true) /\ length (there g) = n /\ length (bck g) = n.
Definition symokb (g : sym) : bool := (negb (swap g) || exchangeable) && (length (there g) =? n) && (length (bck g) =? n) &&
  forallb (fun i => (sto g i <? n) && (sba g i <? n) && (sba g (sto g i) =? i) && (sto g (sba g i) =? i)
    && forallb (fun j => memn (sto g j) (adj b (sto g i)) && memn (sba g j) (adj b (sba g i))) (adj b i)) (seq 0 n).
Lemma symokb_ok g : symokb g = true -> symok g.
Proof.
  unfold symokb. rewrite !andb_true_iff, !Nat.eqb_eq, forallb_forall. intros [[[X L1] L2] H]. split; [|split; [intro Sw; now rewrite Sw in X|auto]]. intros i Hi. assert (In i (seq 0 n)) as S by (apply in_seq; lia).
  specialize (H _ S). rewrite !andb_true_iff, !Nat.ltb_lt, !Nat.eqb_eq, forallb_forall in H.
  destruct H as [[[[H1 H2] H3] H4] H5]. repeat split; auto; intros; specialize (H5 _ H); apply andb_true_iff in H5 as [K1 K2]; now apply memn_ok.
Qed.

Definition mapK (g : sym) (k : key) : key :=
  KeyMore (moveP b (sba g) (swap g) (kpos k)) (xorb (swap g) (kblack k)) (kphase k) (option_map (sto g) (kko k)) (kmore k).
Definition mapF (g : sym) (f : fact) : fact :=
  FactTo (fcls f) (moveP b (sba g) (swap g) (fpos f)) (option_map (xorb (swap g)) (fwho f)) (option_map (moveP b (sba g) (swap g)) (fto f)).
(** Back, as each read of a lemma is taken: by the images in their order, which is [moveP] of them. *)
Definition moved_back (g : sym) (P : pos) : pos := map (fun j => movec (swap g) (get P j)) (there g).
Definition mapB (g : sym) (f : fact) : fact :=
  FactTo (fcls f) (moved_back g (fpos f)) (option_map (xorb (swap g)) (fwho f)) (option_map (moved_back g) (fto f)).
Lemma moved_back_eq g P : symok g -> moved_back g P = moveP b (sto g) (swap g) P.
Proof.
  intros (_ & _ & L & _). unfold moved_back, moveP, tab, sto. rewrite <- L. generalize (there g) as l. intro l.
  transitivity (map (fun j => movec (swap g) (get P j)) (map (fun i => nth i l 0) (seq 0 (length l)))); [|rewrite map_map; apply map_ext; intro i; now rewrite at_place_nth]. f_equal.
  induction l as [|x l IH]; simpl; auto. f_equal. rewrite <- seq_shift, map_map. exact IH.
Qed.
Lemma mapB_eq g f : symok g -> mapB g f = FactTo (fcls f) (moveP b (sto g) (swap g) (fpos f)) (option_map (xorb (swap g)) (fwho f)) (option_map (moveP b (sto g) (swap g)) (fto f)).
Proof. intro G. unfold mapB. rewrite moved_back_eq by auto. f_equal. destruct (fto f); simpl; auto. now rewrite moved_back_eq. Qed.
Lemma moved_back_length g P : symok g -> length (moved_back g P) = n. Proof. intros (_ & _ & L & _). unfold moved_back. now rewrite map_length. Qed.
Definition wfK (k : key) : Prop := length (kpos k) = n /\ forall i, kko k = Some i -> i < n.
Definition wfF (f : fact) : Prop := length (fpos f) = n /\ forall Z, fto f = Some Z -> length Z = n.
Notation mapY := (mapY mapK mapF (fun _ c => c) swap).

(** A move after a map; the resignation stays as it is. *)
Definition act (g : sym) (mv : option nat) : option nat := match mv with Some p => if p <? n then Some (sto g p) else mv | None => None end.
Lemma moveP_length t w P : length (moveP b t w P) = n. Proof. apply tab_length. Qed.
Lemma col_xorb w m : col (xorb w m) = movec w (col m). Proof. now destruct w, m. Qed.
Lemma xorb_neg w m : xorb w (negb m) = negb (xorb w m). Proof. now destruct w, m. Qed.
Lemma peqb_move g P Q : symok g -> length P = n -> length Q = n ->
  peqb (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) = peqb P Q.
Proof.
  intros [A _] LP LQ. apply eq_true_iff_eq. rewrite !peqb_ok. split; [|congruence]. intro H.
  rewrite <- (moveP_back b _ _ (swap g) P A LP), <- (moveP_back b _ _ (swap g) Q A LQ). now rewrite H.
Qed.
Lemma place_moveP g P p m : symok g -> p < n ->
  place b (clause_suicide r) (moveP b (sba g) (swap g) P) (sto g p) (col (xorb (swap g) m)) = option_map (moveP b (sba g) (swap g)) (place b (clause_suicide r) P p (col m)).
Proof.
  intros [A _] Hp. rewrite col_xorb.
  pose proof (place_move b bok _ _ (swap g) (clause_suicide r) P _ p (col m) A (moveP_Img b _ _ (swap g) P A) Hp) as M.
  destruct (place b (clause_suicide r) P p (col m)) as [Q|]; destruct (place b (clause_suicide r) _ (sto g p) _) as [Q'|] eqn:E'; simpl; try tauto.
  f_equal. eapply Img_moveP; eauto. eapply place_length; eauto.
Qed.
Lemma place_moveP_Img g P p m Q : symok g -> p < n -> place b (clause_suicide r) P p (col m) = Some Q ->
  ko b (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) (sto g p) (col (xorb (swap g) m)) = option_map (sto g) (ko b P Q p (col m)).
Proof. intros [A _] Hp _. rewrite col_xorb. eapply ko_move; eauto; now apply moveP_Img. Qed.
Lemma score_moveP g P : symok g -> score b (moveP b (sba g) (swap g) P) = if swap g then (- score b P)%Z else score b P.
Proof. intros [A _]. eapply score_move; eauto. now apply moveP_Img. Qed.
Lemma stones_moveP g P : symok g -> stones b (moveP b (sba g) (swap g) P) = if swap g then (- stones b P)%Z else stones b P.
Proof. intros [A _]. eapply stones_move; eauto. now apply moveP_Img. Qed.
Lemma taxed_moveP g a P : symok g -> taxed b a (moveP b (sba g) (swap g) P) = if swap g then (- taxed b a P)%Z else taxed b a P.
Proof. intros [A _]. eapply taxed_move; eauto. now apply moveP_Img. Qed.
Lemma worth_moveP g P : symok g -> worth b r (moveP b (sba g) (swap g) P) = if swap g then (- worth b r P)%Z else worth b r P.
Proof.
  intro A. unfold worth. destruct (scoreless r); [now destruct (swap g)|]. destruct (clause_scoring r); [destruct (clause_tax r); auto using score_moveP, taxed_moveP|now apply stones_moveP|].
  rewrite score_moveP, stones_moveP by auto. destruct (swap g); lia.
Qed.
Lemma side_move w c : side (movec w c) = turned w (side c). Proof. now destruct w, c. Qed.
Lemma prisoners_moveP g P Q m : symok g -> prisoners b r (col (xorb (swap g) m)) (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q)
  = turned (swap g) (prisoners b r (col m) P Q).
Proof.
  intro A. unfold prisoners. rewrite !stones_moveP, col_xorb, side_move by auto. unfold turned. destruct (clause_scoring r), (swap g); lia.
Qed.
Lemma crowded_moveP g P Q : symok g -> crowded b (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) = crowded b P Q.
Proof.
  intros [A _]. unfold crowded. assert (forall X, count b (moveP b (sba g) (swap g) X) B + count b (moveP b (sba g) (swap g) X) W = count b X B + count b X W) as H.
  { intro X. pose proof (count_move b _ _ (swap g) X _ B A (moveP_Img b _ _ (swap g) X A)) as HB.
    pose proof (count_move b _ _ (swap g) X _ W A (moveP_Img b _ _ (swap g) X A)) as HW. destruct (swap g); simpl in *; lia. }
  now rewrite !H.
Qed.
Lemma taken_moveP g P Q m : symok g -> taken b (col (xorb (swap g) m)) (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) = taken b (col m) P Q.
Proof.
  intros [A _]. unfold taken. rewrite col_xorb, <- movec_opp. now rewrite !(count_move b _ _ (swap g) _ _ _ A (moveP_Img b _ _ (swap g) _ A)).
Qed.
Lemma pass_brings_map g m x : symok g -> pass_brings r (xorb (swap g) m) x = turned (swap g) (pass_brings r m x).
Proof.
  intros (_ & X & _). unfold pass_brings. rewrite col_xorb, side_move. unfold turned. destruct (swap g); auto. specialize (X eq_refl).
  unfold exchangeable in X. apply andb_true_iff in X as [_ X]. apply Z.eqb_eq in X.
  assert (gain r (movec true (col m)) = gain r (col m)) as -> by (unfold gain; destruct m; simpl; auto). lia.
Qed.
Lemma pass_more_map g m x : symok g -> pass_more r (xorb (swap g) m) x = turned (swap g) (pass_more r m x).
Proof.
  intros (_ & X & _). unfold pass_more. rewrite col_xorb, side_move. unfold turned. destruct (swap g); [|now destruct m, (clause_last_pass r)].
  specialize (X eq_refl). unfold exchangeable in X. destruct (clause_last_pass r); [reflexivity|discriminate|destruct (mlater x); lia].
Qed.
Lemma worth_at_map g P m x : symok g -> worth_at b r (moveP b (sba g) (swap g) P) (xorb (swap g) m) x = turned (swap g) (worth_at b r P m x).
Proof. intro A. unfold worth_at. rewrite worth_moveP, col_xorb, side_move by auto. unfold turned. destruct (swap g); lia. Qed.
Lemma at_repetition_map g m s : at_repetition b r (xorb (swap g) m) (turned (swap g) s) = turned (swap g) (at_repetition b r m s).
Proof. unfold at_repetition. rewrite col_xorb, side_move. unfold turned. destruct (clause_repetition r), (swap g); lia. Qed.
Lemma after_stone_map g P Q m x : symok g ->
  after_stone b r (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) (xorb (swap g) m) x = after_stone b r P Q m x.
Proof.
  intro A. unfold after_stone. rewrite prisoners_moveP, taken_moveP, col_xorb, side_move by auto. f_equal. destruct (in_phase r); auto. unfold turned. destruct (swap g); lia.
Qed.

Lemma map_opt g c f : map (mapF g) (opt c f) = opt c (mapF g f). Proof. now destruct c. Qed.
Lemma map_S g X y : map (mapF g) (S_ r X y) = S_ r (moveP b (sba g) (swap g) X) (xorb (swap g) y).
Proof. unfold S_. now destruct (clause_ban r). Qed.
Lemma map_once g X y : map (mapF g) (once r X y) = once r (moveP b (sba g) (swap g) X) (xorb (swap g) y).
Proof. apply map_opt. Qed.
Lemma map_draws g X y a k c sets sets' : (forall last, map (mapF g) (sets last) = sets' (map (mapF g) last)) ->
  map (fun x => (mapF g (fst x), mapN mapK mapF (fun _ c => c) swap g (snd x))) (draws r X y a k c sets)
  = draws r (moveP b (sba g) (swap g) X) (xorb (swap g) y) (turned (swap g) a) (mapK g k) c sets'.
Proof.
  intro H. unfold draws. destruct (clause_draw r); auto; cbn [map fst snd mapN]; replace (if swap g then (- 0)%Z else 0%Z) with 0%Z by now destruct (swap g).
  - reflexivity.
  - rewrite H. reflexivity.
Qed.
Lemma map_S_at g k X y : map (mapF g) (S_at r k X y) = S_at r k (moveP b (sba g) (swap g) X) (xorb (swap g) y).
Proof. unfold S_at. now destruct (clause_ban r). Qed.
Lemma map_late g x X y : map (mapF g) (late r x X y) = late r x (moveP b (sba g) (swap g) X) (xorb (swap g) y).
Proof. unfold late. destruct (windowed r); [apply map_S_at|reflexivity]. Qed.
Lemma map_late_pass g x X y : map (mapF g) (late_pass r x X y) = late_pass r x (moveP b (sba g) (swap g) X) (xorb (swap g) y).
Proof. unfold late_pass. destruct (clause_occurs r), (clause_ban r); try reflexivity; apply map_late. Qed.
Lemma map_named g P Q m x : symok g -> map (mapF g) (named b r P Q m x) = named b r (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) (xorb (swap g) m) x.
Proof.
  intro A. unfold named. rewrite crowded_moveP by auto. destruct (clause_only_captures r && crowded b P Q); [reflexivity|].
  destruct (if is_left r then None else clause_window r) as [w|].
  { generalize (seq (mtime x + 1 - w) (mtime x + 1 - (mtime x + 1 - w))) as l. induction l as [|k l IH]; [reflexivity|]. cbn [flat_map]. rewrite map_app, IH, map_S_at, xorb_neg. reflexivity. }
  destruct (is_left r); rewrite map_S; now rewrite ?xorb_neg.
Qed.
Lemma map_bars g P Q m ph x : symok g -> map (mapF g) (stone_bars b r P Q m ph x)
  = stone_bars b r (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) (xorb (swap g) m) ph x.
Proof.
  intro A. unfold stone_bars. rewrite !map_app, !map_opt. destruct (illegal r); [now rewrite map_named|reflexivity].
Qed.
Lemma map_stone_sets g P Q m ph last : map (mapF g) (stone_sets r P Q m ph last)
  = stone_sets r (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) (xorb (swap g) m) ph (map (mapF g) last).
Proof. unfold stone_sets. rewrite !map_app, !map_opt. destruct (is_left r); rewrite map_S, xorb_neg; reflexivity. Qed.
Lemma map_pass_sets g P m ph last : map (mapF g) (pass_sets r P m ph last)
  = pass_sets r (moveP b (sba g) (swap g) P) (xorb (swap g) m) ph (map (mapF g) last).
Proof.
  unfold pass_sets. rewrite !map_app, !map_opt.
  destruct (clause_occurs r), (clause_ban r), (lifting_pass r ph); rewrite ?map_S, ?xorb_neg; reflexivity.
Qed.
Lemma play_at_map g k mv : symok g -> wfK k -> In mv (moves b) ->
  play_at b r (mapK g k) (act g mv) = option_map (mapY g) (play_at b r k mv).
Proof.
  intros A [Wk Wo] Hm. destruct k as [P m ph o x]. simpl in Wk, Wo. destruct mv as [p|]; cbn [act].
  - destruct (p <? n) eqn:Lp.
    2:{ unfold play_at, mapK; cbn [kpos kblack kphase kko kmore]. unfold place. rewrite Lp. cbn [andb]. destruct (resigns r && (p =? n)); [|reflexivity].
      cbn [option_map]. unfold Abstract.mapY; cbn [bars stops eff map mapN]. rewrite col_xorb, side_move. unfold turned. do 3 f_equal. destruct (swap g); lia. }
    apply Nat.ltb_lt in Lp as Hp.
    change (mapK g (KeyMore P m ph o x)) with (KeyMore (moveP b (sba g) (swap g) P) (xorb (swap g) m) ph (option_map (sto g) o) x).
    unfold play_at; cbn [kpos kblack kphase kko kmore]. rewrite place_moveP by auto.
    destruct (place b (clause_suicide r) P p (col m)) as [Q|] eqn:Pl; cbn [option_map].
    2:{ assert (sto g p =? n = false) as -> by (destruct (proj1 A p Hp) as (S1 & _); apply Nat.eqb_neq; lia).
      assert (p =? n = false) as -> by (apply Nat.eqb_neq; lia). now rewrite andb_false_r. }
    assert (match option_map (sto g) o with Some i => i =? sto g p | None => false end = match o with Some i => i =? p | None => false end) as ->.
    { destruct o as [i|]; simpl; auto. eapply s_inj; eauto. apply A. }
    destruct (match o with Some i => i =? p | None => false end); [reflexivity|].
    rewrite (place_moveP_Img g P p m Q) by auto.
    assert (length Q = n) as LQ by (eapply place_length; eauto).
    rewrite peqb_move by auto. destruct (clause_declined r && (1 <=? ph) && peqb Q P); [reflexivity|]. rewrite taken_moveP by auto.
    destruct (clause_no_capture r && (1 <=? taken b (col m) P Q)); [reflexivity|]. cbn [option_map].
    unfold Abstract.mapY; cbn [bars stops eff]. rewrite <- !xorb_neg, map_bars, after_stone_map, prisoners_moveP, worth_at_map by auto.
    set (s := (worth_at b r Q m x + prisoners b r (col m) P Q)%Z).
    assert ((turned (swap g) (worth_at b r Q m x) + turned (swap g) (prisoners b r (col m) P Q))%Z = turned (swap g) s) as -> by (unfold s, turned; destruct (swap g); lia).
    f_equal. f_equal.
    + rewrite map_app. f_equal.
      * destruct (illegal r); auto. rewrite <- map_named, !map_map by auto. apply map_ext. intro f. cbn [fst snd mapN]. now rewrite at_repetition_map.
      * rewrite map_draws with (sets' := fun last => stone_sets r (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) (xorb (swap g) m) ph (late r x (moveP b (sba g) (swap g) Q) (xorb (swap g) (negb m)) ++ last))
          by (intro last; now rewrite map_stone_sets, map_app, map_late). f_equal; [destruct (in_phase r); auto; now destruct (swap g)|]. unfold mapK; cbn [kpos kblack kphase kko kmore].
        f_equal. now destruct (clause_basic_ko r).
    + destruct (wins_by r (mmine x + taken b (col m) P Q)); [cbn [mapN]; rewrite col_xorb, side_move; reflexivity|]. destruct (last_move r x); [reflexivity|]. cbn [mapN]. rewrite map_stone_sets, map_app, map_late, map_once. f_equal; [destruct (in_phase r); auto; now destruct (swap g)|].
      unfold mapK; cbn [kpos kblack kphase kko kmore]. f_equal. now destruct (clause_basic_ko r).
  - change (mapK g (KeyMore P m ph o x)) with (KeyMore (moveP b (sba g) (swap g) P) (xorb (swap g) m) ph (option_map (sto g) o) x).
    unfold play_at; cbn [kpos kblack kphase kko kmore]. destruct (passable r x); cbn [negb]; [|reflexivity]. rewrite worth_at_map, pass_brings_map, pass_more_map by auto.
    set (s := (worth_at b r P m x + pass_brings r m x + pass_more r m x)%Z).
    assert ((turned (swap g) (worth_at b r P m x) + turned (swap g) (pass_brings r m x) + turned (swap g) (pass_more r m x))%Z = turned (swap g) s) as -> by (unfold s, turned; destruct (swap g); lia).
    destruct (row_ends r ph && _ || last_move r x).
    { unfold Abstract.mapY; simpl. reflexivity. }
    cbn [option_map]. unfold Abstract.mapY; cbn [bars stops eff mapN]. rewrite <- !xorb_neg, map_pass_sets, (map_app (mapF g) (late_pass r x P (negb m))), map_late_pass, map_once.
    f_equal. f_equal. rewrite map_app. f_equal.
    + destruct (clause_second_pass r); reflexivity.
    + destruct (clause_since_pass r); [reflexivity|]. rewrite map_draws with (sets' := fun last => pass_sets r (moveP b (sba g) (swap g) P) (xorb (swap g) m) ph (late_pass r x (moveP b (sba g) (swap g) P) (xorb (swap g) (negb m)) ++ last))
        by (intro last; now rewrite map_pass_sets, map_app, map_late_pass). reflexivity.
Qed.

Lemma moves_map g mv : symok g -> In mv (moves b) -> In (act g mv) (moves b).
Proof.
  intros A. unfold moves. rewrite !in_app_iff. intros [H|[<-|[<-|[]]]]; [left|right; simpl; auto|right; unfold act; rewrite Nat.ltb_irrefl; simpl; auto].
  apply in_map_iff in H as (x & <- & Hx). apply in_seq in Hx. unfold act. assert (x <? n = true) as -> by (apply Nat.ltb_lt; lia). apply in_map. apply in_seq.
  destruct (proj1 A x) as (A1 & _); lia.
Qed.
Definition inv_sym (g : sym) : sym := Sym (bck g) (there g) (swap g).
Lemma moves_map_back g mv : symok g -> In mv (moves b) -> In (act (inv_sym g) mv) (moves b) /\ act g (act (inv_sym g) mv) = mv.
Proof.
  intros A H. split.
  - apply (moves_map (inv_sym g)); auto. destruct A as (A & X & L1 & L2). split; [|split; auto]. unfold inv_sym, sto, sba in *; simpl. now apply Aut_inv.
  - destruct mv as [p|]; auto. unfold act. destruct (p <? n) eqn:Lp; [|now rewrite Lp]. apply Nat.ltb_lt in Lp. destruct (proj1 A p Lp) as (_ & A2 & _ & A4 & _).
    change (sto (inv_sym g) p) with (sba g p). apply Nat.ltb_lt in A2. now rewrite A2, A4.
Qed.

Lemma plays_there g k : symok g -> wfK k -> forall m y, In (m, y) (plays b r k) -> exists m', In (m', mapY g y) (plays b r (mapK g k)).
Proof.
  intros A Wk m y H. apply in_plays in H as [Hm Hp]. exists (act g m). apply in_plays. split; [now apply moves_map|].
  rewrite play_at_map by auto. now rewrite Hp.
Qed.
Lemma plays_back g k : symok g -> wfK k -> forall m y', In (m, y') (plays b r (mapK g k)) -> exists m' y, y' = mapY g y /\ In (m', y) (plays b r k).
Proof.
  intros A Wk m y' H. apply in_plays in H as [Hm Hp]. destruct (moves_map_back g m A Hm) as [Hm' E].
  rewrite <- E in Hp. rewrite play_at_map in Hp by auto. destruct (play_at b r k (act (inv_sym g) m)) as [y|] eqn:Y; simpl in Hp; [|discriminate].
  inversion Hp; subst. exists (act (inv_sym g) m), y. split; auto. apply in_plays. auto.
Qed.

Lemma draws_wf X y a k c sets : length X = n -> wfK k -> (forall last, Forall wfF last -> Forall wfF (sets last)) ->
  Forall (fun x => wfF (fst x) /\ wfN wfK wfF (snd x)) (draws r X y a k c sets).
Proof.
  intros L Wk H. assert (forall c', wfF (Fact c' X (Some y))) as F by (intro; split; [exact L|discriminate]). unfold draws. destruct (clause_draw r).
  - constructor.
  - constructor; [split; [apply F|exact I]|constructor].
  - constructor; [split; [apply F|exact I]|]. constructor; [|constructor]. split; [apply F|]. split; [exact Wk|]. apply H. constructor; auto.
Qed.
Lemma wf_S X y : length X = n -> Forall wfF (S_ r X y).
Proof. intro L. unfold S_. destruct (clause_ban r); constructor; auto; split; auto; discriminate. Qed.
Lemma wf_opt c f : wfF f -> Forall wfF (opt c f). Proof. destruct c; constructor; auto. Qed.
Lemma wf_fact c X w : length X = n -> wfF (Fact c X w). Proof. split; [auto|discriminate]. Qed.
Lemma wf_stone_sets P Q m ph last : length P = n -> length Q = n -> Forall wfF last -> Forall wfF (stone_sets r P Q m ph last).
Proof.
  intros LP LQ Wl. unfold stone_sets. rewrite !Forall_app. split; [destruct (is_left r); now apply wf_S|]. repeat split; auto using wf_opt, wf_fact.
  apply wf_opt. split; auto. simpl. intros Z X. inversion X; now subst.
Qed.
Lemma wf_pass_sets P m ph last : length P = n -> Forall wfF last -> Forall wfF (pass_sets r P m ph last).
Proof.
  intros LP Wl. unfold pass_sets. rewrite !Forall_app. split; [|repeat split; auto using wf_opt, wf_fact].
  destruct (clause_occurs r), (clause_ban r), (lifting_pass r ph); try constructor; now apply wf_S.
Qed.
Lemma wf_S_at k X y : length X = n -> Forall wfF (S_at r k X y).
Proof. intro L. unfold S_at. destruct (clause_ban r); constructor; auto; now apply wf_fact. Qed.
Lemma wf_late x X y l : length X = n -> Forall wfF l -> Forall wfF (late r x X y ++ l) /\ Forall wfF (late_pass r x X y ++ l).
Proof.
  intros L W. assert (Forall wfF (late r x X y)) as H by (unfold late; destruct (windowed r); [now apply wf_S_at|constructor]).
  rewrite !Forall_app. repeat split; auto. unfold late_pass. destruct (clause_occurs r), (clause_ban r); auto.
Qed.
Lemma wf_named P Q m x : length Q = n -> Forall wfF (named b r P Q m x).
Proof.
  intro L. unfold named. destruct (_ && _); [constructor|]. destruct (if is_left r then None else clause_window r) as [w|].
  { generalize (seq (mtime x + 1 - w) (mtime x + 1 - (mtime x + 1 - w))) as l. induction l as [|k l IH]; cbn [flat_map]; [constructor|]. apply Forall_app. split; auto. now apply wf_S_at. }
   destruct (is_left r); now apply wf_S. Qed.
Lemma plays_wf k : wfK k -> forall m y, In (m, y) (plays b r k) -> wfY wfK wfF y.
Proof.
  intros [Wk Wo] m y H. apply in_plays in H as [_ Hp]. destruct k as [P bl ph o x]. simpl in Wk, Wo.
  unfold play_at in Hp; cbn [kpos kblack kphase kko kmore] in Hp.
  destruct m as [p|].
  - destruct (place b (clause_suicide r) P p (col bl)) as [Q|] eqn:Pl.
    2:{ destruct (_ && _); [|discriminate]. inversion Hp; subst. unfold wfY; cbn. repeat split; constructor. }
    assert (length Q = n) as LQ by (eapply place_length; eauto).
    destruct (match o with Some i => i =? p | None => false end); [discriminate|].
    destruct (_ && _ && _); [discriminate|]. destruct (_ && (1 <=? taken _ _ _ _)); [discriminate|]. inversion Hp; subst; clear Hp.
    assert (WK : wfK (KeyMore Q (negb bl) 0 (if clause_basic_ko r then ko b P Q p (col bl) else None) (after_stone b r P Q bl x))).
    { split; [auto|]. simpl. destruct (clause_basic_ko r); [|discriminate]. intros i F. eapply ko_lt; eauto. }
    split; [|split]; cbn [bars stops eff].
    + unfold stone_bars. rewrite !Forall_app. split; [destruct (illegal r); [now apply wf_named|constructor]|]. repeat split; auto using wf_opt, wf_fact.
      apply wf_opt. split; auto. simpl. intros Z X. inversion X; now subst.
    + apply Forall_app. split; [|apply draws_wf; auto; intros; apply wf_stone_sets; auto; now apply wf_late]. destruct (illegal r); [constructor|]. pose proof (wf_named P Q bl x LQ) as N. clear - N.
      induction N as [|f l W N IH]; simpl; constructor; auto. split; [exact W|exact I].
    + destruct (wins_by _ _); [exact I|]. destruct (last_move r x); [exact I|]. split; [exact WK|]. apply wf_stone_sets; auto. apply wf_late; auto. apply wf_opt. now apply wf_fact.
  - destruct (negb (passable r x)); [discriminate|]. destruct (row_ends r ph && _ || last_move r x).
    + inversion Hp; subst. unfold wfY; cbn. repeat split; constructor.
    + inversion Hp; subst; clear Hp. assert (WK : wfK (KeyMore P (negb bl) (if row_ends r ph then 0 else min (ph + 1) (cap r)) None (after_pass r ph x))) by (split; [auto|discriminate]).
      split; [constructor|split]; cbn [bars stops eff].
      * apply Forall_app. split; [destruct (clause_second_pass r); repeat constructor; auto; discriminate|]. destruct (clause_since_pass r); [constructor|].
        apply draws_wf; auto. intros. apply wf_pass_sets; auto. now apply wf_late.
      * split; [exact WK|]. apply wf_pass_sets; auto. apply wf_late; auto. apply wf_opt. now apply wf_fact.
Qed.

Lemma xorb_inv w m : xorb w (xorb w m) = m. Proof. now destruct w, m. Qed.
Lemma back_there g f : symok g -> wfF f -> mapB g (mapF g f) = f.
Proof.
  intros G [W Z]. rewrite mapB_eq by auto. destruct G as [A _]. destruct f as [c X w z]. unfold mapF; simpl in *. rewrite moveP_back by auto. f_equal.
  - destruct w; simpl; auto. now rewrite xorb_inv.
  - destruct z as [z|]; simpl; auto. now rewrite moveP_back by auto.
Qed.
Lemma there_back g f : symok g -> wfF f -> mapF g (mapB g f) = f.
Proof.
  intros G [W Z]. rewrite mapB_eq by auto. destruct G as [A _]. destruct f as [c X w z]. unfold mapF; simpl in *. rewrite moveP_back; auto using Aut_inv. f_equal.
  - destruct w; simpl; auto. now rewrite xorb_inv.
  - destruct z as [z|]; simpl; auto. rewrite moveP_back; auto using Aut_inv.
Qed.
Lemma mem_map g f st : symok g -> Forall wfF st -> wfF f -> mem feqb f (map (mapF g) st) = mem feqb (mapB g f) st.
Proof. intros G. apply (mem_mapped feqb (mapF g) (mapB g) wfF feqb_ok (fun f => back_there g f G) (fun f => there_back g f G)). Qed.
Lemma was_map g c st f : symok g -> Forall wfF st -> wfF f ->
  was plainly c (map (mapF g) st) f = match was plainly c st (mapB g f) with inl x => inl x | inr f' => inr (mapF g f') end.
Proof.
  intros G W Wf. unfold plainly; simpl. rewrite mem_map by auto. change (clears c (mapB g f)) with (clears c f).
  destruct (mem feqb (mapB g f) st), (clears c f); auto. now rewrite there_back.
Qed.
Lemma was_wf c st f f' : Forall wfF st -> wfF f -> was plainly c st f = inr f' -> wfF f'.
Proof. intros _ W. unfold plainly; simpl. destruct (mem feqb f st), (clears c f); intro X; inversion X; now subst. Qed.
End Sym.
