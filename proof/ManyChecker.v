(** The checker of certificates of three players and more, and what it proves. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules Abstract Machine Symmetry Store Checker Play Many ManyLife.

Section ManyChecker.
Variable b : board.
Variable r : rules.
Variable players : nat.
Variable by_opponents : bool.
Notation n := (size b).
Definition many_lemmas := lemmas mkey mfact.
Definition many_header : bool := board_ok b && many_covers r players && match clause_passes_in_a_row r with Some 0 => false | _ => true end.
Definition many_key (f : mfact) : list color :=
  match mfwho f with None => E | Some 1 => B | Some _ => W end :: map (fun c => match c with 0 => E | 1 => B | _ => W end) (mfpos f).
Definition many_take (s : many_lemmas) (x : step_of mkey mfact sym (option nat)) : option many_lemmas :=
  take_one (option nat) mkey mfact mclr sym mfeqb mkeqb meqb mblack mclears (mplays b r players by_opponents) (mmapK b) (mmapB b) swap (mokM b r) (mwfK b players) (mwfF b)
    (many_life b r players by_opponents) many_key s x.
Definition many_take_all (s : many_lemmas) (l : list (step_of mkey mfact sym (option nat))) : option many_lemmas :=
  take_each (option nat) mkey mfact mclr sym mfeqb mkeqb meqb mblack mclears (mplays b r players by_opponents) (mmapK b) (mmapB b) swap (mokM b r) (mwfK b players) (mwfF b)
    (many_life b r players by_opponents) many_key s l.
Notation mfollow := (follow mgame (option nat) (mstep b r players by_opponents)).
Notation can := (can_force mgame (option nat) (many_moves b) (mstep b r players by_opponents) (black_turn players)).
Notation at_least := (worth_at_least mgame (option nat) (many_moves b) (mstep b r players by_opponents) (black_turn players)).
Notation at_most := (worth_at_most mgame (option nat) (many_moves b) (mstep b r players by_opponents) (black_turn players)).
(** P is the start, c the player who moves first. *)
Definition many_finish (s : many_lemmas) (P : stonemap) (c : nat) (ms : list (option nat)) (cl : claim) (k : positive) (g : sym) : bool :=
  many_header && colours b players P && (1 <=? c) && (c <=? players) &&
  finish mgame (option nat) mkey mfact sym (mstep b r players by_opponents) mkeqb (mmapK b) (mmapB b) swap (mokM b r)
    (mkey_of r players by_opponents) (mpast_of r players by_opponents) (fun _ => 0%Z) s (MGame P c []) ms cl k g.
Definition many_check (l : list (step_of mkey mfact sym (option nat))) (P : stonemap) (c : nat) (ms : list (option nat)) (cl : claim) (k : positive) (g : sym) : bool :=
  match many_take_all no_lemmas l with Some s => many_finish s P c ms cl k g | None => false end.

Lemma header_parts : many_header = true -> board_ok b = true /\ many_covers r players = true /\ forall k, clause_passes_in_a_row r = Some k -> 0 < k.
Proof.
  unfold many_header. rewrite !andb_true_iff. intros [[H1 H2] H3]. repeat split; auto. intros k K. rewrite K in H3. destruct k; [discriminate|lia].
Qed.
Notation minv := (minv b r players).
Notation mkey_of := (mkey_of r players by_opponents).
Notation mpast_of := (mpast_of r players by_opponents).
Notation mpictured := (pictured mgame mkey mfact mclr (simply mfact mclr mfeqb mclears) minv mkey_of mpast_of (fun _ => 0%Z)).
Lemma many_there (cov : many_covers r players = true) g m y : minv g -> In (m, y) (mplays b r players by_opponents (mkey_of g)) -> legal (mpast_of g) y ->
  In m (many_moves b) /\ exists o, mstep b r players by_opponents g m = Some o /\ mpictured 0%Z (mpast_of g) (result (mpast_of g) y) o.
Proof.
  intros I H Hl. apply in_mplays in H as [Hm Hp]. split; auto. pose proof (many_simulation b r players by_opponents cov g m I) as S. rewrite Hp in S.
  assert (forallb (fun f => negb (mpast_of g f)) (bars y) = true) as L by (apply forallb_forall; intros f Hf; now rewrite (Hl f Hf)). now rewrite L in S.
Qed.
Lemma many_back (cov : many_covers r players = true) g m o : minv g -> In m (many_moves b) -> mstep b r players by_opponents g m = Some o ->
  exists y, In (m, y) (mplays b r players by_opponents (mkey_of g)) /\ legal (mpast_of g) y /\ mpictured 0%Z (mpast_of g) (result (mpast_of g) y) o.
Proof.
  intros I Hm So. pose proof (many_simulation b r players by_opponents cov g m I) as S. destruct (mplay_at b r players by_opponents (mkey_of g) m) as [y|] eqn:Hp; [|congruence].
  destruct (forallb (fun f => negb (mpast_of g f)) (bars y)) eqn:L; [|congruence]. destruct S as (o' & So' & R). rewrite So in So'. inversion So'; subst o'.
  exists y. split; [apply in_mplays; auto|]. split; auto. intros f Hf. rewrite forallb_forall in L. specialize (L _ Hf). now destruct (mpast_of g f).
Qed.
Lemma many_follow (cov : many_covers r players = true) g ms g' : minv g -> mfollow g ms = Some g' -> minv g'.
Proof.
  revert g. induction ms as [|m ms IH]; simpl; intros g I H; [inversion H; now subst|]. destruct (mstep b r players by_opponents g m) as [[s|h]|] eqn:S; try discriminate.
  eapply IH; [|exact H]. eapply minv_on; eauto.
Qed.
Lemma many_some g : exists m o, In m (many_moves b) /\ mstep b r players by_opponents g m = Some o.
Proof. exists None. unfold mstep. destruct (_ || _); eexists; (split; [unfold many_moves; apply in_or_app; simpl; auto|reflexivity]). Qed.
Lemma many_key_wf g : minv g -> mwfK b players (mkey_of g) = true.
Proof. intros (C & T & _). unfold mwfK; cbn [Many.mkey_of mkpos mkturn]. rewrite !andb_true_iff, !Nat.leb_le. tauto. Qed.

(** An accepted claim of Black is one that he can force against all others together, an accepted claim of the others one that they can force together. *)
Theorem many_check_sound l P c ms cl k g : many_check l P c ms cl k g = true ->
  exists g', mfollow (MGame P c []) ms = Some g' /\ can cl g' /\ if fst cl then at_least g' (snd cl) else at_most g' (snd cl).
Proof.
  unfold many_check. destruct (many_take_all _ l) as [s|] eqn:T; [|discriminate]. unfold many_finish. rewrite !andb_true_iff, !Nat.leb_le.
  intros [[[[H C] C1] C2] F]. apply header_parts in H as (Bk & Cov & Ro).
  assert (minv (MGame P c [])) as I by (split; [exact C|]; split; [cbn; lia|exact Ro]).
  assert (exists g', mfollow (MGame P c []) ms = Some g' /\ can cl g') as (g' & Fo & Cf).
  { apply (finish_ok mgame (option nat) mkey mfact mclr sym (many_moves b) (mstep b r players by_opponents) (black_turn players) mfeqb mkeqb meqb mblack mfeqb_ok mkeqb_ok mclears
      (mplays b r players by_opponents) (mmapK b) (mmapF b) (mmapB b) swap (mokM b r) (mwfK b players) (mwfF b) (mplays_wf b r players by_opponents Cov)
      (mplays_there b r players by_opponents Bk) (mplays_back b r players by_opponents Bk) (mblack_map b r players) (mback_there b r) (mthere_back b r) (mwf_there b r) (mwf_back b r)
      (fun _ _ _ => eq_refl) (many_life b r players by_opponents) (many_life_ok b r players by_opponents Bk) minv mkey_of mpast_of (fun _ => 0%Z)
      many_key_wf (fun _ _ => eq_refl) (many_there Cov) (many_back Cov) many_key (many_follow Cov) l s (MGame P c []) ms cl k g T I F). }
  exists g'. split; auto. split; auto. apply force_bound; auto. apply many_some.
Qed.
Corollary many_check_value l1 l2 P c ms v n1 g1 n2 g2 : many_check l1 P c ms (true, v) n1 g1 = true -> many_check l2 P c ms (false, v) n2 g2 = true ->
  exists g', mfollow (MGame P c []) ms = Some g' /\ is_worth mgame (option nat) (many_moves b) (mstep b r players by_opponents) (black_turn players) g' v.
Proof.
  intros H1 H2. apply many_check_sound in H1 as (g1' & R1 & _ & V1). apply many_check_sound in H2 as (g2' & R2 & _ & V2).
  rewrite R1 in R2. inversion R2; subst. exists g2'. split; auto. now apply worth_of_bounds.
Qed.
End ManyChecker.
