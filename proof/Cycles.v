(** A repetition that ends the game, won by who has taken more stones since (CERTIFICATES.md, section The machine, A stone play, [repetition prisoners]). *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Picture Symmetry Life Reads Store Checker Play Coupons Passed.

Section Cycles.
(* trusted *)
Variable b : board.
(** Of its clauses these are looked at: [suicide], [basic-ko], one ban on repetition other than [left-position], [start], [occurs], [passes-in-a-row], [scoring] and [tax]. *)
Variable r : rules.
Notation n := (size b).
(** The stones that a move takes off the board, and those that moves have taken: Black's points less White's. *)
Definition takes (e : event) : Z := if is_pass e then 0%Z else prisoners b r (who e) (before e) (after e).
Fixpoint taken_by (h : list event) : Z := match h with e :: h => (takes e + taken_by h)%Z | [] => 0%Z end.
(** What has been taken since the position X stood last with Y to move; None if it has not stood. *)
Definition stands_by (e : event) : bool := negb (is_pass e) || match clause_occurs r, clause_ban r with Stands, BanSituation => true | _, _ => false end.
Fixpoint since (g0 : pos) (c0 : color) (X : pos) (Y : color) (h : list event) : option Z :=
  match h with
  | [] => if negb (clause_start_free r) && counts r X Y g0 c0 then Some 0%Z else None
  | e :: h => if counts r X Y (after e) (opp (who e)) && stands_by e then Some 0%Z else option_map (Z.add (takes e)) (since g0 c0 X Y h)
  end.
(** A cycle is worth more than every score, or it is a draw. *)
Definition decided (s : Z) : Z := match s with Z0 => 0%Z | Zpos _ => 10000%Z | Zneg _ => (-10000)%Z end.
Definition cycle_step (g : game) (m : option nat) : option (Z + game) :=
  let P := now g in let M := turn g in let h := past_moves g in
  match m with
  | Some p => match place b (clause_suicide r) P p M with
              | None => None
              | Some Q => let e := Event M m P Q in
                  if match ko_taken b r h with Some i => i =? p | None => false end then None else
                  Some (match since (start g) (first g) Q (opp M) h with Some s => inl (decided (s + takes e)) | None => inr (play_on g e) end)
              end
  | None => Some (if match clause_passes_in_a_row r with Some k => k <=? run h + 1 | None => false end
                  then inl (worth b r P + taken_by h)%Z else inr (play_on g (Event M None P P)))
  end.
(* end trusted *)
Hypothesis bok : board_ok b = true.

(** The machine. A key has the run, the intersection that basic ko excludes, and how many stones more than his opponent the mover has taken. A
    fact is that a position stands, or that it does and a player, Black for true, has taken less than k more since; one never holds. *)
Record qkey := QKey { qpos : pos; qblack : bool; qrun : nat; qko : option nat; qahead : Z }.
Definition qkeqb (x y : qkey) : bool :=
  peqb (qpos x) (qpos y) && Bool.eqb (qblack x) (qblack y) && (qrun x =? qrun y) && oeqb (qko x) (qko y) && (qahead x =? qahead y)%Z.
Lemma qkeqb_ok x y : qkeqb x y = true <-> x = y.
Proof.
  destruct x, y; unfold qkeqb; simpl. rewrite !andb_true_iff, peqb_ok, eqb_true_iff, Nat.eqb_eq, oeqb_ok, Z.eqb_eq.
  split; [intros [[[[-> ->] ->] ->] ->]; auto|intro H; inversion H; repeat split; auto].
Qed.
Inductive qfact := Holds (f : fact) | Short (f : fact) (w : bool) (k : Z) | Never.
Definition qfeqb (x y : qfact) : bool :=
  match x, y with Holds f, Holds g => feqb f g | Short f w k, Short g v j => feqb f g && Bool.eqb w v && (k =? j)%Z | Never, Never => true | _, _ => false end.
Lemma qfeqb_ok x y : qfeqb x y = true <-> x = y.
Proof.
  destruct x, y; simpl; rewrite ?andb_true_iff, ?feqb_ok, ?eqb_true_iff, ?Z.eqb_eq; split; intro H; try congruence; auto.
  - destruct H as [[-> ->] ->]. reflexivity.
  - inversion H; auto.
Qed.
(** What Black takes, as the player w sees it. *)
Definition his (w : bool) (a : Z) : Z := turned (negb w) a.
Definition qwas (a : Z) (st : list qfact) (x : qfact) : bool + qfact :=
  match x with
  | Never => inl false
  | Holds f => if mem qfeqb x st then inl true else inr x
  | Short f w k => if mem qfeqb (Holds f) st then inl (0 <? k)%Z else inr (Short f w (k - his w a))
  end.
Definition qbad (x : qfact) (last : option Z) (c : claim) : qfact :=
  match x, last with
  | Holds f, Some a => let w := fst c in
      if serves c (his w (-10000)) then Never else if serves c 0 then Short f w (- his w a) else if serves c (his w 10000) then Short f w (1 - his w a) else x
  | _, _ => x
  end.
Definition qways : ways qfact Z := Ways qwas qbad.
Definition stood_fact (X : pos) (y : bool) : fact := Fact Stood X (match clause_ban r with BanPosition => None | _ => Some y end).
Notation qplay := (play qkey qfact Z).
Definition qcap : nat := match clause_passes_in_a_row r with Some k => k - 1 | None => 0 end.
Definition qpass_sets (P : pos) (m : bool) : list qfact := if stands_by (Event (col m) None P P) then [Holds (stood_fact P (negb m))] else [].
Definition qplay_at (k : qkey) (mv : option nat) : option qplay :=
  let P := qpos k in let m := qblack k in
  match mv with
  | Some p => match place b (clause_suicide r) P p (col m) with
              | None => None
              | Some Q =>
                  if match qko k with Some i => i =? p | None => false end then None else
                  let a := prisoners b r (col m) P Q in let f := Holds (stood_fact Q (negb m)) in
                  Some (Play [] [(f, Means _ _ f (Some a))]
                    (Leads 0%Z (QKey Q (negb m) 0 (if clause_basic_ko r then ko b P Q p (col m) else None) (- (qahead k + side (col m) * a))) a [f]))
              end
  | None => Some (Play [] [] (if match clause_passes_in_a_row r with Some j => j <=? qrun k + 1 | None => false end then Ends _ _ _ (worth b r P + side (col m) * qahead k)%Z
                              else Leads 0%Z (QKey P (negb m) (min (qrun k + 1) qcap) None (- qahead k)) 0%Z (qpass_sets P m)))
  end.
Definition qplays (k : qkey) : list (option nat * qplay) := flat_map (fun mv => match qplay_at k mv with Some y => [(mv, y)] | None => [] end) (passed_moves b).
Lemma in_qplays k mv y : In (mv, y) (qplays k) <-> In mv (passed_moves b) /\ qplay_at k mv = Some y.
Proof.
  unfold qplays. rewrite in_flat_map. split.
  - intros (x & Hx & H). destruct (qplay_at k x) eqn:A; simpl in H; [|tauto]. destruct H as [H|[]]. inversion H; subst. auto.
  - intros [H A]. exists mv. rewrite A. simpl. auto.
Qed.
Definition qwfK (k : qkey) : bool := (length (qpos k) =? n) && match qko k with Some i => i <? n | None => true end.
Definition qwfF (x : qfact) : bool := match x with Holds f | Short f _ _ => wfFb b f | Never => true end.

(** A past that makes sense. *)
Definition qsense (p : past qfact) : Prop :=
  p Never = false /\ (forall f w k, p (Short f w k) = true -> p (Holds f) = true) /\
  forall f w j k, (j <= k)%Z -> p (Short f w j) = true -> p (Short f w k) = true.
Lemma qsense_change a st p : qsense p -> qsense (change qways a st p).
Proof.
  intros (S1 & S2 & S3). unfold change, qways, was, qwas. split; [reflexivity|]. split.
  - intros f w k. destruct (mem qfeqb (Holds f) st); auto. apply S2.
  - intros f w j k L. destruct (mem qfeqb (Holds f) st).
    + rewrite !Z.ltb_lt. lia.
    + apply S3. lia.
Qed.

(** The picture of a game: each fact that holds has a tally. *)
Definition tally (g : game) (f : fact) : option Z :=
  match fcls f, fto f, clause_ban r, fwho f with
  | Stood, None, BanPosition, None => since (start g) (first g) (fpos f) B (past_moves g)
  | Stood, None, BanPosition, Some _ => None
  | Stood, None, _, Some y => since (start g) (first g) (fpos f) (col y) (past_moves g)
  | _, _, _, _ => None
  end.
Definition qtold (t : fact -> option Z) (x : qfact) : bool :=
  match x with
  | Never => false
  | Holds f => match t f with Some _ => true | None => false end
  | Short f w k => match t f with Some s => (his w s <? k)%Z | None => false end
  end.
Definition qpast_of (g : game) : past qfact := qtold (tally g).
Definition qkey_of (g : game) : qkey :=
  QKey (now g) (ceq (turn g) B) (min (run (past_moves g)) qcap) (ko_taken b r (past_moves g)) (side (turn g) * taken_by (past_moves g)).
Definition qinv (g : game) : Prop := proper g /\ qwfK (qkey_of g) = true.
Lemma qsense_of g : qsense (qpast_of g).
Proof.
  unfold qpast_of. split; [reflexivity|]. split; intros f w; simpl; destruct (tally g f); auto; try discriminate. intros j k L. rewrite !Z.ltb_lt. lia.
Qed.
Lemma his_add w x y : his w (x + y) = (his w x + his w y)%Z. Proof. unfold his, turned. destruct (negb w); lia. Qed.
Lemma told_on t t' a st : (forall f, t' f = if mem qfeqb (Holds f) st then Some 0%Z else option_map (Z.add a) (t f)) ->
  forall x, qtold t' x = change qways a st (qtold t) x.
