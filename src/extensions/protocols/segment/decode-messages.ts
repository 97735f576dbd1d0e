// Decodes the body of a request of Segment's protocol to events.
import type { ProtocolBody, ProtocolFormat } from '../../../core/intake/events/batch.ts';
import { isObject, type MappedEvent } from '../../../core/intake/events/event.ts';
import { parseJson } from '../../../core/intake/events/parse-json.ts';
import { mapMessage } from './map-message.ts';
import { readMessages } from './read-messages.ts';

export interface SegmentFormat extends ProtocolFormat {
  readonly protocol: 'segment';
  /** The type of the only message, which the path names. It is undefined if the body has several messages. */
  readonly type: string | undefined;
  readonly receivedAtMs: number;
}

/** Throws a problem of status 400 or 413 if the body can't be read at all. */
export function decodeMessages(
  { bytes, onlyWebsiteId }: ProtocolBody,
  { type, receivedAtMs }: SegmentFormat,
): MappedEvent[] {
  const { messages, sentAt } = readMessages(parseJson(bytes), type);
  const context = { websiteId: onlyWebsiteId!, nowMs: receivedAtMs, sentAt };
  // A value that is not a message stays as it is: the steps of an event reject it.
  return messages.map((message) => (isObject(message) ? mapMessage(message, context) : { event: message }));
}
