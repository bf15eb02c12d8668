(** Every game ends with coupons, means of scoring positions, passed situations, cycles that prisoners decide, and three players and more
    (CERTIFICATES.md, section Why games end). Then there is a value. *)
Require Import List Arith Bool ZArith QArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Life Means Scoring MeanChecker Play Ending Stood Coupons Many ManyChecker Passed Cycles Ends.
Close Scope Q_scope.

Section Value.
Variables State Move : Type.
Variable step : State -> Move -> option (Z + State).
Theorem is_worth_some moves blacks : (forall g, exists m o, In m moves /\ step g m = Some o) -> forall g, ends State Move Z step g -> exists v, is_worth State Move moves step blacks g v.
Proof. intros S g. apply (settles State Move Z step moves (fun g => best (blacks g)) S). reflexivity. Qed.
End Value.

(** There are finitely many coupons, and each is the start of another game. *)
Theorem coupon_game_ends b r coupons P c : length P = size b -> match clause_passes_in_a_row r with Some 0 => false | _ => true end = true -> always_ends r = true ->
  ends coupon_game (option (option nat)) Z (coupon_step b r coupons) (coupon_start P c).
Proof.
  intros L K A. assert (forall k t z g, length coupons - t < k -> fair b r g -> has_ends b r g -> ends coupon_game (option (option nat)) Z (coupon_step b r coupons) (CouponGame g t z)) as X.
  { induction k as [|k IHk]; [lia|]. intros t z g Lt Fg He. induction He as [g _ IH]. constructor. intros g' [[m|] St]; cbn [coupon_step since_coupon coupons_taken brought] in St.
    - destruct (step b r g m) as [[s|h']|] eqn:So; inversion St; subst g'. assert (leads game (option nat) Z (step b r) h' g) as Le by (now exists m).
      apply IH; auto. now destruct (move_cases b r g h' Fg Le).
    - destruct (nth_error coupons t) as [v|] eqn:N; inversion St; subst g'. assert (t < length coupons) by (apply nth_error_Some; congruence).
      destruct Fg as (_ & _ & Pr & Ln). destruct (proper_color g Pr) as [_ C]. apply IHk; [lia|now apply fair_start|now apply every_game_ends]. }
  apply (X (S (length coupons))); [lia| |apply every_game_ends; auto]; try (apply fair_start; auto); destruct c; auto.
Qed.
Theorem coupon_has_value b r coupons P c : length P = size b -> match clause_passes_in_a_row r with Some 0 => false | _ => true end = true -> always_ends r = true ->
  exists v, is_worth coupon_game (option (option nat)) (coupon_moves b) (coupon_step b r coupons) coupon_black (coupon_start P c) v.
Proof. intros L K A. apply is_worth_some; [apply coupon_some|now apply coupon_game_ends]. Qed.

(** Means: who has not passed on a position since has not passed on it. *)
Lemma since_passed b r X Y h : clause_passes_forgotten r = false -> Means.since b r X Y h = None -> passed r X Y h = false.
Proof.
  intro F. induction h as [|e h IH]; auto. cbn [Means.since passed]. rewrite F. cbn [andb]. destruct (is_pass e && peqb X (before e) && ceq Y (who e)); [discriminate|].
  destruct (Means.since b r X Y h); [discriminate|]. auto.
Qed.
Theorem mean_game_ends b r P c0 : scored_ok r = true -> length P = size b -> c0 = B \/ c0 = W -> always_ends r = true -> ends game (option nat) Q (mean_step b r) (Game P c0 []).
Proof.
  unfold scored_ok. rewrite !andb_true_iff, !negb_true_iff. intros [[[[[[[[_ _] Se] Fo] _] Cu] Sc] _] Pd] L C A.
  destruct (clause_passes_in_a_row r) eqn:Pa; [discriminate|]. destruct (clause_draw r) eqn:Dr; try discriminate. unfold has_cut in Cu. destruct (clause_cut r) eqn:Ct; [discriminate|].
  unfold scoreless, resigns in Sc. destruct (clause_passes r) eqn:Ps; try discriminate.
  assert (has_ends b r (Game P c0 [])) as He by (apply every_game_ends; auto; now rewrite Pa).
  induction He as [g _ IH]. constructor. intros g' [m St]. apply IH. exists m. destruct m as [p|]; cbn [mean_step] in St.
  - destruct (step b r g (Some p)) as [[s|x]|]; inversion St; auto.
  - destruct (mean_end b r g) eqn:E; inversion St. subst g'. unfold step, may_pass, passes_end, cut_off, draw. rewrite Ps, Pa, Ct, Dr, Se. cbn [negb orb andb].
    assert (passed r (now g) (turn g) (past_moves g) = false) as ->; [|now rewrite andb_false_r].
    apply (since_passed b); auto. unfold mean_end in E. destruct (moved_pass _ _ _ _); [discriminate|]. now destruct (Means.since _ _ _ _ _).
Qed.
Theorem mean_has_value b r P c0 : scored_ok r = true -> length P = size b -> c0 = B \/ c0 = W -> always_ends r = true -> exists v, mean_value b r (Game P c0 []) v.
Proof.
  intros S L C A. destruct (settles game (option nat) Q (mean_step b r) (moves b) (fun g => mean_best (ceq (turn g) B))) with (g := Game P c0 []) as (v & N & H).
  - intro g. exists None. eexists. split; [|reflexivity]. unfold moves. apply in_or_app. simpl. auto.
  - reflexivity.
  - now apply mean_game_ends.
  - exists v, N. intros d depth Le. rewrite <- (H d depth Le). apply Qeq_refl.
Qed.

(** Passed situations: nothing lifts the ban, and the third pass in a row ends the game at the latest. *)
Section PassedEnds.
Variable b : board.
Variable r : rules.
Notation n := (size b).
Definition passed_universe : list (pos * (color * option pos)) := list_prod (all_pos n) (list_prod [B; W] (None :: map Some (all_pos n))).
Definition situations_left (g : game) : nat := still passed_universe (fun X YZ => situated (start g) (first g) X (fst YZ) (snd YZ) (past_moves g)).
Definition settles_soon (g : game) : Prop := run (past_moves g) <= 2 /\ (run (past_moves g) = 2 -> settling (past_moves g) = true).
Theorem passed_game_ends P c0 : length P = n -> c0 = B \/ c0 = W -> ends game (option nat) Z (passed_step b r) (Game P c0 []).
Proof.
  intros L C. apply (measured game (option nat) Z (passed_step b r) (fun g => link g /\ pinv b g /\ settles_soon g) situations_left (fun g => 3 - run (past_moves g)) (fun _ => 0)).
  2: { split; [exact I|]. split; [|split; [cbn; lia|cbn; discriminate]]. split; [exact C|]. unfold pwfK; cbn. rewrite L, Nat.eqb_refl. reflexivity. }
  intros g g' (Lk & Pi & Ru & Se) [m St]. assert (link g' /\ pinv b g') as [Lk' Pi'].
  { split; [|apply (passed_follow b r g [m] g' Pi); cbn [follow]; now rewrite St].
    destruct m as [p|]; cbn [passed_step] in St; [destruct (place _ _ _ _ _) as [Q|]; [|discriminate]; destruct (situated _ _ _ _ _ _); inversion St|destruct (settling _); inversion St];
    unfold link in *; destruct g as [g0 c1 l]; (split; [reflexivity|]; split; [reflexivity|]; split; [try discriminate; reflexivity|exact Lk]). }
  destruct Pi as [Pr Wk]. destruct (proper_color g Pr) as [Cg Cg']. assert (forall e X YZ, situated (start g) (first g) X (fst YZ) (snd YZ) (past_moves g) = true ->
    situated (start g) (first g) X (fst YZ) (snd YZ) (e :: past_moves g) = true) as M by (intros e X YZ H; cbn [situated]; rewrite H; apply orb_true_r).
  destruct m as [p|]; cbn [passed_step] in St.
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (situated _ _ _ _ _ _) eqn:Si; inversion St; subst g'.
    split; [split; auto; split; auto; split; [cbn; lia|cbn; discriminate]|]. left. apply still_lt with (X := Q) (Y := (opp (turn g), last_pass (turn g) (past_moves g))); auto.
    + intros X YZ. apply M.
    + apply in_prod; [rewrite <- (place_length _ _ _ _ _ _ Pl); apply all_pos_ok|].
      apply in_prod; [destruct Cg' as [-> | ->]; simpl; auto|].
      unfold pwfK, of_size in Wk; cbn [pkey_of pmine] in Wk. rewrite !andb_true_iff in Wk. destruct Wk as [[_ Wk] _]. destruct (last_pass _ _) as [Z|]; [|simpl; auto].
      right. apply in_map. apply Nat.eqb_eq in Wk. rewrite <- Wk. apply all_pos_ok.
    + cbn [play_on past_moves start first situated after who fst snd last_pass is_pass at_ andb]. rewrite same_pos, same_color, (proj2 (opeqb_ok _ _) eq_refl). reflexivity.
  - destruct (settling (past_moves g)) eqn:Sn; inversion St; subst g'. assert (run (past_moves g) < 2) as R2 by (destruct (Nat.eq_dec (run (past_moves g)) 2) as [E|]; [specialize (Se E); congruence|lia]).
    split; [|right; split; [apply still_le; intros X YZ; apply M|left; cbn [play_on past_moves run is_pass at_]; lia]].
    split; auto. split; auto. split; [cbn [play_on past_moves run is_pass at_]; lia|]. cbn [play_on past_moves run is_pass at_]. intro R.
    destruct (past_moves g) as [|e l] eqn:Hg; [discriminate|]. cbn [run] in R. destruct (is_pass e) eqn:Pe; [|discriminate].
    assert (turn g = opp (who e)) as Te by (unfold turn; now rewrite Hg). assert (now g = before e) as Ne.
    { unfold now. rewrite Hg. unfold link in Lk. rewrite Hg in Lk. destruct Lk as (_ & _ & Lk & _). now apply Lk. }
    cbn [settling is_pass at_ who before last_pass andb]. rewrite Te, opp_opp.
    rewrite Pe, same_color, Ne. cbn [andb]. now apply opeqb_ok.
Qed.
Theorem passed_has_value P c0 : length P = n -> c0 = B \/ c0 = W -> exists v, is_worth game (option nat) (passed_moves b) (passed_step b r) passed_black (Game P c0 []) v.
Proof. intros L C. apply is_worth_some; [apply passed_some|now apply passed_game_ends]. Qed.
End PassedEnds.

(** Cycles: a stone that makes a position which has stood ends the game. *)
Section CyclesEnd.
Variable b : board.
Variable r : rules.
Notation n := (size b).
Definition has_stood (g : game) (X : pos) (Y : color) : bool := match Cycles.since b r (start g) (first g) X Y (past_moves g) with Some _ => true | None => false end.
Lemma has_stood_on g e X Y : has_stood g X Y = true -> has_stood (play_on g e) X Y = true.
Proof. unfold has_stood. cbn [play_on past_moves start first Cycles.since]. destruct (_ && _); auto. now destruct (Cycles.since _ _ _ _ _ _ _). Qed.
Theorem cycle_game_ends P c0 k : clause_passes_in_a_row r = Some k -> length P = n -> c0 = B \/ c0 = W -> ends game (option nat) Z (cycle_step b r) (Game P c0 []).
Proof.
  intros Hk L C. apply (measured game (option nat) Z (cycle_step b r) (fun g => proper g /\ length (now g) = n) (fun g => still (universe b) (has_stood g)) (fun g => k - run (past_moves g)) (fun _ => 0)).
  2: { now split. }
  intros g g' [Pr Ln] [m St]. destruct (proper_color g Pr) as [Cg Cg']. destruct m as [p|]; cbn [cycle_step] in St.
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (match ko_taken b r (past_moves g) with Some i => i =? p | None => false end); [discriminate|].
    destruct (Cycles.since _ _ _ _ _ _ _) eqn:Si; inversion St; subst g'. pose proof (place_length _ _ _ _ _ _ Pl) as LQ. split; [split; [now apply proper_on|exact LQ]|].
    left. apply (open_lt b) with (X := Q) (Y := opp (turn g)); auto.
    + intros X Y. apply has_stood_on.
    + unfold has_stood. now rewrite Si.
    + unfold has_stood. cbn [play_on past_moves start first Cycles.since after who]. unfold counts, stands_by. rewrite same_pos, same_color. cbn [is_pass at_ negb orb andb]. now destruct (clause_ban r).
  - rewrite Hk in St. destruct (k <=? run (past_moves g) + 1) eqn:K; inversion St; subst g'. apply Nat.leb_gt in K.
    split; [split; [now apply proper_on|exact Ln]|]. right. split; [apply still_le; intros X Y; apply has_stood_on|left; cbn [play_on past_moves run is_pass at_]; lia].
Qed.
Theorem cycle_has_value P c0 k : clause_passes_in_a_row r = Some k -> length P = n -> c0 = B \/ c0 = W ->
  exists v, is_worth game (option nat) (passed_moves b) (cycle_step b r) passed_black (Game P c0 []) v.
Proof. intros Hk L C. apply is_worth_some; [apply cycle_some|now apply cycle_game_ends with k]. Qed.
End CyclesEnd.

(** Three players and more. *)
Section ManyEnd.
Variable b : board.
Variable r : rules.
Variable players : nat.
Variable by_opponents : bool.
Hypothesis cov : many_covers r players = true.
Notation n := (size b).
Notation mstep := (mstep b r players by_opponents).
Notation minv := (minv b r players).
Notation with_stone g p Q := (mplay g (MEvent (mturn players g) (Some p) (mnow g) Q)).
Notation with_pass g := (mplay g (MEvent (mturn players g) None (mnow g) (mnow g))).
Notation run g := (mrun (mmoves g)).
Notation counted := (second_counts players by_opponents).
Fixpoint all_maps (k : nat) : list stonemap := match k with 0 => [[]] | S k => flat_map (fun P => map (fun c => c :: P) (seq 0 (S players))) (all_maps k) end.
Definition many_universe : list (stonemap * nat) := list_prod (all_maps n) (seq 0 (S players)).
Lemma all_maps_ok P : forallb (fun c => c <=? players) P = true -> In P (all_maps (length P)).
Proof.
  induction P as [|c P IH]; [simpl; auto|]. cbn [forallb length all_maps]. rewrite andb_true_iff, Nat.leb_le. intros [Hc HP].
  apply in_flat_map. exists P. split; auto. apply (in_map (fun c => c :: P)). apply in_seq. lia.
Qed.
Notation open := (still many_universe).
Lemma many_open_lt f f' X Y : (forall X Y, f X Y = true -> f' X Y = true) -> colours b players X = true -> Y <= players -> f X Y = false -> f' X Y = true -> open f' < open f.
Proof.
  intros H C L. apply still_lt; auto. unfold colours in C. rewrite andb_true_iff, Nat.eqb_eq in C. destruct C as [Ln C].
  apply in_prod; [rewrite <- Ln; now apply all_maps_ok|apply in_seq; lia].
Qed.
Lemma same_map P : meq P P = true. Proof. now apply meq_ok. Qed.
Definition many_stone_on (g : mgame) (Q : stonemap) : Prop :=
  mstands r players (mstart g) (mfirst g) Q (after_turn players (mturn players g)) (mmoves g) = false /\
  (clause_initialised_twice r = true -> 1 <= run g -> minitialised (mnow g) (mturn players g) (mmoves g) = false) /\
  (clause_disturbed_twice r = true -> between players (run g) = true -> mdisturbed players (mnow g) (mturn players g) (mmoves g) = false) /\ colours b players Q = true.
Definition many_pass_on (g : mgame) : Prop :=
  (forall k, clause_passes_in_a_row r = Some k -> run g + 1 < k) /\
  (clause_second_pass r = true -> counted (run g) = true -> mpassed r players by_opponents (mnow g) (mturn players g) (mmoves g) = false).
Lemma many_cases g g' : clause_ban r <> NoBan -> minv g -> leads mgame (option nat) Z mstep g' g ->
  minv g' /\ ((exists p Q, many_stone_on g Q /\ g' = with_stone g p Q) \/ many_pass_on g /\ g' = with_pass g).
Proof.
  intros Nb Mi [m St]. pose proof (minv_on b r players by_opponents cov g m g' Mi St) as Mi'. split; auto. pose proof Mi as (_ & T & R). unfold Many.mstep in St. destruct m as [p|].
  - left. destruct (mplace _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (_ || _) eqn:Bd; [discriminate|]. inversion St; subst g'. exists p, Q. split; auto. rewrite !orb_false_iff in Bd. destruct Bd as [[B1 B2] B3].
    split; [destruct (clause_ban r); congruence|]. split; [|split; [|apply Mi']].
    + intros Ci R1. apply Nat.leb_le in R1. now rewrite Ci, R1 in B2.
    + intros Ci R1. now rewrite Ci, R1 in B3.
  - right. destruct (_ || _) eqn:En; [discriminate|]. inversion St; subst g'. split; auto. apply orb_false_iff in En as [E1 E2]. split.
    + intros k Hk. rewrite Hk in E1. apply Nat.eqb_neq in E1. specialize (R k Hk). lia.
    + intros Se Co. now rewrite Se, Co in E2.
Qed.

Definition many_standing (g : mgame) : stonemap -> nat -> bool := fun X Y => mstands r players (mstart g) (mfirst g) X Y (mmoves g).
Definition many_left (g : mgame) : nat := open (many_standing g).
Lemma turns g : minv g -> mturn players g <= players /\ after_turn players (mturn players g) <= players.
Proof. intros (_ & T & _). pose proof (turn_next r players cov _ T). lia. Qed.
Lemma many_left_dec g p Q : minv g -> many_stone_on g Q -> many_left (with_stone g p Q) < many_left g.
Proof.
  intros Mi (St & _ & _ & CQ). apply many_open_lt with (X := Q) (Y := after_turn players (mturn players g)); auto; [|now apply turns|].
  - intros X Y H. unfold many_standing in *. cbn [mplay mmoves mstart mfirst mstands]. change (mlifts r (MEvent (mturn players g) (Some p) (mnow g) Q) (mmoves g)) with false. cbn iota. rewrite H. apply orb_true_r.
  - unfold many_standing. cbn [mplay mmoves mstart mfirst mstands mafter mwho mpass mat negb orb]. unfold mcounts. rewrite same_map, Nat.eqb_refl. now destruct (clause_ban r).
Qed.
Lemma many_left_pass g : clause_lifted_by r = LiftNothing -> many_left (with_pass g) <= many_left g.
Proof.
  intro Li. apply still_le. intros X Y H. unfold many_standing in *. cbn [mplay mmoves mstart mfirst mstands].
  replace (mlifts r (MEvent (mturn players g) None (mnow g) (mnow g)) (mmoves g)) with false by (unfold mlifts; rewrite Li; reflexivity). rewrite H. apply orb_true_r.
Qed.
Definition many_disturbances (g : mgame) : nat := if clause_disturbed_twice r then open (fun X Y => mdisturbed players X Y (mmoves g)) else 0.
Lemma many_disturbances_on g e : many_disturbances (mplay g e) <= many_disturbances g.
Proof. unfold many_disturbances. destruct (clause_disturbed_twice r); auto. apply still_le. intros X Y H. cbn [mplay mmoves mdisturbed]. rewrite H. apply orb_true_r. Qed.
Lemma many_disturbances_dec g p Q : minv g -> clause_disturbed_twice r = true -> between players (run g) = true -> many_stone_on g Q ->
  many_disturbances (with_stone g p Q) < many_disturbances g.
Proof.
  intros Mi Di Be (_ & _ & Du & _). unfold many_disturbances. rewrite Di. apply many_open_lt with (X := mnow g) (Y := mturn players g); auto; [|apply Mi|now apply turns|].
  - intros X Y H. cbn [mplay mmoves mdisturbed]. rewrite H. apply orb_true_r.
  - cbn [mplay mmoves mdisturbed mbefore mwho mpass mat negb andb]. now rewrite Be, same_map, Nat.eqb_refl.
Qed.
Definition many_passes (g : mgame) : nat := open (fun X Y => mpassed r players by_opponents X Y (mmoves g)).
Lemma many_passes_on g : many_passes (with_pass g) <= many_passes g.
Proof. apply still_le. intros X Y H. cbn [mplay mmoves mpassed mpass mat negb andb]. rewrite andb_false_r. cbn [andb]. rewrite H. apply orb_true_r. Qed.
Lemma many_passes_dec g : minv g -> clause_second_pass r = true -> many_pass_on g -> counted (run g) = true -> many_passes (with_pass g) < many_passes g.
Proof.
  intros Mi Se (_ & Ps) Co. apply many_open_lt with (X := mnow g) (Y := mturn players g); auto; [|apply Mi|now apply turns|].
  - intros X Y H. cbn [mplay mmoves mpassed mpass mat negb andb]. rewrite andb_false_r. cbn [andb]. rewrite H. apply orb_true_r.
  - cbn [mplay mmoves mpassed mpass mat mbefore mwho negb andb]. now rewrite Co, same_map, Nat.eqb_refl.
Qed.
Lemma not_counted k : counted k = false -> k + 2 < players /\ by_opponents = true.
Proof. unfold second_counts. destruct by_opponents; cbn [negb orb]; [|discriminate]. intro H. apply Nat.leb_gt in H. lia. Qed.

Notation measured := (measured mgame (option nat) Z mstep).
Notation many_end := (ends mgame (option nat) Z mstep).
Hypothesis banned : clause_ban r <> NoBan.
(** No pass lifts the ban. *)
Lemma many_by_passes g : clause_lifted_by r = LiftNothing -> clause_passes_in_a_row r <> None \/ clause_second_pass r = true -> minv g -> many_end g.
Proof.
  intros Li Pa. apply (measured minv many_left (fun g => match clause_passes_in_a_row r with Some _ => 0 | None => many_passes g end)
    (fun g => match clause_passes_in_a_row r with Some k => k | None => players end - run g)). clear g. intros g g' Mi A.
  destruct (many_cases g g' banned Mi A) as (Mi' & [(p & Q & St & ->)|(Ps & ->)]); split; auto; [left; now apply many_left_dec|]. right. split; [now apply many_left_pass|].
  cbn [mplay mmoves mrun mpass mat]. destruct (clause_passes_in_a_row r) as [k|] eqn:Hk.
  - right. split; auto. destruct Ps as [Rk _]. specialize (Rk k Hk). lia.
  - destruct Pa as [|Se]; [congruence|]. destruct (counted (run g)) eqn:Co; [left; now apply many_passes_dec|]. right. split; [apply many_passes_on|]. apply not_counted in Co. lia.
Qed.
(** A pass that counts is the second: others lead on to one, or to a disturbing play. *)
Definition after_counted (k : nat) : bool := match k with 0 => true | S k => counted k end.
Definition many_phase (g : mgame) : nat := if after_counted (run g) then players + many_left g else players - run g.
Lemma many_by_second_pass g : clause_second_pass r = true -> (by_opponents = false \/ players <= 2) /\ clause_passes_forgotten r = false \/ clause_disturbed_twice r = true -> minv g -> many_end g.
Proof.
  intros Se Ow. apply (measured minv many_disturbances many_passes many_phase). clear g. intros g g' Mi A. pose proof (turns g Mi) as [T1 T2]. pose proof Mi as (_ & T0 & _).
  destruct (many_cases g g' banned Mi A) as (Mi' & [(p & Q & St & ->)|(Ps & ->)]); split; auto.
  - pose proof (many_left_dec g p Q Mi St) as Le. destruct (clause_disturbed_twice r && between players (run g)) eqn:Db.
    { apply andb_true_iff in Db as [Di Be]. left. now apply many_disturbances_dec. }
    right. split; [apply many_disturbances_on|]. right. split.
    + apply still_le. intros X Y H. cbn [mplay mmoves mpassed mpass mat negb andb]. destruct Ow as [[_ Fo]|Di]; [now rewrite Fo, H|]. rewrite Di in Db. cbn [andb] in Db. rewrite Db, andb_false_r. exact H.
    + unfold many_phase. cbn [mplay mmoves mrun mpass mat after_counted]. change (after_counted 0) with true. cbn iota.
      assert (after_counted (run g) = true) as ->; [|fold (with_stone g p Q); lia]. unfold after_counted. destruct (run g) as [|k]; auto. destruct (counted k) eqn:Co; auto. apply not_counted in Co as [Co Op].
      destruct Ow as [[[Ow|Ow] _]|Di]; [congruence|lia|]. rewrite Di in Db. unfold between in Db. cbn [andb Nat.leb] in Db. apply Nat.ltb_ge in Db. lia.
  - right. split; [apply many_disturbances_on|]. destruct (counted (run g)) eqn:Co; [left; now apply many_passes_dec|]. right. split; [apply many_passes_on|].
    unfold many_phase. cbn [mplay mmoves mrun mpass mat after_counted]. rewrite Co. apply not_counted in Co as [Co _]. destruct (after_counted (run g)); lia.
Qed.
(** Passes in a row end the game, and finitely many stones follow a pass. *)
Lemma many_by_runs k f : clause_passes_in_a_row r = Some k ->
  (forall g p Q, minv g -> many_stone_on g Q -> f (with_stone g p Q) <= f g /\ (1 <= run g -> f (with_stone g p Q) < f g)) -> (forall g, f (with_pass g) <= f g) -> forall g, minv g -> many_end g.
Proof.
  intros Hk Hs Hp. apply (measured minv f (fun g => match run g with 0 => k + many_left g | S _ => k - run g end) (fun _ => 0)). intros g g' Mi A.
  destruct (many_cases g g' banned Mi A) as (Mi' & [(p & Q & St & ->)|(Ps & ->)]); split; auto.
  - destruct (Hs g p Q Mi St) as [H0 H1]. pose proof (many_left_dec g p Q Mi St) as Le. destruct (run g) as [|x]; [|left; apply H1; lia]. right. split; auto. left. cbn [mplay mmoves mrun mpass mat]. fold (with_stone g p Q). lia.
  - right. split; auto. left. cbn [mplay mmoves mrun mpass mat]. destruct Ps as [Rk _]. specialize (Rk k Hk). destruct (run g); lia.
Qed.

Definition many_always_ends : bool :=
  match clause_ban r with NoBan => false | _ => true end &&
  (match clause_lifted_by r with LiftNothing => match clause_passes_in_a_row r with Some _ => true | None => clause_second_pass r end | _ => false end ||
   clause_second_pass r && ((negb by_opponents || (players <=? 2)) && negb (clause_passes_forgotten r) || clause_disturbed_twice r) ||
   match clause_passes_in_a_row r with Some k => clause_initialised_twice r || clause_disturbed_twice r && (k <=? players) | None => false end).
Theorem many_game_ends P c : many_always_ends = true -> colours b players P = true -> 1 <= c <= players -> match clause_passes_in_a_row r with Some 0 => false | _ => true end = true ->
  many_end (MGame P c []).
Proof.
  intros E C Tc K. assert (minv (MGame P c [])) as Mi.
  { split; auto. split; auto. intros k Hk. rewrite Hk in K. destruct k; [discriminate|]. cbn. lia. }
  unfold many_always_ends in E. rewrite andb_true_iff, !orb_true_iff in E. destruct E as [_ [[E|E]|E]].
  - apply many_by_passes; auto; [destruct (clause_lifted_by r); congruence|]. destruct (clause_lifted_by r); try discriminate. destruct (clause_passes_in_a_row r); [left; congruence|auto].
  - rewrite andb_true_iff, orb_true_iff, andb_true_iff, orb_true_iff, !negb_true_iff, Nat.leb_le in E. apply many_by_second_pass; tauto.
  - destruct (clause_passes_in_a_row r) as [k|] eqn:Hk; [|discriminate]. rewrite orb_true_iff, andb_true_iff, Nat.leb_le in E. destruct E as [Ci|[Di Kp]].
    + apply (many_by_runs k (fun g => open (fun X Y => minitialised X Y (mmoves g)))); auto.
      * intros g p Q Mg (_ & Ni & _). assert (forall X Y, minitialised X Y (mmoves g) = true -> minitialised X Y (mmoves (with_stone g p Q)) = true) as M.
        { intros X Y H. cbn [mplay mmoves minitialised]. rewrite H. apply orb_true_r. }
        split; [now apply still_le|]. intro R1. apply many_open_lt with (X := mnow g) (Y := mturn players g); auto; [apply Mg|now apply turns|].
        cbn [mplay mmoves minitialised mbefore mwho]. apply Nat.leb_le in R1. now rewrite R1, same_map, Nat.eqb_refl.
      * intro g. apply still_le. intros X Y H. cbn [mplay mmoves minitialised]. rewrite H. apply orb_true_r.
    + apply (many_by_runs k many_disturbances); auto using many_disturbances_on. intros g p Q Mg St. split; [apply many_disturbances_on|]. intro R1. apply many_disturbances_dec; auto.
      destruct Mg as (_ & _ & R). specialize (R k Hk). unfold between. apply andb_true_iff. split; [now apply Nat.leb_le|apply Nat.ltb_lt; lia].
Qed.
Theorem many_has_value P c : many_always_ends = true -> colours b players P = true -> 1 <= c <= players -> match clause_passes_in_a_row r with Some 0 => false | _ => true end = true ->
  exists v, is_worth mgame (option nat) (many_moves b) mstep (black_turn players) (MGame P c []) v.
Proof. intros E C T K. apply is_worth_some; [apply many_some|now apply many_game_ends]. Qed.
End ManyEnd.
