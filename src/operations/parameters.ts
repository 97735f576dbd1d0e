// Parameters: each schema carries the code and the rule that a caller is told when a value is refused.
import { z } from 'zod';
import { Problem } from '../problem.ts';
import { id } from './shapes.ts';

const WEBSITE_IDS_MAX = 1_000;

interface BrokenRule {
  readonly code: string;
  /** Follows the name of the parameter, such as "must be a positive integer". */
  readonly rule: string;
  /** Where it is required: what is said when it is missing or blank. */
  readonly missing?: { readonly code: string; readonly detail: string };
  /** In place of a problem of status 422, where a wrong value is just one that nothing has. */
  readonly refusal?: () => Problem;
}

const brokenRules = z.registry<BrokenRule>();
const NO_RULE: BrokenRule = { code: 'invalid_parameter', rule: 'is not valid' };

export function parameter<Type extends z.ZodType>(
  type: Type,
  code: string,
  rule: string,
  missing?: BrokenRule['missing'],
): Type {
  brokenRules.add(type, { code, rule, ...(missing && { missing }) });
  return type;
}

export function parameterOrNotFound<Type extends z.ZodType>(type: Type, refusal: () => Problem): Type {
  brokenRules.add(type, { ...NO_RULE, refusal });
  return type;
}

export function positiveInteger<Type extends z.ZodType>(type: Type, code: string): Type {
  return parameter(type, code, 'must be a positive integer');
}

export const websiteParameter = {
  website_id: positiveInteger(
    id
      .optional()
      .describe(
        'One of the websites of the token (see list_websites). May be left out where the token is for one website only.',
      ),
    'invalid_website_id',
  ),
};

export const websiteIdsParameter = {
  website_ids: parameter(
    z
      .array(id)
      .max(WEBSITE_IDS_MAX)
      .optional()
      .describe('A subset of the websites of the token. Left out: all of them.'),
    'invalid_website_id',
    'must be a list of positive integers',
  ),
};

export function idParameter(what: string, comesFrom: string) {
  return { id: positiveInteger(id.describe(`The ${what}'s id, from ${comesFrom}.`), 'invalid_id') };
}

export function pageParameter(description: string) {
  return { page: positiveInteger(z.int().positive().default(1).describe(description), 'invalid_page') };
}

/** The problem of status 422 for this parameter of the schema. */
export function invalidParameter(schema: z.ZodObject, param: string, given?: unknown): Problem {
  const { code, rule, missing, refusal } = brokenRuleOf(schema, param);
  if (refusal) return refusal();
  if (missing && isBlank(given)) return new Problem(422, missing.detail, { code: missing.code, param });
  return new Problem(422, `${param} ${rule}.`, { code, param });
}

/** The codes that problems with the parameters of this schema can have, with what they mean. */
export function codesOfParameters(schema: z.ZodObject): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(schema.shape)
      .map((param) => ({ param, ...brokenRuleOf(schema, param) }))
      .filter(({ refusal }) => !refusal)
      .map(({ param, code, rule }) => [code, `${param} ${rule}.`]),
  );
}

function brokenRuleOf(schema: z.ZodObject, param: string): BrokenRule {
  const type: z.ZodType | undefined = schema.shape[param];
  return (type && brokenRules.get(type)) ?? NO_RULE;
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** Throws a problem of status 422 that names the first parameter at fault. */
export function parseInput<Input extends z.ZodObject>(
  schema: Input,
  given: Readonly<Record<string, unknown>>,
): z.output<Input> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const param = String(result.error.issues[0]?.path[0] ?? 'parameters');
  throw invalidParameter(schema, param, given[param]);
}
