// Takes messages of Segment's protocol: turns them into events and counts these. Resolves after the commit.
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../access/guard.ts';
import type { Clock } from '../../clock.ts';
import type { Sender } from '../arrival.ts';
import { isBot } from '../collect-browser-events.ts';
import type { Collector } from '../collector.ts';
import { isObject, type Rejection } from '../event.ts';
import { isPublicKey } from '../ingest-keys.ts';
import { parseJson } from '../parse-json.ts';
import { mapMessage } from './map-message.ts';
import { MESSAGES_MAX, readMessages, type SentMessages } from './read-messages.ts';
import type { WriteKeyGuard } from './write-key-guard.ts';

/** The SDKs send up to 500 KB. */
export const BODY_BYTES_MAX = 512 * 1024;
/** Without a key in the headers, anybody may have sent it. Only old SDKs for browsers do this, one message at a time. */
export const STRANGERS_BODY_BYTES_MAX = 64 * 1024;

interface MessageRequest {
  readonly payload: IncomingMessage;
  readonly caller: Caller;
  /** Of the headers or the URL; undefined: it is in the body. */
  readonly writeKey: string | undefined;
  /** Of the one message, by the path; undefined: a batch. */
  readonly type: string | undefined;
  /** Calls back when the request has ended in any way. */
  onClose(callback: () => void): void;
}

interface MessageReceiverOptions {
  readonly collector: Collector;
  readonly guard: WriteKeyGuard;
  readonly clock: Clock;
}

interface Received {
  readonly sender: Sender;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly sent: SentMessages;
}

export class MessageReceiver {
  readonly #options: MessageReceiverOptions;

  constructor(options: MessageReceiverOptions) {
    this.#options = options;
  }

  async receive(request: MessageRequest): Promise<void> {
    const { collector } = this.#options;
    const { sender, bytes, sent } = await this.#read(request);
    if (sender.origin !== undefined && isBot(request.caller.userAgent ?? '')) {
      collector.dropBots(sender, sent.messages.length);
      return;
    }
    const { events, ignored } = this.#mapAll(sender, sent);
    if (events.length > 0) {
      const mapped = new TextEncoder().encode(JSON.stringify(events));
      await collector.collect({ bytes: mapped, madeOf: bytes, sender, eventsMax: MESSAGES_MAX });
    }
    // After the others are committed: a batch that comes again is not noted twice.
    collector.ignore(sender, ignored);
  }

  /** A key in the headers is checked before the body is read. */
  async #read({ payload, caller, writeKey, type, onClose }: MessageRequest): Promise<Received> {
    const { collector, guard } = this.#options;
    // Everybody can know a public key.
    if (writeKey === undefined || isPublicKey(writeKey) || caller.origin !== undefined) guard.limitAddress(caller);
    if (writeKey === undefined) {
      const bytes = await collector.receiveFromStranger(payload, caller.ipAddress, STRANGERS_BODY_BYTES_MAX, onClose);
      const sent = readMessages(parseJson(bytes), type);
      return { sender: await guard.admit(sent.writeKey, caller), bytes, sent };
    }
    const sender = await guard.admit(writeKey, caller);
    const bytes = await collector.receive(payload, sender, onClose, BODY_BYTES_MAX);
    return collector.noteRefusal(sender, async () => ({
      sender,
      bytes,
      sent: readMessages(parseJson(bytes), type),
    }));
  }

  #mapAll({ websiteId }: Sender, { messages, sentAt }: SentMessages): { events: unknown[]; ignored: Rejection[] } {
    const context = { websiteId, nowMs: this.#options.clock().getTime(), sentAt };
    const events: unknown[] = [];
    const ignored: Rejection[] = [];
    for (const message of messages) {
      // What is no message is rejected with the events.
      const mapped = isObject(message) ? mapMessage(message, context) : { event: message };
      if ('event' in mapped) events.push(mapped.event);
      else ignored.push(mapped.ignored);
    }
    return { events, ignored };
  }
}
