// Maps and charts without anything to draw say what is missing instead.
import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExperimentReport } from '../../../dashboard/src/api/types.ts';
import { VariantFunnel } from '../../../dashboard/src/charts/variant-funnel.tsx';
import { BreakdownCard } from '../../../dashboard/src/components/breakdown-card.tsx';
import { HoursOfDay } from '../../../dashboard/src/components/hours-of-day.tsx';
import { WeekHeatMap } from '../../../dashboard/src/components/week-heat-map.tsx';
import { SegmentValues } from '../../../dashboard/src/experiments/by-segment.tsx';
import { AttributionPage } from '../../../dashboard/src/pages/attribution.tsx';
import { FunnelsPage } from '../../../dashboard/src/pages/funnels.tsx';
import { PathsPage } from '../../../dashboard/src/pages/paths.tsx';
import { RetentionPage } from '../../../dashboard/src/pages/retention.tsx';
import { renderDashboard } from './render-dashboard.tsx';

const WEBSITE = { id: 1, name: 'Shop', currency: 'USD' };
const SUBJECT = { kind: 'website', websiteId: 1 } as const;
const TIMEFRAME = { range_start: '2026-11-01T00:00:00Z', range_end: '2026-11-30T23:59:59Z', timezone: 'UTC' };
const NOTHING = { views: 0, conversions: 0, completions: 0, submissions: 0, subscribes: 0, orders: 0, revenue: 0 };
const NO_CREDIT = { orders: 0, revenue: 0, conversions: 0 };
const ORDER = { orders: 1, revenue: 10, conversions: 0 };

/** Each hour of the days that are asked for has as many visitors. */
function hours(search: URLSearchParams, views: number): object {
  const [first, last] = [Date.parse(search.get('range_start')!), Date.parse(search.get('range_end')!)];
  const points = Array.from({ length: 24 + (last - first) / 3_600_000 }, (_, index) => {
    const date = `${new Date(first + index * 3_600_000).toISOString().slice(0, 19)}+00:00`;
    return { ...NOTHING, date, views };
  });
  return { data: { metrics: NOTHING, timeseries: { group_by: 'hour', sampled: false, points } } };
}

/** `answer`: to every report that has a page or card of its own. */
function open(content: ReactNode, answer: (search: URLSearchParams) => object): void {
  window.history.replaceState(null, '', '/websites/1?compare=off');
  const fetch = async ({ url }: Request) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/api/v1/reports/websites') return Response.json({ websites: [WEBSITE] });
    if (pathname === '/api/v1/catalog') return Response.json({ campaigns: [] });
    if (pathname === '/api/v1/costs') return Response.json({ currency: 'USD', costs: [] });
    if (!pathname.startsWith('/api/v1/reports/') || pathname.endsWith('/rhythm')) {
      return Response.json({ accounts: [], websites: [], funnels: [] });
    }
    return Response.json({ website: WEBSITE, timeframe: TIMEFRAME, sampled: false, ...answer(searchParams) });
  };
  renderDashboard(content, fetch);
}

const SHOWN = {
  first: 'views',
  second: undefined,
  offered: ['views'],
  countType: 'distinct',
  currency: 'USD',
} as const;
const COHORT = { start: '2026-11-02', visitors: 0, returned: [0, null] };
const TOUCHLESS = {
  ...{ id: 10, name: 'Popup', stored: ORDER },
  ...{ last: NO_CREDIT, first: NO_CREDIT, linear: NO_CREDIT, any: NO_CREDIT },
};
const WITHOUT_CAMPAIGN = {
  ...{ id: null, name: '(none)', stored: ORDER },
  ...{ last: ORDER, first: ORDER, linear: ORDER, any: ORDER },
};

interface Case {
  readonly what: string;
  readonly content: ReactNode;
  answer(search: URLSearchParams): object;
  readonly says: readonly (string | RegExp)[];
}

const CASES: readonly Case[] = [
  {
    what: 'the hours of a week without visitors',
    content: <WeekHeatMap subject={SUBJECT} />,
    answer: (search) => hours(search, 0),
    says: ['No visitors in these weeks'],
  },
  {
    what: 'the hours of a week with too few of them',
    content: <WeekHeatMap subject={SUBJECT} />,
    answer: (search) => hours(search, 4),
    says: ['No hour of the week has 20 visitors yet', /With fewer, a rate says nothing/],
  },
  {
    what: 'a day by the hour',
    content: (
      <HoursOfDay subject={SUBJECT} day="2026-11-17" dayBefore={undefined} shown={SHOWN}>
        the whole day
      </HoursOfDay>
    ),
    answer: (search) => hours(search, 0),
    says: ['Visitors: nothing in this period'],
  },
  {
    what: 'where visitors come from',
    content: <BreakdownCard subject={SUBJECT} />,
    answer: () => ({ data: { metrics: NOTHING, breakdown: { dimension: 'channel', sampled: false, values: [] } } }),
    says: ['No visitors in this period'],
  },
  {
    what: 'the funnel of a variant',
    content: <VariantFunnel websiteId={1} campaignId={2} variantId={3} label="Funnel" />,
    answer: () => ({ data: { id: 3, metrics: NOTHING, funnel_steps: [] } }),
    says: ['No visitors in this period', 'Choose a longer timeframe.'],
  },
  {
    what: 'a funnel',
    content: <FunnelsPage websiteId={1} />,
    answer: (search) => ({
      data: {
        within_minutes: 60,
        steps: search.getAll('step').map((step) => ({ step, visitors: 0, rate: 0, drop_off: 0 })),
      },
    }),
    says: ['No visitor took the first step in this period'],
  },
  {
    what: 'cohorts and buyers',
    content: <RetentionPage websiteId={1} />,
    answer: () => ({ data: { by: 'week', followable_share: null, cohorts: [COHORT], buyers: [] } }),
    says: ['No visitor begins in this period', 'No first orders in this period'],
  },
  {
    what: 'paths after a step that nothing follows',
    content: <PathsPage websiteId={1} />,
    answer: () => ({
      data: { from: 'view', within_minutes: 60, followable_share: 100, visitors: 7, children: [], ended: 7, others: 0 },
    }),
    says: ['Nobody did anything after this step', /^7 visitors took the step/],
  },
  {
    what: 'attribution of orders without touches',
    content: <AttributionPage websiteId={1} />,
    answer: () => ({
      data: {
        ...{ window_days: 7, window_days_from: 'website', credit_by: 'conversion' },
        campaigns: [{ ...TOUCHLESS, stored: NO_CREDIT }, WITHOUT_CAMPAIGN],
      },
    }),
    says: ['No order of this period has a touch', /choose more days before the order/],
  },
  {
    what: 'an experiment by segment',
    content: (
      <SegmentValues
        data={{ variants: [] } as unknown as ExperimentReport['data']}
        breakdown={{ dimension: 'device', sampled: false, values: [] } as never}
        filters={[]}
      />
    ),
    answer: () => ({}),
    says: ['No visitors in the test'],
  },
];

describe('what has nothing to draw', () => {
  afterEach(cleanup);

  it.each(CASES)('says what is missing: $what', async ({ content, answer, says }) => {
    open(content, answer);
    for (const text of says) await screen.findByText(text);
    // Below a chart, the same numbers are in a table that is closed.
    const drawn = [...document.querySelectorAll('table, [data-chart]')].filter((each) => !each.closest('details'));
    expect(drawn).toEqual([]);
  });
});
