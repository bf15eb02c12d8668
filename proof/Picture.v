(** The picture of a history in the machine of clauses: its key and the facts that hold, and what a move changes of them. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine.

Local Arguments Nat.leb : simpl never.
Local Arguments Nat.eqb : simpl never.
Lemma mod_next x k : 0 < k -> (x + 1) mod k = if x mod k + 1 =? k then 0 else x mod k + 1.
Proof.
  intro H. rewrite <- Nat.add_mod_idemp_l by lia. pose proof (Nat.mod_upper_bound x k ltac:(lia)) as L.
  destruct (x mod k + 1 =? k) eqn:E; [apply Nat.eqb_eq in E; rewrite E; apply Nat.mod_same; lia|]. apply Nat.eqb_neq in E. apply Nat.mod_small. lia.
Qed.
Lemma side_side m : (side (col m) * side (col m) = 1)%Z. Proof. now destruct m. Qed.
Lemma side_neg m : (side (col (negb m)) = - side (col m))%Z. Proof. now destruct m. Qed.

Section Picture.
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

(** Clauses that must not go together for it. At a draw, and at a repetition that ends the game, no points have been brought but
    those of the phase; and nothing that asks for the run of passes goes with two successions. *)
Definition no_points : bool := (clause_price r =? 0)%Z && negb (has_first r).
Definition fits : bool :=
  match clause_draw r with NoDraw => true | _ => no_points && negb (has_cut r) && match clause_scoring r with ScoreTerritory => false | _ => true end end
  && (illegal r || no_points) && (negb (clause_scored r) || no_points)
  && (negb (scoreless r) || no_points && match clause_scoring r with ScoreTerritory => false | _ => true end && match clause_draw r with NoDraw => true | _ => false end && illegal r)
  && (negb (clause_two_successions r) || negb (clause_initialised_twice r || clause_declined r || match clause_lifted_by r with LiftTwo => true | _ => false end)
      && negb (clause_disturbed_twice r || clause_passes_forgotten r))
  && match clause_passes_in_a_row r with Some 0 => false | _ => true end && (negb (windowed r) || has_cut r).

(** The picture of a history. *)
Definition row (h : list event) : nat := match clause_passes_in_a_row r with Some k => if clause_two_successions r then run h mod k else run h | None => run h end.
Definition phase_of (h : list event) : nat := min (row h) cap.
Definition has_come (h : list event) : bool := match clause_passes_in_a_row r with Some k => came k h | None => false end.
Definition more_of (g : game) : more :=
  let h := past_moves g in
  More (has_first r && existsb is_pass h) (is_equal r && negb (ceq (turn g) (first g))) (clause_two_successions r && has_come h)
    (if has_cut r then length h else 0) (if in_phase r then side (turn g) * points b r h else 0)%Z
    (if has_held r then held b r (turn g) h else 0) (if has_held r then held b r (opp (turn g)) h else 0).
Definition key_of (g : game) : key := KeyMore (now g) (ceq (turn g) B) (phase_of (past_moves g)) (ko_taken b r (past_moves g)) (more_of g).
(** X has stood with Y to move after k moves. *)
Fixpoint at_time (k : nat) (g0 : pos) (c0 : color) (X : pos) (Y : color) (h : list event) : bool :=
  match h with
  | [] => (k =? 0) && negb (clause_start_free r) && counts r X Y g0 c0
  | e :: h' => if k =? length h then counts_at r X Y e h' else at_time k g0 c0 X Y h'
  end.
Definition past_of (g : game) : past := fun f =>
  let h := past_moves g in let X := fpos f in
  match fto f with
  | Some Z => match fcls f, fwho f with Moved, None => clause_move r && moved X Z h | _, _ => false end
  | None =>
  match fcls f, fwho f with
  | Stood, None => match clause_ban r with BanPosition => stands r (start g) (first g) X B h | _ => false end
  | Stood, Some y => match clause_ban r with
                     | BanSituation | BanNatural => stands r (start g) (first g) X (col y) h
                     | BanLeft => left_behind r X (col y) h
                     | _ => false end
  | StoodAt k, None => match clause_ban r with BanPosition => windowed r && at_time k (start g) (first g) X B h | _ => false end
  | StoodAt k, Some y => match clause_ban r with
                         | BanSituation | BanNatural => windowed r && at_time k (start g) (first g) X (col y) h
                         | _ => false end
  | Undone, None => is_ko && undone X h
  | Passed, Some y => clause_second_pass r && passed r X (col y) h
  | Initialised, Some y => clause_initialised_twice r && initialised X (col y) h
  | Declined, Some y => clause_declined r && declined X (col y) h
  | Disturbed, Some y => clause_disturbed_twice r && disturbed X (col y) h
  | Occurred, Some y => has_draw && occurred r (start g) (first g) X (col y) h
  | OccurredTwice, Some y => match clause_draw r with DrawAtThree => occurred_twice r (start g) (first g) X (col y) h | _ => false end
  | _, _ => false
  end end.
(** Points that moves have brought, without those of the phase. *)
Definition carried (g : game) : Z := if in_phase r then 0%Z else points b r (past_moves g).

(** What holds of every game by the rules. *)
Definition inv (g : game) : Prop :=
  proper g /\ fits = true /\ (first g = B \/ first g = W) /\
  (clause_two_successions r = false -> forall k, clause_passes_in_a_row r = Some k -> run (past_moves g) < k).
(** What the machine comes to is what a move comes to, z being the points that were carried before. *)
Definition rel (z : Z) (p : past) (o : next) (o' : Z + game) : Prop :=
  match o, o' with
  | Ends _ _ _ s, inl s' => s' = (s + z)%Z
  | Leads a k c st, inr g => key_of g = k /\ (forall f, past_of g f = change c st p f) /\ inv g /\ carried g = (z + a)%Z
  | _, _ => False
  end.

Lemma turn_col g : proper g -> turn g = col (ceq (turn g) B).
Proof. intros [-> | ->]; reflexivity. Qed.
Lemma mem_app f x y : mem f (x ++ y) = mem f x || mem f y.
Proof. apply existsb_app. Qed.
Lemma mem_opt f c x : mem f (opt c x) = c && feqb f x.
Proof. unfold opt. destruct c; simpl; auto using orb_false_r. Qed.
Lemma mem_S f X y : mem f (S_ X y) = match clause_ban r with NoBan => false | BanPosition => feqb f (Fact Stood X None) | _ => feqb f (Fact Stood X (Some y)) end.
Proof. unfold Machine.S_. destruct (clause_ban r); simpl; auto using orb_false_r. Qed.

(** The run of passes and the phase. *)
Lemma fits_row : fits = true -> forall h, (clause_initialised_twice r || clause_declined r || match clause_lifted_by r with LiftTwo => true | _ => false end
  || (clause_disturbed_twice r || clause_passes_forgotten r) = true) -> row h = run h.
Proof.
  unfold fits, row. rewrite !andb_true_iff. intros [[[_ F] _] _] h H. destruct (clause_passes_in_a_row r); auto.
  destruct (clause_two_successions r); auto. simpl in F. rewrite <- negb_orb, H in F. discriminate.
Qed.
Lemma le1_phase h : fits = true -> (clause_initialised_twice r || clause_declined r || match clause_lifted_by r with LiftTwo => true | _ => false end = true) ->
  (1 <=? phase_of h) = (1 <=? run h).
Proof.
  intros F H. unfold phase_of. rewrite fits_row by (auto; now rewrite H). unfold Machine.cap. rewrite H. apply eq_true_iff_eq. rewrite !Nat.leb_le. lia.
Qed.
Lemma eq1_phase h : fits = true -> (clause_disturbed_twice r || clause_passes_forgotten r = true) -> (phase_of h =? 1) = (run h =? 1).
Proof.
  intros F H. unfold phase_of. rewrite fits_row by (auto; rewrite H; apply orb_true_r). unfold Machine.cap. rewrite H. apply eq_true_iff_eq. rewrite !Nat.eqb_eq. lia.
Qed.
Lemma init_phase h : fits = true -> clause_initialised_twice r && (1 <=? phase_of h) = clause_initialised_twice r && (1 <=? run h).
Proof. intro F. destruct (clause_initialised_twice r) eqn:Dr; auto. rewrite le1_phase; auto. now rewrite Dr. Qed.
Lemma declined_phase h : fits = true -> clause_declined r && (1 <=? phase_of h) = clause_declined r && (1 <=? run h).
Proof. intro F. destruct (clause_declined r) eqn:Dr; auto. rewrite le1_phase; auto. rewrite Dr. now rewrite orb_true_r. Qed.
Lemma disturbed_phase h : fits = true -> clause_disturbed_twice r && (phase_of h =? 1) = clause_disturbed_twice r && (run h =? 1).
Proof. intro F. destruct (clause_disturbed_twice r) eqn:Dr; auto. rewrite eq1_phase; auto. now rewrite Dr. Qed.
Lemma forgotten_phase h : fits = true -> clause_passes_forgotten r && (phase_of h =? 1) = clause_passes_forgotten r && (run h =? 1).
Proof. intro F. destruct (clause_passes_forgotten r) eqn:Dr; auto. rewrite eq1_phase; auto. rewrite Dr. now rewrite orb_true_r. Qed.
Lemma lifting_phase h : fits = true -> lifting_pass r (phase_of h) = lifting_pass r (run h).
Proof. intro F. unfold lifting_pass. destruct (clause_lifted_by r) eqn:Dr; auto. rewrite le1_phase; auto. rewrite Dr. now rewrite orb_true_r. Qed.
Lemma stone_bars_phase P Q m h x : fits = true -> stone_bars b r P Q m (phase_of h) x = stone_bars b r P Q m (run h) x.
Proof. intro F. unfold stone_bars. now rewrite init_phase, disturbed_phase by auto. Qed.
Lemma stone_sets_phase P Q m h l : fits = true -> stone_sets r P Q m (phase_of h) l = stone_sets r P Q m (run h) l.
Proof. intro F. unfold stone_sets. now rewrite init_phase, disturbed_phase, declined_phase by auto. Qed.
Lemma pass_sets_phase P m h l : fits = true -> pass_sets r P m (phase_of h) l = pass_sets r P m (run h) l.
Proof. intro F. unfold pass_sets. now rewrite init_phase, lifting_phase by auto. Qed.

Lemma some_row g k : inv g -> clause_passes_in_a_row r = Some k -> 0 < k /\ phase_of (past_moves g) = row (past_moves g) /\ row (past_moves g) < k
  /\ row_ends r (phase_of (past_moves g)) = ((run (past_moves g) + 1) mod k =? 0).
Proof.
  intros (_ & F & _ & Rg) K. assert (0 < k) as Kp.
  { unfold fits in F. rewrite K in F. destruct k; [|lia]. rewrite andb_false_r in F. discriminate. }
  assert (row (past_moves g) < k) as L.
  { unfold row. rewrite K. destruct (clause_two_successions r) eqn:T; [apply Nat.mod_upper_bound; lia|auto]. }
  assert (phase_of (past_moves g) = row (past_moves g)) as E by (unfold phase_of, Machine.cap; rewrite K; lia).
  repeat split; auto. rewrite E. unfold row_ends. rewrite K. rewrite mod_next by auto. unfold row in *. rewrite K in *.
  assert ((if clause_two_successions r then run (past_moves g) mod k else run (past_moves g)) = run (past_moves g) mod k) as ->.
  { destruct (clause_two_successions r) eqn:T; auto. now rewrite Nat.mod_small by auto. }
  destruct (run (past_moves g) mod k + 1 =? k) eqn:X; auto. symmetry. apply Nat.eqb_neq. lia.
Qed.
Lemma passes_end_ok g : inv g ->
  row_ends r (phase_of (past_moves g)) && (negb (clause_two_successions r) || clause_two_successions r && has_come (past_moves g)) = passes_end r (past_moves g).
Proof.
  intros I. unfold passes_end, has_come. destruct (clause_passes_in_a_row r) as [k|] eqn:K.
  - destruct (some_row g k I K) as (_ & _ & _ & ->). now destruct (clause_two_successions r).
  - unfold row_ends. now rewrite K.
Qed.
Lemma phase_pass g P : inv g -> passes_end r (past_moves g) = false ->
  phase_of (Event (turn g) None P P :: past_moves g) = if row_ends r (phase_of (past_moves g)) then 0 else min (phase_of (past_moves g) + 1) cap.
Proof.
  intros I Ne. destruct (clause_passes_in_a_row r) as [k|] eqn:K.
  - destruct (some_row g k I K) as (Kp & Ph & L & Re). rewrite <- passes_end_ok in Ne by auto. unfold phase_of at 1, row; cbn [run is_pass at_]. rewrite K.
    change (S (run (past_moves g))) with (1 + run (past_moves g)). rewrite (Nat.add_comm 1).
    destruct (clause_two_successions r) eqn:T.
    + rewrite Re, Ph. rewrite (mod_next _ k Kp). unfold row. rewrite K, T. destruct (run (past_moves g) mod k + 1 =? k) eqn:X; simpl; auto.
      replace (run (past_moves g) mod k + 1 =? 0) with false by (symmetry; apply Nat.eqb_neq; lia). reflexivity.
    + simpl in Ne. rewrite andb_true_r in Ne. rewrite Ne, Ph. unfold row. now rewrite K, T.
  - unfold row_ends. rewrite K. unfold phase_of, row; cbn [run is_pass at_]. rewrite K. lia.
Qed.
Lemma come_pass g P : inv g -> clause_two_successions r && has_come (Event (turn g) None P P :: past_moves g)
  = clause_two_successions r && (clause_two_successions r && has_come (past_moves g) || row_ends r (phase_of (past_moves g))).
Proof.
  intros I. destruct (clause_two_successions r) eqn:T; auto. cbn [andb]. unfold has_come. destruct (clause_passes_in_a_row r) as [k|] eqn:K.
  - destruct (some_row g k I K) as (_ & _ & _ & ->). cbn [came is_pass at_ run andb]. rewrite orb_comm. do 2 f_equal. f_equal. lia.
  - unfold row_ends. now rewrite K.
Qed.

Lemma peqb_sym P Q : peqb P Q = peqb Q P.
Proof. apply eq_true_iff_eq. rewrite !peqb_ok. split; congruence. Qed.
Lemma stands_pos g0 c0 X Y Y' h : clause_ban r = BanPosition -> stands r g0 c0 X Y h = stands r g0 c0 X Y' h.
Proof.
  intro E. induction h as [|e h IH]; simpl; unfold counts; rewrite E; auto. rewrite IH. reflexivity.
Qed.

Ltac fin :=
  repeat match goal with
  | |- context [peqb ?x ?y] => destruct (peqb x y)
  | |- context [clause_initialised_twice r] => destruct (clause_initialised_twice r)
  | |- context [clause_declined r] => destruct (clause_declined r)
  | |- context [clause_disturbed_twice r] => destruct (clause_disturbed_twice r)
  | |- context [clause_second_pass r] => destruct (clause_second_pass r)
  | |- context [clause_passes_forgotten r] => destruct (clause_passes_forgotten r)
  | |- context [clause_move r] => destruct (clause_move r)
  | |- context [clause_occurs r] => destruct (clause_occurs r)
  | |- context [?x =? 1] => destruct (x =? 1)
  | |- context [1 <=? ?x] => destruct (1 <=? x)
  | |- context [Bool.eqb ?x ?y] => destruct (Bool.eqb x y)
  | |- context [stands ?a ?b ?c ?d ?e ?f] => destruct (stands a b c d e f)
  | |- context [left_behind ?a ?b ?c ?d] => destruct (left_behind a b c d)
  | |- context [initialised ?a ?b ?c] => destruct (initialised a b c)
  | |- context [declined ?a ?b ?c] => destruct (declined a b c)
  | |- context [passed ?a ?b ?c ?d] => destruct (passed a b c d)
  | |- context [disturbed ?a ?b ?c] => destruct (disturbed a b c)
  | |- context [moved ?a ?b ?c] => destruct (moved a b c)
  | |- context [if ?x then false else false] => destruct x
  end; cbn; auto.

Lemma asked_ext (p q : past) (l : list (fact * next)) d : (forall f, p f = q f) -> asked p l d = asked q l d.
Proof. intro H. induction l as [|[f o] l IH]; simpl; auto. rewrite H. destruct (q f); auto. Qed.
Lemma rel_ext z (p q : past) (y : play) o : (forall f, p f = q f) -> rel z p (result p y) o -> rel z q (result q y) o.
Proof.
  intros H R. unfold result in *. rewrite <- (asked_ext p q) by auto. destruct (asked p (stops y) (eff y)) as [s|f last|a k c st], o; simpl in *; auto.
  destruct R as (K & E & I & C). repeat split; auto; try apply I. intro f. rewrite E, !change_eq. now rewrite H.
Qed.

(** What a play that leads on adds to the occurrences. *)
Definition occ_sets (g : game) (X : pos) (y : bool) : list fact :=
  match clause_draw r with
  | DrawAtThree => if occurred r (start g) (first g) X (col y) (past_moves g) then [Fact OccurredTwice X (Some y)] else [Fact Occurred X (Some y)]
  | _ => once X y
  end.
Lemma draws_asked g X y a k c sets :
  asked (past_of g) (draws X y a k c sets) (Leads a k c (sets (once X y)))
  = if draw r g X (col y) then Ends _ _ _ 0%Z else Leads a k c (sets (occ_sets g X y)).
Proof.
  unfold Machine.draws, occ_sets, Machine.once, draw, Machine.has_draw. destruct (clause_draw r) eqn:D; cbn [asked opt]; auto;
  unfold past_of, Machine.has_draw; cbn [fcls fwho fpos fto]; rewrite ?D; cbn [andb].
  - reflexivity.
  - destruct (occurred_twice r (start g) (first g) X (col y) (past_moves g)); auto.
    destruct (occurred r (start g) (first g) X (col y) (past_moves g)); auto.
Qed.
Definition is_occ (f : fact) : bool := match fcls f with Occurred | OccurredTwice => true | _ => false end.
Lemma mem_occ f g X y : is_occ f = false -> mem f (occ_sets g X y) = false.
Proof.
  destruct f as [c P w z]. unfold is_occ, occ_sets, once, opt, Machine.has_draw; cbn [fcls].
  destruct c; intro H; try discriminate; destruct (clause_draw r); auto; destruct (occurred _ _ _ _ _ _); auto.
Qed.
Lemma mem_once f X y : is_occ f = false -> mem f (once X y) = false.
Proof. destruct f as [c P w z]. unfold is_occ, Machine.once, opt; cbn [fcls]. destruct c; intro H; try discriminate; destruct Machine.has_draw; auto. Qed.
(** Occurrences after a move e that counts on, and after one that begins anew. *)
Lemma occ_on g e X y Q z : anew r e = false -> opp (who e) = col z -> after e = Q -> is_occ (Fact Occurred X (Some y)) = true ->
  (past_of (play_on g e) (Fact Occurred X (Some y)) = if mem (Fact Occurred X (Some y)) (occ_sets g Q z) then true else past_of g (Fact Occurred X (Some y))) /\
  (past_of (play_on g e) (Fact OccurredTwice X (Some y)) = if mem (Fact OccurredTwice X (Some y)) (occ_sets g Q z) then true else past_of g (Fact OccurredTwice X (Some y))).
Proof.
  intros A O F _. unfold past_of, occ_sets, Machine.once, Machine.has_draw; cbn [fcls fwho fpos fto past_moves play_on start first occurred occurred_twice]. rewrite A. unfold here. rewrite O, F, ceq_col.
  destruct (peqb X Q && Bool.eqb y z) eqn:E.
  - apply andb_true_iff in E as [E1 E2]. apply peqb_ok in E1. apply eqb_prop in E2. subst X y.
    destruct (clause_draw r); cbn [opt Abstract.mem existsb andb orb]; auto;
    try (destruct (occurred r (start g) (first g) Q (col z) (past_moves g)) eqn:OC); cbn [opt Abstract.mem existsb andb orb]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb];
    replace (peqb Q Q) with true by (symmetry; now apply peqb_ok); rewrite ?eqb_reflx; cbn [andb orb]; auto.
  - assert (forall k, feqb (Fact k X (Some y)) (Fact k Q (Some z)) = false) as N.
    { intro k. unfold feqb; cbn [fcls fwho fpos fto weqb opeqb]. rewrite andb_true_r, <- andb_assoc, (andb_comm (Bool.eqb y z)), E. apply andb_false_r. }
    destruct (clause_draw r); cbn [opt Abstract.mem existsb andb orb]; rewrite ?N; auto;
    destruct (occurred r (start g) (first g) Q (col z) (past_moves g)); cbn [opt Abstract.mem existsb andb orb]; rewrite ?N; auto;
    unfold feqb; cbn [fcls cls_eqb andb orb]; auto.
Qed.
Lemma occ_anew g e X y Q z : anew r e = true -> opp (who e) = col z -> after e = Q ->
  past_of (play_on g e) (Fact Occurred X (Some y)) = mem (Fact Occurred X (Some y)) (once Q z) /\
  past_of (play_on g e) (Fact OccurredTwice X (Some y)) = mem (Fact OccurredTwice X (Some y)) (once Q z).
Proof.
  intros A O F. unfold past_of, Machine.once, Machine.has_draw; cbn [fcls fwho fpos fto past_moves play_on start first occurred occurred_twice]. rewrite A. unfold here. rewrite O, F, ceq_col, orb_false_r.
  destruct (clause_draw r); cbn [opt Abstract.mem existsb andb orb]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb]; rewrite ?andb_true_r, ?orb_false_r; split; auto using andb_comm.
