(** The machine has the symmetries of the board, and the exchange of colours. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine.

Record sym := Sym { there : list nat; bck : list nat; swap : bool }.
Definition sto (g : sym) (i : nat) : nat := nth i (there g) 0.
Definition sba (g : sym) (i : nat) : nat := nth i (bck g) 0.

Section Sym.
Variable b : board.
Variable r : rules.
Hypothesis bok : board_ok b = true.
Notation n := (size b).
Notation play := (play key fact clr).

Definition symok (g : sym) : Prop := Aut b (sto g) (sba g).
Definition symokb (g : sym) : bool :=
  forallb (fun i => (sto g i <? n) && (sba g i <? n) && (sba g (sto g i) =? i) && (sto g (sba g i) =? i)
    && forallb (fun j => memn (sto g j) (adj b (sto g i)) && memn (sba g j) (adj b (sba g i))) (adj b i)) (seq 0 n).
Lemma symokb_ok g : symokb g = true -> symok g.
Proof.
  unfold symokb. rewrite forallb_forall. intros H i Hi. assert (In i (seq 0 n)) as S by (apply in_seq; lia).
  specialize (H _ S). rewrite !andb_true_iff, !Nat.ltb_lt, !Nat.eqb_eq, forallb_forall in H.
  destruct H as [[[[H1 H2] H3] H4] H5]. repeat split; auto; intros; specialize (H5 _ H); apply andb_true_iff in H5 as [K1 K2]; now apply memn_ok.
Qed.

Definition mapK (g : sym) (k : key) : key :=
  KeyKo (moveP b (sba g) (swap g) (kpos k)) (xorb (swap g) (kblack k)) (kphase k) (option_map (sto g) (kko k)).
Definition mapF (g : sym) (f : fact) : fact := Fact (fcls f) (moveP b (sba g) (swap g) (fpos f)) (option_map (xorb (swap g)) (fwho f)).
Definition mapB (g : sym) (f : fact) : fact := Fact (fcls f) (moveP b (sto g) (swap g) (fpos f)) (option_map (xorb (swap g)) (fwho f)).
Definition wfK (k : key) : Prop := length (kpos k) = n /\ forall i, kko k = Some i -> i < n.
Definition wfF (f : fact) : Prop := length (fpos f) = n.
Notation mapY := (mapY mapK mapF swap).

Lemma moveP_length t w P : length (moveP b t w P) = n. Proof. apply tab_length. Qed.
Lemma col_xorb w m : col (xorb w m) = movec w (col m). Proof. now destruct w, m. Qed.
Lemma xorb_neg w m : xorb w (negb m) = negb (xorb w m). Proof. now destruct w, m. Qed.
Lemma peqb_move g P Q : symok g -> length P = n -> length Q = n ->
  peqb (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) = peqb P Q.
Proof.
  intros A LP LQ. apply eq_true_iff_eq. rewrite !peqb_ok. split; [|congruence]. intro H.
  rewrite <- (moveP_back b _ _ (swap g) P A LP), <- (moveP_back b _ _ (swap g) Q A LQ). now rewrite H.
Qed.
Lemma place_moveP g P p m : symok g -> p < n ->
  place b (clause_suicide r) (moveP b (sba g) (swap g) P) (sto g p) (col (xorb (swap g) m)) = option_map (moveP b (sba g) (swap g)) (place b (clause_suicide r) P p (col m)).
Proof.
  intros A Hp. rewrite col_xorb.
  pose proof (place_move b bok _ _ (swap g) (clause_suicide r) P _ p (col m) A (moveP_Img b _ _ (swap g) P A) Hp) as M.
  destruct (place b (clause_suicide r) P p (col m)) as [Q|]; destruct (place b (clause_suicide r) _ (sto g p) _) as [Q'|] eqn:E'; simpl; try tauto.
  f_equal. eapply Img_moveP; eauto. eapply place_length; eauto.
Qed.
Lemma place_moveP_Img g P p m Q : symok g -> p < n -> place b (clause_suicide r) P p (col m) = Some Q ->
  ko b (moveP b (sba g) (swap g) P) (moveP b (sba g) (swap g) Q) (sto g p) (col (xorb (swap g) m)) = option_map (sto g) (ko b P Q p (col m)).
Proof. intros A Hp _. rewrite col_xorb. eapply ko_move; eauto; now apply moveP_Img. Qed.
Lemma score_moveP g P : symok g -> score b (moveP b (sba g) (swap g) P) = if swap g then (- score b P)%Z else score b P.
Proof. intro A. eapply score_move; eauto. now apply moveP_Img. Qed.
Lemma worth_moveP g P : symok g -> worth b r (moveP b (sba g) (swap g) P) = if swap g then (- worth b r P)%Z else worth b r P.
Proof.
  intro A. unfold worth. destruct (clause_scoring r); [now apply score_moveP|].
  eapply stones_move; eauto. now apply moveP_Img.
Qed.

Lemma map_opt g c f : map (mapF g) (opt c f) = opt c (mapF g f). Proof. now destruct c. Qed.
Lemma map_S g X y : map (mapF g) (S_ r X y) = S_ r (moveP b (sba g) (swap g) X) (xorb (swap g) y).
Proof. unfold S_. now destruct (clause_ban r). Qed.
Lemma map_once g X y : map (mapF g) (once r X y) = once r (moveP b (sba g) (swap g) X) (xorb (swap g) y).
Proof. apply map_opt. Qed.
Lemma map_draws g X y k c sets sets' : (forall last, map (mapF g) (sets last) = sets' (map (mapF g) last)) ->
  map (fun x => (mapF g (fst x), mapN mapK mapF swap g (snd x))) (draws r X y k c sets)
  = draws r (moveP b (sba g) (swap g) X) (xorb (swap g) y) (mapK g k) c sets'.
Proof.
  intro H. unfold draws. destruct (clause_draw r); auto; cbn [map fst snd mapN]; replace (if swap g then (- 0)%Z else 0%Z) with 0%Z by now destruct (swap g).
  - reflexivity.
  - rewrite H. reflexivity.
Qed.
Lemma play_at_map g k mv : symok g -> wfK k -> In mv (moves b) ->
  play_at b r (mapK g k) (option_map (sto g) mv) = option_map (mapY g) (play_at b r k mv).
Proof.
  intros A [Wk Wo] Hm. destruct k as [P m ph o]. simpl in Wk, Wo. destruct mv as [p|]; cbn [option_map].
  - assert (p < n) as Hp. { unfold moves in Hm. apply in_app_or in Hm as [Hm|[Hm|[]]]; [|discriminate]. apply in_map_iff in Hm as (x & X & Hx). inversion X; subst. apply in_seq in Hx. lia. }
    change (mapK g (KeyKo P m ph o)) with (KeyKo (moveP b (sba g) (swap g) P) (xorb (swap g) m) ph (option_map (sto g) o)).
    unfold play_at; cbn [kpos kblack kphase kko]. rewrite place_moveP by auto.
    destruct (place b (clause_suicide r) P p (col m)) as [Q|] eqn:Pl; cbn [option_map]; [|reflexivity].
    assert (match option_map (sto g) o with Some i => i =? sto g p | None => false end = match o with Some i => i =? p | None => false end) as ->.
    { destruct o as [i|]; simpl; auto. eapply s_inj; eauto. }
    destruct (match o with Some i => i =? p | None => false end); [reflexivity|].
    rewrite (place_moveP_Img g P p m Q) by auto.
    assert (length Q = n) as LQ by (eapply place_length; eauto).
    rewrite peqb_move by auto. destruct (clause_declined r && (1 <=? ph) && peqb Q P); [reflexivity|]. cbn [option_map].
    unfold Abstract.mapY; cbn [bars stops eff mapN]. rewrite <- !xorb_neg.
    rewrite map_draws with (sets' := fun last =>
      (if is_left r then S_ r (moveP b (sba g) (swap g) P) (xorb (swap g) (negb m)) else S_ r (moveP b (sba g) (swap g) Q) (xorb (swap g) (negb m)))
      ++ opt (is_ko r) (Fact Undone (moveP b (sba g) (swap g) P) None)
      ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised (moveP b (sba g) (swap g) P) (Some (xorb (swap g) m)))
      ++ opt (clause_disturbed_twice r && (ph =? 1)) (Fact Disturbed (moveP b (sba g) (swap g) P) (Some (xorb (swap g) m)))
      ++ opt (clause_declined r && (1 <=? ph)) (Fact Declined (moveP b (sba g) (swap g) P) (Some (xorb (swap g) m))) ++ last).
    + rewrite !map_app, !map_opt, map_once. destruct (is_left r); rewrite !map_S; unfold mapK; cbn [kko kpos kblack kphase];
      destruct (clause_basic_ko r); reflexivity.
    + intro last. rewrite !map_app, !map_opt. destruct (is_left r); rewrite !map_S; reflexivity.
  - change (mapK g (KeyKo P m ph o)) with (KeyKo (moveP b (sba g) (swap g) P) (xorb (swap g) m) ph (option_map (sto g) o)).
    unfold play_at; cbn [kpos kblack kphase kko]. rewrite worth_moveP by auto.
    destruct (match clause_passes_in_a_row r with Some k => ph + 1 =? k | None => false end).
    { unfold Abstract.mapY; simpl. reflexivity. }
    cbn [option_map]. unfold Abstract.mapY; cbn [bars stops eff mapN]. rewrite <- !xorb_neg.
    assert (SB : forall li : bool, map (mapF g) (match clause_occurs r, clause_ban r with Stands, BanPosition => if li then S_ r P (negb m) else [] | Stands, BanSituation => S_ r P (negb m) | _, _ => [] end)
      = match clause_occurs r, clause_ban r with Stands, BanPosition => if li then S_ r (moveP b (sba g) (swap g) P) (xorb (swap g) (negb m)) else []
        | Stands, BanSituation => S_ r (moveP b (sba g) (swap g) P) (xorb (swap g) (negb m)) | _, _ => [] end).
    { intro li. destruct (clause_occurs r), (clause_ban r), li; rewrite ?map_S; reflexivity. }
    rewrite !map_app, SB, !map_opt, map_once.
    assert (SP : map (fun x => (mapF g (fst x), mapN mapK mapF swap g (snd x))) (opt (clause_second_pass r) (Fact Passed P (Some m), Ends key fact clr (worth b r P)))
      = opt (clause_second_pass r) (Fact Passed (moveP b (sba g) (swap g) P) (Some (xorb (swap g) m)), Ends key fact clr (if swap g then (- worth b r P)%Z else worth b r P))) by now destruct (clause_second_pass r).
    rewrite SP. destruct (clause_since_pass r); [reflexivity|]. erewrite map_draws; [reflexivity|].
    intro last. rewrite !map_app, SB, !map_opt. reflexivity.
