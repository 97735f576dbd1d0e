import { ticksOf } from '@funnel/report-files/ticks.ts';
import { describe, expect, it } from 'vitest';
import {
  type LineChartData,
  type Lines,
  labelEvery,
  linesOf,
  placeLabels,
  runsOf,
} from '../../../dashboard/src/charts/lines.ts';

function drawn(data: Pick<LineChartData, 'current' | 'partial' | 'running' | 'previous'>): Lines {
  return linesOf(data);
}

describe('the line of a chart', () => {
  it('is dotted to the first and the last bucket if they are partial', () => {
    const partial = ['only Nov 5 – 8', undefined, undefined, undefined, 'only Dec 3'];
    expect(drawn({ current: [2, 9, 8, 9, 1], partial })).toEqual({
      complete: [null, 9, 8, 9, null],
      partial: [2, 9, null, 9, 1],
    });
  });

  it('does not fall to the bucket that is still filling up', () => {
    const partial = ['only Nov 5 – 8', undefined, undefined, 'so far'];
    expect(drawn({ current: [2, 9, 8, 1], partial, running: 3 })).toEqual({
      complete: [null, 9, 8, null],
      partial: [2, 9, null, null],
    });
    expect(drawn({ current: [9, 8, 1], partial: [undefined, undefined, 'so far'], running: 2 })).toEqual({
      complete: [9, 8, null],
    });
  });

  it('is one line if all buckets are complete', () => {
    expect(drawn({ current: [7, 9], partial: [] })).toEqual({ complete: [7, 9] });
  });

  it('shows partial buckets if there are no others', () => {
    expect(drawn({ current: [2, 3], partial: ['only Nov 8', 'only Nov 9'] })).toEqual({
      complete: [null, null],
      partial: [2, 3],
    });
  });

  it('leaves out the partial buckets of the compared period, unless there are no others', () => {
    const previous = (...isPartial: boolean[]) =>
      isPartial.map((is, index) => ({ label: '', value: index, isPartial: is }));
    expect(drawn({ current: [7, 7, 7, 7], partial: [], previous: previous(true, false, false) })).toMatchObject({
      previous: [null, 1, 2, null],
    });
    expect(drawn({ current: [7, 7], partial: [], previous: previous(true, true) })).toMatchObject({
      previous: [0, 1],
    });
  });
});

describe('the axes of a chart', () => {
  it.each([
    { values: [], ticks: [0, 1] },
    { values: [0, 0], ticks: [0, 1] },
    { values: [3], ticks: [0, 1, 2, 3] },
    { values: [12, 95], ticks: [0, 50, 100] },
    { values: [1438, null], ticks: [0, 500, 1000, 1500] },
    { values: [-30, 70], ticks: [-50, 0, 50, 100] },
  ])('have round values around $values', ({ values, ticks }) => {
    expect(ticksOf(values)).toEqual(ticks);
  });

  it('have values between whole numbers only for rates', () => {
    expect(ticksOf([0.3, 0.7], true)).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8]);
    expect(ticksOf([0.3, 0.7])).toEqual([0, 1]);
    expect(ticksOf([0, null], true)).toEqual([0, 1]);
  });

  it('leave out labels that would overlap', () => {
    const labels = Array.from({ length: 30 }, () => 'Nov 12');
    expect(labelEvery(labels, (label) => label.length * 10, 100)).toBe(1);
    expect(labelEvery(labels, (label) => label.length * 10, 25)).toBe(3);
  });

  it('interrupt a line where it has a gap', () => {
    expect(runsOf([null, 1, 2, null, null, 3])).toEqual([
      [
        [1, 1],
        [2, 2],
      ],
      [[5, 3]],
    ]);
  });
});

describe('the labels of marks', () => {
  const onPhone = { left: 40, right: 340, x: (place: number) => 40 + place * 10, textWidth: 7 };
  const labelsAt = (...marks: [place: number, label: string][]) =>
    placeLabels(
      marks.map(([place, label]) => ({ place, label })),
      onPhone,
    );

  it('stand beside their lines, in another row where they would overlap', () => {
    const placed = labelsAt([0, 'New popup'], [5, 'Sale begins'], [20, 'Sale ends']);
    expect(placed.map(({ row, start, text }) => [row, start, text])).toEqual([
      [0, 44, 'New popup'],
      [1, 94, 'Sale begins'],
      [0, 244, 'Sale ends'],
    ]);
  });

  it('stand before their line at the end of the chart, and are cut off if they are long', () => {
    const [placed] = labelsAt([29, 'The checkout was moved to another provider']);
    expect(placed).toMatchObject({ row: 0, text: 'The checkout was moved t…' });
    expect(placed!.start + placed!.text.length * onPhone.textWidth).toBeLessThanOrEqual(onPhone.x(29));
  });

  it('never overlap: what has no room in three rows is left to the list below', () => {
    const placed = labelsAt(...[0, 1, 2, 3, 4].map((place): [number, string] => [place, `Annotation ${place}`]));
    expect(placed.map(({ row }) => row)).toEqual([0, 1, 2, undefined, undefined]);
  });
});
