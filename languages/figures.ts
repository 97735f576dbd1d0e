// Figures, days and countries of the service's sentences, as they are written in another locale.

/** A count, a percentage or an amount of money, such as `1,200`, `+9.1%`, `$4,800`, `CHF 12.50`. */
export const FIGURE =
  '[+\\u2212-]?(?:[A-Z]{0,3}[^\\w\\s“”().,:;%+\\u2212-]|[A-Z]{3,4} |F.CFA |Cg\\. ?)?\\d[\\d,]*(?:\\.\\d+)?%?';

/** With as many decimals as it has in English. */
export function figureIn(locale: string, text: string): string {
  const [, sign = '', symbol = '', digits = '', percent = ''] = /^([+\u2212-]?)(\D*)([\d,]+(?:\.\d+)?)(%?)$/.exec(
    text,
  )!;
  const currency = symbol === '' ? undefined : currencyOf(symbol.trim());
  if (symbol !== '' && currency === undefined) return text;
  const decimals = digits.split('.')[1]?.length ?? 0;
  const value = Number(digits.replaceAll(',', '')) * (sign === '\u2212' || sign === '-' ? -1 : 1);
  const options: Intl.NumberFormatOptions = {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    ...(sign !== '' && { signDisplay: 'exceptZero' }),
    ...(percent !== '' && { style: 'unit', unit: 'percent' }),
    ...(currency !== undefined && { style: 'currency', currency }),
  };
  return new Intl.NumberFormat(locale, options).format(value).replace('-', '\u2212');
}

export function dayIn(locale: string, isoDay: string): string {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(isoDay));
  // Intl does not know that the first day of a month is an ordinal number in French.
  return locale.startsWith('fr') ? day.replace(/^1 /, '1er ') : day;
}

/** 0: Monday. The fifth day of 1970 was one. */
export function weekdayIn(locale: string, index: number): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(1970, 0, 5 + index));
}

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a currency by its English symbol, such as CA$. Most have none: their code stands for it. */
function currencyOf(symbol: string): string | undefined {
  codes ??= new Map(Intl.supportedValuesOf('currency').map((code) => [symbolOf(code), code]));
  return codes.get(symbol);
}

function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')!.value.replaceAll('\u00a0', ' ');
}

let countries: ReadonlyMap<string, string> | undefined;

/** A country by its English name. A name that none has stays as it is. */
export function countryIn(locale: string, english: string): string {
  countries ??= countriesByName();
  const code = countries.get(english);
  return (code !== undefined && new Intl.DisplayNames(locale, { type: 'region' }).of(code)) || english;
}

function countriesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(codes.flatMap((code) => (names.of(code) ? [[names.of(code)!, code]] : [])));
}
