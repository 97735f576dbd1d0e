// Who may upload a file of history while others do.
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { HistoryUploads } from '../../../src/manage/history/upload.ts';

/** Begins an upload for these websites. */
function open(uploads: HistoryUploads, websiteIds: readonly number[]) {
  const payload = Object.assign(new PassThrough(), { headers: {}, socket: { bytesRead: 0 } });
  let close = () => {};
  const received = uploads.receive({
    payload: payload as unknown as IncomingMessage,
    websiteIds,
    onClose: (callback) => {
      close = callback;
    },
  });
  return { payload, received, close: () => close() };
}

/** What it returns sends the file and ends the request. */
function begin(uploads: HistoryUploads, ...websiteIds: number[]): () => Promise<string> {
  const { payload, received, close } = open(uploads, websiteIds);
  return async () => {
    payload.end('file');
    const bytes = await received;
    close();
    return Buffer.from(bytes).toString();
  };
}

/** The request has not ended yet. */
async function send(uploads: HistoryUploads, ...websiteIds: number[]) {
  const { payload, received, close } = open(uploads, websiteIds);
  payload.end('file');
  return { bytes: await received, close };
}

const BUSY = expect.objectContaining({ status: 503, options: expect.objectContaining({ code: 'busy' }) });

test('a website has two places, and others keep theirs', async () => {
  const uploads = new HistoryUploads();
  const own = [begin(uploads, 1), begin(uploads, 1, 2)];
  expect(() => begin(uploads, 2, 1)).toThrow(BUSY);
  expect(await begin(uploads, 3)()).toBe('file');
  for (const send of own) expect(await send()).toBe('file');
  expect(await begin(uploads, 2, 1)()).toBe('file');
});

test('only four files are in memory', async () => {
  const uploads = new HistoryUploads();
  const received = [1, 2, 3, 4].map((id) => begin(uploads, id));
  expect(() => begin(uploads, 5)).toThrow(BUSY);
  for (const send of received) await send();
  expect(await begin(uploads, 5)()).toBe('file');
});

test('a file that is read keeps its place, also if whoever sent it has disconnected', async () => {
  const uploads = new HistoryUploads();
  const sent = [await send(uploads, 1), await send(uploads, 1)];
  const done = sent.map(({ bytes, close }) => {
    const read = Promise.withResolvers<string>();
    const result = uploads.whileRead(bytes, () => read.promise);
    close();
    return { read, result };
  });
  expect(() => begin(uploads, 1)).toThrow(BUSY);
  done[0]!.read.resolve('imported');
  done[1]!.read.reject(new Error('no file of the tool'));
  expect(await done[0]!.result).toBe('imported');
  await expect(done[1]!.result).rejects.toThrow('no file of the tool');
  for (const again of [begin(uploads, 1), begin(uploads, 1)]) expect(await again()).toBe('file');
});
