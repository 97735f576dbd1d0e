import { expect, test } from 'vitest';
import { EVENT_LOOPS_WASM } from '../../../../src/core/engine/event-log/kernels/event-loops-wasm.ts';
import { Kernel } from '../../../../src/core/foundation/web-assembly/kernel.ts';

const MEGABYTE = 1024 * 1024;

test('the memory of an instance grows with what is asked for, and keeps what is in it', () => {
  const kernel = new Kernel(EVENT_LOOPS_WASM);
  kernel.withMemory(1).bytes[0] = 7;
  const { bytes, words } = kernel.withMemory(2 * MEGABYTE);
  expect([bytes.length >= 2 * MEGABYTE, bytes[0], words.buffer === bytes.buffer]).toEqual([true, 7, true]);
  expect(kernel.withMemory(1)).toBe(kernel.withMemory(2 * MEGABYTE));
});

test('an instance with very much memory is not used again', () => {
  const kernel = new Kernel(EVENT_LOOPS_WASM);
  const { length } = kernel.withMemory(1).bytes;
  expect(kernel.withMemory(40 * MEGABYTE).bytes.length).toBeGreaterThanOrEqual(40 * MEGABYTE);
  expect(kernel.withMemory(1).bytes.length).toBe(length);
});
