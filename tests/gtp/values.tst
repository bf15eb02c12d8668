# Values, best moves, lines and scores.
10 boardsize 3 3
#? []
20 superko-value
#? [9 \(Black wins by 9\)]
25 superko-published
#? [9 \(Black wins by 9\), by a certificate \(solutions/3x3/psk\.cert\)]
30 superko-moves
#? [A3 -9\n.*B2 9\n.*pass -9]
40 superko-moves points
#? [A3 -9\n.*B2 9\n.*C1 -9]
50 superko-line
#? [B2 .*pass]
60 reg_genmove b
#? [B2]
70 genmove b
#? [B2]
80 gogui-rules_board
#? [\. \. \.\n\. X \.\n\. \. \.]
# White has lost, and plays where most replies are errors.
90 genmove w
#? [B3]
95 undo
#? []
100 gogui-play_sequence w pass b pass
#? []
110 final_score
#? [B\+9]
120 komi 8.5
#? []
130 final_score
#? [B\+0\.5]
140 undo
#? []
# A game that goes on has the score of best play.
150 final_score
#? [B\+0\.5]
160 superko-value
#? [9 \(Black wins by 9\)]
# Natural situational superko on the same board.
170 boardsize 3
#? []
180 superko-set-rules nssk
#? []
190 superko-value
#? [2 \(Black wins by 2\)]
200 komi 2
#? []
210 final_score
#? [0]
# Kee 2009 has fractions.
220 superko-set-rules kee2009
#? []
230 boardsize 2 1
#? []
240 superko-value
#? [-?\d+(/\d+)? \(.*\)]