Qed.

Lemma moves_map g mv : symok g -> In mv (moves b) -> In (option_map (sto g) mv) (moves b).
Proof.
  intros A. unfold moves. rewrite !in_app_iff. intros [H|[<-|[]]]; [left|right; simpl; auto].
  apply in_map_iff in H as (x & <- & Hx). apply in_seq in Hx. simpl. apply in_map. apply in_seq.
  destruct (A x) as (A1 & _); lia.
Qed.
Definition inv_sym (g : sym) : sym := Sym (bck g) (there g) (swap g).
Lemma moves_map_back g mv : symok g -> In mv (moves b) -> In (option_map (sba g) mv) (moves b) /\ option_map (sto g) (option_map (sba g) mv) = mv.
Proof.
  intros A H. split.
  - apply (moves_map (inv_sym g)); auto. unfold symok, inv_sym, sto, sba in *; simpl. now apply Aut_inv.
  - destruct mv as [p|]; auto. simpl. f_equal. unfold moves in H. apply in_app_or in H as [H|[H|[]]]; [|discriminate].
    apply in_map_iff in H as (x & X & Hx). inversion X; subst. apply in_seq in Hx. apply A. lia.
Qed.

Lemma plays_there g k : symok g -> wfK k -> forall m y, In (m, y) (plays b r k) -> exists m', In (m', mapY g y) (plays b r (mapK g k)).
Proof.
  intros A Wk m y H. apply in_plays in H as [Hm Hp]. exists (option_map (sto g) m). apply in_plays. split; [now apply moves_map|].
  rewrite play_at_map by auto. now rewrite Hp.
