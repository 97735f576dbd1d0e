// Receives messages of Segment's protocol, and responds after the commit. The messages become events in the ingestion thread: see
// decode-messages.ts.
// Why: docs/decisions/events.md, "Segment's protocol accepts JSON that says it is a form".
import type { Clock } from '../../../core/foundation/time/clock.ts';
import type { Sender } from '../../../core/intake/arrivals/arrival.ts';
import { isBot } from '../../../core/intake/collector/collect-browser-events.ts';
import type { Collector } from '../../../core/intake/collector/collector.ts';
import type { IngestKeyGuard } from '../../../core/intake/collector/ingest-key-guard.ts';
import { parseJson } from '../../../core/intake/events/parse-json.ts';
import { isPublicKey } from '../../../core/intake/ingest-keys/ingest-keys.ts';
import type { ProtocolRequest } from '../wire/protocol.ts';
import type { SegmentFormat } from './decode-messages.ts';
import { MESSAGES_MAX, readMessages } from './read-messages.ts';
import { writeKeyOf } from './write-key.ts';

/** The SDKs send up to 500 KB. */
export const BODY_BYTES_MAX = 512 * 1024;
/** Without a key in the headers, anybody may have sent the body. Only old SDKs for browsers do this, one message at a time. */
export const STRANGERS_BODY_BYTES_MAX = 64 * 1024;
/** RudderStack's SDK for Node compresses its JSON and names no type. Its HTTP library then says that it is a form. */
const FORM_TYPE = 'application/x-www-form-urlencoded';

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

  /** `type`: of the only message, which the path names. It is undefined if the body has several messages. */
  async receive(request: ProtocolRequest, type: string | undefined): Promise<void> {
    const { collector, clock } = this.#options;
    const format: SegmentFormat = { protocol: 'segment', type, receivedAtMs: clock().getTime() };
    const { sender, bytes } = await this.#read(request, type);
    await collector.collect(sender, bytes, {
      format,
      eventsMax: MESSAGES_MAX,
      isFromBot: sender.origin !== undefined && isBot(request.caller.userAgent ?? ''),
    });
  }

  /** A key in the headers is checked before the body is read. */
  async #read({ payload, caller, onClose }: ProtocolRequest, type: string | undefined): Promise<Received> {
    const { collector, guard } = this.#options;
    const writeKey = writeKeyOf(payload);
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
