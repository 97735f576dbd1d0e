// Finds campaigns, variants and steps by words: people name them as they remember them.
import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { exampleWebsite } from '../../../contract/operations/examples.ts';
import { parameter, positiveInteger, websiteParameter } from '../../../contract/operations/parameters.ts';
import { id } from '../../../contract/operations/schemas.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { distanceTo, queryWords, wordsOf } from '../../../foundation/text/match-words.ts';
import { readWebsites } from '../open-report.ts';
import { PAGE_SIZE_MAX } from '../parameters.ts';
import { website } from '../schemas.ts';

const RESULTS_DEFAULT = 10;
const QUERY_LENGTH_MAX = 200;
/** Of each kind, the newest are searched. */
const SUBJECTS_MAX = 5_000;
/** A word that only a name above has is worth less than one of the own name. */
const ANCESTOR_DISTANCE = 0.25;

const KINDS = ['campaign', 'variant', 'step'] as const;
type Kind = (typeof KINDS)[number];

export const searchReport = defineOperation({
  name: 'search',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/search',
  isTool: 'extended',
  title: 'Search',
  description:
    'Finds campaigns, variants and steps by words of their names and keys, best first, also misspelled. ' +
    'Their ids are those of get_campaign_report, get_variant_report and get_step_report.',
  scope: 'reports',
  website: 'chosen',
  subjectsRead: 200,
  input: z.object({
    query: parameter(
      z
        .string()
        .max(QUERY_LENGTH_MAX)
        .refine((text) => queryWords(text).length > 0)
        .describe('Words, such as `spring popup`.'),
      'invalid_query',
      `must be a text of at most ${QUERY_LENGTH_MAX} characters with a letter or a digit`,
    ),
    limit: positiveInteger(
      z.int().positive().default(RESULTS_DEFAULT).describe(`Number of results, at most ${PAGE_SIZE_MAX}.`),
      'invalid_limit',
    ),
    ...websiteParameter,
  }),
  csv: { results: 'data.results' },
  output: z.strictObject({
    report: z.literal('search'),
    website,
    data: z.strictObject({
      results: z.array(
        z.strictObject({
          kind: z.enum(KINDS),
          id,
          name: z.string().describe('Without a name of its own: its variation or its position.'),
          within: z.string().optional().describe('The names of what it belongs to, from the campaign on.'),
          path: z.string().describe('Where to look in the dashboard.'),
        }),
      ),
    }),
  }),
  example: {
    report: 'search',
    website: exampleWebsite,
    data: {
      results: [
        { kind: 'campaign', id: 10, name: 'Spring popup', path: '/websites/1/campaigns/10' },
        {
          kind: 'variant',
          id: 100,
          name: 'Photo',
          within: 'Spring popup',
          path: '/websites/1/campaigns/10/variants/100',
        },
      ],
    },
  },
  async read({ query, limit }, context) {
    const { websiteId } = context;
    const [row] = await readWebsites(context, [websiteId]);
    if (!row) throw new Error(`a token is bound to website ${websiteId}, which does not exist`);
    const found = rank(queryWords(query), await readSubjects(context.database, websiteId));
    return {
      report: 'search' as const,
      website: { id: row.id, name: row.name, currency: row.currency },
      data: {
        results: found.slice(0, Math.min(limit, PAGE_SIZE_MAX)).map(({ kind, id: subjectId, name, within, path }) => ({
          kind,
          id: subjectId,
          name,
          ...(within.length > 0 && { within: within.join(' > ') }),
          path,
        })),
      },
    };
  },
});

interface Searched {
  readonly kind: Kind;
  readonly id: number;
  readonly name: string;
  /** '' without one. */
  readonly key: string;
  /** What it is also found by. */
  readonly otherNames: readonly string[];
  /** The names of what it belongs to. */
  readonly within: readonly string[];
  readonly path: string;
}

/**
 * What is called exactly so comes first, then what has the most words of the query; of these, what has the fewest edits; then campaigns
 * before their parts.
 */
function rank(words: readonly string[], subjects: readonly Searched[]): Searched[] {
  const known = new Map<string, readonly number[]>();
  // Names are compared once, although each is also above all its parts.
  const distancesTo = (text: string): readonly number[] => {
    const distances = known.get(text) ?? distancesOf(words, text);
    known.set(text, distances);
    return distances;
  };
  const scored = subjects.flatMap((subject) => {
    const score = scoreOf(words, subject, distancesTo);
    return score ? [{ subject, ...score }] : [];
  });
  const most = Math.max(0, ...scored.map(({ matched }) => matched));
  return scored
    .filter(({ matched }) => matched === most)
    .sort(
      (a, b) =>
        Number(b.isExact) - Number(a.isExact) ||
        a.distance - b.distance ||
        KINDS.indexOf(a.subject.kind) - KINDS.indexOf(b.subject.kind) ||
        b.subject.id - a.subject.id,
    )
    .map(({ subject }) => subject);
}

