(** The checker as a program. Numbers of intersections, phases and fuel become machine integers. *)
Require Import Board Rules Abstract Machine Picture Simulation Transfer Symmetry Life Checker Closed Means Tally Scoring MeanChecker Play Coupons Many ManyLife ManyChecker Passed Usual Bounded Ends Graph BasicKo.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt.

Extraction "checker.ml" check nothing take2 conclude conclude_keeps header_ok play_at cap minimax
  ttake tconclude mean_header_ok tally_play mean_minimax scoreless
  restarts coupon_header coupon_take coupon_finish coupon_moves coupon_step coupon_black coupon_start max_min
  many_covers many_header many_take many_finish many_moves mstep black_turn mcap mplay_at
  passed_take passed_finish passed_moves passed_step passed_black pplay_at
  check_bounded covered always_ends check_basic covered_basic usual.
