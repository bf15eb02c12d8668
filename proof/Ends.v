(** Every game ends (CERTIFICATES.md, section Why games end), where the clauses say so. Then there is a value, and who can play for ever
    to his liking can force what he likes. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Life Play Ending Stood.

(** In a run of k passes or more, k passes in a row have come. *)
Lemma came_run k h : 1 <= k -> k <= run h -> came k h = true.
Proof.
  intro K. induction h as [|e l IH]; cbn [run came]; [lia|]. destruct (is_pass e) eqn:Pa; [|lia]. intro L. destruct (Nat.eq_dec (S (run l)) k) as [<-|N].
  - now rewrite Nat.mod_same.
  - rewrite IH by lia. apply orb_true_r.
Qed.

Section Ends.
Variable b : board.
Variable r : rules.
Notation n := (size b).
Notation h g := (past_moves g).

Notation after_move := (leads game (option nat) Z (step b r)).
Definition has_ends : game -> Prop := ends game (option nat) Z (step b r).
Notation measured := (measured game (option nat) Z (step b r)).

(** The most passes that can be made in a row: in two successions twice as many as end the game in one. *)
Definition row : option nat := match clause_passes_in_a_row r with Some k => Some (if clause_two_successions r then 2 * k else k) | None => None end.
Lemma row_on k l : row = Some k -> run l < k -> passes_end r l = false -> run l + 1 < k.
Proof.
  unfold row, passes_end. destruct (clause_passes_in_a_row r) as [j|]; [|discriminate]. intros H R E. inversion H; subst k; clear H.
  destruct (clause_two_successions r); cbn [negb orb] in E.
  - destruct (Nat.eq_dec (run l + 1) (2 * j)) as [X|]; [|lia]. rewrite X, Nat.mod_mul, (came_run j) in E by lia. discriminate.
  - destruct (Nat.eq_dec (run l + 1) j) as [X|]; [|lia]. rewrite X, Nat.mod_same in E by lia. discriminate.
Qed.

(** A stone, or a pass, after which the game goes on. *)
Notation with_stone g p Q := (play_on g (Event (turn g) (Some p) (now g) Q)).
Notation with_pass g := (play_on g (Event (turn g) None (now g) (now g))).
Definition stone_on (g : game) (p : nat) (Q : pos) : Prop :=
  place b (clause_suicide r) (now g) p (turn g) = Some Q /\ barred b r g Q = false /\ repeats b r g Q = false /\ draw r g Q (opp (turn g)) = false /\
  has_won b r (turn g) (Event (turn g) (Some p) (now g) Q :: h g) = false /\ (clause_no_capture r = true -> taken b (turn g) (now g) Q = 0) /\ length Q = n.
Definition pass_on (g : game) : Prop :=
  may_pass b r (turn g) (h g) = true /\ (clause_second_pass r = true -> passed r (now g) (turn g) (h g) = false) /\
  (forall k, row = Some k -> run (h g) + 1 < k) /\ (clause_since_pass r = false -> draw r g (now g) (opp (turn g)) = false).

(** The games that are played: their events are linked, and no more passes were made in a row than end the game. *)
Definition fair (g : game) : Prop :=
  link g /\ (forall k, row = Some k -> run (h g) < k) /\ proper g /\ length (now g) = n.
Lemma fair_start P c0 : length P = n -> c0 = B \/ c0 = W -> match clause_passes_in_a_row r with Some 0 => false | _ => true end = true -> fair (Game P c0 []).
Proof.
  intros L C K. split; [exact I|]. split; [|split; auto]. unfold row. intros k Hk. destruct (clause_passes_in_a_row r) as [[|j]|]; try discriminate.
  cbn [past_moves run]. destruct (clause_two_successions r); inversion Hk; lia.
Qed.
Lemma move_cases g g' : fair g -> after_move g' g -> fair g' /\ cut_off r (h g) = false /\
  ((exists p Q, stone_on g p Q /\ g' = with_stone g p Q) \/ pass_on g /\ g' = with_pass g).
Proof.
  intros (L & R & Pr & Ln) (m & St). pose proof (proper_step b r g m g' Pr St) as Pr'. unfold step in St. destruct m as [p|].
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|destruct (_ && _); discriminate]. destruct (_ || barred b r g Q || _) eqn:Bd; [discriminate|].
    destruct (negb (illegal r) && _) eqn:Rp; [discriminate|]. destruct (draw r g Q _) eqn:D; [discriminate|]. destruct (has_won _ _ _ _) eqn:Hw; [discriminate|].
    destruct (cut_off _ _) eqn:Cu; [discriminate|]. inversion St; subst g'; clear St. rewrite !orb_false_iff in Bd. destruct Bd as [[_ Bd] Nc].
    pose proof (place_length _ _ _ _ _ _ Pl) as LQ. split; [|split; auto; left; exists p, Q; split; auto].
    + split; [|split; [|split; auto]].
      * unfold link in *. destruct g as [g0 c0 l]. cbn [play_on past_moves start first linked before who is_pass at_]. split; [reflexivity|]. split; [reflexivity|]. split; [discriminate|exact L].
      * intros k Hk. cbn. specialize (R k Hk). lia.
    + repeat split; auto.
      * destruct (illegal r) eqn:Il; [|exact Rp]. unfold barred in Bd. rewrite Il, !orb_false_iff in Bd. tauto.
      * intro N. rewrite N in Nc. cbn [andb] in Nc. apply Nat.leb_gt in Nc. lia.
  - destruct (negb (may_pass _ _ _ _)) eqn:Mp; [discriminate|]. apply negb_false_iff in Mp. destruct (_ || _) eqn:En; [discriminate|].
    destruct (negb (clause_since_pass r) && _) eqn:D; [discriminate|]. inversion St; subst g'; clear St. rewrite !orb_false_iff in En. destruct En as [[E1 E2] E3].
    assert (forall k, row = Some k -> run (h g) + 1 < k) as Rk by (intros k Hk; apply row_on; auto).
    split; [|split; auto; right; split; auto].
    + split; [|split; [|split; auto]].
      * unfold link in *. destruct g as [g0 c0 l]. cbn [play_on past_moves start first linked before who is_pass at_ after]. split; [reflexivity|]. split; [reflexivity|]. split; [reflexivity|exact L].
      * intros k Hk. cbn. specialize (Rk k Hk). lia.
    + repeat split; auto.
      * intro S. now rewrite S in E3.
      * intro S. now rewrite S in D.
