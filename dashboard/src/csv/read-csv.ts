// Reads CSV files as spreadsheets write them.

interface CsvLine {
  /** The number of the line in the file that it begins on. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** Leaves out empty lines. Where numbers have a decimal comma, spreadsheets write semicolons between the columns. */
export function readCsv(text: string): CsvLine[] {
  const content = text.replace(/^\uFEFF/, '');
  const [head = ''] = content.split(/\r?\n/, 1);
  const separator = head.includes(';') ? ';' : ',';
  const lines: CsvLine[] = [];
  let line = 1;
  let begun = 1;
  let fields: string[] = [];
  // A field is in quotes, with two for one in it, or ends before the next separator or the end of the line.
  const field = new RegExp(`\\s*"((?:[^"]|"")*)"[^${separator}\\n]*|([^${separator}\\n]*)`, 'y');
  for (let at = 0; at <= content.length; at = field.lastIndex + 1) {
    field.lastIndex = at;
    const [all, quoted, plain] = field.exec(content)!;
    fields.push((quoted?.replaceAll('""', '"') ?? plain!).trim());
    line += all.split('\n').length - 1;
    if (content[field.lastIndex] === separator) continue;
    if (fields.some((one) => one !== '')) lines.push({ line: begun, fields });
    fields = [];
    line++;
    begun = line;
  }
  return lines;
}

/** A number as a person or a spreadsheet writes it. undefined: it is none. */
export function numberIn(text: string): number | undefined {
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}
