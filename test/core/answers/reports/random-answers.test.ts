// Whole responses compared with the reference model: random catalogs, events and requests. There are fewer
// visitors than a sketch counts exactly, so every number must be equal. The websites are in random time zones, and it is one of three dates
// there. Half of the events come when the intervals over their days have been built.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPerformanceReport } from '../../../../src/core/answers/reports/account/account-performance.ts';
import { campaignReport } from '../../../../src/core/answers/reports/subjects/campaign.ts';
import { campaignsReport } from '../../../../src/core/answers/reports/subjects/campaigns.ts';
import { elementReport } from '../../../../src/core/answers/reports/subjects/element.ts';
import { experimentsReport } from '../../../../src/core/answers/reports/subjects/experiments.ts';
import { stepReport } from '../../../../src/core/answers/reports/subjects/step.ts';
import { variantReport } from '../../../../src/core/answers/reports/subjects/variant.ts';
import { websiteReport } from '../../../../src/core/answers/reports/subjects/website.ts';
import { buildIntervals } from '../../../support/build-intervals.ts';
import { ENGINES } from '../../../support/databases.ts';
import {
  type AccountWindows,
  type Asked,
  allWebsites,
  ExpectedReports,
  endOf,
  expectedAccountData,
  startOf,
} from '../../../support/expected-reports.ts';
import { IS_LONG } from '../../../support/long.ts';
import { type RandomCatalog, type RandomWebsite, randomCatalog } from '../../../support/random-catalog.ts';
import { RandomStream } from '../../../support/random-events.ts';
import { defined, lengthOf, Questions } from '../../../support/random-questions.ts';
import { giveZones } from '../../../support/random-zones.ts';
import { type ModelEvent, ReferenceModel } from '../../../support/reference-model.ts';
import { TestClock } from '../../../support/test-clock.ts';
import { TestService } from '../../../support/test-service.ts';

const SEED = 20_240_229;
const EVENTS = 3_000;
const TODAY = '2025-03-12';
const NOW = `${TODAY}T10:30:00Z`;

/** Around the ends of weeks, months, quarters, years and Februaries. */
const DATES = [
  '2023-11-30',
  '2023-12-31',
  '2024-01-01',
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2024-03-12',
  '2024-03-13',
  '2024-12-12',
  '2024-12-31',
  '2025-01-01',
  '2025-01-31',
  '2025-02-10',
  '2025-02-11',
  '2025-02-28',
  '2025-03-01',
  '2025-03-02',
  '2025-03-03',
  '2025-03-09',
  '2025-03-10',
  '2025-03-11',
  '2025-03-12',
];

function randomEvents(catalog: RandomCatalog): ModelEvent[] {
  const stream = new RandomStream(catalog, { seed: SEED, visitors: 150, dates: DATES });
  return Array.from({ length: EVENTS }, () => stream.next()).flatMap((made) =>
    made.rejection === undefined ? made.event : [],
  );
}

/** The model of the events in the windows of these websites, as if they had all happened on one website. */
function modelOfAll(
  websites: readonly RandomWebsite[],
  accepted: readonly ModelEvent[],
  isInWindow: (event: ModelEvent) => boolean,
): ReferenceModel {
  const ids = new Set(websites.map(({ id }) => id));
  const merged = { id: 1, campaigns: websites.flatMap(({ campaigns }) => campaigns) };
  const model = new ReferenceModel({ accounts: [{ websites: [merged] }] });
  for (const event of accepted.filter(({ website_id }) => ids.has(website_id)).filter(isInWindow)) {
    const { id: _, order_id: __, ...counted } = event;
    model.add({ ...counted, website_id: 1 }, Date.parse(NOW));
  }
  return model;
}

/** Each website has its own days. all_time begins with the oldest of the websites. */
function accountWindows(
  model: ReferenceModel,
  websites: readonly RandomWebsite[],
  asked: Asked,
): Map<number, AccountWindows> {
  const reports = websites.map((website) => ({ id: website.id, of: new ExpectedReports(model, website, NOW) }));
  const earliest = Math.min(...reports.map(({ of }) => of.earliestDay()));
  return new Map(
    reports.map(({ id, of }) => {
      const window = of.window(asked);
      const first = asked.timeframe === 'all_time' ? earliest : window.first;
      return [id, { window: { ...window, first }, previous: of.previous({ ...asked, previous_period: true }) }];
    }),
  );
}