Proof.
  intros H x. unfold change, qways, was, qwas. destruct x as [f|f w k|]; cbn [qtold]; auto; rewrite H; destruct (mem qfeqb (Holds f) st); auto.
  - cbn [qtold]. now destruct (t f).
  - unfold his, turned. now destruct (negb w).
  - cbn [qtold]. destruct (t f) as [s|]; cbn [option_map]; auto. rewrite his_add. apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia.
Qed.
Lemma since_pos g0 c0 X Y Z h : clause_ban r = BanPosition -> since g0 c0 X Y h = since g0 c0 X Z h.
Proof. intro E. induction h as [|e h IH]; simpl; unfold counts; rewrite E; auto. now rewrite IH. Qed.
Lemma tally_stood g X y : tally g (stood_fact X y) = since (start g) (first g) X (col y) (past_moves g).
Proof. unfold tally, stood_fact; cbn [fcls fto fwho fpos]. destruct (clause_ban r) eqn:E; auto. now apply since_pos. Qed.
Lemma tally_on g e m : opp (who e) = col m -> forall f,
  tally (play_on g e) f = if mem qfeqb (Holds f) (if stands_by e then [Holds (stood_fact (after e) m)] else []) then Some 0%Z else option_map (Z.add (takes e)) (tally g f).
