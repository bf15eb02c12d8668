# Records: all of it, or up to the move before the one of a number. The seventh move of this one is banned under positional
# superko, and so it is loaded up to there.
10 loadsgf circle.sgf 7
#? []
20 showboard
#? [2x2 psk after move 6, B1, black to move\n.*]
30 get_komi
#? [0\.5]
40 is_legal b A1
#? [0]
50 loadsgf circle.sgf 3
#? []
60 gogui-rules_board
#? [\. \.\nX O]
70 superko-set-rules ssk
#? []
80 loadsgf circle.sgf 99
#? []
90 showboard
#? [2x2 ssk after move 7, A1, white to move\n.*]
100 gg-undo 7
#? []
110 loadsgf circle.sgf 1
#? []
120 gogui-rules_board
#? [\. \.\n\. \.]
# Nothing is looked at after the move: the second of this record is out of turn.
130 loadsgf out-of-turn-later.sgf 2
#? []
140 gogui-rules_board
#? [\. \. \.\n\. X \.\n\. \. \.]
