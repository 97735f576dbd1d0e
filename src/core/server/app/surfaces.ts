// Puts the surfaces together: everything that the server answers over HTTP, by component.
import { DASHBOARD_CLIENT_ID, SCOPES } from '../../contract/access/principal.ts';
import type { Database } from '../../foundation/database/database.ts';
import { hasUsers } from '../../manage/authorization-server/users/users.ts';
import { Dispatcher } from '../api/dispatcher.ts';
import type { ServerComponent } from '../config/config.ts';
import type { AppContext } from '../extension/server-half.ts';
import { addBrowserCollector } from '../surfaces/browser/routes.ts';
import { isPublicUrl } from '../surfaces/dashboard/public-url.ts';
import { addDashboard } from '../surfaces/dashboard/routes.ts';
import { addReference } from '../surfaces/docs/routes.ts';
import { watchCollector, watchSources } from '../surfaces/http/metrics.ts';
import { addProtectedResource } from '../surfaces/http/protected-resource.ts';
import type { HttpServer } from '../surfaces/http/server.ts';
import { addToolServer } from '../surfaces/mcp/routes.ts';
import { addAuthorizationServer } from '../surfaces/oauth/routes.ts';
import { addOpenApi } from '../surfaces/openapi/routes.ts';
import { addOperations } from '../surfaces/rest/routes.ts';
import { addTracker } from '../surfaces/tracker/routes.ts';
import { describeApi } from './describe-api.ts';
import { createGuards } from './guards.ts';
import { resourceUrlsOf } from './resource-urls.ts';
import type { AppServices } from './services.ts';

export function addSurfaces(
  server: HttpServer,
  components: ReadonlySet<ServerComponent>,
  context: AppContext,
  services: AppServices,
): void {
  const { config, database, clock, metrics, parts, operations } = context;
  const { reads, readWorkers, readQueue } = services;
  const guards = createGuards(context, services);
  const answering = { reads, operations, services: services.operations, database };
  const dispatcher = new Dispatcher({ ...answering, admissions: guards.admissions });
  const issuerUrl = config.issuerUrl ?? config.baseUrl;
  const resourceUrls = resourceUrlsOf(config);

  watchSources(metrics, { database, reads, readWorkers, readQueue, tokens: guards.tokens });
  if (components.has('collect')) {
    watchCollector(metrics, services.collector, config.collectQueueBytesMax);
    addOperations(server, 'ingest_key', dispatcher, config.baseUrl);
    addBrowserCollector(server, dispatcher, config);
    addTracker(server, config);
  }
  if (components.has('rest')) {
    const api = describeApi(operations, parts.halves);
    addOpenApi(server, api);
    addReference(server, { ...config, api });
    addProtectedResource(server, {
      url: resourceUrls.rest,
      issuerUrl,
      name: 'Funnel REST API',
      scopes: SCOPES,
      documentationUrl: `${config.baseUrl}/docs`,
      policies: config.policies,
    });
    addOperations(server, 'token', dispatcher, config.baseUrl);
  }
  if (components.has('mcp')) {
    const tools = new Dispatcher({ ...answering, admissions: { token: guards.tools } });
    addToolServer(server, { ...config, dispatcher: tools, issuerUrl });
  }
  if (components.has('auth') && config.issuerUrl === undefined) {
    const { loginAttempts, forgottenPasswords } = services;
    const added = parts.halves.flatMap((half) => half.authorization?.(config) ?? []);
    addAuthorizationServer(server, {
      ...{ ...config, database, clock, resourceUrls, loginAttempts, forgottenPasswords },
      logins: added.flatMap(({ logins }) => logins),
      grants: added.flatMap(({ grants }) => grants),
    });
  }
  if (components.has('dashboard')) {
    addDashboardWithTokens(server, context, dispatcher, services);
  }
  const { collector, arrivals, limits } = services;
  const receiving = { collector, arrivals, limits, senders: guards.senders };
  for (const half of parts.halves)
    half.addSurfaces?.(server, components, context, services.operations as never, receiving);
}

function addDashboardWithTokens(
  server: HttpServer,
  context: AppContext,
  dispatcher: Dispatcher,
  services: AppServices,
): void {
  const { config, database, parts } = context;
  const { baseUrl, mcpUrl, issuerUrl } = config;
  // An external authorization server manages its own tokens.
  const managesTokens = issuerUrl === undefined;
  addDashboard(server, {
    settings: {
      issuer: issuerUrl ?? baseUrl,
      clientId: DASHBOARD_CLIENT_ID,
      baseUrl,
      mcpUrl,
      mcpIsPublic: isPublicUrl(mcpUrl),
      trackerUrl: `${baseUrl}${config.trackerPath}`,
      managesTokens,
      loginOnlyWith: config.loginOnlyWith ?? null,
    },
    addPages: (dashboard) => {
      for (const half of parts.halves)
        half.addDashboardPages?.(server, dashboard, context, services.operations as never);
    },
    needsSetup: managesTokens ? untilFirstUser(database) : async () => false,
  });
  if (!managesTokens) return;
  addOperations(server, 'dashboard', dispatcher, baseUrl);
  addOperations(server, 'one_time_link', dispatcher, baseUrl);
}

/** Asks the database until there is a user. If it can't be asked, the dashboard has to say so. */
function untilFirstUser(database: Pick<Database, 'query'>): () => Promise<boolean> {
  let isSetUp = false;
  return async () => {
    if (isSetUp) return false;
    try {
      isSetUp = await hasUsers(database);
      return !isSetUp;
    } catch {
      return false;
    }
  };
}
