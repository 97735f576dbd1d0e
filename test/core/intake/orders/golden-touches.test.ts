// Touches that were stored once are read forever.
import { describe, expect, test } from 'vitest';
import { visitorText } from '../../../../src/core/foundation/sketches/visitor-text.ts';
import { bytesOf, isList, listIn, touchesByVisitor, touchList } from '../../../../src/core/intake/orders/touch-list.ts';
import { goldenTouches } from './golden-touches.ts';

const NOW_MS = Date.UTC(2100, 0);

describe.each(goldenTouches())('$name', ({ bytes, touches }) => {
  test('has the touches that were stored', () => {
    expect(isList(bytes)).toBe(true);
    const highs = new Set(touches.map(({ visitorHigh }) => visitorHigh));
    const read = [...touchesByVisitor([listIn(bytes)], highs, NOW_MS)].flatMap(([visitor, ofVisitor]) =>
      ofVisitor.map((touch) => ({ visitor, ...touch })),
    );
    const stored = touches.map(({ visitorLow, visitorHigh, ...touch }) => ({
      visitor: visitorText(visitorLow, visitorHigh),
      ...touch,
    }));
    const inOrder = (some: typeof stored) =>
      some.map((touch) => JSON.stringify(touch, Object.keys(touch).sort())).sort();
    expect(inOrder(read)).toEqual(inOrder(stored));
  });
});

test('the last of these layouts is the one that is written', () => {
  const { bytes, touches } = goldenTouches().at(-1)!;
  expect(bytesOf(touchList(touches)), 'run: npm run golden').toEqual(bytes);
});

test('a list in another layout is not read', () => {
  const bytes = bytesOf(touchList([]));
  expect(isList(bytes)).toBe(true);
  expect(isList(bytes.with(0, 2))).toBe(false);
});
