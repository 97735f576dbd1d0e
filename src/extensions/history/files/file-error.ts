// What is wrong with a file of another tool, and where.

/** Where it is in a file. Lines count from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: string | undefined;
}

/** How much of a value or a name an error shows. */
const SHOWN_MAX = 60;

/** The message says which file, line and column, and what to do. */
export class HistoryFileError extends Error {
  constructor({ file, line, column }: FilePlace, text: string) {
    const place = [file, line && `line ${line}`, column && `column ${shown(column)}`].filter(Boolean).join(', ');
    super(`${place}: ${text}`);
  }
}

/** The file is larger than what is read at once. */
export class HistoryFileTooLargeError extends HistoryFileError {}

/** A text of the file, quoted and shortened. */
export function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text);
}
