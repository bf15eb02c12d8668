(** The machine of clauses is a faithful picture of the rules of full histories. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture.

Local Arguments Nat.leb : simpl never.
Local Arguments Nat.eqb : simpl never.
Section Simulation.
Variable b : board.
Variable r : rules.
Notation n := (size b).
Notation next := (next key fact clr).
Notation play := (play key fact clr).
Notation past := (past fact).
Notation change := (change plainly).
Notation mem := (mem feqb).
Notation cap := (cap r).
Notation is_ko := (is_ko r).
Notation is_left := (is_left r).
Notation S_ := (S_ r).
Notation has_draw := (has_draw r).
Notation once := (once r).
Notation draws := (draws r).
Notation fits := (fits r).
Notation no_points := (no_points r).
Notation row := (row r).
Notation phase_of := (phase_of r).
Notation has_come := (has_come r).
Notation more_of := (more_of b r).
Notation key_of := (key_of b r).
Notation past_of := (past_of r).
Notation at_time := (at_time r).
Notation carried := (carried b r).
Notation inv := (inv r).
Notation rel := (rel b r).
Notation occ_sets := (occ_sets r).

(** Positions that have stood after so many moves. *)
Lemma at_time_beyond k g0 c0 X Y h : length h < k -> at_time k g0 c0 X Y h = false.
Proof.
  induction h as [|e h IH]; cbn [at_time length]; intro L.
  - assert (k =? 0 = false) as -> by (apply Nat.eqb_neq; lia). reflexivity.
  - assert (k =? S (length h) = false) as -> by (apply Nat.eqb_neq; lia). apply IH. lia.
Qed.
Lemma at_time_pos k g0 c0 X Y Y' h : clause_ban r = BanPosition -> at_time k g0 c0 X Y h = at_time k g0 c0 X Y' h.
Proof. intro E. induction h as [|e h IH]; cbn [at_time]; unfold counts_at, counts; rewrite E; auto. now rewrite IH. Qed.
Lemma lately_ok g0 c0 X Y h : forall w, lately r w g0 c0 X Y h
  = existsb (fun k => at_time k g0 c0 X Y h) (seq (length h + 1 - w) (length h + 1 - (length h + 1 - w))).
Proof.
  induction h as [|e h IH]; intros [|w]; cbn [lately length].
  - reflexivity.
  - replace (0 + 1 - S w) with 0 by lia. cbn [Nat.add Nat.sub seq existsb at_time]. now rewrite orb_false_r.
  - rewrite !Nat.sub_0_r, Nat.sub_diag. reflexivity.
  - replace (S (length h) + 1 - (S (length h) + 1 - S w)) with (S (length h + 1 - (length h + 1 - w))) by lia.
    replace (S (length h) + 1 - S w) with (length h + 1 - w) by lia. rewrite seq_S, existsb_app. cbn [existsb]. rewrite orb_false_r.
    replace (length h + 1 - w + (length h + 1 - (length h + 1 - w))) with (S (length h)) by lia.
    cbn [at_time length]. rewrite Nat.eqb_refl, IH, orb_comm. f_equal.
    assert (forall l, (forall k, In k l -> k < S (length h)) -> existsb (fun k => at_time k g0 c0 X Y h) l
      = existsb (fun k => if k =? S (length h) then counts_at r X Y e h else at_time k g0 c0 X Y h) l) as H.
    { induction l as [|k l IHl]; simpl; auto. intro H. assert (k =? S (length h) = false) as -> by (apply Nat.eqb_neq; specialize (H k); lia). rewrite IHl by auto. reflexivity. }
    apply H. intros k Hk. apply in_seq in Hk. lia.
Qed.
Lemma timed g : fits = true -> windowed r = true -> mtime (more_of g) = length (past_moves g).
Proof.
  unfold fits. rewrite !andb_true_iff. intros [_ H] W. rewrite W in H. simpl in H. unfold more_of; cbn [mtime]. now rewrite H.
Qed.
Lemma late_S_at k X y f : mem f (S_at r k X y) = match clause_ban r with NoBan | BanLeft => false | BanPosition => feqb f (Fact (StoodAt k) X None) | _ => feqb f (Fact (StoodAt k) X (Some y)) end.
Proof. unfold S_at. destruct (clause_ban r); simpl; auto using orb_false_r. Qed.
Lemma not_late f x X y : is_late f = false -> mem f (late r x X y) = false.
Proof.
  intro N. unfold late. destruct (windowed r); auto. rewrite late_S_at. unfold feqb. unfold is_late in N. destruct (clause_ban r); auto; cbn [fcls]; destruct (fcls f); try discriminate; reflexivity.
Qed.
Lemma late_clears c f : is_late f = true -> clears c f = false.
Proof. unfold is_late, clears. destruct (fcls f); try discriminate; reflexivity. Qed.
Lemma late_others f P Q m h l : is_late f = true -> mem f (stone_sets r P Q m h l) = mem f l /\ mem f (pass_sets r P m h l) = mem f l.
Proof.
  intro N. unfold stone_sets, pass_sets. rewrite !mem_app, !mem_opt. unfold is_late in N. unfold feqb. cbn [fcls]. unfold Machine.is_left.
  destruct (clause_ban r) eqn:Br, (clause_occurs r), (lifting_pass r h); rewrite ?mem_S, ?Br; unfold feqb; cbn [fcls Abstract.mem existsb]; destruct (fcls f); try discriminate;
  cbn [cls_eqb andb orb]; rewrite ?andb_false_r; cbn [orb]; split; reflexivity.
Qed.
Lemma late_occ f g X y : is_late f = true -> mem f (occ_sets g X y) = false /\ mem f (once X y) = false.
Proof. intro N. split; [apply mem_occ|apply mem_once]; unfold is_late in N; unfold is_occ; destruct (fcls f); try discriminate; reflexivity. Qed.
(** The facts of a window after a move e. *)
Lemma late_on g e m f (adds : bool) : fits = true -> opp (who e) = col (negb m) -> is_late f = true ->
  (forall X Y, counts_at r X Y e (past_moves g) = adds && counts r X Y (after e) (opp (who e))) ->
  past_of (play_on g e) f = if mem f (if adds then late r (more_of g) (after e) (negb m) else []) then true else past_of g f.
Proof.
  intros F O N Ad. unfold late. destruct (windowed r) eqn:W.
  2:{ assert (forall g, past_of g f = false) as H; [|rewrite !H; now destruct adds]. intro g0. unfold past_of. rewrite W. unfold is_late in N. destruct f as [[] X [y|] [Z|]]; try discriminate; cbn [fcls fwho fpos fto]; destruct (clause_ban r); reflexivity. }
  rewrite (timed g F W). rewrite Nat.add_1_r.
  assert (mem f (if adds then S_at r (S (length (past_moves g))) (after e) (negb m) else []) = adds && mem f (S_at r (S (length (past_moves g))) (after e) (negb m))) as -> by now destruct adds.
  rewrite late_S_at. unfold is_late in N. destruct f as [[] X w [Z|]]; try discriminate; cbn [fcls] in N.
  { unfold past_of; cbn [fcls fwho fto]. unfold feqb; cbn [fcls fwho fpos fto opeqb]. destruct (clause_ban r), w; rewrite ?andb_false_r; reflexivity. }
  unfold past_of; cbn [fcls fwho fpos fto past_moves play_on start first at_time length]. rewrite W. cbn [andb]. rewrite !Ad. unfold counts. rewrite O.
  destruct (clause_ban r) eqn:Br, w as [y|]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb]; rewrite ?andb_false_r, ?andb_true_r; auto; cbn [andb];
  destruct (k =? S (length (past_moves g))) eqn:K; cbn [andb]; rewrite ?andb_false_r; auto;
  apply Nat.eqb_eq in K; rewrite at_time_beyond by lia; rewrite ?Ad; unfold counts; rewrite ?Br, ?O, ?ceq_col; try (rewrite (andb_comm (Bool.eqb _ _))); now destruct (adds && _).