Proof.
  intros O f. assert (mem qfeqb (Holds f) (if stands_by e then [Holds (stood_fact (after e) m)] else []) = stands_by e && feqb f (stood_fact (after e) m)) as ->.
  { destruct (stands_by e); cbn [mem existsb qfeqb andb]; auto. apply orb_false_r. }
  destruct f as [c X w z]. unfold tally, stood_fact, feqb; cbn [fcls fto fwho fpos past_moves play_on start first]. destruct c; cbn [cls_eqb andb]; rewrite ?andb_false_r; auto.
  destruct z as [Z|]; [cbn [opeqb]; rewrite !andb_false_r; reflexivity|]. cbn [opeqb]. rewrite andb_true_r.
  destruct (clause_ban r) eqn:E, w as [y|]; cbn [weqb since andb]; unfold counts; rewrite ?E, ?andb_false_r; auto; rewrite ?O, ?ceq_col, ?andb_true_r;
  rewrite (andb_comm (stands_by e)); auto; rewrite (andb_comm (Bool.eqb y m)); reflexivity.
Qed.
Lemma ko_bound P Q p c i : ko b P Q p c = Some i -> i < n.
Proof. unfold ko. intro H. apply find_some in H as [H _]. apply in_seq in H. lia. Qed.
Lemma qinv_on g e : qinv g -> who e = turn g -> length (after e) = n -> qinv (play_on g e).
Proof.
  intros [Pr _] We La. split; [now apply proper_on|]. unfold qwfK; cbn [qkey_of qpos qko]. unfold now; cbn [past_moves play_on]. rewrite La, Nat.eqb_refl. cbn [andb ko_taken].
  destruct (at_ e) as [p|]; auto. destruct (clause_basic_ko r); auto. destruct (ko _ _ _ _ _) as [i|] eqn:K; auto. apply ko_bound in K. now apply Nat.ltb_lt.
Qed.
(** The end of a cycle serves a claim unless what [qbad] names holds. *)
Lemma decided_ok t f s a c : t f = Some s -> qtold t (qbad (Holds f) (Some a) c) = false -> serves c (decided (s + a)) = true.
Proof.
  intros T. unfold qbad, serves, his, turned. destruct c as [[] v]; cbn [fst snd negb];
  repeat match goal with |- context [if (?x <=? ?y)%Z then _ else _] => destruct (x <=? y)%Z eqn:? end; rewrite ?Z.leb_le, ?Z.leb_gt in *; cbn [qtold]; try rewrite T;
  unfold his, turned; cbn [negb]; intro H; try discriminate; try apply Z.ltb_ge in H; unfold decided; destruct (s + a)%Z eqn:D; lia.
Qed.
Notation qpictured := (pictured game qkey qfact Z qways qinv qkey_of qpast_of (fun _ => 0%Z)).
Theorem cycle_simulation g mv : qinv g ->
  match qplay_at (qkey_of g) mv with
  | None => cycle_step g mv = None
  | Some y => bars y = [] /\ exists o, cycle_step g mv = Some o /\ qpictured 0%Z (qpast_of g) (result (qpast_of g) y) o
  end.
