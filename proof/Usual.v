(** The rules that bounded certificates are about: area or stones decide, the only points are those of the last position, repetition is not
    allowed, a game is not cut off, and every pass is a move. Then moves are what is said here. *)
Require Import List Arith Bool ZArith Lia.
Import ListNotations.
Require Import Board Rules.

Definition usual (r : rules) : bool :=
  match clause_scoring r with ScoreTerritory => false | _ => true end && negb (clause_move r) && negb (clause_only_captures r) &&
  match clause_repetition r with Illegal => true | _ => false end && negb (clause_two_successions r) &&
  match clause_cut r with None => true | _ => false end && match clause_tax r with NoTax => true | _ => false end && (clause_price r =? 0)%Z &&
  (fst (clause_first_pass r) =? 0)%Z && (snd (clause_first_pass r) =? 0)%Z && match clause_last_pass r with LastAny => true | _ => false end &&
  negb (clause_scored r) && match clause_passes r with AnyPass => true | _ => false end && match clause_captures r with None => true | _ => false end &&
  negb (clause_no_capture r) && match clause_window r with None => true | _ => false end.

Section Usual.
Variable b : board.
Variable r : rules.
Hypothesis us : usual r = true.
Lemma usual_parts : clause_scoring r <> ScoreTerritory /\ clause_move r = false /\ clause_only_captures r = false /\ clause_repetition r = Illegal /\
  clause_two_successions r = false /\ clause_cut r = None /\ clause_tax r = NoTax /\ clause_price r = 0%Z /\ clause_first_pass r = (0, 0)%Z /\
  clause_last_pass r = LastAny /\ clause_passes r = AnyPass /\ clause_captures r = None /\ clause_no_capture r = false /\ clause_window r = None.
Proof.
  unfold usual in us. rewrite !andb_true_iff, !negb_true_iff, !Z.eqb_eq in us.
  destruct us as (((((((((((((((H1 & H2) & H3) & H4) & H5) & H6) & H7) & H8) & H9) & H10) & H11) & H12) & H13) & H14) & H15) & H16).
  repeat split; auto.
  - intro X. rewrite X in H1. discriminate.
  - destruct (clause_repetition r); congruence.
  - destruct (clause_cut r); congruence.
  - destruct (clause_tax r); congruence.
  - destruct (clause_first_pass r); simpl in *; congruence.
  - destruct (clause_last_pass r); congruence.
  - destruct (clause_passes r); congruence.
  - destruct (clause_captures r); congruence.
  - destruct (clause_window r); congruence.
Qed.

Definition usually_barred (g : game) (Q : pos) : bool :=
  let h := past_moves g in let M := turn g in
  match clause_ban r with
  | NoBan => false
  | BanLeft => left_behind r Q M h
  | _ => stands r (start g) (first g) Q (opp M) h
  end
  || match clause_occurs r with ProducedKo => undone Q h | _ => false end
  || clause_initialised_twice r && (1 <=? run h) && initialised (now g) M h
  || clause_disturbed_twice r && (run h =? 1) && disturbed (now g) M h
  || clause_declined r && (declined Q M h || (1 <=? run h) && peqb Q (now g)).
Lemma barred_usual g Q : barred b r g Q = usually_barred g Q.
Proof.
  destruct usual_parts as (_ & H2 & H3 & H4 & _ & _ & _ & _ & _ & _ & _ & _ & _ & H14).
  unfold barred, usually_barred, repeats, illegal. rewrite H2, H3, H4, H14. cbn [andb negb]. now rewrite andb_true_r, orb_false_r.
Qed.
Lemma worth_usual P : worth b r P = match clause_scoring r with ScoreArea => score b P | _ => stones b P end.
Proof.
  destruct usual_parts as (H1 & _ & _ & _ & _ & _ & H7 & _ & _ & _ & H11 & H12 & _).
  unfold worth, scoreless, resigns. rewrite H7, H11, H12. cbn [orb]. destruct (clause_scoring r); auto. congruence.
Qed.
Lemma points_usual h : points b r h = 0%Z.
Proof.
  destruct usual_parts as (H1 & _ & _ & _ & _ & _ & _ & H8 & H9 & _). induction h as [|e h IH]; auto. cbn [points]. rewrite IH.
  unfold brings, prisoners, gain. rewrite H8, H9. destruct (is_pass e).
  - destruct (existsb _ _), (who e); reflexivity.
  - destruct (clause_scoring r); auto. congruence.
Qed.
Lemma cut_usual h : cut_off r h = false.
Proof. destruct usual_parts as (_ & _ & _ & _ & _ & H6 & _). unfold cut_off. now rewrite H6. Qed.
Lemma row_usual h : (forall k, clause_passes_in_a_row r = Some k -> run h < k) ->
  passes_end r h = match clause_passes_in_a_row r with Some k => run h + 1 =? k | None => false end.
Proof.
  destruct usual_parts as (_ & _ & _ & _ & H5 & _). intro R. unfold passes_end. rewrite H5. cbn [negb orb]. destruct (clause_passes_in_a_row r) as [k|]; auto.
  specialize (R k eq_refl). rewrite andb_true_r. destruct (run h + 1 =? k) eqn:X.
  - apply Nat.eqb_eq in X. rewrite X, Nat.mod_same by lia. reflexivity.
  - apply Nat.eqb_neq in X. rewrite Nat.mod_small by lia. apply Nat.eqb_neq. lia.
Qed.
Definition usual_step (g : game) (m : option nat) : option (Z + game) :=
  let P := now g in let M := turn g in let h := past_moves g in
  match m with
  | Some p => match place b (clause_suicide r) P p M with
              | Some Q => if match ko_taken b r h with Some i => i =? p | None => false end || usually_barred g Q then None else
                  Some (if draw r g Q (opp M) then inl 0%Z else inr (play_on g (Event M m P Q)))
              | None => None
              end
  | None => if match clause_passes_in_a_row r with Some k => run h + 1 =? k | None => false end || clause_second_pass r && passed r P M h
            then Some (inl (worth b r P)) else
            Some (if negb (clause_since_pass r) && draw r g P (opp M) then inl 0%Z else inr (play_on g (Event M None P P)))
  end.
Theorem step_usual g m : (forall k, clause_passes_in_a_row r = Some k -> run (past_moves g) < k) -> step b r g m = usual_step g m.
Proof.
  intro R. destruct usual_parts as (_ & _ & _ & H4 & _ & _ & _ & _ & _ & H10 & H11 & H12 & H13 & _).
  unfold step, usual_step, may_pass, resigns, has_won, illegal, one_more. rewrite H4, H10, H11, H12, H13. cbn [andb negb]. destruct m as [p|].
  - destruct (place _ _ _ _ _) as [Q|]; auto. rewrite cut_usual, barred_usual, orb_false_r. reflexivity.
  - rewrite cut_usual, orb_false_r, points_usual, (row_usual _ R). rewrite !Z.add_0_r. reflexivity.
Qed.
Lemma pass_usual g : exists o, step b r g None = Some o.
Proof. destruct usual_parts as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & H11 & _). unfold step, may_pass. rewrite H11. cbn [negb]. destruct (_ || _); eauto. Qed.
End Usual.
