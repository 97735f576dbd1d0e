// Makes the files of a report that is mailed. A thread draws them, so that this does not block the server's requests.

import { BYTE_ORDER_MARK, csvText } from '@funnel/report-files/csv.ts';
import { plainName } from '@funnel/report-files/plain-name.ts';
import { campaignsFile } from '@funnel/report-files/tables/subjects.ts';
import type { Language } from '../../../../languages/language.ts';
import type { Translate } from '../../../../languages/translate.ts';
import { readSnapshot } from '../../../core/answers/insights/read-snapshot.ts';
import { DAYS_PER_WEEK } from '../../../core/answers/insights/week.ts';
import { readWebsitePage } from '../../../core/answers/reports/subjects/website-page.ts';
import { type ExactBounds, NO_BOUNDS } from '../../../core/engine/event-log/questions/unique-visitors.ts';
import { startOfWeek } from '../../../core/engine/rollups/calendar.ts';
import type { Window } from '../../../core/engine/rollups/window.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import { shortened } from '../../../core/foundation/text/shortened.ts';
import { textsIn } from '../../../core/foundation/text/translators.ts';
import { Thread } from '../../../core/foundation/threads/thread.ts';
import type { Zone } from '../../../core/foundation/time/zone.ts';
import type { Attachment } from '../outbox/message.ts';
import type { ReportFormat, ReportPeriod } from '../subscriptions/schedule.ts';
import { CAMPAIGNS_MAX, fileDays, leftOutOf, type ReportPage, rangeOf, TEXT_LENGTH_MAX } from './report-page.ts';
import { reportPdf } from './report-pdf.ts';
import { campaignsShown } from './report-picture.ts';
import { daysOfFile, fileContent } from './report-words.ts';

export interface ReportRequest {
  readonly websiteId: number;
  readonly period: ReportPeriod;
  readonly formats: readonly ReportFormat[];
  /** The sender of the mail. */
  readonly author: string;
  /** The language of the files. */
  readonly language: Language;
  readonly nowMs: number;
}

export interface BuiltReport {
  /** It has only the campaigns that an email shows. */
  readonly page: ReportPage;
  /** One of each format. */
  readonly files: readonly ReportFile[];
}

interface ReportFile extends Attachment {
  readonly format: ReportFormat;
  /** Sentences that say what the file does not have. */
  readonly leftOut: readonly string[];
}

export interface ReportBuilder {
  build(request: ReportRequest): Promise<BuiltReport>;
  /** Releases its resources. It can be used again. */
  stop(): Promise<void>;
}

/** Runs in the caller's thread. */
export class DirectReportBuilder implements ReportBuilder {
  readonly #database: Pick<Database, 'query'>;
  readonly #bounds: ExactBounds;

  constructor(database: Pick<Database, 'query'>, bounds: ExactBounds = NO_BOUNDS) {
    this.#database = database;
    this.#bounds = bounds;
  }

