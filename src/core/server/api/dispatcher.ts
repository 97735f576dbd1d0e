// The steps of every call, whether it comes over REST or from an assistant. A step that fails throws the problem that the
// caller gets. The order is part of the contract: 401, 429, 403 for a missing scope, then 400 and 422, then 404, then 403 for a
// role that does not suffice. For a restricted principal, everything that it does not have is a 404, whatever else is wrong. Where the
// credential is in the body, the body has to be read first: a stranger is limited by address (429), and so is the size of the body (413).
import type { Caller } from '../../contract/access/guard.ts';
import { type LinkKind, type Principal, requireListed, type Scope } from '../../contract/access/principal.ts';
import { type Role, roleForScope } from '../../contract/access/role.ts';
import type {
  ActionResponse,
  AnyAction,
  AnyOperation,
  CheckedCall,
  ChosenWebsite,
  Credential,
  IncomingBody,
  ReadOperation,
  RequestOrigin,
  StreamBody,
} from '../../contract/operations/define-operation.ts';
import type { Database } from '../../foundation/database/database.ts';
import { chooseAccount, chooseWebsites } from './choose-websites.ts';
import type { OperationList } from './operations.ts';
import type { ParsedInput, SentValues } from './parse-input.ts';
import type { ReadResult } from './read-cache.ts';
import type { ReadService } from './read-service.ts';
import { requireAnsweringWorkers, whileWorkersAnswer } from './require-answering-workers.ts';

/** The credentials of a request, and where it came from. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly caller: Caller;
}

/** What an operation requires of its callers. */
export interface Access {
  /** Without a name, it is any tool. */
  readonly name?: string;
  readonly credential?: Credential;
  readonly scope: Scope | null;
  readonly linkKind?: LinkKind;
}

/** An admitted call. */
export interface Call {
  readonly principal: Principal;
  /** Throws a problem of status 422. `limit` changes what was sent to what a restricted principal may ask for. */
  parse(today: number, limit?: (sent: SentValues) => SentValues): ParsedInput;
  /** The JSON that was sent, or the result of `receive`. */
  readonly body?: unknown;
  /** Who calls, for operations that browsers call. */
  readonly caller?: Caller;
  /** Aborted when the caller disconnects. */
  disconnected?(): AbortSignal;
}

/** Admits callers with one kind of credential. */
interface Admission {
  /** Throws a problem of status 401, 403, 404, 410 or 429. */
  admit(authorization: string | undefined, access: Access, caller: Caller): Promise<Principal>;
  /** Exists only for credentials in the header of calls with a JSON body. Throws the same problems, but for 429. */
  confirm?(authorization: string | undefined, access: Access): Promise<Principal>;
  /** Limits who may send a body. Exists only for credentials that are in the body. Throws a problem of status 403 or 429. */
  limitBeforeBody?(caller: Caller): void;
}

interface DispatcherDependencies {
  readonly admissions: Readonly<Partial<Record<Credential, Admission>>>;
  readonly reads: ReadService;
  readonly operations: OperationList;
  /** What handlers are given: each knows those of its own file. */
  readonly services: object;
  readonly database: Pick<Database, 'unreachable'>;
}

function requestOriginOf({ ipAddress, userAgent = '', country, origin = '' }: Caller): RequestOrigin {
  return { ipAddress, userAgent, country, origin };
}

export class Dispatcher {
  readonly #dependencies: DispatcherDependencies;

  constructor(dependencies: DispatcherDependencies) {
    this.#dependencies = dependencies;
  }

  /** Called before the body is read, for operations whose credential is in the body. Throws a problem of status 403 or 429. */
  limitBeforeBody(caller: Caller, access: Access): void {
    this.#admissionFor(access).limitBeforeBody?.(caller);
  }

  /**
   * Authenticates (401, 410), limits the rate (429), refuses what a restricted principal does not have (404), requires the scope (403).
   * This needs only the headers, unless the credential is in the body.
   */
  admit({ authorization, caller }: Credentials, access: Access): Promise<Principal> {
    return this.#admissionFor(access).admit(authorization, access, caller);
  }

