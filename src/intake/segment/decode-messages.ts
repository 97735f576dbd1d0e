// Decodes the body of a request of Segment's protocol to events.
import type { Batch, SegmentRequest } from '../events/batch.ts';
import { isObject, type MappedEvent } from '../events/event.ts';
import { parseJson } from '../events/parse-json.ts';
import { mapMessage } from './map-message.ts';
import { readMessages } from './read-messages.ts';

/** Throws a problem of status 400 or 413 if the body can't be read at all. */
export function decodeMessages(
  { bytes, onlyWebsiteId }: Pick<Batch, 'bytes' | 'onlyWebsiteId'>,
  { type, receivedAtMs }: SegmentRequest,
): MappedEvent[] {
  const { messages, sentAt } = readMessages(parseJson(bytes), type);
  const context = { websiteId: onlyWebsiteId!, nowMs: receivedAtMs, sentAt };
  // A value that is not a message stays as it is: the steps of an event reject it.
  return messages.map((message) => (isObject(message) ? mapMessage(message, context) : { event: message }));
}
