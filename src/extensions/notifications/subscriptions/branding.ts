// How the emails of an account look: the name of their sender and a logo, for agencies that report to their own customers.
import { type Sentence, sentence } from '../../../../languages/sentence.ts';
import { recordAudit } from '../../../core/contract/access/audit-log.ts';
import type { Actor } from '../../../core/contract/access/principal.ts';
import type { Database } from '../../../core/foundation/database/database.ts';
import type { Clock } from '../../../core/foundation/time/clock.ts';

export interface Branding {
  /** null: the sender of the service. */
  readonly senderName: string | null;
  /** The image in base64. null: there is none. */
  readonly logo: string | null;
}

const NO_BRANDING: Branding = { senderName: null, logo: null };

export async function readBranding(database: Pick<Database, 'query'>, accountId: number): Promise<Branding> {
  const [row] = await database.query<{ sender_name: string | null; logo: string | null }>(
    'SELECT sender_name, logo FROM account_branding WHERE account_id = $1',
    [accountId],
  );
  return row ? { senderName: row.sender_name, logo: row.logo } : NO_BRANDING;
}

/** Fields that are not given stay as they are. */
export type BrandingChange = Partial<Branding>;

export class AccountBranding {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  read(accountId: number): Promise<Branding> {
    return readBranding(this.#database, accountId);
  }

  change(accountId: number, change: BrandingChange, actor: Actor): Promise<Branding> {
    return this.#database.transaction(async (tx) => {
      const before = await readBranding(tx, accountId);
      const after = { ...before, ...change };
      if (after.senderName === before.senderName && after.logo === before.logo) return after;
      await tx.insertMany({
        into: 'account_branding',
        columns: ['account_id', 'sender_name', 'logo'],
        rows: [[accountId, after.senderName, after.logo]],
        onConflict: 'ON CONFLICT (account_id) DO UPDATE SET sender_name = excluded.sender_name, logo = excluded.logo',
      });
      await recordAudit(
        tx,
        { accountId, actor, action: 'branding_changed', subject: changesOf(before, after) },
        this.#clock,
      );
      return after;
    });
  }
}

function changesOf(before: Branding, after: Branding): Sentence {
  const parts = [
    ...(after.senderName === before.senderName ? [] : [describeSender(after.senderName)]),
    ...(after.logo === before.logo ? [] : [sentence(after.logo === null ? 'noLogo' : 'anotherLogo')]),
  ];
  return sentence('settings', { list: { list: parts } });
}

function describeSender(name: string | null): Sentence {
  return name === null ? sentence('senderOfService') : sentence('sender', { name });
}
