// A large run is divided into parts by its visitors, so that a question about a sample reads only the parts that it needs.
// Why: docs/decisions/reports.md, "A large run has as few parts as possible".
import type { Run } from './run.ts';
import { type RunContent, writeRun } from './write-run.ts';

/** Smaller parts would repeat their dictionaries too often. */
export const PART_EVENTS_MAX = 16_384;

export interface RunPart {
  /** The high halves of the visitors' hashes, as unsigned numbers, are not below it. */
  readonly visitorsFrom: number;
  readonly run: Run;
}

interface HashRange {
  readonly from: number;
  readonly before: number;
}

/** Makes as few equal ranges of visitors as possible, each with about `partEventsMax` events at most. */
export function rangesOfParts(threshold: number, eventCount: number, partEventsMax: number): HashRange[] {
  const count = Math.max(1, Math.ceil(eventCount / partEventsMax));
  const start = (part: number) => Math.floor((part * threshold) / count);
  return Array.from({ length: count }, (_, part) => ({ from: start(part), before: start(part + 1) }));
}

/** A part without events is left out. */
export function writeParts(content: RunContent): RunPart[] {
  const { threshold, table, order } = content;
  let end = 0;
  return rangesOfParts(threshold, order.length, PART_EVENTS_MAX).flatMap(({ from, before }) => {
    const first = end;
    while (end < order.length && table.high[order[end]!]! < before) end++;
    return end === first
      ? []
      : [{ visitorsFrom: from, run: writeRun({ ...content, order: order.subarray(first, end) }) }];
  });
}
