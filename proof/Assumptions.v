(** What the theorems rest on besides Coq: nothing. *)
Require Import Board Rules Abstract Machine Picture Simulation Transfer Symmetry Life Checker Closed Means Tally Scoring MeanChecker Play Coupons Usual Ends Graph BasicKo.
Print Assumptions check_sound.
Print Assumptions check_value.
Print Assumptions value_unique.
Print Assumptions consistent.
Print Assumptions forces_minimax.
Print Assumptions simulation.
Print Assumptions check_forces_sound.
Print Assumptions check_keeps_sound.
Print Assumptions check_most.
Print Assumptions mean_check_sound.
Print Assumptions mean_check_value.
Print Assumptions mean_value_unique.
Print Assumptions mean_consistent.
Print Assumptions mean_forces_minimax.
Print Assumptions tally_simulation.
Print Assumptions check_bounded_sound.
Print Assumptions every_game_ends.
Print Assumptions has_value.
Print Assumptions check_basic_sound.
Print Assumptions coupon_check_sound.
Print Assumptions coupon_check_value.
Print Assumptions is_worth_unique.
Print Assumptions force_consistent.
Print Assumptions force_max_min.
