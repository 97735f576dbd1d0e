// The interactions of a user with the authorization server: log in, choose websites, allow or deny a client. oidc-provider
// starts an interaction and gets its result; the pages in between are here.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Client, errors, type InteractionResults, type Provider } from 'oidc-provider';
import { recordAudit } from '../../access/audit-log.ts';
import { DASHBOARD_CLIENT_ID, type Scope } from '../../access/principal.ts';
import { rateLimitHeaders } from '../../access/rate-limit.ts';
import { includesRole, scopesForRoles } from '../../access/role.ts';
import { describeClient } from '../../authorization-server/client-description.ts';
import { storeGrant } from '../../authorization-server/grants.ts';
import type { KnownDevices } from '../../authorization-server/known-devices.ts';
import { lockUser } from '../../authorization-server/lock-user.ts';
import type { LoginAttempts } from '../../authorization-server/login-attempts.ts';
import { takeLoginPass } from '../../authorization-server/login-passes.ts';
import { consentPage } from '../../authorization-server/pages/consent-page.ts';
import { firstWebsitePage } from '../../authorization-server/pages/first-website-page.ts';
import { loginPage } from '../../authorization-server/pages/login-page.ts';
import { noAccountPage } from '../../authorization-server/pages/no-account-page.ts';
import { noWebsitesPage } from '../../authorization-server/pages/no-websites-page.ts';
import type { ProtectedResource, ProtectedResources } from '../../authorization-server/resources.ts';
import { passwordVersion } from '../../authorization-server/session-store.ts';
import type { SignIns } from '../../authorization-server/sign-ins.ts';
import { type SingleSignOn, SingleSignOnError } from '../../authorization-server/single-sign-on.ts';
import {
  accountsWithRole,
  belongsToAccount,
  findByPassword,
  findUser,
  type NamedAccount,
  normalizedEmail,
  type OwnWebsite,
  PASSWORD_LENGTH_MAX,
  websitesOf,
} from '../../authorization-server/users.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { type Page, pageHeaders, policySources, renderPage } from '../../pages/page-layout.ts';
import { Problem } from '../../problem.ts';
import { createWebsiteOfLogin, type WebsiteRequest } from '../../resources/website-creator.ts';
import { cannotAdd, readFirstWebsite } from './first-website.ts';
import type { FormTokens } from './form-token.ts';
import { interactionEnded } from './interaction-ended.ts';
import type { LoginPassCookie } from './login-pass-cookie.ts';

/** As create_website has it. */
const ADDING_ROLE = 'editor';

interface InteractionDependencies {
  readonly provider: Provider;
  readonly resources: ProtectedResources;
  readonly database: Database;
  readonly formTokens: FormTokens;
  readonly loginAttempts: LoginAttempts;
  readonly knownDevices: KnownDevices;
  readonly signIns: SignIns;
  readonly clock: Clock;
  readonly singleSignOn?: SingleSignOn | undefined;
  readonly passwordLogin: boolean;
  readonly loginPassCookie: LoginPassCookie;
  /** The path of BASE_URL, usually empty. */
  readonly basePath: string;
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** An interaction, with its client and the requested resource and scopes. */
interface Started {
  readonly interaction: Interaction;
  readonly client: Client;
  readonly redirectUri: string;
  readonly resource: ProtectedResource;
  readonly scopes: readonly Scope[];
}

interface Consent {
  readonly grantId: string;
  readonly websiteIds: readonly number[];
  readonly scopes: readonly Scope[];
}

export class Interactions {
  readonly #dependencies: InteractionDependencies;

  constructor(dependencies: InteractionDependencies) {
    this.#dependencies = dependencies;
  }

