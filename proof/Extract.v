(** The checker as a program. Numbers of intersections, phases and fuel become machine integers. *)
Require Import Board Rules Abstract Machine Simulation Symmetry Life Checker Closed.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt.

Extraction "checker.ml" check nothing take2 conclude conclude_keeps header_ok play_at cap minimax.
