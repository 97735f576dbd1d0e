// An OpenID Connect issuer as a program of its own, with oidc-provider. Its people log in with their subject alone.
// Run: node main.ts PORT CALLBACK_URL PEOPLE_AS_JSON
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import { ISSUER_CLIENT, type IssuerPerson } from './issuer.ts';

const [port, callbackUrl, peopleJson] = process.argv.slice(2);
const people = JSON.parse(peopleJson!) as readonly IssuerPerson[];
const issuerUrl = `http://127.0.0.1:${port}`;

const provider = new Provider(issuerUrl, {
  clients: [
    { client_id: ISSUER_CLIENT.id, client_secret: ISSUER_CLIENT.secret, redirect_uris: [callbackUrl!] },
    // Somebody else uses the same issuer.
    { client_id: 'other-service', client_secret: 'secret-of-the-other', redirect_uris: [callbackUrl!] },
  ],
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
