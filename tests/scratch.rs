use superko::claims::{Document, Effort, judge};
#[test]
fn scratch() {
    let text = std::fs::read_to_string("/tmp/jann.toml").unwrap();
    let document = Document::parse(&text).unwrap();
    let nodes = std::env::var("NODES").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000_000);
    for claim in &document.claims {
        let now = std::time::Instant::now();
        match judge(&document, claim, Effort { nodes, deep: true }) {
            Ok(found) => {
                println!("{} {} (on record {})", claim.id, found.verdict, claim.verdict);
                for f in &found.findings {
                    println!("  {:?} {}\n    {}", f.holds, f.asked, f.found);
                    if std::env::var("LINES").is_ok() { println!("{}", f.evidence); }
                }
            }
            Err(e) => println!("{} ERROR {e}", claim.id),
        }
        println!("   {:?}", now.elapsed());
    }
}
