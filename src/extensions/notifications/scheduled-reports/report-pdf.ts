// The page of a website as a PDF file: tiles, the chart of its days, and the list of its campaigns.

import type { Metrics } from '@funnel/report-files/metrics.ts';
import { SHOWN_METRICS, SHOWN_WITH_CHANGE } from '@funnel/report-files/metrics.ts';
import { metricName } from '@funnel/report-files/names.ts';
import { ticksOf } from '@funnel/report-files/ticks.ts';
import type { Translate } from '../../../../languages/translate.ts';
import type { PageCampaign } from '../../../core/answers/reports/subjects/website-page.ts';
import {
  ACCENT,
  BAD,
  type Cell,
  CONTENT_WIDTH,
  GOOD,
  INK,
  LINE,
  NOT_DRAWN,
  PAGE,
  Paper,
  SOFT_INK,
  type TextBox,
} from './pdf-paper.ts';
import {
  CAMPAIGNS_MAX,
  changeSince,
  leftOutOf,
  periodText,
  type ReportPage,
  type ReportTile,
  rangeOf,
  reportTitle,
  tilesOf,
} from './report-page.ts';
import { campaignTypeText, compactText, countText, metricText, rangeText, shortDayText } from './report-words.ts';

const ARROWS = { up: '↑ ', down: '↓ ', flat: '' } as const;
const COLORS = { up: GOOD, down: BAD, flat: SOFT_INK } as const;

export interface PdfOptions {
  /** The name of the sender. */
  readonly author: string;
  readonly t: Translate;
  readonly at: Date;
  /** Default: true. */
  readonly compress?: boolean;
}

export async function reportPdf(page: ReportPage, options: PdfOptions): Promise<Buffer> {
  const { website, timezone, unit } = page;
  const { t } = options;
  const days = rangeText(rangeOf(page.window), t);
  const title = t('mails.reportSubject', { website: website.name, unit, days });
  const paper = await Paper.open({ title, language: t.language, ...options });
  paper.heading(1, website.name);
  paper.paragraph(`${reportTitle(page, t)}, ${periodText(page, t)} ${t('mails.reportTimezone', { timezone })}`, {
    size: 9,
    color: SOFT_INK,
  });
  drawTiles(paper, tilesOf(page, t));
  drawChart(paper, page, t);
  drawCampaigns(paper, page, t);
  for (const note of leftOutOf('pdf', page, t)) paper.paragraph(note, { size: 8, color: SOFT_INK });
  if (paper.isAnyMissing) {
    paper.paragraph(t('mails.reportNotDrawn', { mark: NOT_DRAWN }), { size: 8, color: SOFT_INK });
  }
  return paper.finish((number, pages) => t('mails.reportPage', { title, number, pages }));
}

const TILES_PER_ROW = 4;
const TILE_GAP = 8;
const TILE_HEIGHT = 62;

function drawTiles(paper: Paper, tiles: readonly ReportTile[]): void {
  const width = (CONTENT_WIDTH - TILE_GAP * (TILES_PER_ROW - 1)) / TILES_PER_ROW;
  const top = paper.y;
  for (const [index, { label, value, change, detail }] of tiles.entries()) {
    const x = PAGE.margin + (index % TILES_PER_ROW) * (width + TILE_GAP);
    const y = top + Math.floor(index / TILES_PER_ROW) * (TILE_HEIGHT + TILE_GAP);
    paper.decoration((document) => {
      document.lineWidth(0.5).strokeColor(LINE).roundedRect(x, y, width, TILE_HEIGHT, 4).stroke();
    });
    const box = (below: number): TextBox => ({ x: x + 8, y: y + below, width: width - 16 });
    paper.lines([
      { text: label, box: box(7), style: { size: 8, color: SOFT_INK } },
      { text: value, box: box(18), style: { size: 13, weight: 'bold', shrinks: true } },
      ...(change
        ? [{ text: arrowed(change), box: box(36), style: { size: 8, color: COLORS[change.direction], shrinks: true } }]
        : []),
      { text: detail, box: box(47), style: { size: 7, color: SOFT_INK, shrinks: true } },
    ]);
  }
  paper.y = top + Math.ceil(tiles.length / TILES_PER_ROW) * (TILE_HEIGHT + TILE_GAP) + 12;
}

function arrowed({ text, direction }: NonNullable<ReportTile['change']>): string {
  return `${ARROWS[direction]}${text}`;
}

const CHART = { height: 130, axisWidth: 34, labelsMax: 8 };

