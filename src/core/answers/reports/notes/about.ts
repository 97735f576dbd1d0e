// What people recognize the parts of a report by. The specification says which members these parts have, so this is a member of its own,
// and it is there only where notes are.
import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { isoOfDay } from '../../../engine/rollups/calendar.ts';
import { readSeenDays } from '../../../engine/rollups/seen-days.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import type { OpenReport, ReportQuery } from '../open-report.ts';

export interface CampaignDates {
  readonly id: number;
  readonly created_at: string;
  readonly published_at: string | null;
}

interface AboutCampaign {
  readonly created_at?: string;
  readonly published_at?: string;
  readonly first_seen_on?: string;
  readonly last_seen_on?: string;
}

type ById<Value> = Readonly<Record<string, Value>>;

interface AboutField {
  readonly about?: {
    readonly campaigns?: ById<AboutCampaign>;
    readonly steps?: ById<string>;
    readonly elements?: ById<string>;
  };
}

/** When a campaign was created, published and seen. */
export async function aboutCampaign(
  report: OpenReport,
  context: Pick<ReadContext, 'database' | 'isForLink'>,
  { id, created_at, published_at }: CampaignDates,
): Promise<AboutField> {
  if (!report.query.notes) return {};
  const seen = (await readSeen(report, context, [id])).get(id);
  const about = { created_at, ...(published_at !== null && { published_at }), ...(seen && seenOn(seen)) };
  return { about: { campaigns: { [id]: about } } };
}

/**
 * The same for a list, where all of it would be more than the metrics: the date that it is sorted by, and when campaigns were seen if they
 * began or ended within the window. Their numbers are those of fewer days.
 */
export async function aboutCampaigns(
  report: OpenReport,
  context: Pick<ReadContext, 'database' | 'isForLink'>,
  campaigns: readonly CampaignDates[],
  sort: string,
): Promise<AboutField> {
  const { query, window, today } = report;
  if (!query.notes || campaigns.length === 0) return {};
  const seen = await readSeen(
    report,
    context,
    campaigns.map(({ id }) => id),
  );
  const entries = campaigns.flatMap((campaign) => {
    const { firstDay, lastDay } = seen.get(campaign.id) ?? window;
    const isWhole = firstDay <= window.firstDay && lastDay >= Math.min(window.lastDay, today);
    const about = { ...sortedBy(campaign, sort), ...(!isWhole && seenOn({ firstDay, lastDay })) };
    return Object.keys(about).length > 0 ? [[campaign.id, about] as const] : [];
  });
  return entries.length > 0 ? { about: { campaigns: Object.fromEntries(entries) } } : {};
}

/** Readers of a share link are not told: the link may be locked to other days. */
async function readSeen(
  { website, today }: OpenReport,
  { database, isForLink }: Pick<ReadContext, 'database' | 'isForLink'>,
  ids: readonly number[],
): Promise<Map<number, Window>> {
  if (isForLink) return new Map();
  return readSeenDays(database, { websiteId: website.id, kind: SUBJECT_KIND.campaign, ids }, today);
}

function seenOn({ firstDay, lastDay }: Window) {
  return { first_seen_on: isoOfDay(firstDay), last_seen_on: isoOfDay(lastDay) };
}

function sortedBy({ created_at, published_at }: CampaignDates, sort: string): AboutCampaign {
  if (sort === 'created_at') return { created_at };
  return sort === 'published_at' && published_at !== null ? { published_at } : {};
}

export interface NamedPart {
  readonly id: number;
  readonly name: string | null;
  readonly key: string | null;
}

type Parts = Readonly<Partial<Record<'steps' | 'elements', readonly NamedPart[]>>>;

/** The names of steps and elements, or else their keys. */
export function aboutParts({ notes }: Pick<ReportQuery, 'notes'>, parts: Parts): AboutField {
  if (!notes) return {};
  const named = Object.entries(parts)
    .map(([kind, rows]) => [kind, Object.fromEntries(rows.flatMap(nameOf))] as const)
    .filter(([, names]) => Object.keys(names).length > 0);
  return named.length > 0 ? { about: Object.fromEntries(named) } : {};
}

function nameOf({ id, name, key }: NamedPart): (readonly [number, string])[] {
  const shown = name ?? key;
  return shown === null ? [] : [[id, shown]];
}

/** A row without what is only said about it. */
export function withoutNames<Row extends NamedPart>({ name: _, key: __, ...row }: Row): Omit<Row, 'name' | 'key'> {
  return row;
}
