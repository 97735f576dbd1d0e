// Costs of a CSV file: what is downloaded can be imported again.

import { keyOfCost, type SentCost } from '../api/costs.ts';
import { isDay } from '../format/dates.ts';
import { CHANNELS, valueFor } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import { numberIn, readCsv } from './read-csv.ts';

const COLUMNS = ['channel', 'utm_campaign', 'month', 'amount'] as const;
type ColumnName = (typeof COLUMNS)[number];
const UTM_CAMPAIGN_LENGTH_MAX = 100;

/** Throws an error that names the line and the field. */
export function parseCosts(text: string): SentCost[] {
  const [head, ...lines] = readCsv(text);
  const columns = (head?.fields ?? []).map((name) => COLUMNS.find((known) => known === name.toLowerCase()));
  const hasAll = columns.includes('month') && columns.includes('amount');
  if (!hasAll || columns.includes(undefined) || !(columns.includes('channel') || columns.includes('utm_campaign'))) {
    throw new Error(t('attribution.csvColumns'));
  }
  const lineOf = new Map<string, number>();
  return lines.map(({ line, fields }) => {
    const cost = costIn((name) => fields[columns.indexOf(name)] ?? '', String(line));
    const key = keyOfCost(cost).toLowerCase();
    const first = lineOf.get(key);
    if (first !== undefined) throw new Error(t('attribution.csvTwice', { line: String(line), first: String(first) }));
    lineOf.set(key, line);
    return cost;
  });
}

function costIn(field: (name: ColumnName) => string, line: string): SentCost {
  const [channel, utmCampaign, month] = [field('channel'), field('utm_campaign'), field('month')];
  const amount = numberIn(field('amount'));
  const known = CHANNELS.find((name) => name === valueFor(channel, 'channel', CHANNELS));
  if ((channel === '') === (utmCampaign === '')) throw new Error(t('attribution.csvOneOfBoth', { line }));
  if (channel !== '' && !known) throw new Error(t('attribution.csvChannel', { line, channels: CHANNELS.join(', ') }));
  if (utmCampaign.length > UTM_CAMPAIGN_LENGTH_MAX) {
    throw new Error(t('attribution.csvUtmCampaign', { line, count: UTM_CAMPAIGN_LENGTH_MAX }));
  }
  if (!isDay(`${month}-01`)) throw new Error(t('attribution.csvMonth', { line }));
  if (amount === undefined) throw new Error(t('attribution.csvAmount', { line }));
  return { ...(known ? { channel: known } : { utm_campaign: utmCampaign }), month, amount };
}
