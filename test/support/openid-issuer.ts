// An OpenID Connect issuer, with oidc-provider, and its people at a browser. They log in with their subject alone. It exchanges their ID
// tokens for identity assertions (RFC 8693). As a program, it is an issuer in a process of its own.
import { type ChildProcess, fork } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { errors, Provider } from 'oidc-provider';
import { BrowserlessPerson, type SeenPage } from './browserless-person.ts';
import { freePort } from './postgres-server.ts';

const ISSUER_CLIENT = { id: 'funnel', secret: 'a-secret-of-funnel-at-the-issuer' };

/** An assistant, whose people log in at the issuer. */
export const ASSISTANT_CLIENT = { id: 'assistant', secret: 'a-secret-of-the-assistant-at-the-issuer' };

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';

export interface IssuerPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

export class TestIssuer {
  readonly url: string;
  /** Private. */
  readonly signingKey: JWK;
  readonly #clientIdsAt: Map<string, string>;
  readonly #runs: Server | ChildProcess;

  private constructor({ issuerUrl, signingKey, clientIdsAt }: IssuerOptions, runs: Server | ChildProcess) {
    this.url = issuerUrl;
    this.signingKey = signingKey;
    this.#clientIdsAt = clientIdsAt;
    this.#runs = runs;
  }

  /** Listens when this resolves. */
  static async start(callbackUrl: string, people: readonly IssuerPerson[]): Promise<TestIssuer> {
    const options = await newOptions(callbackUrl, people);
    return new TestIssuer(options, await listen(options));
  }

  /** The same in a process of its own. */
  static async startProcess(callbackUrl: string, people: readonly IssuerPerson[]): Promise<TestIssuer> {
    const options = await newOptions(callbackUrl, people);
    const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' });
    child.send(options);
    await once(child, 'message');
    return new TestIssuer(options, child);
  }

  /** Tells the issuer which id the assistant has at another authorization server, as an administrator does. */
  async nameClient(authorizationServer: string, clientId: string): Promise<void> {
    this.#clientIdsAt.set(authorizationServer, clientId);
    if (this.#runs instanceof Server) return;
    this.#runs.send([authorizationServer, clientId]);
    await once(this.#runs, 'message');
  }

  /** The settings of a service that uses this issuer. */
  get env(): Record<string, string> {
    return {
      OIDC_ISSUER_URL: this.url,
      OIDC_CLIENT_ID: ISSUER_CLIENT.id,
      OIDC_CLIENT_SECRET: ISSUER_CLIENT.secret,
      OIDC_NAME: 'Example ID',
    };
  }

  /** Logs in there, and returns the URL that the browser is sent back to. No subject: the person cancels. */
  async logIn(loginUrl: string, subject: string): Promise<string> {
    const browser = new BrowserlessPerson(this.url);
    const page: SeenPage = await browser.open(loginUrl);
    return (await browser.submit(page, { subject })).url;
  }

  async stop(): Promise<void> {
    const runs = this.#runs;
    if (runs instanceof Server ? !runs.listening : runs.exitCode !== null) return;
    const closed = once(runs, 'close');
    if (runs instanceof Server) {
      runs.close();
      runs.closeAllConnections();
    } else runs.kill();
    await closed;
  }
}

let shared: JWK | undefined;

/** Making one takes 0.2 s of processor time, so the issuers of a worker share one. */
function signingKey(): JWK {
  shared ??= newSigningKey();
  return shared;
}

export function newSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: 'key-1', use: 'sig', alg: 'RS256' };
}

interface IssuerOptions {
  readonly port: number;
  readonly issuerUrl: string;
  readonly callbackUrl: string;
  readonly people: readonly IssuerPerson[];
  readonly signingKey: JWK;
  /** The ids that the assistant has at other authorization servers. */
  readonly clientIdsAt: Map<string, string>;
}

async function newOptions(callbackUrl: string, people: readonly IssuerPerson[]): Promise<IssuerOptions> {
  const port = await freePort();
  const clientIdsAt = new Map<string, string>();
  return { port, issuerUrl: `http://127.0.0.1:${port}`, callbackUrl, people, signingKey: signingKey(), clientIdsAt };
}

