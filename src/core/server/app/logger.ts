// The log of the service, on standard error: JSON lines for programs that collect logs, plain lines for people on a terminal.
// Why: docs/decisions/operation.md, "Log lines are written at once".
import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import type { Config } from '../config/config.ts';

const STANDARD_ERROR = 2;

/** A line is written before the next statement runs. By default, it would wait for a free thread of Node's pool. */
export function createLogger({ logLevel: level }: Pick<Config, 'logLevel'>, isTerminal = process.stderr.isTTY): Logger {
  if (!isTerminal) return pino({ level }, pino.destination({ dest: STANDARD_ERROR, sync: true }));
  return pino({ level, base: null }, { write: (line) => writeSync(STANDARD_ERROR, plainLine(line)) });
}

/** Turns a JSON line of the log into `12:30:05 WARN message (field: value)`. The stack of an error follows on lines of its own. */
export function plainLine(line: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(line) as LogLine;
  const clock = new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length);
  const details = Object.entries(fields).map(([name, value]) => `${name}: ${asText(value)}`);
  const more = details.length > 0 ? ` (${details.join(', ')})` : '';
  const stack = (err?.stack ?? '').split('\n').map((row) => (row === '' ? '' : `  ${printable(row)}\n`));
  return `${clock} ${pino.levels.labels[level]?.toUpperCase()} ${printable(msg)}${more}\n${stack.join('')}`;
}

interface LogLine {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
}

function asText(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Removes control characters, which a terminal might obey. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '\uFFFD');
}
