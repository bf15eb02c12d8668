//! One line of a tree, from the root to an end, chosen by a path of variations.

use std::fmt;
use std::str::FromStr;

use super::error::SgfError;
use super::tree::Tree;

/// A path of variations, such as `1.2`: at the first node with more than one child the line goes on with its first
/// child, at the second with its second; behind that it follows the first children, as the main line does everywhere.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Variation(Vec<usize>);

impl FromStr for Variation {
    type Err = String;

    fn from_str(text: &str) -> Result<Variation, String> {
        let number = |text: &str| text.parse().ok().filter(|number| *number > 0);
        let numbers: Option<Vec<usize>> = text.split('.').map(number).collect();
        let expected = "numbers from 1 with dots between them, such as 1.2: which way to go at each branch";
        numbers.map(Variation).ok_or_else(|| format!("expected {expected}"))
    }
}

impl fmt::Display for Variation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(usize::to_string).collect();
        f.write_str(&numbers.join("."))
    }
}

/// The places of the nodes of a line.
///
/// # Errors
/// A branch that the tree does not have.
pub fn line(tree: &Tree, variation: &Variation) -> Result<Vec<usize>, SgfError> {
    let (mut line, mut ways) = (vec![Tree::ROOT], variation.0.iter());
    let mut branches = 0;
    while let Some(last) = line.last() {
        let node = tree.node(*last);
        let way = match node.children.len() {
            0 => break,
            1 => 1,
            count => {
                branches += 1;
                let way = ways.next().copied().unwrap_or(1);
                if way > count {
                    let what = format!(
                        "variation {variation}: branch {branches} has {count} ways, expected one of them"
                    );
                    return Err(SgfError::at(node.place, what));
                }
                way
            }
        };
        line.push(node.children[way - 1]);
    }
    if ways.next().is_some() {
        let branches = if branches == 1 { "1 branch".to_string() } else { format!("{branches} branches") };
        let what = format!("variation {variation}: the line has {branches}, expected no more numbers");
        return Err(SgfError::new(what));
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    #[test]
    fn a_path_says_which_way_to_go_at_each_branch() {
        let tree = &parse(b"(;N[r];N[a](;N[b](;N[c])(;N[d];N[e](;N[f])(;N[g])))(;N[h]))").unwrap()[0];
        let names = |variation: &str| {
            let places = line(tree, &variation.parse().unwrap()).map_err(|error| error.to_string())?;
            Ok::<String, String>(
                places.iter().map(|place| tree.node(*place).values("N").unwrap()[0].as_str()).collect(),
            )
        };
        let main: Vec<usize> = line(tree, &Variation::default()).unwrap();
        assert_eq!(main.len(), 4);
        for (variation, expected) in
            [("1", "rabc"), ("1.1", "rabc"), ("1.2", "rabdef"), ("1.2.2", "rabdeg"), ("2", "rah")]
        {
            assert_eq!(names(variation).as_deref(), Ok(expected), "{variation}");
        }
        assert!(names("3").unwrap_err().contains("variation 3: branch 1 has 2 ways"));
        assert!(names("2.1").unwrap_err().contains("variation 2.1: the line has 1 branch, expected"));
        for text in ["", "0", "1.", ".1", "1.x", "-1", "1,2", "99999999999999999999"] {
            assert!(text.parse::<Variation>().is_err(), "{text}");
        }
    }
}
