// Who may send: in Segment's protocol, servers and pages send an ingest key as their write key.
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { type KeyWay, keyRequired } from '../../../core/intake/collector/ingest-key-guard.ts';

export const AS_WRITE_KEY: KeyWay = {
  source: 'segment',
  keyIn: (sent) => sent,
  notFound: () =>
    keyRequired(
      'The write key is unknown or was revoked. Create one: funnel ingest-key create.',
      'Basic realm="events"',
    ),
  isForPages: true,
};

/** The user name of Basic authentication, or a parameter of the URL. It is undefined if the key is in the body. */
export function writeKeyOf({ headers, url = '' }: IncomingMessage): string | undefined {
  const [, credentials] = /^Basic +([\w+/=-]+) *$/i.exec(headers.authorization ?? '') ?? [];
  if (credentials !== undefined) return Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0];
  const start = url.indexOf('?');
  const { writeKey } = start < 0 ? {} : parse(url.slice(start + 1));
  return typeof writeKey === 'string' && writeKey !== '' ? writeKey : undefined;
}
