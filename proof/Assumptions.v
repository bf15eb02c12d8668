(** What the theorems rest on besides Coq: nothing. *)
Require Import Board Rules Abstract Machine Symmetry Life Checker Closed Ends Graph BasicKo.
Print Assumptions check_sound.
Print Assumptions check_value.
Print Assumptions value_unique.
Print Assumptions consistent.
Print Assumptions forces_minimax.
Print Assumptions simulation.
Print Assumptions check_forces_sound.
Print Assumptions check_keeps_sound.
Print Assumptions check_most.
Print Assumptions check_bounded_sound.
Print Assumptions every_game_ends.
Print Assumptions has_value.
Print Assumptions check_basic_sound.
