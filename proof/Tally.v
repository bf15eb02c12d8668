(** The machine of rules by which the score is a mean: facts have tallies, which several facts speak of here (CERTIFICATES.md,
    sections Games and Statements). It is a faithful picture of Means.v, and has the symmetries of the board. *)
Require Import List Arith Bool ZArith QArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Reads Machine Picture Simulation Symmetry Means.
Close Scope Q_scope.

(** A claim of the abstract machine is a whole number. Where scores are fractions, 2 v stands for the fraction of v and a unit, and
    the number between says "more than", or "less than". *)
(* trusted *)
Definition num (c : claim) : Z := (if fst c then snd c / 2 else (snd c + 1) / 2)%Z.
Definition strict (c : claim) : bool := Z.odd (snd c).
(* end trusted *)
Definition least (c : claim) : Z := if strict c then 1%Z else 0%Z.

(** A fact; that it holds with a tally whose margin over a claim is less than k; that it holds with a mean that does not serve it. *)
Inductive tfact := Plain (f : fact) | Margin (f : fact) (c : claim) (k : Z) | Mean (f : fact) (c : claim).
Definition base (t : tfact) : fact := match t with Plain f | Margin f _ _ | Mean f _ => f end.
Definition ceqb (c d : claim) : bool := Bool.eqb (fst c) (fst d) && (snd c =? snd d)%Z.
Lemma ceqb_ok c d : ceqb c d = true <-> c = d.
Proof. destruct c, d; unfold ceqb; simpl. rewrite andb_true_iff, eqb_true_iff, Z.eqb_eq. split; [intros [-> ->]; auto|intro H; inversion H; auto]. Qed.
Definition teqb (a b : tfact) : bool :=
  match a, b with
  | Plain f, Plain g => feqb f g
  | Margin f c k, Margin g d j => feqb f g && ceqb c d && (k =? j)%Z
  | Mean f c, Mean g d => feqb f g && ceqb c d
  | _, _ => false
  end.
Lemma teqb_ok a b : teqb a b = true <-> a = b.
Proof.
  destruct a, b; simpl; rewrite ?andb_true_iff, ?feqb_ok, ?ceqb_ok, ?Z.eqb_eq; split; intro H; try congruence;
  repeat match goal with H : _ /\ _ |- _ => destruct H end; try congruence; inversion H; auto.
Qed.
(** What a play changes, and the score with which it scores tallies. *)
Definition tclr := (clr * option Z)%type.
Definition tallied (f : fact) : bool := match fcls f with Passed | Followed => true | _ => false end.

Section Tally.
Variable U : positive. (* the unit *)
Notation u := (Zpos U).
Definition margin (c : claim) (s : Z) (n : nat) : Z := (if fst c then u * s - num c * Z.of_nat n else num c * Z.of_nat n - u * s)%Z.
(** What a further score a adds to a margin. *)
Definition adds (c : claim) (a : Z) : Z := margin c a 1.
Definition mean_serves (c : claim) (s : Z) (n : nat) : bool := let m := match n with 0 => margin c 0%Z 1 | _ => margin c s n end in (least c <=? m)%Z.
Definition twas (x : tclr) (st : list tfact) (t : tfact) : bool + tfact :=
  let f := base t in
  if mem teqb (Plain f) st
  then inl match t with Plain _ => true | Margin _ _ k => (0 <? k)%Z | Mean _ c => negb (mean_serves c 0 0) end
  else if clears (fst x) f then inl false
  else inr match snd x with
           | Some a => if tallied f then match t with
                                         | Plain _ => t
                                         | Margin f c k => Margin f c (k - adds c a)
                                         | Mean f c => Margin f c (least c - adds c a)
                                         end else t
           | None => t
           end.
Definition tbad (t : tfact) (last : option Z) (c : claim) : tfact :=
  match t with
  | Plain f => match last with None => Mean f c | Some a => Margin f c (least c - adds c a) end
  | _ => t
  end.
Definition tallying : ways tfact tclr := Ways twas tbad.

(** A past that makes sense: each fact that holds has a tally. *)
Definition told (t : fact -> option (Z * nat)) (x : tfact) : bool :=
  match t (base x), x with
  | None, _ => false
  | Some _, Plain _ => true
  | Some (s, n), Margin _ c k => (margin c s n <? k)%Z
  | Some (s, n), Mean _ c => negb (mean_serves c s n)
  end.
Definition makes_sense (p : past tfact) : Prop := exists t, forall x, p x = told t x.
(** How tallies change. *)
Definition tchange (x : tclr) (st : list tfact) (t : fact -> option (Z * nat)) : fact -> option (Z * nat) := fun f =>
  if mem teqb (Plain f) st then Some (0%Z, 0) else if clears (fst x) f then None else
  match snd x with Some a => if tallied f then option_map (fun y => ((fst y + a)%Z, S (snd y))) (t f) else t f | None => t f end.
