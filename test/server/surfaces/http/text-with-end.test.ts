import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { TextWithEnd } from '../../../../src/server/surfaces/http/text-with-end.ts';
import { anyCharacter } from '../../../support/any-text.ts';

function send(text: TextWithEnd, end: string, encodings: string): { bytes: Buffer; headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  const reply = {
    getHeader: (name: string) => headers[name],
    header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
  } as unknown as FastifyReply;
  const request = { headers: { 'accept-encoding': encodings } } as FastifyRequest;
  return { bytes: text.send(end, request, reply), headers };
}

test('whatever the text and its end are, gzip gives both, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: anyCharacter }),
      fc.array(fc.string({ unit: anyCharacter })),
      async (start, ends) => {
        const text = await TextWithEnd.create(start);
        for (const end of ends) {
          const { bytes, headers } = send(text, end, 'gzip');
          expect(headers).toEqual({ vary: 'accept-encoding', 'content-encoding': 'gzip' });
          expect(gunzipSync(bytes).equals(Buffer.from(start + end))).toBe(true);
          expect(send(text, end, 'br').bytes.equals(Buffer.from(start + end))).toBe(true);
        }
      },
    ),
  );
});

test('an end that is too long for one block is sent plainly', async () => {
  const text = await TextWithEnd.create('start');
  expect(gunzipSync(send(text, 'x'.repeat(65_535), 'gzip').bytes)).toHaveLength(65_540);
  const { bytes, headers } = send(text, 'x'.repeat(65_536), 'gzip');
  expect(bytes).toHaveLength(65_541);
  expect(headers).toEqual({ vary: 'accept-encoding' });
});
