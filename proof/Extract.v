(** The checker as a program. Numbers of intersections, phases and fuel become machine integers. *)
Require Import Board Rules Abstract Machine Symmetry Life Checker.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt.

Extraction "checker.ml" check take conclude header_ok play_at minimax.
