// With a real name server, which has one address for every name, or never answers.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { resolveByDns } from '../../../../src/core/foundation/fetch/resolve-by-dns.ts';

const THREADS = 4;
let server: Socket;

async function nameServer(answer: (query: Buffer) => Buffer | undefined): Promise<string> {
  server = createSocket('udp4', (query, { port, address }) => {
    const reply = answer(query);
    if (reply) server.send(reply, port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${server.address().port}`;
}

afterEach(() => server.close());

/** A zero ends the name; two bytes of type and two of class follow. */
function questionEnd(query: Buffer): number {
  return query.indexOf(0, 12) + 5;
}

function replyTo(query: Buffer): Buffer {
  const question = query.subarray(12, questionEnd(query));
  const isIpv4 = question.at(-3) === 1;
  const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0]);
  const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 216, 34]);
  return Buffer.concat([header, question, ...(isIpv4 ? [record] : [])]);
}

test('gives the addresses that the name server has, although there are none of one kind', async () => {
  const at = await nameServer(replyTo);
  expect(await resolveByDns('hooks.example', [at])).toEqual([{ address: '93.184.216.34', family: 4 }]);
  expect(await resolveByDns('a.localhost', [at])).toEqual([{ address: '127.0.0.1', family: 4 }]);
});

test('a name server that never answers holds up nothing else', async () => {
  const at = await nameServer(() => undefined);
  let settled = 0;
  for (let lookup = 0; lookup < 4 * THREADS; lookup++) {
    void resolveByDns(`slow-${lookup}.example`, [at])
      .catch(() => {})
      .finally(() => settled++);
  }
  await once(server, 'message');
  await stat(import.meta.filename);
  expect(settled).toBe(0);
});
