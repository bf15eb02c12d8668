(** The checker as a program. Numbers of intersections, phases and fuel become machine integers. *)
Require Import Board Rules Abstract Reads Machine Picture Simulation Transfer Symmetry Life Checker Closed Means Tally Scoring MeanChecker Play Coupons Many ManyLife ManyChecker Passed Cycles Usual Bounded Ends OtherEnds Graph BasicKo.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt.
(* What ExtrOcamlNatInt has for the standard names of these, under the names by which they are called here, and of machine integers alone: a
   comparison of anything takes many times as long. *)
Extract Inlined Constant PeanoNat.Nat.eqb => "(fun (x : int) y -> x = y)".
Extract Inlined Constant Coq.Init.Nat.sub => "(fun (n : int) m -> if n > m then n - m else 0)".
Extract Inlined Constant PeanoNat.Nat.pred => "(fun n -> if n > 0 then n - 1 else 0)".
Extract Inlined Constant PeanoNat.Nat.leb => "(fun (x : int) y -> x <= y)".
Extract Inlined Constant PeanoNat.Nat.ltb => "(fun (x : int) y -> x < y)".

Extraction "checker.ml" check nothing take2 conclude conclude_keeps header_ok play_at cap minimax
  ttake tconclude mean_header_ok tally_play mean_minimax scoreless
  restarts coupon_header coupon_take coupon_finish coupon_moves coupon_step coupon_black coupon_start max_min
  many_covers many_header many_take many_finish many_moves mstep black_turn mcap mplay_at
  passed_take passed_finish passed_moves passed_step passed_black pplay_at
  cycle_take cycle_finish cycle_step qcap
  always_ends many_always_ends
  check_bounded covered check_basic covered_basic usual.