  /**
   * Authenticates again, and requires the scope again, after the body has been read: that may take as long as the caller likes,
   * and the caller may have lost the role or all access meanwhile. Does not count the call again.
   */
  async confirm({ authorization }: Credentials, access: Access): Promise<Principal> {
    const admission = this.#admissionFor(access);
    if (!admission.confirm) throw new Error(`No confirmation for the credential ${access.credential}.`);
    return admission.confirm(authorization, access);
  }

  get operations(): OperationList {
    return this.#dependencies.operations;
  }

  nowMs(): number {
    return this.#dependencies.reads.nowMs();
  }

  #admissionFor({ credential = 'token' }: Access): Admission {
    const admission = this.#dependencies.admissions[credential];
    if (!admission) throw new Error(`No admission for the credential ${credential}.`);
    return admission;
  }

  /**
   * Takes the remaining steps: parse (422), choose the websites (400, 404), require the role (403), require that they can be reached (503),
   * run.
   */
  async read(operation: ReadOperation, call: Call): Promise<ReadResult> {
    const { reads } = this.#dependencies;
    const { parameters, query, queryKey } = await this.#parse(operation, call);
    const websites = chooseWebsites(operation.website, roleOf(operation), parameters, call.principal);
    const { disconnected, principal } = call;
    const { dataVersions, versionsCounter } = principal;
    const read = {
      ...{ operation, isForLink: principal.restriction !== undefined, query, queryKey, websites },
      ...(dataVersions && { dataVersions, versionsCounter }),
      ...(disconnected && { disconnected }),
    };
    return whileWorkersAnswer(this.#dependencies.database, operation, websites, () => reads.read(read));
  }

  async #parse(operation: AnyOperation, { parse, principal }: Call): Promise<ParsedInput> {
    const today = this.#dependencies.reads.earliestToday();
    const { restriction } = principal;
    if (!restriction) return parse(today);
    requireListed(principal, operation.name);
    const limits = await restriction.limitsOf(operation);
    const parsed = parse(today, limits.limit);
    await limits.requireNamed(parsed.parameters);
    return parsed;
  }

  /** Takes the steps of `act` but the last one, for a call whose body is not read yet. */
  async check(operation: AnyAction, call: Call): Promise<CheckedCall> {
    const { parameters, query } = await this.#parse(operation, call);
    const { websiteId } = chosenFor(operation, parameters, call.principal) as ChosenWebsite;
    await requireAnsweringWorkers(this.#dependencies.database, operation, { websiteId });
    return { query: query as CheckedCall['query'], websiteId, actor: call.principal.actor! };
  }

  /** Reads a body, within its limits. */
  receive(body: StreamBody<never, unknown>, incoming: IncomingBody): Promise<unknown> {
    return body.receive(incoming, this.#dependencies.services as never);
  }

  /** Takes the same steps for an action, which may have a body. */
  async act(operation: AnyAction, call: Call): Promise<ActionResponse> {
    const { services } = this.#dependencies;
    const { parameters, query } = await this.#parse(operation, call);
    const body = operation.body?.kind === 'json' ? operation.body.read(call.body) : call.body;
    const { user, actor, ingestKeyId, link } = call.principal;
    const requestOrigin = call.caller && requestOriginOf(call.caller);
    const chosen = chosenFor(operation, parameters, call.principal);
    const context = { ...chosen, body, user, actor, ingestKeyId, link, requestOrigin };
    return whileWorkersAnswer(this.#dependencies.database, operation, chosen, () =>
      // The admission has set what the types promise to operations with its credential.
      operation.act(query, context as Parameters<typeof operation.act>[1], services as never),
    );
  }
}

/** Returns the least role that a user needs. Keys for sending events have no user. */
function roleOf({ role, scope }: Pick<AnyOperation, 'role' | 'scope'>): Role {
  return role ?? (scope === null ? 'viewer' : roleForScope(scope));
}

/** Chooses what the operation is about: websites, an account, or the user alone. */
function chosenFor(operation: AnyAction, parameters: ParsedInput['parameters'], principal: Principal) {
  const { website: rule } = operation;
  if (rule === 'none') return {};
  if (rule === 'account') return chooseAccount(roleOf(operation), parameters, principal.user?.accounts ?? []);
  return chooseWebsites(rule, roleOf(operation), parameters, principal);
}
