(** Bans on passed situations, and games that end when all players pass in one of them (CERTIFICATES.md, sections Clauses and The machine). *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Symmetry Life Store Checker Play Coupons.

Section Passed.
(* trusted *)
Variable b : board.
(** Of its clauses [suicide] alone is looked at. *)
Variable r : rules.
Notation n := (size b).
(** The position on which Y passed last. *)
Fixpoint last_pass (Y : color) (h : list event) : option pos :=
  match h with e :: h => if is_pass e && ceq Y (who e) then Some (before e) else last_pass Y h | [] => None end.
(** X has stood with Y to move when his opponent had passed last on Z. *)
Fixpoint situated (g0 : pos) (c0 : color) (X : pos) (Y : color) (Z : option pos) (h : list event) : bool :=
  match h with
  | [] => peqb X g0 && ceq Y c0 && opeqb Z None
  | e :: h' => peqb X (after e) && ceq Y (opp (who e)) && opeqb Z (last_pass (who e) h) || situated g0 c0 X Y Z h'
  end.
(** The last move was a pass, on the position on which the other player had passed last: with one more pass all have passed in a row in one situation. *)
Definition settling (h : list event) : bool := match h with e :: h => is_pass e && opeqb (last_pass (opp (who e)) h) (Some (before e)) | [] => false end.
Definition passed_step (g : game) (m : option nat) : option (Z + game) :=
  let P := now g in let M := turn g in let h := past_moves g in
  match m with
  | Some p => match place b (clause_suicide r) P p M with
              | None => None
              | Some Q => if situated (start g) (first g) Q (opp M) (last_pass M h) h then None else Some (inr (play_on g (Event M m P Q)))
              end
  | None => Some (if settling h then inl (score b P) else inr (play_on g (Event M None P P)))
  end.
Definition passed_moves : list (option nat) := map Some (seq 0 n) ++ [None].
Definition passed_black (g : game) : bool := ceq (turn g) B.
(* end trusted *)

(** The machine: a key has the positions on which the mover and his opponent passed last, whether the last move was a pass, and whether that was settled. *)
Record pkey := PKey { ppos : pos; pblack : bool; pafter : bool; psettled : bool; pmine : option pos; pother : option pos }.
Definition pkeqb (x y : pkey) : bool :=
  peqb (ppos x) (ppos y) && Bool.eqb (pblack x) (pblack y) && Bool.eqb (pafter x) (pafter y) && Bool.eqb (psettled x) (psettled y) && opeqb (pmine x) (pmine y) && opeqb (pother x) (pother y).
Lemma pkeqb_ok x y : pkeqb x y = true <-> x = y.
Proof.
  destruct x, y; unfold pkeqb; simpl. rewrite !andb_true_iff, peqb_ok, !eqb_true_iff, !opeqb_ok.
  split; [intros [[[[[-> ->] ->] ->] ->] ->]; auto|intro H; inversion H; repeat split; auto].
Qed.
Definition pclears (c : unit) (f : fact) : bool := false.
Notation pplay := (play pkey fact unit).
Definition pplay_at (k : pkey) (mv : option nat) : option pplay :=
  let P := ppos k in let m := pblack k in
  match mv with
  | Some p => match place b (clause_suicide r) P p (col m) with
              | None => None
              | Some Q => let f := FactTo Stood Q (Some (negb m)) (pmine k) in Some (Play [f] [] (Leads 0%Z (PKey Q (negb m) false false (pother k) (pmine k)) tt [f]))
              end
  | None => if psettled k then Some (Play [] [] (Ends _ _ _ (score b P))) else
            Some (Play [] [] (Leads 0%Z (PKey P (negb m) true (opeqb (pother k) (Some P)) (pother k) (Some P)) tt [FactTo Stood P (Some (negb m)) (Some P)]))
  end.
Definition pplays (k : pkey) : list (option nat * pplay) := flat_map (fun mv => match pplay_at k mv with Some y => [(mv, y)] | None => [] end) passed_moves.
Lemma in_pplays k mv y : In (mv, y) (pplays k) <-> In mv passed_moves /\ pplay_at k mv = Some y.
Proof.
  unfold pplays. rewrite in_flat_map. split.
  - intros (x & Hx & H). destruct (pplay_at k x) eqn:A; simpl in H; [|tauto]. destruct H as [H|[]]. inversion H; subst. auto.
  - intros [H A]. exists mv. rewrite A. simpl. auto.
Qed.
Definition of_size (X : option pos) : bool := match X with Some P => length P =? n | None => true end.
Definition pwfK (k : pkey) : bool := (length (ppos k) =? n) && of_size (pmine k) && of_size (pother k).
Hypothesis bok : board_ok b = true.

(** The picture of a game. *)
Definition after_pass_ (h : list event) : bool := match h with e :: _ => is_pass e | [] => false end.
Definition pkey_of (g : game) : pkey :=
  PKey (now g) (ceq (turn g) B) (after_pass_ (past_moves g)) (settling (past_moves g)) (last_pass (turn g) (past_moves g)) (last_pass (opp (turn g)) (past_moves g)).
Definition ppast_of (g : game) : past fact := fun f =>
  match fcls f, fwho f with Stood, Some y => situated (start g) (first g) (fpos f) (col y) (fto f) (past_moves g) | _, _ => false end.
Definition pinv (g : game) : Prop := proper g /\ pwfK (pkey_of g) = true.
Notation psimply := (simply fact unit feqb pclears).
Notation ppictured := (pictured game pkey fact unit (simply fact unit feqb pclears) pinv pkey_of ppast_of (fun _ => 0%Z)).
Lemma pfact_new X Y Z m Q W f : f = FactTo Stood X (Some Y) Z ->
  peqb X Q && ceq (col Y) (col m) && opeqb Z W = mem feqb f [FactTo Stood Q (Some m) W].
Proof. intros ->. cbn [mem existsb]. rewrite orb_false_r. unfold feqb; cbn [fcls fwho fpos fto cls_eqb weqb andb]. rewrite ceq_col, (andb_comm (peqb X Q)). reflexivity. Qed.
Lemma ppast_on g e m W : proper g -> who e = turn g -> opp (turn g) = col m -> last_pass (turn g) (e :: past_moves g) = W ->
  forall f, ppast_of (play_on g e) f = change psimply tt [FactTo Stood (after e) (Some m) W] (ppast_of g) f.
Proof.
  intros Pr We OT LW f. rewrite simply_eq. unfold pclears. destruct f as [c X w Z]. unfold ppast_of; cbn [fcls fwho fpos fto past_moves play_on start first].
  destruct c; try (destruct w; cbn [mem existsb]; unfold feqb; cbn [fcls cls_eqb andb orb]; reflexivity).
  destruct w as [y|]; [|cbn [mem existsb]; unfold feqb; cbn [fcls fwho cls_eqb weqb andb orb]; reflexivity].
  cbn [situated]. rewrite We, OT, LW. rewrite (pfact_new X y Z m (after e) W _ eq_refl). now destruct (mem feqb _ _).
Qed.
Lemma pinv_on g e : pinv g -> who e = turn g -> length (after e) = n -> before e = now g -> pinv (play_on g e).
Proof.
  intros [Pr Wk] We La Be. split; [now apply proper_on|]. unfold pwfK in *; cbn [pkey_of ppos pmine pother] in *. rewrite !andb_true_iff, Nat.eqb_eq in *. destruct Wk as [[L1 L2] L3].
  assert (Tn : turn (play_on g e) = opp (turn g)) by (unfold turn at 1; cbn [past_moves play_on]; now rewrite We).
  rewrite Tn, opp_opp. unfold now at 1; cbn [past_moves play_on]. split; [split; auto|]; cbn [last_pass]; rewrite We.
  - assert (ceq (opp (turn g)) (turn g) = false) as -> by (destruct Pr as [-> | ->]; reflexivity). rewrite andb_false_r. exact L3.
  - destruct (is_pass e && ceq (turn g) (turn g)); [|exact L2]. cbn [of_size]. rewrite Be. now apply Nat.eqb_eq.
Qed.
Theorem passed_simulation g mv : pinv g ->
  match pplay_at (pkey_of g) mv with
  | None => passed_step g mv = None
  | Some y => if forallb (fun f => negb (ppast_of g f)) (bars y)
              then exists o, passed_step g mv = Some o /\ ppictured 0%Z (ppast_of g) (result (ppast_of g) y) o
              else passed_step g mv = None
  end.
Proof.
  intros I. pose proof I as [Pr Wk]. pose proof (turn_col g Pr) as T. assert (OT : opp (turn g) = col (negb (ceq (turn g) B))) by (rewrite col_neg; now rewrite <- T).
  assert (Opp : ceq (opp (turn g)) (turn g) = false) by (destruct Pr as [-> | ->]; reflexivity). assert (Slf : ceq (turn g) (turn g) = true) by now apply ceq_ok.
  assert (LenP : length (now g) = n) by (unfold pwfK in Wk; cbn [pkey_of ppos] in Wk; rewrite !andb_true_iff, Nat.eqb_eq in Wk; tauto).
  unfold pplay_at; cbn [pkey_of ppos pblack pmine pother psettled]. destruct mv as [p|].
  - rewrite <- T. destruct (place b (clause_suicide r) (now g) p (turn g)) as [Q|] eqn:Pl; [|unfold passed_step; now rewrite Pl]. cbn [bars forallb]. rewrite andb_true_r.
    assert (ppast_of g (FactTo Stood Q (Some (negb (ceq (turn g) B))) (last_pass (turn g) (past_moves g)))
      = situated (start g) (first g) Q (opp (turn g)) (last_pass (turn g) (past_moves g)) (past_moves g)) as E by (unfold ppast_of; cbn [fcls fwho fpos fto]; now rewrite <- OT).
    rewrite E. unfold passed_step. rewrite Pl. destruct (situated _ _ Q _ _ _); cbn [negb]; [reflexivity|]. eexists. split; [reflexivity|]. unfold result; cbn [stops eff asked pictured].
    set (e := Event (turn g) (Some p) (now g) Q). assert (length Q = n) as LQ by (eapply place_length; eauto). split; [|split; [|split]].
    + unfold pkey_of. assert (turn (play_on g e) = opp (turn g)) as -> by reflexivity. rewrite opp_opp, OT. unfold now at 1; cbn [past_moves play_on e after after_pass_ is_pass at_ settling last_pass andb].
      f_equal. now destruct (ceq (turn g) B).
    + apply ppast_on; auto.
    + apply pinv_on; auto.
    + reflexivity.
  - unfold passed_step. destruct (settling (past_moves g)) eqn:Se; cbn [bars forallb].
    { eexists. split; [reflexivity|]. unfold result; cbn [stops eff asked pictured]. lia. }
    eexists. split; [reflexivity|]. unfold result; cbn [stops eff asked pictured]. set (e := Event (turn g) None (now g) (now g)). split; [|split; [|split]].
    + unfold pkey_of. assert (turn (play_on g e) = opp (turn g)) as -> by reflexivity. rewrite opp_opp. unfold now at 1; cbn [past_moves play_on e after after_pass_ is_pass at_ settling last_pass andb who before].
      rewrite Opp, Slf. cbn [andb]. f_equal. rewrite OT. now destruct (ceq (turn g) B).
    + apply (ppast_on g e); auto. cbn [last_pass e is_pass at_ who before]. now rewrite Slf.
    + apply pinv_on; auto.
    + reflexivity.
Qed.

(** Symmetries. *)
Definition pmapK (g : sym) (k : pkey) : pkey :=
  PKey (moveP b (sba g) (swap g) (ppos k)) (xorb (swap g) (pblack k)) (pafter k) (psettled k) (option_map (moveP b (sba g) (swap g)) (pmine k)) (option_map (moveP b (sba g) (swap g)) (pother k)).
Notation pmapY := (mapY pmapK (mapF b) (fun _ c => c) swap).
Lemma opeqb_move g X Y : symok b r g -> of_size X = true -> of_size Y = true ->
  opeqb (option_map (moveP b (sba g) (swap g)) X) (option_map (moveP b (sba g) (swap g)) Y) = opeqb X Y.
Proof. intros A. destruct X, Y; simpl; auto. rewrite !Nat.eqb_eq. intros. eapply peqb_move; eauto. Qed.
Lemma pplay_at_map g k mv : symok b r g -> pwfK k = true -> In mv passed_moves -> pplay_at (pmapK g k) (option_map (sto g) mv) = option_map (pmapY g) (pplay_at k mv).
Proof.
  intros A Wk Hm. destruct k as [P m a s mi ot]. unfold pwfK in Wk; cbn [ppos pmine pother] in Wk. rewrite !andb_true_iff in Wk. destruct Wk as [[W1 W2] W3].
  unfold pmapK; cbn [ppos pblack pafter psettled pmine pother]. destruct mv as [p|]; cbn [option_map]; unfold pplay_at; cbn [ppos pblack pafter psettled pmine pother].
  - assert (p < n) as Hp. { unfold passed_moves in Hm. apply in_app_or in Hm as [Hm|[Hm|[]]]; [|discriminate]. apply in_map_iff in Hm as (x & E & Hx). inversion E; subst. apply in_seq in Hx. lia. }
    rewrite (place_moveP b r bok g P p m A Hp). destruct (place b (clause_suicide r) P p (col m)) as [Q|]; cbn [option_map]; auto.
    unfold mapY; cbn [bars stops eff map mapN]. unfold mapF, pmapK; cbn [fcls fpos fwho fto option_map ppos pblack pafter psettled pmine pother]. rewrite !xorb_neg. unfold turned. now destruct (swap g).
  - destruct s; unfold mapY; cbn [option_map bars stops eff map mapN].
    + now rewrite (score_moveP b r bok g P A).
    + unfold mapF, pmapK; cbn [fcls fpos fwho fto option_map ppos pblack pafter psettled pmine pother]. rewrite !xorb_neg. change (Some (moveP b (sba g) (swap g) P)) with (option_map (moveP b (sba g) (swap g)) (Some P)).
      rewrite (opeqb_move g ot (Some P)) by auto. unfold turned. now destruct (swap g).
Qed.
Lemma pact_moves g mv : symok b r g -> In mv passed_moves -> In (option_map (sto g) mv) passed_moves /\ exists mv', In mv' passed_moves /\ option_map (sto g) mv' = mv.
Proof.
  intros [A _] Hm. unfold passed_moves in *. apply in_app_or in Hm as [Hm|[<-|[]]].
  - apply in_map_iff in Hm as (x & <- & Hx). apply in_seq in Hx. assert (x < n) as Hx' by lia. destruct (A x Hx') as (A1 & A2 & _ & A4 & _). split.
    + apply in_or_app. left. cbn. apply in_map. apply in_seq. lia.
    + exists (Some (sba g x)). split; [apply in_or_app; left; apply in_map; apply in_seq; lia|]. cbn. now rewrite A4.
  - split; [apply in_or_app; simpl; auto|]. exists None. split; [apply in_or_app; simpl; auto|reflexivity].
