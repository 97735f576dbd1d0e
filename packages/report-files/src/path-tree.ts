// Paths as a tree: what ended and what went on otherwise are nodes, too, and small branches are not told apart.

/** What all nodes of a report have. */
interface ReportNode {
  readonly visitors: number;
  readonly children: readonly (ReportNode & { readonly step: string })[];
  readonly ended?: number | undefined;
  readonly others?: number | undefined;
}

/** The document of the API does not say what an empty list would have. */
export interface ReportedPaths extends Omit<ReportNode, 'children'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly within_minutes: number;
  readonly children: readonly object[];
}

export interface PathNode {
  readonly kind: 'start' | 'step' | 'ended' | 'others';
  /** The steps from the start to this one, as the API writes them. Of what is no step, those of the node before. */
  readonly steps: readonly string[];
  readonly visitors: number;
  readonly children: readonly PathNode[];
}

/** `visitorsMin`: branches with fewer are among the others. */
export function pathTree({ from, to, ...root }: ReportedPaths, visitorsMin: number): PathNode {
  return { kind: 'start', ...nodeOf(root as ReportNode, [(from ?? to)!], visitorsMin) };
}

function nodeOf(node: ReportNode, steps: readonly string[], visitorsMin: number): Omit<PathNode, 'kind'> {
  const { visitors, children, ended = 0, others = 0 } = node;
  const shown = children.filter((child) => child.visitors >= visitorsMin);
  const shownVisitors = shown.reduce((sum, child) => sum + child.visitors, 0);
  const known = children.reduce((sum, child) => sum + child.visitors, 0);
  const rest = [
    { kind: 'others' as const, visitors: others + known - shownVisitors },
    { kind: 'ended' as const, visitors: ended },
  ];
  return {
    steps,
    visitors,
    children: [
      ...shown.map((child) => ({ kind: 'step' as const, ...nodeOf(child, [...steps, child.step], visitorsMin) })),
      ...rest.filter(({ visitors: count }) => count > 0).map((each) => ({ ...each, steps, children: [] })),
    ],
  };
}

/** All nodes, each before its children. */
export function nodesOf(tree: PathNode): PathNode[] {
  return [tree, ...tree.children.flatMap(nodesOf)];
}