Qed.
Lemma facts_stone_all g p Q m : inv g -> turn g = col m -> forall f,
  past_of (play_on g (Event (turn g) (Some p) (now g) Q)) f
  = change (Clr false is_ko (clause_passes_forgotten r && (run (past_moves g) =? 1)) false)
      (stone_sets r (now g) Q m (run (past_moves g)) (late r (more_of g) Q (negb m) ++ occ_sets g Q (negb m))) (past_of g) f.
Proof.
  intros I T f. rewrite change_eq. destruct (is_late f) eqn:N.
  - rewrite late_clears by auto. destruct (late_others f (now g) Q m (run (past_moves g)) (late r (more_of g) Q (negb m) ++ occ_sets g Q (negb m)) N) as [-> _].
    rewrite mem_app. destruct (late_occ f g Q (negb m) N) as [-> _]. rewrite orb_false_r.
    apply (late_on g (Event (turn g) (Some p) (now g) Q) m f true); auto; [apply I|cbn [who]; now rewrite T, col_neg|]. intros X Y. unfold counts_at; cbn [is_pass at_ negb orb]. apply andb_true_r.
  - rewrite facts_stone with (m := m) by auto. rewrite change_eq. unfold stone_sets. rewrite !mem_app, (not_late f) by auto. reflexivity.
Qed.
Lemma facts_pass_all g m : fits = true -> turn g = col m -> forall f,
  past_of (play_on g (Event (turn g) None (now g) (now g))) f
  = change (Clr (lifting_pass r (run (past_moves g))) true false (clause_since_pass r))
      (pass_sets r (now g) m (run (past_moves g)) (late_pass r (more_of g) (now g) (negb m) ++ if clause_since_pass r then once (now g) (negb m) else occ_sets g (now g) (negb m))) (past_of g) f.