Qed.
Lemma plays_back g k : symok g -> wfK k -> forall m y', In (m, y') (plays b r (mapK g k)) -> exists m' y, y' = mapY g y /\ In (m', y) (plays b r k).
Proof.
  intros A Wk m y' H. apply in_plays in H as [Hm Hp]. destruct (moves_map_back g m A Hm) as [Hm' E].
  rewrite <- E in Hp. rewrite play_at_map in Hp by auto. destruct (play_at b r k (option_map (sba g) m)) as [y|] eqn:Y; simpl in Hp; [|discriminate].
  inversion Hp; subst. exists (option_map (sba g) m), y. split; auto. apply in_plays. auto.
Qed.

Lemma draws_wf X y k c sets : length X = n -> wfK k -> (forall last, Forall wfF last -> Forall wfF (sets last)) ->
  Forall (fun x => wfF (fst x) /\ wfN wfK wfF (snd x)) (draws r X y k c sets).
Proof.
  intros L Wk H. assert (forall c', wfF (Fact c' X (Some y))) as F by (intro; exact L). unfold draws. destruct (clause_draw r).
  - constructor.
  - constructor; [split; [apply F|exact I]|constructor].
  - constructor; [split; [apply F|exact I]|]. constructor; [|constructor]. split; [apply F|]. split; [exact Wk|]. apply H. constructor; auto.
