// A seeded stream of evenly spread 64-bit hashes, as int32 halves, for tests that need crowds of visitors.
import { Sketch } from '../../../../src/core/foundation/sketches/hyperloglog.ts';

/** Each call gives 32 evenly spread bits (Marsaglia's xorwow). */
export function randomInt32s(seed: number): () => number {
  let a = seed ^ 0x075bcd15;
  let b = 0x159a55e5;
  let c = 0x1f123bb5;
  let d = 0x05491333;
  let e = Math.imul(seed, 0x9e3779b1) ^ 0x00583f19;
  let counter = 0x6543_2100;
  const next = () => {
    const t = a ^ (a >>> 2);
    a = b;
    b = c;
    c = d;
    d = e;
    e = e ^ (e << 4) ^ (t ^ (t << 1));
    counter = (counter + 362437) | 0;
    return (e + counter) | 0;
  };
  // Neighbouring seeds start alike; they part within the first few numbers.
  for (let i = 0; i < 32; i++) next();
  return next;
}

export function randomSketch(seed: number, visitors: number): Sketch {
  const next = randomInt32s(seed);
  const sketch = new Sketch();
  for (let i = 0; i < visitors; i++) sketch.add(next(), next());
  return sketch;
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