Proof.
  intros F T f. rewrite change_eq. destruct (is_late f) eqn:N.
  - rewrite late_clears by auto. set (oc := if clause_since_pass r then _ else _).
    destruct (late_others f (now g) (now g) m (run (past_moves g)) (late_pass r (more_of g) (now g) (negb m) ++ oc) N) as [_ ->].
    rewrite mem_app. assert (mem f oc = false) as -> by (unfold oc; destruct (late_occ f g (now g) (negb m) N); destruct (clause_since_pass r); auto). rewrite orb_false_r.
    rewrite (late_on g (Event (turn g) None (now g) (now g)) m f match clause_occurs r, clause_ban r with Stands, BanPosition | Stands, BanSituation => true | _, _ => false end); auto.
    + unfold late_pass. cbn [after]. destruct (clause_occurs r), (clause_ban r); reflexivity.
    + cbn [who]. now rewrite T, col_neg.
    + intros X Y. unfold counts_at, pass_counts; cbn [is_pass at_ negb orb].
      destruct (clause_occurs r), (clause_ban r); cbn [orb]; rewrite ?orb_true_r, ?andb_true_r, ?andb_false_r; reflexivity.
  - rewrite facts_pass with (m := m) by auto. rewrite change_eq. unfold pass_sets. rewrite !mem_app.
    assert (mem f (late_pass r (more_of g) (now g) (negb m)) = false) as ->; [|reflexivity].
    unfold late_pass. destruct (clause_occurs r), (clause_ban r); auto; now apply not_late.
Qed.

(** Legality. *)
Lemma forallb_at g l X y : negb (forallb (fun f => negb (past_of g f)) (flat_map (fun k => S_at r k X y) l))
  = match clause_ban r with NoBan | BanLeft => false | _ => windowed r && existsb (fun k => at_time k (start g) (first g) X (col y) (past_moves g)) l end.
Proof.
  induction l as [|k l IH]; cbn [flat_map existsb].
  - simpl. destruct (clause_ban r); rewrite ?andb_false_r; reflexivity.
  - rewrite forallb_app, negb_andb, IH. unfold S_at, past_of. destruct (clause_ban r) eqn:Br; auto; cbn [forallb fcls fwho fpos fto]; rewrite ?andb_true_r, ?negb_involutive;
    try rewrite (at_time_pos k (start g) (first g) X B (col y)) by auto; destruct (windowed r); reflexivity.
Qed.
Lemma named_ok g Q m : fits = true -> turn g = col m -> repeats b r g Q = negb (forallb (fun f => negb (past_of g f)) (named b r (now g) Q m (more_of g))).
Proof.
  intros F T. assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
  unfold repeats, named. destruct (clause_only_captures r && crowded b (now g) Q); [apply andb_false_r|]. cbn [negb]. rewrite andb_true_r.
  destruct (clause_window r) as [w|] eqn:Wi.
  - unfold Machine.is_left. assert (windowed r = true) as W by (unfold windowed; now rewrite Wi). pose proof (timed g F W) as Tm.
    destruct (clause_ban r) eqn:Br; rewrite ?forallb_at, ?Br, ?W, ?OT, ?lately_ok, ?Tm; cbn [andb]; auto.
    unfold Machine.S_, past_of. rewrite Br. cbn [forallb fcls fwho fpos fto]. rewrite ?Br, T, andb_true_r, negb_involutive. reflexivity.
  - assert ((if is_left then None else None) = @None nat) as -> by now destruct is_left.
    unfold Machine.is_left, Machine.S_, past_of. destruct (clause_ban r) eqn:Br; cbn [forallb fcls fwho fpos fto negb andb]; auto; rewrite ?andb_true_r, ?negb_involutive.
    + now apply stands_pos.
    + now rewrite OT.
    + now rewrite OT.
    + now rewrite T.
Qed.
Lemma bars_ok g Q m : fits = true -> turn g = col m -> clause_declined r && (1 <=? run (past_moves g)) && peqb Q (now g) = false ->
  barred b r g Q = negb (forallb (fun f => negb (past_of g f)) (stone_bars b r (now g) Q m (run (past_moves g)) (more_of g))).