/** How many edits each word of the query is away from the text. Infinity: no word of the text is near. */
function distancesOf(words: readonly string[], text: string): number[] {
  const others = withJoined(wordsOf(text));
  const distances = words.map((word) => distanceTo(word, others) ?? Number.POSITIVE_INFINITY);
  // Two words of the query may be one of the name.
  for (const place of words.keys()) {
    const joined = words.slice(place, place + 2).join('');
    if (place + 1 < words.length && others.includes(joined)) distances.fill(0, place, place + 2);
  }
  return distances;
}

/** Names are also written as one word: “wintersale” finds “Winter Sale”. */
function withJoined(words: readonly string[]): string[] {
  return [...words, ...words.slice(1).map((word, place) => `${words[place]}${word}`)];
}

/** undefined: no word of the query is in its own names. */
function scoreOf(
  words: readonly string[],
  { name, otherNames, within, key }: Searched,
  distancesTo: (text: string) => readonly number[],
) {
  const own = [name, key, ...otherNames].map(distancesTo);
  const above = within.map(distancesTo);
  let [matched, distance, ownMatched] = [0, 0, 0];
  for (const place of words.keys()) {
    const toOwn = Math.min(...own.map((distances) => distances[place]!));
    const nearest = Math.min(toOwn, ...above.map((distances) => distances[place]! + ANCESTOR_DISTANCE));
    if (nearest === Number.POSITIVE_INFINITY) continue;
    matched++;
    if (toOwn !== Number.POSITIVE_INFINITY) ownMatched++;
    distance += nearest;
  }
  const isExact = [name, key].some((own) => wordsOf(own).join('') === words.join(''));
  return ownMatched === 0 ? undefined : { matched, distance, isExact };
}

interface CampaignRow {
  readonly id: number;
  readonly key: string | null;
  readonly name: string;
  readonly cta_type: string;
}
interface VariantRow {
  readonly id: number;
  readonly campaign_id: number;
  readonly key: string | null;
  readonly name: string | null;
  readonly variation: string;
}
interface StepRow {
  readonly id: number;
  readonly variant_id: number;
  readonly key: string | null;
  readonly name: string | null;
  readonly position: number;
}

async function readSubjects(database: Pick<Queries, 'query'>, websiteId: number): Promise<Searched[]> {
  const read = <Row>(columns: string, table: string, condition = '') =>
    database.query<Row>(
      `SELECT id, key, name, ${columns} FROM ${table} WHERE website_id = $1 ${condition} ORDER BY id DESC LIMIT ${SUBJECTS_MAX}`,
      [websiteId],
    );
  const [campaignRows, variantRows, stepRows] = await Promise.all([
    read<CampaignRow>('cta_type', 'campaigns'),
    read<VariantRow>('campaign_id, variation', 'variants', 'AND is_archived = 0'),
    read<StepRow>('variant_id, position', 'steps', 'AND is_archived = 0'),
  ]);
  const campaigns = new Map(campaignRows.map((row) => [row.id, campaignOf(websiteId, row)]));
  const variants = new Map(
    variantRows.flatMap((row) => {
      const campaign = campaigns.get(row.campaign_id);
      return campaign ? [[row.id, variantOf(row, campaign)] as const] : [];
    }),
  );
  const steps = stepRows.flatMap((row) => {
    const variant = variants.get(row.variant_id);
    return variant ? [stepOf(row, variant)] : [];
  });
  return [...campaigns.values(), ...variants.values(), ...steps];
}

function campaignOf(websiteId: number, { id: campaignId, key, name, cta_type: type }: CampaignRow): Searched {
  const path = `/websites/${websiteId}/campaigns/${campaignId}`;
  return { kind: 'campaign', id: campaignId, name, key: key ?? '', otherNames: [type], within: [], path };
}

function variantOf({ id: variantId, key, name, variation }: VariantRow, campaign: Searched): Searched {
  return {
    kind: 'variant',
    id: variantId,
    name: name ?? `Variant ${variation}`,
    key: key ?? '',
    otherNames: [`variant ${variation}`],
    within: [campaign.name],
    path: `${campaign.path}/variants/${variantId}`,
  };
}

function stepOf({ id: stepId, key, name, position }: StepRow, variant: Searched): Searched {
  return {
    kind: 'step',
    id: stepId,
    name: name ?? `Step ${position}`,
    key: key ?? '',
    otherNames: [`step ${position}`],
    within: [...variant.within, variant.name],
    path: `${variant.path}/steps/${stepId}`,
  };
}