Lemma margin_more c s n a : margin c (s + a) (S n) = (margin c s n + adds c a)%Z.
Proof. unfold adds, margin. rewrite Nat2Z.inj_succ. destruct (fst c); lia. Qed.
Lemma told_change x st t p : (forall y, p y = told t y) -> forall y, change tallying x st p y = told (tchange x st t) y.
Proof.
  intros H y. unfold change, tallying, was, twas, told, tchange.
  destruct (mem teqb (Plain (base y)) st).
  { destruct y; auto. unfold margin; simpl. replace (if fst c then _ else _)%Z with 0%Z by (destruct (fst c); lia). reflexivity. }
  destruct (clears (fst x) (base y)); [reflexivity|]. rewrite H. unfold told. destruct (snd x) as [a|]; [|reflexivity].
  destruct (tallied (base y)); [|reflexivity]. destruct y as [f|f c k|f c]; simpl; destruct (t f) as [[s n]|]; simpl; auto.
  - rewrite margin_more. apply eq_true_iff_eq. rewrite !Z.ltb_lt. lia.
  - unfold mean_serves. cbn [fst snd]. rewrite margin_more. apply eq_true_iff_eq. rewrite negb_true_iff, Z.ltb_lt, Z.leb_gt. lia.
Qed.
Lemma sense_change x st p : makes_sense p -> makes_sense (change tallying x st p).
Proof. intros [t H]. exists (tchange x st t). now apply told_change. Qed.

(** Maps. *)
Lemma num_exch w c : num (exch w c) = turned w (num c).
Proof.
  destruct c as [[] t], w; unfold num, exch, turned; cbn [fst snd negb]; auto.
  - pose proof (Z.div_mod t 2 ltac:(lia)). pose proof (Z.mod_pos_bound t 2 ltac:(lia)).
    pose proof (Z.div_mod (- t + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (- t + 1) 2 ltac:(lia)). lia.
  - pose proof (Z.div_mod (t + 1) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (t + 1) 2 ltac:(lia)).
    pose proof (Z.div_mod (- t) 2 ltac:(lia)). pose proof (Z.mod_pos_bound (- t) 2 ltac:(lia)). lia.
Qed.
Lemma strict_exch w c : strict (exch w c) = strict c.
Proof. destruct c as [x t], w; unfold strict, exch; simpl; auto. apply Z.odd_opp. Qed.
Lemma least_exch w c : least (exch w c) = least c. Proof. unfold least. now rewrite strict_exch. Qed.
Lemma margin_exch w c s n : margin (exch w c) (turned w s) n = margin c s n.
Proof.
  unfold margin. rewrite num_exch. unfold turned. destruct w; auto. unfold exch; cbn [fst]. destruct (fst c); cbn [negb]; ring.
Qed.
Lemma margin_exch' w c s n : margin (exch w c) s n = margin c (turned w s) n.
Proof. rewrite <- (margin_exch w c). now rewrite turned_turned. Qed.
Lemma adds_exch w c a : adds (exch w c) (turned w a) = adds c a. Proof. apply margin_exch. Qed.
Lemma adds_exch' w c a : adds (exch w c) a = adds c (turned w a). Proof. apply margin_exch'. Qed.
Lemma serves_exch' w c s n : mean_serves (exch w c) s n = mean_serves c (turned w s) n.
Proof. unfold mean_serves. rewrite least_exch, !margin_exch'. replace (turned w 0) with 0%Z by now destruct w. reflexivity. Qed.

Section Maps.
Variable b : board.
Variable r : rules.
Hypothesis bok : board_ok b = true.
Definition tmapF (g : sym) (t : tfact) : tfact :=
  match t with Plain f => Plain (mapF b g f) | Margin f c k => Margin (mapF b g f) (exch (swap g) c) k | Mean f c => Mean (mapF b g f) (exch (swap g) c) end.
Definition tmapB (g : sym) (t : tfact) : tfact :=
  match t with Plain f => Plain (mapB g f) | Margin f c k => Margin (mapB g f) (exch (swap g) c) k | Mean f c => Mean (mapB g f) (exch (swap g) c) end.
Definition tmapC (g : sym) (x : tclr) : tclr := (fst x, option_map (turned (swap g)) (snd x)).
Definition twfF (t : tfact) : Prop := wfF b (base t).
Lemma base_mapB g t : base (tmapB g t) = mapB g (base t). Proof. now destruct t. Qed.
Lemma base_mapF g t : base (tmapF g t) = mapF b g (base t). Proof. now destruct t. Qed.
Lemma tback_there g t : symok b r g -> twfF t -> tmapB g (tmapF g t) = t.
Proof. intros G W. destruct t; simpl; rewrite (back_there b r), ?exch_exch; auto. Qed.
Lemma tthere_back g t : symok b r g -> twfF t -> tmapF g (tmapB g t) = t.
Proof. intros G W. destruct t; simpl; rewrite (there_back b r), ?exch_exch; auto. Qed.
Lemma wf_mapF g f : wfF b (mapF b g f).
Proof. split; [apply tab_length|]. simpl. destruct (fto f); simpl; intros Z X; inversion X. apply tab_length. Qed.
Lemma wf_mapB g f : symok b r g -> wfF b (mapB g f).
Proof. intro G. split; [now apply (moved_back_length b r)|]. simpl. destruct (fto f); simpl; intros Z X; inversion X. now apply (moved_back_length b r). Qed.
Lemma twf_there g t : symok b r g -> twfF t -> twfF (tmapF g t). Proof. intros _ _. unfold twfF. rewrite base_mapF. apply wf_mapF. Qed.
Lemma twf_back g t : symok b r g -> twfF t -> twfF (tmapB g t). Proof. intros G _. unfold twfF. rewrite base_mapB. now apply wf_mapB. Qed.
Lemma tmem_map g t st : symok b r g -> Forall twfF st -> twfF t -> mem teqb t (map (tmapF g) st) = mem teqb (tmapB g t) st.
Proof. intros G. apply (mem_mapped teqb (tmapF g) (tmapB g) twfF teqb_ok (fun t => tback_there g t G) (fun t => tthere_back g t G)). Qed.
Lemma twas_map g c st t : symok b r g -> Forall twfF st -> twfF t ->
  was tallying (tmapC g c) (map (tmapF g) st) t = match was tallying c st (tmapB g t) with inl x => inl x | inr t' => inr (tmapF g t') end.
