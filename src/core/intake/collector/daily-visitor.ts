// The id of a visitor without consent. It is derived from what every request contains, with the salt of the day. It
// differs on every website and every day, and once the salt is deleted nobody can derive it again. Neither the IP address
// nor the user agent is stored or logged.
import { hash } from 'node:crypto';
import { networkOf } from '../../contract/access/rate-limit.ts';
import { dailyToken } from '../../foundation/sketches/visitor-hash.ts';
import type { DailyVisitor } from '../events/batch.ts';
import type { DaySalt, VisitorSalts } from './visitor-salts.ts';

export interface Browser {
  readonly websiteId: number;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Returns the ids for events of yesterday, which may arrive after midnight, and for all other events. */
export async function dailyVisitor(salts: VisitorSalts, browser: Browser): Promise<DailyVisitor> {
  const { yesterday, today } = await salts.current();
  const shown = shownBy(browser);
  return {
    yesterday: { day: yesterday.day, visitor: derive(yesterday, shown) },
    otherwise: derive(today, shown),
  };
}

/** Only the network of an IPv6 address is used, because a device changes the rest during a visit. */
function shownBy({ websiteId, ipAddress, userAgent }: Browser): string {
  return JSON.stringify([websiteId, networkOf(ipAddress), userAgent]);
}

/**
 * The salt has a fixed length, and whoever sees the result can do nothing with it but name the same visitor, so this needs no HMAC, which
 * takes ten times as long.
 */
function derive({ salt }: DaySalt, shown: string): string {
  return dailyToken(hash('sha256', salt + shown, 'base64url'));
}
