//! Text in every encoding, declared and not: a game is read with its own moves, or refused with the
//! word "encoding".

use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252};
use proptest::prelude::*;
use superko::go::notation::{diagram_line, move_name};
use superko::sgf::game::{Choice, read};

/// The encodings with a name for each that the file declares.
const ENCODINGS: [(&Encoding, &str); 9] = [
    (SHIFT_JIS, "Shift_JIS"),
    (GB18030, "GB18030"),
    (GB18030, "CP936"),
    (BIG5, "CP950"),
    (EUC_KR, "CP949"),
    (EUC_JP, "EUC-JP"),
    (ISO_2022_JP, "ISO-2022-JP"),
    (WINDOWS_1252, "ISO-8859-1"),
    (UTF_8, "UTF-8"),
];

/// What is read of a file: board, start, turn and moves.
fn told(bytes: &[u8]) -> Result<String, String> {
    let record = read(bytes, &Choice::default()).map_err(|error| error.to_string())?;
    let moves: Vec<String> = record.moves.iter().map(|mv| move_name(&record.board, *mv)).collect();
    let start = diagram_line(&record.board, &record.start);
    let (komi, rules) = (record.komi, record.rules);
    let to_move = record.to_move.name();
    Ok(format!("{} {start} {to_move}: {} {komi:?} {rules:?}", record.board, moves.join(" ")))
}

/// A piece of a text: letters whose bytes matter to the grammar, letters that have them, and those
/// of other encodings.
fn piece() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        4 => "[\\]\\[\\\\;:()aB \n]",
        // Second bytes that are a backslash or a bracket, in Shift_JIS, Big5 and GBK.
        6 => proptest::sample::select("表予ソ十能構申竹貼彎媾彅功許蓋育餐因坊本穀乗猟乧俓".chars().collect::<Vec<_>>()).prop_map(|c| c.to_string()),
        2 => "[ｱ-ﾝ一-龥가-힣]",
        2 => "[à-ÿé]",
        1 => proptest::sample::select(vec!["];B[aa", "];W[ca]C[", ")", "]SZ[2", "\\]", "(;"]).prop_map(str::to_string),
    ];
    pieces
}

/// The text of a file: its properties, with texts between them as letters are escaped.
fn file(texts: &[String], declared: Option<&str>, moves: &[(u8, u8)], branch: usize) -> String {
    let escaped = |text: &String| text.replace('\\', "\\\\").replace(']', "\\]");
    let mut texts = texts.iter().map(escaped);
    let mut text = |name: &str| texts.next().map_or(String::new(), |text| format!("{name}[{text}]"));
    let mut file = "(;GM[1]FF[4]".to_string();
    if let Some(name) = declared {
        file.push_str(&format!("CA[{name}]"));
    }
    file.push_str(&text("PB"));
    file.push_str("SZ[3]");
    file.push_str(&text("PW"));
    file.push_str("AB[aa]AW[cc]PL[B]");
    file.push_str(&text("C"));
    file.push_str("KM[6.5]");
    for (place, (x, y)) in moves.iter().enumerate() {
        if place == branch {
            file.push('(');
        }
        let name = if place % 2 == 0 { "B" } else { "W" };
        file.push_str(&format!("\n;{name}[{}{}]", char::from(b'a' + x % 3), char::from(b'a' + y % 3)));
        file.push_str(&text("C"));
    }
    file.push_str(&text("N"));
    // A variation beside the line, after it in the file.
    if branch < moves.len() {
        let name = if branch.is_multiple_of(2) { "B" } else { "W" };
        file.push_str(&format!(")\n(;{};{name}[]{}", text("C"), text("C")));
        file.push_str(")\n");
    }
    file.push(')');
    file
}

