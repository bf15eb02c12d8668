(** Games in general: what a player can force, minimax, and values, of whatever states and moves; and the checker of certificates of
    such a game, told of a machine that is a picture of it. Coupons.v, Many.v and Passed.v are about three such games. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Reads Store.

(* trusted *)
Section Play.
(** A state, what moves there may be, and what a move comes to, as [step] of Rules.v says it; whether it is Black's turn. Where more than
    two play all others act together against him (section Games). *)
Variables State Move : Type.
Variable moves : list Move.
Variable step : State -> Move -> option (Z + State).
Variable blacks : State -> bool.
(** As [forces], [minimax] and [value] of Rules.v. *)
Inductive can_force (c : bool * Z) : State -> Prop :=
| C_own g m o : blacks g = fst c -> In m moves -> step g m = Some o -> can_win c o -> can_force c g
| C_opp g : blacks g <> fst c -> (forall m o, In m moves -> step g m = Some o -> can_win c o) -> can_force c g
with can_win (c : bool * Z) : Z + State -> Prop :=
| C_end s : good c s -> can_win c (inl s)
| C_on g : can_force c g -> can_win c (inr g).
Fixpoint max_min (d : Z) (depth : nat) (g : State) : Z :=
  match depth with
  | 0 => d
  | S depth => best (blacks g) (flat_map (fun m => match step g m with None => [] | Some (inl s) => [s] | Some (inr g') => [max_min d depth g'] end) moves) d
  end.
Definition worth_at_least (g : State) (v : Z) : Prop := exists N, forall d depth, N <= depth -> (v <= max_min d depth g)%Z.
Definition worth_at_most (g : State) (v : Z) : Prop := exists N, forall d depth, N <= depth -> (max_min d depth g <= v)%Z.
Definition is_worth (g : State) (v : Z) : Prop := exists N, forall d depth, N <= depth -> max_min d depth g = v.
(** A state after more moves, none of which ends the game. *)
Fixpoint follow (g : State) (l : list Move) : option State :=
  match l with [] => Some g | m :: l => match step g m with Some (inr g') => follow g' l | _ => None end end.
(* end trusted *)
Scheme can_force_mut := Induction for can_force Sort Prop with can_win_mut := Induction for can_win Sort Prop.

Lemma is_worth_unique g v w : is_worth g v -> is_worth g w -> v = w.
Proof. intros [N H] [M K]. rewrite <- (H 0%Z (max N M)), <- (K 0%Z (max N M)) by lia. reflexivity. Qed.
Lemma worth_of_bounds g v : worth_at_least g v -> worth_at_most g v -> is_worth g v.
Proof. intros [N H] [M K]. exists (max N M). intros d depth L. specialize (H d depth). specialize (K d depth). lia. Qed.

(** There is always a move. *)
Hypothesis some_move : forall g, exists m o, In m moves /\ step g m = Some o.
Definition comes_to (d : Z) (depth : nat) (o : Z + State) : Z := match o with inl s => s | inr g => max_min d depth g end.
Lemma in_comes g d depth x :
  In x (flat_map (fun m => match step g m with None => [] | Some (inl s) => [s] | Some (inr g') => [max_min d depth g'] end) moves) <->
  exists m o, In m moves /\ step g m = Some o /\ x = comes_to d depth o.
Proof.
  rewrite in_flat_map. split.
  - intros (m & Hm & Hx). destruct (step g m) as [[s|g']|] eqn:S; simpl in Hx; [| |tauto]; destruct Hx as [<-|[]]; exists m; eexists; repeat split; eauto.
  - intros (m & o & Hm & S & ->). exists m. split; auto. rewrite S. destruct o; simpl; auto.
Qed.
Theorem force_max_min c : forall g, can_force c g -> exists N, forall d depth, N <= depth -> good c (max_min d depth g).
Proof.
  apply (can_force_mut c (fun g _ => exists N, forall d depth, N <= depth -> good c (max_min d depth g))
    (fun o _ => exists N, forall d depth, N <= depth -> good c (comes_to d depth o))).
  - intros g m o T Hm St _ [N HN]. exists (S N). intros d [|depth] L; [lia|]. simpl. rewrite T. apply best_own.
    exists (comes_to d depth o). split; [|apply HN; lia]. apply in_comes. eauto.
  - intros g T _ IH.
    assert (exists N, forall m, In m moves -> forall o, step g m = Some o -> forall d depth, N <= depth -> good c (comes_to d depth o)) as [N HN].
    { assert (forall l, incl l moves -> exists N, forall m, In m l -> forall o, step g m = Some o -> forall d depth, N <= depth -> good c (comes_to d depth o)) as X;
        [|apply X, incl_refl]. induction l as [|m l IHl]; intro I; [exists 0; intros m []|].
      destruct IHl as [N HN]; [intros z Hz; apply I; simpl; auto|]. destruct (step g m) as [o|] eqn:St.
      - destruct (IH m o (I m (or_introl eq_refl)) St) as [K HK]. exists (max N K). intros m' [<-|Hm] o' St' d depth L.
        + rewrite St in St'. inversion St'; subst. apply HK. lia.
        + eapply HN; eauto. lia.
      - exists N. intros m' [<-|Hm] o' St'; [congruence|]. now apply (HN m'). }
    exists (S N). intros d [|depth] L; [lia|]. simpl.
    assert (blacks g = negb (fst c)) as -> by (destruct (blacks g), (fst c); simpl; congruence). apply best_opp.
    + intro X. destruct (some_move g) as (mv & o & Hm & So). assert (In (comes_to d depth o) []) as []. rewrite <- X. apply in_comes. eauto.
    + intros x Hx. apply in_comes in Hx as (m & o & Hm & St & ->). eapply HN; eauto. lia.
  - intros s G. exists 0. intros d depth _. exact G.
  - intros g _ IH. exact IH.
Qed.
Corollary force_bound c g : can_force c g -> if fst c then worth_at_least g (snd c) else worth_at_most g (snd c).
Proof. intro F. apply force_max_min in F as [N H]. destruct c as [[] v]; exists N; exact H. Qed.
(** No two certificates can contradict each other. *)
Corollary force_consistent v w g : can_force (true, v) g -> can_force (false, w) g -> (v <= w)%Z.
Proof.
  intros F K. apply force_max_min in F as [N H]. apply force_max_min in K as [M K]. specialize (H 0%Z (max N M)). specialize (K 0%Z (max N M)).
  unfold good in *; simpl in *. lia.
Qed.
End Play.

(** The steps of a certificate, as in Checker.v. *)
Inductive step_of (Key Fact Map Move : Type) :=
| OfLemma (n : positive) (L : lemma Key Fact) (m : Move) (os : list (outcome Fact Map positive))
| OfBare (n : positive) (k : Key) (c : claim) (m : Move) (os : list (outcome Fact Map positive))
| OfForget (n : positive).

Section Frame.
Variables State Move Key Fact Clr Map : Type.
Variable moves : list Move.
Variable step : State -> Move -> option (Z + State).
Variable blacks : State -> bool.
(** The machine. *)
Variables (feqb : Fact -> Fact -> bool) (keqb : Key -> Key -> bool) (meqb : Move -> Move -> bool) (black : Key -> bool).
Hypothesis feqb_ok : forall a b, feqb a b = true <-> a = b.
Hypothesis keqb_ok : forall a b, keqb a b = true <-> a = b.
Variable how : ways Fact Clr.
Variable plays : Key -> list (Move * play Key Fact Clr).
Variables (mapK : Map -> Key -> Key) (mapF mapB : Map -> Fact -> Fact) (mapC : Map -> Clr -> Clr) (swaps : Map -> bool).
Variables (okM : Map -> bool) (wfK : Key -> bool) (wfF : Fact -> bool).
Notation Mapok := (fun g => okM g = true).
Notation WfK := (fun k => wfK k = true).
Notation WfF := (fun f => wfF f = true).
Hypothesis plays_wf : forall k, wfK k = true -> forall m y, In (m, y) (plays k) -> wfY WfK WfF y.
Hypothesis plays_there : forall g k, okM g = true -> wfK k = true -> forall m y, In (m, y) (plays k) ->
  exists m', In (m', mapY mapK mapF mapC swaps g y) (plays (mapK g k)).
Hypothesis plays_back : forall g k, okM g = true -> wfK k = true -> forall m y', In (m, y') (plays (mapK g k)) ->
  exists m' y, y' = mapY mapK mapF mapC swaps g y /\ In (m', y) (plays k).
Hypothesis black_map : forall g k, okM g = true -> wfK k = true -> black (mapK g k) = xorb (swaps g) (black k).
Hypothesis back_there : forall g f, okM g = true -> wfF f = true -> mapB g (mapF g f) = f.
Hypothesis wf_there : forall g f, okM g = true -> wfF f = true -> wfF (mapF g f) = true.
Hypothesis wf_back : forall g f, okM g = true -> wfF f = true -> wfF (mapB g f) = true.
Hypothesis was_mapped : forall g c st f, okM g = true -> Forall WfF st -> wfF f = true ->
  was how (mapC g c) (map (mapF g) st) f = match was how c st (mapB g f) with inl x => inl x | inr f' => inr (mapF g f') end.
Hypothesis was_well : forall c st f f', Forall WfF st -> wfF f = true -> was how c st f = inr f' -> wfF f' = true.
Hypothesis bad_mapped : forall g f last c, okM g = true -> wfF f = true ->
  bad how (mapF g f) (option_map (turned (swaps g)) last) c = mapF g (bad how f last (exch (swaps g) c)).
Hypothesis bad_well : forall f last c, wfF f = true -> wfF (bad how f last c) = true.
(** Pasts that make sense. *)
Variable sense : past Fact -> Prop.
Hypothesis sense_change : forall c st p, sense p -> sense (change how c st p).
Hypothesis sense_map : forall g p, okM g = true -> sense p -> sense (fun f => p (mapB g f)).
Variable life : claim -> Key -> bool.
Hypothesis life_ok : forall c k, wfK k = true -> life c k = true -> forall p, mforces black how plays c k p.
(** The picture of the game in the machine. *)
Variables (inv : State -> Prop) (key_of : State -> Key) (past_of : State -> past Fact) (carried : State -> Z).
Definition pictured (z : Z) (p : past Fact) (o : next Key Fact Clr) (o' : Z + State) : Prop :=
  match o, o' with
  | Ends _ _ _ s, inl s' => s' = (s + z)%Z
  | Means _ _ f last, inl s' => forall c, p (bad how f last c) = false -> serves c (s' - z) = true
  | Leads a k c st, inr g => key_of g = k /\ (forall f, past_of g f = change how c st p f) /\ inv g /\ carried g = (z + a)%Z
  | _, _ => False
  end.
Hypothesis key_wf : forall g, inv g -> wfK (key_of g) = true.
Hypothesis past_sense : forall g, inv g -> sense (past_of g).
Hypothesis key_black : forall g, inv g -> black (key_of g) = blacks g.
Hypothesis sim_there : forall g m y, inv g -> In (m, y) (plays (key_of g)) -> legal (past_of g) y ->
  In m moves /\ exists o, step g m = Some o /\ pictured (carried g) (past_of g) (result (past_of g) y) o.
Hypothesis sim_back : forall g m o, inv g -> In m moves -> step g m = Some o ->
  exists y, In (m, y) (plays (key_of g)) /\ legal (past_of g) y /\ pictured (carried g) (past_of g) (result (past_of g) y) o.

Lemma asked_same (p q : past Fact) (l : list (Fact * next Key Fact Clr)) d : (forall f, p f = q f) -> asked p l d = asked q l d.
Proof. intro H. induction l as [|[f o] l IH]; simpl; auto. rewrite H. destruct (q f); auto. Qed.
Lemma pictured_same z (p q : past Fact) (y : play Key Fact Clr) o : (forall f, p f = q f) -> pictured z p (result p y) o -> pictured z q (result q y) o.
Proof.
  intros H R. unfold result in *. rewrite <- (asked_same p q) by auto. destruct (asked p (stops y) (eff y)) as [s|f last|a k c st], o; simpl in *; auto.
  - intros c B. apply R. now rewrite H.
  - destruct R as (K & E & I & C). repeat split; auto. intro f. rewrite E. unfold change. destruct (was how c st f); auto.
Qed.
Lemma serves_good a c s : serves (less a c) (s - a) = true -> good c s.
Proof. unfold serves, less, good; simpl. destruct (fst c); rewrite Z.leb_le; lia. Qed.
(** What the machine forces can be forced in the game. *)
Theorem mforces_can : forall c k p, mforces black how plays c k p ->
  forall g c', inv g -> key_of g = k -> (forall f, past_of g f = p f) -> less (carried g) c' = c -> can_force State Move moves step blacks c' g.
Proof.
  apply (@mforces_mut Key Fact Clr Move black how plays
    (fun c k p _ => forall g c', inv g -> key_of g = k -> (forall f, past_of g f = p f) -> less (carried g) c' = c -> can_force State Move moves step blacks c' g)
    (fun c o p _ => forall z o' c', pictured z p o o' -> less z c' = c -> can_win State Move moves step blacks c' o')).
  - intros c k p mv y Hb Hin Hl _ IH g c' I <- E <-. destruct (sim_there g mv y I Hin) as (Hm & o & So & R).
    { intros f Hf. rewrite E. auto. }
    apply C_own with mv o; auto; [rewrite <- key_black by auto; exact Hb|]. apply (IH (carried g)); auto. eapply pictured_same; eauto.
  - intros c k p Hb _ IH g c' I <- E <-. apply C_opp; [rewrite <- key_black by auto; exact Hb|]. intros mv o Hm So.
    destruct (sim_back g mv o I Hm So) as (y & Hin & Hl & R). apply (IH mv y Hin) with (z := carried g); auto; [|eapply pictured_same; eauto].
    intros f Hf. rewrite <- E. auto.
  - intros c s p G z [s'|g] c' R <-; simpl in R; [|tauto]. subst. constructor. apply (serves_good z). now replace (s + z - z)%Z with s by lia.
  - intros c c0 f last p Cv B z [s'|g] c' R <-; simpl in R; [|tauto]. constructor. apply (serves_good z). eapply covers_serves; [exact Cv|]. now apply R.
  - intros c a k cl st p _ IH z [s'|g] c' R <-; simpl in R; [tauto|]. destruct R as (K & E & I & C). constructor. apply IH; auto.
    rewrite C. symmetry. apply less_less.
Qed.

(** The checker: lemmas by their numbers. *)
Notation lem := (lemma Key Fact).
Variables (within : list (read Fact) -> list (read Fact) -> bool) (distinct : list (read Fact) -> list (read Fact)).
Hypothesis within_ok : forall a c, within a c = true -> forall p, sense p -> holds p c -> holds p a.
Hypothesis distinct_ok : forall l p, sense p -> holds p (distinct l) -> holds p l.
Variable read_key : read Fact -> list color.
Notation keep := (add Key Fact feqb read_key).
Definition take_step (s : lemmas Key Fact) (x : step_of Key Fact Map Move) : option (lemmas Key Fact) :=
  match x with
  | OfLemma _ _ _ _ n L m os =>
      if check_lemma feqb keqb meqb black how plays mapK mapB swaps (lookup s) okM life within wfK wfF L m os then Some (keep n L s) else None
  | OfBare _ _ _ _ n k c m os =>
      option_map (fun L => keep n L s) (complete_lemma feqb keqb meqb black how plays mapK mapB swaps (lookup s) okM life wfK wfF distinct k c m os)
  | OfForget _ _ _ _ n => Some (forget n s)
  end.
Fixpoint take_steps (s : lemmas Key Fact) (l : list (step_of Key Fact Map Move)) : option (lemmas Key Fact) :=
  match l with [] => Some s | x :: l => match take_step s x with Some s => take_steps s l | None => None end end.
(** A theorem about the state g after moves. *)
Definition finish (s : lemmas Key Fact) (g : State) (ms : list Move) (cl : claim) (n : positive) (h : Map) : bool :=
  match follow State Move step g ms with
  | None => false
  | Some g' =>
      match refer keqb mapK swaps (lookup s) okM n h (key_of g') (less (carried g') cl) with
      | None => false
      | Some L => forallb (fun x => Bool.eqb (past_of g' (mapB h (snd x))) (fst x)) (lreads L)
      end
  end.
Hypothesis follow_inv : forall g ms g', inv g -> follow State Move step g ms = Some g' -> inv g'.

Notation valid := (valid black how plays WfK WfF sense).
Definition all_valid : lemmas Key Fact -> Prop := each Key Fact valid.
Lemma take_step_ok s x s' : all_valid s -> take_step s x = Some s' -> all_valid s'.
Proof.
  intros V T. destruct x as [n L m os|n k c m os|n]; simpl in T.
  - destruct (check_lemma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) eqn:C; [|discriminate]. inversion T; subst. apply each_add; auto. revert C.
    apply (@check_lemma_ok Key Fact Clr Map Move feqb feqb_ok keqb keqb_ok meqb black how plays mapK mapF mapB mapC swaps Mapok WfK WfF
      plays_wf plays_there plays_back black_map back_there wf_there wf_back was_mapped was_well bad_mapped bad_well
      sense sense_change sense_map positive (lookup s) V okM (fun _ H => H) life life_ok within within_ok wfK wfF (fun _ H => H) (fun _ H => H) L m os).
  - destruct (complete_lemma _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _) as [L|] eqn:C; [|discriminate]. inversion T; subst. apply each_add; auto. revert C.
    apply (@complete_lemma_ok Key Fact Clr Map Move feqb feqb_ok keqb keqb_ok meqb black how plays mapK mapF mapB mapC swaps Mapok WfK WfF
      plays_wf plays_there plays_back black_map back_there wf_there wf_back was_mapped was_well bad_mapped bad_well
      sense sense_change sense_map positive (lookup s) V okM (fun _ H => H) life life_ok wfK wfF (fun _ H => H) (fun _ H => H) distinct distinct_ok k c m os L).
  - inversion T; subst. now apply each_forget.
Qed.
Lemma take_steps_ok l : forall s s', all_valid s -> take_steps s l = Some s' -> all_valid s'.
Proof.
  induction l as [|x l IH]; simpl; intros s s' V H; [inversion H; now subst|]. destruct (take_step s x) as [t|] eqn:T; [|discriminate].
  eapply IH; [eapply take_step_ok; eauto|exact H].
Qed.

Theorem finish_sound l s g ms cl n h : take_steps no_lemmas l = Some s -> inv g -> finish s g ms cl n h = true ->
  exists g', follow State Move step g ms = Some g' /\ can_force State Move moves step blacks cl g'.
Proof.
  intros T I. assert (V : all_valid s) by (eapply take_steps_ok; [apply each_none|exact T]). unfold finish.
  destruct (follow State Move step g ms) as [g'|] eqn:R; [|discriminate]. destruct (refer _ _ _ _ _ n h (key_of g') (less (carried g') cl)) as [L|] eqn:F; [|discriminate].
  intro H. exists g'. split; auto. assert (inv g') as I' by eauto. eapply mforces_can; [|exact I'|reflexivity|intro; reflexivity|reflexivity].
  apply (@refer_ok Key Fact Clr Map Move keqb keqb_ok black how plays mapK mapF mapB mapC swaps Mapok WfK WfF
    plays_wf plays_there plays_back black_map back_there wf_there wf_back was_mapped was_well bad_mapped bad_well
    sense sense_map positive (lookup s) V okM (fun _ H => H) n h (key_of g') (less (carried g') cl) L (key_wf g' I') F (past_of g') (past_sense g' I')).
  intros x f Hf. rewrite forallb_forall in H. specialize (H _ Hf). simpl in H. now apply eqb_prop.
Qed.
End Frame.

(** Machines without tallies: what plays set holds, what they clear does not, and every past makes sense. *)
Section Simply.
Variables State Move Key Fact Clr Map : Type.
Variable moves : list Move.
Variable step : State -> Move -> option (Z + State).
Variable blacks : State -> bool.
Variables (feqb : Fact -> Fact -> bool) (keqb : Key -> Key -> bool) (meqb : Move -> Move -> bool) (black : Key -> bool).
Hypothesis feqb_ok : forall a b, feqb a b = true <-> a = b.
Hypothesis keqb_ok : forall a b, keqb a b = true <-> a = b.
Variable clears : Clr -> Fact -> bool.
Definition simply : ways Fact Clr :=
  Ways (fun c st f => if mem feqb f st then inl true else if clears c f then inl false else inr f) (fun f _ _ => f).
Lemma simply_eq c st p f : change simply c st p f = if mem feqb f st then true else if clears c f then false else p f.
Proof. unfold change, simply; simpl. destruct (mem feqb f st), (clears c f); reflexivity. Qed.
Variable plays : Key -> list (Move * play Key Fact Clr).
Variables (mapK : Map -> Key -> Key) (mapF mapB : Map -> Fact -> Fact) (swaps : Map -> bool).
Variables (okM : Map -> bool) (wfK : Key -> bool) (wfF : Fact -> bool).
Notation WfK := (fun k => wfK k = true).
Notation WfF := (fun f => wfF f = true).
Hypothesis plays_wf : forall k, wfK k = true -> forall m y, In (m, y) (plays k) -> wfY WfK WfF y.
Hypothesis plays_there : forall g k, okM g = true -> wfK k = true -> forall m y, In (m, y) (plays k) ->
  exists m', In (m', mapY mapK mapF (fun _ c => c) swaps g y) (plays (mapK g k)).
Hypothesis plays_back : forall g k, okM g = true -> wfK k = true -> forall m y', In (m, y') (plays (mapK g k)) ->
  exists m' y, y' = mapY mapK mapF (fun _ c => c) swaps g y /\ In (m', y) (plays k).
Hypothesis black_map : forall g k, okM g = true -> wfK k = true -> black (mapK g k) = xorb (swaps g) (black k).
Hypothesis back_there : forall g f, okM g = true -> wfF f = true -> mapB g (mapF g f) = f.
Hypothesis there_back : forall g f, okM g = true -> wfF f = true -> mapF g (mapB g f) = f.
Hypothesis wf_there : forall g f, okM g = true -> wfF f = true -> wfF (mapF g f) = true.
Hypothesis wf_back : forall g f, okM g = true -> wfF f = true -> wfF (mapB g f) = true.
Hypothesis clears_map : forall g c f, clears c (mapB g f) = clears c f.
Variable life : claim -> Key -> bool.
Hypothesis life_ok : forall c k, wfK k = true -> life c k = true -> forall p, mforces black simply plays c k p.
Variables (inv : State -> Prop) (key_of : State -> Key) (past_of : State -> past Fact) (carried : State -> Z).
Notation pictured := (pictured State Key Fact Clr simply inv key_of past_of carried).
Hypothesis key_wf : forall g, inv g -> wfK (key_of g) = true.
Hypothesis key_black : forall g, inv g -> black (key_of g) = blacks g.
Hypothesis sim_there : forall g m y, inv g -> In (m, y) (plays (key_of g)) -> legal (past_of g) y ->
  In m moves /\ exists o, step g m = Some o /\ pictured (carried g) (past_of g) (result (past_of g) y) o.
Hypothesis sim_back : forall g m o, inv g -> In m moves -> step g m = Some o ->
  exists y, In (m, y) (plays (key_of g)) /\ legal (past_of g) y /\ pictured (carried g) (past_of g) (result (past_of g) y) o.
Variable key_of_fact : Fact -> list color.
Hypothesis follow_inv : forall g ms g', inv g -> follow State Move step g ms = Some g' -> inv g'.

Notation within := (among Fact (same Fact feqb) (fun x => key_of_fact (snd x))).
Notation distinct := (each_once Fact (same Fact feqb) (fun x => key_of_fact (snd x))).
Notation any := (any_past Fact).
Definition take_one := take_step Move Key Fact Clr Map feqb keqb meqb black simply plays mapK mapB swaps okM wfK wfF life within distinct (fun x => key_of_fact (snd x)).
Definition take_each := take_steps Move Key Fact Clr Map feqb keqb meqb black simply plays mapK mapB swaps okM wfK wfF life within distinct (fun x => key_of_fact (snd x)).
Lemma mem_simply g f st : okM g = true -> Forall WfF st -> wfF f = true -> mem feqb f (map (mapF g) st) = mem feqb (mapB g f) st.
Proof. intros G. apply (mem_mapped feqb (mapF g) (mapB g) WfF feqb_ok (fun f => back_there g f G) (fun f => there_back g f G)). Qed.
Lemma was_simply g c st f : okM g = true -> Forall WfF st -> wfF f = true ->
  was simply c (map (mapF g) st) f = match was simply c st (mapB g f) with inl x => inl x | inr f' => inr (mapF g f') end.
Proof.
  intros G W Wf. unfold simply; simpl. rewrite mem_simply, clears_map by auto. destruct (mem feqb (mapB g f) st), (clears c f); auto. now rewrite there_back.
Qed.
Lemma was_simply_well c st f f' : Forall WfF st -> wfF f = true -> was simply c st f = inr f' -> wfF f' = true.
Proof. intros _ W. unfold simply; simpl. destruct (mem feqb f st), (clears c f); intro X; inversion X; now subst. Qed.
Theorem finish_ok l s g ms cl n h : take_each no_lemmas l = Some s -> inv g ->
  finish State Move Key Fact Map step keqb mapK mapB swaps okM key_of past_of carried s g ms cl n h = true ->
  exists g', follow State Move step g ms = Some g' /\ can_force State Move moves step blacks cl g'.
Proof.
  apply (finish_sound State Move Key Fact Clr Map moves step blacks feqb keqb meqb black feqb_ok keqb_ok simply plays mapK mapF mapB (fun _ c => c) swaps okM wfK wfF
    plays_wf plays_there plays_back black_map back_there wf_there wf_back was_simply was_simply_well (fun _ _ _ _ _ _ => eq_refl) (fun _ _ _ W => W)
    any (fun _ _ _ _ => Logic.I) (fun _ _ _ _ => Logic.I) life life_ok inv key_of past_of carried key_wf (fun _ _ => Logic.I) key_black sim_there sim_back
    within distinct (among_ok Fact any _ _ (same_ok Fact feqb feqb_ok)) (each_once_ok Fact any _ _ (same_ok Fact feqb feqb_ok)) (fun x => key_of_fact (snd x)) follow_inv).
Qed.
End Simply.
