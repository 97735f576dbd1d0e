// Who shares a run, and what becomes of it when they go.
import { expect, test } from 'vitest';
import { SharedRuns } from '../../src/api/shared-runs.ts';

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

test('equal questions at the same time start once, and the next one starts again', async () => {
  const runs = new SharedRuns<string>();
  const { state, start, resolve } = controlled();
  const answers = Array.from({ length: 100 }, () => runs.run('a', start));
  const other = runs.run('b', async () => 'another');
  resolve('answer');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['answer']));
  expect(await other).toBe('another');
  await runs.run('a', start);
  expect(state.starts).toBe(2);
});

test('those who share a run share its failure, and the next one starts again', async () => {
  const runs = new SharedRuns<string>();
  const { state, start, reject } = controlled();
  const answers = [runs.run('a', start), runs.run('a', start, new AbortController().signal)];
  reject(new Error('no luck'));
  for (const answer of answers) await expect(answer).rejects.toThrow('no luck');
  await expect(runs.run('a', start)).rejects.toThrow('no luck');
  expect(state.starts).toBe(2);
});

test('it is abandoned with the last one who waits, and not before', async () => {
  const runs = new SharedRuns<string>();
  const { state, start } = controlled();
  const clients = [new AbortController(), new AbortController()];
  const answers = clients.map(({ signal }) => runs.run('a', start, signal));
  clients[0]!.abort(new Error('gone'));
  await expect(answers[0]).rejects.toThrow('gone');
  expect(state.abandoned!.aborted).toBe(false);
  clients[1]!.abort(new Error('gone'));
  await expect(answers[1]).rejects.toThrow('gone');
  expect(state.abandoned!.aborted).toBe(true);
});

test('whoever waits without a signal keeps it', async () => {
  const runs = new SharedRuns<string>();
  const { state, start, resolve } = controlled();
  const client = new AbortController();
  const gone = runs.run('a', start, client.signal);
  const staying = runs.run('a', start);
  client.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  resolve('answer');
  expect(await staying).toBe('answer');
  expect(state.abandoned!.aborted).toBe(false);
});

test('nobody is given what was abandoned', async () => {
  const runs = new SharedRuns<string>();
  const abandoned = controlled();
  const client = new AbortController();
  const gone = runs.run('a', abandoned.start, client.signal);
  client.abort(new Error('gone'));
  const next = runs.run('a', async () => 'answer');
  abandoned.reject(new Error('abandoned'));
  await expect(gone).rejects.toThrow('gone');
  expect(await next).toBe('answer');
});

test('who is gone before asking starts nothing', async () => {
  const runs = new SharedRuns<string>();
  const { state, start } = controlled();
  await expect(runs.run('a', start, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(state.starts).toBe(0);
});
