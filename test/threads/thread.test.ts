// A thread answers calls, starts again if it has died, tells why it broke, and stays closed when it was closed.
import { afterEach, expect, test } from 'vitest';
import { Thread, ThreadEndedError } from '../../src/threads/thread.ts';

type Call = { number: number; request: string };

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
  const thread = threadOf((port, { number, request }) => port.postMessage({ number, answer: `${request}!` }));
  expect(await Promise.all(['a', 'b', 'c'].map((request) => thread.call(request)))).toEqual(['a!', 'b!', 'c!']);
  expect(thread.load).toBe(0);
});

test('after it has died, it starts again', async () => {
  const thread = threadOf((port, { number, request }) => {
    if (request === 'die') process.exit();
    port.postMessage({ number, answer: request });
  });
  await expect(thread.call('die')).rejects.toThrow(ThreadEndedError);
  expect(await thread.call('live')).toBe('live');
});

test('it rests until the next call', async () => {
  const thread = threadOf((port, { number, request }) => {
    if (request !== 'wait') port.postMessage({ number, answer: request });
  });
  await thread.rest();
  expect(await thread.call('first')).toBe('first');
  const ended = expect(thread.call('wait')).rejects.toThrow(ThreadEndedError);
  await thread.rest();
  await ended;
  expect(await thread.call('second')).toBe('second');
});

test('a request that can not be sent fails alone', async () => {
  const thread = threadOf((port, { number }) => port.postMessage({ number, answer: 'fine' }));
  await expect(thread.call((() => {}) as unknown as string)).rejects.toThrow('could not be cloned');
  expect(thread.load).toBe(0);
  expect(await thread.call('a')).toBe('fine');
});

test('it says what broke it, to everybody who waits', async () => {
  const thread = threadOf((_port, { request }) => {
    if (request === 'break') throw new Error('no more room');
  });
  const waiting = thread.call('wait');
  const breaking = thread.call('break');
  await expect(waiting).rejects.toThrow('the thread broke: no more room');
  await expect(breaking).rejects.toThrow(ThreadEndedError);
});

test('when it is closed, whoever waits or comes later is told, and nothing is started again', async () => {
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
