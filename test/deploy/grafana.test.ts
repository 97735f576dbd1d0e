// The Grafana dashboard and the alert rules for Prometheus ask only for what /metrics has. The dashboard shows all of it that is ours.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createToken } from '../../src/core/contract/access/tokens.ts';
import { SERVER_COMPONENTS } from '../../src/core/server/config/config.ts';
import { ENGINES } from '../support/databases.ts';
import { eventWith, ndjson } from '../support/events.ts';
import { Exposition } from '../support/exposition.ts';
import { LABELS_OF_SCRAPES, LABELS_SEEN_LATER, labelsIn, metricsIn } from '../support/prometheus-queries.ts';
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

/** The rules of deploy/prometheus, with what they say about themselves. */
const RULES = readFileSync(new URL('../../deploy/prometheus/funnel.rules.yaml', import.meta.url), 'utf8')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((rule) => ({
    alert: rule.split('\n', 1)[0]!,
    expr: /^ +expr: (.+)$/m.exec(rule)![1]!,
    shown: /^ +summary: (.+)$/m.exec(rule)![1]!,
  }));

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

  it.each(RULES)('alert $alert: $expr', ({ expr, shown }) => {
    const names = metricsIn(expr).filter((name) => name !== 'up');
    for (const name of names) expect(metrics.names()).toContain(name);
    const known = [...labelsOf(names), ...names.flatMap((name) => LABELS_SEEN_LATER[name] ?? [])];
    const named = [...shown.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!);
    for (const label of [...labelsIn(expr), ...named]) expect(known).toContain(label);
    for (const label of named.filter(() => /\bby\b/.test(expr))) expect(labelsIn(expr)).toContain(label);
  });
});

function isOf(name: string, family: string): boolean {
  return name === family || ['_bucket', '_sum', '_count'].some((suffix) => name === family + suffix);
}
