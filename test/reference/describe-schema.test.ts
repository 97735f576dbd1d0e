// How the reference page puts schemas into words.
import { expect, test } from 'vitest';
import { fieldsOf, limitsOf, typeOf, valuesOf } from '../../reference/src/describe-schema.ts';
import { type ApiDocument, modelsOf, operationsOf, type Schema } from '../../reference/src/document.ts';
import { pageGroups, search } from '../../reference/src/pages.ts';
import { referenceDocument } from '../../src/core/server/surfaces/docs/document.ts';
import { API } from '../support/operations.ts';

const api = JSON.parse(
  JSON.stringify(referenceDocument({ api: API, baseUrl: 'https://funnel.example' })),
) as ApiDocument;

test.each<[string, Schema]>([
  ['integer', { type: 'integer' }],
  ['string or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['array of Metrics', { type: 'array', items: { $ref: '#/components/schemas/Metrics' } }],
  ['object of integer', { type: 'object', additionalProperties: { type: 'integer' } }],
  ['"website"', { type: 'string', const: 'website' }],
  ['string', { enum: ['a', 'b'] }],
])('the type %s', (text, schema) => {
  expect(typeOf(schema)).toBe(text);
});

test('the limits, also of a value that may be null', () => {
  expect(limitsOf({ type: 'integer', exclusiveMinimum: 0, maximum: 50, default: 25 })).toEqual([
    'more than 0',
    'at most 50',
    'default 25',
  ]);
  expect(limitsOf({ anyOf: [{ type: 'string', maxLength: 64 }, { type: 'null' }] })).toEqual(['characters at most 64']);
});

test('the values that are allowed, also of the items of an array', () => {
  expect(valuesOf({ type: 'array', items: { anyOf: [{ enum: ['a'] }, { type: 'null' }] } }, api)).toEqual(['a']);
});

test('the fields of a problem are those of all its parts', () => {
  const problem = operationsOf(api).find(({ operationId }) => operationId === 'get_website_report')!.responses['400']!;
  const [fields] = fieldsOf(problem.content!['application/problem+json']!.schema!, api);
  expect(fields!.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['type', 'title', 'status', 'detail', 'code']),
  );
  expect(fields!.find(({ name }) => name === 'code')!.schema.enum).toEqual(['website_id_required', 'unknown_format']);
});

test('the definitions, every operation, and every model that they refer to have a page', () => {
  const groups = pageGroups(api);
  const pages = groups.flatMap((group) => group.pages);
  expect(new Set(pages.map(({ id }) => id)).size).toBe(1 + operationsOf(api).length + modelsOf(api).length);
  expect(groups.map(({ title }) => title)).toEqual(['Words', ...api.tags.map(({ name }) => name), 'Models']);
  expect(pages.map(({ title }) => title)).toContain('Metrics');
  // Only the dashboard can invite people.
  expect(pages.map(({ title }) => title)).not.toContain('Invitation');
});

test('the search finds pages that have all words', () => {
  const found = search(pageGroups(api), 'Contact email').flatMap(({ pages }) => pages.map(({ title }) => title));
  expect(found).toContain('Delete a contact');
  expect(found).not.toContain('Campaign report');
  expect(search(pageGroups(api), 'no such words')).toEqual([]);
});
