(** The checker as a program. Numbers of intersections, phases and fuel become machine integers. *)
Require Import Board Rules Abstract Machine Symmetry Life Checker Closed Bounded Ends Graph BasicKo.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt.

Extraction "checker.ml" check nothing take2 conclude conclude_keeps header_ok play_at cap minimax check_bounded covered always_ends check_basic covered_basic.
