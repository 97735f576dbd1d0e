// The real service and a website of another origin, whose visitors it counts.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { campaignReport } from '../../src/core/answers/reports/subjects/campaign.ts';
import { elementReport } from '../../src/core/answers/reports/subjects/element.ts';
import { changeWebsiteSettings } from '../../src/core/engine/catalog/website-settings.ts';
import type { Dimension } from '../../src/core/foundation/dimensions/dimension.ts';
import { createPublicKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import { buildIfChanged } from '../support/build-if-changed.ts';
import { restoreOf } from '../support/restore.ts';
import { TestClock } from '../support/test-clock.ts';
import { TestService } from '../support/test-service.ts';
import { snippet, Website } from './website.ts';

const CATALOG = {
  accounts: [
    {
      id: 1,
      name: 'Acme',
      websites: [
        {
          id: 1,
          name: 'acme.example',
          currency: 'USD',
          created_at: '2024-01-01T00:00:00Z',
          campaigns: [
            {
              id: 10,
              name: 'Spring sale',
              key: 'spring-sale',
              variants: [
                {
                  id: 100,
                  key: 'a',
                  steps: [
                    {
                      id: 1000,
                      key: 'offer',
                      position: 1,
                      elements: [
                        { id: 10000, key: 'shop-now', element_type: 'button' },
                        { id: 10001, key: 'newsletter', element_type: 'form' },
                      ],
                    },
                    { id: 1001, key: 'quiz', position: 2, elements: [{ id: 10010, element_type: 'quiz' }] },
                  ],
                },
                { id: 101, key: 'b' },
              ],
            },
            // Shows that everything before it has arrived.
            { id: 90, name: 'Marker', key: 'marker', variants: [{ id: 900 }] },
          ],
        },
      ],
    },
  ],
};

const COUNTED = ['views', 'conversions', 'completions', 'submissions', 'subscribes', 'orders', 'revenue'] as const;
type Counts = Record<(typeof COUNTED)[number], number>;
const NOTHING = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Counts;

export class TrackedShop {
  readonly service: TestService;
  readonly website: Website;
  readonly key: string;
  readonly #token: string;
  #restore: (() => Promise<void>) | undefined;
  #markers = 0;

  private constructor(service: TestService, website: Website, key: string, token: string) {
    this.service = service;
    this.website = website;
    this.key = key;
    this.#token = token;
  }

  static async open(env: Readonly<Record<string, string>> = {}): Promise<TrackedShop> {
    buildIfChanged('tracker');
    const website = await Website.start();
    const service = await TestService.start('sqlite', { catalog: CATALOG, clock: new TestClock(), env });
    await changeWebsiteSettings(service.database, 1, { browser_orders: true, form_contacts: true, event_log: true });
    const { key } = (await createPublicKey(
      service.database,
      { websiteId: 1, origins: [website.url] },
      service.clock.now,
    ))!;
    return new TrackedShop(service, website, key, await service.token([1], { scopes: ['reports', 'contacts:read'] }));
  }

  /** Before each test: what was counted since the first call is gone. Every page has to be left before: see `leave`. */
  async startOver(): Promise<void> {
    this.#restore ??= await restoreOf(this.service.database);
    await this.#restore();
    this.#markers = 0;
  }

  async close(): Promise<void> {
    this.website.close();
    await this.service.dispose();
  }

  /** The head of a page. */
  head(attributes = ''): string {
    return snippet(this.service.url, `data-key="${this.key}" ${attributes}`, this.service.config.trackerPath);
  }

  async counts(campaignId = 10, countType: 'total' | 'distinct' = 'total'): Promise<Counts> {
    const parameters = { id: campaignId, timeframe: 'last_24_hours', count_type: countType };
    const { data } = await this.service.report(campaignReport, parameters, this.#token);
    return Object.fromEntries(COUNTED.map((name) => [name, data.metrics[name]])) as Counts;
  }

  /** Each value of the dimension, with the views and conversions of the campaign. */
  async brokenDown(by: Dimension): Promise<[value: string, views: number, conversions: number][]> {
    const parameters = { id: 10, timeframe: 'last_24_hours', count_type: 'total', break_down_by: by };
    const { data } = await this.service.report(campaignReport, parameters, this.#token);
    return data.breakdown!.values.map(({ value, metrics }) => [value, metrics.views, metrics.conversions]);
  }

  /** The revenue of each variant of the campaign. */
  async revenueOfVariants(): Promise<Record<number, number>> {
    const { data } = await this.service.report(campaignReport, { id: 10, timeframe: 'last_24_hours' }, this.#token);
    return Object.fromEntries(data.variants.map(({ id, metrics }) => [id, metrics.revenue]));
  }

  async element(id: number) {
    return (await this.service.report(elementReport, { id, timeframe: 'last_24_hours' }, this.#token)).data;
  }

  async contacts(): Promise<readonly unknown[]> {
    return (await this.service.get('/contacts', this.#token)).body as unknown[];
  }

  /** Closes the page at once, and returns when all its events have arrived. */
  async leave(page: Pick<Page, 'evaluate' | 'close'>): Promise<void> {
    await page.evaluate(`funnel('completion', { campaign: 'marker' })`);
    await page.close();
    this.#markers++;
    await expect.poll(async () => (await this.counts(90)).completions).toBe(this.#markers);
  }

  /** Since it was opened, or started over. */
  async expectCounted(expected: Partial<Counts>): Promise<void> {
    await expect.poll(() => this.counts()).toEqual({ ...NOTHING, ...expected });
  }
}
