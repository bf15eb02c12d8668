# What GoGui asks of an engine that it shows values of, and of a ruler.
10 gogui-analyze_commands
#? [.*pspairs/Exact values/superko-moves points\nvar/Best line/superko-line\ngfx/Barred moves/superko-bars\nhstring/Rules/superko-rules\n.*]
20 gogui-rules_game_id
#? [Go]
30 boardsize 3 2
#? []
40 gogui-rules_board_size
#? [3 2]
50 gogui-rules_board
#? [\. \. \.\n\. \. \.]
60 gogui-rules_legal_moves
#? [A2 B2 C2 A1 B1 C1 pass]
70 gogui-play_sequence b B2 w B1
#? []
80 gogui-rules_board
#? [\. X \.\n\. O \.]
90 gogui-rules_side_to_move
#? [black]
100 gogui-rules_captured_count
#? [0 0]
110 gogui-play_sequence b A1 w pass b C1
#? []
120 gogui-rules_captured_count
#? [1 0]
130 gogui-play_sequence w pass b pass
#? []
140 gogui-rules_legal_moves
#? []
150 gogui-rules_final_result
#? [6 \(Black wins by 6\) without komi]
