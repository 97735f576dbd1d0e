// The REST API: a route for every operation.
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../../contract/access/principal.ts';
import {
  type AnyAction,
  type AnyOperation,
  type Credential,
  type IncomingBody,
  isRead,
  type Pagination,
  type ReadOperation,
} from '../../../contract/operations/define-operation.ts';
import { invalidParameter } from '../../../contract/operations/parameters.ts';
import type { Call, Credentials, Dispatcher } from '../../api/dispatcher.ts';
import { type ParsedInput, parseCall, type SentValues } from '../../api/parse-input.ts';
import { callerOf, disconnectSignal } from '../http/caller.ts';
import { matchesEtag } from '../http/etag.ts';
import type { HttpServer } from '../http/server.ts';
import { comparedDaysOf, comparedPages } from './csv-comparison.ts';
import { csvResponse, type ReadPage } from './csv-response.ts';
import { ignoreBody, parseJsonBody } from './json-body.ts';
import { pageLinks } from './page-links.ts';
import { chooseFormat, type Format } from './representation.ts';
import { answerParameters, rejectsUnknownParameters, requestParameters } from './request-parameters.ts';

const LIMITED_BY_TOKEN: FastifyContextConfig = { limitedBy: 'authorization' };

/** Adds the operations that accept this kind of credential. */
export function addOperations(
  server: HttpServer,
  credential: Credential,
  dispatcher: Dispatcher,
  baseUrl: string,
): void {
  const operations = dispatcher.operations.all.filter((candidate) => (candidate.credential ?? 'token') === credential);
  for (const read of operations.filter(isRead)) addRead(server, read, dispatcher);
  const actions = operations.filter((operation): operation is AnyAction => !isRead(operation));
  // Operations with the same kind of body share a scope: Fastify takes more time to start for each scope than for each route.
  const byBody = Map.groupBy(actions, ({ body }) => (body?.kind === 'stream' ? body : body?.kind));
  for (const group of byBody.values()) addActions(server, group, dispatcher, baseUrl);
}

/** Serves it at a path of the configuration, instead of the operation's own. */
export function addActionAt(
  path: string,
  server: HttpServer,
  operation: AnyAction,
  dispatcher: Dispatcher,
  baseUrl: string,
): void {
  addActions(server, [{ ...operation, path }], dispatcher, baseUrl);
}

function addRead(server: HttpServer, operation: ReadOperation, dispatcher: Dispatcher): void {
  server.get(routeOf(operation), { config: LIMITED_BY_TOKEN }, async (request, reply) => {
    const admit = () => dispatcher.admit(credentialsOf(request, reply), operation);
    const principal = await admit();
    const format = formatOf(operation, request);
    const read = async (reader: Principal, changes: SentValues) => {
      const asked = format === 'csv' ? { ...operation.csvAsks, ...changes } : changes;
      const { parse, parameters } = callOf(operation, request, asked, dispatcher);
      const disconnected = () => disconnectSignal(reply);
      return { ...(await dispatcher.read(operation, { principal: reader, parse, disconnected })), parameters };
    };
    const comparedDays = operation.csvCompares && comparedDaysOf(request, format);
    const first = await read(principal, {});
    reply.header('vary', varyOf(operation, format, 'authorization'));
    // The response depends on the token: shared caches must not store it, and browsers must revalidate it. What a restricted
    // principal reads must not be stored anywhere, because a link can end.
    if (!operation.holdsSecret && !principal.restriction) reply.header('cache-control', 'private, no-cache');
    if (format === 'csv') {
      const pageOf = ({ json, etag, parameters }: typeof first): ReadPage => {
        const answer: unknown = JSON.parse(json);
        return { answer, query: parameters().query, etag, next: nextOf(operation, parameters(), { answer }) };
      };
      const readPage = async (reader: Principal, changes: SentValues) => pageOf(await read(reader, changes));
      const pages = await comparedPages(operation, { first: pageOf(first), admit, read: readPage }, comparedDays);
      return csvResponse(operation, request, reply, pages, dispatcher.nowMs());
    }
    const { json, etag } = first;
    reply.header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      reply.code(304);
      return undefined;
    }
    reply.type('application/json; charset=utf-8');
    return json;
  });
}