  async build(request: ReportRequest): Promise<BuiltReport> {
    return drawReport(await readReport(this.#database, request, this.#bounds), request);
  }

  async stop(): Promise<void> {}
}

/** What the thread is sent. */
export interface ThreadRequest {
  readonly request: ReportRequest;
  /** undefined: the thread reads it. */
  readonly page?: ReportPage;
}

/**
 * Draws in a worker thread. SQLite is read there, too. PostgreSQL does the work of a read itself, so it is asked from here: a thread would
 * need a connection of its own.
 */
export class ReportThread implements ReportBuilder {
  readonly #thread: Thread<ThreadRequest, BuiltReport>;
  readonly #postgres: Pick<Database, 'query'> | undefined;
  readonly #bounds: ExactBounds;

  constructor(
    from: { readonly databaseUrl: string } | { readonly postgres: Pick<Database, 'query'> },
    bounds: ExactBounds = NO_BOUNDS,
  ) {
    this.#postgres = 'postgres' in from ? from.postgres : undefined;
    this.#bounds = bounds;
    const data = 'postgres' in from ? {} : { ...from, bounds };
    this.#thread = new Thread(new URL('./report-files-worker.ts', import.meta.url), data);
  }

  async build(request: ReportRequest): Promise<BuiltReport> {
    const page = this.#postgres && (await readReport(this.#postgres, request, this.#bounds));
    return this.#thread.call({ request, ...(page && { page }) });
  }

  async stop(): Promise<void> {
    // Somebody else may have asked for another report meanwhile.
    if (this.#thread.load === 0) await this.#thread.stop();
  }
}

export async function readReport(
  database: Pick<Database, 'query'>,
  { websiteId, period: { unit, window, previous }, formats, nowMs }: ReportRequest,
  { queryEventsMax, exactEventsMax }: ExactBounds = NO_BOUNDS,
): Promise<ReportPage> {
  const campaignsMax = Math.max(...formats.map((format) => CAMPAIGNS_MAX[format]));
  const todayIn = (zone: Zone) => zone.dayAt(nowMs);
  const context = { database, websiteId, todayIn, currentMinuteMs: () => nowMs, queryEventsMax, exactEventsMax };
  const insights = await readInsights(database, websiteId, window);
  const alsoCampaigns = insights?.items.flatMap(({ campaign_ids }) => campaign_ids) ?? [];
  return { unit, ...(await readWebsitePage({ window, previous, campaignsMax, alsoCampaigns }, context)), insights };
}

/** Of the last week that is over when the window is: a week is its own one. */
async function readInsights(
  database: Pick<Database, 'query'>,
  websiteId: number,
  { lastDay }: Window,
): Promise<ReportPage['insights']> {
  const monday = startOfWeek(lastDay + 1) - DAYS_PER_WEEK;
  const week = await readSnapshot(database, websiteId, monday);
  return week && { monday, items: week.items };
}

export async function drawReport(page: ReportPage, request: ReportRequest): Promise<BuiltReport> {
  const t = textsIn(request.language);
  const files: ReportFile[] = [];
  for (const format of request.formats) {
    const at = new Date(request.nowMs);
    const bytes = format === 'csv' ? csvOf(page, t) : await reportPdf(page, { author: request.author, at, t });
    files.push({
      ...{ format, fileName: fileName(format, page, t), contentType: CONTENT_TYPES[format] },
      base64: bytes.toString('base64'),
      leftOut: leftOutOf(format, page, t),
    });
  }
  return { page: { ...page, campaigns: campaignsShown(page) }, files };
}

/** What is left out is said in rows at the end, in the column of the names. */
function csvOf(page: ReportPage, t: Translate): Buffer {
  const campaigns = page.campaigns.slice(0, CAMPAIGNS_MAX.csv).map((campaign) => ({
    ...campaign,
    name: shortened(campaign.name, TEXT_LENGTH_MAX),
    cta_type: shortened(campaign.cta_type, TEXT_LENGTH_MAX),
  }));
  const { columns, rows } = campaignsFile(campaigns, {
    ...{ days: fileDays(page), currency: page.website.currency, countType: 'distinct', t },
  });
  const notes = leftOutOf('csv', page, t).map((note) => columns.map((_, index) => (index === 0 ? note : null)));
  return Buffer.from(BYTE_ORDER_MARK + csvText({ columns, rows: [...rows, ...notes] }));
}

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = { csv: 'text/csv', pdf: 'application/pdf' };

/** Most file systems allow names of 255 bytes, and a letter can have three. */
const FILE_NAME_WEBSITE_LENGTH_MAX = 60;

/** The name that the page gives its files: website, content and days. */
function fileName(format: ReportFormat, { website, window }: ReportPage, t: Translate): string {
  const websiteName = shortened(website.name, FILE_NAME_WEBSITE_LENGTH_MAX);
  return `${plainName([websiteName, fileContent(format, t), daysOfFile(rangeOf(window), t)])}.${format}`;
}
