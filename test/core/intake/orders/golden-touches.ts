// A golden file of touches for each layout: the bytes of a list, and what it has as a table. `npm run golden` writes what is missing.
import type { SubjectKind } from '../../../../src/core/engine/catalog/subject.ts';
import type { VisitorTouch } from '../../../../src/core/intake/events/touches.ts';
import { bytesOf, touchList } from '../../../../src/core/intake/orders/touch-list.ts';
import { GoldenFolder } from '../../../support/golden.ts';

const golden = new GoldenFolder(new URL('golden/', import.meta.url));
const HEAD = ['visitor_high', 'visitor_low', 'day', 'second', 'kind', 'id'];

export interface GoldenTouches {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly touches: readonly VisitorTouch[];
}

export function goldenTouches(): GoldenTouches[] {
  const names = golden.names.filter((name) => name.endsWith('.bin')).map((name) => name.slice(0, -'.bin'.length));
  return names.map((name) => {
    const [, ...rows] = golden.table(`${name}.tsv`);
    const touches = rows.map((row): VisitorTouch => {
      const [visitorHigh, visitorLow, day, second, kind, id] = row.map(Number) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      return { visitorHigh, visitorLow, day, second, kind: kind as SubjectKind, id };
    });
    return { name, bytes: golden.bytes(`${name}.bin`), touches };
  });
}

/** The first number of a list is its layout. */
export function writeGoldenTouches(): void {
  const touches = Array.from(
    { length: 24 },
    (_, n): VisitorTouch => ({
      visitorHigh: Math.imul(n % 9, 0x9e3779b1),
      visitorLow: 1 + (n % 9),
      day: 20_000 + (n % 3),
      // The website's day begins before that of UTC, or after it.
      second: n * 5_000 - 40_000,
      kind: (2 + (n % 4)) as SubjectKind,
      id: [1, 2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER - n][n % 4]!,
    }),
  );
  const bytes = bytesOf(touchList(touches));
  const name = `layout-${bytes[0]}`;
  if (golden.names.includes(`${name}.bin`)) return;
  golden.writeOnce(`${name}.bin`, bytes);
  const rows = touches.map(({ visitorHigh, visitorLow, day, second, kind, id }) => [
    visitorHigh,
    visitorLow,
    day,
    second,
    kind,
    id,
  ]);
  golden.writeTableOnce(`${name}.tsv`, [HEAD, ...rows]);
}
