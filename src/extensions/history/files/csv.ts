// Reads CSV as it arrives, row by row (RFC 4180; lines may end with CRLF or LF).
import { isUtf8 } from 'node:buffer';
import { type FilePlace, HistoryFileError, shown } from './file-error.ts';

const FIELD_LENGTH_MAX = 64 * 1024;
const FIELDS_MAX = 200;

export interface CsvRow {
  /** The line on which it begins. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** Lines without any character are rows with one empty field. Yields the rows of each chunk together. */
export async function* readRows(file: string, bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly CsvRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parser = new CsvParser(file);
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      const line = parser.line + linesBeforeError(chunk);
      throw new HistoryFileError({ file, line }, 'the text is not UTF-8: export it as UTF-8');
    }
  };
  for await (const chunk of bytes) yield parser.add(decode(chunk));
  yield [...parser.add(decode()), ...parser.end()];
}

function linesBeforeError(chunk: Uint8Array = new Uint8Array()): number {
  const lines = Buffer.from(chunk).toString('latin1').split('\n');
  return Math.max(
    0,
    lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1'))),
  );
}

class CsvParser {
  /** Where the parser is. */
  line = 1;
  readonly #file: string;
  #rowLine = 1;
  #fields: string[] = [];
  #field = '';
  /** quoted: within quotes. closed: behind the quote that may be the last one of the field. */
  #state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';

  constructor(file: string) {
    this.#file = file;
  }

  add(text: string): CsvRow[] {
    const rows: CsvRow[] = [];
    for (let place = 0; place < text.length; ) {
      const until = this.#state === 'quoted' ? nextQuote(text, place) : nextSpecial(text, place);
      if (until > place) {
        if (this.#state === 'closed') throw this.#error('a quote is not followed by a comma or the end of the line');
        if (this.#state === 'start') this.#state = 'plain';
        this.#append(text.slice(place, until));
        place = until;
        continue;
      }
      this.#special(text[place++]!, rows);
    }
    return rows;
  }

  /** The last line may have no end. */
  end(): CsvRow[] {
    if (this.#state === 'quoted') throw this.#error('a quote is not closed');
    const rows: CsvRow[] = [];
    if (this.#fields.length > 0 || this.#state !== 'start') this.#endRow(rows);
    return rows;
  }

  #special(character: string, rows: CsvRow[]): void {
    if (character === '"') {
      if (this.#state === 'plain') this.#append('"');
      else if (this.#state === 'closed') {
        this.#append('"');
        this.#state = 'quoted';
      } else this.#state = this.#state === 'quoted' ? 'closed' : 'quoted';
    } else if (character === ',') this.#endField();
    else if (character === '\n') {
      this.line++;
      this.#endRow(rows);
    }
    // What is left is the first character of CRLF.
  }

  #append(text: string): void {
    this.#field += text;
    if (this.#state === 'quoted') this.line += text.split('\n').length - 1;
    if (this.#field.length > FIELD_LENGTH_MAX)
      throw this.#error('a field is too long: this is not the CSV of an export');
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
    this.#state = 'start';
    if (this.#fields.length > FIELDS_MAX) throw this.#error(`a line may have at most ${FIELDS_MAX} columns`);
  }

  #endRow(rows: CsvRow[]): void {
    this.#endField();
    rows.push({ line: this.#rowLine, fields: this.#fields });
    this.#fields = [];
    this.#rowLine = this.line;
  }

  #error(text: string): HistoryFileError {
    return new HistoryFileError({ file: this.#file, line: this.#rowLine }, text);
  }
}

function nextQuote(text: string, from: number): number {
  const place = text.indexOf('"', from);
  return place < 0 ? text.length : place;
}

const SPECIAL = /[",\r\n]/g;

function nextSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? text.length;
}

/** What a spreadsheet has saved again may have `1,234`, also with a space or an apostrophe. */
function withoutThousands(text: string): string {
  return /^\d{1,3}([,'’\s]\d{3})+(\.\d+)?\s?%?$/.test(text) ? text.replaceAll(/[,'’\s](?=\d{3})/g, '') : text;
}

/** The fields of a row by the names of the columns, with errors that say where they are. */
export class CsvTable {
  readonly #file: string;
  readonly #columns: ReadonlyMap<string, number>;
  #row: CsvRow;

  constructor(file: string, header: CsvRow) {
    this.#file = file;
    this.#columns = new Map(header.fields.map((name, place) => [name.trim(), place]));
    this.#row = header;
  }

  has(column: string): boolean {
    return this.#columns.has(column);
  }

  /** Throws if the table has not all of them. */
  requireColumns(...columns: readonly string[]): void {
    const missing = columns.find((column) => !this.#columns.has(column));
    if (missing === undefined) return;
    const names = [...this.#columns.keys()].join(', ');
    throw this.error(undefined, `there is no column ${shown(missing)}: the columns are ${shown(names)}`);
  }

  /** From now on the fields are those of this row. */
  at(row: CsvRow): this {
    if (row.fields.length < this.#columns.size) {
      throw new HistoryFileError(
        { file: this.#file, line: row.line },
        `the line has ${row.fields.length} columns, and the first line has ${this.#columns.size}`,
      );
    }
    this.#row = row;
    return this;
  }

  /** Empty if the table has no such column. */
  text(column: string): string {
    const place = this.#columns.get(column);
    return place === undefined ? '' : this.#row.fields[place]!;
  }

  /** A whole number from 0 on. ClickHouse writes `\N` for what is missing. */
  count(column: string): number {
    const text = this.text(column).trim();
    if (text === '' || text === '\\N') return 0;
    const number = Number(withoutThousands(text));
    if (!/^\d+(\.0+)?$/.test(withoutThousands(text)) || !Number.isSafeInteger(number)) {
      throw this.error(column, `must be a whole number, not ${shown(text)}`);
    }
    return number;
  }

  /** Whether it is a number, a percentage, or empty. */
  isNumber(column: string): boolean {
    const text = this.text(column).trim();
    return text === '' || Number.isFinite(Number(withoutThousands(text).replace(/ ?%$/, '')));
  }

  error(column: string | undefined, text: string): HistoryFileError {
    const place: FilePlace = { file: this.#file, line: this.#row.line, column };
    return new HistoryFileError(place, text);
  }
}
