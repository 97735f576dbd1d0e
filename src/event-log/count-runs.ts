// Counts the events of runs: totals and distinct visitors, by window, subject and value of a dimension.
import { type Dimension, NO_VALUE, OTHER_VALUES, STORED_DIMENSIONS } from '../dimensions/dimension.ts';
import { type Counts, NO_TOTALS, type Totals } from '../rollups/counts.ts';
import { METRIC, REVENUE_SCALE, VISITOR_METRICS } from '../rollups/metric.ts';
import { SELECTION } from './log-event.ts';
import type { Answer, Question, WindowAnswer, WindowCounts } from './question.ts';
import {
  ALL_VISITORS,
  type DictionaryColumn,
  decodeDimension,
  decodeRevenue,
  decodeSubjects,
  decodeTypes,
  decodeVisitors,
  lineOf,
  type Run,
  type RunColumn,
} from './run.ts';

/** The columns that a question needs of the days in its windows. */
export function columnsOf({ filters, breakDown }: Question): RunColumn[] {
  const asked = [...filters.map(({ dimension }) => dimension), ...(breakDown ? [breakDown.by] : [])];
  const dimensions = new Set(asked.filter((dimension) => dimension !== 'visitor_type'));
  return ['visitor', 'type', 'subject', 'revenue', ...dimensions];
}

/** The days before its windows whose visitors (only this column) a question needs too. */
export function needsEarlierDays({ filters, breakDown }: Question): boolean {
  return breakDown?.by === 'visitor_type' || filters.some(({ dimension }) => dimension === 'visitor_type');
}

class Cell {
  readonly total: Record<keyof Totals, number> = { ...NO_TOTALS };
  readonly visitors = VISITOR_METRICS.map(() => new Set<string>());

  add(type: number, visitor: string, revenue: number): void {
    if (type === METRIC.orders) {
      this.total.orders++;
      this.total.revenue += revenue;
      this.total.revenue_squared += Math.round(revenue ** 2 / REVENUE_SCALE);
    } else {
      this.total[VISITOR_METRICS[type]!]++;
      this.visitors[type]!.add(visitor);
    }
  }

  counts(): WindowCounts {
    const { revenue_squared: _, ...distinct } = { ...this.total };
    for (const [metric, name] of VISITOR_METRICS.entries()) distinct[name] = this.visitors[metric]!.size;
    return { total: this.total, distinct: distinct satisfies Counts };
  }
}

/** The runs may be of any days and in any order; several may be of the same day. */
export function countRuns(runs: Iterable<Run>, question: Question): Answer {
  const all = [...runs];
  const asked = Math.ceil((question.sampleRate ?? 1) * ALL_VISITORS);
  const threshold = all.reduce((least, run) => Math.min(least, run.threshold), asked);
  const firstDays = firstDaysOf(all);
  const cells = question.subjects.map(() =>
    question.windows.map(() => ({ all: new Cell(), values: new Map<string, Cell>() })),
  );
  for (const run of all) {
    const windows = question.windows.flatMap(({ firstDay, lastDay }, index) =>
      firstDay <= run.day && run.day <= lastDay ? [index] : [],
    );
    if (windows.length === 0) continue;
    const { high, low } = decodeVisitors(run);
    const types = decodeTypes(run);
    const subjects = decodeSubjects(run);
    const revenue = decodeRevenue(run);
    const columns = new Map<Dimension, DictionaryColumn<string> | undefined>();
    for (const column of STORED_DIMENSIONS.filter((name) => columnsOf(question).includes(name))) {
      columns.set(column, decodeDimension(run, column));
    }
    for (let i = 0; i < run.eventCount && high[i]! < threshold; i++) {
      const visitor = `${high[i]}/${low[i]}`;
      const type = types[i]!;
      const valueIn = (dimension: Dimension) => {
        if (dimension === 'visitor_type') return firstDays.get(visitor) === run.day ? 'new' : 'returning';
        const column = columns.get(dimension);
        return column ? column.dictionary[column.indexes[i]!]! : NO_VALUE;
      };
      if (type === SELECTION || !question.filters.every(({ dimension, value }) => valueIn(dimension) === value))
        continue;
      for (const place of lineOf(subjects.dictionary[subjects.indexes[i]!]!)) {
        for (const [index, { kind, id }] of question.subjects.entries()) {
          if (place.kind !== kind || place.id !== id) continue;
          for (const window of windows) {
            const cell = cells[index]![window]!;
            cell.all.add(type, visitor, revenue?.[i] ?? 0);
            if (!question.breakDown || window >= question.breakDown.windows) continue;
            const own = valueIn(question.breakDown.by);
            const value = question.breakDown.values?.has(own) === false ? OTHER_VALUES : own;
            if (!cell.values.has(value)) cell.values.set(value, new Cell());
            cell.values.get(value)!.add(type, visitor, revenue?.[i] ?? 0);
          }
        }
        if (type === METRIC.views && !place.viewsCountForParent) break;
      }
    }
  }
  return {
    subjects: cells.map((ofWindows) =>
      ofWindows.map(
        ({ all, values }): WindowAnswer => ({
          all: all.counts(),
          values: new Map([...values].map(([value, cell]) => [value, cell.counts()])),
        }),
      ),
    ),
    sampled: threshold === ALL_VISITORS ? false : { rate: threshold / ALL_VISITORS },
  };
}

function firstDaysOf(runs: readonly Run[]): Map<string, number> {
  const firstDays = new Map<string, number>();
  for (const run of runs) {
    const { high, low } = decodeVisitors(run);
    for (let i = 0; i < run.eventCount; i++) {
      const visitor = `${high[i]}/${low[i]}`;
      firstDays.set(visitor, Math.min(firstDays.get(visitor) ?? run.day, run.day));
    }
  }
  return firstDays;
}
