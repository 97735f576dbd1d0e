// Reads the messages in the JSON body of a request of Segment's protocol: `{batch: […]}`, or one message.
import { Problem } from '../../../core/foundation/problem/problem.ts';
import { isObject } from '../../../core/intake/events/event.ts';

/** Segment's own endpoint has the same limit. */
export const MESSAGES_MAX = 2_500;

interface SentMessages {
  readonly messages: readonly unknown[];
  readonly sentAt: unknown;
  readonly writeKey: unknown;
}

/** `type` is the type that the path names. It is undefined for a batch. */
export function readMessages(body: unknown, type: string | undefined): SentMessages {
  if (!isObject(body)) throw invalid('The body must be a JSON object.');
  const { batch, sentAt, writeKey } = body;
  if (type !== undefined && batch === undefined) return { messages: [{ ...body, type }], sentAt, writeKey };
  if (!Array.isArray(batch)) throw invalid('The body must have an array of messages: {"batch": […]}.');
  if (batch.length > MESSAGES_MAX) {
    const detail = `A batch may have at most ${MESSAGES_MAX} messages: send several batches.`;
    throw new Problem(413, detail, { code: 'too_many_events' });
  }
  return { messages: batch, sentAt, writeKey };
}

function invalid(detail: string): Problem {
  return new Problem(400, detail, { code: 'invalid_json' });
}
