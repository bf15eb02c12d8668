# Boards and starts: columns come first, as in KataGo.
10 boardsize 3 2
#? []
20 gogui-rules_board
#? [\. \. \.\n\. \. \.]
30 boardsize 4
#? []
40 gogui-rules_board_size
#? [4]
50 rectangular_boardsize 2 3
#? []
60 gogui-rules_board_size
#? [2 3]
70 all_legal black
#? [A3 B3 A2 B2 A1 B1 pass]
80 play w A1
#? []
# The first move decides who moves first.
90 gogui-rules_side_to_move
#? [black]
100 clear_board
#? []
110 gogui-rules_side_to_move
#? [black]
120 gogui-setup_player white
#? []
130 gogui-rules_side_to_move
#? [white]
# A start without a history: OOO/.X. is worth 0 under positional superko and -1 under situational superko.
140 boardsize 3 2
#? []
150 set_position w A2 w B2 w C2 b B1
#? []
160 gogui-setup_player w
#? []
170 superko-value
#? [0 \(draw\)]
180 superko-set-rules ssk
#? []
190 superko-value
#? [-1 \(White wins by 1\)]
200 gogui-setup b A1
#? []
210 gogui-rules_board
#? [\. \. \.\nX \. \.]
220 set_position
#? []
230 gogui-rules_board
#? [\. \. \.\n\. \. \.]
# A handicap is a start with White to move.
240 set_free_handicap A1 C2
#? []
250 gogui-rules_side_to_move
#? [white]
260 gogui-rules_board
#? [\. \. X\nX \. \.]
