import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { type ExchangeRate, RATE_RULE } from '../../../engine/catalog/exchange-rates.ts';
import { listWebsites } from '../../../engine/catalog/list-websites.ts';
import { EXCHANGE_RATES } from '../../../engine/catalog/records/document.ts';
import { addExchangeRates, readExchangeRates } from '../../../engine/catalog/stored-exchange-rates.ts';
import { type Command, type CommandContext, CommandError } from '../../command/command.ts';
import { formatTable } from '../../command/table.ts';
import { withDatabase } from '../../command/with-database.ts';
import { unknownWebsite } from './website.ts';

const COLUMNS = ['currency', 'date', 'rate'];

export const websiteRatesCommand: Command = {
  name: 'website rates',
  options: {
    website: { type: 'string', value: 'ID', help: 'the website' },
    import: {
      type: 'string',
      value: 'FILE',
      help: 'adds the rates of a CSV file, or of standard input (-), and replaces those of the same currency and date',
    },
  },
  summary: 'Shows the exchange rates of a website, and adds those of a file.',
  details:
    `The file has the columns ${COLUMNS.join(', ')}, with these names in its first line: ` +
    `how much of the website's currency one unit of that
currency is worth from that date on, such as EUR,2026-01-31,1.0825. Orders are converted when they arrive, at the last rate on or before
their day. What was counted stays as it is.`,
  async run(args, context) {
    const websiteId = args.requiredId('website');
    const file = args.string('import');
    const added = file === undefined ? [] : parseRates(await readText(file, context), file);
    const { currency, rates } = await withDatabase(context, async (database) => {
      const website = (await listWebsites(database)).find(({ id }) => id === websiteId);
      if (!website) throw unknownWebsite(`Website ${websiteId} does not exist.`);
      if (file !== undefined) {
        const { fault } = await addExchangeRates(database, websiteId, added, context.clock);
        if (fault !== undefined) throw new CommandError(`Nothing was changed: the rates ${fault}.`);
      }
      const stored = await readExchangeRates(database, [websiteId]);
      return { currency: website.currency, rates: stored.get(websiteId) ?? [] };
    });
    context.print({ website_id: websiteId, currency, exchange_rates: rates }, () =>
      rates.length === 0
        ? `No exchange rates. Orders must be in ${currency}.`
        : formatTable(rates, {
            currency: (rate) => rate.currency,
            from: ({ date }) => date,
            [`worth in ${currency}`]: ({ rate }) => rate,
          }),
    );
  },
};

async function readText(path: string, { stdin }: CommandContext): Promise<string> {
  try {
    const bytes = path === '-' ? await buffer(stdin()) : await readFile(path);
    return bytes.toString('utf8');
  } catch (error) {
    throw new CommandError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

function parseRates(text: string, file: string): ExchangeRate[] {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  // Where numbers have a decimal comma, spreadsheets write semicolons between the columns.
  const separator = head.includes(';') ? ';' : ',';
  const fieldsOf = (line: string) => line.split(separator).map((field) => field.trim().replaceAll('"', ''));
  const fault = (line: number, rule: string) =>
    new CommandError(`Nothing was changed: line ${line} of ${file} ${rule}`);
  if (fieldsOf(head).join() !== COLUMNS.join()) throw fault(1, `must be ${COLUMNS.join()}`);
  const rates = lines.map((line) => {
    const [currency = '', date = '', rate = ''] = fieldsOf(line);
    return { currency, date, rate: numberOf(rate) };
  });
  const { success, data, error } = EXCHANGE_RATES.safeParse(rates);
  if (success) return data;
  const [{ path, message }] = error.issues as [z.core.$ZodIssue];
  const [place] = path;
  if (typeof place !== 'number') throw new CommandError(`Nothing was changed: the rates ${message}.`);
  throw fault(place + 2, `must be a currency such as EUR, a date such as 2026-01-31, and a rate, which ${RATE_RULE}.`);
}

/** NaN, which is no rate, for anything but decimal digits. */
function numberOf(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}