/// Bytes in an encoding; `None` if a letter is not in it.
fn bytes(encoding: &'static Encoding, text: &str) -> Option<Vec<u8>> {
    let (bytes, _, unmappable) = encoding.encode(text);
    // Two letters become a backslash and a tilde in Japanese encodings, and are no text of theirs.
    (!unmappable && !text.contains(['\u{a5}', '\u{203e}'])).then(|| bytes.into_owned())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn a_game_in_any_encoding_is_read_with_its_own_moves_or_refused(
        texts in proptest::collection::vec(proptest::collection::vec(piece(), 0..5), 0..10),
        moves in proptest::collection::vec((0u8..3, 0u8..3), 0..5),
        branch in 0usize..8,
        which in 0..ENCODINGS.len(),
        declared: bool,
    ) {
        let (encoding, name) = ENCODINGS[which];
        // Letters that the encoding does not have are left out.
        let fits = |piece: &String| bytes(encoding, piece).is_some();
        let texts: Vec<String> =
            texts.iter().map(|pieces| pieces.iter().filter(|piece| fits(piece)).cloned().collect()).collect();
        let plain: Vec<String> = texts.iter().map(|_| "x".to_string()).collect();
        let truth = told(file(&plain, None, &moves, branch).as_bytes());
        let file = file(&texts, declared.then_some(name), &moves, branch);
        let bytes = bytes(encoding, &file).unwrap();
        let said = told(&bytes);
        // What is UTF-8 by chance is read as it, where no backslash says that it is not: a text
        // that goes on like a file in SGF after half a letter is taken for that file.
        let by_chance = !declared && encoding != UTF_8 && !bytes.is_ascii() && str::from_utf8(&bytes).is_ok();
        let by_chance = by_chance && (said.is_err() || texts.iter().any(|text| text.contains('[')));
        let refused = matches!(&said, Err(error) if error.contains("encoding"));
        prop_assert!(said == truth || refused || by_chance, "{name} {declared}\n{file}\n{bytes:x?}\n{said:?}\n{truth:?}");
        // A declared encoding leaves no doubt but where bytes of letters may have been escaped.
        if declared && [UTF_8, WINDOWS_1252, EUC_JP].contains(&encoding) {
            prop_assert!(said == truth, "{name}\n{file}\n{said:?}");
        }
    }

    #[test]
    fn bytes_of_any_kind_are_read_or_refused_with_one_line(
        pieces in proptest::collection::vec(prop_oneof![
            proptest::sample::select(vec!["]", "\\", "];B[aa]", "C[", "CA[SJIS]", "CA[gbk]", "\x1b$B", "\x1b(B", "(;", ")"]).prop_map(|s| s.as_bytes().to_vec()),
            proptest::collection::vec(0x80u8..=0xff, 1..4),
        ], 0..12),
    ) {
        let file = [b"(;SZ[3]C[".to_vec(), pieces.concat(), b"];B[bb])".to_vec()].concat();
        if let Err(error) = told(&file) {
            prop_assert_eq!(error.lines().count(), 1);
        }
    }
}

/// A plain game with one text, and what is said of it.
fn with(text: &[u8], declared: &str) -> Result<String, String> {
    let head = if declared.is_empty() { String::new() } else { format!("CA[{declared}]") };
    let file = [format!("(;GM[1]FF[4]{head}SZ[3]C[").as_bytes(), text, b"];B[bb];W[ab])"].concat();
    told(&file)
}

#[test]
fn declared_text_is_read_and_text_of_which_nothing_is_said_never_swallows() {
    let two = Ok("3x3 .../.../... Black: B2 A2 None None".to_string());
    let text = |encoding: &'static Encoding, text: &str| encoding.encode(text).0.into_owned();
    for (encoding, names, letters) in [
        (SHIFT_JIS, "Shift_JIS SJIS CP932 Windows-31J", "表 ソ 予 彎 媾"),
        (GB18030, "GB18030 GBK CP936 gb2312", "你 乗 猟 乧 俓"),
        (BIG5, "Big5 CP950 big5-hkscs", "功 許 因 坊"),
        (EUC_KR, "EUC-KR CP949 ks_c_5601-1987", "가 힣 똠"),
        (EUC_JP, "EUC-JP", "表 予"),
    ] {
        for letter in letters.split(' ') {
            let bytes = text(encoding, letter);
            for name in names.split(' ') {
                assert_eq!(with(&bytes, name), two, "{name} {letter}");
            }
            let said = with(&bytes, "");
            assert!(
                said == two || said.as_ref().is_err_and(|said| said.contains("encoding")),
                "{letter}: {said:?}"
            );
        }
    }
    // The message names where and what to declare.
    let said = with(b"\x9d\\", "").unwrap_err();
    let expected = "line 1, column 18: no encoding is said, and as ISO-8859-1 the file is another game than as GB18030 or Big5 or Shift_JIS: expected CA at its beginning with the encoding that it is in, such as CA[Shift_JIS]";
    assert_eq!(said, expected);
    // Text that is not in what is declared.
    for (bytes, name) in
        [(&b"\xe9 "[..], "Shift_JIS"), (b"\xff", "gbk"), (b"\xe9", "UTF-8"), (b"\x81", "EUC-KR")]
    {
        let said = with(bytes, name).unwrap_err();
        assert!(said.contains("encoding"), "{name}: {said}");
    }
}

