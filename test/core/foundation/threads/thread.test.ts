// A thread answers calls, starts again after a crash, reports why it failed, and stays closed once it is closed.
import { afterEach, expect, test } from 'vitest';
import { Thread, ThreadEndedError } from '../../../../src/core/foundation/threads/thread.ts';

type Call = { id: number; request: string };

function scriptOf(onCall: (port: { postMessage(reply: object): void }, call: Call) => void): URL {
  const source = `import { parentPort } from 'node:worker_threads';
    const onCall = ${onCall};
    parentPort.on('message', (call) => onCall(parentPort, call));`;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

const threads: Thread<string, string>[] = [];

function threadOf(...script: Parameters<typeof scriptOf>): Thread<string, string> {
  const thread = new Thread<string, string>(scriptOf(...script), undefined);
  threads.push(thread);
  return thread;
}

afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});

test('each call gets its own answer', async () => {
  const thread = threadOf((port, { id, request }) => port.postMessage({ id, answer: `${request}!` }));
  expect(await Promise.all(['a', 'b', 'c'].map((request) => thread.call(request)))).toEqual(['a!', 'b!', 'c!']);
  expect(thread.load).toBe(0);
});

test('starts again after a crash', async () => {
  const thread = threadOf((port, { id, request }) => {
    if (request === 'die') process.exit();
    port.postMessage({ id, answer: request });
  });
  await expect(thread.call('die')).rejects.toThrow(ThreadEndedError);
  expect(await thread.call('live')).toBe('live');
});

test('a stopped thread starts again at the next call', async () => {
  const thread = threadOf((port, { id, request }) => {
    if (request !== 'wait') port.postMessage({ id, answer: request });
  });
  await thread.stop();
  expect(await thread.call('first')).toBe('first');
  const ended = expect(thread.call('wait')).rejects.toThrow(ThreadEndedError);
  await thread.stop();
  await ended;
  expect(await thread.call('second')).toBe('second');
});

test('a call that arrives while the thread is stopped starts a new one', async () => {
  const thread = threadOf((port, { id, request }) => port.postMessage({ id, answer: request }));
  await thread.call('first');
  const stopped = thread.stop();
  expect(await thread.call('second')).toBe('second');
  await stopped;
  expect(await thread.call('third')).toBe('third');
});

test('a request that cannot be serialized fails alone', async () => {
  const thread = threadOf((port, { id }) => port.postMessage({ id, answer: 'fine' }));
  await expect(thread.call((() => {}) as unknown as string)).rejects.toThrow('could not be cloned');
  expect(thread.load).toBe(0);
  expect(await thread.call('a')).toBe('fine');
});

test('a crash fails every pending call with its reason', async () => {
  const thread = threadOf((_port, { request }) => {
    if (request === 'break') throw new Error('no more room');
  });
  const waiting = thread.call('wait');
  const breaking = thread.call('break');
  await expect(waiting).rejects.toThrow('the thread failed: no more room');
  await expect(breaking).rejects.toThrow(ThreadEndedError);
});

test('closing fails pending and later calls, and the thread does not start again', async () => {
  const thread = threadOf(() => {});
  const waiting = thread.call('wait');
  const ended = expect(waiting).rejects.toThrow(ThreadEndedError);
  await thread.close();
  await ended;
  await expect(thread.call('later')).rejects.toThrow(ThreadEndedError);
  thread.start();
  await expect(thread.call('still later')).rejects.toThrow(ThreadEndedError);
  expect(thread.load).toBe(0);
});
