// From zod to the JSON Schema of the OpenAPI file. Shapes that occur in many places, or that programs want a name for,
// stand once among the components.
import { z } from 'zod';
import { createdToken, newToken, token } from '../../access/token-operations.ts';
import { contact } from '../../contacts/contact.ts';
import { event } from '../../ingestion/collect-events.ts';
import * as shapes from '../../reports/shapes.ts';
import { area } from '../../resources/areas.ts';
import { campaignRecord, variantRecord } from '../../resources/campaigns.ts';
import { websiteRecord } from '../../resources/website.ts';

export type JsonSchema = Record<string, unknown>;

const NAMED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [shapes.metrics, 'Metrics'],
  [shapes.websiteMetrics, 'WebsiteMetrics'],
  [shapes.timeseries, 'Timeseries'],
  [shapes.website, 'ReportedWebsite'],
  [shapes.timeframe, 'Timeframe'],
  [shapes.variant, 'Variant'],
  [campaignRecord, 'CampaignRecord'],
  [variantRecord, 'VariantRecord'],
  [area, 'Area'],
  [websiteRecord, 'WebsiteRecord'],
  [contact, 'Contact'],
  [event, 'Event'],
  [token, 'Token'],
  [newToken, 'NewToken'],
  [createdToken, 'CreatedToken'],
]);

/** What is given as such by clients has defaults that may be left out; what is answered has them. */
export function schemaOf(type: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
  return convert(type, io, NAMED);
}

export function namedSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...NAMED].map(([type, name]) => {
      const others = new Map([...NAMED].filter(([other]) => other !== type));
      return [name, convert(type as z.ZodType, 'output', others)];
    }),
  );
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function convert(type: z.ZodType, io: 'input' | 'output', named: ReadonlyMap<unknown, string>): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    override({ zodSchema, jsonSchema }) {
      const name = named.get(zodSchema);
      if (name) replace(jsonSchema, reference(name));
      else dropLimitsOfNumbers(jsonSchema);
    },
  });
  return schema;
}

function replace(target: JsonSchema, by: JsonSchema): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, by);
}

/** That an integer is one that JavaScript can hold is no news to a reader. */
function dropLimitsOfNumbers(schema: JsonSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