/** Collectors have no representations: they answer whatever browsers accept. */
function formatOf(operation: AnyOperation, request: FastifyRequest): Format {
  if (!rejectsUnknownParameters(operation)) return 'json';
  return chooseFormat(operation, { format: answerParameters(request).format, accept: request.headers.accept });
}

/** The headers of a request that the answer depends on. */
function varyOf({ csv }: AnyOperation, format: Format, ...others: readonly string[]): string {
  return [...others, ...(csv ? ['accept'] : []), ...(format === 'csv' ? ['accept-language'] : [])].join(', ');
}

interface CallParameters {
  /** Those that were sent, without defaults. */
  readonly sent: SentValues;
  /** Those that the operation gets. */
  readonly query: ParsedInput['query'];
}

/** A call with the parameters of a request, or with some of them changed. */
function callOf(operation: AnyOperation, request: FastifyRequest, changes: SentValues, dispatcher: Dispatcher) {
  let known: CallParameters | undefined;
  const parse: Call['parse'] = (today, limit = (values) => values) => {
    requireId(operation, request, dispatcher);
    const sent = requestParameters(operation, request);
    const parsed = parseCall(operation, limit({ ...sent, ...changes }), today);
    known = { sent, query: parsed.query };
    return parsed;
  };
  // The dispatcher has parsed them before it answers.
  return { parse, parameters: () => known! };
}

/** The URL of a record without its id must not answer with the list of records. Throws the problem of an invalid id. */
function requireId({ method, path }: AnyOperation, { url }: FastifyRequest, { operations }: Dispatcher): void {
  if (!/^[^?]*\/(\?|$)/.test(url)) return;
  const ofRecord = operations.all.find((other) => other.method === method && other.path === `${path}/{id}`);
  if (ofRecord) throw invalidParameter(ofRecord.input, 'id', '');
}

interface Answered {
  readonly answer: unknown;
  readonly page?: Pagination | undefined;
}

/** The parameters that the next page differs in. Whoever asks for a page by its number gets this page alone. */
function nextOf(
  { nextPage }: AnyOperation,
  { sent }: CallParameters,
  { answer, page }: Answered,
): SentValues | undefined {
  if ('page' in sent) return undefined;
  if (page) return page.number < page.count ? { page: page.number + 1 } : undefined;
  return nextPage?.(answer);
}

/** Their bodies are of the same kind. */
function addActions(
  server: HttpServer,
  operations: readonly AnyAction[],
  dispatcher: Dispatcher,
  baseUrl: string,
): void {
  // A separate scope, because other operations accept other bodies.
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.decorateRequest('principal', null);
    scope.decorateRequest('onClose', null);
    addBodyParser(scope, operations[0]!, dispatcher);
    for (const operation of operations) addAction(scope, operation, dispatcher, baseUrl);
  });
}

