// Converts the nested catalog document to rows per table, each with its JSON path for error messages.

import type { SqlValue } from '../../../foundation/database/database.ts';
import { isoSeconds } from '../../../foundation/time/clock.ts';
import { DEFAULT_COLUMNS, variationName } from '../default-columns.ts';
import type { ExchangeRate } from '../exchange-rates.ts';
import { namesInDocument, type SettingChanges } from '../settings.ts';
import { type CatalogDocument, DEFAULT_WEBSITE_FIELDS, type WebsiteFields } from './document.ts';

/** The order of writing: parents come before their children. */
export const CATALOG_TABLES = ['accounts', 'websites', 'areas', 'campaigns', 'variants', 'steps', 'elements'] as const;
export type CatalogTable = (typeof CATALOG_TABLES)[number];

export interface CatalogRow {
  readonly path: string;
  readonly id: number;
  /** Foreign keys of the parents; these never change once stored. */
  readonly owner: Record<string, number>;
  /** Foreign keys that the document repeats; they must match `owner`. */
  readonly statedOwner?: Record<string, number | undefined>;
  /** Columns that the document contains. */
  readonly columns: Record<string, SqlValue>;
  /** Values for a new row, where the document contains none. */
  readonly defaults: Record<string, SqlValue>;
  /** Fields of the website in the document, to be merged with the stored ones. */
  readonly fields?: Partial<WebsiteFields>;
  /** The settings that the document has for the website, see settings.ts. */
  readonly settings?: SettingChanges | undefined;
  readonly exchangeRates?: readonly ExchangeRate[] | undefined;
}

export type CatalogRows = Record<CatalogTable, CatalogRow[]>;

type Account = CatalogDocument['accounts'][number];
type Website = NonNullable<Account['websites']>[number];
type Campaign = NonNullable<Website['campaigns']>[number];
type Variant = NonNullable<Campaign['variants']>[number];

interface FlattenDefaults {
  readonly now: string;
  newApiKey(): string;
}

export function flatten(document: CatalogDocument, defaults: FlattenDefaults): CatalogRows {
  const rows: CatalogRows = {
    accounts: [],
    websites: [],
    areas: [],
    campaigns: [],
    variants: [],
    steps: [],
    elements: [],
  };
  document.accounts.forEach((account, index) => {
    addAccount(rows, account, `accounts[${index}]`, defaults);
  });
  return rows;
}

function addAccount(rows: CatalogRows, account: Account, path: string, defaults: FlattenDefaults): void {
  rows.accounts.push({
    path,
    id: account.id,
    owner: {},
    columns: definedColumns({ name: account.name, created_at: utc(account.created_at) }),
    defaults: { created_at: defaults.now },
  });
  account.websites?.forEach((website, index) => {
    addWebsite(rows, account.id, website, `${path}.websites[${index}]`, defaults);
  });
}

function addWebsite(
  rows: CatalogRows,
  accountId: number,
  website: Website,
  path: string,
  defaults: FlattenDefaults,
): void {
  const fieldNames = Object.keys(DEFAULT_WEBSITE_FIELDS) as (keyof WebsiteFields)[];
  const fields = fieldNames.filter((name) => website[name] !== undefined).map((name) => [name, website[name]]);
  const createdAt = { created_at: utc(website.created_at), updated_at: utc(website.updated_at) };
  rows.websites.push({
    path,
    id: website.id,
    owner: { account_id: accountId },
    statedOwner: { account_id: website.account_id },
    columns: definedColumns({ name: website.name, currency: website.currency, api_key: website.api_key, ...createdAt }),
    defaults: { ...DEFAULT_COLUMNS.websites, api_key: defaults.newApiKey(), ...newTimestamps(website, defaults) },
    fields: Object.fromEntries(fields),
    settings: settingsIn(website),
    exchangeRates: website.exchange_rates,
  });
  website.areas?.forEach((area, index) => {
    rows.areas.push({
      path: `${path}.areas[${index}]`,
      id: area.id,
      owner: { website_id: website.id },
      statedOwner: { website_id: area.website_id },
      columns: definedColumns({
        name: area.name,
        is_archived: isArchived(area),
        created_at: utc(area.created_at),
        updated_at: utc(area.updated_at),
      }),
      defaults: { ...DEFAULT_COLUMNS.areas, ...newTimestamps(area, defaults) },
    });
  });
  website.campaigns?.forEach((campaign, index) => {
    addCampaign(rows, website.id, campaign, `${path}.campaigns[${index}]`, defaults);
  });
}

