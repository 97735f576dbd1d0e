import { LINK_FAILURES_LIMIT } from '../../core/contract/access/one-time-link-guard.ts';
import { RateLimit } from '../../core/contract/access/rate-limit.ts';
import { least, leastOf } from '../../core/engine/sweeps/kept-data.ts';
import { LoginAttempts } from '../../core/manage/authorization-server/links/login-attempts.ts';
import { defineServerHalf } from '../../core/server/extension/server-half.ts';
import { ShareLinkGuard } from './share-link-guard.ts';
import {
  createdShareLink,
  createShareLink,
  listShareLinks,
  newShareLink,
  revokeShareLink,
  type ShareLinkServices,
  shareLink,
} from './share-link-operations.ts';
import { ShareLinkVerifier } from './share-link-verifier.ts';
import { readSharedFunnel, ShareLinks } from './share-links.ts';
import { addSharedPages } from './shared-pages.ts';
import { ENDED_LINKS_KEPT_DAYS, sweepShareLinks } from './stored-share-links.ts';

interface SharingServices extends ShareLinkServices {
  readonly shareLinkVerifier: ShareLinkVerifier;
}

export const server = defineServerHalf<SharingServices>({
  actions: [listShareLinks, createShareLink, revokeShareLink],
  services: ({ database, cacheable, clock, config: { baseUrl } }) => ({
    shareLinks: new ShareLinks({ database, clock, baseUrl }),
    shareLinkVerifier: new ShareLinkVerifier(cacheable, clock),
  }),
  verifiers: ({ shareLinkVerifier }) => [shareLinkVerifier],
  addDashboardPages: (httpServer, dashboard, { database, clock }, { shareLinkVerifier }) => {
    const guard = new ShareLinkGuard({
      links: shareLinkVerifier,
      failures: new RateLimit(LINK_FAILURES_LIMIT, clock),
      // Whoever guesses a password has the link already, so other readers are not locked out by guesses from many networks.
      attempts: new LoginAttempts(clock, Number.POSITIVE_INFINITY),
      clock,
    });
    addSharedPages(httpServer, { ...dashboard, guard, funnelOf: (page) => readSharedFunnel(database, page) });
  },
  sweeps: (clock) => [(database) => sweepShareLinks(database, clock())],
  keptData: () => [
    {
      kind: 'share_links',
      tables: ['share_links'],
      until: 'age',
      days: ENDED_LINKS_KEPT_DAYS,
      oldest: leastOf(least('share_links', 'revoked_at'), least('share_links', 'expires_at')),
    },
  ],
  schemas: [
    [shareLink, 'ShareLink'],
    [newShareLink, 'NewShareLink'],
    [createdShareLink, 'CreatedShareLink'],
  ],
  errorCodes: {
    too_many_share_links: 'The website has too many share links: revoke those that are not used any more.',
  },
});
