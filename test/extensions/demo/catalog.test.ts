import { expect, test } from 'vitest';
import { demoCatalog } from '../../../src/extensions/demo/catalog.ts';
import { DEMO_DAYS } from '../../../src/extensions/demo/events.ts';

const TODAY = Date.UTC(2026, 5, 15) / 86_400_000;
const catalog = demoCatalog(TODAY);
const websites = catalog.accounts.flatMap((account) => account.websites);
const campaigns = websites.flatMap((website) => website.campaigns);
const variants = campaigns.flatMap((campaign) => campaign.variants);
const steps = variants.flatMap((variant) => variant.steps);
const elements = steps.flatMap((step) => step.elements);
const areas = websites.flatMap((website) => website.areas);

test('is plain JSON and the same for the same day', () => {
  expect(JSON.parse(JSON.stringify(catalog))).toEqual(catalog);
  expect(demoCatalog(TODAY)).toEqual(catalog);
});

test('ids are positive integers, unique within their kind', () => {
  for (const kind of [catalog.accounts, websites, areas, campaigns, variants, steps, elements]) {
    const ids = kind.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => Number.isInteger(id) && id > 0)).toBe(true);
  }
});

test('one account, two websites of different currencies on reserved domains, with areas', () => {
  expect(catalog.accounts).toHaveLength(1);
  expect(websites.map(({ currency }) => currency)).toEqual(['USD', 'EUR']);
  for (const website of websites) {
    expect(website.name).toMatch(/^[a-z]+\.example$/);
    expect(website.areas.length).toBeGreaterThanOrEqual(2);
  }
});

test('campaigns of every format, live and archived, with funnels of two to four steps', () => {
  expect(campaigns).toHaveLength(13);
  expect(new Set(campaigns.map((campaign) => campaign.cta_type))).toEqual(
    new Set(['overlay', 'bar', 'embed', 'quiz', 'landing_page']),
  );
  expect(campaigns.filter(({ status }) => status === 'archived')).toHaveLength(2);
  const shown = variants.filter((variant) => !variant.is_holdout);
  expect(new Set(shown.map((variant) => variant.steps.length))).toEqual(new Set([2, 3, 4]));
  expect(new Set(elements.map((element) => element.element_type))).toEqual(
    new Set(['form', 'quiz_question', 'product_picker', 'button']),
  );
});

test('positions count from one, traffic adds up to a hundred, variations are lettered', () => {
  for (const { variants } of campaigns) {
    expect(variants.reduce((sum, variant) => sum + variant.traffic_percentage, 0)).toBe(100);
    expect(variants.map(({ variation }) => variation).join('')).toBe('ABC'.slice(0, variants.length));
  }
  for (const siblings of [...variants.map((variant) => variant.steps), ...steps.map((step) => step.elements)]) {
    expect(siblings.map(({ position }) => position)).toEqual(siblings.map((_, index) => index + 1));
  }
});

test('three experiments share their traffic evenly, one of which will end, and one campaign has a holdout', () => {
  const experiments = campaigns.filter(
    ({ status, variants }) => status === 'live' && variants.filter((v) => v.traffic_percentage > 0).length >= 2,
  );
  expect(experiments.map(({ variants }) => variants.map((v) => v.traffic_percentage))).toEqual([
    [50, 50],
    [50, 50],
    [50, 50],
    [70, 0, 30],
  ]);
  expect(variants.filter((variant) => variant.is_holdout)).toMatchObject([{ traffic_percentage: 30, steps: [] }]);
});

test('websites come before their areas and campaigns, these before the first day of events, publishing after', () => {
  const firstDayMs = (TODAY - DEMO_DAYS + 1) * 86_400_000;
  for (const website of websites) {
    const createdMs = Date.parse(website.created_at);
    for (const child of [...website.areas, ...website.campaigns]) {
      expect(Date.parse(child.created_at)).toBeGreaterThan(createdMs);
      expect(Date.parse(child.created_at)).toBeLessThan(firstDayMs);
    }
    for (const campaign of website.campaigns) {
      expect(Date.parse(campaign.published_at)).toBeGreaterThan(Date.parse(campaign.created_at));
      expect(Date.parse(campaign.updated_at)).toBeGreaterThanOrEqual(Date.parse(campaign.published_at));
    }
  }
});
