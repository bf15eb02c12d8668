(** Three players and more: the rules in terms of histories, the machine, and that it is these rules and has the symmetries of the board. *)
Require Import List Arith Bool ZArith Lia FMapPositive.
Import ListNotations.
Require Import Board Rules Abstract Machine Symmetry Play.

(* trusted *)
(** A position gives each intersection the number of the player whose stone it bears, 1 for Black, 2 for White and so on, or 0. *)
Definition stonemap := list nat.
Definition stone (P : stonemap) (i : nat) : nat := at_place P i 0.
Definition stonetab (n : nat) (f : nat -> nat) : stonemap := map f (seq 0 n).
(** A move that was made; a game, the last move first. *)
Record mevent := MEvent { mwho : nat; mat : option nat; mbefore : stonemap; mafter : stonemap }.
Record mgame := MGame { mstart : stonemap; mfirst : nat; mmoves : list mevent }.
Definition mpass (e : mevent) : bool := match mat e with None => true | Some _ => false end.
Definition mnow (g : mgame) : stonemap := match mmoves g with [] => mstart g | e :: _ => mafter e end.
Definition mplay (g : mgame) (e : mevent) : mgame := MGame (mstart g) (mfirst g) (e :: mmoves g).
Fixpoint mrun (h : list mevent) : nat := match h with e :: h => if mpass e then S (mrun h) else 0 | [] => 0 end.
(* end trusted *)
Definition meq (P Q : stonemap) : bool := if list_eq_dec Nat.eq_dec P Q then true else false.
Lemma meq_ok P Q : meq P Q = true <-> P = Q.
Proof. unfold meq. destruct (list_eq_dec _ P Q); split; congruence. Qed.

Section Many.
(* trusted *)
Variable b : board.
(** Of its clauses [suicide], [ban], [lifted_by], [occurs], [initialised_twice], [disturbed_twice], [passes_in_a_row], [second_pass] and
    [passes_forgotten] are looked at. The number of players; whether a second pass is that of all opponents. *)
Variable r : rules.
Variable players : nat.
Variable by_opponents : bool.
Notation n := (size b).