  async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const started = await this.#started(request, reply);
    if (started.interaction.prompt.name === 'login') {
      return (await this.#loginByPass(started, request, reply)) ?? sendPage(reply, this.#loginPage(started));
    }
    if (started.scopes.length === 0) {
      const result = { error: 'invalid_scope', error_description: 'no scope of this resource was requested' };
      return this.#finish(request, reply, result);
    }
    const { userId, email, websites } = await this.#user(started);
    if (websites.length === 0) return sendPage(reply, await this.#pageWithoutWebsites(started, userId, email));
    if (allowedScopes(started, websites).length === 0) {
      const result = { error: 'access_denied', error_description: 'the role of the user allows none of the scopes' };
      return this.#finish(request, reply, result);
    }
    const all = new Set(websites.map(({ id }) => id));
    return sendPage(reply, this.#consentPage(started, email, websites, all));
  }

  /** Only to the dashboard, and with all websites: another client has to be authorized by its user. */
  async #loginByPass(
    started: Started,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const { database, clock, loginPassCookie, signIns } = this.#dependencies;
    const secret = loginPassCookie.secretIn(request.headers.cookie);
    const { clientId } = started.client;
    if (secret === undefined || clientId !== DASHBOARD_CLIENT_ID) return undefined;
    reply.header('set-cookie', loginPassCookie.removal);
    const userId = await takeLoginPass(database, secret, clock);
    if (userId === undefined) return undefined;
    const websites = await websitesOf(database, userId);
    const { scopes } = started;
    if (websites.length === 0 || scopes.length === 0) return undefined;
    const grantId = await this.#createGrant(started, userId, scopes);
    await this.#storeConsent(started, userId, { grantId, websiteIds: websites.map(({ id }) => id), scopes });
    await signIns.succeeded(userId, clientId);
    return this.#finish(request, reply, { login: { accountId: String(userId) }, consent: { grantId } });
  }

  async login(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { started, form } = await this.#submitted(request, reply, 'login');
    if (!this.#dependencies.passwordLogin) throw new Problem(403, 'Logging in with a password is switched off here.');
    const email = normalizedEmail(form.get('email') ?? '');
    const password = (form.get('password') ?? '').slice(0, PASSWORD_LENGTH_MAX + 1);

    const { loginAttempts, knownDevices } = this.#dependencies;
    const deviceId = knownDevices.find(request.headers.cookie, email);
    const attempt = { email, ipAddress: request.ip, ...(deviceId !== undefined && { deviceId }) };
    const exceeded = loginAttempts.take(attempt);
    if (exceeded) {
      const minutes = Math.ceil(exceeded.resetSeconds / 60);
      reply.code(429).headers({ ...rateLimitHeaders(exceeded), 'retry-after': String(exceeded.resetSeconds) });
      const error = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
      return sendPage(reply, this.#loginPage(started, email, error));
    }
    const user = await findByPassword(this.#dependencies.database, email, password);
    const { clientId } = started.client;
    if (!user) {
      reply.raw.once('close', () => {
        this.#dependencies.signIns
          .failed(email, clientId)
          .catch((error: unknown) => request.log.error({ err: error }, 'a failed sign-in could not be recorded'));
      });
      reply.code(422);
      return sendPage(reply, this.#loginPage(started, email, 'Incorrect email address or password.'));
    }
    loginAttempts.succeeded(attempt);
    await this.#dependencies.signIns.succeeded(user.id, clientId);
    reply.header('set-cookie', knownDevices.cookie(email, deviceId));
    const login = { accountId: String(user.id), passwordVersion: passwordVersion(user.passwordHash) };
    return this.#finish(request, reply, { login });
  }

  /** Sends the browser to the issuer. */
  async startSingleSignOn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { started } = await this.#submitted(request, reply, 'login');
    return this.#orLoginPage(started, reply, async (singleSignOn) => {
      const url = await singleSignOn.start(started.interaction.uid);
      return reply.header('cache-control', 'no-store').redirect(url, 303);
    });
  }

  /** The browser is back from the issuer. */
  async finishSingleSignOn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const started = await this.#started(request, reply);
    if (started.interaction.prompt.name !== 'login') throw interactionEnded();
    const { searchParams } = new URL(request.url, 'http://host');
    return this.#orLoginPage(started, reply, async (singleSignOn) => {
      const user = await singleSignOn.finish(started.interaction.uid, searchParams);
      await this.#dependencies.signIns.succeeded(user.id, started.client.clientId);
      return this.#finish(request, reply, { login: { accountId: String(user.id) } });
    });
  }

  /** Whatever goes wrong at the issuer is told on the login page, where the user can try again. */
  async #orLoginPage(
    started: Started,
    reply: FastifyReply,
    work: (singleSignOn: SingleSignOn) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { singleSignOn } = this.#dependencies;
    if (!singleSignOn) throw new Problem(404, 'Single sign-on is not configured here.');
    try {
      return await work(singleSignOn);
    } catch (error) {
      if (!(error instanceof SingleSignOnError)) throw error;
      return sendPage(reply.code(error.status), this.#loginPage(started, undefined, error.message));
    }
  }

