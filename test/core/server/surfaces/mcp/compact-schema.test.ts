// The short schemas of the tools: they admit whatever the full ones admit, and the list of tools stays cheap to carry.
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compactInput, compactOutput } from '../../../../../src/core/server/surfaces/mcp/compact-schema.ts';
import { IS_LONG } from '../../../../support/long.ts';
import { TOOLS } from '../../../../support/operations.ts';

const CHARACTERS_PER_TOKEN = 4;

interface Sample {
  readonly schema: z.ZodType;
  readonly value: unknown;
}

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  fc.integer({ min: 0, max: 1000 }).map((value) => ({ schema: z.int().nonnegative(), value })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => ({ schema: z.number(), value })),
  fc.string().map((value) => ({ schema: z.string().describe('A string.'), value })),
  fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => ({
    schema: z.number().nullable(),
    value,
  })),
  fc.constantFrom('live', 'archived').map((value) => ({ schema: z.enum(['live', 'archived']), value })),
);

const { sample } = fc.letrec<{ sample: Sample; object: Sample; list: Sample }>((tie) => ({
  sample: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, tie('object'), tie('list')),
  object: fc
    .dictionary(fc.constantFrom(...'abcdefghij'), fc.record({ field: tie('sample'), isOptional: fc.boolean() }))
    .map((fields) => {
      const entries = Object.entries(fields);
      return {
        schema: z.strictObject(
          Object.fromEntries(
            entries.map(([name, { field, isOptional }]) => [name, isOptional ? field.schema.optional() : field.schema]),
          ),
        ),
        value: Object.fromEntries(entries.map(([name, { field }]) => [name, field.value])),
      };
    }),
  list: fc.record({ item: tie('sample'), count: fc.nat(2) }).map(({ item, count }) => ({
    schema: z.array(item.schema),
    value: Array.from({ length: count }, () => item.value),
  })),
}));

test('a value that the full schema admits is admitted by the short one', () => {
  fc.assert(
    fc.property(sample, ({ schema, value }) => {
      const full = z.toJSONSchema(z.strictObject({ once: schema, again: schema }));
      const short = compactOutput(full);
      const validate = new Ajv2020.default({ strict: false }).compile(short);
      expect(validate({ once: value, again: value }), JSON.stringify(short)).toBe(true);
      expect(JSON.stringify(short).length).toBeLessThanOrEqual(JSON.stringify(full).length);
    }),
    { numRuns: IS_LONG ? 50 : 15 },
  );
});

test('an object of plain values is only said to be one, and rows keep their names', () => {
  const counts = z.strictObject({ views: z.int(), previous: z.strictObject({ views: z.int() }).optional() });
  const metrics = counts.describe('Rates are percent.');
  const row = z.strictObject({ id: z.int(), name: z.string().nullable(), metrics });
  const { $schema: _, ...full } = z.toJSONSchema(z.strictObject({ metrics, rows: z.array(row) }));
  const short = { type: 'object', description: 'Rates are percent.' };
  expect(compactOutput(full)).toEqual({
    type: 'object',
    properties: {
      metrics: short,
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            name: { type: ['string', 'null'] },
            metrics: short,
          },
        },
      },
    },
  });
});

test('an output leaves out what an argument adds, and admits it', () => {
  const block = z.object({ date: z.string() }).describe('Points. Only with group_by.');
  const full = z.object({ id: z.int(), timeseries: block.optional(), name: z.string().optional() });
  const { $schema: _, ...schema } = z.toJSONSchema(full, { io: 'output' });
  expect(compactOutput(schema)).toEqual({
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  });
});

test('an input keeps what a caller has to know, and takes no other arguments', () => {
  const { $schema: _, ...full } = z.toJSONSchema(
    z.object({ id: z.int().positive().describe('The id.'), sort: z.enum(['a', 'b']).default('a') }),
    { io: 'input' },
  );
  expect(compactInput(full)).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer', description: 'The id.' },
      sort: { type: 'string', enum: ['a', 'b'], default: 'a' },
    },
    required: ['id'],
    additionalProperties: false,
  });
});

test('the list of tools has at most 6,000 tokens', () => {
  expect(JSON.stringify({ tools: TOOLS }).length / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(6_000);
});