async function listen(options: IssuerOptions): Promise<Server> {
  const server = createServer(handlerOf(providerOf(options)));
  await once(server.listen(options.port, '127.0.0.1'), 'listening');
  return server;
}

interface Exchange {
  readonly subject_token: string;
  readonly requested_token_type: string;
  readonly audience: string;
  readonly resource: string;
  readonly scope?: string;
}

function providerOf({ issuerUrl, callbackUrl, people, signingKey, clientIdsAt }: IssuerOptions): Provider {
  const provider = new Provider(issuerUrl, {
    clients: [
      { client_id: ISSUER_CLIENT.id, client_secret: ISSUER_CLIENT.secret, redirect_uris: [callbackUrl] },
      {
        client_id: ASSISTANT_CLIENT.id,
        client_secret: ASSISTANT_CLIENT.secret,
        redirect_uris: [callbackUrl],
        grant_types: ['authorization_code', TOKEN_EXCHANGE],
      },
      // Somebody else uses the same issuer.
      { client_id: 'other-service', client_secret: 'secret-of-the-other', redirect_uris: [callbackUrl] },
    ],
    jwks: { keys: [signingKey] },
    // People see the claims of an ID token at once.
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for the cookies of the issuer'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_ctx, subject) => {
      const person = people.find((one) => one.sub === subject);
      return person && { accountId: subject, claims: () => ({ ...person }) };
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
  provider.registerGrantType<Exchange>(
    TOKEN_EXCHANGE,
    async (ctx) => {
      const { client, params } = ctx.oidc;
      if (params.requested_token_type !== ID_JAG) throw new errors.InvalidRequest('only id-jag is issued');
      const key = await importJWK(signingKey, 'RS256');
      const checks = { issuer: issuerUrl, audience: client.clientId };
      const { payload } = await jwtVerify(
        params.subject_token,
        createPublicKey({ key: signingKey as JsonWebKey, format: 'jwk' }),
        checks,
      );
      const { email, email_verified } = people.find(({ sub }) => sub === payload.sub)!;
      const { audience, resource, scope } = params;
      const clientId = clientIdsAt.get(audience);
      if (clientId === undefined) throw new errors.InvalidTarget('an unknown audience');
      const assertion = await new SignJWT({ resource, client_id: clientId, scope, email, email_verified })
        .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid!, typ: 'oauth-id-jag+jwt' })
        .setIssuer(issuerUrl)
        .setSubject(payload.sub!)
        .setAudience(audience)
        .setJti(crypto.randomUUID())
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(key);
      ctx.body = { issued_token_type: ID_JAG, access_token: assertion, token_type: 'N_A', expires_in: 300 };
    },
    ['subject_token', 'subject_token_type', 'requested_token_type', 'audience', 'resource', 'scope'],
  );
  return provider;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

function handlerOf(provider: Provider): Handler {
  const handle = provider.callback();
  return (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void handle(request, response);
  };
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { uid, params, prompt } = await provider.interactionDetails(request, response);
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html');
    const fields = '<label>Subject <input name="subject"></label><button>Log in</button>';
    response.end(`<h1>${prompt.name}</h1><form method="post" action="/interaction/${uid}">${fields}</form>`);
    return;
  }
  const subject = new URLSearchParams(await text(request)).get('subject') ?? '';
  if (subject === '') {
    return provider.interactionFinished(request, response, { error: 'access_denied' });
  }
  const grant = new provider.Grant({ accountId: subject, clientId: String(params.client_id) });
  grant.addOIDCScope('openid email');
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { login: { accountId: subject }, consent });
}

if (import.meta.main) {
  const [options] = (await once(process, 'message')) as [IssuerOptions];
  await listen(options);
  process.on('message', ([authorizationServer, clientId]: [string, string]) => {
    options.clientIdsAt.set(authorizationServer, clientId);
    process.send!('named');
  });
  process.send!('listening');
}
