//! The commands of the README print what it says, and the records beside their output are refereed as told.

#[test]
fn the_readme_tells_the_truth() {
    trycmd::TestCases::new().case("README.md");
}

#[test]
fn records_are_refereed_as_told() {
    trycmd::TestCases::new().case("tests/records/*.trycmd");
}
