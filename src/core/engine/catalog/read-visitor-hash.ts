// The hash under which the installation knows a visitor.
import type { Database } from '../../foundation/database/database.ts';
import { sipKeyFromHex } from '../../foundation/sketches/sip-hash.ts';
import { hashVisitor } from '../../foundation/sketches/visitor-hash.ts';

/** The int32 halves of the hash. */
export interface VisitorHash {
  readonly visitorLow: number;
  readonly visitorHigh: number;
}

/** `visitor`: as sent with the events. */
export async function readVisitorHash(database: Pick<Database, 'query'>, visitor: string): Promise<VisitorHash> {
  const [state] = await database.query<{ visitor_key: string }>('SELECT visitor_key FROM catalog_state');
  const hash = new Int32Array(2);
  hashVisitor(visitor, sipKeyFromHex(state!.visitor_key), hash);
  return { visitorLow: hash[0]!, visitorHigh: hash[1]! };
}