function addAction(scope: HttpServer, operation: AnyAction, dispatcher: Dispatcher, baseUrl: string): void {
  scope.route({
    method: operation.method,
    url: routeOf(operation),
    config: limitOf(operation),
    ...(operation.body && { bodyLimit: operation.body.bytesMax }),
    // This hook runs before the body is read.
    onRequest: async (request, reply) => {
      if (hasCredentialInBody(operation)) dispatcher.limitBeforeBody(callerOf(request, reply), operation);
      else request.setDecorator('principal', await dispatcher.admit(credentialsOf(request, reply), operation));
      request.setDecorator('onClose', (callback: () => void) => reply.raw.once('close', callback));
    },
    handler: async (request, reply) => {
      const caller = callerOf(request, reply);
      const { body } = request;
      const principal = await principalAfterBody(operation, dispatcher, request, reply);
      const format = formatOf(operation, request);
      const act = async (actor: Principal, changes: SentValues) => {
        const { parse, parameters } = callOf(operation, request, changes, dispatcher);
        return { ...(await dispatcher.act(operation, { principal: actor, caller, parse, body })), parameters };
      };
      const response = await act(principal, {});
      // Personal data must not be cached.
      reply.code(response.status).header('cache-control', 'no-store');
      if (operation.csv) reply.header('vary', varyOf(operation, format));
      if (response.headers) reply.headers(response.headers);
      const { sent } = response.parameters();
      if (response.page && (format === 'json' || 'page' in sent)) {
        const parameters = { ...sent, format: answerParameters(request).format };
        reply.header('link', pageLinks(`${baseUrl}${operation.path}`, parameters, response.page));
      }
      if (format === 'csv') {
        const pageOf = ({ body: answer, page, parameters }: typeof response): ReadPage => {
          return { answer, query: parameters().query, next: nextOf(operation, parameters(), { answer, page }) };
        };
        const admit = () => dispatcher.admit(credentialsOf(request, reply), operation);
        const read = async (actor: Principal, changes: SentValues) => pageOf(await act(actor, changes));
        return csvResponse(operation, request, reply, { first: pageOf(response), admit, read }, dispatcher.nowMs());
      }
      // Fastify would take undefined to mean that the response is sent later.
      return response.body === undefined ? reply.send() : response.body;
    },
  });
}

async function principalAfterBody(
  operation: AnyAction,
  dispatcher: Dispatcher,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  if (hasCredentialInBody(operation)) {
    const authorization = credentialInBody(operation, request.body);
    return dispatcher.admit({ authorization, caller: callerOf(request, reply) }, operation);
  }
  if (isConfirmed(operation)) return dispatcher.confirm(credentialsOf(request, reply), operation);
  return request.getDecorator<Principal>('principal');
}

/** Events are not: what was sent with a valid key is counted. */
function isConfirmed({ body, credential }: AnyAction): boolean {
  return body !== undefined && credential !== 'ingest_key';
}

function addBodyParser(scope: HttpServer, operation: AnyAction, dispatcher: Dispatcher): void {
  const { body } = operation;
  if (!body) scope.addContentTypeParser('*', ignoreBody);
  else if (body.kind === 'json') {
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJsonBody);
  } else {
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: FastifyRequest['raw']) => {
      const principal = request.getDecorator<Principal | null>('principal');
      const { websiteIds = [], ingestKeyId } = principal ?? {};
      const onClose = request.getDecorator<IncomingBody['onClose']>('onClose');
      const incoming = { payload, ipAddress: request.ip, websiteIds, ingestKeyId, onClose };
      if (!body.isCheckedFirst) return dispatcher.receive(body, incoming);
      scope.letBodyTakeTime(payload);
      const { parse } = callOf(operation, request, {}, dispatcher);
      const checked = await dispatcher.check(operation, { principal: principal!, parse });
      return dispatcher.receive(body, { ...incoming, checked });
    });
  }
}

function hasCredentialInBody({ credential, body }: AnyAction): boolean {
  return credential === 'one_time_link' || (body?.kind === 'stream' && body.credentialOf !== undefined);
}

/** undefined: it has none, or sends another one in a header. */
function credentialInBody({ credential, body }: AnyAction, received: unknown): string | undefined {
  if (credential === 'one_time_link') return secretIn(received);
  if (body?.kind !== 'stream' || received === undefined) return undefined;
  return body.credentialOf?.(received);
}

function secretIn(json: unknown): string | undefined {
  const secret = typeof json === 'object' && json !== null && 'secret' in json ? json.secret : undefined;
  return typeof secret === 'string' ? secret : undefined;
}

/** Browsers have limits of their own, see ingest-limits.ts. */
function limitOf({ credential }: AnyAction): FastifyContextConfig {
  if (credential === 'public_key') return { limitedBy: 'route' };
  return credential === 'one_time_link' ? {} : LIMITED_BY_TOKEN;
}

function routeOf({ path }: { readonly path: string }): string {
  return path.replace('{id}', ':id');
}

function credentialsOf(request: FastifyRequest, reply: FastifyReply): Credentials {
  return { authorization: request.headers.authorization, caller: callerOf(request, reply) };
}
