# The protocol itself. As every suite in this folder it is run on `solve gtp --rules psk`:
#   gogui-regress "solve gtp --rules psk" tests/gtp/*.tst
10 protocol_version
#? [2]
20 name
#? [superko]
30 version
#? [\d+\.\d+\.\d+]
40 list_commands
#? [protocol_version\n.*genmove\n.*gogui-rules_final_result]
50 known_command genmove
#? [true]
60 known_command Genmove
#? [false]
70 known_command cputime
#? [false]
80	name	# Tabs are spaces, and this is a comment.
#? [superko]
90 get_komi
#? [0]
100 komi 6.5
#? []
110 get_komi
#? [6\.5]
120 komi -0.25
#? []
130 get_komi
#? [-0\.25]
140 time_settings 600 30 5
#? []
150 time_left black 60 0
#? []
160 time_left W 30.5 5
#? []
170 gogui-interrupt
#? []
180 quit
#? []
