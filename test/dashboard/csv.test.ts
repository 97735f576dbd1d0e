import { describe, expect, it } from 'vitest';
import { csvText } from '../../dashboard/src/csv/csv.ts';

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

  it.each(['=1+1', '+1', '-1', '@sum', '\tx'])('keeps a spreadsheet from running %j', (text) => {
    expect(csvText({ columns: ['value'], rows: [[text]] })).toBe(`value\r\n'${text}\r\n`);
  });
});
