use ::superko::go::*; use ::superko::rules::{catalogue}; use ::superko::solve::*;
fn main(){
  let a: Vec<String> = std::env::args().collect();
  let board = Topology::parse(&a[1]).unwrap();
  let (e,o)=catalogue::find(&a[2]).unwrap();
  let game=e.game(board,o);
  let threads = a.get(3).map_or(1,|s|s.parse().unwrap());
  let budget=Budget::new(Limits::default());
  let pool=rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(1<<30).build().unwrap();
  let st=game.start(Position::default(),Player::Black);
  let t=std::time::Instant::now();
  pool.install(||{ let s=bounds::Searcher::new(&game,&budget,threads);
   let v=s.value(&st,bounds::Bounds::unknown(&game)); println!("{} {} {:?} nodes {} lemmas {:?} {:?}",a[1],a[2],v.map(|v|v.to_string()),budget.nodes(),s.lemmas(),t.elapsed()); });
}