Proof.
  intros I. pose proof I as [Pr Wk]. pose proof (turn_col g Pr) as T. set (m := ceq (turn g) B) in *. assert (OT : opp (turn g) = col (negb m)) by (rewrite col_neg; now rewrite <- T).
  assert (LenP : length (now g) = n) by (unfold qwfK in Wk; cbn [qkey_of qpos] in Wk; rewrite andb_true_iff, Nat.eqb_eq in Wk; tauto).
  assert (SS : (side (turn g) * side (turn g) = 1)%Z) by (destruct Pr as [-> | ->]; reflexivity). assert (SO : side (opp (turn g)) = (- side (turn g))%Z) by (destruct Pr as [-> | ->]; reflexivity).
  unfold qplay_at; cbn [qkey_of qpos qblack qrun qko qahead]. fold m. rewrite <- T. destruct mv as [p|].
  - unfold cycle_step. destruct (place b (clause_suicide r) (now g) p (turn g)) as [Q|] eqn:Pl; [|reflexivity].
    destruct (match ko_taken b r (past_moves g) with Some i => i =? p | None => false end); [reflexivity|]. cbn [bars]. split; auto. eexists. split; [reflexivity|].
    set (e := Event (turn g) (Some p) (now g) Q). assert (length Q = n) as LQ by (eapply place_length; eauto). unfold result; cbn [stops eff asked].
    change (qpast_of g (Holds (stood_fact Q (negb m)))) with (match tally g (stood_fact Q (negb m)) with Some _ => true | None => false end).
    rewrite OT, <- tally_stood. destruct (tally g (stood_fact Q (negb m))) as [s|] eqn:Ta.
    + cbn [pictured]. intros c Hc. rewrite Z.sub_0_r. apply (decided_ok (tally g) (stood_fact Q (negb m)) s _ c Ta Hc).
    + cbn [pictured]. split; [|split; [|split]]; auto using qinv_on.
      * unfold qkey_of. assert (turn (play_on g e) = opp (turn g)) as -> by reflexivity. rewrite SO, OT. unfold now; cbn [past_moves play_on e after run is_pass at_ ko_taken before who taken_by takes].
        fold (now g). f_equal; [now destruct m|ring].
      * apply told_on. intro f. rewrite (tally_on g e (negb m)) by auto. reflexivity.
  - unfold cycle_step. cbn [bars]. split; auto. unfold result; cbn [stops eff asked].
    assert (match clause_passes_in_a_row r with Some j => j <=? min (run (past_moves g)) qcap + 1 | None => false end = match clause_passes_in_a_row r with Some k => k <=? run (past_moves g) + 1 | None => false end) as ->.
    { unfold qcap. destruct (clause_passes_in_a_row r) as [k|]; auto. apply eq_true_iff_eq. rewrite !Nat.leb_le. lia. }
    destruct (match clause_passes_in_a_row r with Some k => k <=? run (past_moves g) + 1 | None => false end) eqn:En.
    + eexists. split; [reflexivity|]. cbn [pictured]. rewrite Z.mul_assoc, SS. lia.
    + eexists. split; [reflexivity|]. cbn [pictured]. set (e := Event (turn g) None (now g) (now g)). split; [|split; [|split]]; auto using qinv_on.
      * unfold qkey_of. assert (turn (play_on g e) = opp (turn g)) as -> by reflexivity. rewrite SO, OT. unfold now at 1; cbn [past_moves play_on e after run is_pass at_ ko_taken before who taken_by takes].
        f_equal; [now destruct m|lia|ring].
      * apply told_on. intro f. rewrite (tally_on g e (negb m)) by auto. unfold qpass_sets. reflexivity.
Qed.

(** Symmetries. *)
Definition qmapK (g : sym) (k : qkey) : qkey := QKey (moveP b (sba g) (swap g) (qpos k)) (xorb (swap g) (qblack k)) (qrun k) (option_map (sto g) (qko k)) (qahead k).
Definition qmapF (g : sym) (x : qfact) : qfact := match x with Holds f => Holds (mapF b g f) | Short f w k => Short (mapF b g f) (xorb (swap g) w) k | Never => Never end.
Definition qmapB (g : sym) (x : qfact) : qfact := match x with Holds f => Holds (mapB g f) | Short f w k => Short (mapB g f) (xorb (swap g) w) k | Never => Never end.
Definition qmapC (g : sym) (a : Z) : Z := turned (swap g) a.
Notation qmapY := (mapY qmapK qmapF qmapC swap).
Lemma qback_there g x : symokb b r g = true -> qwfF x = true -> qmapB g (qmapF g x) = x.
Proof. intros G W. apply symokb_ok in G. destruct x; simpl in *; auto; rewrite (back_there b r) by (auto; now apply wfFb_iff); now rewrite ?xorb_inv. Qed.
Lemma qthere_back g x : symokb b r g = true -> qwfF x = true -> qmapF g (qmapB g x) = x.
Proof. intros G W. apply symokb_ok in G. destruct x; simpl in *; auto; rewrite (there_back b r) by (auto; now apply wfFb_iff); now rewrite ?xorb_inv. Qed.
Lemma qwf_there g x : symokb b r g = true -> qwfF x = true -> qwfF (qmapF g x) = true.
Proof. intros G W. apply symokb_ok in G. destruct x; simpl in *; auto; apply wfFb_iff; apply (wf_there b r); auto; now apply wfFb_iff. Qed.
Lemma qwf_back g x : symokb b r g = true -> qwfF x = true -> qwfF (qmapB g x) = true.
Proof. intros G W. apply symokb_ok in G. destruct x; simpl in *; auto; apply wfFb_iff; apply (wf_back b r); auto; now apply wfFb_iff. Qed.
Lemma qmem_map g x st : symokb b r g = true -> Forall (fun f => qwfF f = true) st -> qwfF x = true -> mem qfeqb x (map (qmapF g) st) = mem qfeqb (qmapB g x) st.
Proof. intros G. apply (mem_mapped qfeqb (qmapF g) (qmapB g) (fun f => qwfF f = true) qfeqb_ok (fun f => qback_there g f G) (fun f => qthere_back g f G)). Qed.
Lemma his_xorb w v a : his (xorb w v) a = his v (turned w a). Proof. unfold his, turned. destruct w, v; simpl; lia. Qed.
Lemma qwas_map g a st x : symokb b r g = true -> Forall (fun f => qwfF f = true) st -> qwfF x = true ->
  was qways (qmapC g a) (map (qmapF g) st) x = match was qways a st (qmapB g x) with inl y => inl y | inr x' => inr (qmapF g x') end.
