// Puts together what authenticates callers and limits their requests: one guard for each kind of credential.
import { ApiKeyVerifier } from '../../contract/access/api-keys.ts';
import { DashboardGuard } from '../../contract/access/dashboard-guard.ts';
import { Guard, type GuardOptions } from '../../contract/access/guard.ts';
import { IntrospectionVerifier } from '../../contract/access/introspection.ts';
import { LINK_FAILURES_LIMIT, OneTimeLinkGuard } from '../../contract/access/one-time-link-guard.ts';
import type { AccessTokenVerifier } from '../../contract/access/principal.ts';
import { limitPerMinute, RateLimit } from '../../contract/access/rate-limit.ts';
import { StoredTokenVerifier } from '../../contract/access/stored-tokens.ts';
import { SuspectNetworks } from '../../contract/access/suspect-networks.ts';
import {
  IN_BODY,
  IN_HEADER,
  IngestKeyGuard,
  UNKNOWN_KEYS_PER_MINUTE_MAX,
} from '../../intake/collector/ingest-key-guard.ts';
import { IngestKeyFinder } from '../../intake/ingest-keys/ingest-key-finder.ts';
import { findLink } from '../../manage/authorization-server/links/one-time-links.ts';
import type { AppContext } from '../extension/server-half.ts';
import { resourceMetadataUrl } from '../surfaces/http/protected-resource.ts';
import { resourceUrlsOf } from './resource-urls.ts';
import type { AppServices } from './services.ts';

export function createGuards(context: AppContext, { users, limits, arrivals, operations }: AppServices) {
  const { config, cacheable, clock } = context;
  const checks = accessChecks(context);
  const restChecks = { ...checks, resourceMetadataUrl: resourceMetadataUrl(resourceUrlsOf(config).rest) };
  const suspects = new SuspectNetworks(limitPerMinute(UNKNOWN_KEYS_PER_MINUTE_MAX, clock));
  const verifiers = context.parts.halves.flatMap((half) => half.verifiers?.(operations as never) ?? []);
  const senders = { keys: new IngestKeyFinder(cacheable), limits, suspects, arrivals };
  return {
    tokens: checks.tokens,
    /** The guards of the operations of the REST API, by credential. */
    admissions: {
      token: new Guard('rest', { ...restChecks, apiKeys: new ApiKeyVerifier(cacheable), verifiers }),
      dashboard: new DashboardGuard(new Guard('rest', restChecks), users),
      ingest_key: new IngestKeyGuard(IN_HEADER, senders),
      public_key: new IngestKeyGuard(IN_BODY, senders),
      one_time_link: oneTimeLinkGuard(context),
    },
    tools: new Guard('tools', { ...checks, resourceMetadataUrl: resourceMetadataUrl(config.mcpUrl) }),
    /** What the guards of senders share. */
    senders,
  };
}

/** The guards of all surfaces share these. */
function accessChecks(context: AppContext): GuardOptions {
  const { config, clock } = context;
  return {
    tokens: tokenVerifier(context),
    requests: limitPerMinute(config.rateLimitPerMinute, clock),
    failures: limitPerMinute(Math.ceil(config.rateLimitPerMinute / 10), clock),
  };
}

function tokenVerifier({ config, cacheable, clock }: AppContext): AccessTokenVerifier {
  const { issuerUrl, introspectionClient: client } = config;
  if (issuerUrl === undefined || client === undefined) return new StoredTokenVerifier(cacheable, clock);
  const resourceUrls = resourceUrlsOf(config);
  return new IntrospectionVerifier({ issuerUrl, clientId: client.id, clientSecret: client.secret, resourceUrls });
}

function oneTimeLinkGuard({ database, clock }: AppContext): OneTimeLinkGuard {
  const failures = new RateLimit(LINK_FAILURES_LIMIT, clock);
  return new OneTimeLinkGuard({ find: (secret, kind) => findLink(database, secret, kind, clock) }, failures);
}
