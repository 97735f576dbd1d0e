// Whether a day of a website is a drop or a spike that its own rhythm does not explain.
import { sentence } from '../../../../languages/sentence.ts';
import type { NewAlert } from '../../../core/answers/alerts/alert.ts';
import { type JudgedCount, judgeLastDay } from '../../../core/answers/alerts/rhythm.ts';
import { SUBJECT_KIND } from '../../../core/engine/catalog/subject.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import type { CountMove } from '../segments/move.ts';
import type { Episode } from './watch.ts';
import { JUDGED_COUNTS, type JudgedCountName, type WebsiteDays } from './website-days.ts';

interface Threshold {
  readonly kind: 'drop' | 'spike';
  /** The threshold in standard deviations of the website's own days. It was chosen by simulation: see docs/notifications.md. */
  readonly score: number;
  /** Smaller changes are not worth an alert, however certain they are. */
  readonly ratio: number;
}

const THRESHOLDS: readonly Threshold[] = [
  { kind: 'drop', score: -4.5, ratio: 0.75 },
  { kind: 'spike', score: 4, ratio: 1.5 },
];
/** An episode goes on while a count is beyond this part of the threshold, so that a count near it does not alert again and again. */
const STILL_UNUSUAL = 0.5;

const DAYS_PER_WEEK = 7;
/** How many weeks the segments of a day are compared with. */
const COMPARED_WEEKS = 4;

/** A drop or a spike. */
export interface UnusualDay extends NewAlert {
  /** What the event log can be asked about it. */
  readonly move: CountMove;
}

interface JudgedDay {
  readonly alerts: readonly UnusualDay[];
  readonly open: readonly Episode[];
}

interface DayToJudge {
  readonly websiteId: number;
  readonly day: number;
  /** The last one is that day. */
  readonly days: WebsiteDays;
  readonly open: readonly Episode[];
}

export function judgeDay({ websiteId, day, days, open }: DayToJudge): JudgedDay {
  const judged = JUDGED_COUNTS.flatMap((name) => {
    const count = judgeLastDay(days[name]);
    return count ? [{ name, ...count }] : [];
  });
  return judgeCounts(judged, { websiteId, day, open });
}

export interface NamedCount extends JudgedCount {
  readonly name: JudgedCountName;
}

export function judgeCounts(
  judged: readonly NamedCount[],
  { websiteId, day, open }: Omit<DayToJudge, 'days'>,
): JudgedDay {
  // A day that can't be judged, such as a quiet Sunday, ends nothing.
  if (judged.length === 0) return { alerts: [], open };
  const alerts: UnusualDay[] = [];
  const stillOpen: Episode[] = open.filter((episode) => episode === 'events_stopped');
  for (const threshold of THRESHOLDS) {
    const unusual = judged.filter((count) => isUnusual(count, threshold));
    const isOpen = open.includes(threshold.kind);
    if (unusual.length > 0 && !isOpen) alerts.push(alertOf(threshold.kind, unusual, websiteId, day));
    const goesOn = isOpen && judged.some(({ score }) => score / threshold.score >= STILL_UNUSUAL);
    if (unusual.length > 0 || goesOn) stillOpen.push(threshold.kind);
  }
  return { alerts, open: stillOpen };
}

function isUnusual({ count, expected, score }: JudgedCount, threshold: Threshold): boolean {
  return threshold.kind === 'drop'
    ? score <= threshold.score && count <= threshold.ratio * expected
    : score >= threshold.score && count >= threshold.ratio * expected;
}

const METRICS = { viewers: 'views', converters: 'conversions', orders: 'orders' } as const;

const WORDS = {
  viewers: 'visitors',
  converters: 'visitorsWhoConverted',
  orders: 'orders',
} as const satisfies Readonly<Record<JudgedCountName, CountMove['noun']>>;

/** The strongest first. */
function alertOf(kind: 'drop' | 'spike', unusual: readonly NamedCount[], websiteId: number, day: number): UnusualDay {
  const [strongest, ...others] = unusual.toSorted((a, b) => Math.abs(b.score) - Math.abs(a.score)) as [
    NamedCount,
    ...NamedCount[],
  ];
  const { name, count, expected } = strongest;
  const also = others.map((other) =>
    sentence('countInsteadOf', { noun: sentence(WORDS[other.name]), count: other.count, expected: other.expected }),
  );
  return {
    kind,
    cause: `${kind}:${day}`,
    day,
    title: sentence(kind === 'drop' ? 'fewer' : 'more', {
      change: { percent: Math.abs(count / expected - 1) },
      noun: sentence(WORDS[name]),
      day: { day: isoOfDay(day) },
      count,
      expected,
    }),
    text: [
      sentence('expectedFrom'),
      ...(also.length > 0 ? [sentence('sameIsTrueOf', { counts: { all: also } })] : []),
      sentence(kind === 'drop' ? 'checkDrop' : 'checkSpike'),
    ],
    path: `/websites/${websiteId}`,
    move: moveOf(strongest, websiteId, day),
  };
}

/** Compared with the same day of the weeks before: weekends may have other visitors than working days. */
function moveOf({ name, expected }: NamedCount, websiteId: number, day: number): CountMove {
  const [now, ...before] = Array.from({ length: 1 + COMPARED_WEEKS }, (_, weeksAgo) => {
    const sameDay = day - weeksAgo * DAYS_PER_WEEK;
    return { firstDay: sameDay, lastDay: sameDay };
  });
  const hits = { subject: { kind: SUBJECT_KIND.website, id: websiteId }, metric: METRICS[name] };
  return { hits, expected, noun: WORDS[name], now: now!, before };
}