Proof.
  intros G W Wf. unfold qways, was, qwas, qmapC. destruct x as [f|f w k|]; cbn [qmapB]; auto.
  - rewrite qmem_map by auto. cbn [qmapB]. destruct (mem qfeqb _ st); auto. now rewrite <- (qthere_back g (Holds f) G Wf) at 1.
  - rewrite (qmem_map g (Holds f)) by auto. cbn [qmapB]. destruct (mem qfeqb _ st); auto. rewrite his_xorb. f_equal.
    pose proof (qthere_back g (Short f w (k - his w (turned (swap g) a))) G Wf) as E. cbn [qmapB qmapF] in *. now rewrite E.
Qed.
Lemma qwas_wf a st x y : Forall (fun f => qwfF f = true) st -> qwfF x = true -> was qways a st x = inr y -> qwfF y = true.
Proof. intros _ W. unfold qways, was, qwas. destruct x; [|  |discriminate]; destruct (mem _ _ st); try discriminate; intro E; inversion E; subst; exact W. Qed.
Lemma qbad_map g x last c : symokb b r g = true -> qwfF x = true ->
  bad qways (qmapF g x) (option_map (turned (swap g)) last) c = qmapF g (bad qways x last (exch (swap g) c)).
Proof.
  intros _ _. unfold qways, bad, qbad. destruct x as [f|f w k|]; cbn [qmapF]; auto. destruct last as [a|]; cbn [option_map]; auto.
  rewrite !serves_exch. assert (fst (exch (swap g) c) = xorb (swap g) (fst c)) as -> by (unfold exch; destruct (swap g); cbn [fst]; now destruct (fst c)). rewrite !his_xorb.
  assert (forall z, (if swap g then - his (fst c) (turned (swap g) z) else his (fst c) (turned (swap g) z))%Z = his (fst c) z) as E by (intro z; destruct (fst c), (swap g); unfold his, turned; cbn [negb]; ring).
  rewrite !E. replace (if swap g then (- 0)%Z else 0%Z) with 0%Z by now destruct (swap g).
  destruct (serves c (his (fst c) (-10000))); auto. destruct (serves c 0); cbn [qmapF]; rewrite ?(xorb_inv (swap g)); auto. destruct (serves c (his (fst c) 10000)); cbn [qmapF]; rewrite ?(xorb_inv (swap g)); auto.
