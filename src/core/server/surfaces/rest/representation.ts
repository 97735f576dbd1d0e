// Which representation of an answer a request asks for: JSON, or a table as CSV. `format` goes before the header Accept.
import type { AnyOperation } from '../../../contract/operations/define-operation.ts';
import { Problem } from '../../../foundation/problem/problem.ts';

/** Parameters of every operation whose answer has tables. They are not those of the operation itself, and tools do not have them. */
export const FORMATS = ['json', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

const JSON_TYPE = 'application/json';
export const CSV_TYPE = 'text/csv';

interface Asked {
  /** Is what was sent, of any type. */
  readonly format: unknown;
  readonly accept: string | undefined;
}

/** Throws a problem of status 400 for a format that does not exist, and 406 for CSV of an answer without rows. */
export function chooseFormat({ csv }: Pick<AnyOperation, 'csv'>, { format, accept }: Asked): Format {
  if (format !== undefined) {
    const known = FORMATS.find((name) => name === format);
    if (!known) throw unknownFormat();
    if (known === 'csv' && !csv) throw noRows();
    return known;
  }
  const [ofCsv, ofJson] = [qualityOf(accept, CSV_TYPE), qualityOf(accept, JSON_TYPE)];
  if (ofCsv <= ofJson) return 'json';
  if (csv) return 'csv';
  // Whoever also accepts JSON gets it.
  if (ofJson === 0) throw noRows();
  return 'json';
}

function unknownFormat(): Problem {
  const detail = `format must be one of ${FORMATS.join(', ')}.`;
  return new Problem(400, detail, { code: 'unknown_format', param: 'format' });
}

function noRows(): Problem {
  return new Problem(406, 'This answer has no rows, so there is no CSV of it: ask for JSON.', { code: 'no_csv' });
}

/** RFC 9110, section 12.5.1: how much a header Accept wants this type, from 0 to 1. The most exact range counts. */
function qualityOf(accept: string | undefined, type: string): number {
  if (accept === undefined || accept.trim() === '') return 1;
  const ranges = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  let best = { rank: ranges.length, quality: 0 };
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const rank = ranges.indexOf(range);
    if (rank >= 0 && rank < best.rank) best = { rank, quality: weightOf(parameters) };
  }
  return best.quality;
}

/** What is not a number from 0 to 1 is none. */
function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}
