// An experiment is a live campaign with at least two live variants that get traffic, in lists, reports, tools, alerts, insights and
// exports alike.
import type { CallToolResult } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { campaignReport } from '../../../src/core/answers/reports/subjects/campaign.ts';
import { experimentsReport } from '../../../src/core/answers/reports/subjects/experiments.ts';
import { variantReport } from '../../../src/core/answers/reports/subjects/variant.ts';
import { NO_BOUNDS } from '../../../src/core/engine/event-log/questions/unique-visitors.ts';
import { dayOfTimestampMs } from '../../../src/core/engine/rollups/calendar.ts';
import { DirectLooker } from '../../../src/extensions/changes/alerts/look.ts';
import { newWatch } from '../../../src/extensions/changes/alerts/watch.ts';
import { experimentArms } from '../../../src/extensions/changes/rules/website-week.ts';
import { readWebsiteWeek } from '../../../src/extensions/changes/week/read-website-week.ts';
import { campaignExperiment } from '../../../src/extensions/experiments/campaign-experiment.ts';
import { experimentPartition } from '../../../src/extensions/exports/read-catalog.ts';
import type { TableValue } from '../../../src/extensions/exports/table-files/table.ts';
import { ENGINES } from '../../support/databases.ts';
import type { SentEvent } from '../../support/events.ts';
import { DAY_MS, TestClock } from '../../support/test-clock.ts';
import { TestService } from '../../support/test-service.ts';

/** The share of each variant of a campaign, and whether the variant is archived. */
type Variants = readonly (readonly [share: number, status: 'live' | 'archived'])[];
const [BOTH, LEFT, THREE, ENDED, ALONE] = [10, 11, 12, 13, 14];
const CAMPAIGNS: readonly (readonly [id: number, status: 'live' | 'archived', variants: Variants])[] = [
  [
    BOTH,
    'live',
    [
      [50, 'live'],
      [50, 'live'],
    ],
  ],
  [
    LEFT,
    'live',
    [
      [50, 'live'],
      [50, 'archived'],
    ],
  ],
  [
    THREE,
    'live',
    [
      [40, 'live'],
      [40, 'live'],
      [20, 'archived'],
    ],
  ],
  [
    ENDED,
    'archived',
    [
      [50, 'live'],
      [50, 'live'],
    ],
  ],
  [
    ALONE,
    'live',
    [
      [100, 'live'],
      [0, 'live'],
    ],
  ],
];
const EXPERIMENTS = [BOTH, THREE];

const MONDAY_MS = Date.parse('2025-03-03T10:00:00Z');
const DAYS = 14;
const LAST_DAY = dayOfTimestampMs(MONDAY_MS) + DAYS - 1;

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [1, 2].map((websiteId) => ({
        ...{ id: websiteId, name: `site-${websiteId}.example`, currency: 'USD' },
        campaigns: CAMPAIGNS.map(([id, status, variants]) => ({
          ...{ id: websiteId * 100 + id, name: `Campaign ${id}`, status },
          variants: variants.map(([share, archived], place) => ({
            ...{ id: websiteId * 1000 + id * 10 + place, variation: 'ABC'[place] },
            ...{ traffic_percentage: share, status: archived },
          })),
        })),
      })),
    },
  ],
};

/** On each of 14 days, 60 visitors of each variant: 6 of the first convert, and 18 of each other. */
function eventsOf(variants: Variants, campaign: number): SentEvent[] {
  return Array.from({ length: DAYS }, (_, day) =>
    variants.flatMap((__, place) =>
      Array.from({ length: 60 }, (___, index): SentEvent[] => {
        const at = new Date(MONDAY_MS + day * DAY_MS).toISOString();
        const on = { website_id: 1, variant_id: 1000 + campaign * 10 + place, visitor: `${day}-${place}-${index}`, at };
        return [{ type: 'view', ...on }, ...(index < (place === 0 ? 6 : 18) ? [{ type: 'conversion', ...on }] : [])];
      }).flat(),
    ),
  ).flat();
}

