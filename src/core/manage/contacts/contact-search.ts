// What contacts are searched by: a row for each contact with its names, address and phone number in one text, and with the campaign that it
// came from. It is narrow, so that many can be read at once. Everything in it is derived from the fields of the contact.
// Why: docs/decisions/contacts.md, "Search scans a narrow table up to a limit".
import type { Database, Queries, SqlValue } from '../../foundation/database/database.ts';
import { foldText } from '../../foundation/text/fold-text.ts';
import { type ContactFields, type ContactSource, SOURCE } from './contact.ts';
import { phoneKey } from './match-keys.ts';

/** The rest of a longer value is not searched. */
const VALUE_LENGTH_MAX = 200;
const WORDS_MAX = 5;

export interface SearchRow {
  readonly campaignId: number | null;
  readonly text: string;
}

/** Takes the stored JSON of a contact. */
export function searchRowOf(stored: string): SearchRow {
  const { name, last_name, email, phone, data }: ContactFields = JSON.parse(stored);
  const { campaign_id: campaignId } = (data?.[SOURCE] ?? {}) as Partial<ContactSource>;
  const values = [[name, last_name].filter(Boolean).join(' '), email, phone, phone && phoneKey(phone)];
  return {
    campaignId: Number.isSafeInteger(campaignId) ? campaignId! : null,
    text: values
      .filter((value) => value !== undefined && value !== '')
      .map((value) => foldText(value!.slice(0, VALUE_LENGTH_MAX)))
      .join('\n'),
  };
}

/** The patterns for LIKE with the escape character `!`, all of which have to match. */
export function searchPatterns(query: string): string[] {
  const words = foldText(query).split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  return words.map((word) => `%${word.replaceAll(/[%_!]/g, '!$&')}%`);
}

export async function writeSearchRows(
  tx: Queries,
  websiteId: number,
  contacts: readonly { readonly place: number; readonly row: SearchRow }[],
): Promise<void> {
  await tx.insertMany({
    into: 'contact_search',
    columns: ['website_id', 'place', 'campaign_id', 'text'],
    rows: contacts.map(({ place, row }): SqlValue[] => [websiteId, place, row.campaignId, row.text]),
    onConflict:
      'ON CONFLICT (website_id, place) DO UPDATE SET campaign_id = excluded.campaign_id, text = excluded.text',
  });
}

interface SearchOptions {
  readonly patterns: readonly string[];
  readonly campaignId: number | undefined;
  /** Places before this one, down to `from`. */
  readonly before: number;
  readonly from: number;
  readonly limit: number;
}

/** The places of the contacts that match, newest first. */
export async function findPlaces(
  database: Pick<Database, 'query'>,
  websiteId: number,
  { patterns, campaignId, before, from, limit }: SearchOptions,
): Promise<number[]> {
  const params: SqlValue[] = [websiteId, before, from, limit];
  const conditions = patterns.map((pattern) => `AND text LIKE $${params.push(pattern)} ESCAPE '!'`);
  if (campaignId !== undefined) conditions.push(`AND campaign_id = $${params.push(campaignId)}`);
  const rows = await database.query<{ place: number }>(
    `SELECT place FROM contact_search WHERE website_id = $1 AND place < $2 AND place >= $3 ${conditions.join(' ')}
     ORDER BY place DESC LIMIT $4`,
    params,
  );
  return rows.map(({ place }) => place);
}
