# What controllers and servers send. KataGo: sizes with a colon, columns first.
10 boardsize 3:2
#? []
20 gogui-rules_board_size
#? [3 2]
30 rectangular_boardsize 2:3
#? []
40 gogui-rules_board_size
#? [2 3]
50 rectangular_boardsize 3
#? []
60 gogui-rules_board_size
#? [3]
# Times of KGS, and a move that came too late: less than nothing is left.
70 kgs-time_settings none
#? []
80 kgs-time_settings absolute 60
#? []
90 kgs-time_settings byoyomi 20 5 5
#? []
100 kgs-time_settings canadian 60 30.5 5
#? []
110 time_settings 60 10 3
#? []
120 time_left b -2 0
#? []
130 time_left w -0.5 3
#? []
140 time_settings 0 0 0
#? []
# A handicap is a start with White to move. Until there is a move it may be placed anew.
150 fixed_handicap 2
#? [A1 C3]
160 gogui-rules_side_to_move
#? [white]
170 fixed_handicap 4
#? [A1 C3 A3 C1]
180 place_free_handicap 3
#? [B2 B3 A2]
190 gogui-rules_board
#? [\. X \.\nX X \.\n\. \. \.]
200 printsgf
#? [\(;FF\[4\]GM\[1\]CA\[UTF-8\]AP\[superko:\d+\.\d+\.\d+\]SZ\[3\]KM\[0\]HA\[3\]RU\[psk\]GN\[3x3 psk\]GC\[Positional superko \(psk\): .*AB\[ab\]\[ba\]\[bb\]PL\[W\]\)]
# As many as fit: the fourth of 2x2 would take the last liberty.
210 boardsize 2
#? []
220 place_free_handicap 4
#? [A2 B2 A1]
230 boardsize 8 7
#? []
240 fixed_handicap 3
#? [C3 F5 C5]
250 clear_board
#? []
# A record has the moves, komi, and the result when the game has ended.
260 boardsize 3 2
#? []
270 komi -1.5
#? []
280 gogui-play_sequence b B1 w A2 b pass
#? []
290 printsgf
#? [\(;FF.*SZ\[3:2\]KM\[-1\.5\]RU\[psk\]GN\[2x3 psk\]GC\[.*\]PL\[B\]\n;B\[bb\]\n;W\[aa\]\n;B\[\]\)]
300 play w pass
#? []
310 printsgf -
#? [\(;FF.*RU\[psk\]RE\[B\+1\.5\]GN\[.*\]PL\[B\]\n;B\[bb\]\n;W\[aa\]\n;B\[\]\n;W\[\]\)]
# A game that has ended is worth its score, without komi.
320 superko-value
#? [0 \(draw\)]
330 final_score
#? [B\+1\.5]
# A question for the side that is not to move changes nothing.
340 boardsize 2
#? []
350 komi 0
#? []
360 play b A1
#? []
370 reg_genmove b
#? [B2]
380 reg_genmove w
#? [B2]
390 gogui-rules_side_to_move
#? [white]
400 gogui-rules_board
#? [\. \.\nX \.]
# Who has lost plays where most replies are errors, and a stone sooner than a pass.
410 boardsize 3
#? []
420 play b B2
#? []
430 genmove w
#? [B3]
440 undo
#? []
450 play w A1
#? []
460 reg_genmove w
#? [B3]
# To clean up: no pass while White's stone could still be taken, though two passes have ended the game.
470 gogui-play_sequence b pass w pass
#? []
480 genmove b
#? [pass]
490 undo
#? []
500 kgs-genmove_cleanup b
#? [[ABC][123]]
510 play w pass
#? []
520 kgs-genmove_cleanup b
#? [[ABC][123]]
530 play w pass
#? []
540 kgs-genmove_cleanup b
#? [.*]
550 play w pass
#? []
560 kgs-genmove_cleanup b
#? [pass]
570 clear_cache
#? []
580 stop
#? []
