// How large websites are. Their popularity follows Zipf's law: the website of rank r has a share of all events in proportion to
// 1 / r^s, with s close to 1 (Adamic and Huberman, "Zipf's law and the Internet", Glottometrics 3, 2002). So there is no typical
// website: a few have most of the events, and most have almost none.

/** Websites of about the same size. */
export interface Band {
  readonly firstRank: number;
  readonly websites: number;
  /** The events of each website. */
  readonly eventsPerDay: number;
}

/** Ranks up to here are bands of their own. Later bands end at a rank that is a fifth higher than their first one. */
const SINGLE_RANKS = 50;
const BAND_GROWTH = 1.2;
/** Sums of more terms are taken from the integral: the difference is far below any other error here. */
const SUMMED_RANKS = 1_000;

export function bandsOf(websites: number, totalEventsPerDay: number, exponent: number): Band[] {
  const scale = totalEventsPerDay / powerSum(1, websites, exponent);
  const bands: Band[] = [];
  for (let first = 1; first <= websites; ) {
    const last = first <= SINGLE_RANKS ? first : Math.min(websites, Math.ceil(first * BAND_GROWTH));
    const count = last - first + 1;
    bands.push({
      firstRank: first,
      websites: count,
      eventsPerDay: (scale * powerSum(first, last, exponent)) / count,
    });
    first = last + 1;
  }
  return bands;
}

/** The sum of r^-s for the ranks from `first` to `last`. */
export function powerSum(first: number, last: number, exponent: number): number {
  let sum = 0;
  const summed = Math.min(last, first + SUMMED_RANKS - 1);
  for (let rank = first; rank <= summed; rank++) sum += rank ** -exponent;
  return summed < last ? sum + integral(summed + 0.5, last + 0.5, exponent) : sum;
}

function integral(from: number, to: number, exponent: number): number {
  if (exponent === 1) return Math.log(to / from);
  return (to ** (1 - exponent) - from ** (1 - exponent)) / (1 - exponent);
}
