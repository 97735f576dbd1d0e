import { csvText } from '@funnel/report-files/csv.ts';
import { decimalsOf, fileCell } from '@funnel/report-files/file-columns.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameIn } from '../../dashboard/src/csv/file-name.ts';

describe('a CSV file', () => {
  it('has a heading, and quotes only what needs it', () => {
    const rows = [
      ['plain', 1.5, null],
      ['with, comma', -2, undefined],
      ['say "hi"\nthere', 0, 'x'],
    ];
    expect(csvText({ columns: ['name', 'count', 'note'], rows })).toBe(
      'name,count,note\r\nplain,1.5,\r\n"with, comma",-2,\r\n"say ""hi""\nthere",0,x\r\n',
    );
  });

  it('has as many decimals as a column says, so that numbers of money and rates line up', () => {
    const row = { revenue: 90, views: 3 };
    const columns = [
      { value: () => row.revenue, decimals: 2 },
      { value: () => row.views },
      { value: () => undefined, decimals: 2 },
      { value: () => -0.5, decimals: () => 3 },
    ];
    expect(csvText({ columns: ['a', 'b', 'c', 'd'], rows: [columns.map((column) => fileCell(column, row))] })).toBe(
      'a,b,c,d\r\n90.00,3,,-0.500\r\n',
    );
  });

  it.each([
    ['USD', 2],
    ['JPY', 2],
    ['KWD', 3],
  ])('has money in %s with %d decimals', (currency, decimals) => {
    expect(decimalsOf('revenue', currency)).toBe(decimals);
    expect([decimalsOf('conversion_rate', currency), decimalsOf('views', currency)]).toEqual([2, undefined]);
  });

  const cellOf = (text: string) => csvText({ columns: ['value'], rows: [[text]] }).slice('value\r\n'.length, -2);

  it.each(['=1+1', '+1', '-1', '@sum', '\tx', '＝1+1', '＋1', '－1', '＠sum', '﹦1', '﹢1', '﹣1', '﹫sum'])(
    'keeps a spreadsheet from running %j',
    (text) => {
      expect(cellOf(text)).toBe(`'${text}`);
    },
  );

  it.each(['\nx', '\rx', '\r\nx'])('keeps %j from starting with a new line', (text) => {
    expect(cellOf(text)).toBe(`"'${text}"`);
  });

  it.each([' =1', '\u00a0=1', '\ufeff=1', '\u200b=1', '\u0000=1', ' \u202e＝1'])(
    'is not fooled by what a spreadsheet strips, as in %j',
    (text) => {
      expect(cellOf(text)).toBe(`'${text}`);
    },
  );

  // Where the decimal separator is a comma, spreadsheets split at semicolons, and take no notice of the quotes then.
  it.each([
    ['x;=1', "x;'=1"],
    ['x; =1', "x; '=1"],
    ['x\t＝1', "x\t'＝1"],
    ['x\n=1', `"x\n'=1"`],
    ['x\r@sum', `"x\r'@sum"`],
    ['\n=1', `"'\n'=1"`],
    [';"=1;', `";""'=1;"`],
    ['x;" ""=1', `"x;"" """"'=1"`],
  ])('keeps a cell that begins within the text from running: %j', (text, cell) => {
    expect(cellOf(text)).toBe(cell);
  });

  it('has no cell that runs, wherever a spreadsheet splits it', () => {
    const piece = fc.constantFrom(
      ';',
      '\t',
      '\r',
      '\n',
      '"',
      "'",
      ',',
      ' ',
      '\u200b',
      '=',
      '＝',
      '+',
      '-',
      '@',
      'x',
      '1',
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (row) => {
        const file = csvText({ columns: ['value'], rows: [row] });
        for (const cell of file.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s\p{C}"]*[=+\-@＝]/u);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['a=b', 'a-b', 'me@example.com', '1 - 2', 'a, -b', 'a;b', '５', 'ａ'])('leaves %j as it is', (text) => {
    expect(cellOf(text).replaceAll('"', '')).toBe(text);
  });
});

describe('the name of a file', () => {
  it.each([
    ['attachment; filename="shop.example-campaigns-2026-10-01.csv"', 'shop.example-campaigns-2026-10-01.csv'],
    [`attachment; filename="l-dchen.csv"; filename*=UTF-8''l%C3%A4dchen.csv`, 'lädchen.csv'],
    [null, 'download.csv'],
  ])('is the one that the service has given it: %s', (disposition, name) => {
    expect(fileNameIn(disposition)).toBe(name);
  });
});
