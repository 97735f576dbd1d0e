import { describe, expect, it } from 'vitest';
import { type LineChartData, lineOptions } from '../../../dashboard/src/charts/line-options.ts';

const COLORS = { accent: 'blue', muted: 'gray', line: 'silver', surface: 'white', font: 'serif' };

function linesOf(data: Pick<LineChartData, 'current' | 'partial' | 'previous'>): Record<string, unknown> {
  const labels = data.current.map(String);
  const options = lineOptions({ labels, longLabels: labels, format: String, formatShort: String, ...data }, COLORS);
  const series = options.series as readonly { readonly name: string; readonly data: readonly unknown[] }[];
  return Object.fromEntries(series.map(({ name, data: values }) => [name, values]));
}

describe('the line of a chart', () => {
  it('is dotted to the first and the last bucket if they are partial', () => {
    const partial = ['only Nov 5 – 8', undefined, undefined, undefined, 'so far'];
    expect(linesOf({ current: [2, 9, 8, 9, 1], partial })).toEqual({
      Complete: [null, 9, 8, 9, null],
      Partial: [2, 9, null, 9, 1],
    });
  });

  it('is one line if all buckets are complete', () => {
    expect(linesOf({ current: [7, 9], partial: [] })).toEqual({ Complete: [7, 9] });
  });

  it('shows partial buckets if there are no others', () => {
    expect(linesOf({ current: [2, 3], partial: ['only Nov 8', 'so far'] })).toEqual({
      Complete: [null, null],
      Partial: [2, 3],
    });
  });

  it('leaves out the partial buckets of the compared period, unless there are no others', () => {
    const previous = (...isPartial: boolean[]) =>
      isPartial.map((is, index) => ({ label: '', value: index, isPartial: is }));
    expect(linesOf({ current: [7, 7, 7, 7], partial: [], previous: previous(true, false, false) })).toMatchObject({
      Previous: [null, 1, 2, null],
    });
    expect(linesOf({ current: [7, 7], partial: [], previous: previous(true, true) })).toMatchObject({
      Previous: [0, 1],
    });
  });
});
