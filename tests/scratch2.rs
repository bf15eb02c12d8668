use superko::go::Topology;
use superko::publish::strong::{classes, solve_column};
use superko::publish::variant::Variant;
use superko::rules::catalogue;
use superko::go::notation::diagram_line;
use superko::solve::{Budget, Limits};
use std::sync::Arc;
#[test]
fn scratch2() {
    let boards = std::env::var("BOARDS").unwrap();
    for b in boards.split(',') {
        let board = Topology::parse(b).unwrap();
        let cls = classes(&board);
        let (entry, _) = catalogue::find("jann").unwrap();
        let mut usual: Vec<String> = vec![];
        for v in Variant::of(entry) {
            let now = std::time::Instant::now();
            let budget = Arc::new(Budget::new(Limits { memory: 6 << 30, ..Limits::default() }));
            let c = solve_column(&board, &v, &budget);
            if usual.is_empty() { usual = c.values.clone(); }
            let diff: Vec<usize> = (0..cls.len()).filter(|i| c.values.get(*i) != usual.get(*i)).collect();
            println!("{b} {} states {} {:?} {:?}: differs on {} of {}", v.name(), c.results, now.elapsed(), c.stopped, diff.len(), cls.len());
            for i in diff.iter().take(4) {
                println!("    {} usual {} here {}", diagram_line(&board, &cls[*i].position), usual[*i], c.values[*i]);
            }
        }
    }
}
