// What tests of the tracker read must not depend on which of two requests is faster.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RecordingCollector } from './recording-collector.ts';

let collector: RecordingCollector;
beforeAll(async () => {
  collector = await RecordingCollector.start();
});
afterAll(() => collector?.close());

it('lists events in the order in which the page made them, each once, however their requests overtake each other', async () => {
  const send = (page: string, ...events: { id: string; at: string }[]) =>
    fetch(`${collector.url}/e`, { method: 'POST', body: JSON.stringify({ key: collector.key, page, events }) });
  const first = { id: 'first', at: '2026-11-19T12:00:00.001Z' };
  const second = { id: 'second', at: '2026-11-19T12:00:00.002Z' };
  const third = { id: 'third', at: '2026-11-19T12:00:00.003Z', page: '/other' };
  await send('/later', second, third);
  await send('/earlier', first, second);
  expect(collector.events.map(({ id }) => id)).toEqual(['first', 'second', 'third']);
  expect(collector.sent).toHaveLength(4);
  expect(collector.pages.get('first')).toBe('/earlier');
  expect(collector.pages.get('third')).toBe('/other');
});
