// The parts of an export that are replaced as a whole, and known by a digest of what they have.

import type { TableChunk } from '../table-files/table.ts';
import type { ExportTable } from './export-tables.ts';

export interface PartitionName {
  readonly table: ExportTable;
  readonly websiteId: number;
  /** A day, the first day of a month, or all of the website. */
  readonly period?: { readonly kind: 'day' | 'month'; readonly firstDay: number; readonly lastDay: number };
}

/** Changes whenever what is in the database does. */
export type Digest = string;

export interface Partition extends PartitionName {
  readonly digest: Digest;
  read(): AsyncIterable<TableChunk>;
}
