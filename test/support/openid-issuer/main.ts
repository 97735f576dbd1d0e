// An OpenID Connect issuer as a program of its own, with oidc-provider. Its people log in with their subject alone. It exchanges their ID
// tokens for identity assertions (RFC 8693).
// Run: node main.ts PORT CALLBACK_URL PEOPLE_AS_JSON SIGNING_KEY_AS_JSON
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { errors, Provider } from 'oidc-provider';
import { ASSISTANT_CLIENT, ISSUER_CLIENT, type IssuerPerson } from './issuer.ts';

const [port, callbackUrl, peopleJson, keyJson] = process.argv.slice(2);
const people = JSON.parse(peopleJson!) as readonly IssuerPerson[];
const signingKey = JSON.parse(keyJson!) as JWK & { readonly kid: string };
const issuerUrl = `http://127.0.0.1:${port}`;

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';

const provider = new Provider(issuerUrl, {
  clients: [
    { client_id: ISSUER_CLIENT.id, client_secret: ISSUER_CLIENT.secret, redirect_uris: [callbackUrl!] },
    {
      client_id: ASSISTANT_CLIENT.id,
      client_secret: ASSISTANT_CLIENT.secret,
      redirect_uris: [callbackUrl!],
      grant_types: ['authorization_code', TOKEN_EXCHANGE],
    },
    // Somebody else uses the same issuer.
    { client_id: 'other-service', client_secret: 'secret-of-the-other', redirect_uris: [callbackUrl!] },
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

interface Exchange {
  readonly subject_token: string;
  readonly requested_token_type: string;
  readonly audience: string;
  readonly resource: string;
  readonly scope?: string;
  readonly client_id_there: string;
}

/** An administrator would have allowed it for this client, and stored its id at the audience: here the request names it. */
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
    const { audience, resource, scope, client_id_there: clientId } = params;
    const assertion = await new SignJWT({ resource, client_id: clientId, scope, email, email_verified })
      .setProtectedHeader({ alg: 'RS256', kid: signingKey.kid, typ: 'oauth-id-jag+jwt' })
      .setIssuer(issuerUrl)
      .setSubject(payload.sub!)
      .setAudience(audience)
      .setJti(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(key);
    ctx.body = { issued_token_type: ID_JAG, access_token: assertion, token_type: 'N_A', expires_in: 300 };
  },
  ['subject_token', 'subject_token_type', 'requested_token_type', 'audience', 'resource', 'scope', 'client_id_there'],
);

async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
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

const handle = provider.callback();
createServer((request, response) => {
  if (request.url?.startsWith('/interaction/')) void interact(request, response);
  else void handle(request, response);
}).listen(Number(port), '127.0.0.1', () => process.stderr.write('listening\n'));