(** A player's stones as Black's, those of all others as White's: the chain of a stone is its chain in the view of its player. *)
Definition view (P : stonemap) (c : nat) : pos := tab n (fun i => if stone P i =? 0 then E else if stone P i =? c then B else W).
(** The position after a stone of player c on p (section Games): chains of others without liberties come off, all at once; then, if its own has none, that. *)
Definition captured (P : stonemap) (c : nat) : stonemap :=
  stonetab n (fun i => if negb (stone P i =? 0) && negb (stone P i =? c) && negb (free b (view P (stone P i)) i) then 0 else stone P i).
Definition mplace (su : suicide) (P : stonemap) (p c : nat) : option stonemap :=
  if (p <? n) && (stone P p =? 0) then
    let Q := captured (stonetab n (fun i => if i =? p then c else stone P i)) c in
    if free b (view Q c) p then Some Q else
    let gone := Some (stonetab n (fun i => if memn i (part b (view Q c) p) then 0 else stone Q i)) in
    match su with
    | Forbidden => None
    | Allowed => gone
    | MultiStone => if existsb (fun k => stone Q k =? c) (adj b p) then gone else None
    end
  else None.
(** Black's own area, which is the score (section The machine, The score of P). *)
Definition own_area (P : stonemap) : Z := Z.of_nat (area b (view P 1) B).

Definition after_turn (c : nat) : nat := if c =? players then 1 else S c.
Definition mturn (g : mgame) : nat := match mmoves g with [] => mfirst g | e :: _ => after_turn (mwho e) end.
(** What the bans remember, as in Rules.v (section The machine, A stone play and A pass). *)
Definition mlifts (e : mevent) (h : list mevent) : bool :=
  mpass e && match clause_lifted_by r with LiftNothing => false | LiftPass => true | LiftTwo => 1 <=? mrun h end.
Definition mcounts (X : stonemap) (Y : nat) (P : stonemap) (M : nat) : bool := meq X P && match clause_ban r with BanPosition => true | _ => Y =? M end.
Definition mpass_counts (e : mevent) (h : list mevent) : bool :=
  match clause_occurs r, clause_ban r with Stands, BanPosition => mlifts e h | Stands, BanSituation => true | _, _ => false end.
Fixpoint mstands (g0 : stonemap) (c0 : nat) (X : stonemap) (Y : nat) (h : list mevent) : bool :=
  match h with
  | [] => mcounts X Y g0 c0
  | e :: h => mcounts X Y (mafter e) (after_turn (mwho e)) && (negb (mpass e) || mpass_counts e h) || (if mlifts e h then false else mstands g0 c0 X Y h)
  end.
Fixpoint minitialised (X : stonemap) (Y : nat) (h : list mevent) : bool :=
  match h with e :: h => (1 <=? mrun h) && meq X (mbefore e) && (Y =? mwho e) || minitialised X Y h | [] => false end.
(** A disturbing play: a stone after as many passes as there are other players, or fewer, but one at least. *)
Definition between (run : nat) : bool := (1 <=? run) && (run <? players).
Fixpoint mdisturbed (X : stonemap) (Y : nat) (h : list mevent) : bool :=
  match h with e :: h => negb (mpass e) && between (mrun h) && meq X (mbefore e) && (Y =? mwho e) || mdisturbed X Y h | [] => false end.
(** A pass counts for [second-pass]: under [opponents] it is the last of passes in a row of all other players than the next. *)
Definition second_counts (run : nat) : bool := negb by_opponents || (players <=? run + 2).
Fixpoint mpassed (X : stonemap) (Y : nat) (h : list mevent) : bool :=
  match h with
  | e :: h => mpass e && second_counts (mrun h) && meq X (mbefore e) && (Y =? mwho e)
              || (if clause_passes_forgotten r && negb (mpass e) && between (mrun h) then false else mpassed X Y h)
  | [] => false
  end.
Definition mstep (g : mgame) (m : option nat) : option (Z + mgame) :=
  let P := mnow g in let M := mturn g in let h := mmoves g in
  match m with
  | Some p => match mplace (clause_suicide r) P p M with
              | None => None
              | Some Q =>
                  if match clause_ban r with NoBan => false | _ => mstands (mstart g) (mfirst g) Q (after_turn M) h end
                     || clause_initialised_twice r && (1 <=? mrun h) && minitialised P M h
                     || clause_disturbed_twice r && between (mrun h) && mdisturbed P M h then None
                  else Some (inr (mplay g (MEvent M m P Q)))
              end
  | None => if match clause_passes_in_a_row r with Some k => mrun h + 1 =? k | None => false end
               || clause_second_pass r && second_counts (mrun h) && mpassed P M h
            then Some (inl (own_area P)) else Some (inr (mplay g (MEvent M None P P)))
  end.
Definition black_turn (g : mgame) : bool := mturn g =? 1.
(* end trusted *)
(** What is not defined here: bans and [occurs] for two players. *)
Definition many_covers : bool :=
  (2 <=? players) && match clause_ban r with BanLeft => false | _ => true end && match clause_occurs r with ProducedKo => false | _ => true end.

Lemma stonetab_length f : length (stonetab n f) = n. Proof. unfold stonetab. now rewrite map_length, seq_length. Qed.
Lemma stone_tab f i : i < n -> stone (stonetab n f) i = f i.
Proof.
  intro H. unfold stone, stonetab. rewrite at_place_nth, nth_indep with (d' := f 0) by (now rewrite map_length, seq_length). rewrite map_nth. now rewrite seq_nth.
Qed.
Lemma stone_ext P Q : length P = n -> length Q = n -> (forall i, i < n -> stone P i = stone Q i) -> P = Q.
Proof. intros HP HQ H. apply nth_ext with 0 0; [congruence|]. intros i Hi. rewrite <- !at_place_nth. apply H. congruence. Qed.
Lemma mplace_length su P p c Q : mplace su P p c = Some Q -> length Q = n.
Proof.
  unfold mplace. destruct (_ && _); [|discriminate]. destruct (free _ _ p); [intro X; inversion X; apply stonetab_length|].
  destruct su; [discriminate|intro X; inversion X; apply stonetab_length|]. destruct (existsb _ _); [|discriminate]. intro X; inversion X; apply stonetab_length.
Qed.
Lemma mplace_moves su P p c Q : mplace su P p c = Some Q -> In (Some p) (map Some (seq 0 n) ++ [None]).
Proof.
  unfold mplace. destruct (p <? n) eqn:L; [|discriminate]. intros _. apply Nat.ltb_lt in L. apply in_or_app. left. apply in_map. apply in_seq. lia.
Qed.

(** The machine. *)
Record mkey := MKey { mkpos : stonemap; mkturn : nat; mkrun : nat }.
Record mfact := MFact { mfcls : cls; mfpos : stonemap; mfwho : option nat }.
Definition mkeqb (x y : mkey) : bool := meq (mkpos x) (mkpos y) && (mkturn x =? mkturn y) && (mkrun x =? mkrun y).
Lemma mkeqb_ok x y : mkeqb x y = true <-> x = y.
Proof.
  destruct x, y; unfold mkeqb; simpl. rewrite !andb_true_iff, meq_ok, !Nat.eqb_eq. split; [intros [[-> ->] ->]; auto|intro H; inversion H; auto].
Qed.
Definition mfeqb (x y : mfact) : bool := cls_eqb (mfcls x) (mfcls y) && oeqb (mfwho x) (mfwho y) && meq (mfpos x) (mfpos y).
Lemma mfeqb_ok x y : mfeqb x y = true <-> x = y.
Proof.
  destruct x, y; unfold mfeqb; simpl. rewrite !andb_true_iff, cls_eqb_ok, oeqb_ok, meq_ok. split; [intros [[-> ->] ->]; auto|intro H; inversion H; auto].
Qed.
Definition mclr := (bool * bool)%type. (* whether what stood is cleared, and passes *)
Definition mclears (c : mclr) (f : mfact) : bool := match mfcls f with Stood => fst c | Passed => snd c | _ => false end.
Definition mcap : nat :=
  max (match clause_passes_in_a_row r with Some k => k - 1 | None => 0 end)
      (max (if clause_initialised_twice r || match clause_lifted_by r with LiftTwo => true | _ => false end then 1 else 0)
           (max (if clause_disturbed_twice r || clause_passes_forgotten r then players else 0) (if clause_second_pass r && by_opponents then players - 2 else 0))).
Definition mS (X : stonemap) (y : nat) : list mfact :=
  match clause_ban r with NoBan => [] | BanPosition => [MFact Stood X None] | _ => [MFact Stood X (Some y)] end.
Definition mlifting (ph : nat) : bool := match clause_lifted_by r with LiftNothing => false | LiftPass => true | LiftTwo => 1 <=? ph end.
Definition used (P : stonemap) (m ph : nat) : list mfact :=
  opt (clause_initialised_twice r && (1 <=? ph)) (MFact Initialised P (Some m)) ++ opt (clause_disturbed_twice r && between ph) (MFact Disturbed P (Some m)).
Definition mpass_sets (P : stonemap) (m ph : nat) : list mfact :=
  match clause_occurs r, clause_ban r with Stands, BanPosition => if mlifting ph then mS P (after_turn m) else [] | Stands, BanSituation => mS P (after_turn m) | _, _ => [] end
  ++ opt (clause_second_pass r && second_counts ph) (MFact Passed P (Some m)) ++ opt (clause_initialised_twice r && (1 <=? ph)) (MFact Initialised P (Some m)).
Notation mplay_ := (play mkey mfact mclr).
Definition mplay_at (k : mkey) (mv : option nat) : option mplay_ :=
  let P := mkpos k in let m := mkturn k in let ph := mkrun k in
  match mv with
  | Some p => match mplace (clause_suicide r) P p m with
              | None => None
              | Some Q => Some (Play (mS Q (after_turn m) ++ used P m ph) []
                            (Leads 0%Z (MKey Q (after_turn m) 0) (false, clause_passes_forgotten r && between ph) (mS Q (after_turn m) ++ used P m ph)))
              end
  | None => if match clause_passes_in_a_row r with Some k => ph + 1 =? k | None => false end then Some (Play [] [] (Ends _ _ _ (own_area P))) else
            Some (Play [] (opt (clause_second_pass r && second_counts ph) (MFact Passed P (Some m), Ends _ _ _ (own_area P)))
              (Leads 0%Z (MKey P (after_turn m) (min (ph + 1) mcap)) (mlifting ph, false) (mpass_sets P m ph)))
  end.
Definition many_moves : list (option nat) := map Some (seq 0 n) ++ [None].
Definition mplays (k : mkey) : list (option nat * mplay_) := flat_map (fun mv => match mplay_at k mv with Some y => [(mv, y)] | None => [] end) many_moves.
Lemma in_mplays k mv y : In (mv, y) (mplays k) <-> In mv many_moves /\ mplay_at k mv = Some y.
Proof.
  unfold mplays. rewrite in_flat_map. split.
  - intros (x & Hx & H). destruct (mplay_at k x) eqn:A; simpl in H; [|tauto]. destruct H as [H|[]]. inversion H; subst. auto.
  - intros [H A]. exists mv. rewrite A. simpl. auto.
Qed.
Lemma mplay_at_moves k mv y : mplay_at k mv = Some y -> In mv many_moves.
Proof.
  destruct mv as [p|]; [|intros _; unfold many_moves; apply in_or_app; simpl; auto]. unfold mplay_at. destruct (mplace _ _ _ _) eqn:Pl; [|discriminate]. intros _. eapply mplace_moves; eauto.
Qed.
Definition mblack (k : mkey) : bool := mkturn k =? 1.

Section Sound.
Hypothesis cov : many_covers = true.
Hypothesis bok : board_ok b = true.
Lemma covers_parts : 2 <= players /\ clause_ban r <> BanLeft /\ clause_occurs r <> ProducedKo.
Proof.
  pose proof cov as H. unfold many_covers in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
  split; [now apply Nat.leb_le|]. split; [intro X; rewrite X in H2|intro X; rewrite X in H3]; discriminate.
Qed.

(** The picture of a game. *)
Definition mphase (h : list mevent) : nat := min (mrun h) mcap.
Definition mkey_of (g : mgame) : mkey := MKey (mnow g) (mturn g) (mphase (mmoves g)).
Definition mpast_of (g : mgame) : past mfact := fun f =>
  let h := mmoves g in let X := mfpos f in
  match mfcls f, mfwho f with
  | Stood, None => match clause_ban r with BanPosition => mstands (mstart g) (mfirst g) X 0 h | _ => false end
  | Stood, Some y => match clause_ban r with BanSituation | BanNatural => mstands (mstart g) (mfirst g) X y h | _ => false end
  | Passed, Some y => clause_second_pass r && mpassed X y h
  | Initialised, Some y => clause_initialised_twice r && minitialised X y h
  | Disturbed, Some y => clause_disturbed_twice r && mdisturbed X y h
  | _, _ => false
  end.
Definition colours (P : stonemap) : bool := (length P =? n) && forallb (fun c => c <=? players) P.
Definition minv (g : mgame) : Prop :=
  colours (mnow g) = true /\ 1 <= mturn g <= players /\ (forall k, clause_passes_in_a_row r = Some k -> mrun (mmoves g) < k).
Definition mwfK (k : mkey) : bool := colours (mkpos k) && (1 <=? mkturn k) && (mkturn k <=? players).
Definition mwfF (f : mfact) : bool := length (mfpos f) =? n.
Lemma turn_next m : 1 <= m <= players -> 1 <= after_turn m <= players.
Proof. pose proof covers_parts as (P2 & _). intro H. unfold after_turn. destruct (m =? players) eqn:X; [lia|]. apply Nat.eqb_neq in X. lia. Qed.
Lemma colours_ok P : colours P = true <-> length P = n /\ forall i, stone P i <= players.
Proof.
  unfold colours. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. split; intros [L H]; split; auto.
  - intro i. unfold stone. rewrite at_place_nth. destruct (Nat.lt_ge_cases i (length P)); [apply Nat.leb_le, H, nth_In; auto|rewrite nth_overflow; lia].
  - intros c Hc. apply (In_nth _ _ 0) in Hc as (i & _ & <-). apply Nat.leb_le. rewrite <- at_place_nth. apply H.
Qed.
Lemma colours_place su P p c Q : colours P = true -> c <= players -> mplace su P p c = Some Q -> colours Q = true.
Proof.
  rewrite !colours_ok. intros [L H] Hc Pl. split; [eapply mplace_length; eauto|].
  assert (T : forall f, (forall i, f i <= players) -> forall i, stone (stonetab n f) i <= players).
  { intros f Hf i. destruct (Nat.lt_ge_cases i n); [rewrite stone_tab; auto|]. unfold stone. rewrite at_place_nth, nth_overflow by (rewrite stonetab_length; lia). lia. }
  assert (C : forall i, stone (captured (stonetab n (fun i => if i =? p then c else stone P i)) c) i <= players).
  { unfold captured. apply T. intro i. destruct (_ && _ && _); [lia|]. apply T. intro j. destruct (j =? p); auto. }
  unfold mplace in Pl. destruct (_ && _); [|discriminate]. destruct (free _ _ p); [inversion Pl; subst; exact C|].
  assert (forall i, stone (stonetab n (fun i => if memn i (part b (view (captured (stonetab n (fun i0 => if i0 =? p then c else stone P i0)) c) c) p) then 0
    else stone (captured (stonetab n (fun i0 => if i0 =? p then c else stone P i0)) c) i)) i <= players) as G.
  { apply T. intro i. destruct (memn _ _); [lia|auto]. }
  destruct su; [discriminate|inversion Pl; subst; exact G|]. destruct (existsb _ _); [|discriminate]. inversion Pl; subst; exact G.
Qed.

Lemma cap_le1 h : clause_initialised_twice r || match clause_lifted_by r with LiftTwo => true | _ => false end = true -> (1 <=? mphase h) = (1 <=? mrun h).
Proof. intro H. unfold mphase, mcap. rewrite H. apply eq_true_iff_eq. rewrite !Nat.leb_le. lia. Qed.
Lemma cap_init h : clause_initialised_twice r && (1 <=? mphase h) = clause_initialised_twice r && (1 <=? mrun h).
Proof. destruct (clause_initialised_twice r) eqn:X; auto. rewrite cap_le1; auto. now rewrite X. Qed.
Lemma cap_lift h : mlifting (mphase h) = mlifting (mrun h).
Proof. unfold mlifting. destruct (clause_lifted_by r) eqn:X; auto. rewrite cap_le1; auto. rewrite X. apply orb_true_r. Qed.
Lemma cap_between h : clause_disturbed_twice r || clause_passes_forgotten r = true -> between (mphase h) = between (mrun h).
Proof.
  intro H. unfold between, mphase, mcap. rewrite H. pose proof covers_parts as (P2 & _). apply eq_true_iff_eq. rewrite !andb_true_iff, !Nat.leb_le, !Nat.ltb_lt. lia.
Qed.
Lemma cap_disturbed h : clause_disturbed_twice r && between (mphase h) = clause_disturbed_twice r && between (mrun h).
Proof. destruct (clause_disturbed_twice r) eqn:X; auto. rewrite cap_between; auto. now rewrite X. Qed.
Lemma cap_forgotten h : clause_passes_forgotten r && between (mphase h) = clause_passes_forgotten r && between (mrun h).
Proof. destruct (clause_passes_forgotten r) eqn:X; auto. rewrite cap_between; auto. rewrite X. apply orb_true_r. Qed.
Lemma cap_second h : clause_second_pass r && second_counts (mphase h) = clause_second_pass r && second_counts (mrun h).
Proof.
  destruct (clause_second_pass r) eqn:X; auto. unfold second_counts. destruct by_opponents eqn:Y; auto. cbn [negb orb andb]. unfold mphase, mcap. rewrite X, Y. cbn [andb].
  apply eq_true_iff_eq. rewrite !Nat.leb_le. lia.
Qed.
Lemma cap_row g : minv g -> match clause_passes_in_a_row r with Some k => mphase (mmoves g) + 1 =? k | None => false end
  = match clause_passes_in_a_row r with Some k => mrun (mmoves g) + 1 =? k | None => false end.
Proof.
  intros (_ & _ & R). unfold mphase, mcap. destruct (clause_passes_in_a_row r) as [k|]; auto. specialize (R k eq_refl). f_equal. lia.
Qed.
Lemma cap_used P m h : used P m (mphase h) = used P m (mrun h). Proof. unfold used. now rewrite cap_init, cap_disturbed. Qed.
Lemma cap_sets P m h : mpass_sets P m (mphase h) = mpass_sets P m (mrun h). Proof. unfold mpass_sets. now rewrite cap_lift, cap_second, cap_init. Qed.

Lemma mstands_pos g0 c0 X Y Y' h : clause_ban r = BanPosition -> mstands g0 c0 X Y h = mstands g0 c0 X Y' h.
Proof. intro Bn. induction h as [|e h IH]; simpl; unfold mcounts; rewrite Bn; auto. now rewrite IH. Qed.
Lemma mem_app2 f x y : mem mfeqb f (x ++ y) = mem mfeqb f x || mem mfeqb f y. Proof. apply existsb_app. Qed.
Lemma mem_opt2 f c x : mem mfeqb f (opt c x) = c && mfeqb f x. Proof. unfold opt. destruct c; simpl; auto using orb_false_r. Qed.
Lemma mem_mS f X y : mem mfeqb f (mS X y) = match clause_ban r with NoBan => false | BanPosition => mfeqb f (MFact Stood X None) | _ => mfeqb f (MFact Stood X (Some y)) end.
Proof. unfold mS. destruct (clause_ban r); simpl; auto using orb_false_r. Qed.
Notation msimply := (simply mfact mclr mfeqb mclears).
Ltac cases :=
  repeat match goal with
  | |- context [meq ?x ?y] => destruct (meq x y)
  | |- context [?x =? mturn ?y] => destruct (x =? mturn y)
  | |- context [?x =? after_turn ?y] => destruct (x =? after_turn y)
  | |- context [clause_initialised_twice r] => destruct (clause_initialised_twice r)
  | |- context [clause_disturbed_twice r] => destruct (clause_disturbed_twice r)
  | |- context [clause_second_pass r] => destruct (clause_second_pass r)
  | |- context [clause_passes_forgotten r] => destruct (clause_passes_forgotten r)
  | |- context [between ?x] => destruct (between x)
  | |- context [second_counts ?x] => destruct (second_counts x)
  | |- context [1 <=? ?x] => destruct (1 <=? x)
  | |- context [mstands ?a ?b ?c ?d ?e] => destruct (mstands a b c d e)
  | |- context [minitialised ?a ?b ?c] => destruct (minitialised a b c)
  | |- context [mpassed ?a ?b ?c] => destruct (mpassed a b c)
  | |- context [mdisturbed ?a ?b ?c] => destruct (mdisturbed a b c)
  end; cbn; auto.
Lemma mfacts_stone g p Q f :
  mpast_of (mplay g (MEvent (mturn g) (Some p) (mnow g) Q)) f
  = change msimply (false, clause_passes_forgotten r && between (mrun (mmoves g))) (mS Q (after_turn (mturn g)) ++ used (mnow g) (mturn g) (mrun (mmoves g))) (mpast_of g) f.
Proof.
  rewrite simply_eq. unfold used. rewrite !mem_app2, !mem_opt2, mem_mS. destruct f as [c X w]. unfold mpast_of at 1, mpast_of at 1; cbn [mfcls mfwho mfpos mmoves mplay mstart mfirst].
  unfold mclears; cbn [mfcls fst snd]. pose proof covers_parts as (_ & NL & _).
  destruct c, w as [y|]; cbn [mstands minitialised mpassed mdisturbed mpass mat mwho mafter mbefore negb andb orb]; unfold mlifts, mcounts; cbn [mpass mat andb];
  destruct (clause_ban r) eqn:Br; try congruence; unfold mfeqb; cbn [mfcls mfwho mfpos cls_eqb oeqb andb orb]; rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [orb]; auto; cases.
Qed.
Lemma mfacts_pass g f :
  mpast_of (mplay g (MEvent (mturn g) None (mnow g) (mnow g))) f
  = change msimply (mlifting (mrun (mmoves g)), false) (mpass_sets (mnow g) (mturn g) (mrun (mmoves g))) (mpast_of g) f.
Proof.
  assert (SB : mfcls f <> Stood -> forall s0, mem mfeqb f (match clause_occurs r, clause_ban r with Stands, BanPosition => if (s0 : bool) then mS (mnow g) (after_turn (mturn g)) else [] | Stands, BanSituation => mS (mnow g) (after_turn (mturn g)) | _, _ => [] end) = false).
  { intros N s0. assert (forall w, mfeqb f (MFact Stood (mnow g) w) = false) as K.
    { intro w. unfold mfeqb; cbn [mfcls]. destruct (cls_eqb (mfcls f) Stood) eqn:C; auto. apply cls_eqb_ok in C. congruence. }
    destruct (clause_occurs r), (clause_ban r) eqn:Br, s0; rewrite ?mem_mS, ?Br; auto. }
  rewrite simply_eq. unfold mpass_sets. rewrite !mem_app2, !mem_opt2. destruct f as [c X w]. cbn [mfcls] in SB. unfold mpast_of at 1, mpast_of at 1; cbn [mfcls mfwho mfpos mmoves mplay mstart mfirst].
  unfold mclears; cbn [mfcls fst snd]. pose proof covers_parts as (_ & NL & _).
  destruct c; try (rewrite SB by discriminate; destruct w as [y|]; cbn [minitialised mpassed mdisturbed mpass mat mwho mafter mbefore negb andb orb];
    unfold mfeqb; cbn [mfcls mfwho mfpos cls_eqb oeqb andb orb negb]; rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [orb negb andb]; auto; cases; fail).
  clear SB. unfold mlifting.
  destruct w as [y|]; cbn [mstands mpass mat mwho mafter mbefore negb andb orb]; unfold mlifts, mcounts, mpass_counts, mlifts; cbn [mpass mat andb];
  destruct (clause_ban r) eqn:Br; try congruence; destruct (clause_occurs r); destruct (clause_lifted_by r); destruct (1 <=? mrun (mmoves g)); cbn [andb orb negb] in *; rewrite ?mem_mS, ?Br; cbn [mem existsb];
  unfold mfeqb; cbn [mfcls mfwho mfpos cls_eqb oeqb andb orb negb]; rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; cbn [orb negb andb]; auto; cases.
Qed.
Lemma mS_past g Q : forallb (fun f => negb (mpast_of g f)) (mS Q (after_turn (mturn g)))
  = negb match clause_ban r with NoBan => false | _ => mstands (mstart g) (mfirst g) Q (after_turn (mturn g)) (mmoves g) end.
Proof.
  pose proof covers_parts as (_ & NL & _). unfold mS. destruct (clause_ban r) eqn:Br; auto; try congruence; cbn [forallb]; unfold mpast_of; cbn [mfcls mfwho mfpos]; rewrite Br, andb_true_r; auto.
  now rewrite (mstands_pos _ _ _ 0 (after_turn (mturn g))).
Qed.
Lemma bars_past g Q : forallb (fun f => negb (mpast_of g f)) (mS Q (after_turn (mturn g)) ++ used (mnow g) (mturn g) (mrun (mmoves g)))
  = negb (match clause_ban r with NoBan => false | _ => mstands (mstart g) (mfirst g) Q (after_turn (mturn g)) (mmoves g) end
     || clause_initialised_twice r && (1 <=? mrun (mmoves g)) && minitialised (mnow g) (mturn g) (mmoves g)
     || clause_disturbed_twice r && between (mrun (mmoves g)) && mdisturbed (mnow g) (mturn g) (mmoves g)).
Proof.
  unfold used. rewrite !forallb_app, mS_past. rewrite !negb_orb, andb_assoc. f_equal; [f_equal|];
  unfold opt; match goal with |- context [if ?x then _ else _] => destruct x eqn:Y end; cbn [forallb andb]; auto;
  unfold mpast_of; cbn [mfcls mfwho mfpos]; apply andb_true_iff in Y as [-> _]; cbn [andb]; now rewrite andb_true_r.
Qed.
Notation mpictured := (pictured mgame mkey mfact mclr (simply mfact mclr mfeqb mclears) minv mkey_of mpast_of (fun _ => 0%Z)).
Lemma minv_on g mv g' : minv g -> mstep g mv = Some (inr g') -> minv g'.
Proof.
  intros (L & T & R) S. unfold mstep in S. destruct mv as [p|].
  - destruct (mplace _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (_ || _); [discriminate|]. inversion S; subst. split; [|split].
    + unfold mnow; cbn [mmoves mplay mafter]. eapply colours_place; [exact L| |exact Pl]. lia.
    + unfold mturn; cbn [mmoves mplay mwho]. now apply turn_next.
    + intros k K. cbn. specialize (R k K). lia.
  - destruct (_ || _) eqn:En; [discriminate|]. inversion S; subst. split; [|split].
    + exact L.
    + unfold mturn; cbn [mmoves mplay mwho]. now apply turn_next.
    + intros k K. cbn. specialize (R k K). rewrite K in En. apply orb_false_iff in En as [En _]. apply Nat.eqb_neq in En. lia.
Qed.
Theorem many_simulation g mv : minv g ->
  match mplay_at (mkey_of g) mv with
  | None => mstep g mv = None
  | Some y => if forallb (fun f => negb (mpast_of g f)) (bars y)
              then exists o, mstep g mv = Some o /\ mpictured 0%Z (mpast_of g) (result (mpast_of g) y) o
              else mstep g mv = None
  end.
Proof.
  intro I. destruct mv as [p|]; unfold mplay_at; cbn [mkey_of mkpos mkturn mkrun].
  - destruct (mplace (clause_suicide r) (mnow g) p (mturn g)) as [Q|] eqn:Pl; [|unfold mstep; now rewrite Pl]. cbn [bars].
    rewrite cap_used, bars_past, cap_forgotten. assert (mstep g (Some p) = if (match clause_ban r with NoBan => false | _ => mstands (mstart g) (mfirst g) Q (after_turn (mturn g)) (mmoves g) end
     || clause_initialised_twice r && (1 <=? mrun (mmoves g)) && minitialised (mnow g) (mturn g) (mmoves g)
     || clause_disturbed_twice r && between (mrun (mmoves g)) && mdisturbed (mnow g) (mturn g) (mmoves g)) then None else Some (inr (mplay g (MEvent (mturn g) (Some p) (mnow g) Q)))) as St
      by (unfold mstep; now rewrite Pl). destruct (_ || _); cbn [negb]; [exact St|]. eexists. split; [exact St|]. unfold result; cbn [stops eff asked pictured].
    split; [|split; [|split]].
    + unfold mkey_of, mphase. unfold mnow at 1, mturn at 1; cbn [mmoves mplay mafter mwho mrun mpass mat]. reflexivity.
    + intro f. apply mfacts_stone.
    + eapply minv_on; eauto.
    + reflexivity.
  - rewrite cap_row by auto. unfold mstep at 1 2 3. destruct (match clause_passes_in_a_row r with Some k => mrun (mmoves g) + 1 =? k | None => false end) eqn:Ro; cbn [orb].
    { cbn [bars forallb]. eexists. split; [reflexivity|]. unfold result; cbn [stops eff asked pictured]. lia. }
    cbn [bars forallb]. rewrite cap_second, cap_lift, cap_sets. unfold result; cbn [stops eff].
    assert (A : forall (s : Z) (X : next mkey mfact mclr), asked (mpast_of g) (opt (clause_second_pass r && second_counts (mrun (mmoves g))) (MFact Passed (mnow g) (Some (mturn g)), Ends _ _ _ s)) X
      = if clause_second_pass r && second_counts (mrun (mmoves g)) && mpassed (mnow g) (mturn g) (mmoves g) then Ends _ _ _ s else X).
    { intros s X. unfold opt. destruct (clause_second_pass r) eqn:Se, (second_counts (mrun (mmoves g))) eqn:Sc; cbn [asked andb]; auto. unfold mpast_of at 1; cbn [mfcls mfwho mfpos]. rewrite Se. reflexivity. }
    rewrite A. destruct (clause_second_pass r && second_counts (mrun (mmoves g)) && mpassed (mnow g) (mturn g) (mmoves g)) eqn:Sp.
    { eexists. split; [reflexivity|]. cbn [pictured]. lia. }
    eexists. split; [reflexivity|]. cbn [pictured]. split; [|split; [|split]].
    + unfold mkey_of, mphase. unfold mnow at 1, mturn at 1; cbn [mmoves mplay mafter mwho mrun mpass mat]. f_equal. lia.
    + intro f. apply mfacts_pass.
    + eapply (minv_on g None); auto. unfold mstep. rewrite Ro, Sp. reflexivity.
    + reflexivity.
Qed.

(** Symmetries, which move the intersections alone. *)
Definition moveS (t : nat -> nat) (P : stonemap) : stonemap := stonetab n (fun i => stone P (t i)).
Definition Same (s : nat -> nat) (P P' : stonemap) : Prop := forall i, i < n -> stone P' (s i) = stone P i.
Lemma moveS_Same s t P : Aut b s t -> Same s P (moveS t P).
Proof. intros A i Hi. destruct (A i Hi) as (A1 & _ & A3 & _). unfold moveS. rewrite stone_tab by auto. now rewrite A3. Qed.
Lemma Same_moveS s t P P' : Aut b s t -> length P' = n -> Same s P P' -> P' = moveS t P.
Proof.
  intros A L H. apply stone_ext; auto; [apply stonetab_length|]. intros i Hi. unfold moveS. rewrite stone_tab by auto.
  destruct (A i Hi) as (_ & A2 & _ & A4 & _). rewrite <- A4 at 1. now apply H.
Qed.
Lemma moveS_back s t P : Aut b s t -> length P = n -> moveS s (moveS t P) = P.
Proof.
  intros A L. symmetry. apply (Same_moveS t s); auto using Aut_inv. intros i Hi. destruct (A i Hi) as (_ & A2 & _ & A4 & _). rewrite <- A4 at 2. symmetry. now apply moveS_Same.
Qed.
Lemma view_Same s t P P' c : Aut b s t -> Same s P P' -> Img b s false (view P c) (view P' c).
Proof. intros A H i Hi. destruct (A i Hi) as (A1 & _). unfold view. rewrite !get_tab by auto. now rewrite H. Qed.
Lemma mplace_Same s t su P P' p c : Aut b s t -> Same s P P' -> p < n -> mplace su P' (s p) c = option_map (moveS t) (mplace su P p c).
Proof.
  intros A I Hp. destruct (A p Hp) as (A1 & A2 & A3 & A4 & A5). unfold mplace. apply Nat.ltb_lt in Hp as Hp'. apply Nat.ltb_lt in A1 as A1'. rewrite Hp', A1', (I p Hp).
  cbn [andb]. destruct (stone P p =? 0); [|reflexivity].
  set (Q := captured (stonetab n (fun i => if i =? p then c else stone P i)) c). set (Q' := captured (stonetab n (fun i => if i =? s p then c else stone P' i)) c).
  assert (Same s (stonetab n (fun i => if i =? p then c else stone P i)) (stonetab n (fun i => if i =? s p then c else stone P' i))) as I1.
  { intros i Hi. destruct (A i Hi) as (B1 & _). rewrite !stone_tab by auto. rewrite (s_inj b s t) by auto. destruct (i =? p); auto. }
  assert (Same s Q Q') as IQ.
  { intros i Hi. destruct (A i Hi) as (B1 & _). unfold Q, Q', captured. rewrite (stone_tab _ i), (stone_tab _ (s i)) by auto. rewrite I1 by auto.
    rewrite (free_move b bok s t false _ _ i A (view_Same s t _ _ _ A I1) Hi). reflexivity. }
  rewrite (free_move b bok s t false _ _ p A (view_Same s t _ _ c A IQ) Hp). destruct (free b (view Q c) p).
  { cbn [option_map]. f_equal. apply (Same_moveS s t); auto. apply stonetab_length. }
  assert (Same s (stonetab n (fun i => if memn i (part b (view Q c) p) then 0 else stone Q i)) (stonetab n (fun i => if memn i (part b (view Q' c) (s p)) then 0 else stone Q' i))) as IG.
  { intros i Hi. destruct (A i Hi) as (B1 & _). rewrite !stone_tab by auto. rewrite (part_move b bok s t false _ _ p i A (view_Same s t _ _ c A IQ) Hp Hi). destruct (memn i _); auto. }
  assert (existsb (fun k => stone Q' k =? c) (adj b (s p)) = existsb (fun k => stone Q k =? c) (adj b p)) as ->.
  { apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (k & Hk & G).
    - exists (t k). pose proof (adj_in b bok _ _ Hk) as (_ & Hk2 & _). destruct (A (s p) A1) as (_ & _ & _ & _ & C5).
      split; [rewrite <- A3; now apply C5|]. destruct (A k Hk2) as (_ & C2 & _ & C4 & _). rewrite <- C4 in G. now rewrite IQ in G by auto.
    - exists (s k). pose proof (adj_in b bok _ _ Hk) as (_ & Hk2 & _). split; [now apply A5|]. now rewrite IQ by auto. }
  assert (Some (stonetab n (fun i => if memn i (part b (view Q' c) (s p)) then 0 else stone Q' i))
    = option_map (moveS t) (Some (stonetab n (fun i => if memn i (part b (view Q c) p) then 0 else stone Q i)))) as Gn.
  { cbn [option_map]. f_equal. apply (Same_moveS s t); auto. apply stonetab_length. }
  destruct su; auto. destruct (existsb _ _); auto.
Qed.
Lemma own_area_Same s t P P' : Aut b s t -> Same s P P' -> own_area P' = own_area P.
Proof. intros A I. unfold own_area. f_equal. exact (area_move b bok s t false _ _ B A (view_Same s t _ _ 1 A I)). Qed.

Definition mokM (g : sym) : bool := negb (swap g) && symokb b r g.
Definition mmapK (g : sym) (k : mkey) : mkey := MKey (moveS (sba g) (mkpos k)) (mkturn k) (mkrun k).
Definition mmapF (g : sym) (f : mfact) : mfact := MFact (mfcls f) (moveS (sba g) (mfpos f)) (mfwho f).
Definition mmapB (g : sym) (f : mfact) : mfact := MFact (mfcls f) (moveS (sto g) (mfpos f)) (mfwho f).
Definition mact (g : sym) (mv : option nat) : option nat := option_map (sto g) mv.
Lemma mokM_ok g : mokM g = true -> Aut b (sto g) (sba g) /\ swap g = false.
Proof. unfold mokM. rewrite andb_true_iff, negb_true_iff. intros [S H]. apply symokb_ok in H as [H _]. auto. Qed.
Notation mmapY := (mapY mmapK mmapF (fun _ c => c) swap).
Lemma map_mS g X y : map (mmapF g) (mS X y) = mS (moveS (sba g) X) y. Proof. unfold mS. now destruct (clause_ban r). Qed.
Lemma map_opt2 g c f : map (mmapF g) (opt c f) = opt c (mmapF g f). Proof. now destruct c. Qed.
Lemma map_used g P m ph : map (mmapF g) (used P m ph) = used (moveS (sba g) P) m ph. Proof. unfold used. now rewrite map_app, !map_opt2. Qed.
Lemma map_sets g P m ph : map (mmapF g) (mpass_sets P m ph) = mpass_sets (moveS (sba g) P) m ph.
Proof. unfold mpass_sets. rewrite !map_app, !map_opt2. f_equal. destruct (clause_occurs r), (clause_ban r), (mlifting ph); rewrite ?map_mS; reflexivity. Qed.
Lemma mplay_at_map g k mv : mokM g = true -> In mv many_moves -> mplay_at (mmapK g k) (mact g mv) = option_map (mmapY g) (mplay_at k mv).
Proof.
  intros G Hm. apply mokM_ok in G as [A Sw]. destruct k as [P m ph]. unfold mmapK; cbn [mkpos mkturn mkrun]. destruct mv as [p|]; cbn [mact option_map]; unfold mplay_at; cbn [mkpos mkturn mkrun].
  - assert (p < n) as Hp. { unfold many_moves in Hm. apply in_app_or in Hm as [Hm|[Hm|[]]]; [|discriminate]. apply in_map_iff in Hm as (x & E & Hx). inversion E; subst. apply in_seq in Hx. lia. }
    rewrite (mplace_Same _ _ (clause_suicide r) P _ p m A (moveS_Same _ _ P A) Hp). destruct (mplace (clause_suicide r) P p m) as [Q|]; cbn [option_map]; auto.
    unfold mapY; cbn [bars stops eff map mapN]. rewrite !map_app, map_mS, map_used. unfold turned. now rewrite Sw.
  - destruct (match clause_passes_in_a_row r with Some k => ph + 1 =? k | None => false end).
    + unfold mapY; cbn [option_map bars stops eff map mapN]. rewrite Sw. rewrite (own_area_Same _ _ P _ A (moveS_Same _ _ P A)). reflexivity.
    + unfold mapY; cbn [option_map bars stops eff map mapN]. rewrite map_sets, Sw. rewrite (own_area_Same _ _ P _ A (moveS_Same _ _ P A)). do 2 f_equal.
      destruct (clause_second_pass r && second_counts ph); cbn [opt map fst snd mapN]; auto. now rewrite Sw.
Qed.
Lemma mact_moves g mv : mokM g = true -> In mv many_moves -> In (mact g mv) many_moves /\ exists mv', In mv' many_moves /\ mact g mv' = mv.
Proof.
  intros G Hm. apply mokM_ok in G as [A _]. unfold many_moves in *. apply in_app_or in Hm as [Hm|[<-|[]]].
  - apply in_map_iff in Hm as (x & <- & Hx). apply in_seq in Hx. assert (x < n) as Hx' by lia. destruct (A x Hx') as (A1 & A2 & _ & A4 & _). split.
    + apply in_or_app. left. cbn. apply in_map. apply in_seq. lia.
    + exists (Some (sba g x)). split; [apply in_or_app; left; apply in_map; apply in_seq; lia|]. cbn. now rewrite A4.
  - split; [apply in_or_app; simpl; auto|]. exists None. split; [apply in_or_app; simpl; auto|reflexivity].
Qed.
Lemma mplays_there g k : mokM g = true -> mwfK k = true -> forall m y, In (m, y) (mplays k) -> exists m', In (m', mmapY g y) (mplays (mmapK g k)).
Proof.
  intros G _ m y H. apply in_mplays in H as [Hm Hp]. exists (mact g m). apply in_mplays. split; [now apply mact_moves|]. rewrite mplay_at_map by auto. now rewrite Hp.
Qed.
Lemma mplays_back g k : mokM g = true -> mwfK k = true -> forall m y', In (m, y') (mplays (mmapK g k)) -> exists m' y, y' = mmapY g y /\ In (m', y) (mplays k).
Proof.
  intros G _ m y' H. apply in_mplays in H as [Hm Hp]. destruct (mact_moves g m G Hm) as (_ & m' & Hm' & E). rewrite <- E, mplay_at_map in Hp by auto.
  destruct (mplay_at k m') as [y|] eqn:Y; simpl in Hp; [|discriminate]. inversion Hp; subst. exists m', y. split; auto. apply in_mplays. auto.
Qed.
Lemma wf_mS X y : length X = n -> Forall (fun f => mwfF f = true) (mS X y).
Proof. intro L. apply Nat.eqb_eq in L. unfold mS, mwfF. destruct (clause_ban r); repeat constructor; auto. Qed.
Lemma wf_opt2 c f : mwfF f = true -> Forall (fun f => mwfF f = true) (opt c f). Proof. destruct c; repeat constructor; auto. Qed.
Lemma mplays_wf k : mwfK k = true -> forall m y, In (m, y) (mplays k) -> wfY (fun k => mwfK k = true) (fun f => mwfF f = true) y.
Proof.
  intros Wk m y H. apply in_mplays in H as [_ Hp]. destruct k as [P t ph]. unfold mwfK in Wk; cbn [mkpos mkturn] in Wk. rewrite !andb_true_iff, !Nat.leb_le in Wk. destruct Wk as [[Wc T1] T2].
  assert (LP : length P = n) by (now apply colours_ok in Wc). assert (FP : forall c w, mwfF (MFact c P w) = true) by (intros; now apply Nat.eqb_eq).
  pose proof (turn_next t (conj T1 T2)) as [N1 N2]. unfold mplay_at in Hp; cbn [mkpos mkturn mkrun] in Hp. destruct m as [p|].
  - destruct (mplace _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. inversion Hp; subst; clear Hp. pose proof (mplace_length _ _ _ _ _ Pl) as LQ.
    assert (Forall (fun f => mwfF f = true) (mS Q (after_turn t) ++ used P t ph)) as W.
    { apply Forall_app. split; [now apply wf_mS|]. unfold used. apply Forall_app. split; apply wf_opt2; auto. }
    unfold wfY; cbn [bars stops eff wfN]. split; [exact W|]. split; [constructor|]. split; [|exact W]. unfold mwfK; cbn [mkpos mkturn].
    rewrite !andb_true_iff, !Nat.leb_le. split; [split; [|lia]|lia]. eapply colours_place; [exact Wc| |exact Pl]. lia.
  - destruct (match clause_passes_in_a_row r with Some k => ph + 1 =? k | None => false end); inversion Hp; subst; clear Hp; unfold wfY; cbn [bars stops eff wfN].
    + repeat split; constructor.
    + split; [constructor|]. split; [destruct (_ && _); repeat constructor; auto; apply FP|]. split.
      * unfold mwfK; cbn [mkpos mkturn]. rewrite !andb_true_iff, !Nat.leb_le. auto.
      * unfold mpass_sets. rewrite !Forall_app. split; [destruct (clause_occurs r), (clause_ban r), (mlifting ph); try constructor; now apply wf_mS|]. split; apply wf_opt2; auto.
Qed.
Lemma mback_there g f : mokM g = true -> mwfF f = true -> mmapB g (mmapF g f) = f.
Proof. intros G W. apply mokM_ok in G as [A _]. apply Nat.eqb_eq in W. destruct f as [c X w]. unfold mmapB, mmapF; cbn in *. now rewrite (moveS_back (sto g) (sba g)). Qed.
Lemma mthere_back g f : mokM g = true -> mwfF f = true -> mmapF g (mmapB g f) = f.
Proof. intros G W. apply mokM_ok in G as [A _]. apply Nat.eqb_eq in W. destruct f as [c X w]. unfold mmapB, mmapF; cbn in *. rewrite (moveS_back (sba g) (sto g)); auto using Aut_inv. Qed.
Lemma mwf_there g f : mokM g = true -> mwfF f = true -> mwfF (mmapF g f) = true. Proof. intros _ _. apply Nat.eqb_eq. apply stonetab_length. Qed.
Lemma mwf_back g f : mokM g = true -> mwfF f = true -> mwfF (mmapB g f) = true. Proof. intros _ _. apply Nat.eqb_eq. apply stonetab_length. Qed.
Lemma mblack_map g k : mokM g = true -> mwfK k = true -> mblack (mmapK g k) = xorb (swap g) (mblack k).
Proof. intros G _. apply mokM_ok in G as [_ ->]. change (mblack (mmapK g k)) with (mblack k). now destruct (mblack k). Qed.
End Sound.
End Many.
