// Which representation a request asks for, by `format` and by the header Accept (RFC 9110, section 12.5.1).
import { describe, expect, test } from 'vitest';
import { chooseFormat } from '../../../../../src/core/server/surfaces/rest/representation.ts';

const WITH_ROWS = { csv: { rows: '' } };
const WITHOUT_ROWS = {};

describe('an answer with rows', () => {
  test.each([
    [undefined, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['text/csv', 'csv'],
    ['TEXT/CSV; charset=utf-8', 'csv'],
    ['text/*', 'csv'],
    ['text/csv, application/json', 'json'],
    ['text/csv, application/json;q=0.9', 'csv'],
    ['text/csv;q=0.5, application/json;q=0.9', 'json'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['text/csv;q=0, */*', 'json'],
    ['text/*;q=0.2, text/csv;q=0.9, application/json;q=0.5', 'csv'],
    ['text/csv;q=2', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['image/png', 'json'],
  ])('Accept: %s is answered with %s', (accept, format) => {
    expect(chooseFormat(WITH_ROWS, { format: undefined, accept })).toBe(format);
  });

  test.each([
    ['csv', 'application/json', 'csv'],
    ['json', 'text/csv', 'json'],
  ])('format=%s goes before Accept: %s', (format, accept, chosen) => {
    expect(chooseFormat(WITH_ROWS, { format, accept })).toBe(chosen);
  });
});

describe('an answer without rows', () => {
  test.each(['text/csv', 'text/csv, application/json;q=0'])('does not exist as %s', (accept) => {
    expect(() => chooseFormat(WITHOUT_ROWS, { format: undefined, accept })).toThrow(
      expect.objectContaining({ status: 406, options: { code: 'no_csv' } }),
    );
  });

  test('does not exist with format=csv', () => {
    const asked = { format: 'csv', accept: '*/*' };
    expect(() => chooseFormat(WITHOUT_ROWS, asked)).toThrow(expect.objectContaining({ status: 406 }));
  });

  test.each([undefined, '*/*', 'text/csv, application/json;q=0.1', 'text/html'])('Accept: %s gets JSON', (accept) => {
    expect(chooseFormat(WITHOUT_ROWS, { format: undefined, accept })).toBe('json');
  });
});

test.each([WITH_ROWS, WITHOUT_ROWS])('a format that does not exist is refused, of any answer', (operation) => {
  for (const format of ['xml', '', 'CSV', ['csv', 'json']]) {
    expect(() => chooseFormat(operation, { format, accept: undefined })).toThrow(
      expect.objectContaining({ status: 400, options: { code: 'unknown_format', param: 'format' } }),
    );
  }
});
