// Which requests share a run, and what happens to it when clients disconnect.
import { expect, test } from 'vitest';
import { SingleFlight } from '../../../../src/core/server/api/single-flight.ts';

function controlled() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { starts: 0, abandoned: undefined as AbortSignal | undefined };
  const start = (abandoned: AbortSignal) => {
    state.starts++;
    state.abandoned = abandoned;
    return promise;
  };
  return { state, start, resolve, reject };
}

test('equal concurrent requests start one run, and the next one starts another', async () => {
  const runs = new SingleFlight<string>();
  const { state, start, resolve } = controlled();
  const answers = Array.from({ length: 100 }, () => runs.run('a', start));
  const other = runs.run('b', async () => 'another');
  resolve('answer');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['answer']));
  expect(await other).toBe('another');
  await runs.run('a', start);
  expect(state.starts).toBe(2);
});

test('requests that share a run share its failure, and the next one starts another', async () => {
  const runs = new SingleFlight<string>();
  const { state, start, reject } = controlled();
  const answers = [runs.run('a', start), runs.run('a', start, new AbortController().signal)];
  reject(new Error('failed'));
  for (const answer of answers) await expect(answer).rejects.toThrow('failed');
  await expect(runs.run('a', start)).rejects.toThrow('failed');
  expect(state.starts).toBe(2);
});

test('it is aborted when the last client disconnects, and not before', async () => {
  const runs = new SingleFlight<string>();
  const { state, start } = controlled();
  const clients = [new AbortController(), new AbortController()];
  const answers = clients.map(({ signal }) => runs.run('a', start, signal));
  clients[0]!.abort(new Error('disconnected'));
  await expect(answers[0]).rejects.toThrow('disconnected');
  expect(state.abandoned!.aborted).toBe(false);
  clients[1]!.abort(new Error('disconnected'));
  await expect(answers[1]).rejects.toThrow('disconnected');
  expect(state.abandoned!.aborted).toBe(true);
});

test('a request without a signal keeps it running', async () => {
  const runs = new SingleFlight<string>();
  const { state, start, resolve } = controlled();
  const client = new AbortController();
  const disconnected = runs.run('a', start, client.signal);
  const staying = runs.run('a', start);
  client.abort(new Error('disconnected'));
  await expect(disconnected).rejects.toThrow('disconnected');
  resolve('answer');
  expect(await staying).toBe('answer');
  expect(state.abandoned!.aborted).toBe(false);
});

test('later requests do not get an aborted run', async () => {
  const runs = new SingleFlight<string>();
  const abandoned = controlled();
  const client = new AbortController();
  const disconnected = runs.run('a', abandoned.start, client.signal);
  client.abort(new Error('disconnected'));
  const next = runs.run('a', async () => 'answer');
  abandoned.reject(new Error('abandoned'));
  await expect(disconnected).rejects.toThrow('disconnected');
  expect(await next).toBe('answer');
});

test('a client that has already disconnected starts nothing', async () => {
  const runs = new SingleFlight<string>();
  const { state, start } = controlled();
  await expect(runs.run('a', start, AbortSignal.abort(new Error('disconnected')))).rejects.toThrow('disconnected');
  expect(state.starts).toBe(0);
});
