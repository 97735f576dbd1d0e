// Runs a read operation and returns its result as JSON.
import type { Database } from '../database/database.ts';
import type { ChosenWebsite, SeveralWebsites } from '../operations/define-operation.ts';
import { READ_OPERATIONS } from './operations.ts';

/** Plain data, because it is sent to another thread. */
export interface ReadRequest {
  readonly operation: string;
  /** As the operation's schema parsed it. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly websites: ChosenWebsite | SeveralWebsites;
  readonly today: number;
}

/** The tenant of a request, for the fair queue. */
export interface Turn {
  readonly tenant: string;
  /** Aborted when no client waits for the result any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReadRunner {
  run(request: ReadRequest, turn: Turn): Promise<string>;
}

/** Runs in the current thread. */
export class DirectReadRunner implements ReadRunner {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  async run({ operation: name, query, websites, today }: ReadRequest): Promise<string> {
    const operation = READ_OPERATIONS.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`Unknown read operation: ${name}`);
    return JSON.stringify(await operation.read(query, { database: this.#database, today, ...websites }));
  }
}
