// The Grafana dashboard asks only for what /metrics has, and shows all of it that is ours.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createToken } from '../../src/access/tokens.ts';
import { SERVER_COMPONENTS } from '../../src/config.ts';
import { ENGINES } from '../support/databases.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { Exposition } from '../support/exposition.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly schemaVersion: number;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
}

const FILE = new URL('../../deploy/grafana/funnel.json', import.meta.url);
const dashboard: Dashboard = JSON.parse(readFileSync(FILE, 'utf8'));
const targets = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));
const variables = dashboard.templating.list;

/** What Prometheus adds to every series. */
const LABELS_OF_SCRAPES = ['job', 'instance'];
/** Of what may not have happened yet when the test looks, or only happens on Citus. */
const LABELS_SEEN_LATER: Readonly<Record<string, readonly string[]>> = {
  funnel_insights_snapshots_total: ['result'],
  funnel_shards: ['state'],
  nodejs_gc_duration_seconds_sum: ['kind'],
};
const KEYWORDS = new Set([
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'and',
  'or',
  'unless',
  'bool',
]);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

/** The names of metrics in a query: whatever is neither a function nor a label, a text, a duration or a keyword. */
function metricsIn(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(GROUPING, ' ');
  return [...bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !KEYWORDS.has(name));
}

function labelsIn(query: string): string[] {
  const bare = query.replace(/"[^"]*"/g, '""');
  const grouped = [...bare.matchAll(GROUPING)].flatMap(([, labels]) => labels!.split(',').map((label) => label.trim()));
  const matched = [...bare.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*""/g)].map(([, label]) => label!);
  return [...grouped, ...matched];
}

test('the queries are taken apart rightly', () => {
  const query = 'sum by (le, route) (rate(a_bucket{job=~"$job", x!="by (z)"}[5m])) / ignoring(y) time() - b:c > 0';
  expect(metricsIn(query)).toEqual(['a_bucket', 'b:c']);
  expect(labelsIn(query)).toEqual(['le', 'route', 'y', 'job', 'x']);
});

test('panels stand beside each other, and say what they show', () => {
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(41);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const taken = new Set<string>();
  for (const { title, type, gridPos, fieldConfig, targets } of dashboard.panels) {
    expect(title).not.toBe('');
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(taken, title).not.toContain(`${x} ${y}`);
        taken.add(`${x} ${y}`);
      }
    }
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    if (type === 'row') continue;
    expect(fieldConfig?.defaults.unit, title).toMatch(/./);
    expect(targets!.length, title).toBeGreaterThan(0);
  }
  const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
  expect(rows).toEqual(['Golden signals', 'Ingestion', 'Reports and caches', 'Notifications', 'Database', 'Runtime']);
});

describe.skipIf(!ENGINES.includes('postgres'))('beside a service on PostgreSQL', () => {
  let app: TestService;
  let ingestKey: string;
  let metrics: Exposition;

  beforeAll(async () => {
    app = await TestService.start('postgres', { components: SERVER_COMPONENTS, clock: new TestClock() });
    ingestKey = await app.ingestKey(1);
    // Labels are known when something has happened.
    const scope = { websiteIds: [1], scopes: ['reports'] as const, audience: 'rest' as const };
    const { token } = await createToken(app.database, scope, () => new Date());
    await fetch(`${app.url}/api/v1/reports/website`, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${app.url}/nowhere`);
    await app.collect(ingestKey, ndjson([eventWith(), eventWith({ visitor: '' })]));
    metrics = new Exposition(await (await fetch(`${app.url}/metrics`)).text());
  });

  afterAll(() => app.dispose());

  function labelsOf(names: readonly string[]): Set<string> {
    const samples = metrics.samples().filter(({ name }) => names.includes(name));
    return new Set([...LABELS_OF_SCRAPES, ...samples.flatMap(({ labels }) => Object.keys(labels))]);
  }

  it.each(targets)('$title: $expr', ({ expr, legendFormat }) => {
    const names = metricsIn(expr);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(metrics.names()).toContain(name);
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
    const known = [...labelsOf(names), ...names.flatMap((name) => LABELS_SEEN_LATER[name] ?? [])];
    for (const label of [...labelsIn(expr), ...shown]) expect(known).toContain(label);
    const chosen = [...expr.matchAll(/\$(\w+)/g)].map(([, variable]) => variable!);
    for (const variable of chosen)
      expect(['__rate_interval', ...variables.map(({ name }) => name)]).toContain(variable);
  });

  test('the variables ask for what there is', () => {
    for (const { definition } of variables) {
      const [, name] = /^label_values\((\w+)/.exec(definition ?? '') ?? [];
      if (definition !== undefined) expect(metrics.names()).toContain(name);
    }
  });

  test('every number of ours is shown', () => {
    const asked = new Set(targets.flatMap(({ expr }) => metricsIn(expr)));
    const missing = [...metrics.families.keys()].filter(
      (family) => family.startsWith('funnel_') && ![...asked].some((name) => isOf(name, family)),
    );
    expect(missing).toEqual([]);
  });
});

function isOf(name: string, family: string): boolean {
  return name === family || ['_bucket', '_sum', '_count'].some((suffix) => name === family + suffix);
}
