(** Certificates over an abstract machine: keys, facts, plays with bars and stops, maps.
    The semantics of a lemma, the checker of one lemma, and its soundness. Nothing here is about Go. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Set Implicit Arguments.

(** A claim: (true, t) says "the score is at least t" and is Black's; (false, t) "at most t", White's.
    All scores are whole numbers here, so strict and fractional claims are these. *)
Definition claim := (bool * Z)%type.
Definition serves (c : claim) (s : Z) : bool := if fst c then (snd c <=? s)%Z else (s <=? snd c)%Z.
Definition covers (c d : claim) : bool :=
  Bool.eqb (fst c) (fst d) && (if fst c then (snd d <=? snd c)%Z else (snd c <=? snd d)%Z).
Definition exch (b : bool) (c : claim) : claim := if b then (negb (fst c), (- snd c)%Z) else c.
(** What is left of a claim when a move has brought a points. *)
Definition less (a : Z) (c : claim) : claim := (fst c, (snd c - a)%Z).
Definition turned (b : bool) (a : Z) : Z := if b then (- a)%Z else a.

Lemma covers_serves c d s : covers c d = true -> serves c s = true -> serves d s = true.
Proof.
  unfold covers, serves. destruct c as [bc tc], d as [bd td]; simpl.
  rewrite andb_true_iff, eqb_true_iff. intros [-> H]. destruct bd; rewrite Z.leb_le in *; intro; rewrite Z.leb_le in *; lia.
Qed.
Lemma serves_exch b c s : serves (exch b c) s = serves c (if b then (- s)%Z else s).
Proof.
  destruct c as [x t], b, x; unfold serves; simpl; auto;
  apply eq_true_iff_eq; rewrite !Z.leb_le; lia.
Qed.

Lemma covers_refl c : covers c c = true.
Proof. unfold covers. rewrite eqb_reflx. destruct (fst c); simpl; apply Z.leb_refl. Qed.
Lemma covers_trans c d e : covers c d = true -> covers d e = true -> covers c e = true.
Proof.
  unfold covers. rewrite !andb_true_iff, !eqb_true_iff. intros [A H] [A' H']. split; [congruence|].
  rewrite <- A in H'. destruct (fst c); rewrite Z.leb_le in *; lia.
Qed.
Lemma covers_exch b c d : covers c d = true -> covers (exch b c) (exch b d) = true.
Proof.
  unfold covers, exch. destruct b; auto. rewrite !andb_true_iff, !eqb_true_iff. simpl. intros [A H]. split; [now rewrite A|].
  destruct (fst c); simpl; rewrite Z.leb_le in *; lia.
Qed.
Lemma exch_exch b c : exch b (exch b c) = c.
Proof. destruct c as [x t], b; unfold exch; simpl; auto. rewrite negb_involutive. f_equal. lia. Qed.

Lemma less_0 c : less 0 c = c. Proof. destruct c. unfold less; simpl. f_equal. lia. Qed.
Lemma less_less a a' c : less a (less a' c) = less (a' + a) c. Proof. destruct c. unfold less; simpl. f_equal. lia. Qed.
Lemma covers_less a c d : covers c d = true -> covers (less a c) (less a d) = true.
Proof. unfold covers, less; simpl. rewrite !andb_true_iff. intros [-> H]. split; auto. destruct (fst c); rewrite Z.leb_le in *; lia. Qed.
Lemma less_exch b a c : less a (exch b c) = exch b (less (turned b a) c).
Proof. destruct c, b; unfold less, exch; simpl; auto. f_equal. lia. Qed.
Lemma turned_turned b a : turned b (turned b a) = a. Proof. destruct b; simpl; lia. Qed.

Section Machine.
Variables Key Fact Clr Map Move : Type.
Variable feqb : Fact -> Fact -> bool.
Hypothesis feqb_ok : forall a b, feqb a b = true <-> a = b.
Variable keqb : Key -> Key -> bool.
Hypothesis keqb_ok : forall a b, keqb a b = true <-> a = b.
Variable meqb : Move -> Move -> bool.
Variable black : Key -> bool. (* is Black to move? *)
(** How plays change facts and end games. After a play a fact is settled, or it is as another fact was before, by what the play clears
    and sets. A play may end the game with a mean that a fact has a tally of, to which a last score may be added; it serves a claim
    unless the fact that [bad] names holds. *)
Record ways := Ways { was : Clr -> list Fact -> Fact -> bool + Fact; bad : Fact -> option Z -> claim -> Fact }.
Variable how : ways.

(** A play that leads on may bring points, which are added to the score of the end. *)
Inductive next := Ends (s : Z) | Means (f : Fact) (last : option Z) | Leads (a : Z) (k : Key) (c : Clr) (st : list Fact).
Record play := Play { bars : list Fact; stops : list (Fact * next); eff : next }.
Variable plays : Key -> list (Move * play). (* what the board admits *)

Definition past := Fact -> bool.
Definition mem (f : Fact) (l : list Fact) : bool := existsb (feqb f) l.
Definition change (c : Clr) (st : list Fact) (p : past) : past :=
  fun f => match was how c st f with inl x => x | inr f' => p f' end.
Fixpoint asked (p : past) (l : list (Fact * next)) (d : next) : next :=
  match l with [] => d | (f, o) :: l => if p f then o else asked p l d end.
Definition result (p : past) (y : play) : next := asked p (stops y) (eff y).
Definition legal (p : past) (y : play) : Prop := forall f, In f (bars y) -> p f = false.

(** The player whose claim it is can force an end whose score serves it, from a key under a past. *)
Inductive mforces : claim -> Key -> past -> Prop :=
| MF_own c k p m y : black k = fst c -> In (m, y) (plays k) -> legal p y -> mwins c (result p y) p -> mforces c k p
| MF_opp c k p : black k <> fst c -> (forall m y, In (m, y) (plays k) -> legal p y -> mwins c (result p y) p) -> mforces c k p
with mwins : claim -> next -> past -> Prop :=
| MW_end c s p : serves c s = true -> mwins c (Ends s) p
| MW_mean c c' f last p : covers c' c = true -> p (bad how f last c') = false -> mwins c (Means f last) p
| MW_on c a k cl st p : mforces (less a c) k (change cl st p) -> mwins c (Leads a k cl st) p.
Scheme mforces_mut := Induction for mforces Sort Prop with mwins_mut := Induction for mwins Sort Prop.

Lemma mforces_covers c d : covers c d = true -> forall k p, mforces c k p -> mforces d k p.
Proof.
  intros H k p F. revert d H. revert c k p F.
  assert (forall c d, covers c d = true -> fst c = fst d) as E.
  { intros c d H. unfold covers in H. apply andb_true_iff in H as [H _]. now apply eqb_true_iff. }
  apply (@mforces_mut (fun c k p _ => forall d, covers c d = true -> mforces d k p) (fun c n p _ => forall d, covers c d = true -> mwins d n p)).
  - intros c k p m y B I L _ IH d H. pose proof (E _ _ H). eapply MF_own; eauto; congruence.
  - intros c k p B _ IH d H. pose proof (E _ _ H). eapply MF_opp; eauto; congruence.
  - intros. constructor. eapply covers_serves; eauto.
  - intros c c' f last p C F d H. apply MW_mean with c'; auto. eapply covers_trans; eauto.
  - intros. constructor. auto using covers_less.
Qed.

(** Maps. *)
Variable mapK : Map -> Key -> Key.
Variables mapF mapB : Map -> Fact -> Fact. (* there and back *)
Variable mapC : Map -> Clr -> Clr.
Variable swaps : Map -> bool.
Variable mapok : Map -> Prop.
Variable wfK : Key -> Prop.
Variable wfF : Fact -> Prop.
Definition mapN (g : Map) (n : next) : next :=
  match n with
  | Ends s => Ends (if swaps g then (- s)%Z else s)
  | Means f last => Means (mapF g f) (option_map (turned (swaps g)) last)
  | Leads a k c st => Leads (turned (swaps g) a) (mapK g k) (mapC g c) (map (mapF g) st)
  end.
Definition mapY (g : Map) (y : play) : play :=
  Play (map (mapF g) (bars y)) (map (fun x => (mapF g (fst x), mapN g (snd x))) (stops y)) (mapN g (eff y)).
Definition wfN (n : next) : Prop := match n with Ends _ => True | Means f _ => wfF f | Leads _ k _ st => wfK k /\ Forall wfF st end.
Definition wfY (y : play) : Prop :=
  Forall wfF (bars y) /\ Forall (fun x => wfF (fst x) /\ wfN (snd x)) (stops y) /\ wfN (eff y).

Hypothesis plays_wf : forall k, wfK k -> forall m y, In (m, y) (plays k) -> wfY y.
Hypothesis plays_there : forall g k, mapok g -> wfK k -> forall m y, In (m, y) (plays k) ->
  exists m', In (m', mapY g y) (plays (mapK g k)).
Hypothesis plays_back : forall g k, mapok g -> wfK k -> forall m y', In (m, y') (plays (mapK g k)) ->
  exists m' y, y' = mapY g y /\ In (m', y) (plays k).
Hypothesis black_map : forall g k, mapok g -> wfK k -> black (mapK g k) = xorb (swaps g) (black k).
Hypothesis back_there : forall g f, mapok g -> wfF f -> mapB g (mapF g f) = f.
Hypothesis there_back : forall g f, mapok g -> wfF f -> mapF g (mapB g f) = f.
Hypothesis wf_there : forall g f, mapok g -> wfF f -> wfF (mapF g f).
Hypothesis wf_back : forall g f, mapok g -> wfF f -> wfF (mapB g f).
Hypothesis was_map : forall g c st f, mapok g -> Forall wfF st -> wfF f ->
  was how (mapC g c) (map (mapF g) st) f = match was how c st (mapB g f) with inl x => inl x | inr f' => inr (mapF g f') end.
