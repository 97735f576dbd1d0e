import { pino } from 'pino';
import { expect, test } from 'vitest';
import { plainLine } from '../../../../src/core/server/app/logger.ts';

function linesOf(log: (logger: pino.Logger) => void): string {
  let lines = '';
  log(pino({ base: null }, { write: (line) => (lines += plainLine(line)) }));
  return lines;
}

test('a line for a terminal has the time, the level, the message and its fields', () => {
  const line = linesOf((logger) =>
    logger.warn({ reason: 'no route', attempt: 2, to: ['a'] }, 'a mail could not be sent'),
  );
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d WARN a mail could not be sent \(reason: no route, attempt: 2, to: \["a"\]\)\n$/,
  );
});

test('the stack of an error follows on lines of its own', () => {
  const lines = linesOf((logger) => logger.error({ err: new Error('broken') }, 'request failed')).split('\n');
  expect(lines[0]).toMatch(/ ERROR request failed$/);
  expect(lines[1]).toBe('  Error: broken');
  expect(lines[2]).toMatch(/^ +at /);
});

test('what others have sent cannot control the terminal', () => {
  const hostile = '\u001b[2Jgone\u009b';
  const lines = linesOf((logger) => logger.error({ err: new Error(hostile), url: hostile }, 'request failed'));
  expect(lines).toContain('gone');
  expect(lines.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  // Without a message of its own, a line has that of the error.
  expect(linesOf((logger) => logger.error(new Error(`${hostile}\n00:00:00 INFO forged`)))).not.toMatch(
    /[^\P{Cc}\n]|^00:00:00 INFO/mu,
  );
});