Qed.

Definition universe : list (pos * color) := list_prod (all_pos n) [B; W].
Notation open := (still universe).
Lemma open_lt f f' X Y : (forall X Y, f X Y = true -> f' X Y = true) -> length X = n -> Y = B \/ Y = W -> f X Y = false -> f' X Y = true -> open f' < open f.
Proof.
  intros H L C. apply still_lt; auto. apply in_prod; [rewrite <- L; apply all_pos_ok|]. destruct C as [->| ->]; simpl; auto.
Qed.
Lemma proper_color g : proper g -> (turn g = B \/ turn g = W) /\ (opp (turn g) = B \/ opp (turn g) = W).
Proof. intros [->| ->]; simpl; auto. Qed.
Lemma same_color c : ceq c c = true. Proof. now apply ceq_ok. Qed.
Lemma same_pos P : peqb P P = true. Proof. now apply peqb_ok. Qed.
Lemma other_color c : c = B \/ c = W -> ceq c (opp c) = false. Proof. now intros [->| ->]. Qed.

(** Between two passes there are finitely many stones: each lowers a measure, [left], in the games that satisfy I. *)
Section Between.
Variable I : game -> Prop.
Variable left : game -> nat.
Hypothesis stone_left : forall g p Q, fair g -> I g -> stone_on g p Q -> left (with_stone g p Q) < left g /\ I (with_stone g p Q).
Hypothesis pass_left : forall g, fair g -> I g -> pass_on g -> I (with_pass g).

(** A second pass ends the game: nobody passes twice on a position, unless a disturbing play comes between, of which there are finitely many. *)
Definition disturbances (g : game) : nat := if clause_disturbed_twice r then open (fun X Y => disturbed X Y (h g)) else 0.
Lemma disturbances_on g e : disturbances (play_on g e) <= disturbances g.
Proof.
  unfold disturbances. destruct (clause_disturbed_twice r); auto. apply still_le. intros X Y H. cbn [play_on past_moves disturbed]. rewrite H. apply orb_true_r.
Qed.
Lemma disturbances_dec g p Q : fair g -> clause_disturbed_twice r = true -> run (h g) = 1 -> barred b r g Q = false ->
  disturbances (with_stone g p Q) < disturbances g.
