(** The machine of clauses of CERTIFICATES.md (two players, area, last position): keys, facts, plays; it is a faithful picture
    of the rules of full histories, and has the symmetries of the board. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract.

Inductive cls := Stood | Undone | Passed | Initialised | Declined | Disturbed | Occurred | OccurredTwice.
Definition cls_eqb (a b : cls) : bool :=
  match a, b with Stood, Stood | Undone, Undone | Passed, Passed | Initialised, Initialised | Declined, Declined | Disturbed, Disturbed | Occurred, Occurred | OccurredTwice, OccurredTwice => true | _, _ => false end.
Lemma cls_eqb_ok a b : cls_eqb a b = true <-> a = b. Proof. destruct a, b; simpl; split; congruence. Qed.
Record fact := Fact { fcls : cls; fpos : pos; fwho : option bool }. (* true is Black *)
Definition weqb (a b : option bool) : bool := match a, b with None, None => true | Some x, Some y => Bool.eqb x y | _, _ => false end.
Lemma weqb_ok a b : weqb a b = true <-> a = b.
Proof. destruct a as [[]|], b as [[]|]; simpl; split; congruence. Qed.
Definition feqb (f g : fact) : bool := cls_eqb (fcls f) (fcls g) && weqb (fwho f) (fwho g) && peqb (fpos f) (fpos g).
Lemma feqb_ok f g : feqb f g = true <-> f = g.
Proof.
  destruct f, g; unfold feqb; simpl. rewrite !andb_true_iff, cls_eqb_ok, weqb_ok, peqb_ok.
  split; [intros [[-> ->] ->]; auto|intro H; inversion H; auto].
Qed.
(** The phase of the page is the run, or, after it, the intersection that basic ko excludes. *)
Record key := KeyKo { kpos : pos; kblack : bool; kphase : nat; kko : option nat }.
Notation Key P m ph := (KeyKo P m ph None).
Definition oeqb (a b : option nat) : bool := match a, b with None, None => true | Some x, Some y => x =? y | _, _ => false end.
Lemma oeqb_ok a b : oeqb a b = true <-> a = b.
Proof. destruct a, b; simpl; rewrite ?Nat.eqb_eq; split; congruence. Qed.
Definition keqb (a b : key) : bool := peqb (kpos a) (kpos b) && Bool.eqb (kblack a) (kblack b) && (kphase a =? kphase b) && oeqb (kko a) (kko b).
Lemma keqb_ok a b : keqb a b = true <-> a = b.
Proof.
  destruct a, b; unfold keqb; simpl. rewrite !andb_true_iff, peqb_ok, eqb_true_iff, Nat.eqb_eq, oeqb_ok.
  split; [intros [[[-> ->] ->] ->]; auto|intro H; inversion H; auto].
Qed.
Record clr := Clr { cstood : bool; cundone : bool; cpassed : bool; coccurred : bool }.
Definition clears (c : clr) (f : fact) : bool := match fcls f with Stood => cstood c | Undone => cundone c | Passed => cpassed c | Occurred | OccurredTwice => coccurred c | _ => false end.
Definition col (m : bool) : color := if m then B else W.
Lemma col_neg m : col (negb m) = opp (col m). Proof. now destruct m. Qed.
Lemma ceq_col x y : ceq (col x) (col y) = Bool.eqb x y. Proof. now destruct x, y. Qed.
Definition opt {X} (c : bool) (x : X) : list X := if c then [x] else [].

Local Arguments Nat.leb : simpl never.
Local Arguments Nat.eqb : simpl never.
Section Machine.
Variable b : board.
Variable r : rules.
Notation n := (size b).
Notation next := (next key fact clr).
Notation play := (play key fact clr).
Notation past := (past fact).
Notation change := (change feqb clears).
Notation mem := (mem feqb).

Definition cap : nat :=
  max (match clause_passes_in_a_row r with Some k => k - 1 | None => 0 end)
      (max (if clause_initialised_twice r || clause_declined r || match clause_lifted_by r with LiftTwo => true | _ => false end then 1 else 0)
           (if clause_disturbed_twice r || clause_passes_forgotten r then 2 else 0)).
Definition is_ko : bool := match clause_occurs r with ProducedKo => true | _ => false end.
Definition is_left : bool := match clause_ban r with BanLeft => true | _ => false end.
(** S(X, Y) of the page. *)
Definition S_ (X : pos) (y : bool) : list fact :=
  match clause_ban r with NoBan => [] | BanPosition => [Fact Stood X None] | _ => [Fact Stood X (Some y)] end.

Definition has_draw : bool := match clause_draw r with NoDraw => false | _ => true end.
Definition once (X : pos) (y : bool) : list fact := opt has_draw (Fact Occurred X (Some y)).
(** The draws about a state that a play leads to; [sets] is what it sets, with what it adds to the occurrences. *)
Definition draws (X : pos) (y : bool) (k : key) (c : clr) (sets : list fact -> list fact) : list (fact * next) :=
  match clause_draw r with
  | NoDraw => []
  | DrawAtTwo => [(Fact Occurred X (Some y), Ends _ _ _ 0%Z)]
  | DrawAtThree => [(Fact OccurredTwice X (Some y), Ends _ _ _ 0%Z);
                    (Fact Occurred X (Some y), Leads k c (sets [Fact OccurredTwice X (Some y)]))]
  end.

Definition play_at (k : key) (mv : option nat) : option play :=
  let P := kpos k in let m := kblack k in let ph := kphase k in
  match mv with
  | Some p =>
      match place b (clause_suicide r) P p (col m) with
      | None => None
      | Some Q =>
          if match kko k with Some i => i =? p | None => false end then None else
          if clause_declined r && (1 <=? ph) && peqb Q P then None else
          let k' := KeyKo Q (negb m) 0 (if clause_basic_ko r then ko b P Q p (col m) else None) in
          let c := Clr false is_ko (clause_passes_forgotten r && (ph =? 1)) false in
          let sets last :=
            (if is_left then S_ P (negb m) else S_ Q (negb m)) ++ opt is_ko (Fact Undone P None)
            ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised P (Some m)) ++ opt (clause_disturbed_twice r && (ph =? 1)) (Fact Disturbed P (Some m))
            ++ opt (clause_declined r && (1 <=? ph)) (Fact Declined P (Some m)) ++ last in
          Some (Play
            ((if is_left then S_ Q m else S_ Q (negb m)) ++ opt is_ko (Fact Undone Q None)
             ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised P (Some m)) ++ opt (clause_disturbed_twice r && (ph =? 1)) (Fact Disturbed P (Some m)) ++ opt (clause_declined r) (Fact Declined Q (Some m)))
            (draws Q (negb m) k' c sets) (Leads k' c (sets (once Q (negb m)))))
      end
  | None =>
      if match clause_passes_in_a_row r with Some k => ph + 1 =? k | None => false end then Some (Play [] [] (Ends _ _ _ (worth b r P))) else
      let li := match clause_lifted_by r with LiftNothing => false | LiftPass => true | LiftTwo => 1 <=? ph end in
      let k' := Key P (negb m) (min (ph + 1) cap) in
      let c := Clr li true false (clause_since_pass r) in
      let sets last :=
        (match clause_occurs r, clause_ban r with Stands, BanPosition => if li then S_ P (negb m) else [] | Stands, BanSituation => S_ P (negb m) | _, _ => [] end)
        ++ opt (clause_second_pass r) (Fact Passed P (Some m)) ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised P (Some m)) ++ last in
      Some (Play [] (opt (clause_second_pass r) (Fact Passed P (Some m), Ends _ _ _ (worth b r P)) ++ (if clause_since_pass r then [] else draws P (negb m) k' c sets))
        (Leads k' c (sets (once P (negb m)))))
  end.
Definition plays (k : key) : list (option nat * play) :=
  flat_map (fun mv => match play_at k mv with Some y => [(mv, y)] | None => [] end) (moves b).
Lemma in_plays k mv y : In (mv, y) (plays k) <-> In mv (moves b) /\ play_at k mv = Some y.
Proof.
  unfold plays. rewrite in_flat_map. split.
  - intros (x & Hx & H). destruct (play_at k x) eqn:A; simpl in H; [|tauto]. destruct H as [H|[]]. inversion H; subst. auto.
  - intros [H A]. exists mv. rewrite A. simpl. auto.
Qed.

(** The picture of a history. *)
Definition key_of (g : game) : key := KeyKo (now g) (ceq (turn g) B) (min (run (past_moves g)) cap) (ko_taken b r (past_moves g)).
Definition past_of (g : game) : past := fun f =>
  let h := past_moves g in let X := fpos f in
  match fcls f, fwho f with
  | Stood, None => match clause_ban r with BanPosition => stands r (start g) (first g) X B h | _ => false end
  | Stood, Some y => match clause_ban r with
                     | BanSituation | BanNatural => stands r (start g) (first g) X (col y) h
                     | BanLeft => left_behind r X (col y) h
                     | _ => false end
  | Undone, None => is_ko && undone X h
  | Passed, Some y => clause_second_pass r && passed r X (col y) h
  | Initialised, Some y => clause_initialised_twice r && initialised X (col y) h
  | Declined, Some y => clause_declined r && declined X (col y) h
  | Disturbed, Some y => clause_disturbed_twice r && disturbed X (col y) h
  | Occurred, Some y => has_draw && occurred r (start g) (first g) X (col y) h
  | OccurredTwice, Some y => match clause_draw r with DrawAtThree => occurred_twice r (start g) (first g) X (col y) h | _ => false end
  | _, _ => false
  end.

(** What holds of every game by the rules. *)
Definition inv (g : game) : Prop :=
  proper g /\ (forall k, clause_passes_in_a_row r = Some k -> run (past_moves g) < k).
Definition rel (p : past) (o : next) (o' : Z + game) : Prop :=
  match o, o' with
  | Ends _ _ _ s, inl s' => s = s'
  | Leads k c st, inr g => key_of g = k /\ (forall f, past_of g f = change c st p f) /\ inv g
  | _, _ => False
  end.

Lemma turn_col g : proper g -> turn g = col (ceq (turn g) B).
Proof. intros [-> | ->]; reflexivity. Qed.
Lemma mem_app f x y : mem f (x ++ y) = mem f x || mem f y.
Proof. apply existsb_app. Qed.
Lemma mem_opt f c x : mem f (opt c x) = c && feqb f x.
Proof. unfold opt. destruct c; simpl; auto using orb_false_r. Qed.
Lemma mem_S f X y : mem f (S_ X y) = match clause_ban r with NoBan => false | BanPosition => feqb f (Fact Stood X None) | _ => feqb f (Fact Stood X (Some y)) end.
Proof. unfold S_. destruct (clause_ban r); simpl; auto using orb_false_r. Qed.
Lemma le1_min x : (clause_initialised_twice r || clause_declined r || match clause_lifted_by r with LiftTwo => true | _ => false end = true) -> (1 <=? min x cap) = (1 <=? x).
Proof. intro H. unfold cap. rewrite H. apply eq_true_iff_eq. rewrite !Nat.leb_le. lia. Qed.
Lemma eq1_min x : (clause_disturbed_twice r || clause_passes_forgotten r = true) -> (min x cap =? 1) = (x =? 1).
Proof. intro H. unfold cap. rewrite H. apply eq_true_iff_eq. rewrite !Nat.eqb_eq. lia. Qed.
Lemma run_end g k : inv g -> clause_passes_in_a_row r = Some k -> (min (run (past_moves g)) cap + 1 =? k) = (run (past_moves g) + 1 =? k).
Proof. intros (_ & H) K. specialize (H _ K). unfold cap. rewrite K. apply eq_true_iff_eq. rewrite !Nat.eqb_eq. lia. Qed.
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
  end; cbn; auto.

Lemma asked_ext (p q : past) (l : list (fact * next)) d : (forall f, p f = q f) -> asked p l d = asked q l d.
Proof. intro H. induction l as [|[f o] l IH]; simpl; auto. rewrite H. destruct (q f); auto. Qed.
Lemma rel_ext (p q : past) (y : play) o : (forall f, p f = q f) -> rel p (result p y) o -> rel q (result q y) o.
Proof.
  intros H R. unfold result in *. rewrite <- (asked_ext p q) by auto. destruct (asked p (stops y) (eff y)) as [s|k c st], o; simpl in *; auto.
  destruct R as (K & E & I). repeat split; auto; try apply I. intro f. rewrite E. unfold change. now rewrite H.
Qed.

(** What a play that leads on adds to the occurrences. *)
Definition occ_sets (g : game) (X : pos) (y : bool) : list fact :=
  match clause_draw r with
  | DrawAtThree => if occurred r (start g) (first g) X (col y) (past_moves g) then [Fact OccurredTwice X (Some y)] else [Fact Occurred X (Some y)]
  | _ => once X y
  end.
Lemma draws_asked g X y k c sets :
  asked (past_of g) (draws X y k c sets) (Leads k c (sets (once X y)))
  = if draw r g X (col y) then Ends _ _ _ 0%Z else Leads k c (sets (occ_sets g X y)).
Proof.
  unfold draws, occ_sets, once, draw, has_draw. destruct (clause_draw r) eqn:D; cbn [asked opt]; auto; unfold past_of, has_draw; cbn [fcls fwho fpos]; rewrite ?D; cbn [andb].
  - reflexivity.
  - destruct (occurred_twice r (start g) (first g) X (col y) (past_moves g)); auto.
    destruct (occurred r (start g) (first g) X (col y) (past_moves g)); auto.
Qed.
Definition is_occ (f : fact) : bool := match fcls f with Occurred | OccurredTwice => true | _ => false end.
Lemma mem_occ f g X y : is_occ f = false -> mem f (occ_sets g X y) = false.
Proof.
  destruct f as [c P w]. unfold is_occ, occ_sets, once, opt, has_draw; cbn [fcls].
  destruct c; intro H; try discriminate; destruct (clause_draw r); auto; destruct (occurred _ _ _ _ _ _); auto.
Qed.
Lemma mem_once f X y : is_occ f = false -> mem f (once X y) = false.
Proof. destruct f as [c P w]. unfold is_occ, once, opt; cbn [fcls]. destruct c; intro H; try discriminate; destruct has_draw; auto. Qed.
(** Occurrences after a move e that counts on, and after one that begins anew. *)
Lemma occ_on g e X y Q z : anew r e = false -> opp (who e) = col z -> after e = Q -> is_occ (Fact Occurred X (Some y)) = true ->
  (past_of (play_on g e) (Fact Occurred X (Some y)) = if mem (Fact Occurred X (Some y)) (occ_sets g Q z) then true else past_of g (Fact Occurred X (Some y))) /\
  (past_of (play_on g e) (Fact OccurredTwice X (Some y)) = if mem (Fact OccurredTwice X (Some y)) (occ_sets g Q z) then true else past_of g (Fact OccurredTwice X (Some y))).
Proof.
  intros A O F _. unfold past_of, occ_sets, once, has_draw; cbn [fcls fwho fpos past_moves play_on start first occurred occurred_twice]. rewrite A. unfold here. rewrite O, F, ceq_col.
  destruct (peqb X Q && Bool.eqb y z) eqn:E.
  - apply andb_true_iff in E as [E1 E2]. apply peqb_ok in E1. apply eqb_prop in E2. subst X y.
    destruct (clause_draw r); cbn [opt Abstract.mem existsb andb orb]; auto;
    try (destruct (occurred r (start g) (first g) Q (col z) (past_moves g)) eqn:OC); cbn [opt Abstract.mem existsb andb orb]; unfold feqb; cbn [fcls fwho fpos cls_eqb weqb andb];
    replace (peqb Q Q) with true by (symmetry; now apply peqb_ok); rewrite ?eqb_reflx; cbn [andb orb]; auto.
  - assert (forall k, feqb (Fact k X (Some y)) (Fact k Q (Some z)) = false) as N.
    { intro k. unfold feqb; cbn [fcls fwho fpos weqb]. rewrite <- andb_assoc, (andb_comm (Bool.eqb y z)), E. apply andb_false_r. }
    destruct (clause_draw r); cbn [opt Abstract.mem existsb andb orb]; rewrite ?N; auto;
    destruct (occurred r (start g) (first g) Q (col z) (past_moves g)); cbn [opt Abstract.mem existsb andb orb]; rewrite ?N; auto;
    unfold feqb; cbn [fcls cls_eqb andb orb]; auto.
Qed.
Lemma occ_anew g e X y Q z : anew r e = true -> opp (who e) = col z -> after e = Q ->
  past_of (play_on g e) (Fact Occurred X (Some y)) = mem (Fact Occurred X (Some y)) (once Q z) /\
  past_of (play_on g e) (Fact OccurredTwice X (Some y)) = mem (Fact OccurredTwice X (Some y)) (once Q z).
Proof.
  intros A O F. unfold past_of, once, has_draw; cbn [fcls fwho fpos past_moves play_on start first occurred occurred_twice]. rewrite A. unfold here. rewrite O, F, ceq_col, orb_false_r.
  destruct (clause_draw r); cbn [opt Abstract.mem existsb andb orb]; unfold feqb; cbn [fcls fwho fpos cls_eqb weqb andb]; rewrite ?orb_false_r; split; auto using andb_comm.
Qed.

(** A move by the rules and the same in the machine. *)
Theorem simulation g mv : inv g ->
  match play_at (key_of g) mv with
  | None => step b r g mv = None
  | Some y =>
      if forallb (fun f => negb (past_of g f)) (bars y)
      then exists o, step b r g mv = Some o /\ rel (past_of g) (result (past_of g) y) o
      else step b r g mv = None
  end.
Proof.
  intros I. pose proof I as (Pg & Rg). pose proof (turn_col g Pg) as T. unfold key_of. remember (ceq (turn g) B) as m eqn:Em.
  destruct mv as [p|].
  - (* a stone *)
    unfold play_at; cbn [kpos kblack kphase kko]. unfold step. rewrite <- T.
    destruct (place b (clause_suicide r) (now g) p (turn g)) as [Q|] eqn:Pl; [|reflexivity].
    destruct (match ko_taken b r (past_moves g) with Some i => i =? p | None => false end); [reflexivity|]. cbn [orb].
    assert (D : clause_declined r && (1 <=? min (run (past_moves g)) cap) && peqb Q (now g) = clause_declined r && (1 <=? run (past_moves g)) && peqb Q (now g)).
    { destruct (clause_declined r) eqn:Dr; auto. rewrite le1_min; auto. rewrite Dr. now rewrite orb_true_r. }
    assert (N : clause_initialised_twice r && (1 <=? min (run (past_moves g)) cap) = clause_initialised_twice r && (1 <=? run (past_moves g))).
    { destruct (clause_initialised_twice r) eqn:Dr; auto. rewrite le1_min; auto. now rewrite Dr. }
    assert (D2 : clause_declined r && (1 <=? min (run (past_moves g)) cap) = clause_declined r && (1 <=? run (past_moves g))).
    { destruct (clause_declined r) eqn:Dr; auto. rewrite le1_min; auto. rewrite Dr. now rewrite orb_true_r. }
    assert (E1 : clause_disturbed_twice r && (min (run (past_moves g)) cap =? 1) = clause_disturbed_twice r && (run (past_moves g) =? 1)).
    { destruct (clause_disturbed_twice r) eqn:Dr; auto. rewrite eq1_min; auto. now rewrite Dr. }
    assert (E2 : clause_passes_forgotten r && (min (run (past_moves g)) cap =? 1) = clause_passes_forgotten r && (run (past_moves g) =? 1)).
    { destruct (clause_passes_forgotten r) eqn:Dr; auto. rewrite eq1_min; auto. rewrite Dr. now rewrite orb_true_r. }
    rewrite D, N, D2, E1, E2. clear D N D2 E1 E2.
    assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
    destruct (clause_declined r && (1 <=? run (past_moves g)) && peqb Q (now g)) eqn:DQ.
    { unfold barred. apply andb_true_iff in DQ as [DQ1 DQ2]. apply andb_true_iff in DQ1 as [DQ0 DQ1].
      rewrite DQ0, DQ1, DQ2. simpl. now rewrite !orb_true_r. }
    cbn [bars].
    (* legality *)
    assert (Bar : barred r g Q = negb (forallb (fun f => negb (past_of g f))
       ((if is_left then S_ Q m else S_ Q (negb m)) ++ opt is_ko (Fact Undone Q None)
             ++ opt (clause_initialised_twice r && (1 <=? run (past_moves g))) (Fact Initialised (now g) (Some m))
             ++ opt (clause_disturbed_twice r && (run (past_moves g) =? 1)) (Fact Disturbed (now g) (Some m)) ++ opt (clause_declined r) (Fact Declined Q (Some m))))).
    { rewrite !forallb_app. rewrite !negb_andb. unfold barred.
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
      { unfold past_of, is_ko. destruct (clause_occurs r); simpl; auto. now destruct (undone Q (past_moves g)). }
      assert (match clause_ban r with NoBan => false | BanLeft => left_behind r Q (turn g) (past_moves g)
              | _ => stands r (start g) (first g) Q (opp (turn g)) (past_moves g) end
              = negb (forallb (fun f => negb (past_of g f)) (if is_left then S_ Q m else S_ Q (negb m)))) as ->.
      { unfold is_left, S_, past_of. destruct (clause_ban r) eqn:Br; simpl; auto.
        - rewrite (stands_pos _ _ _ B (opp (turn g))) by auto. match goal with |- ?x = _ => now destruct x end.
        - rewrite OT. match goal with |- ?x = _ => now destruct x end.
        - rewrite OT. match goal with |- ?x = _ => now destruct x end.
        - rewrite T. match goal with |- ?x = _ => now destruct x end. }
      now rewrite <- !orb_assoc. }
    rewrite Bar. clear Bar. match goal with |- if ?x then _ else _ => destruct x end; [|reflexivity]. cbn [negb].
    unfold result; cbn [stops eff]. rewrite draws_asked. rewrite OT. destruct (draw r g Q (col (negb m))) eqn:Dw.
    { eexists. split; reflexivity. }
    eexists. split; [reflexivity|]. cbn [rel].
    split; [|split].
    + unfold key_of, now, turn; simpl. f_equal. fold (turn g). rewrite OT. now destruct m.
    + intro f. destruct (is_occ f) eqn:Oc.
      { destruct f as [c X [y|]].
        - destruct (occ_on g (Event (turn g) (Some p) (now g) Q) X y Q (negb m)) as [O1 O2]; auto.
          { unfold anew. apply andb_false_r. }
          unfold change. rewrite !mem_app. unfold clears; cbn [coccurred fcls].
          destruct c; try discriminate; [rewrite O1|rewrite O2]; rewrite !mem_opt; unfold is_left; destruct (clause_ban r) eqn:Br; rewrite ?mem_S, ?Br;
          unfold feqb; cbn [fcls fwho fpos cls_eqb weqb andb orb]; rewrite ?andb_false_r; cbn [orb]; reflexivity.
        - destruct c; try discriminate; unfold past_of, change; cbn [fcls fwho]; rewrite !mem_app, !mem_opt; unfold is_left; destruct (clause_ban r) eqn:Br;
          rewrite ?mem_S, ?Br; unfold feqb, occ_sets, once, opt; cbn [fcls fwho fpos cls_eqb weqb andb orb]; rewrite ?andb_false_r; cbn [orb];
          destruct (clause_draw r), (occurred r (start g) (first g) Q (col (negb m)) (past_moves g)), has_draw; reflexivity. }
      assert (OS : mem f (occ_sets g Q (negb m)) = false) by now apply mem_occ.
      destruct f as [c X w]. unfold change. rewrite !mem_app, OS. unfold past_of at 1, past_of at 1; cbn [fcls fwho fpos past_moves play_on start first].
      unfold clears; cbn [fcls cstood cundone cpassed coccurred].
      destruct c, w as [y|]; try discriminate; cbn [stands left_behind undone passed initialised declined disturbed disturbing is_pass lifts at_ who before after andb orb negb].
      all: rewrite !mem_opt; unfold is_left, is_ko, counts; rewrite ?OT; try rewrite T; rewrite ?ceq_col;
           destruct (clause_ban r) eqn:Br; rewrite ?mem_S, ?Br; unfold feqb; cbn [fcls fwho fpos cls_eqb weqb andb];
           rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [orb]; auto; fin.
    + split.
      * apply proper_on; auto.
      * simpl. intros k K. specialize (Rg _ K). lia.
  - (* a pass *)
    unfold play_at; cbn [kpos kblack kphase kko]. unfold step.
    assert (K : match clause_passes_in_a_row r with Some k => min (run (past_moves g)) cap + 1 =? k | None => false end
              = match clause_passes_in_a_row r with Some k => run (past_moves g) + 1 =? k | None => false end).
    { destruct (clause_passes_in_a_row r) as [k|] eqn:K; auto. now apply run_end. }
    rewrite K. destruct (match clause_passes_in_a_row r with Some k => run (past_moves g) + 1 =? k | None => false end) eqn:En; clear K.
    { cbn. eexists. split; reflexivity. }
    cbn [bars forallb orb]. unfold result; cbn [stops eff].
    assert (N : clause_initialised_twice r && (1 <=? min (run (past_moves g)) cap) = clause_initialised_twice r && (1 <=? run (past_moves g))).
    { destruct (clause_initialised_twice r) eqn:Dr; auto. rewrite le1_min; auto. now rewrite Dr. }
    assert (L : match clause_lifted_by r with LiftNothing => false | LiftPass => true | LiftTwo => 1 <=? min (run (past_moves g)) cap end
              = match clause_lifted_by r with LiftNothing => false | LiftPass => true | LiftTwo => 1 <=? run (past_moves g) end).
    { destruct (clause_lifted_by r) eqn:Dr; auto. rewrite le1_min; auto. rewrite Dr. now rewrite orb_true_r. }
    rewrite N, L. clear N L.
    assert (A : forall rest (X : next), asked (past_of g) (opt (clause_second_pass r) (Fact Passed (now g) (Some m), Ends _ _ _ (worth b r (now g))) ++ rest) X
              = if clause_second_pass r && passed r (now g) (turn g) (past_moves g) then Ends _ _ _ (worth b r (now g)) else asked (past_of g) rest X).
    { intros rest X. unfold opt. destruct (clause_second_pass r) eqn:Se; cbn [app asked andb]; auto.
      unfold past_of at 1; cbn [fcls fwho fpos]. rewrite Se, T. cbn [andb]. match goal with |- (if ?x then _ else _) = _ => now destruct x end. }
    rewrite A. clear A. destruct (clause_second_pass r && passed r (now g) (turn g) (past_moves g)) eqn:SP.
    { eexists. split; reflexivity. }
    assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
    assert (D : forall k c sets, asked (past_of g) (if clause_since_pass r then [] else draws (now g) (negb m) k c sets) (Leads k c (sets (once (now g) (negb m))))
              = if negb (clause_since_pass r) && draw r g (now g) (opp (turn g)) then Ends _ _ _ 0%Z
                else Leads k c (sets (if clause_since_pass r then once (now g) (negb m) else occ_sets g (now g) (negb m)))).
    { intros k c sets. rewrite OT. destruct (clause_since_pass r); cbn [asked negb andb]; auto. apply draws_asked. }
    rewrite D. clear D. destruct (negb (clause_since_pass r) && draw r g (now g) (opp (turn g))).
    { eexists. split; reflexivity. }
    eexists. split; [reflexivity|]. cbn [rel].
    split; [|split].
    + unfold key_of, now, turn; simpl. fold (turn g). rewrite OT. f_equal; [now destruct m|].
      destruct cap; simpl; try lia.
    + intro f. destruct (is_occ f) eqn:Oc.
      { assert (SB : forall s0 : bool, mem f (match clause_occurs r, clause_ban r with Stands, BanPosition => if s0 then S_ (now g) (negb m) else [] | Stands, BanSituation => S_ (now g) (negb m) | _, _ => [] end) = false).
        { intro s0. destruct f as [c X w]. destruct (clause_occurs r), (clause_ban r) eqn:Br, s0; rewrite ?mem_S, ?Br; auto;
          destruct c; try discriminate; unfold feqb; cbn [fcls cls_eqb andb]; auto. }
        destruct f as [c X [y|]].
        - unfold change. rewrite !mem_app, SB. unfold clears; cbn [coccurred fcls].
          destruct (clause_since_pass r) eqn:Si.
          + destruct (occ_anew g (Event (turn g) None (now g) (now g)) X y (now g) (negb m)) as [O1 O2]; auto.
            { unfold anew. now rewrite Si. }
            destruct c; try discriminate; [rewrite O1|rewrite O2]; rewrite !mem_opt; unfold feqb; cbn [fcls fwho fpos cls_eqb weqb andb orb]; rewrite ?andb_false_r; cbn [orb];
            match goal with |- ?z = if ?z then true else false => now destruct z end.
          + destruct (occ_on g (Event (turn g) None (now g) (now g)) X y (now g) (negb m)) as [O1 O2]; auto.
            { unfold anew. now rewrite Si. }
            destruct c; try discriminate; [rewrite O1|rewrite O2]; rewrite !mem_opt; unfold feqb; cbn [fcls fwho fpos cls_eqb weqb andb orb]; rewrite ?andb_false_r; cbn [orb]; reflexivity.
        - unfold change. rewrite !mem_app, SB, !mem_opt. destruct c; try discriminate; unfold past_of; cbn [fcls fwho];
          unfold feqb, occ_sets, once, opt; cbn [fcls fwho fpos cls_eqb weqb andb orb]; rewrite ?andb_false_r; cbn [orb];
          destruct (clause_since_pass r), (clause_draw r), (occurred r (start g) (first g) (now g) (col (negb m)) (past_moves g)), has_draw; reflexivity. }
      assert (OS : mem f (if clause_since_pass r then once (now g) (negb m) else occ_sets g (now g) (negb m)) = false).
      { destruct (clause_since_pass r); [now apply mem_once|now apply mem_occ]. }
      destruct f as [c X w]. unfold change. rewrite !mem_app, OS. unfold past_of at 1, past_of at 1; cbn [fcls fwho fpos past_moves play_on start first].
      unfold clears; cbn [fcls cstood cundone cpassed coccurred].
      clear Rg I.
      destruct c, w as [y|]; try discriminate; cbn [stands left_behind undone passed initialised declined disturbed disturbing is_pass lifts at_ who before after andb orb negb].
      all: rewrite !mem_opt; unfold is_ko, counts, pass_counts, lifts, disturbing, is_pass; cbn [at_]; rewrite ?OT; try rewrite T; rewrite ?ceq_col;
           destruct (clause_ban r) eqn:Br; destruct (clause_occurs r);
           destruct (clause_lifted_by r); destruct (1 <=? run (past_moves g)); cbn [andb orb negb] in *; rewrite ?mem_S, ?Br; cbn [Abstract.mem existsb];
           unfold feqb; cbn [fcls fwho fpos cls_eqb weqb andb]; rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [orb negb andb]; auto;
           fin.
    + split.
      * apply proper_on; auto.
      * simpl. intros k K. specialize (Rg _ K). rewrite K in En. apply Nat.eqb_neq in En. lia.
Qed.

(** What the machine forces, the rules force. *)
Lemma step_lt g mv o : step b r g mv = Some o -> In mv (moves b).
Proof. apply step_moves. Qed.
Theorem mforces_forces c : forall k p, mforces feqb kblack clears plays c k p ->
  forall g, inv g -> key_of g = k -> (forall f, past_of g f = p f) -> forces b r c g.
Proof.
  apply (@mforces_mut key fact clr (option nat) feqb kblack clears plays c
    (fun k p _ => forall g, inv g -> key_of g = k -> (forall f, past_of g f = p f) -> forces b r c g)
    (fun o p _ => forall o', rel p o o' -> wins b r c o')).
  - intros k p mv y Hb Hin Hl _ IH g I <- E. apply in_plays in Hin as [Hm Hp].
    pose proof (simulation g mv I) as S. rewrite Hp in S.
    assert (forallb (fun f => negb (past_of g f)) (bars y) = true) as L.
    { apply forallb_forall. intros f Hf. rewrite E. now rewrite Hl. }
    rewrite L in S. destruct S as (o & So & R). apply F_own with mv o; auto.
    + unfold his_turn. destruct I as (Pg & _). rewrite (turn_col g Pg). simpl in Hb. rewrite Hb. reflexivity.
    + apply IH. eapply rel_ext; eauto.
  - intros k p Hb _ IH g I <- E. apply F_opp.
    + unfold his_turn. simpl in Hb. intro T. apply Hb. rewrite T. now destruct (fst c).
    + intros mv o So. pose proof (simulation g mv I) as S. destruct (play_at (key_of g) mv) as [y|] eqn:Hp; [|congruence].
      destruct (forallb (fun f => negb (past_of g f)) (bars y)) eqn:L; [|congruence].
      destruct S as (o' & So' & R). rewrite So in So'. inversion So'; subst o'.
      apply (IH mv y).
      * apply in_plays. split; auto. eapply step_moves; eauto.
      * intros f Hf. rewrite forallb_forall in L. specialize (L _ Hf). rewrite <- E. now destruct (past_of g f).
      * eapply rel_ext; eauto.
  - intros s p G [s'|g] R; simpl in R; [|tauto]. subst. constructor. revert G. unfold serves, good. destruct (fst c); apply Z.leb_le.
  - intros k cl st p _ IH [s'|g] R; simpl in R; [tauto|]. destruct R as (K & E & I). constructor. apply IH; auto.
Qed.

(** What the machine keeps, the rules keep. *)
Theorem msafe_keeps c k p : msafe feqb kblack clears plays c k p ->
  forall g, inv g -> key_of g = k -> (forall f, past_of g f = p f) -> keeps b r c g.
Proof.
  intros (X & HX & Xc) g I K E.
  exists (fun g => inv g /\ exists p, X c (key_of g) p /\ forall f, past_of g f = p f).
  split. { split; auto. exists p. rewrite K. auto. }
  clear g I K E Xc k p. intros g [I (p & Xg & E)]. pose proof I as (Pg & _).
  assert (On : forall y o, rel p (result p y) o -> okn feqb clears X c (result p y) p -> stays c (fun g => inv g /\ exists p, X c (key_of g) p /\ forall f, past_of g f = p f) o).
  { intros y o R O. destruct (result p y) as [s|k' cl st], o as [s'|g']; simpl in *; try tauto.
    - subst s'. revert O. unfold serves, good. destruct (fst c); apply Z.leb_le.
    - destruct R as (K' & E' & I'). split; auto. rewrite K'. eauto. }
  destruct (HX c (key_of g) p Xg) as [(B & mv & y & Hin & Hl & O)|(B & A)].
  - left. apply in_plays in Hin as [Hm Hp]. split.
    { unfold his_turn. rewrite (turn_col g Pg). simpl in B. rewrite B. reflexivity. }
    pose proof (simulation g mv I) as S. rewrite Hp in S.
    assert (forallb (fun f => negb (past_of g f)) (bars y) = true) as L.
    { apply forallb_forall. intros f Hf. rewrite E. now rewrite Hl. }
    rewrite L in S. destruct S as (o & So & R). exists mv, o. split; auto. apply (On y); auto. eapply rel_ext; eauto.
  - right. split.
    { unfold his_turn. simpl in B. intro T. apply B. rewrite T. now destruct (fst c). }
    intros mv o So. pose proof (simulation g mv I) as S. destruct (play_at (key_of g) mv) as [y|] eqn:Hp; [|congruence].
    destruct (forallb (fun f => negb (past_of g f)) (bars y)) eqn:L; [|congruence].
    destruct S as (o' & So' & R). rewrite So in So'. inversion So'; subst o'.
    apply (On y); [eapply rel_ext; eauto|]. apply (A mv y).
    + apply in_plays. split; auto. eapply step_moves; eauto.
    + intros f Hf. rewrite forallb_forall in L. specialize (L _ Hf). rewrite <- E. now destruct (past_of g f).
Qed.
End Machine.