Qed.
Lemma pplays_there g k : symokb b r g = true -> pwfK k = true -> forall m y, In (m, y) (pplays k) -> exists m', In (m', pmapY g y) (pplays (pmapK g k)).
Proof.
  intros G Wk m y H. apply symokb_ok in G. apply in_pplays in H as [Hm Hp]. exists (option_map (sto g) m). apply in_pplays. split; [now apply pact_moves|]. rewrite pplay_at_map by auto. now rewrite Hp.
Qed.
Lemma pplays_back g k : symokb b r g = true -> pwfK k = true -> forall m y', In (m, y') (pplays (pmapK g k)) -> exists m' y, y' = pmapY g y /\ In (m', y) (pplays k).
Proof.
  intros G Wk m y' H. apply symokb_ok in G. apply in_pplays in H as [Hm Hp]. destruct (pact_moves g m G Hm) as (_ & m' & Hm' & E). rewrite <- E, pplay_at_map in Hp by auto.
  destruct (pplay_at k m') as [y|] eqn:Y; simpl in Hp; [|discriminate]. inversion Hp; subst. exists m', y. split; auto. apply in_pplays. auto.
Qed.
Lemma pplays_wf k : pwfK k = true -> forall m y, In (m, y) (pplays k) -> wfY (fun k => pwfK k = true) (fun f => wfFb b f = true) y.
Proof.
  intros Wk m y H. apply in_pplays in H as [_ Hp]. destruct k as [P bl a s mi ot]. unfold pwfK in Wk; cbn [ppos pmine pother] in Wk. rewrite !andb_true_iff in Wk. destruct Wk as [[W1 W2] W3].
  unfold pplay_at in Hp; cbn [ppos pblack pafter psettled pmine pother] in Hp. destruct m as [p|].
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. inversion Hp; subst; clear Hp. pose proof (place_length _ _ _ _ _ _ Pl) as LQ. apply Nat.eqb_eq in LQ.
    assert (wfFb b (FactTo Stood Q (Some (negb bl)) mi) = true) as F by (unfold wfFb; cbn [fpos fto]; rewrite LQ; exact W2).
    unfold wfY; cbn [bars stops eff wfN]. split; [repeat constructor; auto|]. split; [constructor|]. split; [|repeat constructor; auto]. unfold pwfK; cbn [ppos pmine pother]. now rewrite LQ, W2, W3.
  - destruct s; inversion Hp; subst; clear Hp; unfold wfY; cbn [bars stops eff wfN]; [repeat split; constructor|]. split; [constructor|]. split; [constructor|]. split.
    + unfold pwfK; cbn [ppos pmine pother of_size]. now rewrite W1, W3.
    + repeat constructor. unfold wfFb; cbn [fpos fto]. now rewrite W1.
Qed.

(** What is kept by passing, and that the game ends meanwhile: a stone uses up a situation, and three passes in a row end the game. *)
Section Passing.
Variable cl : claim.
Notation me := (fst cl).
Variable Good : pos -> Prop.
Hypothesis good_length : forall P, Good P -> length P = n.
Hypothesis good_score : forall P, Good P -> serves cl (score b P) = true.
Hypothesis good_stone : forall P p Q, Good P -> place b (clause_suicide r) P p (opp (col me)) = Some Q -> Good Q.
Notation mf := (mforces pblack psimply pplays).
Definition situations : list fact :=
  flat_map (fun X => flat_map (fun y => FactTo Stood X (Some y) None :: map (fun Z => FactTo Stood X (Some y) (Some Z)) (all_pos n)) [true; false]) (all_pos n).
Definition unused (p : past fact) : nat := length (filter (fun f => negb (p f)) situations).
Definition passes_left (k : pkey) : nat := if psettled k then 1 else if opeqb (pother k) (Some (ppos k)) then 2 else 3.
Lemma in_situations Q y W : Good Q -> of_size W = true -> In (FactTo Stood Q (Some y) W) situations.
Proof.
  intros G Sz. apply in_flat_map. exists Q. split; [rewrite <- (good_length Q G); apply all_pos_ok|]. apply in_flat_map. exists y. split; [destruct y; simpl; auto|].
  destruct W as [Z|]; [|simpl; auto]. right. apply (in_map (fun Z => FactTo Stood Q (Some y) (Some Z))). simpl in Sz. apply Nat.eqb_eq in Sz. rewrite <- Sz. apply all_pos_ok.
Qed.
Lemma grows_on st p f : p f = true -> change psimply tt st p f = true.
Proof. intro H. rewrite simply_eq. unfold pclears. destruct (mem feqb f st); auto. Qed.
Lemma unused_le st p : unused (change psimply tt st p) <= unused p.
Proof. apply filter_le. intros f _ X. apply negb_true_iff in X. apply negb_true_iff. destruct (p f) eqn:Y; auto. now rewrite grows_on in X. Qed.
Lemma unused_lt f p : In f situations -> p f = false -> unused (change psimply tt [f] p) < unused p.
Proof.
  intros Hf F. apply filter_lt.
  - intros g _ X. apply negb_true_iff in X. apply negb_true_iff. destruct (p g) eqn:Y; auto. now rewrite grows_on in X.
  - exists f. rewrite F. split; auto. split; auto. rewrite simply_eq. cbn [mem existsb]. assert (feqb f f = true) as -> by now apply feqb_ok. reflexivity.
Qed.
Theorem passed_passing k p : Good (ppos k) -> pwfK k = true -> mf cl k p.
Proof.
  assert (forall x y k p, unused p < x -> passes_left k < y -> Good (ppos k) -> pwfK k = true -> mf cl k p) as X; [|intros; eapply X; eauto].
  induction x as [|x IHx]; [intros; lia|]. induction y as [|y IHy]; [intros; lia|]. intros k1 p1 H1 H2 G Wk. destruct k1 as [P m a s mi ot]. cbn [ppos] in G.
  assert (exists z, pplay_at (PKey P m a s mi ot) None = Some z /\ bars z = [] /\ mwins pblack psimply pplays cl (result p1 z) p1) as (z & Pz & Bz & Wz).
  { unfold pplay_at; cbn [ppos pblack psettled pmine pother]. destruct s.
    - eexists. split; [reflexivity|]. split; auto. constructor. auto.
    - eexists. split; [reflexivity|]. split; auto. unfold result; cbn [stops eff asked]. constructor. rewrite less_0. unfold passes_left in H2; cbn [psettled pother ppos] in H2.
      apply IHy.
      + pose proof (unused_le [FactTo Stood P (Some (negb m)) (Some P)] p1). lia.
      + unfold passes_left; cbn [psettled pother ppos]. assert (opeqb (Some P) (Some P) = true) as -> by now apply opeqb_ok. destruct (opeqb ot (Some P)); lia.
      + exact G.
      + unfold pwfK in *; cbn [ppos pmine pother of_size] in *. rewrite !andb_true_iff in *. tauto. }
  assert (In (None, z) (pplays (PKey P m a s mi ot))) as Hin by (apply in_pplays; split; auto; unfold passed_moves; apply in_or_app; simpl; auto).
  destruct (Bool.eqb m me) eqn:Me.
  - apply eqb_prop in Me. apply MF_own with None z; auto. intros f Hf. rewrite Bz in Hf. destruct Hf.
  - apply eqb_false_iff in Me. apply MF_opp; auto. intros mv y' Hin' Hl. apply in_pplays in Hin' as [_ Hp]. destruct mv as [q|]; [|congruence].
    unfold pplay_at in Hp; cbn [ppos pblack pmine pother] in Hp. destruct (place b (clause_suicide r) P q (col m)) as [Q|] eqn:Pl; [|discriminate].
    assert (y' = Play [FactTo Stood Q (Some (negb m)) mi] [] (Leads 0%Z (PKey Q (negb m) false false ot mi) tt [FactTo Stood Q (Some (negb m)) mi])) as -> by congruence.
    assert (m = negb me) as Mn by (revert Me; clear; destruct m, me; simpl; congruence).
    assert (Good Q) as GQ. { apply (good_stone P q Q G). rewrite <- col_neg, <- Mn. exact Pl. }
    unfold pwfK in Wk; cbn [ppos pmine pother] in Wk. rewrite !andb_true_iff in Wk. destruct Wk as [[W1 W2] W3].
    unfold result; cbn [stops eff asked]. constructor. rewrite less_0. apply (IHx 4); auto.
    + assert (unused (change psimply tt [FactTo Stood Q (Some (negb m)) mi] p1) < unused p1) as L; [|lia]. apply unused_lt; [now apply in_situations|]. apply Hl. simpl; auto.
    + unfold passes_left; cbn [psettled]. destruct (opeqb _ _); lia.
    + unfold pwfK; cbn [ppos pmine pother]. rewrite W2, W3. rewrite (good_length Q GQ), Nat.eqb_refl. reflexivity.
Qed.
End Passing.
Definition passed_life (c : claim) (k : pkey) : bool :=
  let P := ppos k in let me := col (fst c) in
  let chains := distinct_parts b P (filter (fun i => ceq (get P i) me) (seq 0 n)) in
  let bare := tab n (fun i => if ceq (get P i) me then me else E) in
  let regions := distinct_parts b bare (filter (fun i => negb (ceq (get P i) me)) (seq 0 n)) in
  let (chains, regions) := alive b r (2 * n) P me chains regions in
  let L := concat chains in
  let Rs := filter (existsb (fun e => ceq (get P e) E)) regions in
  witness b r P me L Rs &&
  let kept := Z.of_nat (length (L ++ eyes b Rs)) in
  serves c (if fst c then 2 * kept - Z.of_nat n else Z.of_nat n - 2 * kept)%Z.
Theorem passed_life_ok c k : pwfK k = true -> passed_life c k = true -> forall p, mforces pblack psimply pplays c k p.
Proof.
  intros Wk. unfold passed_life. destruct (alive _ _ _ _ _ _ _) as [chains regions]. set (L := concat chains). set (Rs := filter _ regions). clearbody L Rs.
  rewrite andb_true_iff. intros [Wit Sv] p. set (P0 := ppos k) in *. set (me := col (fst c)) in *. assert (meE : me <> E) by (unfold me; destruct (fst c); simpl; congruence).
  destruct (witness_ok b bok r P0 me L Rs Wit) as (HL & HR & HE & HV & HY & WN).
  assert (length P0 = n) as LP by (unfold pwfK in Wk; rewrite !andb_true_iff, Nat.eqb_eq in Wk; tauto).
  apply passed_passing with (Good := fun P' => length P' = n /\ Inv b (clause_suicide r) P0 me L Rs P'); auto.
  - intros P' [Lp _]. exact Lp.
  - intros P' [_ I]. destruct (kept_area b bok (clause_suicide r) P0 me meE L Rs HL HR (eyes b Rs) HY WN P' I) as [A1 A2].
    unfold serves, score in *. unfold me in A1, A2. destruct (fst c); cbn [col opp] in A1, A2; rewrite Z.leb_le in *; lia.
  - intros P' q Q [_ I] Pl. split; [eapply place_length; eauto|]. eapply Inv_stone; eauto.
  - split; auto. now apply Inv_start.
Qed.

(** The checker. *)
Definition passed_lemmas := lemmas pkey fact.
Definition passed_take (s : passed_lemmas) (x : step_of pkey fact sym (option nat)) : option passed_lemmas :=
  take_one (option nat) pkey fact unit sym feqb pkeqb meqb pblack pclears pplays pmapK mapB swap (symokb b r) pwfK (wfFb b) passed_life fact_key s x.
Definition passed_take_all (s : passed_lemmas) (l : list (step_of pkey fact sym (option nat))) : option passed_lemmas :=
  take_each (option nat) pkey fact unit sym feqb pkeqb meqb pblack pclears pplays pmapK mapB swap (symokb b r) pwfK (wfFb b) passed_life fact_key s l.
Definition passed_finish (s : passed_lemmas) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (k : positive) (g : sym) : bool :=
  board_ok b && (length P =? n) &&
  finish game (option nat) pkey fact sym passed_step pkeqb pmapK mapB swap (symokb b r) pkey_of ppast_of (fun _ => 0%Z) s (Game P (col c) []) ms cl k g.
Definition passed_check (l : list (step_of pkey fact sym (option nat))) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (k : positive) (g : sym) : bool :=
  match passed_take_all no_lemmas l with Some s => passed_finish s P c ms cl k g | None => false end.
Lemma psim_there g m y : pinv g -> In (m, y) (pplays (pkey_of g)) -> legal (ppast_of g) y ->
  In m passed_moves /\ exists o, passed_step g m = Some o /\ ppictured 0%Z (ppast_of g) (result (ppast_of g) y) o.
Proof.
  intros I H Hl. apply in_pplays in H as [Hm Hp]. split; auto. pose proof (passed_simulation g m I) as S. rewrite Hp in S.
  assert (forallb (fun f => negb (ppast_of g f)) (bars y) = true) as L by (apply forallb_forall; intros f Hf; now rewrite (Hl f Hf)). now rewrite L in S.
Qed.
Lemma psim_back g m o : pinv g -> In m passed_moves -> passed_step g m = Some o ->
  exists y, In (m, y) (pplays (pkey_of g)) /\ legal (ppast_of g) y /\ ppictured 0%Z (ppast_of g) (result (ppast_of g) y) o.
Proof.
  intros I Hm So. pose proof (passed_simulation g m I) as S. destruct (pplay_at (pkey_of g) m) as [y|] eqn:Hp; [|congruence].
  destruct (forallb (fun f => negb (ppast_of g f)) (bars y)) eqn:L; [|congruence]. destruct S as (o' & So' & R). rewrite So in So'. inversion So'; subst o'.
  exists y. split; [apply in_pplays; auto|]. split; auto. intros f Hf. rewrite forallb_forall in L. specialize (L _ Hf). now destruct (ppast_of g f).
Qed.
Lemma passed_follow g ms g' : pinv g -> follow game (option nat) passed_step g ms = Some g' -> pinv g'.
Proof.
  revert g. induction ms as [|m ms IH]; simpl; intros g I H; [inversion H; now subst|]. destruct (passed_step g m) as [[s|h]|] eqn:S; try discriminate.
  eapply IH; [|exact H]. unfold passed_step in S. destruct m as [q|].
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (situated _ _ _ _ _ _); [discriminate|]. inversion S; subst. apply pinv_on; auto. eapply place_length; eauto.
  - destruct (settling _); [discriminate|]. inversion S; subst. apply pinv_on; auto. destruct I as [_ Wk]. unfold pwfK in Wk; cbn [pkey_of ppos] in Wk. rewrite !andb_true_iff, Nat.eqb_eq in Wk. tauto.
Qed.
Lemma passed_some g : exists m o, In m passed_moves /\ passed_step g m = Some o.
Proof. exists None. unfold passed_step. eexists. split; [unfold passed_moves; apply in_or_app; simpl; auto|reflexivity]. Qed.
End Passed.

(** What an accepted claim says. *)
Theorem passed_check_sound b r l P c ms cl k g : passed_check b r l P c ms cl k g = true ->
  exists g', follow game (option nat) (passed_step b r) (Game P (col c) []) ms = Some g' /\ can_force game (option nat) (passed_moves b) (passed_step b r) passed_black cl g' /\
    if fst cl then worth_at_least game (option nat) (passed_moves b) (passed_step b r) passed_black g' (snd cl)
    else worth_at_most game (option nat) (passed_moves b) (passed_step b r) passed_black g' (snd cl).
Proof.
  unfold passed_check. destruct (passed_take_all b r _ l) as [s|] eqn:T; [|discriminate]. unfold passed_finish. rewrite !andb_true_iff. intros [[Bk L] F].
  assert (pinv b (Game P (col c) [])) as I by (split; [unfold proper, turn; simpl; destruct c; auto|unfold pwfK; cbn; now rewrite L]).
  assert (exists g', follow game (option nat) (passed_step b r) (Game P (col c) []) ms = Some g' /\ can_force game (option nat) (passed_moves b) (passed_step b r) passed_black cl g') as (g' & Fo & Cf).
  { apply (finish_ok game (option nat) pkey fact unit sym (passed_moves b) (passed_step b r) passed_black feqb pkeqb meqb pblack feqb_ok pkeqb_ok pclears (pplays b r)
      (pmapK b) (mapF b) mapB swap (symokb b r) (pwfK b) (wfFb b) (pplays_wf b r) (pplays_there b r Bk) (pplays_back b r Bk) (fun _ _ _ _ => eq_refl)
      (fun g f G W => back_there b r g f (symokb_ok b r g G) (proj1 (wfFb_iff b f) W)) (fun g f G W => there_back b r g f (symokb_ok b r g G) (proj1 (wfFb_iff b f) W))
      (fun g f G W => proj2 (wfFb_iff b _) (wf_there b r g f (symokb_ok b r g G) (proj1 (wfFb_iff b f) W)))
      (fun g f G W => proj2 (wfFb_iff b _) (wf_back b r g f (symokb_ok b r g G) (proj1 (wfFb_iff b f) W))) (fun _ _ _ => eq_refl)
      (passed_life b r) (passed_life_ok b r Bk) (pinv b) pkey_of ppast_of (fun _ => 0%Z) (fun g I => proj2 I) (fun _ _ => eq_refl) (psim_there b r) (psim_back b r) fact_key
      (passed_follow b r) l s (Game P (col c) []) ms cl k g T I F). }
  exists g'. split; auto. split; auto. apply force_bound; auto. apply passed_some.
Qed.
Corollary passed_check_value b r l1 l2 P c ms v n1 g1 n2 g2 : passed_check b r l1 P c ms (true, v) n1 g1 = true -> passed_check b r l2 P c ms (false, v) n2 g2 = true ->
  exists g', follow game (option nat) (passed_step b r) (Game P (col c) []) ms = Some g' /\ is_worth game (option nat) (passed_moves b) (passed_step b r) passed_black g' v.
Proof.
  intros H1 H2. apply passed_check_sound in H1 as (g1' & R1 & _ & V1). apply passed_check_sound in H2 as (g2' & R2 & _ & V2).
  rewrite R1 in R2. inversion R2; subst. exists g2'. split; auto. now apply worth_of_bounds.
Qed.