Proof.
  intros (L & R & Pr & Ln) D R1 Bd. destruct (proper_color g Pr) as [C C']. unfold disturbances. rewrite D. apply open_lt with (X := now g) (Y := turn g); auto.
  - intros X Y H. cbn [play_on past_moves disturbed]. rewrite H. apply orb_true_r.
  - unfold barred in Bd. rewrite D, R1, !orb_false_iff in Bd. cbn in Bd. tauto.
  - cbn [play_on past_moves disturbed before who]. unfold disturbing. now rewrite R1, same_pos, same_color.
Qed.
Definition passes_left (g : game) : nat := open (fun X Y => passed r X Y (h g)).
Lemma passes_left_dec g : fair g -> pass_on g -> clause_second_pass r = true -> passes_left (with_pass g) < passes_left g.
Proof.
  intros (L & R & Pr & Ln) (_ & Ps & _) Se. destruct (proper_color g Pr) as [C C']. apply open_lt with (X := now g) (Y := turn g); auto.
  - intros X Y H. cbn [play_on past_moves passed]. unfold disturbing. cbn [is_pass at_ negb andb]. now rewrite ?andb_false_r, H, ?orb_true_r.
  - cbn [play_on past_moves passed is_pass at_ before who andb]. now rewrite same_pos, same_color.
Qed.
Theorem ends_by_second_pass g : clause_second_pass r = true -> clause_passes_forgotten r = false \/ clause_disturbed_twice r = true ->
  fair g /\ I g -> has_ends g.
Proof.
  intros Se Fo. apply (measured (fun g => fair g /\ I g) disturbances passes_left left). clear g.
  intros g g' [Fg Ig] A. destruct (move_cases g g' Fg A) as (Fg' & _ & [(p & Q & St & ->)|(Ps & ->)]).
  - destruct (stone_left g p Q Fg Ig St) as [Sd I']. split; [auto|].
    pose proof (disturbances_on g (Event (turn g) (Some p) (now g) Q)) as Do.
    destruct (clause_passes_forgotten r && (run (h g) =? 1)) eqn:Fr.
    + left. apply andb_true_iff in Fr as [F1 F2]. apply Nat.eqb_eq in F2. apply disturbances_dec; auto; [destruct Fo; congruence|apply St].
    + right. split; auto. right. split; auto. unfold passes_left. apply still_le. intros X Y H. cbn [play_on past_moves passed]. unfold disturbing. cbn [is_pass at_ negb andb orb].
      now rewrite Fr, H, ?orb_true_r.
  - split; [split; auto|]. right. split; [apply disturbances_on|]. left. now apply passes_left_dec.
Qed.

(** Passes in a row end the game, and finitely many stones follow a pass: f is a measure that each stone after a pass lowers. *)
Definition phase (k : nat) (g : game) : nat := match run (h g) with 0 => k + left g | S _ => k - run (h g) end.
Lemma ends_by_runs k (J : game -> Prop) (f : game -> nat) : row = Some k ->
  (forall g p Q, fair g -> J g -> stone_on g p Q -> J (with_stone g p Q) /\ (run (h g) = 0 -> f (with_stone g p Q) <= f g) /\ (1 <= run (h g) -> f (with_stone g p Q) < f g)) ->
  (forall g, fair g -> J g -> pass_on g -> J (with_pass g) /\ f (with_pass g) <= f g) ->
  forall g, fair g /\ I g /\ J g -> has_ends g.
Proof.
  intros Hk Hs Hp. apply (measured (fun g => fair g /\ I g /\ J g) f (phase k) (fun _ => 0)).
  intros g g' (Fg & Ig & Jg) A. destruct (move_cases g g' Fg A) as (Fg' & _ & [(p & Q & St & ->)|(Ps & ->)]).
  - destruct (stone_left g p Q Fg Ig St) as [Sd I']. destruct (Hs g p Q Fg Jg St) as (J' & H0 & H1). split; auto.
    destruct (run (h g)) as [|x] eqn:R0; [|left; apply H1; lia]. right. split; auto. left. unfold phase. rewrite R0. change (run (h (with_stone g p Q))) with 0. cbn iota. lia.
  - destruct (Hp g Fg Jg Ps) as [J' H0]. split; [split; auto|]. right. split; auto. left. destruct Ps as (_ & _ & Rk & _). specialize (Rk k Hk).
    unfold phase. change (run (h (with_pass g))) with (S (run (h g))). cbn iota. destruct (run (h g)); lia.
Qed.
Theorem ends_by_initialising g k : row = Some k -> clause_initialised_twice r = true -> fair g -> I g -> has_ends g.
Proof.
  intros Hk Ci Fg Ig. apply (ends_by_runs k (fun _ => True) (fun g => open (fun X Y => initialised X Y (h g)))); auto; clear g Fg Ig.
  - intros g p Q (L & R & Pr & Ln) _ St. destruct (proper_color g Pr) as [C C'].
    assert (M : forall X Y, initialised X Y (h g) = true -> initialised X Y (h (with_stone g p Q)) = true).
    { intros X Y H. cbn [play_on past_moves initialised]. rewrite H. apply orb_true_r. }
    split; auto. split; [intros _; now apply still_le|]. intro R1. apply Nat.leb_le in R1. apply open_lt with (X := now g) (Y := turn g); auto.
    + destruct St as (_ & Bd & _). unfold barred in Bd. rewrite Ci, R1, !orb_false_iff in Bd. cbn in Bd. tauto.
    + cbn [play_on past_moves initialised before who]. now rewrite same_pos, R1, same_color.
  - intros g _ _ _. split; auto. apply still_le. intros X Y H. cbn [play_on past_moves initialised]. rewrite H. apply orb_true_r.
Qed.
Theorem ends_by_disturbing g k : row = Some k -> k <= 2 -> clause_disturbed_twice r = true -> fair g -> I g -> has_ends g.
Proof.
  intros Hk K1 Di Fg Ig. apply (ends_by_runs k (fun _ => True) disturbances); auto using disturbances_on. clear g Fg Ig.
  intros g p Q Fg _ St. split; auto. split; [intros _; apply disturbances_on|]. intro R1. apply disturbances_dec; auto; [|apply St].
  destruct Fg as (_ & R & _). specialize (R k Hk). lia.
Qed.
(** Under [declined] with two passes in a row: who places a stone after a pass has not done so here before. *)
Definition not_declined (g : game) : Prop := declined (now g) (match run (h g) with 0 => opp (turn g) | _ => turn g end) (h g) = false.
Theorem ends_by_declining g : row = Some 2 -> clause_declined r = true -> fair g -> I g -> not_declined g -> has_ends g.
Proof.
  intros Hk De Fg Ig Nd. apply (ends_by_runs 2 not_declined (fun g => open (fun X Y => declined X Y (h g)))); auto; clear g Fg Ig Nd.
  - intros g p Q (L & R & Pr & Ln) Nd (_ & Bd & _). destruct (proper_color g Pr) as [C C'].
    assert (M : forall X Y, declined X Y (h g) = true -> declined X Y (h (with_stone g p Q)) = true).
    { intros X Y H. cbn [play_on past_moves declined]. rewrite H. apply orb_true_r. }
    unfold barred in Bd. rewrite De, !orb_false_iff in Bd. destruct Bd as [_ Bd]. cbn [andb] in Bd. rewrite orb_false_iff in Bd. destruct Bd as [B1 B2].
    split; [|split; [intros _; now apply still_le|]].
    + unfold not_declined. change (now (with_stone g p Q)) with Q. change (turn (with_stone g p Q)) with (opp (turn g)).
      cbn [play_on past_moves run is_pass at_ declined before who negb]. rewrite opp_opp, B1. destruct (1 <=? run (h g)); auto. cbn [andb] in *. now rewrite B2.
    + intro R1. apply open_lt with (X := now g) (Y := turn g); auto.
      * unfold not_declined in Nd. destruct (run (h g)); [lia|exact Nd].
      * cbn [play_on past_moves declined before who is_pass at_ negb]. apply Nat.leb_le in R1. now rewrite same_pos, R1, same_color.
  - intros g (L & R & Pr & Ln) Nd (_ & _ & Rk & _). specialize (Rk 2 Hk). split.
    + unfold not_declined in *. change (now (with_pass g)) with (now g). change (turn (with_pass g)) with (opp (turn g)).
      cbn [play_on past_moves run is_pass at_ declined before who negb]. rewrite andb_false_r. cbn [andb orb]. destruct (run (h g)); [exact Nd|lia].
    + apply still_le. intros X Y H. cbn [play_on past_moves declined]. rewrite H. apply orb_true_r.
Qed.
End Between.

(** Passes alone end the game, or there are none without end: no prisoner is given back twice. *)
Definition passes_alone : bool := match row with Some _ => true | None => clause_second_pass r || match clause_passes r with AnyPass => false | _ => true end end.
Definition alone (g : game) : nat :=
  match row with Some k => k - run (h g) | None => if clause_second_pass r then passes_left g else held b r B (h g) + held b r W (h g) end.
Lemma alone_dec g : passes_alone = true -> fair g -> pass_on g -> alone (with_pass g) < alone g.
Proof.
  unfold passes_alone, alone. intros Pa Fg Ps. destruct row as [k|] eqn:Hk.
  - destruct Ps as (_ & _ & Rk & _). specialize (Rk k Hk). cbn [play_on past_moves run is_pass at_]. lia.
  - destruct (clause_second_pass r) eqn:Se; [now apply passes_left_dec|]. cbn [orb] in Pa. destruct Ps as (Mp & _). unfold may_pass in Mp.
    assert (clause_passes r = ReturnPrisoner) as Rp by (destruct (clause_passes r); congruence). rewrite Rp in Mp. apply Nat.leb_le in Mp.
    destruct Fg as (_ & _ & [C|C] & _); rewrite C in *; cbn [play_on past_moves held who ceq is_pass at_]; unfold returns; rewrite Rp; lia.
Qed.
Theorem ends_by_passes (I : game -> Prop) (left : game -> nat) g : passes_alone = true ->
  (forall g p Q, fair g -> I g -> stone_on g p Q -> left (with_stone g p Q) < left g /\ I (with_stone g p Q)) ->
  (forall g, fair g -> I g -> pass_on g -> left (with_pass g) <= left g /\ I (with_pass g)) -> fair g /\ I g -> has_ends g.
Proof.
  intros Pa Hs Hp. apply (measured (fun g => fair g /\ I g) left alone (fun _ => 0)). clear g.
  intros g g' [Fg Ig] A. destruct (move_cases g g' Fg A) as (Fg' & _ & [(p & Q & St & ->)|(Ps & ->)]).
  - destruct (Hs g p Q Fg Ig St). auto.
  - destruct (Hp g Fg Ig Ps) as [Le I']. split; auto. right. split; auto. left. now apply alone_dec.
Qed.

(** Under a ban on repetition each stone sets a fact, or it makes the board fuller than it was without taking a stone. *)
Definition standing (g : game) (X : pos) (Y : color) : bool :=
  match clause_ban r with BanLeft => left_behind r X Y (h g) | _ => stands r (start g) (first g) X Y (h g) end.
Lemma count_room P c : count b P c + room b (opp c) P = n.
Proof.
  unfold count, room. rewrite opp_opp. transitivity (length (seq 0 n)); [|apply seq_length]. generalize (seq 0 n) as l. induction l as [|i l IH]; auto. cbn [filter length].
  destruct (ceq (get P i) c); cbn [negb length]; lia.
Qed.
Definition spare (P : pos) : nat := 2 * n - (count b P B + count b P W).
Lemma spare_le P : spare P <= 2 * n. Proof. apply Nat.le_sub_l. Qed.
Lemma spare_lt P Q : count b P B + count b P W < count b Q B + count b Q W -> spare Q < spare P.
Proof. unfold spare. pose proof (count_room Q B). pose proof (count_room Q W). lia. Qed.
Definition bans_left (g : game) : nat := open (standing g) * S (2 * n) + spare (now g).
Lemma weighed_le x y s t : s < t -> x <= y -> x * S (2 * n) + s < y * S (2 * n) + t. Proof. nia. Qed.
Lemma weighed x y s t : s <= 2 * n -> x < y -> x * S (2 * n) + s < y * S (2 * n) + t. Proof. nia. Qed.
Lemma standing_stone g p Q X Y : standing g X Y = true -> standing (with_stone g p Q) X Y = true.
Proof.
  unfold standing. destruct (clause_ban r); cbn [play_on past_moves start first stands left_behind]; intro H; rewrite ?H;
  replace (lifts r (Event (turn g) (Some p) (now g) Q) (h g)) with false by reflexivity; apply orb_true_r.
Qed.
Lemma bans_dec g p Q : clause_ban r <> NoBan -> clause_ban r <> BanLeft -> clause_window r = None -> fair g -> stone_on g p Q ->
  bans_left (with_stone g p Q) < bans_left g.
Proof.
  intros Nb Nl Wi (L & R & Pr & Ln) (_ & _ & Rp & _ & _ & _ & LQ). destruct (proper_color g Pr) as [C C']. unfold bans_left. change (now (with_stone g p Q)) with Q.
  pose proof (still_le universe _ _ (fun X Y => standing_stone g p Q X Y)) as Le.
  assert (clause_only_captures r && crowded b (now g) Q = true \/ stands r (start g) (first g) Q (opp (turn g)) (h g) = false) as [Cr|St].
  { unfold repeats in Rp. rewrite Wi in Rp. destruct (_ && crowded b _ _); auto. right. destruct (clause_ban r); try congruence; now rewrite andb_true_r in Rp. }
  - apply andb_true_iff in Cr as [_ Cr]. apply Nat.ltb_lt in Cr. apply weighed_le; [now apply spare_lt|exact Le].
  - apply weighed; [apply spare_le|]. apply open_lt with (X := Q) (Y := opp (turn g)); auto.
    + intros X Y. apply standing_stone.
    + unfold standing. destruct (clause_ban r); congruence.
    + unfold standing. assert (counts r Q (opp (turn g)) Q (opp (turn g)) = true) as Cn.
      { unfold counts. rewrite same_pos, same_color. now destruct (clause_ban r). }
      destruct (clause_ban r); try congruence; cbn [play_on past_moves start first stands after who is_pass at_ negb orb andb]; rewrite Cn; reflexivity.
Qed.
Lemma bans_pass g : clause_lifted_by r = LiftNothing -> clause_ban r <> BanLeft -> bans_left (with_pass g) <= bans_left g.
Proof.
  intros Li Nl. unfold bans_left. change (now (with_pass g)) with (now g). assert (open (standing (with_pass g)) <= open (standing g)) as Le; [|nia].
  apply still_le. intros X Y. unfold standing. destruct (clause_ban r); try congruence; cbn [play_on past_moves start first stands];
  (replace (lifts r (Event (turn g) None (now g) (now g)) (h g)) with false by (unfold lifts; rewrite Li; now rewrite andb_false_r)); intro H; rewrite H; apply orb_true_r.
Qed.

(** Under [left-position], who has just made a position by a stone was not barred from it, and will be. *)
Definition left_left (g : game) : nat := open (standing g) + match h g with e :: _ => if is_pass e then 1 else 0 | [] => 1 end.
Definition made_freely (g : game) : Prop :=
  match h g with e :: l => is_pass e = true \/ left_behind r (after e) (who e) (e :: l) = false | [] => True end.
Lemma left_dec g p Q : clause_ban r = BanLeft -> clause_only_captures r = false -> fair g -> made_freely g -> stone_on g p Q ->
  left_left (with_stone g p Q) < left_left g /\ made_freely (with_stone g p Q).
Proof.
  intros Lf Oc (L & R & Pr & Ln) Mf (_ & _ & Br & _ & _ & _ & LQ). destruct (proper_color g Pr) as [C C']. unfold repeats in Br. rewrite Lf, Oc in Br. cbn [andb negb] in Br. rewrite andb_true_r in Br.
  split.
  - pose proof (still_le universe _ _ (fun X Y => standing_stone g p Q X Y)) as Le. assert (left_left (with_stone g p Q) = open (standing (with_stone g p Q))) as -> by apply Nat.add_0_r.
    unfold left_left. destruct (h g) as [|e0 l] eqn:Hg; [lia|]. destruct (is_pass e0) eqn:Pa; [lia|]. rewrite Nat.add_0_r.
    apply open_lt with (X := now g) (Y := opp (turn g)); auto.
    + intros X Y. apply standing_stone.
    + unfold standing. rewrite Lf. unfold made_freely in Mf. rewrite Hg in Mf. destruct Mf as [Mf|Mf]; [congruence|]. unfold now, turn. rewrite Hg. now rewrite opp_opp.
    + unfold standing. rewrite Lf. cbn [play_on past_moves left_behind before who is_pass at_ negb andb]. now rewrite same_pos, same_color.
  - unfold made_freely. cbn [play_on past_moves]. right. cbn [left_behind after who before]. replace (lifts r (Event (turn g) (Some p) (now g) Q) (h g)) with false by reflexivity. rewrite Br.
    rewrite (other_color _ C). now rewrite !andb_false_r.
Qed.

(** If no pass lifts that ban, and without suicide: as long as nobody leaves a position for the first time it is one player who places all
    stones, and he fills the board. *)
Fixpoint last_stone (l : list event) : option event := match l with [] => None | e :: l => if is_pass e then last_stone l else Some e end.
Definition not_left (g : game) : Prop :=
  match last_stone (h g) with Some e => left_behind r (now g) (who e) (h g) = false /\ (who e = B \/ who e = W) | None => forall X Y, left_behind r X Y (h g) = false end.
Definition space (g : game) : nat := match last_stone (h g) with Some e => room b (opp (who e)) (now g) | None => 0 end.
Theorem ends_by_leaving g : clause_ban r = BanLeft -> clause_only_captures r = false -> clause_lifted_by r = LiftNothing -> clause_suicide r = Forbidden ->
  passes_alone = true -> fair g /\ not_left g -> has_ends g.
Proof.
  intros Lf Oc Li Su Pa. apply (measured (fun g => fair g /\ not_left g) (fun g => open (fun X Y => left_behind r X Y (h g))) space alone). clear g.
  intros g g' [Fg Nl] A. pose proof Fg as (L & R & Pr & Ln). destruct (proper_color g Pr) as [C C'].
  destruct (move_cases g g' Fg A) as (Fg' & _ & [(p & Q & (Pl & _ & Br & _ & _ & _ & LQ) & ->)|(Ps & ->)]).
  - set (e := Event (turn g) (Some p) (now g) Q) in *. unfold repeats in Br. rewrite Lf, Oc in Br. cbn [andb negb] in Br. rewrite andb_true_r in Br.
    assert (M : forall X Y, left_behind r X Y (h g) = true -> left_behind r X Y (e :: h g) = true).
    { intros X Y H. cbn [left_behind]. rewrite H. replace (lifts r e (h g)) with false by reflexivity. apply orb_true_r. }
    split.
    + split; auto. unfold not_left. cbn [play_on past_moves last_stone is_pass at_ e]. split; [|exact C]. change (now (play_on g e)) with Q. cbn [left_behind e who before is_pass at_].
      change (lifts r (Event (turn g) (Some p) (now g) Q) (h g)) with false. cbn iota. rewrite Br, (other_color _ C). now rewrite andb_false_r.
    + destruct (left_behind r (now g) (opp (turn g)) (h g)) eqn:Lb.
      * right. split; [now apply still_le|]. left. unfold space. cbn [play_on past_moves last_stone is_pass at_ e who]. change (now (play_on g e)) with Q.
        unfold not_left in Nl. destruct (last_stone (h g)) as [e0|]; [|rewrite Nl in Lb; discriminate]. destruct Nl as [Nl Ce].
        assert (who e0 = turn g) as W0 by (destruct C as [Ct|Ct], Ce as [Ce|Ce]; rewrite Ct, Ce in *; auto; simpl in Lb; congruence).
        rewrite W0. rewrite Su in Pl. apply (room_stone b (opp (turn g))) with (p := p); [destruct C as [-> | ->]; simpl; congruence|]. now rewrite opp_opp.
      * left. apply open_lt with (X := now g) (Y := opp (turn g)); auto. cbn [play_on past_moves left_behind e who before is_pass at_ negb andb]. now rewrite same_pos, same_color.
  - set (e := Event (turn g) None (now g) (now g)) in *.
    assert (Eq : forall X Y, left_behind r X Y (e :: h g) = left_behind r X Y (h g)).
    { intros X Y. cbn [left_behind is_pass at_ e negb andb orb]. replace (lifts r e (h g)) with false; [reflexivity|]. unfold lifts. rewrite Li. symmetry. apply andb_false_r. }
    split.
    + split; auto. unfold not_left in *. cbn [play_on past_moves last_stone is_pass at_ e]. change (now (play_on g e)) with (now g).
      destruct (last_stone (h g)); [rewrite Eq; auto|]. intros X Y. rewrite Eq. auto.
    + right. split; [apply still_le; intros X Y H; cbn [play_on past_moves]; now rewrite Eq|]. right.
      split; [unfold space; cbn [play_on past_moves last_stone is_pass at_ e]; auto|]. now apply alone_dec.
Qed.

(** Under [move] each stone makes of a position what none has made of it. *)
Definition moves_left (g : game) : nat := still (list_prod (all_pos n) (all_pos n)) (fun X Z => moved X Z (h g)).
Lemma moves_dec g p Q : clause_move r = true -> fair g -> stone_on g p Q -> moves_left (with_stone g p Q) < moves_left g.
Proof.
  intros Mo (L & R & Pr & Ln) (_ & Bd & _ & _ & _ & _ & LQ). apply still_lt with (X := now g) (Y := Q).
  - intros X Z H. cbn [play_on past_moves moved]. rewrite H. apply orb_true_r.
  - apply in_prod; [rewrite <- Ln|rewrite <- LQ]; apply all_pos_ok.
  - unfold barred in Bd. rewrite Mo, !orb_false_iff in Bd. cbn in Bd. tauto.
  - cbn [play_on past_moves moved is_pass at_ before after negb]. now rewrite !same_pos.
Qed.

(** Where no stones are taken, or who takes so many has won, and without suicide: a stone that takes none makes the board fuller. *)
Definition few : bool := match clause_suicide r with Forbidden => true | _ => false end &&
  (clause_no_capture r || match clause_captures r, clause_passes r with Some _, ReturnPrisoner => false | Some _, _ => true | None, _ => false end).
Definition few_left (g : game) : nat :=
  if clause_no_capture r then spare (now g) else
  match clause_captures r with Some k => (k - held b r B (h g) + (k - held b r W (h g))) * S (2 * n) + spare (now g) | None => 0 end.
Lemma fuller P p c Q : c = B \/ c = W -> place b Forbidden P p c = Some Q -> taken b c P Q = 0 -> spare Q < spare P.
Proof.
  intros C Pl T. apply spare_lt. unfold taken in T.
  pose proof (count_room P c). pose proof (count_room Q c). pose proof (room_stone b (opp c)) as Ro. rewrite opp_opp in Ro.
  specialize (Ro ltac:(destruct C as [-> | ->]; simpl; congruence) P p Q Pl). destruct C as [-> | ->]; cbn [opp] in *; lia.
Qed.
Lemma few_dec g p Q : few = true -> fair g -> stone_on g p Q -> few_left (with_stone g p Q) < few_left g.
Proof.
  unfold few, few_left. intros Fe (L & R & Pr & Ln) (Pl & _ & _ & _ & Hw & Nc & LQ). destruct (proper_color g Pr) as [C C'].
  assert (clause_suicide r = Forbidden) as Su by (destruct (clause_suicide r); auto; discriminate). rewrite Su in *. cbn [andb] in Fe.
  change (now (with_stone g p Q)) with Q. destruct (clause_no_capture r); [apply fuller with (p := p) (c := turn g); auto|]. cbn [orb] in Fe.
  unfold has_won in Hw. destruct (clause_captures r) as [k|]; [|discriminate]. apply Nat.leb_gt in Hw.
  destruct (taken b (turn g) (now g) Q) as [|t] eqn:T.
  - pose proof (fuller _ _ _ _ C Pl T) as Fu. destruct C as [C|C]; rewrite C in *; cbn [play_on past_moves held who ceq is_pass at_ before after] in *; rewrite ?T; nia.
  - apply weighed; [apply spare_le|]. destruct C as [C|C]; rewrite C in *; cbn [play_on past_moves held who ceq is_pass at_ before after] in *; rewrite T in *; lia.
Qed.
Lemma few_pass g : few = true -> fair g -> few_left (with_pass g) <= few_left g.
Proof.
  unfold few, few_left. intros Fe (L & R & [C|C] & Ln); rewrite C; change (now (play_on g _)) with (now g); destruct (clause_no_capture r); auto; rewrite andb_true_iff in Fe; destruct Fe as [_ Fe]; cbn [orb] in Fe;
  (destruct (clause_captures r) as [k|]; auto); cbn [play_on past_moves held who ceq is_pass at_]; unfold returns; destruct (clause_passes r); try discriminate; rewrite ?Nat.sub_0_r; auto.
Qed.

(** A draw by a state that occurs again: there are finitely many states. *)
Definition new_states (g : game) : nat :=
  open (fun X Y => occurred r (start g) (first g) X Y (h g)) + open (fun X Y => occurred_twice r (start g) (first g) X Y (h g)).
Lemma states_dec g e : clause_draw r <> NoDraw -> fair g -> anew r e = false -> who e = turn g -> length (after e) = n -> draw r g (after e) (opp (turn g)) = false ->
  new_states (play_on g e) < new_states g.
Proof.
  intros Dr (L & R & Pr & Ln) An We Le D. destruct (proper_color g Pr) as [C C'].
  assert (M1 : forall X Y, occurred r (start g) (first g) X Y (h g) = true -> occurred r (start g) (first g) X Y (e :: h g) = true).
  { intros X Y H. cbn [occurred]. rewrite An, H. apply orb_true_r. }
  assert (M2 : forall X Y, occurred_twice r (start g) (first g) X Y (h g) = true -> occurred_twice r (start g) (first g) X Y (e :: h g) = true).
  { intros X Y H. cbn [occurred_twice]. rewrite An, H. apply orb_true_r. }
  assert (Hr : here (after e) (opp (turn g)) e = true) by (unfold here; now rewrite same_pos, We, same_color).
  unfold new_states. cbn [play_on past_moves start first]. pose proof (still_le universe _ _ M1) as O1. pose proof (still_le universe _ _ M2) as O2.
  destruct (occurred r (start g) (first g) (after e) (opp (turn g)) (h g)) eqn:Oc.
  - assert (open (fun X Y => occurred_twice r (start g) (first g) X Y (e :: h g)) < open (fun X Y => occurred_twice r (start g) (first g) X Y (h g))) as O; [|lia].
    apply open_lt with (X := after e) (Y := opp (turn g)); auto.
    + unfold draw in D. destruct (clause_draw r); congruence.
    + cbn [occurred_twice]. rewrite An, Hr, Oc. reflexivity.
  - assert (open (fun X Y => occurred r (start g) (first g) X Y (e :: h g)) < open (fun X Y => occurred r (start g) (first g) X Y (h g))) as O; [|lia].
    apply open_lt with (X := after e) (Y := opp (turn g)); auto. cbn [occurred]. now rewrite Hr.
Qed.
Theorem ends_by_draws g : clause_draw r <> NoDraw -> clause_since_pass r = false -> fair g -> has_ends g.
Proof.
  intros Dr Si. apply (measured fair new_states (fun _ => 0) (fun _ => 0)). clear g. intros g g' Fg A.
  destruct (move_cases g g' Fg A) as (Fg' & _ & Mv). split; auto. left. assert (forall e, anew r e = false) as An by (intro e; unfold anew; now rewrite Si).
  destruct Mv as [(p & Q & (_ & _ & _ & D & _ & _ & LQ) & ->)|((_ & _ & _ & D) & ->)]; apply states_dec; auto. apply Fg.
Qed.

(** A game that is cut off. *)
Theorem ends_by_cut g k : clause_cut r = Some k -> fair g /\ length (h g) < k -> has_ends g.
Proof.
  intro Cu. apply (measured (fun g => fair g /\ length (h g) < k) (fun g => k - length (h g)) (fun _ => 0) (fun _ => 0)). clear g. intros g g' [Fg Le] A.
  destruct (move_cases g g' Fg A) as (Fg' & Co & Mv). unfold cut_off in Co. rewrite Cu in Co. apply Nat.eqb_neq in Co.
  assert (length (h g') = S (length (h g))) as -> by (destruct Mv as [(p & Q & _ & ->)|(_ & ->)]; reflexivity). split; [split; auto; lia|left; lia].
Qed.

(** Whether every game ends under the clauses. *)
Definition bans : bool := match clause_ban r, clause_window r with NoBan, _ | _, Some _ => false | BanLeft, _ => negb (clause_only_captures r) | _, _ => true end.
Definition kept : bool := bans && match clause_lifted_by r with LiftNothing => true | _ => false end && match clause_ban r, clause_suicide r with BanLeft, Forbidden => true | BanLeft, _ => false | _, _ => true end.
Definition draws : bool := match clause_draw r with NoDraw => false | _ => true end.
Definition few_passes : bool :=
  clause_second_pass r && (negb (clause_passes_forgotten r) || clause_disturbed_twice r) ||
  match row with Some k => clause_initialised_twice r || clause_disturbed_twice r && (k <=? 2) || clause_declined r && (k =? 2) | None => false end.
Definition always_ends : bool :=
  match clause_cut r with Some k => 1 <=? k | None => false end || draws && negb (clause_since_pass r) ||
  (kept || clause_move r || few) && passes_alone || (bans || draws || clause_move r || few) && few_passes.
Lemma ends_by_few_passes (I : game -> Prop) (left : game -> nat) g : few_passes = true ->
  (forall g p Q, fair g -> I g -> stone_on g p Q -> left (with_stone g p Q) < left g /\ I (with_stone g p Q)) ->
  (forall g, fair g -> I g -> pass_on g -> I (with_pass g)) -> fair g -> I g -> not_declined g -> has_ends g.
Proof.
  intros F Hs Hp Fg Ig Nd. unfold few_passes in F. rewrite !orb_true_iff in F. destruct F as [F|F].
  - apply andb_true_iff in F as [Se F]. apply (ends_by_second_pass I left); auto. apply orb_true_iff in F as [F|F]; auto. left. now apply negb_true_iff.
  - destruct row as [k|] eqn:Hk; [|discriminate]. rewrite !orb_true_iff, !andb_true_iff, Nat.leb_le, Nat.eqb_eq in F. destruct F as [[F|[F K]]|[F K]].
    + apply (ends_by_initialising I left) with k; auto.
    + apply (ends_by_disturbing I left) with k; auto.
    + subst k. apply (ends_by_declining I left); auto.
Qed.
Theorem every_game_ends P c0 : length P = n -> c0 = B \/ c0 = W -> match clause_passes_in_a_row r with Some 0 => false | _ => true end = true ->
  always_ends = true -> has_ends (Game P c0 []).
Proof.
  intros L C K H. pose proof (fair_start P c0 L C K) as Fg. unfold always_ends in H. rewrite !orb_true_iff, !andb_true_iff, !orb_true_iff in H.
  assert (clause_draw r <> NoDraw <-> draws = true) as Dr by (unfold draws; destruct (clause_draw r); split; congruence).
  destruct H as [[[H|[H Si]]|[H Pa]]|[H Fp]].
  - destruct (clause_cut r) as [k|] eqn:Cu; [|discriminate]. apply Nat.leb_le in H. apply ends_by_cut with k; auto.
  - apply ends_by_draws; auto; [now apply Dr|now apply negb_true_iff].
  - destruct H as [[H|Mo]|Fe].
    + unfold kept in H. rewrite !andb_true_iff in H. destruct H as [[Ba Li] Lf]. assert (clause_lifted_by r = LiftNothing) as Li' by (destruct (clause_lifted_by r); congruence).
      unfold bans in Ba. destruct (clause_ban r) eqn:Bn; destruct (clause_window r) eqn:Wi; try discriminate;
      try (apply (ends_by_passes (fun _ => True) bans_left); auto; [intros g p Q Fg' _ St; split; auto; apply bans_dec; auto; congruence|intros g _ _ _; split; auto; apply bans_pass; auto; congruence]).
      apply negb_true_iff in Ba. apply ends_by_leaving; auto; [destruct (clause_suicide r); congruence|]. split; auto. intros X Y. reflexivity.
    + apply (ends_by_passes (fun _ => True) moves_left); auto. intros g p Q Fg' _ St. split; auto. now apply moves_dec.
    + apply (ends_by_passes (fun _ => True) few_left); auto; [intros g p Q Fg' _ St; split; auto; now apply few_dec|intros g Fg' _ _; split; auto; now apply few_pass].
  - assert (not_declined (Game P c0 [])) as Nd by reflexivity. destruct H as [[[Ba|D]|Mo]|Fe].
    + unfold bans in Ba. destruct (clause_ban r) eqn:Bn; destruct (clause_window r) eqn:Wi; try discriminate;
      try (apply (ends_by_few_passes (fun _ => True) bans_left); auto; intros g p Q Fg' _ St; split; auto; apply bans_dec; auto; congruence).
      apply negb_true_iff in Ba. apply (ends_by_few_passes made_freely left_left); auto; [intros g p Q Fg' Mf St; now apply left_dec|intros g _ _ _; now left|exact I].
    + apply (ends_by_few_passes (fun _ => True) new_states); auto. intros g p Q Fg' _ (_ & _ & _ & D' & _ & _ & LQ). split; auto. apply states_dec; auto; [now apply Dr|]. unfold anew. apply andb_false_r.
    + apply (ends_by_few_passes (fun _ => True) moves_left); auto. intros g p Q Fg' _ St. split; auto. now apply moves_dec.
    + apply (ends_by_few_passes (fun _ => True) few_left); auto. intros g p Q Fg' _ St. split; auto. now apply few_dec.
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
  apply (settles game (option nat) Z (step b r) (moves b) (fun g => best (ceq (turn g) B))); [|reflexivity].
  intro x. destruct (some_step b r x) as (m & o & St). exists m, o. split; auto. eapply step_moves; eauto.
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