Proof.
  intros G W Wf. unfold tallying, was, twas. rewrite tmem_map by auto. rewrite base_mapB. change (tmapB g (Plain (base t))) with (Plain (mapB g (base t))).
  destruct (mem teqb (Plain (mapB g (base t))) st).
  { destruct t; simpl; auto. rewrite serves_exch'. replace (turned (swap g) 0) with 0%Z by now destruct (swap g). reflexivity. }
  change (clears (fst (tmapC g c)) (base t)) with (clears (fst c) (mapB g (base t))). destruct (clears (fst c) (mapB g (base t))); [reflexivity|].
  f_equal. change (tallied (mapB g (base t))) with (tallied (base t)). unfold tmapC; cbn [snd]. destruct (snd c) as [a|]; cbn [option_map].
  - destruct (tallied (base t)); [|now rewrite tthere_back]. destruct t; unfold twfF in Wf; simpl in *; rewrite (there_back b r), ?exch_exch by auto; auto.
    + do 2 f_equal. rewrite adds_exch'. reflexivity.
    + f_equal. rewrite least_exch, adds_exch'. reflexivity.
  - now rewrite tthere_back.
Qed.
Lemma twas_wf c st t t' : Forall twfF st -> twfF t -> was tallying c st t = inr t' -> twfF t'.
Proof.
  intros _ W. unfold tallying, was, twas. destruct (mem teqb _ st); [discriminate|]. destruct (clears _ _); [discriminate|].
  intro X; inversion X; subst. destruct (snd c); auto. destruct (tallied (base t)); auto. destruct t; auto.
Qed.
Lemma tbad_map g t last c : symok b r g -> twfF t ->
  bad tallying (tmapF g t) (option_map (turned (swap g)) last) c = tmapF g (bad tallying t last (exch (swap g) c)).
Proof.
  intros G W. unfold tallying, bad, tbad. destruct t; simpl; auto. destruct last as [a|]; simpl; rewrite exch_exch; auto.
  f_equal. rewrite least_exch, adds_exch'. reflexivity.
Qed.
Lemma tbad_wf t last c : twfF t -> twfF (bad tallying t last c).
Proof. intro W. unfold tallying, bad, tbad. destruct t; auto. destruct last; auto. Qed.
Lemma sense_map g p : symok b r g -> makes_sense p -> makes_sense (fun t => p (tmapB g t)).
Proof.
  intros G [t H]. exists (fun f => option_map (fun y => (turned (swap g) (fst y), snd y)) (t (mapB g f))). intro x. rewrite H. unfold told. rewrite base_mapB.
  destruct (t (mapB g (base x))) as [[s n]|]; [|reflexivity]. destruct x; cbn [tmapB option_map fst snd]; auto.
  - now rewrite margin_exch'.
  - now rewrite serves_exch'.
Qed.
End Maps.
End Tally.
