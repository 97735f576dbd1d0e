// The measured constants of the capacity model. The file is written by `npm run bench -- capacity`; every part names the command
// that measures it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const PATH = new URL('./measured.json', import.meta.url);

export interface Part<Figures> {
  /** Measures it again. */
  readonly command: string;
  /** When, on what, and how busy it was. */
  readonly measured: string;
  readonly figures: Figures;
}

/** Bytes of a row, all in all and of its indexes. */
export interface RowBytes {
  readonly bytes: number;
  readonly indexBytes: number;
}

/** A row of rollup_visitors whose sketch has this many visitors. */
export interface SketchRow {
  readonly visitors: number;
  readonly form: 'explicit' | 'sparse' | 'full';
  readonly sketchBytes: number;
  readonly postgres: RowBytes;
  readonly sqlite: RowBytes;
}

export type StoredRow =
  | 'counters'
  | 'seenEvent'
  | 'seenOrder'
  | 'receipt'
  | 'arrivals'
  | 'website'
  | 'subject'
  | 'contact';

export interface StorageFigures {
  /** The rows by number of visitors, ascending. */
  readonly sketchRows: readonly SketchRow[];
  readonly rows: Readonly<Record<StoredRow, { readonly postgres: RowBytes; readonly sqlite: RowBytes }>>;
}

/** Of one of the websites that a commit writes to. */
export interface CommitCost {
  readonly sketches: 'small' | 'full';
  readonly events: number;
  readonly serviceMicroseconds: number;
  readonly databaseMicroseconds: number;
  readonly walBytes: number;
}

export interface CommitFigures {
  readonly websitesPerCommit: number;
  readonly costs: readonly CommitCost[];
}

/** What a website costs that keeps its events, beyond one that does not. */
export interface LogFigures {
  /** Bytes of a day that is merged, by its events, ascending. */
  readonly days: readonly { readonly events: number; readonly postgres: number; readonly sqlite: number }[];
  /** Of one of the websites that a commit writes to, by its events, ascending. */
  readonly commits: readonly LogCost[];
  /** Of merging what a day of commits has written. */
  readonly merging: LogCost;
}

/** What so many events cost. */
export interface LogCost {
  readonly events: number;
  readonly serviceMicroseconds: number;
  readonly databaseMicroseconds: number;
  readonly walBytes: number;
}

export interface RequestCost {
  readonly what: 'one event' | 'hot report' | 'cold report';
  /** The rate on two cores that the client, the service and all servers share. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly serviceMicroseconds: number;
  /** The time of PostgreSQL, or of the coordinator of a cluster. */
  readonly frontMicroseconds: number;
  readonly workerMicroseconds: number;
  /** What goes between the service and the database, or the coordinator. */
  readonly frontBytes: number;
  /** What goes between the coordinator and the workers. */
  readonly behindBytes: number;
}

export interface RequestFigures {
  readonly postgres: readonly RequestCost[];
  readonly citus: readonly RequestCost[];
}

export type Job = 'intervals' | 'insights' | 'sweep' | 'sweep of ids' | 'catalog';

export interface JobCost {
  readonly job: Job;
  readonly unit: string;
  readonly serviceMicroseconds: number;
  readonly databaseMicroseconds: number;
}

export interface JobFigures {
  readonly costs: readonly JobCost[];
  /** Memory of an ingesting process. */
  readonly catalogBytesPerSubject: number;
}

export interface Measured {
  readonly storage: Part<StorageFigures>;
  readonly commits: Part<CommitFigures>;
  readonly log: Part<LogFigures>;
  readonly requests: Part<RequestFigures>;
  readonly jobs: Part<JobFigures>;
}

export function readMeasured(): Measured {
  return JSON.parse(readFileSync(PATH, 'utf8'));
}

/** Replaces these parts of the file. */
export function saveMeasured(parts: Partial<Measured>): void {
  const before = existsSync(PATH) ? readMeasured() : {};
  writeFileSync(PATH, `${JSON.stringify({ ...before, ...parts }, null, 2)}\n`);
}