Hypothesis was_wf : forall c st f f', Forall wfF st -> wfF f -> was how c st f = inr f' -> wfF f'.
Hypothesis bad_map : forall g f last c, mapok g -> wfF f ->
  bad how (mapF g f) (option_map (turned (swaps g)) last) c = mapF g (bad how f last (exch (swaps g) c)).
Hypothesis bad_wf : forall f last c, wfF f -> wfF (bad how f last c).

(** p' is the image of p as far as facts that are well formed go. *)
Definition image (g : Map) (p p' : past) : Prop := forall f, wfF f -> p' f = p (mapB g f).

Lemma image_change g c st p p' : mapok g -> Forall wfF st -> image g p p' ->
  image g (change c st p) (change (mapC g c) (map (mapF g) st) p').
Proof.
  intros G W I f Wf. unfold change. rewrite was_map by auto. destruct (was how c st (mapB g f)) as [x|f'] eqn:E; auto.
  assert (wfF f') by (eapply was_wf; [exact W| |exact E]; auto). rewrite I by auto. now rewrite back_there.
Qed.

Lemma asked_map g p p' l d : mapok g -> image g p p' -> Forall (fun x => wfF (fst x) /\ wfN (snd x)) l ->
  asked p' (map (fun x => (mapF g (fst x), mapN g (snd x))) l) (mapN g d) = mapN g (asked p l d).
Proof.
  intros G I. induction l as [|[f o] l IH]; intro W; simpl; auto. inversion W as [|? ? [Wf _] Wl]; subst; simpl in Wf.
  rewrite I by auto. rewrite back_there by auto. destruct (p f); auto.
Qed.

Lemma legal_map g p p' y : mapok g -> image g p p' -> wfY y -> (legal p' (mapY g y) <-> legal p y).
Proof.
  intros G I [W _]. rewrite Forall_forall in W. unfold legal; simpl. split; intros H f Hf.
  - assert (p' (mapF g f) = false) as E by (apply H; now apply in_map).
    rewrite I in E by auto. now rewrite back_there in E by auto.
  - apply in_map_iff in Hf as (z & <- & Hz). rewrite I by auto. rewrite back_there by auto. auto.
Qed.

Lemma asked_wf p l d : Forall (fun x => wfF (fst x) /\ wfN (snd x)) l -> wfN d -> wfN (asked p l d).
Proof. induction 1 as [|[f o] l [_ W] _ IH]; simpl; auto. destruct (p f); auto. Qed.

Theorem transport : forall c k' p', mforces c k' p' -> forall g k p, mapok g -> wfK k -> k' = mapK g k -> image g p p' ->
  mforces (exch (swaps g) c) k p.
Proof.
  apply (@mforces_mut
    (fun c k' p' _ => forall g k p, mapok g -> wfK k -> k' = mapK g k -> image g p p' -> mforces (exch (swaps g) c) k p)
    (fun c n' p' _ => forall g n p, mapok g -> wfN n -> n' = mapN g n -> image g p p' -> mwins (exch (swaps g) c) n p)).
  - intros c k' p' m y' Hb Hin Hl _ IH g k p G Wk -> I.
    destruct (plays_back G Wk _ _ Hin) as (m' & y & -> & Hin').
    pose proof (plays_wf Wk _ _ Hin') as Wy. pose proof Wy as (Wb & Ws & We).
    apply MF_own with m' y; auto.
    + rewrite black_map in Hb by auto. destruct c as [cb ct]; simpl in *. subst. destruct (swaps g), (black k); reflexivity.
    + now apply (@legal_map g p p').
    + apply IH; auto.
      * now apply asked_wf.
      * unfold result; simpl. now apply asked_map.
  - intros c k' p' Hb _ IH g k p G Wk -> I. apply MF_opp.
    + rewrite black_map in Hb by auto. destruct c as [cb ct]; simpl in *. destruct (swaps g), (black k), cb; simpl in *; congruence.
    + intros m y Hin Hl. destruct (plays_there G Wk _ _ Hin) as (m' & Hin').
      pose proof (plays_wf Wk _ _ Hin) as Wy. pose proof Wy as (Wb & Ws & We).
      apply (IH m' (mapY g y)); auto.
      * now apply (@legal_map g p p').
      * now apply asked_wf.
      * unfold result; simpl. now apply asked_map.
  - intros c s p' Hs g n p G W E I. destruct n as [s'| |]; simpl in E; try discriminate. inversion E; subst. constructor.
    rewrite serves_exch. auto.
  - intros c c' f last p' C F g n p G W E I. destruct n as [|f' last'|]; simpl in E; try discriminate. inversion E; subst. simpl in W.
    apply MW_mean with (exch (swaps g) c'); [now apply covers_exch|]. rewrite bad_map, I, back_there in F; auto.
  - intros c a k' cl st p' _ IH g n p G W E I. destruct n as [| |a' k cl' st']; simpl in E; try discriminate.
    inversion E; subst. destruct W as [Wk Wst]. constructor. rewrite less_exch. apply IH with (g := g); auto. now apply image_change.
Qed.

(** Reads and lemmas. *)
Definition read := (bool * Fact)%type. (* (true, f) is +f, (false, f) is -f *)
Definition holds (p : past) (l : list read) : Prop := forall b f, In (b, f) l -> p f = b.
Record lemma := Lemma { lkey : Key; lclaim : claim; lreads : list read }.
(** What a lemma states, under every past that makes sense: where facts have tallies, what several facts say of one must agree. *)
Variable okp : past -> Prop.
Hypothesis okp_change : forall c st p, okp p -> okp (change c st p).
Hypothesis okp_map : forall g p, mapok g -> okp p -> okp (fun f => p (mapB g f)).
Definition valid (L : lemma) : Prop :=
  wfK (lkey L) /\ (forall b f, In (b, f) (lreads L) -> wfF f) /\ forall p, okp p -> holds p (lreads L) -> mforces (lclaim L) (lkey L) p.

(** Outcomes. N is the type of names of lemmas. *)
Variable Name : Type.
Inductive outcome := OEnd | OStop (i : nat) | OBarred (f : Fact) | OLemma (n : Name) (g : Map) | OStopLemma (n : Name) (g : Map) | OLife.
Variable lookup : Name -> option lemma.
Hypothesis lookup_valid : forall n L, lookup n = Some L -> valid L.
Variable mapokb : Map -> bool.
Hypothesis mapokb_ok : forall g, mapokb g = true -> mapok g.
(** What a player keeps by passing. *)
Variable life : claim -> Key -> bool.
Hypothesis life_ok : forall c k, wfK k -> life c k = true -> forall p, mforces c k p.

Definition refer (n : Name) (g : Map) (k : Key) (c : claim) : option lemma :=
  match lookup n with
  | Some L => if mapokb g && keqb (mapK g k) (lkey L) && covers (exch (swaps g) (lclaim L)) c then Some L else None
  | None => None
  end.

(** What must hold before a play for a read to hold after it: None if it cannot. *)
Definition back1 (cl : Clr) (st : list Fact) (r : read) : option (list read) :=
  let (b, f) := r in match was how cl st f with inl x => if Bool.eqb x b then Some [] else None | inr f' => Some [(b, f')] end.
Fixpoint back (g : Map) (cl : Clr) (st : list Fact) (l : list read) : option (list read) :=
  match l with
  | [] => Some []
  | (b, f) :: l => match back1 cl st (b, mapB g f), back g cl st l with Some x, Some y => Some (x ++ y) | _, _ => None end
  end.
Fixpoint harmless (c : claim) (l : list (Fact * next)) : list read :=
  match l with
  | [] => []
  | (f, o) :: l => match o with Ends s => if serves c s then harmless c l else (false, f) :: harmless c l
                   | Means m last => (false, bad how m last c) :: harmless c l
                   | Leads _ _ _ _ => (false, f) :: harmless c l end
  end.
Definition led (n : Name) (g : Map) (c : claim) (o : next) : option (list read) :=
  match o with
  | Leads a k cl st => match refer n g k (less a c) with Some L => back g cl st (lreads L) | None => None end
  | _ => None
  end.
Fixpoint first_on (l : list (Fact * next)) (before : list (Fact * next)) : option (Fact * next * list (Fact * next)) :=
  match l with [] => None | (f, Leads a k cl st) :: _ => Some (f, Leads a k cl st, rev before) | x :: l => first_on l (x :: before) end.
Definition oapp (x : option (list read)) (y : list read) : option (list read) := option_map (fun x => x ++ y) x.
Definition needs (own : bool) (c : claim) (y : play) (o : outcome) : option (list read) :=
  match o with
  | OBarred f => if negb own && mem f (bars y) then Some [(true, f)] else None
  | OEnd => match eff y with Ends s => if serves c s then Some (harmless c (stops y)) else None | _ => None end
  | OStop i => match nth_error (stops y) i with
               | Some (f, Ends s) => if serves c s then Some ((true, f) :: harmless c (firstn i (stops y))) else None
               | Some (f, Means m last) => Some ((true, f) :: (false, bad how m last c) :: harmless c (firstn i (stops y)))
               | _ => None end
  | OLemma n g => oapp (led n g c (eff y)) (harmless c (stops y))
  | OStopLemma n g => match first_on (stops y) [] with
                      | Some (f, o, before) => oapp (led n g c o) ((true, f) :: harmless c before) | None => None end
  | OLife => match eff y with Leads a k _ _ => if life (less a c) k then Some (harmless c (stops y)) else None | _ => None end
  end.

(** [within] decides whether reads that are needed are among those stated. *)
Variable within : list read -> list read -> bool.
Hypothesis within_ok : forall a b, within a b = true -> forall p, okp p -> holds p b -> holds p a.
Variables (wfKb : Key -> bool) (wfFb : Fact -> bool).
Hypothesis wfKb_ok : forall k, wfKb k = true -> wfK k.
Hypothesis wfFb_ok : forall f, wfFb f = true -> wfF f.

Fixpoint answers (c : claim) (ys : list (Move * play)) (os : list outcome) : option (list read) :=
  match ys, os with
  | [], [] => Some []
  | (_, y) :: ys, o :: os => match needs false c y o, answers c ys os with Some a, Some b => Some (a ++ b) | _, _ => None end
  | _, _ => None
  end.
Definition minus (l : list Fact) : list read := map (fun f => (false, f)) l.
Definition proof_needs (k : Key) (c : claim) (m : Move) (os : list outcome) : option (list read) :=
  if Bool.eqb (black k) (fst c) then
    match find (fun x => meqb (fst x) m) (plays k), os with
    | Some (_, y), [o] => oapp (needs true c y o) (minus (bars y))
    | _, _ => None
    end
  else answers c (plays k) os.
(** A lemma with its proof: a move (of the player who is sure), or outcomes of all plays in the order of [plays]. *)
Definition check_lemma (L : lemma) (m : Move) (os : list outcome) : bool :=
  wfKb (lkey L) && forallb (fun r => wfFb (snd r)) (lreads L) &&
  match proof_needs (lkey L) (lclaim L) m os with Some l => within l (lreads L) | None => false end.

(** Soundness. *)
Lemma holds_app p a b : holds p (a ++ b) <-> holds p a /\ holds p b.
Proof. unfold holds. split. - intro H; split; intros; apply H; apply in_or_app; auto.
  - intros [H K] x f Hin. apply in_app_or in Hin as []; auto. Qed.

Lemma back_ok g cl st p l n : back g cl st l = Some n -> holds p n -> forall b f, In (b, f) l -> change cl st p (mapB g f) = b.
Proof.
  revert n. induction l as [|[b f] l IH]; simpl; intros n E H b' f' Hin; [tauto|]. unfold change.
  destruct (was how cl st (mapB g f)) as [x|f0] eqn:M; [destruct (Bool.eqb x b) eqn:Q; [|discriminate]|];
  destruct (back g cl st l) as [y|] eqn:Y; try discriminate; inversion E; subst; clear E;
  (destruct Hin as [Hin|Hin]; [inversion Hin; subst; rewrite M|]).
  - now apply eqb_prop.
  - apply (IH _ eq_refl H); auto.
  - apply H. simpl; auto.
  - eapply IH; eauto. intros x z Hz. apply H. simpl; auto.
Qed.

Lemma refer_ok n g k c L : wfK k -> refer n g k c = Some L ->
  forall p, okp p -> (forall b f, In (b, f) (lreads L) -> p (mapB g f) = b) -> mforces c k p.
Proof.
  unfold refer. intros Wk. destruct (lookup n) as [L'|] eqn:E; [|discriminate].
  destruct (mapokb g && _ && _) eqn:T; [|discriminate]. intro X; inversion X; subst L'; clear X.
  apply andb_true_iff in T as [T C]. apply andb_true_iff in T as [G K]. apply keqb_ok in K. apply mapokb_ok in G.
  intros p Ok H. destruct (lookup_valid E) as (Wl & Wr & V).
  assert (mforces (lclaim L) (lkey L) (fun f => p (mapB g f))) as M.
  { apply V; auto. }
  eapply mforces_covers; [exact C|]. eapply transport; [exact M|exact G|exact Wk|now symmetry|].
  intros f _. reflexivity.
Qed.

Lemma led_ok n g c o l : wfN o -> led n g c o = Some l -> forall p, okp p -> holds p l -> mwins c o p.
Proof.
  unfold led. destruct o as [| |a k cl st]; try discriminate. intros [Wk Wst].
  destruct (refer n g k (less a c)) as [L|] eqn:R; [|discriminate]. intros E p Ok H. constructor.
  eapply refer_ok; eauto. intros. eapply back_ok; eauto.
Qed.

Lemma harmless_asked c p l d : holds p (harmless c l) -> mwins c d p -> mwins c (asked p l d) p.
Proof.
  induction l as [|[f o] l IH]; simpl; auto. intros H D.
  destruct o as [s|m last|a k cl st].
  - destruct (serves c s) eqn:S.
    + destruct (p f); [now constructor|auto].
    + assert (p f = false) as -> by (apply H; simpl; auto). apply IH; auto. intros x z Hz. apply H; simpl; auto.
  - destruct (p f); [apply MW_mean with c; [apply covers_refl|apply H; simpl; auto]|]. apply IH; auto. intros x z Hz. apply H; simpl; auto.
  - assert (p f = false) as -> by (apply H; simpl; auto). apply IH; auto. intros x z Hz. apply H; simpl; auto.
Qed.

Lemma asked_app p a f o b d : p f = true -> asked p (a ++ (f, o) :: b) d = asked p a o.
Proof. intro H. induction a as [|[x z] a IH]; simpl; [now rewrite H|]. destruct (p x); auto. Qed.

Lemma first_on_ok l : forall acc f o b, first_on l acc = Some (f, o, b) -> exists tl, rev acc ++ l = b ++ (f, o) :: tl.
Proof.
  induction l as [|[x z] l IH]; simpl; intros acc f o b E; [discriminate|].
  destruct z as [s|m last|a k cl st].
  - apply IH in E as [tl E]. exists tl. rewrite <- E. simpl. now rewrite <- app_assoc.
  - apply IH in E as [tl E]. exists tl. rewrite <- E. simpl. now rewrite <- app_assoc.
  - inversion E; subst. eauto.
Qed.

Lemma needs_ok own c y o l : wfY y -> needs own c y o = Some l -> forall p, okp p -> holds p l -> (own = true \/ legal p y) ->
  mwins c (result p y) p.
Proof.
  intros (Wb & Ws & We) E p Ok H Hl. unfold result. destruct o as [|i|f|n g|n g|]; simpl in E.
  - destruct (eff y) as [s| |]; try discriminate. destruct (serves c s) eqn:S; [|discriminate]. inversion E; subst.
    apply harmless_asked; auto. now constructor.
  - destruct (nth_error (stops y) i) as [[f o]|] eqn:N; [|discriminate]. destruct o as [s|m last|]; try discriminate.
    + destruct (serves c s) eqn:S; [|discriminate]. inversion E; subst; clear E.
      apply nth_error_split in N as (a & b & Es & Ei). subst i. rewrite Es in *.
      rewrite firstn_app, Nat.sub_diag, firstn_all in H; simpl in H; rewrite app_nil_r in H.
      rewrite asked_app by (apply H; simpl; auto). apply harmless_asked; [|now constructor].
      intros x z Hz; apply H; simpl; auto.
    + inversion E; subst; clear E. apply nth_error_split in N as (a & b & Es & Ei). subst i. rewrite Es in *.
      rewrite firstn_app, Nat.sub_diag, firstn_all in H; simpl in H; rewrite app_nil_r in H.
      rewrite asked_app by (apply H; simpl; auto). apply harmless_asked.
      * intros x z Hz; apply H; simpl; auto.
      * apply MW_mean with c; [apply covers_refl|apply H; simpl; auto].
  - destruct own; simpl in E; [discriminate|]. destruct (mem f (bars y)) eqn:M; [|discriminate]. inversion E; subst.
    destruct Hl as [|Hl]; [discriminate|]. unfold mem in M. apply existsb_exists in M as (z & Hz & Ez). apply feqb_ok in Ez. subst z.
    specialize (Hl _ Hz). rewrite (H true f) in Hl; [discriminate|simpl; auto].
  - destruct (led n g c (eff y)) as [x|] eqn:L; [|discriminate]. inversion E; subst. apply holds_app in H as [H1 H2].
    apply harmless_asked; auto. eapply led_ok; eauto.
  - destruct (first_on (stops y) []) as [[[f o] before]|] eqn:F; [|discriminate].
    destruct (led n g c o) as [x|] eqn:L; [|discriminate]. inversion E; subst; clear E. apply holds_app in H as [H1 H2].
    apply first_on_ok in F as [tl Es]. simpl in Es. rewrite Es in *. rewrite asked_app by (apply H2; simpl; auto).
    apply harmless_asked. { intros b z Hz; apply H2; simpl; auto. }
    eapply led_ok; eauto. rewrite Forall_forall in Ws. apply (Ws (f, o)). apply in_or_app; simpl; auto.
  - destruct (eff y) as [| |a k cl st]; try discriminate. destruct (life (less a c) k) eqn:S; [|discriminate]. inversion E; subst.
    apply harmless_asked; auto. constructor. apply life_ok; auto. apply We.
Qed.

Lemma answers_ok c p ys : forall os l, Forall (fun x => wfY (snd x)) ys -> answers c ys os = Some l -> okp p -> holds p l ->
  forall m y, In (m, y) ys -> legal p y -> mwins c (result p y) p.
Proof.
  induction ys as [|[m0 y0] ys IH]; intros [|o os] l W E Ok H m y Hin Hl; simpl in *; try discriminate; [tauto|].
  destruct (needs false c y0 o) as [a|] eqn:N; [|discriminate]. destruct (answers c ys os) as [b|] eqn:A; [|discriminate].
  inversion E; subst; clear E. apply holds_app in H as [H1 H2]. inversion W; subst.
  destruct Hin as [X|Hin]; [inversion X; subst|].
  - eapply needs_ok with (own := false); eauto.
  - eapply IH; eauto.
Qed.

Lemma proof_ok L m os l : wfK (lkey L) -> (forall b f, In (b, f) (lreads L) -> wfF f) ->
  proof_needs (lkey L) (lclaim L) m os = Some l -> (forall p, okp p -> holds p (lreads L) -> holds p l) -> valid L.
Proof.
  intros Wk Wr P C. split; [auto|]. split; [auto|].
  intros p Ok H. assert (holds p l) as Hn by auto.
  unfold proof_needs in P. destruct (Bool.eqb (black (lkey L)) (fst (lclaim L))) eqn:O.
  - apply eqb_prop in O. destruct (find _ (plays (lkey L))) as [[m' y]|] eqn:F; [|discriminate].
    destruct os as [|o [|]]; try discriminate. apply find_some in F as [Hin _].
    destruct (needs true (lclaim L) y o) as [a|] eqn:N; [|discriminate]. inversion P; subst; clear P.
    apply holds_app in Hn as [H1 H2]. apply MF_own with m' y; auto.
    + intros f Hf. apply H2. unfold minus. now apply in_map with (f := fun f => (false, f)).
    + eapply needs_ok with (own := true); eauto.
  - apply eqb_false_iff in O. apply MF_opp; auto. intros m' y Hin Hl. apply (@answers_ok (lclaim L) p (plays (lkey L)) os l) with (m := m'); auto.
    apply Forall_forall. intros [m2 y2] Hin2. simpl. eauto.
Qed.
Theorem check_lemma_ok L m os : check_lemma L m os = true -> valid L.
Proof.
  unfold check_lemma. rewrite !andb_true_iff. intros [[Wk Wr] C]. apply wfKb_ok in Wk.
  destruct (proof_needs (lkey L) (lclaim L) m os) as [l|] eqn:P; [|discriminate].
  eapply proof_ok; eauto. intros b f Hin. rewrite forallb_forall in Wr. apply wfFb_ok. apply (Wr _ Hin).
Qed.

(** A lemma whose reads are left out: they are what its proof needs, each once. *)
Variable distinct : list read -> list read.
Hypothesis distinct_ok : forall l p, okp p -> holds p (distinct l) -> holds p l.
Definition complete_lemma (k : Key) (c : claim) (m : Move) (os : list outcome) : option lemma :=
  match proof_needs k c m os with
  | Some l =>
      let rs := distinct l in
      if wfKb k && forallb (fun r => wfFb (snd r)) rs then Some (Lemma k c rs) else None
  | None => None
  end.
Theorem complete_lemma_ok k c m os L : complete_lemma k c m os = Some L -> valid L.
Proof.
  unfold complete_lemma. destruct (proof_needs k c m os) as [l|] eqn:P; [|discriminate].
  destruct (wfKb k && _) eqn:Wf; [|discriminate]. intro X; inversion X; subst; clear X.
  apply andb_true_iff in Wf as [Wk Wr]. eapply proof_ok; simpl; eauto.
  intros b f Hin. rewrite forallb_forall in Wr. apply wfFb_ok. apply (Wr _ Hin).
Qed.
(** Closed sets. [msafe]: he can play so that the game ends with a score that serves the claim, or never ends. It is the greatest
    of the relations that hold good over one move. *)
Definition okn (X : claim -> Key -> past -> Prop) (c : claim) (o : next) (p : past) : Prop :=
  match o with Ends s => serves c s = true | Means f last => exists c', covers c' c = true /\ p (bad how f last c') = false | Leads a k cl st => X (less a c) k (change cl st p) end.
Definition holds_good (X : claim -> Key -> past -> Prop) (c : claim) (k : Key) (p : past) : Prop :=
  (black k = fst c /\ exists m y, In (m, y) (plays k) /\ legal p y /\ okn X c (result p y) p) \/
  (black k <> fst c /\ forall m y, In (m, y) (plays k) -> legal p y -> okn X c (result p y) p).
Definition msafe (c : claim) (k : Key) (p : past) : Prop :=
  exists X : claim -> Key -> past -> Prop, (forall c k p, X c k p -> holds_good X c k p) /\ X c k p.

Fixpoint mapKs (gs : list Map) (k : Key) : Key := match gs with [] => k | g :: gs => mapKs gs (mapK g k) end.
Fixpoint exchs (gs : list Map) (c : claim) : claim := match gs with [] => c | g :: gs => exch (swaps g) (exchs gs c) end.
Hypothesis wf_map : forall g k, mapok g -> wfK k -> wfK (mapK g k).
(** What the proof of a member of a closed set may rest on: earlier lemmas, and members, after maps, with a claim that covers. *)
Definition rests (S : list lemma) (c : claim) (k : Key) (p : past) : Prop :=
  mforces c k p \/ exists L gs, In L S /\ Forall mapok gs /\ wfK k /\ mapKs gs k = lkey L /\ covers (exchs gs (lclaim L)) c = true.

Lemma rests_covers S c d k p : covers c d = true -> rests S c k p -> rests S d k p.
Proof.
  intros H [F|(L & gs & A & M & Wk & K & C)]; [left; eapply mforces_covers; eauto|right].
  exists L, gs. repeat split; auto. eapply covers_trans; eauto.
Qed.
Lemma rests_back S c g k p p' : mapok g -> wfK k -> image g p p' -> rests S c (mapK g k) p' -> rests S (exch (swaps g) c) k p.
Proof.
  intros G Wk I [F|(L & gs & A & M & Wk' & K & C)].
  - left. eapply transport; eauto.
  - right. exists L, (g :: gs). repeat split; auto. simpl. now apply covers_exch.
Qed.
Lemma okn_covers S c d o p : covers c d = true -> okn (rests S) c o p -> okn (rests S) d o p.
Proof. intro H. destruct o; simpl; [now apply covers_serves| |].
  - intros (c' & C & F). exists c'. split; auto. eapply covers_trans; eauto.
  - apply rests_covers. now apply covers_less. Qed.
Lemma okn_back S c g o p p' : mapok g -> wfN o -> image g p p' -> okn (rests S) c (mapN g o) p' -> okn (rests S) (exch (swaps g) c) o p.
Proof.
  intros G W I. destruct o as [s|f last|a k cl st]; simpl.
  - now rewrite serves_exch.
  - intros (c' & C & F). exists (exch (swaps g) c'). split; [now apply covers_exch|]. simpl in W. rewrite bad_map, I, back_there in F; auto.
  - destruct W as [Wk Ws]. intro R. rewrite less_exch. eapply rests_back; [exact G|exact Wk| |exact R]. now apply image_change.
Qed.
Lemma good_covers S c d k p : covers c d = true -> holds_good (rests S) c k p -> holds_good (rests S) d k p.
Proof.
  intro H. assert (fst c = fst d) as E by (unfold covers in H; apply andb_true_iff in H as [H _]; now apply eqb_true_iff).
  intros [(B & m & y & Hin & Hl & O)|(B & A)]; [left|right]; (split; [congruence|]).
  - exists m, y. repeat split; auto. eapply okn_covers; eauto.
  - intros m y Hin Hl. eapply okn_covers; eauto.
Qed.
Lemma good_back S c g k p p' : mapok g -> wfK k -> image g p p' -> holds_good (rests S) c (mapK g k) p' -> holds_good (rests S) (exch (swaps g) c) k p.
Proof.
  intros G Wk I [(B & m & y' & Hin & Hl & O)|(B & A)].
  - left. rewrite black_map in B by auto. split; [destruct c as [x t]; simpl in *; subst; destruct (swaps g), (black k); reflexivity|].
    destruct (plays_back G Wk _ _ Hin) as (m' & y & -> & Hin'). pose proof (plays_wf Wk _ _ Hin') as Wy. pose proof Wy as (Wb & Ws & We).
    exists m', y. split; auto. split; [now apply (@legal_map g p p')|]. eapply okn_back; eauto; [now apply asked_wf|].
    unfold result in O; simpl in O. unfold result. rewrite <- (@asked_map g p p'); auto.
  - right. rewrite black_map in B by auto. split; [destruct c as [x t]; simpl in *; destruct (swaps g), (black k), x; simpl in *; congruence|].
    intros m y Hin Hl. destruct (plays_there G Wk _ _ Hin) as (m' & Hin'). pose proof (plays_wf Wk _ _ Hin) as Wy. pose proof Wy as (Wb & Ws & We).
    eapply okn_back; eauto; [now apply asked_wf|]. unfold result. rewrite <- (@asked_map g p p'); auto.
    apply (A m' (mapY g y)); auto. now apply (@legal_map g p p').
Qed.

Theorem closed_set_ok (S : list lemma) :
  (forall L, In L S -> forall p, holds_good (rests S) (lclaim L) (lkey L) p) ->
  forall c k p, rests S c k p -> msafe c k p.
Proof.
  intros H c k p R. exists (rests S). split; auto. clear c k p R. intros c k p [F|(L & gs & HL & M & Wk & K & C)].
  - destruct F as [c k p m y B Hin Hl Wn|c k p B A]; [left|right]; (split; [exact B|]).
    + exists m, y. repeat split; auto. destruct Wn; simpl; [auto|eauto|left; auto].
    + intros m y Hin Hl. destruct (A m y Hin Hl); simpl; [auto|eauto|left; auto].
  - eapply good_covers; [exact C|]. clear C c. revert k p Wk K. induction M as [|g gs G M IH]; simpl; intros k p Wk K.
    + subst k. now apply H.
    + eapply good_back with (p' := fun f => p (mapB g f)); auto. intros f _. reflexivity.
Qed.

Lemma rests_incl S S' c k p : incl S S' -> rests S c k p -> rests S' c k p.
Proof. intros I [F|(L & gs & A & R)]; [left; auto|right; exists L, gs; split; auto]. Qed.
Lemma good_incl S S' c k p : incl S S' -> holds_good (rests S) c k p -> holds_good (rests S') c k p.
Proof.
  intros I. assert (forall o p, okn (rests S) c o p -> okn (rests S') c o p) as K.
  { intros [s|f last|a k' cl st] p'; simpl; auto. now apply rests_incl. }
  intros [(B & m & y & H1 & H2 & H3)|(B & A)]; [left|right]; (split; [exact B|]).
  - exists m, y. split; [exact H1|]. split; [exact H2|]. apply K. exact H3.
  - intros m y H1 H2. apply K. eapply A; eauto.
Qed.

Hypothesis okp_all : forall p, okp p.
(** The check of a member of a closed set. Rules with closed sets have no facts, so plays have neither bars nor stops here, and
    what is referred to has no reads. *)
Variable member : Name -> option lemma.
Definition is_nil {X} (l : list X) : bool := match l with [] => true | _ => false end.
Definition restsb (n : Name) (g : Map) (k : Key) (c : claim) : bool :=
  match refer n g k c with Some L => is_nil (lreads L) | None => false end
  || match member n with Some L => mapokb g && keqb (mapK g k) (lkey L) && covers (exch (swaps g) (lclaim L)) c | None => false end.
Definition keepsb (c : claim) (y : play) (o : outcome) : bool :=
  is_nil (bars y) && is_nil (stops y) &&
  match o, eff y with OEnd, Ends s => serves c s | OLemma n g, Leads a k _ _ => restsb n g k (less a c) | _, _ => false end.
Fixpoint all_keep (c : claim) (ys : list (Move * play)) (os : list outcome) : bool :=
  match ys, os with [], [] => true | (_, y) :: ys, o :: os => keepsb c y o && all_keep c ys os | _, _ => false end.
Definition check_member (L : lemma) (m : Move) (os : list outcome) : bool :=
  wfKb (lkey L) &&
  if Bool.eqb (black (lkey L)) (fst (lclaim L)) then
    match find (fun x => meqb (fst x) m) (plays (lkey L)), os with Some (_, y), [o] => keepsb (lclaim L) y o | _, _ => false end
  else all_keep (lclaim L) (plays (lkey L)) os.

Lemma restsb_ok S n g k c : (forall n L, member n = Some L -> In L S) -> wfK k -> restsb n g k c = true -> forall p, rests S c k p.
Proof.
  intros M Wk. unfold restsb. rewrite orb_true_iff. intros [H|H] p.
  - destruct (refer n g k c) as [L|] eqn:R; [|discriminate]. left. eapply refer_ok; eauto.
    intros x f Hin. destruct (lreads L); [destruct Hin|discriminate].
  - destruct (member n) as [L|] eqn:F; [|discriminate]. rewrite !andb_true_iff in H. destruct H as [[G K] C].
    apply mapokb_ok in G. apply keqb_ok in K. right. exists L, [g]. repeat split; eauto.
Qed.
Lemma keepsb_ok S c y o : (forall n L, member n = Some L -> In L S) -> wfY y -> keepsb c y o = true ->
  (forall p, legal p y) /\ forall p, okn (rests S) c (result p y) p.
Proof.
  intros M (_ & _ & We). unfold keepsb. rewrite !andb_true_iff. intros [[Bn Sn] H].
  split. { intros p f Hf. destruct (bars y); [destruct Hf|discriminate]. }
  intro p. unfold result. destruct (stops y); [|discriminate]. simpl.
  destruct o, (eff y) as [s|m last|a k cl st]; try discriminate; simpl; auto. destruct We as [Wk _]. eapply restsb_ok; eauto.
Qed.
Lemma all_keep_ok S c ys : forall os, (forall n L, member n = Some L -> In L S) -> Forall (fun x => wfY (snd x)) ys -> all_keep c ys os = true ->
  forall m y, In (m, y) ys -> forall p, okn (rests S) c (result p y) p.
Proof.
  induction ys as [|[m0 y0] ys IH]; intros [|o os] M W H m y Hin p; simpl in *; try discriminate; [tauto|].
  apply andb_true_iff in H as [H1 H2]. inversion W; subst. destruct Hin as [X|Hin]; [inversion X; subst; eapply keepsb_ok; eauto|eapply IH; eauto].
Qed.
Theorem check_member_ok S L m os : (forall n L, member n = Some L -> In L S) -> check_member L m os = true ->
  forall p, holds_good (rests S) (lclaim L) (lkey L) p.
Proof.
  intros M. unfold check_member. rewrite andb_true_iff. intros [Wk H] p. apply wfKb_ok in Wk.
  destruct (Bool.eqb (black (lkey L)) (fst (lclaim L))) eqn:O.
  - apply eqb_prop in O. destruct (find _ (plays (lkey L))) as [[m' y]|] eqn:F; [|discriminate]. destruct os as [|o [|]]; try discriminate.
    apply find_some in F as [Hin _]. left. split; auto. exists m', y. pose proof (plays_wf Wk _ _ Hin) as Wy.
    destruct (@keepsb_ok S (lclaim L) y o M Wy H) as [Hl Ho]. auto.
  - apply eqb_false_iff in O. right. split; auto. intros m' y Hin _.
    assert (Forall (fun x => wfY (snd x)) (plays (lkey L))) as W by (apply Forall_forall; intros [m2 y2] Hin2; simpl; eauto).
    eapply all_keep_ok; eauto.
Qed.
End Machine.
