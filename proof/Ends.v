(** Every game ends (CERTIFICATES.md, section Why games end), where a ban on repetition and the clauses about passes say so. Then who can
    play for ever to his liking can force what he likes. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Life Usual Stood.

Section Ends.
Variable b : board.
Variable r : rules.
Notation n := (size b).
Notation h g := (past_moves g).

(** What a move leads to. *)
Definition after_move (g' g : game) : Prop := exists m, step b r g m = Some (inr g').
Definition has_ends (g : game) : Prop := Acc after_move g.

Lemma measured (I : game -> Prop) (f1 f2 f3 : game -> nat) :
  (forall g g', I g -> after_move g' g -> I g' /\ (f1 g' < f1 g \/ f1 g' <= f1 g /\ (f2 g' < f2 g \/ f2 g' <= f2 g /\ f3 g' < f3 g))) ->
  forall g, I g -> has_ends g.
Proof.
  intro D. assert (forall x y z g, f1 g < x -> f2 g < y -> f3 g < z -> I g -> has_ends g) as X; [|intros g Ig; eapply X; eauto].
  induction x as [|x IHx]; [intros; lia|]. induction y as [|y IHy]; [intros; lia|]. induction z as [|z IHz]; [intros; lia|].
  intros g H1 H2 H3 Ig. constructor. intros g' A. destruct (D g g' Ig A) as [Ig' [L|[L [L2|[L2 L3]]]]].
  - apply (IHx (S (f2 g')) (S (f3 g'))); auto; lia.
  - apply (IHy (S (f3 g'))); auto; lia.
  - apply IHz; auto; lia.
Qed.

(** Under the usual rules. *)
Section Usual.
Hypothesis us : usual r = true.
(** The games that are played: their events are linked, and no more passes were made in a row than end the game. *)
Definition fair (g : game) : Prop :=
  link g /\ (forall k, clause_passes_in_a_row r = Some k -> run (h g) < k) /\ proper g /\ length (now g) = n.
Lemma fair_start P c0 : length P = n -> c0 = B \/ c0 = W -> match clause_passes_in_a_row r with Some 0 => false | _ => true end = true -> fair (Game P c0 []).
Proof.
  intros L C K. split; [exact I|]. split; [|split; auto]. intros k Hk. rewrite Hk in K. destruct k; [discriminate|]. cbn. lia.
Qed.
Lemma move_cases g g' : fair g -> after_move g' g -> fair g' /\
  ((exists p Q, place b (clause_suicide r) (now g) p (turn g) = Some Q /\ barred b r g Q = false /\ length Q = n /\ g' = play_on g (Event (turn g) (Some p) (now g) Q)) \/
   (g' = play_on g (Event (turn g) None (now g) (now g)) /\ (clause_second_pass r = true -> passed r (now g) (turn g) (h g) = false) /\
      forall k, clause_passes_in_a_row r = Some k -> run (h g) + 1 < k)).
Proof.
  intros (L & R & Pr & Ln) (m & St). pose proof (proper_step b r g m g' Pr St) as Pr'. rewrite (step_usual b r us g m R) in St. unfold usual_step in St. destruct m as [p|].
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (_ || usually_barred r g Q) eqn:Bd; [discriminate|]. destruct (draw r g Q _); [discriminate|]. inversion St; subst g'; clear St.
    apply orb_false_iff in Bd as [_ Bd]. rewrite <- (barred_usual b r us) in Bd. pose proof (place_length _ _ _ _ _ _ Pl) as LQ. split; [|left; exists p, Q; auto].
    split; [|split; [|split; auto]].
    + unfold link in *. destruct g as [g0 c0 l]. cbn [play_on past_moves start first linked before who is_pass at_]. split; [reflexivity|]. split; [reflexivity|]. split; [discriminate|exact L].
    + intros k Hk. cbn. specialize (R k Hk). lia.
  - destruct (_ || _) eqn:En; [discriminate|]. destruct (negb (clause_since_pass r) && draw r g (now g) (opp (turn g))); [discriminate|]. inversion St; subst g'; clear St. apply orb_false_iff in En as [E1 E2].
    assert (forall k, clause_passes_in_a_row r = Some k -> run (h g) + 1 < k) as Rk.
    { intros k Hk. rewrite Hk in E1. apply Nat.eqb_neq in E1. specialize (R k Hk). lia. }
    split.
    + split; [|split; [|split; auto]].
      * unfold link in *. destruct g as [g0 c0 l]. cbn [play_on past_moves start first linked before who is_pass at_ after]. split; [reflexivity|]. split; [reflexivity|]. split; [reflexivity|exact L].
      * intros k Hk. cbn. specialize (Rk k Hk). lia.
    + right. split; auto. split; auto. intro S. now rewrite S in E2.
Qed.

(** How many pairs of a position and a player something is not yet so of. *)
Definition universe : list (pos * color) := list_prod (all_pos n) [B; W].
Definition open (f : pos -> color -> bool) : nat := length (filter (fun x => negb (f (fst x) (snd x))) universe).
Lemma open_le f f' : (forall X Y, f X Y = true -> f' X Y = true) -> open f' <= open f.
Proof.
  intro H. apply filter_le. intros [X Y] _. simpl. rewrite !negb_true_iff. intro F. destruct (f X Y) eqn:G; auto. rewrite (H _ _ G) in F. discriminate.
Qed.
Lemma open_lt f f' X Y : (forall X Y, f X Y = true -> f' X Y = true) -> length X = n -> Y = B \/ Y = W -> f X Y = false -> f' X Y = true -> open f' < open f.
Proof.
  intros H L C F F'. apply filter_lt.
  - intros [X' Y'] _. simpl. rewrite !negb_true_iff. intro G. destruct (f X' Y') eqn:G'; auto. rewrite (H _ _ G') in G. discriminate.
  - exists (X, Y). split; [|simpl; rewrite F, F'; auto]. apply in_prod; [rewrite <- L; apply all_pos_ok|]. destruct C as [->| ->]; simpl; auto.
Qed.
Lemma proper_color g : proper g -> (turn g = B \/ turn g = W) /\ (opp (turn g) = B \/ opp (turn g) = W).
Proof. intros [->| ->]; simpl; auto. Qed.

(** Between two passes there are finitely many stones. *)
Definition standing (g : game) (X : pos) (Y : color) : bool :=
  match clause_ban r with BanLeft => left_behind r X Y (h g) | _ => stands r (start g) (first g) X Y (h g) end.
Definition stones_left (g : game) : nat := open (standing g) + match h g with e :: _ => if is_pass e then 1 else 0 | [] => 1 end.
(** Under [left-position], who has just made a position by a stone was not barred from it. *)
Definition made_freely (g : game) : Prop :=
  clause_ban r = BanLeft -> match h g with e :: l => is_pass e = true \/ left_behind r (after e) (who e) (e :: l) = false | [] => True end.
Lemma standing_stone g p Q X Y : standing g X Y = true -> standing (play_on g (Event (turn g) (Some p) (now g) Q)) X Y = true.
Proof.
  unfold standing. destruct (clause_ban r); cbn [play_on past_moves start first stands left_behind]; intro H; rewrite ?H;
  replace (lifts r (Event (turn g) (Some p) (now g) Q) (h g)) with false by reflexivity; apply orb_true_r.
Qed.
Lemma stones_dec g p Q : fair g -> made_freely g -> clause_ban r <> NoBan -> length Q = n -> barred b r g Q = false ->
  stones_left (play_on g (Event (turn g) (Some p) (now g) Q)) < stones_left g /\ made_freely (play_on g (Event (turn g) (Some p) (now g) Q)).
Proof.
  intros (L & R & Pr & Ln) Mf Nb LQ Bd. destruct (proper_color g Pr) as [C C']. set (e := Event (turn g) (Some p) (now g) Q).
  assert (Br : match clause_ban r with NoBan => false | BanLeft => left_behind r Q (turn g) (h g) | _ => stands r (start g) (first g) Q (opp (turn g)) (h g) end = false).
  { rewrite (barred_usual b r us) in Bd. unfold usually_barred in Bd. rewrite !orb_false_iff in Bd. tauto. }
  split.
  - unfold stones_left. cbn [play_on past_moves is_pass at_ e].
    assert (clause_ban r = BanLeft \/ clause_ban r <> BanLeft) as [Lf|Nl] by (destruct (clause_ban r); auto; right; congruence).
    + destruct (h g) as [|e0 l] eqn:Hg.
      * pose proof (open_le (standing g) (standing (play_on g e)) (fun X Y => standing_stone g p Q X Y)). unfold play_on in *. rewrite Hg in *. lia.
      * destruct (is_pass e0) eqn:Pa.
        { pose proof (open_le (standing g) (standing (play_on g e)) (fun X Y => standing_stone g p Q X Y)). unfold play_on in *. rewrite Hg in *. lia. }
        assert (open (standing (play_on g e)) < open (standing g)) as O; [|unfold play_on in *; rewrite Hg in *; lia].
        apply open_lt with (X := now g) (Y := opp (turn g)); auto.
        { intros X Y. apply standing_stone. }
        { unfold standing. rewrite Lf. specialize (Mf Lf). rewrite Hg in Mf. destruct Mf as [Mf|Mf]; [congruence|].
          unfold now, turn. rewrite Hg. now rewrite opp_opp. }
        { unfold standing. rewrite Lf. cbn [play_on past_moves left_behind e before who is_pass at_ negb andb]. rewrite (proj2 (peqb_ok _ _) eq_refl).
          assert (ceq (opp (turn g)) (opp (turn g)) = true) as -> by (now apply ceq_ok). reflexivity. }
    + assert (open (standing (play_on g e)) < open (standing g)) as O; [|unfold play_on in *; lia].
      apply open_lt with (X := Q) (Y := opp (turn g)); auto.
      { intros X Y. apply standing_stone. }
      { unfold standing. destruct (clause_ban r); congruence. }
      { unfold standing. assert (counts r Q (opp (turn g)) Q (opp (turn g)) = true) as Cn.
        { unfold counts. rewrite (proj2 (peqb_ok _ _) eq_refl). assert (ceq (opp (turn g)) (opp (turn g)) = true) as -> by (now apply ceq_ok). now destruct (clause_ban r). }
        destruct (clause_ban r); try congruence; cbn [play_on past_moves start first stands e after who is_pass at_ negb orb andb]; rewrite Cn; reflexivity. }
  - intro Lf. cbn [play_on past_moves]. right. cbn [left_behind e after who before]. replace (lifts r e (h g)) with false by reflexivity. rewrite Lf in Br. rewrite Br.
    assert (ceq (turn g) (opp (turn g)) = false) as -> by (destruct C as [-> | ->]; reflexivity). now rewrite !andb_false_r.
Qed.
Lemma made_pass g : made_freely (play_on g (Event (turn g) None (now g) (now g))).
Proof. intros _. cbn. auto. Qed.
Lemma stones_pass g : clause_lifted_by r = LiftNothing -> clause_ban r <> BanLeft ->
  open (standing (play_on g (Event (turn g) None (now g) (now g)))) <= open (standing g).
Proof.
  intros Li Nl. apply open_le. intros X Y. unfold standing. destruct (clause_ban r); try congruence; cbn [play_on past_moves start first stands];
  (replace (lifts r (Event (turn g) None (now g) (now g)) (h g)) with false by (unfold lifts; rewrite Li; now rewrite andb_false_r)); intro H; rewrite H; apply orb_true_r.
Qed.
Lemma stones_stone g p Q : open (standing (play_on g (Event (turn g) (Some p) (now g) Q))) <= open (standing g).
Proof. apply open_le. intros X Y. apply standing_stone. Qed.

(** A second pass ends the game: nobody passes twice on a position, unless a disturbing play comes between, of which there are finitely many. *)
Definition disturbances (g : game) : nat := if clause_disturbed_twice r then open (fun X Y => disturbed X Y (h g)) else 0.
Lemma disturbances_on g e : disturbances (play_on g e) <= disturbances g.
Proof.
  unfold disturbances. destruct (clause_disturbed_twice r); auto. apply open_le. intros X Y H. cbn [play_on past_moves disturbed]. rewrite H. apply orb_true_r.
Qed.
Lemma disturbances_dec g p Q : fair g -> clause_disturbed_twice r = true -> run (h g) = 1 -> barred b r g Q = false ->
  disturbances (play_on g (Event (turn g) (Some p) (now g) Q)) < disturbances g.
Proof.
  intros (L & R & Pr & Ln) D R1 Bd. destruct (proper_color g Pr) as [C C']. unfold disturbances. rewrite D. apply open_lt with (X := now g) (Y := turn g); auto.
  - intros X Y H. cbn [play_on past_moves disturbed]. rewrite H. apply orb_true_r.
  - rewrite (barred_usual b r us) in Bd. unfold usually_barred in Bd. rewrite D, R1 in Bd. destruct (disturbed (now g) (turn g) (h g)); auto. rewrite !orb_false_iff in Bd. destruct Bd as [[_ Bd] _]. discriminate.
  - cbn [play_on past_moves disturbed before who]. unfold disturbing. rewrite R1, (proj2 (peqb_ok _ _) eq_refl).
    assert (ceq (turn g) (turn g) = true) as -> by (now apply ceq_ok). reflexivity.
Qed.
Definition passes_left (g : game) : nat := open (fun X Y => passed r X Y (h g)).
Theorem ends_by_second_pass g : clause_ban r <> NoBan -> clause_second_pass r = true -> clause_passes_forgotten r = false \/ clause_disturbed_twice r = true ->
  fair g /\ made_freely g -> has_ends g.
Proof.
  intros Nb Se Fo. apply (measured (fun g => fair g /\ made_freely g) disturbances passes_left stones_left). clear g.
  intros g g' [Fg Mf] A. destruct (move_cases g g' Fg A) as [Fg' [(p & Q & Pl & Bd & LQ & ->)|(-> & Ps & _)]].
  - destruct (stones_dec g p Q Fg Mf Nb LQ Bd) as [Sd Mf']. split; [auto|].
    pose proof (disturbances_on g (Event (turn g) (Some p) (now g) Q)) as Do.
    destruct (clause_passes_forgotten r && (run (h g) =? 1)) eqn:Fr.
    + left. apply andb_true_iff in Fr as [F1 F2]. apply Nat.eqb_eq in F2. apply disturbances_dec; auto. destruct Fo; congruence.
    + right. split; auto. right. split; auto. unfold passes_left. apply open_le. intros X Y H. cbn [play_on past_moves passed]. unfold disturbing. cbn [is_pass at_ negb andb orb].
      now rewrite Fr, H, ?orb_true_r.
  - pose proof Fg as (L & R & Pr & Ln). destruct (proper_color g Pr) as [C C']. split; [split; [auto|apply made_pass]|].
    right. split; [apply disturbances_on|]. left. apply open_lt with (X := now g) (Y := turn g); auto.
    + intros X Y H. cbn [play_on past_moves passed]. unfold disturbing. cbn [is_pass at_ negb andb]. now rewrite ?andb_false_r, H, ?orb_true_r.
    + cbn [play_on past_moves passed is_pass at_ before who andb]. rewrite (proj2 (peqb_ok _ _) eq_refl).
      assert (ceq (turn g) (turn g) = true) as -> by (now apply ceq_ok). reflexivity.
Qed.

(** Passes in a row end the game, and no pass lifts the ban: there are finitely many stones. *)
Theorem ends_by_passes g k : clause_ban r <> NoBan -> clause_ban r <> BanLeft -> clause_lifted_by r = LiftNothing -> clause_passes_in_a_row r = Some k ->
  fair g -> has_ends g.
Proof.
  intros Nb Nl Li Hk. apply (measured fair (fun g => open (standing g)) (fun g => k - run (h g)) (fun _ => 0)). clear g.
  intros g g' Fg A. destruct (move_cases g g' Fg A) as [Fg' [(p & Q & Pl & Bd & LQ & ->)|(-> & Ps & Rk)]]; split; auto.
  - left. pose proof Fg as (L & R & Pr & Ln). destruct (proper_color g Pr) as [C C'].
    assert (Br : stands r (start g) (first g) Q (opp (turn g)) (h g) = false).
    { rewrite (barred_usual b r us) in Bd. unfold usually_barred in Bd. rewrite !orb_false_iff in Bd. destruct (clause_ban r); tauto. }
    apply open_lt with (X := Q) (Y := opp (turn g)); auto.
    + intros X Y. apply standing_stone.
    + unfold standing. destruct (clause_ban r); congruence.
    + unfold standing. assert (counts r Q (opp (turn g)) Q (opp (turn g)) = true) as Cn.
      { unfold counts. rewrite (proj2 (peqb_ok _ _) eq_refl). assert (ceq (opp (turn g)) (opp (turn g)) = true) as -> by (now apply ceq_ok). now destruct (clause_ban r). }
      destruct (clause_ban r); try congruence; cbn [play_on past_moves start first stands after who is_pass at_ negb orb andb]; rewrite Cn; reflexivity.
  - right. split; [now apply stones_pass|]. left. cbn. specialize (Rk k Hk). lia.
Qed.

(** Passes in a row end the game, and finitely many stones follow a pass: f says of which positions and players no more does. *)
Definition phase (k : nat) (g : game) : nat := match run (h g) with 0 => k + stones_left g | S _ => k - run (h g) end.
Lemma ends_by_runs k (I : game -> Prop) (f : game -> nat) : clause_ban r <> NoBan -> clause_passes_in_a_row r = Some k -> 1 <= k ->
  (forall g p Q, fair g -> I g -> barred b r g Q = false -> length Q = n -> let g' := play_on g (Event (turn g) (Some p) (now g) Q) in
     I g' /\ (run (h g) = 0 -> f g' <= f g) /\ (1 <= run (h g) -> f g' < f g)) ->
  (forall g, fair g -> I g -> (forall k, clause_passes_in_a_row r = Some k -> run (h g) + 1 < k) -> let g' := play_on g (Event (turn g) None (now g) (now g)) in I g' /\ f g' <= f g) ->
  forall g, fair g /\ made_freely g /\ I g -> has_ends g.
Proof.
  intros Nb Hk K1 Hs Hp. apply (measured (fun g => fair g /\ made_freely g /\ I g) f (phase k) (fun _ => 0)).
  intros g g' (Fg & Mf & Ig) A. destruct (move_cases g g' Fg A) as [Fg' [(p & Q & Pl & Bd & LQ & ->)|(-> & Ps & Rk)]].
  - destruct (stones_dec g p Q Fg Mf Nb LQ Bd) as [Sd Mf']. destruct (Hs g p Q Fg Ig Bd LQ) as (I' & H0 & H1). split; auto.
    destruct (run (h g)) as [|x] eqn:R0; [|left; apply H1; lia]. right. split; auto. left. unfold phase. rewrite R0. change (run (h (play_on g (Event (turn g) (Some p) (now g) Q)))) with 0. cbn iota. lia.
  - destruct (Hp g Fg Ig Rk) as [I' H0]. split; [split; auto; split; auto; apply made_pass|]. right. split; auto. left. specialize (Rk k Hk).
    unfold phase. change (run (h (play_on g (Event (turn g) None (now g) (now g))))) with (S (run (h g))). cbn iota. destruct (run (h g)); lia.
Qed.
Theorem ends_by_initialising g k : clause_ban r <> NoBan -> clause_passes_in_a_row r = Some k -> 1 <= k -> clause_initialised_twice r = true ->
  fair g -> made_freely g -> has_ends g.
Proof.
  intros Nb Hk K1 Ci Fg Mf. apply (ends_by_runs k (fun _ => True) (fun g => open (fun X Y => initialised X Y (h g)))); auto.
  - clear g Fg Mf. intros g p Q (L & R & Pr & Ln) _ Bd LQ g'. destruct (proper_color g Pr) as [C C'].
    assert (M : forall X Y, initialised X Y (h g) = true -> initialised X Y (h g') = true).
    { intros X Y H. unfold g'. cbn [play_on past_moves initialised]. rewrite H. apply orb_true_r. }
    split; auto. split; [intros _; now apply open_le|]. intro R1. apply open_lt with (X := now g) (Y := turn g); auto.
    + rewrite (barred_usual b r us) in Bd. unfold usually_barred in Bd. rewrite Ci in Bd. apply Nat.leb_le in R1. rewrite R1 in Bd. destruct (initialised (now g) (turn g) (h g)); auto. rewrite !orb_false_iff in Bd. destruct Bd as [[[_ Bd] _] _]. discriminate.
    + unfold g'. cbn [play_on past_moves initialised before who]. rewrite (proj2 (peqb_ok _ _) eq_refl). apply Nat.leb_le in R1. rewrite R1.
      assert (ceq (turn g) (turn g) = true) as -> by (now apply ceq_ok). reflexivity.
  - clear g Fg Mf. intros g _ _ _ g'. split; auto. apply open_le. intros X Y H. unfold g'. cbn [play_on past_moves initialised]. rewrite H. apply orb_true_r.
Qed.
Theorem ends_by_disturbing g k : clause_ban r <> NoBan -> clause_passes_in_a_row r = Some k -> 1 <= k <= 2 -> clause_disturbed_twice r = true ->
  fair g -> made_freely g -> has_ends g.
Proof.
  intros Nb Hk K1 Di Fg Mf. apply (ends_by_runs k (fun _ => True) disturbances); auto; try lia.
  - clear g Fg Mf. intros g p Q Fg _ Bd LQ g'. split; auto. split; [intros _; apply disturbances_on|]. intro R1. apply disturbances_dec; auto.
    destruct Fg as (_ & R & _). specialize (R k Hk). lia.
Qed.
(** Under [declined] with two passes in a row: who places a stone after a pass has not done so here before. *)
Definition not_declined (g : game) : Prop := declined (now g) (match run (h g) with 0 => opp (turn g) | _ => turn g end) (h g) = false.
Theorem ends_by_declining g : clause_ban r <> NoBan -> clause_passes_in_a_row r = Some 2 -> clause_declined r = true ->
  fair g -> made_freely g -> not_declined g -> has_ends g.
Proof.
  intros Nb Hk De Fg Mf Nd. apply (ends_by_runs 2 not_declined (fun g => open (fun X Y => declined X Y (h g)))); auto.
  - clear g Fg Mf Nd. intros g p Q (L & R & Pr & Ln) Nd Bd LQ g'. destruct (proper_color g Pr) as [C C'].
    assert (M : forall X Y, declined X Y (h g) = true -> declined X Y (h g') = true).
    { intros X Y H. unfold g'. cbn [play_on past_moves declined]. rewrite H. apply orb_true_r. }
    rewrite (barred_usual b r us) in Bd. unfold usually_barred in Bd. rewrite De in Bd. rewrite !orb_false_iff in Bd. destruct Bd as [_ Bd]. cbn [andb] in Bd. rewrite orb_false_iff in Bd. destruct Bd as [B1 B2].
    split; [|split; [intros _; now apply open_le|]].
    + unfold not_declined, g'. change (now (play_on g (Event (turn g) (Some p) (now g) Q))) with Q. change (turn (play_on g (Event (turn g) (Some p) (now g) Q))) with (opp (turn g)).
      cbn [play_on past_moves run is_pass at_ declined before who negb]. rewrite opp_opp, B1. destruct (1 <=? run (h g)); auto. cbn [andb] in *. now rewrite B2.
    + intro R1. apply open_lt with (X := now g) (Y := turn g); auto.
      * unfold not_declined in Nd. destruct (run (h g)); [lia|exact Nd].
      * unfold g'. cbn [play_on past_moves declined before who is_pass at_ negb]. rewrite (proj2 (peqb_ok _ _) eq_refl). apply Nat.leb_le in R1. rewrite R1.
        assert (ceq (turn g) (turn g) = true) as -> by (now apply ceq_ok). reflexivity.
  - clear g Fg Mf Nd. intros g (L & R & Pr & Ln) Nd Rk g'. specialize (Rk 2 Hk). split.
    + unfold not_declined in *. unfold g'. change (now (play_on g (Event (turn g) None (now g) (now g)))) with (now g). change (turn (play_on g (Event (turn g) None (now g) (now g)))) with (opp (turn g)).
      cbn [play_on past_moves run is_pass at_ declined before who negb]. rewrite andb_false_r. cbn [andb orb]. destruct (run (h g)); [exact Nd|lia].
    + apply open_le. intros X Y H. unfold g'. cbn [play_on past_moves declined]. rewrite H. apply orb_true_r.
Qed.

(** Under [left-position] that no pass lifts, and without suicide: as long as nobody leaves a position for the first time it is one player who
    places all stones, and he fills the board. *)
Fixpoint last_stone (l : list event) : option event := match l with [] => None | e :: l => if is_pass e then last_stone l else Some e end.
Definition not_left (g : game) : Prop :=
  match last_stone (h g) with Some e => left_behind r (now g) (who e) (h g) = false /\ (who e = B \/ who e = W) | None => forall X Y, left_behind r X Y (h g) = false end.
Definition space (g : game) : nat := match last_stone (h g) with Some e => room b (opp (who e)) (now g) | None => 0 end.
Theorem ends_by_leaving g k : clause_ban r = BanLeft -> clause_lifted_by r = LiftNothing -> clause_suicide r = Forbidden -> clause_passes_in_a_row r = Some k ->
  fair g /\ not_left g -> has_ends g.
Proof.
  intros Lf Li Su Hk. apply (measured (fun g => fair g /\ not_left g) (fun g => open (fun X Y => left_behind r X Y (h g))) space (fun g => k - run (h g))). clear g.
  intros g g' [Fg Nl] A. pose proof Fg as (L & R & Pr & Ln). destruct (proper_color g Pr) as [C C'].
  destruct (move_cases g g' Fg A) as [Fg' [(p & Q & Pl & Bd & LQ & ->)|(-> & Ps & Rk)]].
  - set (e := Event (turn g) (Some p) (now g) Q) in *.
    assert (Br : left_behind r Q (turn g) (h g) = false) by (rewrite (barred_usual b r us) in Bd; unfold usually_barred in Bd; rewrite Lf in Bd; rewrite !orb_false_iff in Bd; tauto).
    assert (tt_ : ceq (turn g) (opp (turn g)) = false) by (destruct C as [-> | ->]; reflexivity).
    assert (M : forall X Y, left_behind r X Y (h g) = true -> left_behind r X Y (e :: h g) = true).
    { intros X Y H. cbn [left_behind]. rewrite H. replace (lifts r e (h g)) with false by reflexivity. apply orb_true_r. }
    split.
    + split; auto. unfold not_left. cbn [play_on past_moves last_stone is_pass at_ e]. split; [|exact C]. change (now (play_on g e)) with Q. cbn [left_behind e who before is_pass at_].
      change (lifts r (Event (turn g) (Some p) (now g) Q) (h g)) with false. cbn iota. rewrite Br, tt_. now rewrite andb_false_r.
    + destruct (left_behind r (now g) (opp (turn g)) (h g)) eqn:Lb.
      * right. split; [now apply open_le|]. left. unfold space. cbn [play_on past_moves last_stone is_pass at_ e who]. change (now (play_on g e)) with Q.
        unfold not_left in Nl. destruct (last_stone (h g)) as [e0|]; [|rewrite Nl in Lb; discriminate]. destruct Nl as [Nl Ce].
        assert (who e0 = turn g) as W0 by (destruct C as [Ct|Ct], Ce as [Ce|Ce]; rewrite Ct, Ce in *; auto; simpl in Lb; congruence).
        rewrite W0. rewrite Su in Pl. apply (room_stone b (opp (turn g))) with (p := p); [destruct C as [-> | ->]; simpl; congruence|]. now rewrite opp_opp.
      * left. apply open_lt with (X := now g) (Y := opp (turn g)); auto. cbn [play_on past_moves left_behind e who before is_pass at_ negb andb]. rewrite (proj2 (peqb_ok _ _) eq_refl).
        assert (ceq (opp (turn g)) (opp (turn g)) = true) as -> by (now apply ceq_ok). reflexivity.
  - set (e := Event (turn g) None (now g) (now g)) in *.
    assert (Eq : forall X Y, left_behind r X Y (e :: h g) = left_behind r X Y (h g)).
    { intros X Y. cbn [left_behind is_pass at_ e negb andb orb]. replace (lifts r e (h g)) with false; [reflexivity|]. unfold lifts. rewrite Li. symmetry. apply andb_false_r. }
    split.
    + split; auto. unfold not_left in *. cbn [play_on past_moves last_stone is_pass at_ e]. change (now (play_on g e)) with (now g).
      destruct (last_stone (h g)); [rewrite Eq; auto|]. intros X Y. rewrite Eq. auto.
    + right. split; [apply open_le; intros X Y H; cbn [play_on past_moves]; now rewrite Eq|]. right. split; [unfold space; cbn [play_on past_moves last_stone is_pass at_ e]; auto|].
      change (run (h (play_on g e))) with (S (run (h g))). specialize (Rk k Hk). lia.
Qed.

(** A draw by a state that occurs again since the start: there are finitely many states. *)
Definition new_states (g : game) : nat :=
  open (fun X Y => occurred r (start g) (first g) X Y (h g)) + open (fun X Y => occurred_twice r (start g) (first g) X Y (h g)).
Lemma drawn_later g g' : fair g -> after_move g' g -> clause_draw r <> NoDraw -> clause_since_pass r = false ->
  exists e, g' = play_on g e /\ who e = turn g /\ length (after e) = n /\ draw r g (after e) (opp (turn g)) = false.
Proof.
  intros (L & R & Pr & Ln) (m & St) Dr Si. rewrite (step_usual b r us g m R) in St. unfold usual_step in St. destruct m as [p|].
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (_ || usually_barred r g Q); [discriminate|]. destruct (draw r g Q (opp (turn g))) eqn:D; [discriminate|].
    inversion St. eexists. split; [reflexivity|]. split; auto. split; auto. eapply place_length; eauto.
  - rewrite Si in St. cbn [negb andb] in St. match type of St with (if ?x then _ else _) = _ => destruct x end; [discriminate|]. destruct (draw r g (now g) (opp (turn g))) eqn:D; [discriminate|].
    inversion St. eexists. split; [reflexivity|]. auto.
Qed.
Theorem ends_by_draws g : clause_draw r <> NoDraw -> clause_since_pass r = false -> fair g -> has_ends g.
Proof.
  intros Dr Si. apply (measured fair new_states (fun _ => 0) (fun _ => 0)). clear g. intros g g' Fg A. split; [now destruct (move_cases g g' Fg A)|]. left.
  destruct (drawn_later g g' Fg A Dr Si) as (e & -> & We & Le & D). pose proof Fg as (L & R & Pr & Ln). destruct (proper_color g Pr) as [C C'].
  assert (An : anew r e = false) by (unfold anew; now rewrite Si).
  assert (M1 : forall X Y, occurred r (start g) (first g) X Y (h g) = true -> occurred r (start g) (first g) X Y (e :: h g) = true).
  { intros X Y H. cbn [occurred]. rewrite An, H. apply orb_true_r. }
  assert (M2 : forall X Y, occurred_twice r (start g) (first g) X Y (h g) = true -> occurred_twice r (start g) (first g) X Y (e :: h g) = true).
  { intros X Y H. cbn [occurred_twice]. rewrite An, H. apply orb_true_r. }
  assert (Hr : here (after e) (opp (turn g)) e = true).
  { unfold here. rewrite (proj2 (peqb_ok _ _) eq_refl), We. apply andb_true_iff. split; auto. now apply ceq_ok. }
  unfold new_states. cbn [play_on past_moves start first]. pose proof (open_le _ _ M1) as O1. pose proof (open_le _ _ M2) as O2.
  destruct (occurred r (start g) (first g) (after e) (opp (turn g)) (h g)) eqn:Oc.
  - assert (open (fun X Y => occurred_twice r (start g) (first g) X Y (e :: h g)) < open (fun X Y => occurred_twice r (start g) (first g) X Y (h g))) as O; [|lia].
    apply open_lt with (X := after e) (Y := opp (turn g)); auto.
    + unfold draw in D. destruct (clause_draw r); congruence.
    + cbn [occurred_twice]. rewrite An, Hr, Oc. reflexivity.
  - assert (open (fun X Y => occurred r (start g) (first g) X Y (e :: h g)) < open (fun X Y => occurred r (start g) (first g) X Y (h g))) as O; [|lia].
    apply open_lt with (X := after e) (Y := opp (turn g)); auto. cbn [occurred]. now rewrite Hr.
Qed.

End Usual.

(** Whether the clauses say so. *)
Definition always_ends : bool := usual r && (
  match clause_draw r with NoDraw => false | _ => negb (clause_since_pass r) end ||
  match clause_ban r with NoBan => false | _ => true end &&
  (clause_second_pass r && (negb (clause_passes_forgotten r) || clause_disturbed_twice r) ||
   match clause_passes_in_a_row r with
   | Some k => (1 <=? k) &&
       (match clause_ban r, clause_lifted_by r, clause_suicide r with BanLeft, LiftNothing, Forbidden => true | BanLeft, _, _ => false | _, LiftNothing, _ => true | _, _, _ => false end ||
        clause_initialised_twice r || clause_disturbed_twice r && (k <=? 2) || clause_declined r && (k =? 2))
   | None => false
   end)).
Theorem every_game_ends P c0 : length P = n -> c0 = B \/ c0 = W -> match clause_passes_in_a_row r with Some 0 => false | _ => true end = true ->
  always_ends = true -> has_ends (Game P c0 []).
Proof.
  intros L C K H. pose proof (fair_start P c0 L C K) as Fg. assert (made_freely (Game P c0 [])) as Mf by (intros _; exact I).
  unfold always_ends in H. apply andb_true_iff in H as [us H]. apply orb_true_iff in H as [H|H].
  { apply ends_by_draws; auto; destruct (clause_draw r); try discriminate; now apply negb_true_iff. }
  apply andb_true_iff in H as [Nb H]. assert (clause_ban r <> NoBan) as Nb' by (destruct (clause_ban r); congruence).
  apply orb_true_iff in H as [H|H].
  - apply andb_true_iff in H as [Se H]. apply ends_by_second_pass; auto. apply orb_true_iff in H as [H|H]; auto. left. now apply negb_true_iff.
  - destruct (clause_passes_in_a_row r) as [k|] eqn:Hk; [|discriminate]. rewrite !andb_true_iff, !orb_true_iff, !andb_true_iff, !Nat.leb_le, Nat.eqb_eq in H.
    destruct H as [K1 [[[H|H]|[H1 H2]]|[H1 H2]]].
    + destruct (clause_ban r) eqn:Bn; try congruence; destruct (clause_lifted_by r) eqn:Li; try discriminate; try (apply ends_by_passes with k; auto; congruence).
      destruct (clause_suicide r) eqn:Su; try discriminate. apply ends_by_leaving with k; auto. split; auto. intros X Y. reflexivity.
    + apply ends_by_initialising with k; auto.
    + apply ends_by_disturbing with k; auto.
    + subst k. apply ends_by_declining; auto. reflexivity.
Qed.

(** Where every game ends, what can be kept can be forced. *)
Theorem keeps_forces c g : has_ends g -> keeps b r c g -> forces b r c g.
Proof.
  intros A (X & Xg & H). revert Xg. induction A as [g _ IH]. intro Xg.
  assert (O : forall m o, step b r g m = Some o -> stays c X o -> wins b r c o).
  { intros m [s|g'] St S; constructor; auto. apply IH; auto. now exists m. }
  destruct (H g Xg) as [[T (m & o & St & S)]|[T S]]; [eapply F_own; eauto|]. apply F_opp; auto. intros m o St. eapply O; eauto.
Qed.

(** Where every game ends, there is a value. *)
Theorem has_value g : has_ends g -> exists v, value b r g v.
Proof.
  induction 1 as [g _ IH].
  set (worths d depth (m : option nat) := match step b r g m with None => [] | Some (inl s) => [s] | Some (inr g') => [minimax b r d depth g'] end).
  assert (forall l, exists N w, forall d depth, N <= depth -> flat_map (worths d depth) l = w) as Fl.
  { induction l as [|m l (N & w & Hl)]; [exists 0, []; auto|].
    assert (exists N1 w1, forall d depth, N1 <= depth -> worths d depth m = w1) as (N1 & w1 & H1).
    { unfold worths. destruct (step b r g m) as [[s|g']|] eqn:St; [exists 0, [s]; auto| |exists 0, []; auto].
      destruct (IH g') as (v & N1 & H1); [now exists m|]. exists N1, [v]. intros d depth L. now rewrite H1. }
    exists (max N N1), (w1 ++ w). intros d depth L. simpl. rewrite Hl, H1 by lia. reflexivity. }
  destruct (Fl (moves b)) as (N & w & Hw). exists (best (ceq (turn g) B) w 0%Z), (S N). intros d [|depth] L; [lia|]. simpl.
  fold (worths d depth). rewrite (Hw d depth) by lia. destruct w as [|x w]; [|reflexivity]. exfalso.
  destruct (some_step b r g) as (mv & o & So).
  assert (In (match o with inl s => s | inr g' => minimax b r 0%Z N g' end) (flat_map (worths 0%Z N) (moves b))) as X.
  { apply in_flat_map. exists mv. split; [eapply step_moves; eauto|]. unfold worths. rewrite So. destruct o; simpl; auto. }
  rewrite Hw in X by lia. destruct X.
Qed.

(** Then it is decided what can be forced. *)
Lemma forces_decided c g : has_ends g -> forces b r c g \/ ~ forces b r c g.
Proof.
  induction 1 as [g _ IH].
  assert (Wo : forall m o, step b r g m = Some o -> wins b r c o \/ ~ wins b r c o).
  { intros m [s|g'] St.
    - assert (good c s \/ ~ good c s) as [G|G] by (unfold good; destruct (fst c); lia); [left; now constructor|right; intro W; inversion W; auto].
    - destruct (IH g') as [F|F]; [now exists m|left; now constructor|right; intro W; inversion W; auto]. }
  assert (his_turn c g \/ ~ his_turn c g) as [T|T] by (unfold his_turn; destruct (turn g), (fst c); auto; right; congruence).
  - assert (forall l, (exists m o, In m l /\ step b r g m = Some o /\ wins b r c o) \/ ~ exists m o, In m l /\ step b r g m = Some o /\ wins b r c o) as X.
    { induction l as [|m l [(x & o & H1 & H2 & H3)|N]]; [right; intros (m & o & [] & _)|left; exists x, o; simpl; auto|].
      destruct (step b r g m) as [o|] eqn:St.
      - destruct (Wo m o St) as [W|W]; [left; exists m, o; simpl; auto|]. right. intros (x & o' & [<-|H1] & H2 & H3); [rewrite St in H2; inversion H2; subst; auto|]. apply N. eauto.
      - right. intros (x & o' & [<-|H1] & H2 & H3); [congruence|]. apply N. eauto. }
    destruct (X (moves b)) as [(m & o & _ & St & W)|N]; [left; eapply F_own; eauto|]. right. intro F. inversion F; subst; auto. apply N. exists m, o. split; auto. eapply step_moves; eauto.
  - assert (forall l, (forall m o, In m l -> step b r g m = Some o -> wins b r c o) \/ ~ forall m o, In m l -> step b r g m = Some o -> wins b r c o) as X.
    { induction l as [|m l [H|N]]; [left; intros m o []| |right; intro H; apply N; intros x o Hx; apply H; simpl; auto].
      destruct (step b r g m) as [o|] eqn:St.
      - destruct (Wo m o St) as [W|W]; [left; intros x o' [<-|H1] St'; [rewrite St in St'; inversion St'; subst; auto|eauto]|]. right. intro Y. apply W. apply (Y m o); simpl; auto.
      - left. intros x o' [<-|H1] St'; [congruence|eauto]. }
    destruct (X (moves b)) as [H|N]; [left; apply F_opp; auto; intros m o St; eapply H; eauto; eapply step_moves; eauto|].
    right. intro F. inversion F; subst; auto. apply N. intros m o _ St. eauto.
Qed.
End Ends.
(** Of finitely many positions it is not denied that something is decided. *)
Lemma decisions (A : nat * pos -> Prop) (l : list (nat * pos)) : ~ ~ exists f : nat * pos -> bool, forall z, In z l -> (f z = true <-> A z).
Proof.
  induction l as [|[a P] l IH]; intro N.
  - apply N. exists (fun _ => true). intros z [].
  - apply IH. intros (f & Hf). assert (~ ~ (A (a, P) \/ ~ A (a, P))) as D by tauto. apply D. intro Y. apply N.
    assert (exists v : bool, v = true <-> A (a, P)) as (v & Hv) by (destruct Y; [exists true|exists false]; split; congruence || tauto).
    exists (fun z => if (fst z =? a) && peqb (snd z) P then v else f z). intros [a' P'] H. cbn [fst snd]. destruct ((a' =? a) && peqb P' P) eqn:Q.
    + rewrite andb_true_iff, Nat.eqb_eq, peqb_ok in Q. destruct Q as [-> ->]. exact Hv.
    + destruct H as [H|H]; [|auto]. inversion H; subst. rewrite Nat.eqb_refl, (proj2 (peqb_ok _ _) eq_refl) in Q. discriminate.
Qed.