describe.each(ENGINES)('on %s', (engine) => {
  const catalog = randomCatalog(SEED, { accounts: 2, websites: 2, campaigns: 5 });
  const websites = allWebsites(catalog);
  giveZones(websites, SEED + engine.length);
  const questionsPerReport = IS_LONG ? 20 : engine === 'sqlite' ? 4 : 2;
  const accepted: ModelEvent[] = [];
  let model: ReferenceModel;
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start(engine, { catalog, clock: new TestClock(NOW) });
    token = await service.token(websites.map(({ id }) => id));
    model = new ReferenceModel(catalog);
    const events = randomEvents(catalog);
    for (const event of events) {
      if (model.add(event, Date.parse(NOW)) === 'accepted') accepted.push(event);
    }
    const count = (some: readonly ModelEvent[]) => service.ingestion.count(...some.map((event) => ({ ...event })));
    const early = await count(events.slice(0, EVENTS / 2));
    await buildIntervals(service.database, service.clock);
    const late = await count(events.slice(EVENTS / 2));
    expect([early.rejected, late.rejected, early.accepted + late.accepted]).toEqual([0, 0, accepted.length]);
  });

  afterAll(() => service.dispose());

  /** `question` requests something about a random website, and computes the expected response. */
  async function compare(
    seed: number,
    question: (questions: Questions, website: RandomWebsite, expected: ExpectedReports) => Promise<[unknown, object]>,
  ): Promise<void> {
    const questions = new Questions(seed);
    for (let asked = 0; asked < questionsPerReport; asked++) {
      const website = questions.pick(websites);
      const [answer, expected] = await question(questions, website, new ExpectedReports(model, website, NOW));
      expect(answer).toEqual(expected);
    }
  }

  test('website', () =>
    compare(1, async (questions, { id: website_id }, expected) => {
      const { group_by, ...plain } = questions.series();
      // With points, the website report is limited to 92 days.
      const asked = lengthOf(plain) <= 92 ? defined({ ...plain, group_by }) : plain;
      return [await service.report(websiteReport, { website_id, ...asked }, token), expected.website(asked)];
    }));

  test('campaigns', () =>
    compare(2, async (questions, { id: website_id }, expected) => {
      const asked = questions.list();
      return [await service.report(campaignsReport, { website_id, ...asked }, token), expected.campaigns(asked)];
    }));

  test('campaign', () =>
    compare(3, async (questions, { id: website_id, campaigns }, expected) => {
      const [campaign, asked] = [questions.pick(campaigns), questions.series()];
      const parameters = { website_id, id: campaign.id, ...asked };
      return [await service.report(campaignReport, parameters, token), expected.campaign(campaign, asked)];
    }));

  test('experiments', () =>
    compare(4, async (questions, { id: website_id }, expected) => {
      const asked = defined({ ...questions.counting(), limit: questions.maybe(questions.pick([1, 2, 60])) });
      return [await service.report(experimentsReport, { website_id, ...asked }, token), expected.experiments(asked)];
    }));

  test('variant', () =>
    compare(5, async (questions, { id: website_id, campaigns }, expected) => {
      const variant = questions.pick(campaigns.flatMap(({ variants }) => variants));
      const asked = questions.series();
      const parameters = { website_id, id: variant.id, ...asked };
      return [await service.report(variantReport, parameters, token), expected.variant(variant, asked)];
    }));

  test('step', () =>
    compare(6, async (questions, { id: website_id, campaigns }, expected) => {
      const step = questions.pick(campaigns.flatMap(({ variants }) => variants.flatMap(({ steps }) => steps)));
      const asked = questions.series();
      const parameters = { website_id, id: step.id, ...asked };
      return [await service.report(stepReport, parameters, token), expected.step(step, asked)];
    }));

  test('element', () =>
    compare(7, async (questions, { id: website_id, campaigns }, expected) => {
      const steps = campaigns.flatMap(({ variants }) => variants.flatMap(({ steps }) => steps));
      const element = questions.pick(steps.flatMap(({ elements }) => elements));
      const asked = questions.series();
      const parameters = { website_id, id: element.id, ...asked };
      return [await service.report(elementReport, parameters, token), expected.element(element, asked)];
    }));

  test('account performance', async () => {
    const questions = new Questions(8);
    for (let asked = 0; asked < questionsPerReport; asked++) {
      const chosen = websites.filter(() => questions.maybe(true));
      const asWell = chosen.length > 0 ? chosen : websites;
      const window = questions.window();
      const parameters = { website_ids: chosen.map(({ id }) => id), ...window };
      const { data, timeframe } = await service.report(accountPerformanceReport, parameters, token);
      const windows = accountWindows(model, asWell, window);
      const isInWindow = (event: ModelEvent) => {
        const { first, last } = windows.get(event.website_id)!.window;
        const day = model.dayOf(event, Date.parse(NOW));
        return day >= first && day <= last;
      };
      const together = modelOfAll(asWell, accepted, isInWindow);
      expect(data).toEqual(expectedAccountData(model, together, asWell, ({ id }) => windows.get(id)!));
      const starts = asWell.map((website) => startOf(website, windows.get(website.id)!.window));
      const ends = asWell.map((website) => endOf(website, windows.get(website.id)!.window));
      expect(timeframe).toMatchObject({ range_start: starts.sort()[0], range_end: ends.sort().at(-1) });
    }
  });
});
