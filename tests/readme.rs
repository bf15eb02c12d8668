//! The commands of the README print what it says.

#[test]
fn the_readme_tells_the_truth() {
    trycmd::TestCases::new().case("README.md");
}
