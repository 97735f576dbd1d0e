// Paths as a tree that can be drawn: what ended and what went on otherwise are nodes, too, and small branches are not told apart.
import type { PathsReport } from '../api/types.ts';

/** What all nodes of a report have. */
interface ReportNode {
  readonly visitors: number;
  readonly children: readonly (ReportNode & { readonly step: string })[];
  readonly ended?: number;
  readonly others?: number;
}

export interface PathTree {
  readonly kind: 'start' | 'step' | 'ended' | 'others';
  /** The steps from the start to this one, as the API writes them. Of what is no step, those of the node before. */
  readonly steps: readonly string[];
  readonly visitors: number;
  readonly children: readonly PathTree[];
}

/** Branches with a smaller share of all visitors are among the others. */
export const SHARE_MIN = 0.02;

export function pathTree(
  { from, to, ...root }: PathsReport['data'],
  visitorsMin = root.visitors * SHARE_MIN,
): PathTree {
  // The document of the API does not say what an empty list would have.
  return { kind: 'start', ...nodeOf(root as ReportNode, [(from ?? to)!], visitorsMin) };
}

function nodeOf(node: ReportNode, steps: readonly string[], visitorsMin: number): Omit<PathTree, 'kind'> {
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
export function nodesOf(tree: PathTree): PathTree[] {
  return [tree, ...tree.children.flatMap(nodesOf)];
}

/** All sizes are in pixels. */
const WHOLE_HEIGHT = 320;
const HEIGHT_MIN = 44;
const GAP = 6;
export const RIBBON_WIDTH = 36;

/** A node with its place: it is as tall as its share of the visitors, but never too small for its name. */
export interface PlacedNode extends PathTree {
  readonly height: number;
  /** The height of the node and of what comes after it. */
  readonly totalHeight: number;
  readonly children: readonly (PlacedNode & { readonly top: number; readonly ribbon: string })[];
}

export function placed(tree: PathTree, whole = tree.visitors): PlacedNode {
  const height = Math.max(HEIGHT_MIN, (tree.visitors / Math.max(1, whole)) * WHOLE_HEIGHT);
  let [top, left] = [0, 0];
  const children = tree.children.map((each) => {
    const child = placed(each, whole);
    const from = { top: left, height: (child.visitors / tree.visitors) * height };
    const at = { ...child, top, ribbon: ribbonBetween(from, { top, height: child.height }) };
    top += child.totalHeight + GAP;
    left += from.height;
    return at;
  });
  return { ...tree, height, totalHeight: Math.max(height, top - GAP), children };
}

interface Edge {
  readonly top: number;
  readonly height: number;
}

/** The outline of a band from the right edge of a node to the left edge of the next one. */
function ribbonBetween(from: Edge, to: Edge): string {
  const [middle, end] = [RIBBON_WIDTH / 2, RIBBON_WIDTH];
  const round = (value: number) => Math.round(value * 10) / 10;
  const [a, b, c, d] = [from.top, to.top, to.top + to.height, from.top + from.height].map(round);
  return `M0 ${a}C${middle} ${a} ${middle} ${b} ${end} ${b}V${c}C${middle} ${c} ${middle} ${d} 0 ${d}Z`;
}
