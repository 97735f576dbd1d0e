// Sends events to the demo, as a server does that makes a mistake now and then.
import { createIngestKey } from '../../src/core/intake/ingest-keys/ingest-keys.ts';
import type { DemoService } from './demo-service.ts';

export class EventSender {
  readonly #url: string;
  readonly #key: string;
  readonly keyId: number;

  private constructor(url: string, { id, key }: { id: number; key: string }) {
    this.#url = url;
    this.#key = key;
    this.keyId = id;
  }

  static async of({ url, database, clock }: DemoService, websiteId: number): Promise<EventSender> {
    return new EventSender(url, (await createIngestKey(database, websiteId, clock.now))!);
  }

  async send(...events: object[]): Promise<void> {
    const headers = { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json' };
    const body = JSON.stringify(events);
    const response = await fetch(`${this.#url}/collect/events`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }
}

/** A view of website 1 of the demo. */
export const VIEW = { type: 'view', website_id: 1, visitor: 'a-secret-visitor', step_id: 1311 };
export const TYPO = { type: 'conversion', website_id: 1, visitor: 'a-secret-visitor', elementid: 13111 };
