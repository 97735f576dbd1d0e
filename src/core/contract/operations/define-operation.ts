// Everything that can be called is one operation: its name, method and path, who may call it, its input and output, which
// websites or account it covers, and its handler. REST routes, tools, the OpenAPI document, the typed client, the reference
// page and the tenant-isolation tests all derive from the list in server/api/operations.ts.
//
// A handler never sees the caller's token or the `website_id` that was sent. It gets only ids of websites that the caller
// may see, checked by the dispatcher, so no handler can forget the tenant check.
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { Database } from '../../foundation/database/database.ts';
import type { Zone } from '../../foundation/time/zone.ts';
import type { Actor, DashboardUser, LinkKind, OneTimeLink, Scope } from '../access/principal.ts';
import type { Role } from '../access/role.ts';
import type { CsvTables } from './csv-tables.ts';

/**
 * chosen: one website, named by `website_id`, or the only one that the caller has.
 * subset: those named by `website_id` or `website_ids`, else all of them.
 * all: every website that the caller may see, and on which the user's role suffices.
 * account: no website but an account of the user, named by `account_id`, or the only one. Only in the dashboard.
 * none: the user alone, or whoever has a one-time link.
 */
type WebsiteRule = 'chosen' | 'subset' | 'all' | 'account' | 'none';

/** A read is cached by its websites. */
export type ReadRule = Exclude<WebsiteRule, 'account' | 'none'>;

export interface ChosenWebsite {
  readonly websiteId: number;
}
export interface SeveralWebsites {
  /** Ascending. */
  readonly websiteIds: readonly number[];
}
export interface ChosenAccount {
  readonly accountId: number;
}
type Websites<Rule extends WebsiteRule> = Rule extends 'chosen'
  ? ChosenWebsite
  : Rule extends 'subset' | 'all'
    ? SeveralWebsites
    : Rule extends 'account'
      ? ChosenAccount
      : unknown;

/** The parameters as the handler sees them. */
type Query<Input extends z.ZodObject> = Omit<z.output<Input>, 'website_id' | 'website_ids' | 'account_id'>;

/** The error codes by status; an empty list means a problem without a code. */
export type ErrorCodes = Readonly<Record<number, readonly string[]>>;

/**
 * token: an access token of the right scope, or a legacy key.
 * dashboard: the token of a user who is logged in to the dashboard.
 * ingest_key: a secret key for sending events of one website. It has no scopes.
 * public_key: the same for browsers. It is in the body.
 * one_time_link: a link to do one thing once, without being logged in. Its secret is in the JSON body, as `secret`.
 */
export type Credential = 'token' | 'dashboard' | 'ingest_key' | 'public_key' | 'one_time_link';
type ScopeOf<Who extends Credential> = Who extends 'ingest_key' | 'public_key' | 'one_time_link' ? null : Scope;

/** All operations of the dashboard have the same scope, so each one has to say which role it needs. */
type RequiredRole<Who extends Credential> = Who extends 'dashboard' ? { readonly role: Role } : unknown;

/** What a handler is given besides the websites, depending on the credential. */
type HandlerContext<Who extends Credential> = Who extends 'dashboard'
  ? { readonly user: DashboardUser; readonly actor: Actor }
  : Who extends 'ingest_key'
    ? { readonly ingestKeyId: number }
    : Who extends 'public_key'
      ? { readonly ingestKeyId: number; readonly requestOrigin: RequestOrigin }
      : Who extends 'one_time_link'
        ? { readonly link: OneTimeLink; readonly requestOrigin: RequestOrigin }
        : { readonly actor: Actor };

/** Where a request of a browser comes from. Do not store it. */
export interface RequestOrigin {
  readonly ipAddress: string;
  /** It is empty if the browser did not send one. */
  readonly userAgent: string;
  /** The country that a trusted proxy names. It is undefined if none does. */
  readonly country: string | undefined;
  /** The origin of the page. If there is a key, the key allows it. */
  readonly origin: string;
}