describe.each(ENGINES)('on %s', (engine) => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    const clock = new TestClock(new Date(MONDAY_MS + (DAYS - 1) * DAY_MS).toISOString());
    const events = CAMPAIGNS.flatMap(([id, , variants]) => eventsOf(variants, id));
    service = await TestService.start(engine, { catalog: CATALOG, clock, events });
    token = await service.token([1]);
  });

  afterAll(() => service.dispose());

  const idsOf = (data: { readonly experiments: readonly { readonly campaign_id: number }[] }) =>
    data.experiments.map(({ campaign_id: id }) => id - 100).sort();

  test('the list, over REST and as a tool', async () => {
    const { data } = await service.report(experimentsReport, {}, token);
    expect(idsOf(data)).toEqual(EXPERIMENTS);
    const client = await service.connectMcp('2026-07-28', await service.toolToken([1]));
    const called = (await client.callTool({ name: 'list_experiments', arguments: {} })) as CallToolResult;
    await client.close();
    expect(idsOf((called.structuredContent as { data: typeof data }).data)).toEqual(EXPERIMENTS);
  });

  test('an archived variant gets no traffic, in every report', async () => {
    const { data } = await service.report(experimentsReport, {}, token);
    const three = data.experiments.find(({ campaign_id: id }) => id === 100 + THREE)!;
    const shares = [
      [1120, 40],
      [1121, 40],
      [1122, 0],
    ];
    const sharesOf = (variants: typeof three.variants) =>
      variants.map(({ id, traffic_percentage: share }) => [id, share]);
    expect(sharesOf(three.variants)).toEqual(shares);
    const campaign = await service.report(campaignReport, { id: 100 + THREE }, token);
    expect(sharesOf(campaign.data.variants)).toEqual(shares);
    const variant = await service.report(variantReport, { id: 1122 }, token);
    expect(variant.data.traffic_percentage).toBe(0);
  });

  test('the report of an experiment judges the variants that get traffic', async () => {
    const judged = async (id: number) => {
      const { data } = await service.report(campaignExperiment, { id: 100 + id }, token);
      return { verdict: data.verdict.kind, variants: data.variants.map((variant) => variant.id) };
    };
    expect(await judged(BOTH)).toEqual({ verdict: 'winner', variants: [1100, 1101] });
    expect(await judged(LEFT)).toEqual({ verdict: 'no_experiment', variants: [1110] });
    expect(await judged(THREE)).toEqual({ verdict: 'winner', variants: [1120, 1121] });
    expect(await judged(ALONE)).toEqual({ verdict: 'no_experiment', variants: [1140] });
  });

  test('alerts', async () => {
    const { alerts } = await new DirectLooker(service.database).look({
      ...{ websiteId: 1, day: LAST_DAY },
      before: newWatch(LAST_DAY),
    });
    const decided = alerts.filter(({ kind }) => kind === 'experiment_decided');
    expect(decided.map(({ experiment }) => experiment!.campaign.id - 100)).toEqual(EXPERIMENTS);
  });

  test('weekly insights', async () => {
    const week = await readWebsiteWeek(service.database, 1, LAST_DAY - 6, NO_BOUNDS);
    const tested = week!.campaigns.map((campaign) => [campaign.id - 100, experimentArms(campaign).map(({ id }) => id)]);
    expect(tested.filter(([, arms]) => (arms as number[]).length > 0)).toEqual([
      [BOTH, [1100, 1101]],
      [THREE, [1120, 1121]],
    ]);
    const judged = week!.campaigns.filter(({ experiment }) => experiment !== undefined);
    expect(judged.map(({ id }) => id - 100)).toEqual(EXPERIMENTS);
  });

  test('exports', async () => {
    const { database } = service;
    const reader = { query: database.query.bind(database), close: async () => {} };
    const partition = await experimentPartition(reader, 1, service.clock.now(), NO_BOUNDS);
    const variants: TableValue[] = [];
    for await (const { columns } of partition.read()) variants.push(...Array.from(columns[2]!.values));
    expect(variants).toEqual([1100, 1101, 1120, 1121]);
  });
});