Qed.
Lemma qbad_wf x last c : qwfF x = true -> qwfF (bad qways x last c) = true.
Proof. intro W. unfold qways, bad, qbad. destruct x; auto. destruct last; auto. destruct (serves _ _); auto. destruct (serves _ _); auto. destruct (serves _ _); auto. Qed.
Lemma qsense_map g p : symokb b r g = true -> qsense p -> qsense (fun x => p (qmapB g x)).
Proof. intros _ (S1 & S2 & S3). split; [exact S1|]. split; intros f w; [intros k; apply S2|intros j k L; now apply S3]. Qed.
Lemma stood_map g X y : mapF b g (stood_fact X y) = stood_fact (moveP b (sba g) (swap g) X) (xorb (swap g) y).
Proof. unfold stood_fact, mapF; cbn [fcls fpos fwho fto option_map]. now destruct (clause_ban r). Qed.
Lemma qplay_at_map g k mv : symok b r g -> qwfK k = true -> In mv (passed_moves b) -> qplay_at (qmapK g k) (option_map (sto g) mv) = option_map (qmapY g) (qplay_at k mv).
Proof.
  intros A Wk Hm. destruct k as [P m ru o ah]. unfold qmapK; cbn [qpos qblack qrun qko qahead]. destruct mv as [p|]; cbn [option_map]; unfold qplay_at; cbn [qpos qblack qrun qko qahead].
  - assert (p < n) as Hp. { unfold passed_moves in Hm. apply in_app_or in Hm as [Hm|[Hm|[]]]; [|discriminate]. apply in_map_iff in Hm as (x & E & Hx). inversion E; subst. apply in_seq in Hx. lia. }
    rewrite (place_moveP b r bok g P p m A Hp). destruct (place b (clause_suicide r) P p (col m)) as [Q|] eqn:Pl; cbn [option_map]; auto.
    assert (match option_map (sto g) o with Some i => i =? sto g p | None => false end = match o with Some i => i =? p | None => false end) as ->.
    { destruct o as [i|]; simpl; auto. unfold qwfK in Wk; cbn [qko] in Wk. apply andb_true_iff in Wk as [_ Wk]. apply Nat.ltb_lt in Wk. eapply s_inj; eauto. apply A. }
    destruct (match o with Some i => i =? p | None => false end); [reflexivity|]. cbn [option_map]. unfold mapY; cbn [bars stops eff map mapN fst snd qmapF option_map]. unfold qmapK, qmapC; cbn [qpos qblack qrun qko qahead].
    rewrite (prisoners_moveP b r g P Q m A), (place_moveP_Img b r bok g P p m Q A Hp Pl), !stood_map, !xorb_neg, col_xorb, side_move. do 3 f_equal; [unfold turned; now destruct (swap g)|].
    f_equal; [now destruct (clause_basic_ko r)|]. unfold turned. destruct (swap g); ring.
  - cbn [option_map]. unfold mapY; cbn [bars stops eff map]. destruct (match clause_passes_in_a_row r with Some j => j <=? ru + 1 | None => false end); cbn [mapN].
    + rewrite (worth_moveP b r bok g P A), col_xorb, side_move. unfold turned. do 3 f_equal. destruct (swap g); ring.
    + unfold qmapK, qmapC; cbn [qpos qblack qrun qko qahead option_map]. rewrite !xorb_neg. do 3 f_equal; try (unfold turned; now destruct (swap g)).
      unfold qpass_sets, stands_by; cbn [is_pass at_]. destruct (negb true || _); cbn [map qmapF]; auto. now rewrite stood_map, xorb_neg.
Qed.
Lemma qplays_there g k : symokb b r g = true -> qwfK k = true -> forall m y, In (m, y) (qplays k) -> exists m', In (m', qmapY g y) (qplays (qmapK g k)).
Proof.
  intros G Wk m y H. apply symokb_ok in G. apply in_qplays in H as [Hm Hp]. exists (option_map (sto g) m). apply in_qplays. split; [now apply (pact_moves b r)|]. rewrite qplay_at_map by auto. now rewrite Hp.
