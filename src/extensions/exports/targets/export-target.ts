// Where an export goes. Whatever it is, it has a record of what is there, so that an export writes only what is not.

import type { TableChunk } from '../table-files/table.ts';
import type { Digest, PartitionName } from './partition.ts';

/** What is there of an export. */
export interface ExportRecord {
  /** Stays the same from one incremental run to the next. The names of visitors depend on it. */
  readonly exportId: string;
  /** Finished runs. */
  readonly runs: number;
  readonly websiteIds: readonly number[];
}

/** By a name that the target chooses for each partition. An empty digest: it was being replaced, so nobody knows what it has. */
export type WebsiteState = ReadonlyMap<string, Digest>;

/** What is to be done with the partitions of a website. */
export interface WebsiteChange {
  readonly websiteId: number;
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
  /** What the website has afterwards. */
  readonly state: WebsiteState;
}

export interface ExportTarget {
  nameOf(partition: PartitionName): string;
  /** undefined: nothing was exported to it yet. */
  readRecord(): Promise<ExportRecord | undefined>;
  /** Says of which websites something may be there from now on, before there is. */
  begin(record: ExportRecord): Promise<void>;
  readState(websiteId: number): Promise<WebsiteState>;
  /** Writes a partition aside. Returns the number of rows. */
  stage(partition: PartitionName, chunks: AsyncIterable<TableChunk>): Promise<number>;
  /**
   * Puts what was staged into its place. A process that ends meanwhile leaves partitions whose digests are empty, and what readers find is
   * either the partition as it was or as it will be.
   */
  publish(change: WebsiteChange): Promise<void>;
  /** Forgets what was staged and not published. */
  discard(): Promise<void>;
  /** Says that all of it is there. */
  finish(record: ExportRecord, about: { readonly cursor: string; readonly at: Date }): Promise<void>;
  /** Removes what was staged and not published. */
  close(): Promise<void>;
}

/** What owners are told of an export that failed. */
export const EXPORT_PROBLEMS = [
  'keys_refused',
  'no_target',
  'redirected',
  'unreachable',
  'not_public',
  'full',
  'refused',
  'damaged_target',
  'busy',
  'unexpected',
] as const;
export type ExportProblem = (typeof EXPORT_PROBLEMS)[number];

/** The target can't be used, or has something else: the message says what to do. */
export class ExportError extends Error {
  readonly problem: ExportProblem;

  constructor(message: string, problem: ExportProblem = 'refused') {
    super(message);
    this.problem = problem;
  }
}