Proof.
  intros F T DQ. unfold stone_bars. rewrite !forallb_app, !negb_andb. unfold barred.
  assert (clause_declined r && (declined Q (turn g) (past_moves g) || (1 <=? run (past_moves g)) && peqb Q (now g))
          = negb (forallb (fun f => negb (past_of g f)) (opt (clause_declined r) (Fact Declined Q (Some m))))) as ->.
  { destruct (clause_declined r) eqn:Dr; simpl; auto. unfold past_of; simpl. rewrite Dr. simpl. rewrite T. simpl in DQ. rewrite DQ.
    now destruct (declined Q (col m) (past_moves g)). }
  assert (clause_initialised_twice r && (1 <=? run (past_moves g)) && initialised (now g) (turn g) (past_moves g)
          = negb (forallb (fun f => negb (past_of g f)) (opt (clause_initialised_twice r && (1 <=? run (past_moves g))) (Fact Initialised (now g) (Some m))))) as ->.
  { destruct (clause_initialised_twice r) eqn:Dr; simpl; auto. destruct (1 <=? run (past_moves g)); simpl; auto. unfold past_of; simpl. rewrite Dr. simpl. rewrite T.
    now destruct (initialised (now g) (col m) (past_moves g)). }
  assert (clause_disturbed_twice r && (run (past_moves g) =? 1) && disturbed (now g) (turn g) (past_moves g)
          = negb (forallb (fun f => negb (past_of g f)) (opt (clause_disturbed_twice r && (run (past_moves g) =? 1)) (Fact Disturbed (now g) (Some m))))) as ->.
  { destruct (clause_disturbed_twice r) eqn:Dr; simpl; auto. destruct (run (past_moves g) =? 1); simpl; auto. unfold past_of; simpl. rewrite Dr. simpl. rewrite T.
    now destruct (disturbed (now g) (col m) (past_moves g)). }
  assert (match clause_occurs r with ProducedKo => undone Q (past_moves g) | _ => false end
          = negb (forallb (fun f => negb (past_of g f)) (opt is_ko (Fact Undone Q None)))) as ->.
  { unfold past_of, Machine.is_ko. destruct (clause_occurs r); simpl; auto. now destruct (undone Q (past_moves g)). }
  assert (clause_move r && moved (now g) Q (past_moves g) = negb (forallb (fun f => negb (past_of g f)) (opt (clause_move r) (FactTo Moved (now g) None (Some Q))))) as ->.
  { destruct (clause_move r) eqn:Mr; simpl; auto. unfold past_of; simpl. rewrite Mr. now destruct (moved (now g) Q (past_moves g)). }
  assert (illegal r && repeats b r g Q = negb (forallb (fun f => negb (past_of g f)) (if illegal r then named b r (now g) Q m (more_of g) else []))) as ->.
  { destruct (illegal r); auto. simpl. now apply named_ok. }
  match goal with |- ?a || ?b || ?c || ?d || ?e || ?f = _ => destruct a, b, c, d, e, f; reflexivity end.
Qed.
Lemma asked_named g l s d : asked (past_of g) (map (fun f => (f, Ends key fact clr s)) l) d = if negb (forallb (fun f => negb (past_of g f)) l) then Ends _ _ _ s else d.
Proof. induction l as [|f l IH]; simpl; auto. rewrite IH. now destruct (past_of g f). Qed.
Lemma asked_app2 (p : past) (a c : list (fact * next)) (d : next) : asked p (a ++ c) d = asked p a (asked p c d).
Proof. induction a as [|[f o] a IH]; simpl; auto. rewrite IH. reflexivity. Qed.

(** The digits of the phase, and points. *)
Lemma no_points_brings M h P : no_points = true -> brings b r (Event M None P P) h = 0%Z.
Proof.
  unfold no_points, has_first. rewrite negb_involutive, !andb_true_iff, !Z.eqb_eq. intros (Pr & F1 & F2). unfold brings, gain; cbn [is_pass at_ who].
  rewrite Pr. destruct (existsb is_pass h), M; rewrite ?F1, ?F2; reflexivity.
Qed.
Lemma fits_repetition : fits = true -> illegal r = false -> no_points = true.
Proof. unfold fits. rewrite !andb_true_iff. intros [[[[[[_ H] _] _] _] _] _] I. now rewrite I in H. Qed.
Lemma fits_phase : fits = true -> in_phase r = true -> no_points = true.
Proof.
  unfold fits, in_phase. rewrite !andb_true_iff. intros [[[[[[_ H] K] _] _] _] _] I. destruct (clause_scoring r); try discriminate.
  destruct (illegal r); auto. simpl in I. now rewrite I in K.
Qed.
Lemma fits_draw g X Y : fits = true -> draw r g X Y = true -> no_points = true /\ has_cut r = false /\ clause_scoring r <> ScoreTerritory.
Proof.
  unfold fits, draw. rewrite !andb_true_iff. intros [[[[[[H _] _] _] _] _] _] D. destruct (clause_draw r); [discriminate| |];
  rewrite !andb_true_iff, negb_true_iff in H; destruct H as [[A B] C]; repeat split; auto; destruct (clause_scoring r); congruence.
Qed.
Lemma points_0 h : no_points = true -> clause_scoring r <> ScoreTerritory -> points b r h = 0%Z.
Proof.
  intros N S. induction h as [|e h IH]; simpl; auto. rewrite IH. destruct e as [M [p|] P Q].
  - unfold brings, prisoners; cbn [is_pass at_]. destruct (clause_scoring r); auto. congruence.
  - pose proof (no_points_brings M h P N) as X. unfold brings in *; cbn [is_pass at_ who] in *. lia.
