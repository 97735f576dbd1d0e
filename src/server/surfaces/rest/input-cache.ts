// Clients request the same URLs again and again: each is parsed once.
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ReadOperation } from '../../../contract/operations/define-operation.ts';
import { type ParsedInput, parseCall } from '../../api/parse-input.ts';
import { requestParameters } from './request-parameters.ts';

const ENTRIES_MAX = 1_000;
const URL_LENGTH_MAX = 500;

interface Entry {
  readonly input: ParsedInput;
  /** The check for a window that is too wide depends on the day. */
  readonly today: number;
}

export class InputCache {
  readonly #operation: ReadOperation;
  readonly #entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX });

  constructor(operation: ReadOperation) {
    this.#operation = operation;
  }

  /** Throws a problem of status 422. */
  parse(request: FastifyRequest, today: number): ParsedInput {
    const cached = this.#entries.get(request.url);
    if (cached?.today === today) return cached.input;
    const input = parseCall(this.#operation, requestParameters(this.#operation, request), today);
    if (request.url.length <= URL_LENGTH_MAX) this.#entries.set(request.url, { input, today });
    return input;
  }
}
