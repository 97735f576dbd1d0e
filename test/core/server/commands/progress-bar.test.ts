// The progress bar of long-running commands.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lineOf, ProgressBar } from '../../../../src/core/server/command/progress-bar.ts';

/** Only what the bar uses of it. */
function fakeStream(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WriteStream;
  return { stream, written };
}

describe('the bar', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('appears after a second, advances, and is cleared at the end', () => {
    const { stream, written } = fakeStream(true);
    const bar = new ProgressBar('events', stream);
    vi.advanceTimersByTime(999);
    bar.update({ share: 0.1, done: 100 });
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1_001);
    bar.update({ share: 0.25, done: 1_000 });
    expect(written.at(-1)).toContain('1,000 events  500/s');
    vi.advanceTimersByTime(1_000);
    bar.update({ share: 0.5, done: 3_000 });
    expect(written.at(-1)).toContain('3,000 events  1,000/s');
    bar.finish();
    expect(written).toHaveLength(3);
    expect(written.at(-1)).toBe('\r\x1b[2K');
  });

  test('is not drawn without a terminal', () => {
    const { stream, written } = fakeStream(false);
    const bar = new ProgressBar('events', stream);
    vi.advanceTimersByTime(60_000);
    bar.update({ share: 0.5, done: 3_000 });
    bar.finish();
    expect(written).toEqual([]);
  });
});

test('a line shows progress, rate and time left', () => {
  expect(lineOf({ share: 0.5, done: 12_000 }, 'events', 6)).toBe(
    `${'█'.repeat(12)}${'░'.repeat(12)}  50 %  12,000 events  2,000/s  6 s left`,
  );
  expect(lineOf({ share: undefined, done: 10 }, 'pages', 2)).toBe('10 pages  5/s');
});