Qed.

(** The facts after a stone and after a pass. *)
Lemma fact_no (f : fact) c X w : fto f <> None -> feqb f (Fact c X w) = false.
Proof. intro H. unfold feqb; cbn [fto]. destruct (fto f); [simpl; apply andb_false_r|congruence]. Qed.
Definition is_late (f : fact) : bool := match fcls f with StoodAt _ => true | _ => false end.
Lemma facts_stone g p Q m : inv g -> turn g = col m -> forall f, is_late f = false ->
  past_of (play_on g (Event (turn g) (Some p) (now g) Q)) f
  = change (Clr false is_ko (clause_passes_forgotten r && (run (past_moves g) =? 1)) false) (stone_sets r (now g) Q m (run (past_moves g)) (occ_sets g Q (negb m))) (past_of g) f.
Proof.
  intros I T f NL. assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
  rewrite change_eq. unfold stone_sets. rewrite !mem_app, !mem_opt. destruct (is_occ f) eqn:Oc.
  { destruct f as [c X [y|] [Z|]];
    [destruct c; try discriminate; unfold past_of; cbn [fto fcls fwho]; unfold occ_sets, Machine.once, opt; unfold Machine.is_left; destruct (clause_ban r) eqn:Br; rewrite ?mem_S, ?Br;
     unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb orb]; rewrite ?andb_false_r; cbn [orb];
     destruct (clause_draw r), (occurred r (start g) (first g) Q (col (negb m)) (past_moves g)), has_draw; cbn [Abstract.mem existsb]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb]; rewrite ?andb_false_r; auto| | |].
    - destruct (occ_on g (Event (turn g) (Some p) (now g) Q) X y Q (negb m)) as [O1 O2]; auto.
      { unfold anew. apply andb_false_r. }
      unfold clears; cbn [coccurred fcls].
      destruct c; try discriminate; [rewrite O1|rewrite O2]; unfold Machine.is_left; destruct (clause_ban r) eqn:Br; rewrite ?mem_S, ?Br;
      unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb orb]; rewrite ?andb_false_r; cbn [orb]; reflexivity.
    - destruct c; try discriminate; unfold past_of; cbn [fcls fwho fto]; unfold Machine.is_left; destruct (clause_ban r) eqn:Br;
      rewrite ?mem_S, ?Br; unfold feqb, occ_sets, Machine.once, opt; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb orb]; rewrite ?andb_false_r; cbn [orb];
      destruct (clause_draw r), (occurred r (start g) (first g) Q (col (negb m)) (past_moves g)), has_draw; cbn [Abstract.mem existsb]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb]; rewrite ?andb_false_r; reflexivity.
    - destruct c; try discriminate; unfold past_of; cbn [fcls fwho fto]; unfold Machine.is_left; destruct (clause_ban r) eqn:Br;
      rewrite ?mem_S, ?Br; unfold feqb, occ_sets, Machine.once, opt; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb orb]; rewrite ?andb_false_r; cbn [orb];
      destruct (clause_draw r), (occurred r (start g) (first g) Q (col (negb m)) (past_moves g)), has_draw; cbn [Abstract.mem existsb]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb]; rewrite ?andb_false_r; reflexivity. }
  rewrite (mem_occ f g Q (negb m) Oc).
  destruct f as [c X w z]. unfold past_of at 1, past_of at 1; cbn [fcls fwho fpos fto past_moves play_on start first].
  unfold clears; cbn [fcls cstood cundone cpassed coccurred].
  destruct z as [Z|].
  { destruct c, w as [y|]; try discriminate; try (clear - NL; discriminate); cbn [moved is_pass at_ before after andb orb negb]; unfold Machine.is_left; destruct (clause_ban r) eqn:Br; rewrite ?mem_S, ?Br;
    unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb]; rewrite ?andb_false_r; cbn [orb]; auto; fin. }
  destruct c, w as [y|]; try discriminate; try (clear - NL; discriminate); cbn [stands left_behind undone passed initialised declined disturbed disturbing is_pass lifts at_ who before after andb orb negb].
  all: unfold Machine.is_left, Machine.is_ko, counts; rewrite ?OT; try rewrite T; rewrite ?ceq_col;
       destruct (clause_ban r) eqn:Br; rewrite ?mem_S, ?Br; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb];
       rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [orb]; auto; fin.
