// How an answer becomes a CSV file. An operation whose answer has rows declares its tables, and REST offers each of them:
// `?format=csv`, or `Accept: text/csv`.
import type { CsvFile, CsvValue } from '@funnel/report-files/csv.ts';
import { type FileColumn, fileOf } from '@funnel/report-files/file-columns.ts';
import { z } from 'zod';
import type { Translate } from '../../../../languages/translate.ts';

/**
 * Where the rows are in the answer, such as `data.goals`; the empty text is the answer itself. Their columns have the names of the API. An
 * object is one row.
 */
type RowsPath = string;

/** A table with words of its own: those of the page that shows it. */
export interface WordedTable<Answer, Query> {
  /** undefined: the answer does not have it, because nobody asked for it. */
  fileOf(answer: Answer, asked: AskedFor<Query>): CsvFile | undefined;
}

export interface AskedFor<Query> {
  readonly query: Query;
  /** Speaks the language of the reader. */
  readonly t: Translate;
  readonly nowMs: number;
}

/** Each has a name. Whoever names none gets the first one that the answer has. */
export type CsvTables<Answer, Query> = Readonly<Record<string, RowsPath | WordedTable<Answer, Query>>>;

export function tableFile<Answer, Query>(
  table: RowsPath | WordedTable<Answer, Query>,
  output: z.ZodType,
  answer: Answer,
  asked: AskedFor<Query>,
): CsvFile | undefined {
  return typeof table === 'string' ? rowsFile(output, table, answer) : table.fileOf(answer, asked);
}

/** The parameters of the page after this one. */
export function pageAfter({ page, total_pages: count }: { readonly page: number; readonly total_pages: number }) {
  return page < count ? { page: page + 1 } : undefined;
}

type Row = Readonly<Record<string, unknown>>;

function rowsFile(output: z.ZodType, path: RowsPath, answer: unknown): CsvFile | undefined {
  const names = path === '' ? [] : path.split('.');
  const found = names.reduce<unknown>((value, name) => (value as Row | undefined)?.[name], answer);
  if (found === undefined || found === null) return undefined;
  const rows = (Array.isArray(found) ? found : [found]) as readonly Row[];
  return fileOf(columnsAt(output, names), rows);
}

/** The columns of the rows of a table: what the schema has, also in objects within the row, whose names are `metrics.views`. */
function columnsAt(output: z.ZodType, names: readonly string[]): FileColumn<Row>[] {
  const list = names.reduce((schema, name) => objectIn(schema).shape[name] as z.ZodType, output);
  const inner = unwrapped(list);
  return columnsOf(objectIn(inner instanceof z.ZodArray ? (inner.element as z.ZodType) : inner));
}

/** The fields of an object, by the names of the API. */
export function columnsOf(schema: z.ZodObject, within: readonly string[] = []): FileColumn<Row>[] {
  return Object.entries(schema.shape).flatMap(([name, type]) => {
    const path = [...within, name];
    const inner = unwrapped(type as z.ZodType);
    if (inner instanceof z.ZodObject) return columnsOf(inner, path);
    const label = path.join('.');
    return [{ name: label, label, value: (row: Row) => cellOf(valueAt(row, path)) }];
  });
}

function valueAt(row: Row, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Row | null | undefined)?.[name], row);
}

/** Lists and fields of any name are JSON. */
function cellOf(value: unknown): Exclude<CsvValue, object> {
  if (value === null || value === undefined || typeof value === 'number') return value as null | undefined | number;
  if (typeof value !== 'object') return String(value);
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}

function objectIn(type: z.ZodType): z.ZodObject {
  const inner = unwrapped(type);
  if (inner instanceof z.ZodObject) return inner;
  throw new Error(`A table of CSV files has objects as rows, and not ${inner.def.type}.`);
}

function unwrapped(type: z.ZodType): z.ZodType {
  const { innerType } = type.def as { readonly innerType?: z.ZodType };
  return innerType ? unwrapped(innerType) : type;
}
