// Golden files of sketches: one of each form, of visitors that a formula gives. `npm run golden` writes what is missing.
import { Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';
import { GoldenFolder } from '../../../support/golden.ts';

const golden = new GoldenFolder(new URL('golden/', import.meta.url));

/** How many visitors a sketch of each form has here. */
const VISITORS = { empty: 0, explicit: 5, sparse: 1_300, full: 30_000 };

interface GoldenSketch {
  readonly form: string;
  readonly visitors: number;
  readonly bytes: Uint8Array;
}

export function goldenSketches(): GoldenSketch[] {
  const names = golden.names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -'.json'.length));
  return names.map((form) => ({
    form,
    ...golden.json<Pick<GoldenSketch, 'visitors'>>(`${form}.json`),
    bytes: golden.bytes(`${form}.bin`),
  }));
}

/** The sketch of the first visitors, whose hashes are spread evenly by two odd numbers. */
export function sketchOf(visitors: number): Sketch {
  const sketch = new Sketch();
  for (let n = 1; n <= visitors; n++) sketch.add(spread(Math.imul(n, 0x9e3779b1)), spread(Math.imul(n, 0x85ebca6b)));
  return sketch;
}

function spread(number: number): number {
  const mixed = Math.imul(number ^ (number >>> 16), 0x21f0aaad);
  return mixed ^ (mixed >>> 15);
}

export function writeGoldenSketches(): void {
  for (const [form, visitors] of Object.entries(VISITORS)) {
    if (golden.names.includes(`${form}.bin`)) continue;
    golden.writeOnce(`${form}.bin`, sketchOf(visitors).toBytes());
    golden.writeOnce(`${form}.json`, { visitors });
  }
}
