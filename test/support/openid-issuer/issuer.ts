// An OpenID Connect issuer in another process, and its people at a browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { JWK } from 'jose';
import { BrowserlessPerson, type SeenPage } from '../browserless-person.ts';
import { freePort } from '../postgres-server.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
export const ISSUER_CLIENT = { id: 'funnel', secret: 'a-secret-of-funnel-at-the-issuer' };

/** An assistant, whose people log in at the issuer. */
export const ASSISTANT_CLIENT = { id: 'assistant', secret: 'a-secret-of-the-assistant-at-the-issuer' };

export interface IssuerPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

export class OpenIdIssuerProcess {
  readonly url: string;
  /** Private. */
  readonly signingKey: JWK;
  readonly #child: ChildProcess;

  private constructor(url: string, signingKey: JWK, child: ChildProcess) {
    this.url = url;
    this.signingKey = signingKey;
    this.#child = child;
  }

  /** Listens when this resolves. */
  static async start(callbackUrl: string, people: readonly IssuerPerson[]): Promise<OpenIdIssuerProcess> {
    const port = await freePort();
    const signingKey = newSigningKey();
    const child = spawn(
      process.execPath,
      [MAIN, String(port), callbackUrl, JSON.stringify(people), JSON.stringify(signingKey)],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    process.once('exit', () => child.kill('SIGKILL'));
    let messages = '';
    const exited = once(child, 'exit').then(() => {
      throw new Error(`The issuer ended: ${messages}`);
    });
    exited.catch(() => {});
    while (!messages.includes('listening')) {
      const [chunk] = (await Promise.race([once(child.stderr!, 'data'), exited])) as [Buffer];
      messages += String(chunk);
    }
    return new OpenIdIssuerProcess(`http://127.0.0.1:${port}`, signingKey, child);
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
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
  }
}

export function newSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: 'key-1', use: 'sig', alg: 'RS256' };
}