Qed.
Lemma plays_wf k : wfK k -> forall m y, In (m, y) (plays b r k) -> wfY wfK wfF y.
Proof.
  intros [Wk Wo] m y H. apply in_plays in H as [_ Hp]. destruct k as [P bl ph o]. simpl in Wk, Wo.
  unfold play_at in Hp; cbn [kpos kblack kphase kko] in Hp.
  assert (forall X z q, length X = n -> wfK (KeyKo X z q None)) as WN by (intros; split; [auto|discriminate]).
  assert (forall X z, length X = n -> Forall wfF (S_ r X z)) as WS.
  { intros X z L. unfold S_. destruct (clause_ban r); constructor; auto. }
  assert (forall c f, wfF f -> Forall wfF (opt c f)) as WO. { intros [] f Wf; constructor; auto. }
  destruct m as [p|].
  - destruct (place b (clause_suicide r) P p (col bl)) as [Q|] eqn:Pl; [|discriminate]. assert (length Q = n) by (eapply place_length; eauto).
    destruct (match o with Some i => i =? p | None => false end); [discriminate|].
    destruct (_ && _ && _); [discriminate|]. inversion Hp; subst; clear Hp.
    assert (wfK (KeyKo Q (negb bl) 0 (if clause_basic_ko r then ko b P Q p (col bl) else None))) as [WK1 WK2].
    { split; [auto|]. simpl. destruct (clause_basic_ko r); [|discriminate]. intros i F. eapply ko_lt; eauto. }
    assert (WS' : Forall wfF (if is_left r then S_ r P (negb bl) else S_ r Q (negb bl))) by (destruct (is_left r); auto).
    assert (Ws : forall last, Forall wfF last -> Forall wfF ((if is_left r then S_ r P (negb bl) else S_ r Q (negb bl)) ++ opt (is_ko r) (Fact Undone P None)
      ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised P (Some bl)) ++ opt (clause_disturbed_twice r && (ph =? 1)) (Fact Disturbed P (Some bl))
      ++ opt (clause_declined r && (1 <=? ph)) (Fact Declined P (Some bl)) ++ last)).
    { intros last Wl. rewrite !Forall_app. split; [exact WS'|]. repeat split; auto; apply WO; exact Wk. }
    split; [|split; [|split]]; cbn [bars stops eff].
    + rewrite !Forall_app. split; [destruct (is_left r); auto|]. repeat split; apply WO; unfold wfF; auto.
    + apply draws_wf; auto. split; auto.
    + split; auto.
    + apply Ws. apply WO. unfold wfF; auto.
  - destruct (match clause_passes_in_a_row r with Some k => _ | None => _ end).
    + inversion Hp; subst. unfold wfY; cbn. repeat split; constructor.
    + inversion Hp; subst; clear Hp.
      assert (WS' : forall li : bool, Forall wfF (match clause_occurs r, clause_ban r with Stands, BanPosition => if li then S_ r P (negb bl) else [] | Stands, BanSituation => S_ r P (negb bl) | _, _ => [] end)).
      { intro li. destruct (clause_occurs r), (clause_ban r), li; auto. }
      assert (Ws : forall (li : bool) last, Forall wfF last -> Forall wfF ((match clause_occurs r, clause_ban r with Stands, BanPosition => if li then S_ r P (negb bl) else [] | Stands, BanSituation => S_ r P (negb bl) | _, _ => [] end)
        ++ opt (clause_second_pass r) (Fact Passed P (Some bl)) ++ opt (clause_initialised_twice r && (1 <=? ph)) (Fact Initialised P (Some bl)) ++ last)).
      { intros li last Wl. rewrite !Forall_app. repeat split; auto; apply WO; unfold wfF; auto. }
      split; [constructor|split; [|split]]; cbn [bars stops eff].
      * apply Forall_app. split; [destruct (clause_second_pass r); repeat constructor; auto|]. destruct (clause_since_pass r); [constructor|].
        apply draws_wf; auto.
      * now apply WN.
      * apply Ws. apply WO. unfold wfF; auto.
Qed.

Lemma xorb_inv w m : xorb w (xorb w m) = m. Proof. now destruct w, m. Qed.
Lemma back_there g f : symok g -> wfF f -> mapB g (mapF g f) = f.
Proof.
  intros A W. destruct f as [c X w]. unfold mapB, mapF; simpl. rewrite moveP_back by auto. f_equal. destruct w; simpl; auto. now rewrite xorb_inv.
Qed.
Lemma there_back g f : symok g -> wfF f -> mapF g (mapB g f) = f.
Proof.
  intros A W. destruct f as [c X w]. unfold mapB, mapF; simpl. rewrite moveP_back; auto using Aut_inv. f_equal. destruct w; simpl; auto. now rewrite xorb_inv.
Qed.
End Sym.