#[test]
fn latin_1_stays_right() {
    let two = Ok("3x3 .../.../... Black: B2 A2 None None".to_string());
    // In Shift_JIS, GBK and Big5 the last two bytes of the value and its end are a letter, and what
    // is swallowed there does not matter; or the text is none in them.
    assert_eq!(told(b"(;GM[1]SZ[3]PB[Ren\xe9]PW[Bob];B[bb];W[ab])"), two);
    assert_eq!(
        told(b"(;GM[1]SZ[3]PB[Ren\xe9 Dupont]C[\xe9t\xe9, \xe0 Gen\xe8ve];B[bb];W[ab]C[Tr\xe8s bien!])"),
        two
    );
    assert_eq!(told(b"(;GM[1]SZ[3];B[bb]C[jou\xe9];W[ab]C[d\xe9j\xe0 jou\xe9 .])"), two);
    assert_eq!(told(b"(;GM[1]SZ[3];B[bb];W[ab]C[Ren\xe9])"), two);
    // Where moves would be swallowed, nobody can know.
    let said = told(b"(;GM[1]SZ[3]PB[Ren\xe9];B[bb];W[ab])").unwrap_err();
    assert!(said.contains("no encoding is said") && said.contains("CA[Shift_JIS]"), "{said}");
    assert_eq!(told(b"(;GM[1]CA[ISO-8859-1]SZ[3]PB[Ren\xe9];B[bb];W[ab])"), two);
}

#[test]
fn text_in_utf_8_that_is_not_declared_is_utf_8() {
    let two = Ok("3x3 .../.../... Black: B2 A2 None None".to_string());
    for text in ["日本", "René", "名人 [9段\\]", "ﾃｱ", "表", "😀"] {
        assert_eq!(with(text.as_bytes(), ""), two, "{text}");
    }
    // Shift_JIS that is UTF-8 by chance, with a backslash as half a letter.
    let bytes = b"\xc3\x97\\";
    assert!(str::from_utf8(bytes).is_ok());
    assert!(with(bytes, "").unwrap_err().contains("encoding"));
}

#[test]
fn bytes_that_were_escaped_one_by_one_are_read_too() {
    let two = Ok("3x3 .../.../... Black: B2 A2 None None".to_string());
    // 本因坊 as MultiGo writes it.
    assert_eq!(with(b"\xa5\xbb\xa6\\]\xa7{", "big5"), two);
    // A letter with a backslash, escaped: the end of the value, or a bracket in it.
    assert!(with(b"\xa5\\\\", "big5").unwrap_err().contains("encoding"));
    assert_eq!(with(b"\xa5\\\\ ", "big5"), two);
}

#[test]
fn many_games_that_leave_doubts_end_soon() {
    // In one reading each of them goes on to the end of the file.
    let game: &[u8] = b"(;SZ[3];B[bb]C[\xe9])\n";
    let file = game.repeat((1 << 19) / game.len());
    let began = std::time::Instant::now();
    let said = told(&file).unwrap_err();
    assert!(said.contains("encoding"), "{said}");
    assert!(began.elapsed().as_secs() < 60);
}