Qed.
Lemma carried_draw g X Y : fits = true -> draw r g X Y = true -> carried g = 0%Z.
Proof.
  intros F D. destruct (fits_draw _ _ _ F D) as (N & _ & S). unfold carried. destruct (in_phase r); auto. now apply points_0.
Qed.
Lemma worth_ok g m : turn g = col m -> (worth_at b r (now g) m (more_of g) + carried g = worth b r (now g) + points b r (past_moves g))%Z.
Proof.
  intro T. unfold worth_at, more_of, carried; cbn [mahead]. destruct (in_phase r); [|lia]. rewrite T. rewrite Z.mul_assoc, side_side. lia.
Qed.
Lemma brings_pass g m : fits = true -> turn g = col m -> pass_brings r m (more_of g) = brings b r (Event (turn g) None (now g) (now g)) (past_moves g).
Proof.
  intros F T. unfold pass_brings, brings, more_of; cbn [mpassed is_pass at_ who]. rewrite T. do 2 f_equal.
  unfold has_first. destruct (existsb is_pass (past_moves g)); rewrite ?andb_true_r, ?andb_false_r; auto.
  destruct ((fst (clause_first_pass r) =? 0)%Z) eqn:A, ((snd (clause_first_pass r) =? 0)%Z) eqn:B'; cbn [andb negb]; auto.
  rewrite Z.eqb_eq in A, B'. unfold gain. destruct m; simpl; auto.
Qed.
Lemma pass_more_ok g m : inv g -> turn g = col m -> pass_more r m (more_of g) = one_more r (turn g) (first g).
Proof.
  intros I T. unfold pass_more, one_more, more_of, is_equal; cbn [mlater]. destruct (clause_last_pass r); auto; rewrite T.
  - now destruct m.
  - cbn [andb]. destruct (ceq (col m) (first g)); reflexivity.
Qed.
Lemma last_move_ok g : last_move r (more_of g) = cut_off r (past_moves g).
Proof. unfold last_move, cut_off, more_of, has_cut; cbn [mtime]. now destruct (clause_cut r). Qed.
Lemma later_next g e m : inv g -> turn g = col m -> who e = turn g -> ceq (turn (play_on g e)) (first g) = negb (ceq (turn g) (first g)).
Proof.
  intros (_ & _ & Fi & _) T W. unfold turn at 1; cbn [past_moves play_on]. rewrite W, T. destruct m, Fi as [-> | ->]; reflexivity.
Qed.
Lemma opp_col m : opp (col m) = col (negb m). Proof. now destruct m. Qed.
Lemma ceq_neg m : ceq (col (negb m)) (col m) = false. Proof. now destruct m. Qed.
Lemma ceq_same m : ceq (col m) (col m) = true. Proof. now destruct m. Qed.
Lemma passable_ok g m : turn g = col m -> passable r (more_of g) = may_pass b r (turn g) (past_moves g).
Proof. intros _. unfold passable, may_pass, more_of, has_held; cbn [mmine]. destruct (clause_passes r); auto. Qed.
Lemma wins_ok g p Q m : turn g = col m ->
  wins_by r (mmine (more_of g) + taken b (turn g) (now g) Q) = has_won b r (turn g) (Event (turn g) (Some p) (now g) Q :: past_moves g).
Proof.
  intro T. unfold wins_by, has_won, more_of, has_held; cbn [mmine held who is_pass at_ before after]. rewrite T, ceq_same.
  destruct (clause_captures r); auto. now rewrite orb_true_r.
