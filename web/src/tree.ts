// A tree of variations. Children of a node have different moves, so that a list of moves names one node.

export interface Node {
  readonly move: string;
  readonly children: Tree;
}

/** The first moves of all variations, each with what follows it. */
export type Tree = readonly Node[];

/** The tree with this line in it. */
export function withLine(tree: Tree, line: readonly string[]): Tree {
  const [move, ...rest] = line;
  if (move === undefined) return tree;
  const known = tree.find((node) => node.move === move);
  if (!known) return [...tree, { move, children: withLine([], rest) }];
  const children = withLine(known.children, rest);
  return children === known.children ? tree : tree.map((node) => (node === known ? { move, children } : node));
}

/** The tree without the node that the line leads to, and without what follows it. */
export function withoutLine(tree: Tree, line: readonly string[]): Tree {
  const [move, ...rest] = line;
  if (rest.length === 0) return tree.filter((node) => node.move !== move);
  return tree.map((node) => (node.move === move ? { move, children: withoutLine(node.children, rest) } : node));
}

/** What may follow a line in the tree. */
export function following(tree: Tree, line: readonly string[]): Tree {
  return line.reduce<Tree>((nodes, move) => nodes.find((node) => node.move === move)?.children ?? [], tree);
}

/** Whether the tree is one line without variations. */
export function isOneLine(tree: Tree): boolean {
  return tree.length === 0 || (tree.length === 1 && isOneLine(tree[0]!.children));
}

/** The tree as text: moves with commas between them, and where variations part, each in parentheses. */
export function writeTree(tree: Tree): string {
  if (tree.length !== 1) return tree.map((node) => `(${writeTree([node])})`).join("");
  const [node] = tree as [Node];
  const rest = writeTree(node.children);
  return rest === "" || rest.startsWith("(") ? node.move + rest : `${node.move},${rest}`;
}

/** Reads what `writeTree` writes; null if the text is something else. */
export function readTree(text: string): Tree | null {
  const tokens = text.match(/[(),]|[^(),]+/g) ?? [];
  let at = 0;
  const sequence = (): Tree | null => {
    if (tokens[at] === "(") {
      let tree: Tree = [];
      while (tokens[at] === "(") {
        at += 1;
        const branch = sequence();
        if (branch === null || branch.length !== 1 || tokens[at] !== ")") return null;
        at += 1;
        if (tree.some((node) => node.move === branch[0]!.move)) return null;
        tree = [...tree, branch[0]!];
      }
      return tree;
    }
    const move = tokens[at];
    if (move === undefined || move === ")" || move === ",") return null;
    at += 1;
    if (tokens[at] === ",") {
      at += 1;
      const rest = sequence();
      return rest === null || rest.length !== 1 ? null : [{ move, children: rest }];
    }
    if (tokens[at] !== "(") return [{ move, children: [] }];
    const rest = sequence();
    return rest && [{ move, children: rest }];
  };
  if (text === "") return [];
  const tree = sequence();
  return at === tokens.length ? tree : null;
}