/** The groups of operations in the OpenAPI document and in the reference, in this order. */
export const TAGS = {
  Reports: 'From the website down to an element: each response has the ids for the next level.',
  Records: 'The website and its campaigns and areas.',
  Catalog: 'Keys and names of campaigns, variants, steps and elements.',
  Funnels: 'The saved funnels of a website.',
  Annotations: 'What happened on the days of a website.',
  Goals: 'What a website or a campaign should reach in a month.',
  Views: 'Saved pages of the dashboard.',
  Sharing: 'Links with which people without a login read one page of the dashboard.',
  Costs: 'What a website spends on channels and UTM campaigns.',
  History: 'What other tools have counted, imported from the files that they export.',
  Contacts: 'The contacts of a website.',
  Erasure: 'What owners erase for good.',
  Exports: 'What the service writes for other tools.',
  Events: 'What visitors did.',
  Tokens: 'The tokens of the user who is logged in to the dashboard.',
  People: 'Who belongs to an account, for its owners. Only the dashboard can call these.',
  Notifications: 'Who gets digests, alerts and reports of a website, and where they are sent.',
  Profile: 'What users see and change about themselves in the dashboard.',
  Setup: 'The first account, login and website, with a setup link.',
} as const;
type Tag = keyof typeof TAGS;

interface OperationBase<Input extends z.ZodObject, Output extends z.ZodType, Rule extends WebsiteRule> {
  /** Unique. The operationId in the OpenAPI document, and the name of the tool if it is one. */
  readonly name: string;
  readonly tag: Tag;
  /** The path, with `{id}` as the placeholder for an id. */
  readonly path: string;
  readonly title: string;
  /** Says in the reference and to assistants what it returns, and what to call next. */
  readonly description: string;
  readonly website: Rule;
  /** All that it reads is on the coordinator of a cluster: it is answered while the workers of its websites are away, too. */
  readonly readsOnlyCoordinator?: true;
  /** The least role of a user who may do this, on the websites or in the account. Default: what the scope requires. */
  readonly role?: Role;
  /** The parameters of path and query, or the arguments of the tool. */
  readonly input: Input;
  readonly output: Output;
  /** An example of the response, for the documentation. A test checks that it follows `output`. */
  readonly example?: unknown;
  /** Its own error codes by status, besides those that are derived from its parameters. */
  readonly errors?: ErrorCodes;
  /** The tables of its answer. Whatever has rows has them, and a test asks for them. */
  readonly csv?: CsvTables<z.output<Output>, Query<Input>>;
  /** What files ask for besides what was sent, such as the names of their rows. */
  readonly csvAsks?: Readonly<Record<string, unknown>>;
  /** Files can have the changes since other days: see csv-comparison.ts. */
  readonly csvCompares?: true;
  /** The parameters that the next page differs in. undefined: there is none. CSV files have all pages. */
  nextPage?(answer: z.output<Output>): Readonly<Record<string, unknown>> | undefined;
  /** Throws a problem of status 422 if the parameters are invalid in combination. `today` is the earliest date that it is anywhere. */
  check?(query: Query<Input>, today: number): void;
}

export interface ReadContext {
  readonly database: Pick<Database, 'query'>;
  /** The current day in the time zone of a website. */
  todayIn(zone: Zone): number;
  /** The beginning of the current minute. A result that depends on it holds for this minute only. */
  currentMinuteMs(): number;
  /** Events of a website's log that an operation may read. */
  readonly queryEventsMax: number;
  /** Unique visitors of an answer are counted exactly among so many events. */
  readonly exactEventsMax: number;
  /** Somebody reads it with a share link, who must not learn what its page does not show. */
  readonly isForLink?: boolean;
}

/** Only reads from the database. It runs in a worker thread, and its result is cached until the data changes. */
export interface ReadOperation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Rule extends ReadRule = ReadRule,
> extends OperationBase<Input, Output, Rule> {
  readonly method: 'GET';
  readonly credential?: 'token';
  readonly scope: Scope;
  /** Offered to assistants under the same name. extended: only where the extended tools are (`MCP_TOOLS`). */
  readonly isTool?: true | 'extended';
  /** What every call of the tool sends besides its arguments. */
  readonly toolArguments?: Readonly<Record<string, unknown>>;
  /** Reads only the catalog's list of websites, which is on the coordinator of a cluster: it also works while workers do not answer. */
  readonly readsOnlyWebsiteList?: true;
  /** What it reads changes without a new version of the website's data, as contacts do: its result is not kept. */
  readonly isNeverKept?: true;
  /** The response must not be cached, not even by the browser. */
  readonly holdsSecret?: true;
  /** Roughly how many subjects the operation reads for each website, if it reads a list of them. Default: one and its children. */
  readonly subjectsRead?: number;
  /** It reads the event log whatever it is asked for, not only for a breakdown or a filter. */
  readonly readsEventLog?: true;
  /** Roughly how many days of the log before its window it reads, too. Infinity: all. */
  loggedDaysBefore?(query: Query<Input>): number;
  read(query: Query<Input>, context: ReadContext & Websites<Rule>): Promise<z.input<Output>>;
}