  async consent(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { started, form } = await this.#submitted(request, reply, 'consent');
    const { userId, email, websites } = await this.#user(started);
    if (websites.length === 0) return sendPage(reply, await this.#pageWithoutWebsites(started, userId, email));
    const chosen = new Set(form.getAll('website').map(Number));
    const own = new Set(websites.map(({ id }) => id));
    // The page offers only the user's own websites, so a form with others was tampered with.
    if ([...chosen].some((id) => !own.has(id)))
      throw new Problem(403, 'The form contains a website that you do not have access to.');
    if (chosen.size === 0) {
      reply.code(422);
      return sendPage(reply, this.#consentPage(started, email, websites, chosen, 'Choose at least one website.'));
    }
    const scopes = allowedScopes(
      started,
      websites.filter(({ id }) => chosen.has(id)),
    );
    if (scopes.length === 0) {
      reply.code(422);
      const error = 'Your role on these websites allows nothing of what the application asks for.';
      return sendPage(reply, this.#consentPage(started, email, websites, chosen, error));
    }
    const grantId = await this.#createGrant(started, userId, scopes);
    await this.#storeConsent(started, userId, { grantId, websiteIds: [...chosen], scopes });
    return this.#finish(request, reply, { consent: { grantId } });
  }

  /** Of an account that has none yet: a login to the dashboard is bound to websites, so there has to be one. */
  async addFirstWebsite(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { started, form } = await this.#submitted(request, reply, 'consent');
    const { userId, email } = await this.#user(started);
    try {
      const website = readFirstWebsite(form, await this.#accountsToFill(started, userId));
      const grantId = await this.#grantFirstWebsite(started, userId, website);
      return await this.#finish(request, reply, { consent: { grantId } });
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      const accounts = await this.#accountsToFill(started, userId);
      // Somebody has added one meanwhile, the form was sent twice, or the role is another one: show what can be done now.
      if (accounts.length === 0) return reply.redirect(this.#formOf(started, 'website').path, 303);
      reply.code(error.status);
      return sendPage(reply, this.#firstWebsitePage(started, email, accounts, form, error.message));
    }
  }

  async #grantFirstWebsite(started: Started, userId: number, website: WebsiteRequest): Promise<string> {
    const { database, clock } = this.#dependencies;
    const grantId = await this.#createGrant(started, userId, started.scopes);
    const { name } = describeClient(started.client, started.redirectUri);
    await database.transaction(async (tx) => {
      const addToLogin = async (websiteId: number) => {
        await lockUser(tx, userId);
        // The user may have been removed meanwhile, got another role, or sent the form twice.
        const [own, ...others] = await websitesOf(tx, userId);
        if (!own || others.length > 0 || !includesRole(own.role, ADDING_ROLE)) throw cannotAdd();
        await storeGrant(tx, grantId, { name, websiteIds: [websiteId] });
      };
      await createWebsiteOfLogin(tx, website, { actor: { userId, via: 'dashboard' }, clock, addToLogin });
    });
    return grantId;
  }

  /** Where the user may add the first website. Only in the dashboard, and only while the user has none. */
  async #accountsToFill({ client }: Started, userId: number): Promise<NamedAccount[]> {
    const { database } = this.#dependencies;
    if (client.clientId !== DASHBOARD_CLIENT_ID || (await websitesOf(database, userId)).length > 0) return [];
    return accountsWithRole(database, userId, ADDING_ROLE);
  }

  #createGrant({ client, interaction, scopes: requested }: Started, userId: number, scopes: readonly Scope[]) {
    const grant = new this.#dependencies.provider.Grant({ accountId: String(userId), clientId: client.clientId });
    const resource = String(interaction.params.resource);
    grant.addResourceScope(resource, scopes.join(' '));
    // Else the library would ask for consent again and again.
    const rejected = requested.filter((scope) => !scopes.includes(scope));
    if (rejected.length > 0) grant.rejectResourceScope(resource, rejected.join(' '));
    return grant.save();
  }

  async #storeConsent({ client, redirectUri }: Started, userId: number, consent: Consent): Promise<void> {
    const { grantId, websiteIds, scopes } = consent;
    const { database, clock } = this.#dependencies;
    await database.transaction(async (tx) => {
      const { name } = describeClient(client, redirectUri);
      await storeGrant(tx, grantId, { name, websiteIds });
      // The dashboard is part of the service: signing in to it is recorded as such.
      if (client.clientId === DASHBOARD_CLIENT_ID) return;
      const subject = `${name} (${scopes.join(', ')})`;
      const actor = { userId, via: 'application' } as const;
      await recordAudit(tx, { websiteIds, actor, action: 'application_connected', subject }, clock);
    });
  }

  async cancel(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await this.#submitted(request, reply);
    const result = { error: 'access_denied', error_description: 'the user denied access' };
    return this.#finish(request, reply, result);
  }

  /** Throws if the browser has no cookie for this interaction, or if it has ended. */
  async #started(request: FastifyRequest, reply: FastifyReply): Promise<Started> {
    const { provider, resources } = this.#dependencies;
    const interaction = await unlessEnded(provider.interactionDetails(request.raw, reply.raw));
    const { uid } = request.params as { uid: string };
    const { client_id: clientId, redirect_uri: redirectUri, scope = '', resource: url } = interaction.params;
    const client = await provider.Client.find(String(clientId));
    const resource = resources.find(url);
    if (interaction.uid !== uid || !client || !resource) throw interactionEnded();
    const requested = new Set(String(scope).split(' '));
    const scopes = resource.scopes.filter((known) => requested.has(known));
    return { interaction, client, redirectUri: String(redirectUri), resource, scopes };
  }

  async #submitted(request: FastifyRequest, reply: FastifyReply, prompt?: 'login' | 'consent') {
    const started = await this.#started(request, reply);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    if (!this.#dependencies.formTokens.isValid(started.interaction.uid, form.get('form_token') ?? '')) {
      throw new Problem(403, 'The form was not submitted from its own page.');
    }
    if (prompt !== undefined && started.interaction.prompt.name !== prompt) throw interactionEnded();
    return { started, form };
  }

  async #user({ interaction }: Started) {
    const userId = Number(interaction.session?.accountId);
    const user = await findUser(this.#dependencies.database, userId);
    if (!user) throw interactionEnded();
    return { userId, email: user.email, websites: await websitesOf(this.#dependencies.database, userId) };
  }

  async #finish(request: FastifyRequest, reply: FastifyReply, result: InteractionResults): Promise<FastifyReply> {
    const next = await unlessEnded(this.#dependencies.provider.interactionResult(request.raw, reply.raw, result));
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  }

  #loginPage(started: Started, email?: string, error?: string): Page {
    const { singleSignOn, passwordLogin } = this.#dependencies;
    const form = this.#formOf(started, 'login');
    return loginPage({
      ...form,
      offersPassword: passwordLogin,
      ...(singleSignOn && { singleSignOn: { action: `${form.path}/sso`, name: singleSignOn.name } }),
      clientName: describeClient(started.client, started.redirectUri).name,
      ...(email !== undefined && { email }),
      ...(error !== undefined && { error }),
    });
  }

  async #pageWithoutWebsites(started: Started, userId: number, email: string): Promise<Page> {
    const { database, basePath } = this.#dependencies;
    const form = { ...this.#formOf(started, 'consent'), logoutUrl: this.#logoutUrl, email };
    if (!(await belongsToAccount(database, userId))) return noAccountPage(form);
    const accounts = await this.#accountsToFill(started, userId);
    if (accounts.length > 0) return this.#firstWebsitePage(started, email, accounts, new URLSearchParams());
    return noWebsitesPage({
      ...form,
      client: describeClient(started.client, started.redirectUri),
      canAddWebsite: (await accountsWithRole(database, userId, ADDING_ROLE)).length > 0,
      dashboardUrl: `${basePath}/`,
    });
  }

  #firstWebsitePage(
    started: Started,
    email: string,
    accounts: readonly NamedAccount[],
    filled: URLSearchParams,
    error?: string,
  ): Page {
    const form = { ...this.#formOf(started, 'website'), logoutUrl: this.#logoutUrl, email };
    return firstWebsitePage({ ...form, accounts, filled, ...(error !== undefined && { error }) });
  }

  get #logoutUrl(): string {
    return `${this.#dependencies.basePath}/oauth/logout`;
  }

  #consentPage(
    started: Started,
    email: string,
    websites: readonly OwnWebsite[],
    chosenIds: ReadonlySet<number>,
    error?: string,
  ): Page {
    return consentPage({
      ...this.#formOf(started, 'consent'),
      logoutUrl: this.#logoutUrl,
      client: describeClient(started.client, started.redirectUri),
      scopes: allowedScopes(started, websites),
      isForTools: started.resource.audience === 'tools',
      email,
      websites,
      chosenIds,
      ...(error !== undefined && { error }),
    });
  }

  #formOf({ interaction: { uid }, redirectUri }: Started, step: 'login' | 'consent' | 'website') {
    const path = `${this.#dependencies.basePath}/oauth/interaction/${uid}`;
    return {
      path,
      action: `${path}/${step}`,
      cancelAction: `${path}/cancel`,
      formToken: this.#dependencies.formTokens.create(uid),
      leadsTo: policySources(redirectUri),
    };
  }
}

/**
 * Only what the user may do on at least one of the websites. The dashboard gets everything: its user may choose other websites
 * later, and the role limits each call anyway.
 */
function allowedScopes({ client, scopes }: Started, websites: readonly OwnWebsite[]): readonly Scope[] {
  if (client.clientId === DASHBOARD_CLIENT_ID) return scopes;
  return scopesForRoles(
    scopes,
    websites.map(({ role }) => role),
  );
}

function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply.headers(pageHeaders(page)).send(renderPage(page));
}

/** In the words of the library, the session of the interaction was not found then. */
async function unlessEnded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof errors.SessionNotFound ? interactionEnded() : error;
  }
}
