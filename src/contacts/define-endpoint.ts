// An endpoint that does more than answer a question is one object too: what it takes, what it gives, and how. Its route
// and its place in the OpenAPI file derive from it.
import type { z } from 'zod';
import type { Scope } from '../access/principal.ts';
import type { ContactStore } from './contact-store.ts';

export interface EndpointContext {
  readonly store: ContactStore;
  /** The public address of the API, for links. */
  readonly apiUrl: string;
}

/** A request that was read; it may name the website that it is about. */
export interface EndpointRequest {
  readonly website_id?: number | undefined;
}

export interface EndpointAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DocumentedAnswer {
  readonly description: string;
  /** What each header says. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Endpoint<Request extends EndpointRequest = EndpointRequest> {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Under the API's prefix. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly scope: Scope;
  readonly query: z.ZodObject;
  /** Says what `read` takes, for the documentation; without it a body is ignored. */
  readonly body?: z.ZodType;
  readonly output: z.ZodType;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  /** The codes of its own problems, by status. */
  readonly problems: Readonly<Record<number, readonly string[]>>;
  /** Throws a problem of status 400 or 422. */
  read(query: Readonly<Record<string, unknown>>, body: unknown): Request;
  run(request: Request, websiteId: number, context: EndpointContext): Promise<EndpointAnswer>;
}

/** Ties the types of `read` and `run` together. */
export function defineEndpoint<Request extends EndpointRequest>(endpoint: Endpoint<Request>): Endpoint<Request> {
  return endpoint;
}
