// Parameters: each schema has the error code and the rule that a caller gets when a value is invalid.
import { z } from 'zod';
import { isKnownLocale, LANGUAGES } from '../../../../languages/language.ts';
import { Problem } from '../../foundation/problem/problem.ts';
import { id } from './schemas.ts';
import type { ToolSet } from './tool-set.ts';

const WEBSITE_IDS_MAX = 1_000;

interface ParameterRule {
  readonly code: string;
  /** The rest of the sentence after the name of the parameter, such as "must be a positive integer". */
  readonly rule: string;
  /** The error when a required parameter is missing or blank. */
  readonly missing?: { readonly code: string; readonly detail: string };
  /** The tools that have it among their arguments: assistants pay for each of them in every conversation. Default: all. */
  readonly tools?: 'none' | 'extended';
  /** The name of a parameter that is true where this one is sent, and not false, and that one is left out. */
  readonly implies?: string;
  /** Replaces the 422, for example by a 404 for an id that cannot exist. */
  readonly problem?: () => Problem;
}

const rules = z.registry<ParameterRule>();
const NO_RULE: ParameterRule = { code: 'invalid_parameter', rule: 'is not valid' };

export function parameter<Type extends z.ZodType>(
  type: Type,
  code: string,
  rule: string,
  missing?: ParameterRule['missing'],
): Type {
  return parameterWith(type, { code, rule, ...(missing && { missing }) });
}

export function parameterWith<Type extends z.ZodType>(type: Type, rule: ParameterRule): Type {
  rules.add(type, rule);
  return type;
}

export function restOnlyParameter<Type extends z.ZodType>(type: Type, code: string, rule: string): Type {
  return parameterWith(type, { code, rule, tools: 'none' });
}

/** What a tool takes of the parameters of an operation. */
export function argumentsOf(schema: z.ZodObject, tools: ToolSet): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(schema.shape).filter(([name]) => isArgument(schema, name, tools))));
}

/** Whether a tool takes this parameter of an operation. */
export function isArgument(schema: z.ZodObject, name: string, tools: ToolSet): boolean {
  if (!Object.hasOwn(schema.shape, name)) return false;
  const { tools: having = tools } = ruleOf(schema, name);
  return having === tools;
}

export function parameterOrNotFound<Type extends z.ZodType>(type: Type, problem: () => Problem): Type {
  rules.add(type, { ...NO_RULE, problem });
  return type;
}

export function positiveInteger<Type extends z.ZodType>(type: Type, code: string): Type {
  return parameter(type, code, 'must be a positive integer');
}

export const websiteParameter = {
  website_id: positiveInteger(id.optional().describe('Optional if the token has one website.'), 'invalid_website_id'),
};

/** Lets an operation be about several websites. It is never required. */
export const websitesParameters = {
  website_id: positiveInteger(id.optional().describe('Only this website.'), 'invalid_website_id'),
  website_ids: parameter(
    z
      .array(id)
      .max(WEBSITE_IDS_MAX)
      .refine(({ length }) => length > 0)
      .optional()
      .describe('Only these websites. Default: all.'),
    'invalid_website_id',
    'must be a list of positive integers, and not be empty',
  ),
};

export const accountParameter = {
  account_id: positiveInteger(
    id.optional().describe('An account of the user. Optional if the user has only one.'),
    'invalid_account_id',
  ),
};

/** Chooses the language of sentences in answers. Assistants translate them on their own. */
export const languageParameter = {
  language: restOnlyParameter(
    z
      .string()
      .refine(isKnownLocale)
      .optional()
      .describe(
        `The language of sentences: ${LANGUAGES.join(', ')}, also with a region for numbers and dates, such as de-AT. Default: en.`,
      ),
    'invalid_language',
    `must be one of ${LANGUAGES.join(', ')}, also with a region, such as de-AT`,
  ),
};

export function idParameter(kind: string, source: string) {
  return { id: positiveInteger(id.describe(`The id of the ${kind}, from ${source}.`), 'invalid_id') };
}

export function pageParameter(description: string) {
  return { page: positiveInteger(z.int().positive().default(1).describe(description), 'invalid_page') };
}

/** The problem of status 422 for this parameter of the schema. */
export function invalidParameter(schema: z.ZodObject, param: string, value?: unknown): Problem {
  const { code, rule, missing, problem } = ruleOf(schema, param);
  if (problem) return problem();
  if (missing && isBlank(value)) return new Problem(422, missing.detail, { code: missing.code, param });
  return new Problem(422, `${param} ${rule}.`, { code, param });
}

/** The problem of status 422 for a parameter that was sent more than once. */
export function repeatedParameter(schema: z.ZodObject, param: string, times: number): Problem {
  const given = times === 2 ? 'twice' : `${times} times`;
  return new Problem(422, `${param} is given ${given}: send it once.`, { code: ruleOf(schema, param).code, param });
}

/** The error codes of the parameters of this schema, with their descriptions. */
export function codesOfParameters(schema: z.ZodObject): ReadonlyMap<string, string> {
  return new Map(
    Object.keys(schema.shape)
      .map((param) => ({ param, ...ruleOf(schema, param) }))
      .filter(({ problem }) => !problem)
      .map(({ param, code, rule }) => [code, `${param} ${rule}.`]),
  );
}

/** The end of the sentence that says what is valid, of each parameter, for a JSON body that has the same fields. */
export function rulesOfParameters(schema: z.ZodObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(schema.shape).map((param) => [param, ruleOf(schema, param).rule]));
}

function ruleOf(schema: z.ZodObject, param: string): ParameterRule {
  const type: z.ZodType | undefined = schema.shape[param];
  return (type && rules.get(type)) ?? NO_RULE;
}

function isBlank(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** Throws a problem of status 422 that names the first invalid parameter. */
export function parseInput<Input extends z.ZodObject>(
  schema: Input,
  values: Readonly<Record<string, unknown>>,
): z.output<Input> {
  const result = schema.safeParse(withImplied(schema, values));
  if (result.success) return result.data;
  const param = String(result.error.issues[0]?.path[0] ?? 'parameters');
  throw invalidParameter(schema, param, values[param]);
}

function withImplied(
  schema: z.ZodObject,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const implied = Object.entries(values).flatMap(([name, value]) => {
    const { implies } = Object.hasOwn(schema.shape, name) ? ruleOf(schema, name) : NO_RULE;
    const isMeant = implies !== undefined && value !== undefined && value !== false;
    return isMeant && values[implies] === undefined ? [[implies, true]] : [];
  });
  return implied.length === 0 ? values : { ...values, ...Object.fromEntries(implied) };
}
