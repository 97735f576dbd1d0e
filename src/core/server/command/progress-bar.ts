// A progress bar with rate and time left. Shown on a terminal only, and only for work that takes more than a second.
const BAR_WIDTH = 24;
const SHOW_AFTER_MS = 1_000;
const REDRAW_MS = 100;

export interface Progress {
  /** A number from 0 to 1. undefined: the total is unknown. */
  readonly share: number | undefined;
  readonly done: number;
}

export class ProgressBar {
  readonly #unit: string;
  readonly #stream: NodeJS.WriteStream;
  readonly #startedAt = performance.now();
  #drawnAt = 0;

  constructor(unit: string, stream: NodeJS.WriteStream = process.stderr) {
    this.#unit = unit;
    this.#stream = stream;
  }

  update(progress: Progress): void {
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#startedAt < SHOW_AFTER_MS || now - this.#drawnAt < REDRAW_MS) return;
    this.#drawnAt = now;
    this.#stream.write(`\r\x1b[2K${lineOf(progress, this.#unit, (now - this.#startedAt) / 1000)}`);
  }

  /** Clears the bar. */
  finish(): void {
    if (this.#drawnAt > 0) this.#stream.write('\r\x1b[2K');
  }
}

export function lineOf({ share, done }: Progress, unit: string, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const count = `${formatCount(done)} ${unit}  ${formatCount(rate)}/s`;
  if (share === undefined) return count;
  const filled = Math.round(Math.min(1, share) * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  const left = share > 0 ? `  ${formatSeconds((seconds * (1 - share)) / share)} left` : '';
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${count}${left}`;
}

export function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}

function formatSeconds(seconds: number): string {
  const whole = Math.ceil(Math.max(0, seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
