// Windows of days, written from docs/rest.md for the evaluation alone: the service has its own.
const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 7;
const MONTHS_PER_QUARTER = 3;

/** The first and the last day, YYYY-MM-DD. */
export interface Window {
  readonly from: string;
  readonly to: string;
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function dayCount({ from, to }: Window): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
}

/** The same number of days, ending the day before. */
export function windowBefore(window: Window): Window {
  return { from: dayAfter(window.from, -dayCount(window)), to: dayAfter(window.from, -1) };
}

/** The same dates a year before. */
export function yearBefore({ from, to }: Window): Window {
  const earlier = (day: string) =>
    dayAfter(`${Number(day.slice(0, 4)) - 1}${day.slice(4, 8)}01`, Number(day.slice(8)) - 1);
  return { from: earlier(from), to: earlier(to) };
}

/** The windows that people name, as seen on one day. */
export class Calendar {
  readonly today: string;

  constructor(today: string) {
    this.today = today;
  }

  last(days: number): Window {
    return { from: dayAfter(this.today, 1 - days), to: this.today };
  }

  get yesterday(): Window {
    const day = dayAfter(this.today, -1);
    return { from: day, to: day };
  }

  get thisWeek(): Window {
    const daysSinceMonday = (new Date(this.today).getUTCDay() + 6) % DAYS_PER_WEEK;
    return { from: dayAfter(this.today, -daysSinceMonday), to: this.today };
  }

  /** The last whole one: weeks go from Monday to Sunday. */
  get lastWeek(): Window {
    const { from } = this.thisWeek;
    return { from: dayAfter(from, -DAYS_PER_WEEK), to: dayAfter(from, -1) };
  }

  get thisMonth(): Window {
    return { from: `${this.today.slice(0, 8)}01`, to: this.today };
  }

  get lastMonth(): Window {
    return wholeBefore(this.thisMonth.from, 1);
  }

  get thisQuarter(): Window {
    const month = Number(this.today.slice(5, 7));
    const first = month - ((month - 1) % MONTHS_PER_QUARTER);
    return { from: `${this.today.slice(0, 5)}${String(first).padStart(2, '0')}-01`, to: this.today };
  }

  get lastQuarter(): Window {
    return wholeBefore(this.thisQuarter.from, MONTHS_PER_QUARTER);
  }

  get thisYear(): Window {
    return { from: `${this.today.slice(0, 4)}-01-01`, to: this.today };
  }
}

/** The whole months before the first of a month. */
function wholeBefore(firstOfMonth: string, months: number): Window {
  const [year, month] = [Number(firstOfMonth.slice(0, 4)), Number(firstOfMonth.slice(5, 7))];
  const from = new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 10);
  return { from, to: dayAfter(firstOfMonth, -1) };
}