/** undefined: the document has none for the website. */
function settingsIn(website: Website): SettingChanges | undefined {
  const fields = namesInDocument('website').filter((name) => website[name] !== undefined);
  if (!website.settings && fields.length === 0) return undefined;
  return { ...website.settings, ...Object.fromEntries(fields.map((name) => [name, website[name]])) };
}

function addCampaign(
  rows: CatalogRows,
  websiteId: number,
  campaign: Campaign,
  path: string,
  defaults: FlattenDefaults,
): void {
  rows.campaigns.push({
    path,
    id: campaign.id,
    owner: { website_id: websiteId },
    statedOwner: { website_id: campaign.website_id },
    columns: definedColumns({
      key: campaign.key,
      name: campaign.name,
      cta_type: campaign.cta_type,
      test_type: campaign.test_type,
      page_path: campaign.page_path,
      status: campaign.status,
      published_at: utc(campaign.published_at),
      created_at: utc(campaign.created_at),
      updated_at: utc(campaign.updated_at),
    }),
    defaults: { ...DEFAULT_COLUMNS.campaigns, ...newTimestamps(campaign, defaults) },
  });
  campaign.variants?.forEach((variant, index) => {
    addVariant(rows, websiteId, campaign.id, variant, `${path}.variants[${index}]`, index, defaults);
  });
}

function addVariant(
  rows: CatalogRows,
  websiteId: number,
  campaignId: number,
  variant: Variant,
  path: string,
  index: number,
  defaults: FlattenDefaults,
): void {
  rows.variants.push({
    path,
    id: variant.id,
    owner: { website_id: websiteId, campaign_id: campaignId },
    statedOwner: { website_id: variant.website_id },
    columns: definedColumns({
      key: variant.key,
      name: variant.name,
      variation: variant.variation,
      traffic_percentage: variant.traffic_percentage ?? variant.percentage,
      screenshot: variant.screenshot,
      is_holdout: variant.is_holdout === undefined ? undefined : Number(variant.is_holdout),
      is_archived: isArchived(variant),
      created_at: utc(variant.created_at),
      updated_at: utc(variant.updated_at),
    }),
    defaults: {
      ...DEFAULT_COLUMNS.variants,
      variation: variationName(index),
      traffic_percentage: 100,
      ...newTimestamps(variant, defaults),
    },
  });
  variant.steps?.forEach((step, stepIndex) => {
    const stepPath = `${path}.steps[${stepIndex}]`;
    rows.steps.push({
      path: stepPath,
      id: step.id,
      owner: { website_id: websiteId, variant_id: variant.id },
      columns: definedColumns({
        key: step.key,
        name: step.name,
        position: step.position,
        is_archived: isArchived(step),
      }),
      defaults: { ...DEFAULT_COLUMNS.steps, position: stepIndex + 1 },
    });
    step.elements?.forEach((element, elementIndex) => {
      rows.elements.push({
        path: `${stepPath}.elements[${elementIndex}]`,
        id: element.id,
        owner: { website_id: websiteId, step_id: step.id },
        columns: definedColumns({
          key: element.key,
          name: element.name,
          element_type: element.element_type,
          position: element.position,
          is_archived: isArchived(element),
        }),
        defaults: { ...DEFAULT_COLUMNS.elements, position: elementIndex + 1 },
      });
    });
  });
}

function definedColumns(columns: Record<string, SqlValue | undefined>): Record<string, SqlValue> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Record<
    string,
    SqlValue
  >;
}

function isArchived({ status }: { status?: 'live' | 'archived' | undefined }): number | undefined {
  return status && Number(status === 'archived');
}

/** A record with created_at but without updated_at counts as unchanged since its creation. */
function newTimestamps(
  record: { created_at?: string | undefined },
  defaults: FlattenDefaults,
): Record<string, SqlValue> {
  return { created_at: defaults.now, updated_at: utc(record.created_at) ?? defaults.now };
}

function utc<T extends string | null | undefined>(timestamp: T): T | string {
  return typeof timestamp === 'string' ? isoSeconds(new Date(timestamp)) : timestamp;
}
