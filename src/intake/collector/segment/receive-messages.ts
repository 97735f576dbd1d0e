// Receives messages of Segment's protocol, and responds after the commit. The messages become events in the ingestion thread: see
// intake/segment/decode-messages.ts.
import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../contract/access/guard.ts';
import type { Clock } from '../../../foundation/time/clock.ts';
import type { Sender } from '../../arrivals/arrival.ts';
import { parseJson } from '../../events/parse-json.ts';
import { isPublicKey } from '../../ingest-keys/ingest-keys.ts';
import { MESSAGES_MAX, readMessages } from '../../segment/read-messages.ts';
import { isBot } from '../collect-browser-events.ts';
import type { Collector } from '../collector.ts';
import type { IngestKeyGuard } from '../ingest-key-guard.ts';

/** The SDKs send up to 500 KB. */
export const BODY_BYTES_MAX = 512 * 1024;
/** Without a key in the headers, anybody may have sent the body. Only old SDKs for browsers do this, one message at a time. */
export const STRANGERS_BODY_BYTES_MAX = 64 * 1024;
/** RudderStack's SDK for Node compresses its JSON and names no type. Its HTTP library then says that it is a form. */
const FORM_TYPE = 'application/x-www-form-urlencoded';

interface MessageRequest {
  readonly payload: IncomingMessage;
  readonly caller: Caller;
  /** The key in the headers or the URL. It is undefined if the key is in the body. */
  readonly writeKey: string | undefined;
  /** The type of the only message, which the path names. It is undefined if the body has several messages. */
  readonly type: string | undefined;
  /** Calls back when the request has ended in any way. */
  onClose(callback: () => void): void;
}

interface MessageReceiverOptions {
  readonly collector: Collector;
  readonly guard: IngestKeyGuard;
  readonly clock: Clock;
}

interface Received {
  readonly sender: Sender;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export class MessageReceiver {
  readonly #options: MessageReceiverOptions;

  constructor(options: MessageReceiverOptions) {
    this.#options = options;
  }

  async receive(request: MessageRequest): Promise<void> {
    const { collector, clock } = this.#options;
    const { type, caller } = request;
    const receivedAtMs = clock().getTime();
    const { sender, bytes } = await this.#read(request);
    await collector.collect(sender, bytes, {
      format: { protocol: 'segment', type, receivedAtMs },
      eventsMax: MESSAGES_MAX,
      isFromBot: sender.origin !== undefined && isBot(caller.userAgent ?? ''),
    });
  }

  /** A key in the headers is checked before the body is read. */
  async #read({ payload, caller, writeKey, type, onClose }: MessageRequest): Promise<Received> {
    const { collector, guard } = this.#options;
    // Everybody can know a public key.
    if (writeKey === undefined || isPublicKey(writeKey) || caller.origin !== undefined) guard.limitAddress(caller);
    if (writeKey !== undefined) {
      const sender = await guard.admitSender(writeKey, caller);
      const allowed = { bytesMax: BODY_BYTES_MAX, alsoType: FORM_TYPE };
      return { sender, bytes: await collector.receive(payload, sender, onClose, allowed) };
    }
    const allowed = { bytesMax: STRANGERS_BODY_BYTES_MAX, alsoType: FORM_TYPE };
    const bytes = await collector.receiveFromStranger(payload, caller.ipAddress, allowed, onClose);
    const { writeKey: keyInBody } = readMessages(parseJson(bytes), type);
    return { sender: await guard.admitSender(keyInBody, caller), bytes };
  }
}
