# Moves, and what the history bans.
10 boardsize 2
#? []
20 gogui-play_sequence b A1 w B1 b B2 w pass b A2 w B1
#? []
# Black A1 would bring back what was on the board after move 2.
30 showboard
#? [2x2 psk after move 6, B1, black to move\n.*]
40 gogui-rules_board
#? [\. \.\n\. O]
50 is_legal b A1
#? [0]
60 is_legal b A2
#? [1]
70 is_legal w A2
#? [0]
80 all_legal b
#? [A2 B2 pass]
90 all_legal white
#? []
100 superko-bars
#? [MARK A1\nLABEL A1 2\nTEXT A1: banned, it would recreate .*]
# Under situational superko the same move is legal.
110 superko-set-rules ssk
#? []
120 is_legal b A1
#? [1]
130 superko-bars
#? [TEXT the history bans no move]
140 gogui-rules_captured_count
#? [1 3]
150 undo
#? []
160 gg-undo 2
#? []
170 gg-undo
#? []
180 gogui-rules_board
#? [\. \.\nX O]
190 play black PASS
#? []
200 play w pass
#? []
# The game has ended. Controllers may take it to go on: passes change nothing, and are taken back like moves.
210 gogui-rules_legal_moves
#? []
220 genmove w
#? [pass]
230 play b pass
#? []
240 final_score
#? [0]
250 final_status_list alive
#? [A1\nB1]
260 final_status_list dead
#? []
270 final_status_list seki
#? []
280 gogui-rules_final_result
#? [0 \(draw\) without komi]
290 gg-undo 4
#? []
300 gogui-rules_legal_moves
#? [A2 B2 pass]
