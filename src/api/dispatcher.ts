// The way of every call, whether it comes over REST or from an assistant. Each step adds something to what is known of the
// call, or throws the problem that the caller is told. Their order is part of the contract: 401, 429, 403, then 400 and
// 422, then 404.
import type { Caller, Guard } from '../access/guard.ts';
import type { Principal, Scope } from '../access/principal.ts';
import {
  type ActionResponse,
  type ChosenWebsite,
  isRead,
  type Operation,
  type SeveralWebsites,
} from '../operations/define-operation.ts';
import type { Answer } from './answer-cache.ts';
import type { AnswerService } from './answer-service.ts';
import { chooseWebsites } from './choose-websites.ts';
import type { Services } from './operations.ts';
import type { ParsedInput } from './parse-input.ts';

/** What the headers of a request say about whoever sent it. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly caller: Caller;
}

/** A call that was admitted. */
export interface Call<Called extends Operation<Services> = Operation<Services>> {
  readonly operation: Called;
  readonly principal: Principal;
  /** Throws a problem of status 422. */
  parse(today: number): ParsedInput;
  /** JSON, as it was sent. */
  readonly body?: unknown;
}

type Websites = ChosenWebsite | SeveralWebsites;
export type Result<Called> = Called extends { act: unknown } ? ActionResponse : Answer;

export interface DispatcherParts {
  readonly guard: Guard;
  readonly answers: AnswerService;
  readonly services: Services;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** The steps that need no more than the headers: authenticate (401), limit the rate (429), require the scope (403). */
  admit({ authorization, caller }: Credentials, scope: Scope): Promise<Principal> {
    return this.#parts.guard.admit(authorization, scope, caller);
  }

  /** The steps that follow: parse (422), choose the websites (400, 404), run. */
  async execute<Called extends Operation<Services>>(call: Call<Called>): Promise<Result<Called>> {
    const { operation, principal } = call;
    const input = call.parse(this.#parts.answers.today());
    const body = isRead(operation) ? undefined : operation.body?.read(call.body);
    const websites = chooseWebsites(operation.website, input.parameters, principal.websiteIds);
    return this.#run(operation, input, body, websites) as Promise<Result<Called>>;
  }

  #run(
    operation: Operation<Services>,
    { query, queryKey }: ParsedInput,
    body: unknown,
    websites: Websites,
  ): Promise<Answer | ActionResponse> {
    const { answers, services } = this.#parts;
    return isRead(operation)
      ? answers.answer({ operation, query, queryKey, websites })
      : operation.act(query, { ...websites, body }, services);
  }
}
