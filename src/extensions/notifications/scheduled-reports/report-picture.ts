// The page of a website in an email: what to do next, what changed, visitors by day, and the first campaigns. The chart is a table of
// colored cells, which every mail program shows, also one that shows no images.
import { type MetricName, type Metrics, SHOWN_WITH_CHANGE } from '@funnel/report-files/metrics.ts';
import { metricName } from '@funnel/report-files/names.ts';
import type { Translate } from '../../../../languages/translate.ts';
import type { PageCampaign } from '../../../core/answers/reports/subjects/website-page.ts';
import { isoOfDay } from '../../../core/engine/rollups/calendar.ts';
import { type Html, html } from '../../../core/foundation/pages/html.ts';
import { shortened } from '../../../core/foundation/text/shortened.ts';
import { wordsIn } from '../../../core/foundation/text/words.ts';
import { oneLine } from '../subscriptions/notification.ts';
import { changeSince, type ReportPage, rangeOf } from './report-page.ts';
import { countText, metricText, rangeText, shortDayText } from './report-words.ts';

/** The table has at most so many campaigns, besides those that the advice is about. */
export const CAMPAIGNS_SHOWN = 5;
/** At most so many changes are listed, besides the one that says what to do. */
const CHANGES_SHOWN = 3;
const NAME_LENGTH_MAX = 60;
const DAYS_PER_WEEK = 7;

const HEADING = 'margin:24px 0 8px;font-size:16px;line-height:24px';
const TEXT = 'font-size:14px;line-height:20px';
const SOFT = 'color:#565c70;font-size:12px;line-height:16px';
const CAMPAIGN_NAME = 'min-width:70px;font-weight:600;overflow-wrap:anywhere';
const BAR_HEIGHT = 96;
/** The classes are those that make it dark. */
const COLORS = { now: '#3d4ed8', before: '#b9c0ee' } as const;
type Bar = keyof typeof COLORS;

interface Picture {
  readonly html: Html;
  readonly text: string;
}

export function pictureOf(page: ReportPage, t: Translate): Picture {
  const parts = [adviceOf(page, t), changesOf(page, t), chartOf(page, t), campaignsOf(page, t)].filter(
    (part) => part !== undefined,
  );
  return { html: html`${parts.map((part) => part.html)}`, text: parts.map(({ text }) => text).join('\n\n') };
}

/** The first insight that something can be done about: what is most at stake comes first. */
function adviceItem({ insights }: ReportPage) {
  return insights?.items.find(({ kind }) => kind === 'claim' || kind === 'fact');
}

function adviceOf(page: ReportPage, t: Translate): Picture | undefined {
  const item = adviceItem(page);
  if (!item) return undefined;
  const [title, text] = [t('mails.reportAdvice'), wordsIn(t.locale)(item.sentences)];
  return {
    html: html`<h2 style="${HEADING}">${title}</h2>
<p class="box" style="margin:0;padding:12px;background:#f3f4f8;border-radius:8px;${TEXT}">${text}</p>
`,
    text: `${title}\n${text}`,
  };
}

function changesOf(page: ReportPage, t: Translate): Picture | undefined {
  const { insights, unit } = page;
  const advice = adviceItem(page);
  const items = (insights?.items ?? []).filter((item) => item !== advice).slice(0, CHANGES_SHOWN);
  if (!insights || items.length === 0) return undefined;
  const texts = items.map(({ sentences }) => wordsIn(t.locale)(sentences));
  const { monday } = insights;
  const days = rangeText({ start: isoOfDay(monday), end: isoOfDay(monday + DAYS_PER_WEEK - 1) }, t);
  const title = unit === 'week' ? t('mails.reportChanges') : t('mails.reportChangesIn', { days });
  return {
    html: html`<h2 style="${HEADING}">${title}</h2>
<ul style="margin:0;padding:0 0 0 20px">${texts.map((text) => html`<li style="margin:0 0 8px;${TEXT}">${text}</li>`)}</ul>
`,
    text: [title, ...texts.map((text) => `- ${text}`)].join('\n'),
  };
}

