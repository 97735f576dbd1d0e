// What each website of an account had in the same part of the period before. Only the event log knows parts of days.

import type { ReadContext } from '../../../contract/operations/define-operation.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import { breakdown } from '../../../engine/event-log/breakdowns/breakdown.ts';
import { askLog } from '../../../engine/event-log/questions/ask-log.ts';
import type { Counts } from '../../../engine/rollups/counts.ts';
import type { Window } from '../../../engine/rollups/window.ts';
import { Problem } from '../../../foundation/problem/problem.ts';
import { openLog, requireLoggedDays } from '../open-log.ts';
import { previousTimeSpan, type ReportQuery, type WebsiteDates } from '../open-report.ts';
import type { ComparedWindow } from '../windows.ts';
import type { ComparedGroup } from './windows-of-websites.ts';

/** Each of them is a question to its log. */
const WEBSITES_MAX = 20;

type AskedPart = Pick<ReportQuery, 'timeframe' | 'compare' | 'same_part'>;

interface SamePart {
  readonly counts: Counts;
  /** The end of what is compared, in seconds since 1970. */
  readonly end: number;
}

/** None of those whose period is over: whole days are compared then. Throws a problem of status 422 if a website keeps no events. */
export async function readSameParts(
  context: ReadContext,
  query: AskedPart,
  groups: readonly ComparedGroup[],
): Promise<ReadonlyMap<number, SamePart>> {
  const asked = groups.flatMap(({ websites, window, previous }) =>
    previous ? websites.map((website) => ({ website, windows: { window, previous } })) : [],
  );
  if (asked.length > WEBSITES_MAX) throw tooManyWebsites(query);
  const parts = new Map<number, SamePart>();
  for (const { website, windows } of asked) {
    const part = await readPart(context, website, windows, query);
    if (part) parts.set(website.id, part);
  }
  return parts;
}

/** undefined: the period is over. Throws a problem of status 422 if the website does not keep the events of the days before. */
export async function readPart(
  context: ReadContext,
  website: Pick<WebsiteDates, 'id' | 'zone'>,
  windows: { readonly window: Window; readonly previous: ComparedWindow },
  query: Partial<AskedPart> = {},
): Promise<SamePart | undefined> {
  const { previous } = windows;
  const log = await openLog({ ...context, websiteId: website.id }, query);
  const timeSpan = previousTimeSpan(previous, website.zone, context);
  if (!timeSpan) return undefined;
  requireLoggedDays(log, query, windows);
  const { counts } = await askLog(
    context.database,
    log,
    breakdown({
      subjects: [{ kind: SUBJECT_KIND.website, id: website.id }],
      windows: [previous],
      filters: [],
      timeSpan,
      countType: 'distinct',
      isScaled: true,
    }),
  );
  return { counts: counts[0]![0]!, end: timeSpan.end };
}

function tooManyWebsites({ same_part: isSamePart }: AskedPart): Problem {
  const [param, asked] = isSamePart ? ['same_part', 'same_part=true'] : ['compare', 'compare=same_part'];
  const detail = `${asked} compares at most ${WEBSITES_MAX} websites: name them in website_ids.`;
  return new Problem(422, detail, { code: `invalid_${param}`, param });
}