Qed.
Lemma qplays_back g k : symokb b r g = true -> qwfK k = true -> forall m y', In (m, y') (qplays (qmapK g k)) -> exists m' y, y' = qmapY g y /\ In (m', y) (qplays k).
Proof.
  intros G Wk m y' H. apply symokb_ok in G. apply in_qplays in H as [Hm Hp]. destruct (pact_moves b r g m G Hm) as (_ & m' & Hm' & E). rewrite <- E, qplay_at_map in Hp by auto.
  destruct (qplay_at k m') as [y|] eqn:Y; simpl in Hp; [|discriminate]. inversion Hp; subst. exists m', y. split; auto. apply in_qplays. auto.
Qed.
Lemma qplays_wf k : qwfK k = true -> forall m y, In (m, y) (qplays k) -> wfY (fun k => qwfK k = true) (fun f => qwfF f = true) y.
Proof.
  intros Wk m y H. apply in_qplays in H as [_ Hp]. destruct k as [P bl ru o ah]. unfold qwfK in Wk; cbn [qpos qko] in Wk. rewrite andb_true_iff in Wk. destruct Wk as [W1 _].
  assert (forall X v, length X = n -> qwfF (Holds (stood_fact X v)) = true) as F by (intros X v L; unfold qwfF, wfFb; cbn [stood_fact fpos fto]; now rewrite L, Nat.eqb_refl).
  unfold qplay_at in Hp; cbn [qpos qblack qrun qko qahead] in Hp. destruct m as [p|].
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (match o with Some i => i =? p | None => false end); [discriminate|]. inversion Hp; subst; clear Hp. pose proof (place_length _ _ _ _ _ _ Pl) as LQ.
    unfold wfY; cbn [bars stops eff wfN fst snd]. split; [constructor|]. split; [repeat constructor; now apply F|]. split; [|repeat constructor; now apply F]. unfold qwfK; cbn [qpos qko]. rewrite LQ, Nat.eqb_refl. cbn [andb].
    destruct (clause_basic_ko r); auto. destruct (ko _ _ _ _ _) as [i|] eqn:K; auto. apply ko_bound in K. now apply Nat.ltb_lt.
  - inversion Hp; subst; clear Hp. unfold wfY; cbn [bars stops eff]. split; [constructor|]. split; [constructor|]. destruct (match clause_passes_in_a_row r with Some j => _ | None => false end); cbn [wfN]; auto.
    split; [unfold qwfK; cbn [qpos qko]; now rewrite W1|]. unfold qpass_sets. destruct (stands_by _); repeat constructor. apply F. now apply Nat.eqb_eq.
Qed.

(** Whether a read that is stated implies one that is needed. What never holds needs no statement. *)
Definition qimplies (x y : read qfact) : bool :=
  match x, y with
  | (false, Holds f), (false, Short g _ _) => feqb f g
  | (false, Short f w k), (false, Short g v j) => feqb f g && Bool.eqb w v && (j <=? k)%Z
  | _, _ => Bool.eqb (fst x) (fst y) && qfeqb (snd x) (snd y)
  end.
Lemma qimplies_ok x y : qimplies x y = true -> forall p, qsense p -> p (snd x) = fst x -> p (snd y) = fst y.
Proof.
  intros H p (S1 & S2 & S3). assert (Bool.eqb (fst x) (fst y) && qfeqb (snd x) (snd y) = true -> p (snd x) = fst x -> p (snd y) = fst y) as Same.
  { rewrite andb_true_iff, eqb_true_iff, qfeqb_ok. intros [-> ->]. auto. }
  destruct x as [[] [f|f w k|]], y as [[] [g|g v j|]]; cbn [fst snd] in *; auto; simpl in H.
  - apply feqb_ok in H. subst g. intro F. destruct (p (Short f v j)) eqn:E; auto. apply S2 in E. congruence.
  - rewrite !andb_true_iff, feqb_ok, eqb_true_iff, Z.leb_le in H. destruct H as [[-> ->] L]. intro F. destruct (p (Short g v j)) eqn:E; auto. apply (S3 _ _ _ _ L) in E. congruence.
Qed.
Definition qread_key (x : read qfact) : list color := match snd x with Holds f | Short f _ _ => fact_key f | Never => [] end.
Definition useful (l : list (read qfact)) : list (read qfact) := filter (fun x => match x with (false, Never) => false | _ => true end) l.
Lemma useful_ok p l : qsense p -> holds p (useful l) -> holds p l.
Proof.
  intros (S1 & _) H x f Hx. destruct x, f as [g|g w k|]; try exact S1; apply H; apply filter_In; split; auto.
Qed.
Definition qamong (x y : list (read qfact)) : bool := among qfact qimplies qread_key (useful x) y.
Definition qeach_once (l : list (read qfact)) : list (read qfact) := each_once qfact qimplies qread_key (useful l).
Lemma qamong_ok x y : qamong x y = true -> forall p, qsense p -> holds p y -> holds p x.
Proof. intros H p S K. apply useful_ok; auto. exact (among_ok qfact qsense qimplies qread_key qimplies_ok _ _ H p S K). Qed.
Lemma qeach_once_ok l p : qsense p -> holds p (qeach_once l) -> holds p l.
Proof. intros S H. apply useful_ok; auto. exact (each_once_ok qfact qsense qimplies qread_key qimplies_ok _ p S H). Qed.

(** The checker. Nothing is kept by passing here. *)
Definition cycle_lemmas := lemmas qkey qfact.
Definition no_cycle_life (c : claim) (k : qkey) : bool := false.
Definition cycle_take (s : cycle_lemmas) (x : step_of qkey qfact sym (option nat)) : option cycle_lemmas :=
  take_step (option nat) qkey qfact Z sym qfeqb qkeqb meqb qblack qways qplays qmapK qmapB swap (symokb b r) qwfK qwfF no_cycle_life qamong qeach_once qread_key s x.
Definition cycle_take_all (s : cycle_lemmas) (l : list (step_of qkey qfact sym (option nat))) : option cycle_lemmas :=
  take_steps (option nat) qkey qfact Z sym qfeqb qkeqb meqb qblack qways qplays qmapK qmapB swap (symokb b r) qwfK qwfF no_cycle_life qamong qeach_once qread_key s l.
Definition cycle_finish (s : cycle_lemmas) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (k : positive) (g : sym) : bool :=
  board_ok b && (length P =? n) &&
  finish game (option nat) qkey qfact sym cycle_step qkeqb qmapK qmapB swap (symokb b r) qkey_of qpast_of (fun _ => 0%Z) s (Game P (col c) []) ms cl k g.
Definition cycle_check (l : list (step_of qkey qfact sym (option nat))) (P : pos) (c : bool) (ms : list (option nat)) (cl : claim) (k : positive) (g : sym) : bool :=
  match cycle_take_all no_lemmas l with Some s => cycle_finish s P c ms cl k g | None => false end.
Lemma qsim_there g m y : qinv g -> In (m, y) (qplays (qkey_of g)) -> legal (qpast_of g) y ->
  In m (passed_moves b) /\ exists o, cycle_step g m = Some o /\ qpictured 0%Z (qpast_of g) (result (qpast_of g) y) o.
Proof. intros I H _. apply in_qplays in H as [Hm Hp]. split; auto. pose proof (cycle_simulation g m I) as S. rewrite Hp in S. apply S. Qed.
Lemma qsim_back g m o : qinv g -> In m (passed_moves b) -> cycle_step g m = Some o ->
  exists y, In (m, y) (qplays (qkey_of g)) /\ legal (qpast_of g) y /\ qpictured 0%Z (qpast_of g) (result (qpast_of g) y) o.
Proof.
  intros I Hm So. pose proof (cycle_simulation g m I) as S. destruct (qplay_at (qkey_of g) m) as [y|] eqn:Hp; [|congruence].
  destruct S as (Bz & o' & So' & R). rewrite So in So'. inversion So'; subst o'. exists y. split; [apply in_qplays; auto|]. split; auto. intros f Hf. rewrite Bz in Hf. destruct Hf.
Qed.
Lemma cycle_follow g ms g' : qinv g -> follow game (option nat) cycle_step g ms = Some g' -> qinv g'.
Proof.
  revert g. induction ms as [|m ms IH]; simpl; intros g I H; [inversion H; now subst|]. destruct (cycle_step g m) as [[s|h]|] eqn:S; try discriminate.
  eapply IH; [|exact H]. unfold cycle_step in S. destruct m as [q|].
  - destruct (place _ _ _ _ _) as [Q|] eqn:Pl; [|discriminate]. destruct (match ko_taken b r (past_moves g) with Some i => i =? q | None => false end); [discriminate|].
    destruct (since _ _ _ _ _); inversion S; subst. apply qinv_on; auto. eapply place_length; eauto.
  - destruct (match clause_passes_in_a_row r with Some k => _ | None => false end); inversion S; subst. apply qinv_on; auto.
    destruct I as [_ Wk]. unfold qwfK in Wk; cbn [qkey_of qpos] in Wk. rewrite andb_true_iff, Nat.eqb_eq in Wk. tauto.
Qed.
Lemma cycle_some g : exists m o, In m (passed_moves b) /\ cycle_step g m = Some o.
Proof. exists None. unfold cycle_step. eexists. split; [unfold passed_moves; apply in_or_app; simpl; auto|reflexivity]. Qed.
End Cycles.

(** What an accepted claim says. *)
Theorem cycle_check_sound b r l P c ms cl k g : cycle_check b r l P c ms cl k g = true ->
  exists g', follow game (option nat) (cycle_step b r) (Game P (col c) []) ms = Some g' /\ can_force game (option nat) (passed_moves b) (cycle_step b r) passed_black cl g' /\
    if fst cl then worth_at_least game (option nat) (passed_moves b) (cycle_step b r) passed_black g' (snd cl)
    else worth_at_most game (option nat) (passed_moves b) (cycle_step b r) passed_black g' (snd cl).
Proof.
  unfold cycle_check. destruct (cycle_take_all b r _ l) as [s|] eqn:T; [|discriminate]. unfold cycle_finish. rewrite !andb_true_iff. intros [[Bk L] F].
  assert (qinv b r (Game P (col c) [])) as I by (split; [unfold proper, turn; simpl; destruct c; auto|unfold qwfK; cbn; now rewrite L]).
  assert (exists g', follow game (option nat) (cycle_step b r) (Game P (col c) []) ms = Some g' /\ can_force game (option nat) (passed_moves b) (cycle_step b r) passed_black cl g') as (g' & Fo & Cf).
  { apply (finish_sound game (option nat) qkey qfact Z sym (passed_moves b) (cycle_step b r) passed_black qfeqb qkeqb meqb qblack qfeqb_ok qkeqb_ok qways (qplays b r)
      (qmapK b) (qmapF b) qmapB qmapC swap (symokb b r) (qwfK b) (qwfF b) (qplays_wf b r) (qplays_there b r Bk) (qplays_back b r Bk) (fun _ _ _ _ => eq_refl)
      (qback_there b r) (qwf_there b r) (qwf_back b r) (qwas_map b r) (qwas_wf b) (qbad_map b r) (qbad_wf b) qsense qsense_change (qsense_map b r)
      no_cycle_life (fun _ _ _ X => False_ind _ (diff_false_true X)) (qinv b r) (qkey_of b r) (qpast_of b r) (fun _ => 0%Z) (fun g I => proj2 I) (fun g _ => qsense_of b r g) (fun _ _ => eq_refl)
      (qsim_there b r) (qsim_back b r) qamong qeach_once qamong_ok qeach_once_ok qread_key (cycle_follow b r) l s (Game P (col c) []) ms cl k g T I F). }
  exists g'. split; auto. split; auto. apply force_bound; auto. apply cycle_some.
Qed.
Corollary cycle_check_value b r l1 l2 P c ms v n1 g1 n2 g2 : cycle_check b r l1 P c ms (true, v) n1 g1 = true -> cycle_check b r l2 P c ms (false, v) n2 g2 = true ->
  exists g', follow game (option nat) (cycle_step b r) (Game P (col c) []) ms = Some g' /\ is_worth game (option nat) (passed_moves b) (cycle_step b r) passed_black g' v.
Proof.
  intros H1 H2. apply cycle_check_sound in H1 as (g1' & R1 & _ & V1). apply cycle_check_sound in H2 as (g2' & R2 & _ & V2).
  rewrite R1 in R2. inversion R2; subst. exists g2'. split; auto. now apply worth_of_bounds.
Qed.
