// Calls the operations of the dashboard over HTTP, as people who are logged in to it or have a one-time link.
import type { z } from 'zod';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import type { auditEntry } from '../../src/core/manage/accounts/audit-log-operations.ts';
import { BrowserlessPerson } from './browserless-person.ts';
import { OAuthClient } from './oauth-client.ts';
import { answerOf, type HttpAnswer, type TestService } from './test-service.ts';

export interface Login {
  readonly email: string;
  readonly password: string;
}

interface ListedSubscription {
  readonly [field: string]: unknown;
  readonly id: number;
}

/** The body of any operation. Named are the fields that tests go on with, where the operation answers with them. */
interface AnswerBody {
  readonly [field: string]: unknown;
  readonly id: number;
  readonly email: string;
  readonly url: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly secret: string;
  readonly subscriptions: readonly ListedSubscription[];
  readonly entries: readonly z.output<typeof auditEntry>[];
}

export type Answer = HttpAnswer<AnswerBody>;

export class DashboardCaller {
  readonly #service: TestService;

  constructor(service: TestService) {
    this.#service = service;
  }

  /** Returns the token of the dashboard. */
  async logIn(login: Login, websiteIds: readonly number[]): Promise<string> {
    const { baseUrl } = this.#service;
    const client = await OAuthClient.known(baseUrl, { client_id: 'dashboard', token_endpoint_auth_method: 'none' });
    const redirect = { redirect_uri: `${baseUrl}/callback`, scope: SCOPES.join(' ') };
    return (await client.obtain(new BrowserlessPerson(baseUrl), websiteIds, login, redirect)).access_token;
  }

  async call(token: string | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
    const headers = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return answerOf(await fetch(`${this.#service.baseUrl}${path}`, init)) as Promise<Answer>;
  }

  /** Calls with a one-time link, given by its URL. */
  withLink(path: string, url: string, fields: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.call(undefined, 'POST', path, { secret: new URL(url).hash.slice(1), ...fields });
  }
}