export interface ActionResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set if the body is a page of a longer list: adds links to the other pages. */
  readonly page?: Pagination;
}

export interface Pagination {
  /** The first part has number 1. */
  readonly number: number;
  readonly count: number;
}

export interface DocumentedResponse {
  readonly description: string;
  /** A description of each header. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface JsonBody<Body> {
  readonly kind: 'json';
  readonly bytesMax: number;
  /** Only documents the body; `read` does the validation. */
  readonly schema: z.ZodType;
  /** Throws a problem of status 422. */
  read(json: unknown): Body;
}

/** A large body, read with limits on size and time. */
export interface StreamBody<Services, Body> {
  readonly kind: 'stream';
  readonly bytesMax: number;
  /** The schema of each content type, which only documents the body. */
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  receive(incoming: IncomingBody, services: Services): Promise<Body>;
  /** Finds the credential in the body, where an operation has it there. */
  credentialOf?(body: Body): string | undefined;
  /**
   * The body may take minutes, and is stored while it comes. So the call is checked before it is read, as after that, and has a pace of its
   * own instead of the time that other requests have.
   */
  readonly isCheckedFirst?: true;
}

export interface IncomingBody {
  readonly payload: IncomingMessage;
  readonly ipAddress: string;
  /** Set if the call was checked before. */
  readonly checked?: CheckedCall | undefined;
  /** Empty where the credential is in the body. */
  readonly websiteIds: readonly number[];
  /** undefined: the caller has another credential, or it is in the body. */
  readonly ingestKeyId: number | undefined;
  /** Calls back when the request has ended in any way. */
  onClose(callback: () => void): void;
}

/** A call that has a body which is not read yet. */
export interface CheckedCall {
  readonly query: Readonly<Record<string, unknown>>;
  readonly websiteId: number;
  readonly actor: Actor;
}

/** Changes data, or reads data that must not be cached. It runs in the main thread. */
export interface ActionOperation<
  Services,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Rule extends WebsiteRule = WebsiteRule,
  Body = unknown,
  Who extends Credential = Credential,
> extends OperationBase<Input, Output, Rule> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly credential: Who;
  readonly scope: ScopeOf<Who>;
  /** The kind of links that it accepts, where these are the credential. */
  readonly linkKind?: LinkKind;
  /** Parameters that are sent as headers. */
  readonly headers?: readonly string[];
  /** If there is none, a body is ignored. */
  readonly body?: JsonBody<Body> | StreamBody<Services, Body>;
  /** An example of the body, for the documentation. */
  readonly bodyExample?: unknown;
  readonly responses: Readonly<Record<number, DocumentedResponse>>;
  act(
    query: Query<Input>,
    context: Websites<Rule> & HandlerContext<Who> & { readonly body: Body },
    services: Services,
  ): Promise<ActionResponse>;
}

export type Operation<Services> = ReadOperation | ActionOperation<Services>;

/** An operation whose services only its own files know: others pass them on as they are. */
export type AnyOperation = Operation<never>;
export type AnyAction = ActionOperation<never>;

/** Infers and checks the types of parameters, websites, output and handler together. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType, Rule extends ReadRule>(
  operation: ReadOperation<Input, Output, Rule>,
): ReadOperation<Input, Output, Rule>;
export function defineOperation<
  Services,
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Rule extends WebsiteRule,
  Who extends Credential,
  Body = undefined,
>(
  operation: ActionOperation<Services, Input, Output, Rule, Body, Who> & RequiredRole<Who>,
): ActionOperation<Services, Input, Output, Rule, Body, Who>;
export function defineOperation(operation: unknown): unknown {
  return operation;
}

export function isRead<Services>(operation: Operation<Services>): operation is ReadOperation {
  return 'read' in operation;
}