function drawChart(paper: Paper, { points, previousPoints, window, previous }: ReportPage, t: Translate): void {
  const values = points.map(({ views }) => views);
  const before = previousPoints.map(({ views }) => views).slice(0, Math.max(values.length, 1));
  paper.breakBefore(CHART.height + 60);
  paper.heading(2, t('charts.title', { first: metricName('views', 'distinct', t), unit: 'day' }));
  const legend = [
    { text: rangeText(rangeOf(window), t), color: ACCENT },
    ...(previous
      ? [{ text: t('mails.reportDashed', { days: rangeText(rangeOf(previous), t) }), color: SOFT_INK }]
      : []),
  ];
  const half = CONTENT_WIDTH / 2;
  paper.lines(
    legend.map(({ text, color }, index) => ({
      text,
      box: { x: PAGE.margin + index * (half / 2), y: paper.y, width: half },
      style: { size: 8, color },
    })),
  );
  const [top, left] = [paper.y + 20, PAGE.margin + CHART.axisWidth];
  const ticks = ticksOf([...values, ...before]);
  const highest = ticks.at(-1)!;
  const width = CONTENT_WIDTH - CHART.axisWidth;
  const xOf = (place: number) => left + (width * (place + 0.5)) / Math.max(1, values.length);
  const yOf = (value: number) => top + CHART.height * (1 - value / highest);
  const described = points.map(({ date, views }) => `${shortDayText(date, t)} ${countText(views, t)}`);
  const alt = t('mails.reportChart', { values: described.join(', ') });
  const every = Math.ceil(points.length / CHART.labelsMax);
  for (const tick of ticks) paper.rule(yOf(tick), tick === 0 ? SOFT_INK : LINE);
  paper.picture(alt, () => {
    for (const tick of ticks) {
      const box = { x: PAGE.margin, y: yOf(tick) - 9, width: CHART.axisWidth };
      paper.label(compactText(tick, t), box, { size: 7, color: SOFT_INK, shrinks: true });
    }
    for (const [place, { date }] of points.entries()) {
      if (place % every !== 0) continue;
      const box = { x: xOf(place) - 20, y: top + CHART.height + 4, width: 60 };
      paper.label(shortDayText(date, t), box, { size: 7, color: SOFT_INK });
    }
    paper.polyline(
      before.map((value, place) => [xOf(place), yOf(value)]),
      SOFT_INK,
      true,
    );
    paper.polyline(
      values.map((value, place) => [xOf(place), yOf(value)]),
      ACCENT,
      false,
    );
  });
  paper.y = top + CHART.height + 34;
}

const NAME_WIDTH = 147;
const CELL_GAP = 6;
const ROW = { head: 22, height: 24, size: 7.5, detail: 6.5 };

function drawCampaigns(paper: Paper, page: ReportPage, t: Translate): void {
  const campaigns = page.campaigns.slice(0, CAMPAIGNS_MAX.pdf);
  paper.breakBefore(80);
  paper.heading(2, t('common.campaigns'));
  if (campaigns.length === 0) {
    paper.paragraph(t('common.noCampaignsYet'), { size: 9 });
    return;
  }
  const table = paper.table();
  drawHead(paper, table, t);
  for (const campaign of campaigns) {
    if (paper.breakBefore(ROW.height)) drawHead(paper, table, t);
    table.row('TD', [
      nameCell(paper.y, campaign, t),
      ...SHOWN_METRICS.map((name, index) => metricCell(paper.y, name, index, campaign, page, t)),
    ]);
    paper.y += ROW.height;
    paper.rule(paper.y - 3);
  }
  table.end();
  paper.y += 8;
}

/** Every page has it again. */
function drawHead(paper: Paper, table: ReturnType<Paper['table']>, t: Translate): void {
  const style = { size: 6.5, color: SOFT_INK, shrinks: true } as const;
  table.row('TH', [
    { lines: [{ text: t('common.campaign'), box: nameBox(paper.y), style }] },
    ...SHOWN_METRICS.map((name, index) => ({
      lines: headLines(metricName(name, 'distinct', t)).map((text, line) => ({
        text,
        box: metricBox(paper.y + line * 8, index),
        style,
      })),
    })),
  ]);
  paper.y += ROW.head;
  paper.rule(paper.y - 3, SOFT_INK);
}

/** A name of two words has two lines. */
function headLines(label: string): string[] {
  const space = label.indexOf(' ');
  return space === -1 ? [label] : [label.slice(0, space), label.slice(space + 1)];
}

function nameBox(y: number): TextBox {
  return { x: PAGE.margin, y, width: NAME_WIDTH - CELL_GAP };
}

function metricBox(y: number, index: number): TextBox {
  const width = (CONTENT_WIDTH - NAME_WIDTH) / SHOWN_METRICS.length;
  return {
    x: PAGE.margin + NAME_WIDTH + index * width,
    y,
    width: width - (index === SHOWN_METRICS.length - 1 ? 0 : CELL_GAP / 2),
    align: 'right',
  };
}

function nameCell(y: number, { name, cta_type: type, status }: PageCampaign, t: Translate): Cell {
  const kind = campaignTypeText(type, status === 'archived', t);
  return {
    isHead: true,
    lines: [
      { text: name, box: nameBox(y), style: { size: ROW.size, color: INK } },
      { text: kind, box: nameBox(y + 10), style: { size: ROW.detail, color: SOFT_INK } },
    ],
  };
}

function metricCell(
  y: number,
  name: (typeof SHOWN_METRICS)[number],
  index: number,
  { metrics, noise }: PageCampaign,
  page: ReportPage,
  t: Translate,
): Cell {
  const compared: Metrics = metrics;
  const value = metrics[name];
  const change = SHOWN_WITH_CHANGE.includes(name) ? changeSince({ metrics: compared, noise }, name, t) : undefined;
  return {
    lines: [
      {
        text: metricText(name, value, page.website.currency, t),
        box: metricBox(y, index),
        style: { size: ROW.size, shrinks: true },
      },
      ...(change
        ? [
            {
              text: arrowed(change),
              box: metricBox(y + 10, index),
              style: { size: ROW.detail, color: COLORS[change.direction], shrinks: true },
            },
          ]
        : []),
    ],
  };
}