Qed.
Lemma facts_pass g m : turn g = col m -> forall f, is_late f = false ->
  past_of (play_on g (Event (turn g) None (now g) (now g))) f
  = change (Clr (lifting_pass r (run (past_moves g))) true false (clause_since_pass r))
      (pass_sets r (now g) m (run (past_moves g)) (if clause_since_pass r then once (now g) (negb m) else occ_sets g (now g) (negb m))) (past_of g) f.
Proof.
  intros T f NL. assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
  rewrite change_eq. unfold pass_sets. rewrite !mem_app, !mem_opt. destruct (is_occ f) eqn:Oc.
  { assert (SB : forall s0 : bool, mem f (match clause_occurs r, clause_ban r with Stands, BanPosition => if s0 then S_ (now g) (negb m) else [] | Stands, BanSituation => S_ (now g) (negb m) | _, _ => [] end) = false).
    { intro s0. destruct f as [c X w z]. destruct (clause_occurs r), (clause_ban r) eqn:Br, s0; rewrite ?mem_S, ?Br; auto;
      destruct c; try discriminate; unfold feqb; cbn [fcls cls_eqb andb]; auto. }
    rewrite SB. destruct f as [c X [y|] [Z|]].
    2:{ unfold clears; cbn [coccurred fcls]. destruct (clause_since_pass r) eqn:Si.
      - destruct (occ_anew g (Event (turn g) None (now g) (now g)) X y (now g) (negb m)) as [O1 O2]; auto.
        { unfold anew. now rewrite Si. }
        destruct c; try discriminate; [rewrite O1|rewrite O2]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb orb]; rewrite ?andb_false_r; cbn [orb];
        match goal with |- ?z = if ?z then true else false => now destruct z end.
      - destruct (occ_on g (Event (turn g) None (now g) (now g)) X y (now g) (negb m)) as [O1 O2]; auto.
        { unfold anew. now rewrite Si. }
        destruct c; try discriminate; [rewrite O1|rewrite O2]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb orb]; rewrite ?andb_false_r; cbn [orb]; reflexivity. }
    all: destruct c; try discriminate; unfold past_of; cbn [fcls fwho fto];
      unfold occ_sets, Machine.once, opt; unfold feqb at 1 2; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb orb]; rewrite ?andb_false_r; cbn [orb];
      unfold clears; cbn [fcls coccurred];
      destruct (clause_since_pass r), (clause_draw r), (occurred r (start g) (first g) (now g) (col (negb m)) (past_moves g)), has_draw;
      cbn [Abstract.mem existsb]; unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb]; rewrite ?andb_false_r; reflexivity. }
  assert (OS : mem f (if clause_since_pass r then once (now g) (negb m) else occ_sets g (now g) (negb m)) = false).
  { destruct (clause_since_pass r); [now apply mem_once|now apply mem_occ]. }
  rewrite OS. clear OS.
  destruct f as [c X w z]. unfold past_of at 1, past_of at 1; cbn [fcls fwho fpos fto past_moves play_on start first].
  unfold clears; cbn [fcls cstood cundone cpassed coccurred].
  destruct z as [Z|].
  { destruct c, w as [y|]; try discriminate; try (clear - NL; discriminate); cbn [moved is_pass at_ before after andb orb negb]; destruct (clause_ban r) eqn:Br, (clause_occurs r), (lifting_pass r (run (past_moves g))); rewrite ?mem_S, ?Br;
    unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb Abstract.mem existsb]; rewrite ?andb_false_r; cbn [orb]; auto; fin. }
  unfold lifting_pass.
  destruct c, w as [y|]; try discriminate; try (clear - NL; discriminate); cbn [stands left_behind undone passed initialised declined disturbed disturbing is_pass lifts at_ who before after andb orb negb].
  all: unfold Machine.is_ko, counts, pass_counts, lifts, disturbing, is_pass; cbn [at_]; rewrite ?OT; try rewrite T; rewrite ?ceq_col;
       destruct (clause_ban r) eqn:Br; destruct (clause_occurs r);
       destruct (clause_lifted_by r); destruct (1 <=? run (past_moves g)); cbn [andb orb negb] in *; rewrite ?mem_S, ?Br; cbn [Abstract.mem existsb];
       unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb opeqb andb]; rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [orb negb andb]; auto;
       fin.
Qed.
End Picture.