Qed.
Lemma fits_scoreless : fits = true -> scoreless r = true -> no_points = true /\ clause_scoring r <> ScoreTerritory /\ clause_draw r = NoDraw /\ illegal r = true.
Proof.
  unfold fits. rewrite !andb_true_iff. intros [[[[_ H] _] _] _] S. rewrite S in H. simpl in H. rewrite !andb_true_iff in H. destruct H as [[[A B'] C] D].
  destruct (clause_scoring r), (clause_draw r); try discriminate; repeat split; auto; discriminate.
Qed.
Lemma carried_scoreless g : fits = true -> scoreless r = true -> carried g = 0%Z.
Proof. intros F S. destruct (fits_scoreless F S) as (N & T & _). unfold carried. destruct (in_phase r); auto. now apply points_0. Qed.
Lemma wins_scoreless k : wins_by r k = true -> scoreless r = true.
Proof. unfold wins_by, scoreless. destruct (clause_captures r); [intros _; apply orb_true_r|discriminate]. Qed.
Lemma more_stone g p Q m : inv g -> turn g = col m -> more_of (play_on g (Event (turn g) (Some p) (now g) Q)) = after_stone b r (now g) Q m (more_of g).
Proof.
  intros I T. set (e := Event (turn g) (Some p) (now g) Q). unfold after_stone, more_of at 1. cbn [first play_on]. rewrite (later_next g e m) by auto.
  assert (turn (play_on g e) = col (negb m)) as Tn by (unfold turn; simpl; fold (turn g); rewrite T; now destruct m).
  rewrite Tn. unfold more_of; cbn [mpassed mlater monce mtime mahead mmine mother past_moves play_on existsb is_pass at_ e orb length].
  f_equal.
  - now destruct (is_equal r).
  - unfold has_come, e. destruct (clause_passes_in_a_row r); cbn [came is_pass at_ andb orb]; now destruct (clause_two_successions r).
  - destruct (has_cut r); auto. lia.
  - destruct (in_phase r); auto. rewrite side_neg. cbn [points]. unfold brings; cbn [is_pass at_ e who before after]. rewrite T. ring.
  - destruct (has_held r); auto. unfold e. cbn [held who is_pass at_]. now rewrite T, opp_col, ceq_neg.
  - destruct (has_held r); auto. unfold e. cbn [held who is_pass at_ before after]. rewrite T, !opp_col, negb_involutive. now rewrite ceq_same.
Qed.
Lemma more_pass g m : inv g -> turn g = col m -> more_of (play_on g (Event (turn g) None (now g) (now g))) = after_pass r (phase_of (past_moves g)) (more_of g).
Proof.
  intros I T. set (e := Event (turn g) None (now g) (now g)). unfold after_pass, more_of at 1. cbn [first play_on]. rewrite (later_next g e m) by auto.
  assert (turn (play_on g e) = col (negb m)) as Tn by (unfold turn; simpl; fold (turn g); rewrite T; now destruct m).
  rewrite Tn. unfold more_of; cbn [mpassed mlater monce mtime mahead mmine mother past_moves play_on existsb orb length].
  f_equal.
  - simpl. apply andb_true_r.
  - now destruct (is_equal r).
  - now apply come_pass.
  - destruct (has_cut r); auto. lia.
  - destruct (in_phase r) eqn:Ip; auto. rewrite side_neg. cbn [points]. unfold e. rewrite no_points_brings.
    + rewrite T. ring.
    + apply fits_phase; [apply I|exact Ip].
  - destruct (has_held r); auto. unfold e. cbn [held who is_pass at_]. now rewrite T, opp_col, ceq_neg.
  - destruct (has_held r); auto. unfold e. cbn [held who is_pass at_]. rewrite T, !opp_col, negb_involutive. now rewrite ceq_same.
Qed.
Lemma carried_stone g p Q m : turn g = col m -> carried (play_on g (Event (turn g) (Some p) (now g) Q))
  = (carried g + if in_phase r then 0 else prisoners b r (col m) (now g) Q)%Z.
Proof. intro T. unfold carried; cbn [past_moves play_on points]. unfold brings; cbn [is_pass at_ who before after]. rewrite T. destruct (in_phase r); lia. Qed.
Lemma carried_pass g m : fits = true -> turn g = col m -> carried (play_on g (Event (turn g) None (now g) (now g))) = (carried g + pass_brings r m (more_of g))%Z.
Proof.
  intros F T. rewrite brings_pass by auto. unfold carried; cbn [past_moves play_on points]. destruct (in_phase r) eqn:Ip; [|lia].
  rewrite no_points_brings; auto. now apply fits_phase.
Qed.
Lemma inv_on g e : inv g -> who e = turn g -> (is_pass e = true -> passes_end r (past_moves g) = false) -> inv (play_on g e).
Proof.
  intros I W Ne. pose proof I as (Pg & F & Fi & Rg). split; [now apply proper_on|]. split; auto. split; auto. cbn [past_moves play_on run].
  intros T k K. destruct (some_row r g k I K) as (Kp & _). destruct (is_pass e); [|lia]. specialize (Rg T k K). specialize (Ne eq_refl).
  unfold passes_end in Ne. rewrite K, T in Ne. simpl in Ne. rewrite andb_true_r in Ne. apply Nat.eqb_neq in Ne.
  destruct (Nat.eq_dec (run (past_moves g) + 1) k) as [E|]; [|lia]. exfalso. apply Ne. rewrite E. apply Nat.mod_same. lia.
Qed.

(** A move by the rules and the same in the machine. *)
Theorem simulation g mv : inv g ->
  match play_at b r (key_of g) mv with
  | None => step b r g mv = None
  | Some y =>
      if forallb (fun f => negb (past_of g f)) (bars y)
      then exists o, step b r g mv = Some o /\ rel (carried g) (past_of g) (result (past_of g) y) o
      else step b r g mv = None
  end.
Proof.
  intros I. pose proof I as (Pg & F & _). pose proof (turn_col g Pg) as T. unfold key_of. remember (ceq (turn g) B) as m eqn:Em.
  assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
  destruct mv as [p|]; unfold play_at; cbn [kpos kblack kphase kko kmore]; unfold step.
  - (* a stone *)
    rewrite <- T. destruct (place b (clause_suicide r) (now g) p (turn g)) as [Q|] eqn:Pl.
    2:{ destruct (resigns r && (p =? n)) eqn:Rs; [|reflexivity]. eexists. split; [reflexivity|]. unfold result; cbn [stops eff asked rel].
      rewrite carried_scoreless; auto; [lia|]. unfold scoreless. apply andb_true_iff in Rs as [-> _]. reflexivity. }
    destruct (match ko_taken b r (past_moves g) with Some i => i =? p | None => false end); [reflexivity|]. cbn [orb].
    rewrite declined_phase, forgotten_phase, stone_bars_phase by auto.
    destruct (clause_declined r && (1 <=? run (past_moves g)) && peqb Q (now g)) eqn:DQ.
    { unfold barred. apply andb_true_iff in DQ as [DQ1 DQ2]. apply andb_true_iff in DQ1 as [DQ0 DQ1].
      rewrite DQ0, DQ1, DQ2. simpl. now rewrite !orb_true_r. }
    destruct (clause_no_capture r && (1 <=? taken b (turn g) (now g) Q)) eqn:Nc; [now rewrite orb_true_r|]. rewrite orb_false_r.
    cbn [bars]. rewrite (bars_ok g Q m) by auto. destruct (forallb _ _); [|reflexivity]. cbn [negb].
    set (e := Event (turn g) (Some p) (now g) Q). set (x := more_of g). set (s := (worth_at b r Q m x + prisoners b r (turn g) (now g) Q)%Z).
    assert (Sc : (worth b r Q + points b r (e :: past_moves g) = s + carried g)%Z).
    { unfold s, worth_at, x, more_of, carried; cbn [mahead points]. unfold brings; cbn [is_pass at_ e who before after].
      destruct (in_phase r); [|lia]. rewrite T, Z.mul_assoc, side_side. lia. }
    unfold result; cbn [stops eff]. rewrite asked_app2.
    assert (A : forall d, asked (past_of g) (if illegal r then [] else map (fun f => (f, Ends key fact clr (at_repetition b r m s))) (named b r (now g) Q m x)) d
      = if negb (illegal r) && repeats b r g Q then Ends _ _ _ (at_repetition b r m s) else d).
    { intro d. destruct (illegal r); auto. rewrite asked_named. rewrite (named_ok g Q m) by auto. reflexivity. }
    rewrite A. clear A. destruct (negb (illegal r) && repeats b r g Q) eqn:Rp.
    { eexists. split; [reflexivity|]. cbn [rel]. apply andb_true_iff in Rp as [Rp _]. apply negb_true_iff in Rp. pose proof (fits_repetition F Rp) as Np.
      assert (Z0 : carried g = 0%Z).
      { unfold carried. destruct (in_phase r) eqn:Ip; auto. apply points_0; auto. intro St. unfold in_phase in Ip. now rewrite St, Rp in Ip. }
      unfold after_repetition, at_repetition. destruct (clause_repetition r); cbn [who after e]; rewrite ?T in *; try lia. }
    assert (Lm : last_move r x = cut_off r (past_moves g)) by apply last_move_ok.
    assert (Wm : wins_by r (mmine x + taken b (turn g) (now g) Q) = has_won b r (turn g) (e :: past_moves g)) by (apply (wins_ok g p Q m); auto).
    destruct (draw r g Q (opp (turn g))) eqn:Dw.
    { destruct (fits_draw _ _ _ F Dw) as (_ & Nct & _). rewrite Wm, Lm. assert (has_won b r (turn g) (e :: past_moves g) = false) as ->.
      { destruct (has_won b r (turn g) (e :: past_moves g)) eqn:Hw; auto. apply wins_scoreless in Wm. destruct (fits_scoreless F Wm) as (_ & _ & Nd & _).
        unfold draw in Dw. now rewrite Nd in Dw. }
      assert (cut_off r (past_moves g) = false) as ->.
      { unfold has_cut in Nct. unfold cut_off. now destruct (clause_cut r). }
      rewrite draws_asked. rewrite <- OT, Dw. eexists. split; [reflexivity|]. cbn [rel]. rewrite (carried_draw _ _ _ F Dw). reflexivity. }
    rewrite Wm. destruct (has_won b r (turn g) (e :: past_moves g)) eqn:Hw.
    { pose proof Wm as Wm2. try rewrite Hw in Wm2. apply wins_scoreless in Wm2. destruct (fits_scoreless F Wm2) as (_ & _ & Nd & _). unfold Machine.draws. rewrite Nd. cbn [asked].
      eexists. split; [reflexivity|]. cbn [rel]. rewrite carried_scoreless by auto. lia. }
    rewrite Lm. destruct (cut_off r (past_moves g)) eqn:Co.
    { assert (draws Q (negb m) (if in_phase r then 0 else prisoners b r (turn g) (now g) Q)%Z
         (KeyMore Q (negb m) 0 (if clause_basic_ko r then ko b (now g) Q p (turn g) else None) (after_stone b r (now g) Q m x))
         (Clr false is_ko (clause_passes_forgotten r && (run (past_moves g) =? 1)) false) (fun last => stone_sets r (now g) Q m (phase_of (past_moves g)) (late r x Q (negb m) ++ last)) = []) as ->.
      { unfold Machine.draws. unfold fits in F. rewrite !andb_true_iff in F. destruct F as [[[[[[D _] _] _] _] _] _]. destruct (clause_draw r); auto;
        rewrite !andb_true_iff in D; destruct D as [[_ D] _]; unfold has_cut in D; unfold cut_off in Co; destruct (clause_cut r); discriminate. }
      eexists. split; [reflexivity|]. cbn [asked rel]. exact Sc. }
    rewrite draws_asked. rewrite <- OT, Dw. eexists. split; [reflexivity|]. cbn [rel]. split; [|split; [|split]].
    + unfold key_of. fold e. unfold e. rewrite (more_stone g p Q m) by auto. unfold now, turn; cbn [past_moves play_on who after]. fold (turn g). rewrite OT.
      unfold ko_taken; cbn [at_ before after who]. unfold phase_of, row; cbn [run is_pass at_]. f_equal; [now destruct m|].
      destruct (clause_passes_in_a_row r) as [k|] eqn:K; [|reflexivity]. destruct (some_row r g k I K) as (Kp & _). destruct (clause_two_successions r); [|reflexivity].
      now rewrite Nat.mod_0_l by lia.
    + intro f. rewrite stone_sets_phase by auto. now apply facts_stone_all.
    + apply inv_on; auto. discriminate.
    + unfold e. rewrite (carried_stone g p Q m) by auto. now rewrite T.
  - (* a pass *)
    rewrite (passable_ok g m) by auto. destruct (may_pass b r (turn g) (past_moves g)); [cbn [negb]|reflexivity].
    set (e := Event (turn g) None (now g) (now g)).
    assert (Sc : (worth b r (now g) + points b r (e :: past_moves g) + one_more r (turn g) (first g)
      = worth_at b r (now g) m (more_of g) + pass_brings r m (more_of g) + pass_more r m (more_of g) + carried g)%Z).
    { pose proof (worth_ok g m T). cbn [points]. rewrite (brings_pass g m) by auto. rewrite (pass_more_ok g m) by auto. fold e. lia. }
    assert (E : row_ends r (phase_of (past_moves g)) && (negb (clause_two_successions r) || monce (more_of g)) = passes_end r (past_moves g)) by (apply passes_end_ok; auto).
    rewrite E, last_move_ok. clear E. destruct (passes_end r (past_moves g)) eqn:En; [|destruct (cut_off r (past_moves g)) eqn:Co]; cbn [orb].
    1,2: cbn; eexists; (split; [reflexivity|exact Sc]).
    cbn [bars forallb]. unfold result; cbn [stops eff]. rewrite asked_app2, lifting_phase by auto.
    assert (A : forall s (X : next), asked (past_of g) (if clause_second_pass r then [(Fact Passed (now g) (Some m), Ends _ _ _ s)] else []) X
              = if clause_second_pass r && passed r (now g) (turn g) (past_moves g) then Ends _ _ _ s else X).
    { intros s X. destruct (clause_second_pass r) eqn:Se; cbn [app asked andb]; auto.
      unfold past_of at 1; cbn [fcls fwho fpos fto]. rewrite Se, T. cbn [andb]. match goal with |- (if ?x then _ else _) = _ => now destruct x end. }
    rewrite A. clear A. destruct (clause_second_pass r && passed r (now g) (turn g) (past_moves g)) eqn:SP.
    { eexists. split; [reflexivity|exact Sc]. }
    assert (D : forall a k c sets, asked (past_of g) (if clause_since_pass r then [] else draws (now g) (negb m) a k c sets) (Leads a k c (sets (once (now g) (negb m))))
              = if negb (clause_since_pass r) && draw r g (now g) (opp (turn g)) then Ends _ _ _ 0%Z
                else Leads a k c (sets (if clause_since_pass r then once (now g) (negb m) else occ_sets g (now g) (negb m)))).
    { intros a k c sets. rewrite OT. destruct (clause_since_pass r); cbn [asked negb andb]; auto. apply draws_asked. }
    rewrite D. clear D. destruct (negb (clause_since_pass r) && draw r g (now g) (opp (turn g))) eqn:Dw.
    { apply andb_true_iff in Dw as [_ Dw]. eexists. split; [reflexivity|]. cbn [rel]. rewrite (carried_draw _ _ _ F Dw). reflexivity. }
    eexists. split; [reflexivity|]. cbn [rel]. split; [|split; [|split]].
    + unfold key_of. unfold e. rewrite (more_pass g m) by auto. unfold now, turn; cbn [past_moves play_on who after]. fold (turn g). fold (now g). rewrite OT.
      unfold ko_taken; cbn [at_]. rewrite phase_pass by auto. f_equal. now destruct m.
    + intro f. rewrite pass_sets_phase by auto. unfold e. now apply facts_pass_all.
    + apply inv_on; auto.
    + unfold e. now apply carried_pass.
Qed.
End Simulation.
