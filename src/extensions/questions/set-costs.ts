// Setting the costs of a website: one or a list of them.
import { z } from 'zod';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import { invalidBody, JSON_BODY_ERRORS } from '../../core/contract/operations/json-body.ts';
import { websiteParameter } from '../../core/contract/operations/parameters.ts';
import { monthFromIso } from '../../core/engine/rollups/calendar.ts';
import { CHANNELS } from '../../core/foundation/dimensions/channel.ts';
import { cleanTag, VALUE_LENGTH_MAX } from '../../core/foundation/dimensions/clean-text.ts';
import { OTHER_VALUES } from '../../core/foundation/dimensions/dimension.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { parseRevenue, REVENUE_MAX } from '../../core/intake/events/revenue.ts';
import { type CostServices, keyOf } from './costs.ts';
import { COSTS_MAX, channel, costs, exampleCosts, month, shownCosts, utmCampaign } from './list-costs.ts';
import { COST_DIMENSIONS, type Cost } from './read-costs.ts';

/** Room for as many costs as a website may have, with long names. */
const BODY_BYTES_MAX = 1024 * 1024;

export const sentCost = z.strictObject({
  channel,
  utm_campaign: utmCampaign,
  month,
  amount: z
    .number()
    .min(0)
    .max(REVENUE_MAX)
    .nullable()
    .describe("For the whole month, in the website's currency. 0 or null removes the cost."),
});
const sent = sentCost.partial().extend({
  costs: z.array(sentCost).max(COSTS_MAX).optional().describe('Several costs, instead of the other fields.'),
});

const RULES = {
  channel: `must be one of ${CHANNELS.join(', ')}`,
  utm_campaign: `must be a string of 1 to ${VALUE_LENGTH_MAX} characters, such as spring-sale`,
  month: 'must be a month such as 2026-10',
  amount: `must be a number from 0 to ${REVENUE_MAX}, or null`,
} as const;
const FIELDS = Object.keys(RULES) as readonly (keyof typeof RULES)[];

export const setCosts = defineOperation({
  name: 'set_costs',
  tag: 'Costs',
  method: 'PUT',
  path: '/api/v1/costs',
  title: 'Set costs',
  description:
    'Sets one cost, or all of a list `costs` together, and leaves the others as they are. A channel or a UTM campaign has one cost for a ' +
    `month: sending it again replaces it. If one of them is invalid, none is stored. A website may have ${COSTS_MAX}.`,
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  input: z.object(websiteParameter),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema: sent, read: readSent },
  output: costs,
  example: exampleCosts,
  bodyExample: { channel: 'paid_search', month: '2026-03', amount: 1250.5 },
  responses: { 200: { description: 'All costs of the website.' } },
  errors: {
    ...JSON_BODY_ERRORS,
    404: [],
    422: ['invalid_body', 'invalid_field', 'unknown_field', 'duplicate_cost', 'too_many_costs'],
  },
  async act(_query, { websiteId, body, actor }, { costs: store }: CostServices) {
    await store.set(websiteId, body, actor);
    return { status: 200, body: shownCosts(await store.list(websiteId)) };
  },
});

/** Throws a problem of status 422 that names the first invalid field, such as `costs[3].month`. */
function readSent(body: unknown): Cost[] {
  if (!isObject(body))
    throw invalidBody(`must be a JSON object with ${FIELDS.join(', ')}, or with costs, a list of such objects`);
  if (!('costs' in body)) return [readCost(body, '')];
  refuseOthers(body, ['costs'], '');
  const { costs: list } = body;
  if (!Array.isArray(list) || list.length > COSTS_MAX) {
    throw invalidField('costs', `must be a list of at most ${COSTS_MAX} costs`);
  }
  const read = list.map((one, index) => readCost(one, `costs[${index}].`));
  refuseDuplicates(read);
  return read;
}

/** `path`: what stands before the name of a field in a problem. */
function readCost(sent: unknown, path: string): Cost {
  if (!isObject(sent)) throw invalidField(path.slice(0, -1), `must be a JSON object with ${FIELDS.join(', ')}`);
  refuseOthers(sent, FIELDS, path);
  const given = COST_DIMENSIONS.filter((name) => sent[name] !== undefined && sent[name] !== null);
  const [dimension] = given;
  if (!dimension || given.length > 1) throw invalidField(`${path}channel`, 'or utm_campaign is required, and not both');
  const value = dimension === 'channel' ? channelIn(sent.channel) : tagIn(sent.utm_campaign);
  const monthNumber = typeof sent.month === 'string' ? monthFromIso(sent.month) : undefined;
  const amount = sent.amount === null ? 0 : amountIn(sent.amount);
  if (value === undefined) throw invalidField(path + dimension, RULES[dimension]);
  if (monthNumber === undefined) throw invalidField(`${path}month`, RULES.month);
  if (amount === undefined) throw invalidField(`${path}amount`, RULES.amount);
  return { dimension, value, month: monthNumber, amount };
}

function channelIn(sent: unknown): string | undefined {
  return CHANNELS.find((name) => name === sent);
}

/** Returns the tag as events have it. */
function tagIn(sent: unknown): string | undefined {
  const tag = utmCampaign.safeParse(sent).success ? cleanTag(sent as string) : undefined;
  return tag === OTHER_VALUES ? undefined : tag;
}

function amountIn(sent: unknown): number | undefined {
  return typeof sent === 'number' ? parseRevenue(sent) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuseOthers(sent: Record<string, unknown>, known: readonly string[], path: string): void {
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const detail = `There is no field ${JSON.stringify(path + unknown.slice(0, 50))}: send some of ${known.join(', ')}.`;
  throw new Problem(422, detail, { code: 'unknown_field' });
}

function refuseDuplicates(read: readonly Cost[]): void {
  const places = new Map<string, number>();
  for (const [place, one] of read.entries()) {
    const before = places.get(keyOf(one));
    if (before !== undefined) {
      const detail = `costs[${place}] is for the same ${one.dimension} and month as costs[${before}].`;
      throw new Problem(422, detail, { code: 'duplicate_cost', param: `costs[${place}]` });
    }
    places.set(keyOf(one), place);
  }
}

function invalidField(param: string, rule: string): Problem {
  return new Problem(422, `${param} ${rule}.`, { code: 'invalid_field', param });
}
