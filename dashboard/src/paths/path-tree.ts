// Paths as a tree that can be drawn.
import type { PathNode } from '@funnel/report-files/path-tree.ts';

/** Branches with a smaller share of all visitors are among the others. */
export const SHARE_MIN = 0.02;

/** All sizes are in pixels. */
const WHOLE_HEIGHT = 320;
const HEIGHT_MIN = 44;
const GAP = 6;
export const RIBBON_WIDTH = 36;

/** A node with its place: it is as tall as its share of the visitors, but never too small for its name. */
export interface PlacedNode extends PathNode {
  readonly height: number;
  /** The height of the node and of what comes after it. */
  readonly totalHeight: number;
  readonly children: readonly (PlacedNode & { readonly top: number; readonly ribbon: string })[];
}

export function placed(tree: PathNode, whole = tree.visitors): PlacedNode {
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
