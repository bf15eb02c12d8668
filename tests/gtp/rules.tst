# Rulesets by our names, and by those of KataGo and KGS.
10 kata-get-rules
#? [\{"friendlyPassOk":false,"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"0"\}]
20 kata-set-rules tromp-taylor
#? []
30 superko-rules
#? [psk --suicide multi-stone\nTitle: .*Article superko: .*]
40 kata-set-rules {"ko": "SITUATIONAL", "scoring": "AREA", "suicide": true, "friendlyPassOk": true}
#? []
50 superko-rules
#? [ssk --suicide multi-stone\n.*]
60 kata-set-rule suicide false
#? []
70 kata-set-rule ko SIMPLE
#? []
80 superko-rules
#? [katago-simple\n.*]
90 kata-set-rules chinese-ogs
#? []
100 superko-rules
#? [psk\n.*]
110 kgs-rules new_zealand
#? []
120 superko-rules
#? [ssk --suicide allowed\n.*]
130 kgs-rules chinese
#? []
# White has a point for every stone of a handicap.
140 boardsize 3
#? []
150 set_free_handicap A1 C3
#? []
160 gogui-play_sequence w pass b pass
#? []
170 final_score
#? [B\+7]
180 kgs-rules aga
#? []
190 final_score
#? [B\+8]
200 superko-set-rules kee2020 --lift produced
#? []
210 superko-rules
#? [kee2020 --lift produced\n.*]
