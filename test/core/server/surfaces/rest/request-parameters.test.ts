import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { decodeQuery } from '../../../../../src/core/server/surfaces/rest/request-parameters.ts';

const schema = z.object({
  count: z.int().positive().optional(),
  flag: z.boolean().default(false),
  text: z.string().optional(),
  choice: z.enum(['1', 'true']).default('1'),
  ids: z.array(z.int()).optional(),
  texts: z.array(z.string().transform((text) => text)).optional(),
});

describe('a query', () => {
  test.each([
    [{}, {}],
    [{ count: '5' }, { count: 5 }],
    [{ count: ' 5 ' }, { count: 5 }],
    [{ count: '-5' }, { count: -5 }],
    [{ count: '005' }, { count: 5 }],
    [{ count: '9007199254740991' }, { count: 9_007_199_254_740_991 }],
    [{ flag: 'true' }, { flag: true }],
    [{ flag: 'false' }, { flag: false }],
    // Clients in Python send them so.
    [{ flag: 'True' }, { flag: true }],
    [{ flag: 'FALSE' }, { flag: false }],
    [{ flag: '1' }, { flag: true }],
    [{ flag: '0' }, { flag: false }],
    [{ text: '5' }, { text: '5' }],
    [{ text: 'true' }, { text: 'true' }],
    [{ choice: 'true' }, { choice: 'true' }],
    [{ ids: '5' }, { ids: [5] }],
    [{ ids: '5,6' }, { ids: [5, 6] }],
    [{ ids: ['5', '6,7'] }, { ids: [5, 6, 7] }],
    [{ 'ids[]': ['5', '6'] }, { ids: [5, 6] }],
    [{ 'ids[0]': '5', 'ids[1]': '6' }, { ids: [5, 6] }],
    [{ ids: '5', 'ids[]': '6' }, { ids: [5, 6] }],
    [{ texts: 'a,b' }, { texts: ['a,b'] }],
    [{ texts: ['a,b', ''], 'texts[]': 'c' }, { texts: ['a,b', '', 'c'] }],
  ])('%j is %j', (query, decoded) => {
    expect(decodeQuery(schema, query)).toEqual(decoded);
    expect(schema.safeParse(decoded).success).toBe(!('count' in query && query.count === '-5'));
  });

  test.each([
    { count: '5.0' },
    { count: '5e1' },
    { count: '0x5' },
    { count: '' },
    { count: ' ' },
    { count: '5 6' },
    { count: '99999999999999999' },
    { count: ['5', '6'] },
    { flag: '' },
    { flag: '2' },
    { flag: '01' },
    { flag: ' true' },
    { flag: 'yes' },
    { flag: ['true', 'true'] },
    { text: ['a', 'b'] },
    { ids: '' },
    { ids: '5,' },
    { ids: '5,x' },
  ])('%j stays as it is, for the schema to refuse', (query) => {
    expect(schema.safeParse(decodeQuery(schema, query)).success).toBe(false);
  });

  test.each([
    { other: '1' },
    { 'ids[a]': '1' },
    { 'ids[a][0]': '1' },
    { 'ids[': '1' },
    { 'ids]': '1' },
    { 'idsx[]': '1' },
    { 'count[]': '1' },
    { __proto__: { count: '1' } },
    JSON.parse('{"__proto__": "1", "constructor": "2"}'),
  ])('%j has nothing that the schema knows', (query) => {
    expect(decodeQuery(schema, { ...query })).toEqual({});
  });
});