/** undefined: there were no visitors. */
function chartOf(page: ReportPage, t: Translate): Picture | undefined {
  const { points, previousPoints, window, previous } = page;
  const before = points.map((_, place) => previousPoints[place]?.views ?? 0);
  const highest = Math.max(0, ...points.map(({ views }) => views), ...before);
  if (highest === 0) return undefined;
  const isWeek = points.length <= DAYS_PER_WEEK;
  const title = t('charts.title', { first: metricName('views', 'distinct', t), unit: 'day' });
  const described = points.map(({ date, views }) => `${shortDayText(date, t)} ${countText(views, t)}`);
  const alt = t('mails.reportBars', { values: described.join(', ') });
  const bar = (value: number, of: Bar) =>
    barOf({ width: isWeek ? 18 : 4, height: Math.max(1, Math.round((BAR_HEIGHT * value) / highest)), of });
  const columns = points.map(({ views }, place) => {
    const bars = layout([...(previous ? [bar(before[place]!, 'before')] : []), bar(views, 'now')], 'margin:0 auto');
    const value = isWeek && html`<div class="soft" style="${SOFT}">${countText(views, t)}</div>`;
    return html`<td valign="bottom" align="center" style="vertical-align:bottom;text-align:center">${value}${bars}</td>`;
  });
  const labels = (isWeek ? points : [points[0]!, points.at(-1)!]).map(({ date }, place) => {
    const align = isWeek ? 'center' : place === 0 ? 'left' : 'right';
    return html`<td class="soft" align="${align}" style="padding:4px 0 0;${SOFT}">${shortDayText(date, t)}</td>`;
  });
  const legend = [
    legendOf('now', rangeText(rangeOf(window), t)),
    previous && legendOf('before', t('mails.reportBefore', { days: rangeText(rangeOf(previous), t) })),
  ];
  const wide = 'width:100%;table-layout:fixed;border-collapse:collapse';
  return {
    html: html`<h2 style="${HEADING}">${title}</h2>
<p class="soft" style="margin:0 0 8px;${SOFT}">${legend}</p>
<div role="img" aria-label="${alt}">
${layout(columns, `${wide};border-bottom:1px solid #9aa0b4`, 'line')}
${layout(labels, wide)}
</div>
`,
    text: alt,
  };
}

/** A table of one row, which places things side by side. */
function layout(cells: readonly Html[], style: string, name?: 'line'): Html {
  const named = name === undefined ? '' : html` class="${name}"`;
  return html`<table${named} role="presentation" cellpadding="0" cellspacing="0" align="center" style="${style}"><tr>${cells}</tr></table>`;
}

/** Its attributes are for mail programs that know no styles. */
function barOf({ width, height, of }: { readonly width: number; readonly height: number; readonly of: Bar }): Html {
  const color = COLORS[of];
  const style = `width:${width}px;height:${height}px;background:${color};font-size:0;line-height:0`;
  const colored = html`<td class="${of}" width="${width}" height="${height}" bgcolor="${color}" style="${style}"></td>`;
  return html`<td valign="bottom" style="vertical-align:bottom">${layout([colored], '')}</td>`;
}

function legendOf(bar: Bar, days: string): Html {
  const mark = html`<span class="${bar}" style="color:${COLORS[bar]}">■</span>`;
  return html`<span style="white-space:nowrap;margin-right:12px">${mark} ${days}</span> `;
}

const COLUMNS: readonly MetricName[] = ['views', 'conversion_rate', 'revenue'];

function campaignsOf(page: ReportPage, t: Translate): Picture | undefined {
  const campaigns = campaignsShown(page);
  if (campaigns.length === 0) return undefined;
  const title = t('common.campaigns');
  const isCut = page.campaignsTotal > campaigns.length;
  const counts = { shown: countText(CAMPAIGNS_SHOWN, t), all: countText(page.campaignsTotal, t) };
  const note =
    campaigns.length > CAMPAIGNS_SHOWN ? t('mails.reportFirstAndAdvised', counts) : t('mails.reportFirst', counts);
  const head = [t('common.campaign'), ...COLUMNS.map((name) => metricName(name, 'distinct', t))];
  const heads = head.map(
    (label, place) =>
      html`<th class="soft line" scope="col" align="${place === 0 ? 'left' : 'right'}" style="${cell(place)}${SOFT}">${label}</th>`,
  );
  const rows = campaigns.map(
    (campaign) => html`<tr>
<th class="line" scope="row" align="left" style="${cell(0)}${TEXT};${CAMPAIGN_NAME}">${nameOf(campaign)}</th>
${COLUMNS.map((name, place) => metricCell(campaign, name, place + 1, page.website.currency, t))}</tr>
`,
  );
  const line = (campaign: PageCampaign) =>
    COLUMNS.map(
      (name) =>
        `${metricName(name, 'distinct', t)} ${metricText(name, campaign.metrics[name], page.website.currency, t)}`,
    );
  return {
    html: html`<h2 style="${HEADING}">${title}</h2>
<table cellpadding="0" cellspacing="0" width="100%" style="width:100%;border-collapse:collapse"><thead><tr>${heads}</tr></thead>
<tbody>${rows}</tbody></table>
${isCut && html`<p class="soft" style="margin:8px 0 0;${SOFT}">${note}</p>`}
`,
    text: [
      title,
      ...campaigns.map((campaign) => `${nameOf(campaign)}: ${line(campaign).join(', ')}`),
      ...(isCut ? [note] : []),
    ].join('\n'),
  };
}

/** Those with the most revenue, and those that the advice is about. */
export function campaignsShown(page: ReportPage): ReportPage['campaigns'] {
  const advised = adviceItem(page)?.campaign_ids ?? [];
  return page.campaigns.filter(({ id }, place) => place < CAMPAIGNS_SHOWN || advised.includes(id));
}

/** On one line, so that it can't look like another row of the text. */
function nameOf({ name }: PageCampaign): string {
  return shortened(oneLine(name), NAME_LENGTH_MAX);
}

function metricCell(
  { metrics, noise }: PageCampaign,
  name: MetricName,
  place: number,
  currency: string,
  t: Translate,
): Html {
  const compared: Metrics = metrics;
  // The page compares these, too.
  const change = SHOWN_WITH_CHANGE.includes(name) ? changeSince({ metrics: compared, noise }, name, t) : undefined;
  const value = metricText(name, metrics[name], currency, t);
  const below = change && html`<div class="soft" style="${SOFT}">${change.text}</div>`;
  return html`<td class="line" align="right" valign="top" style="${cell(place)}${TEXT};vertical-align:top">${value}${below}</td>`;
}

function cell(place: number): string {
  return `padding:6px ${place === COLUMNS.length ? 0 : 8}px 6px 0;border-bottom:1px solid #d5d8e2;`;
}
