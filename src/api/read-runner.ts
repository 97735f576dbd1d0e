// Runs a read operation and returns its answer as JSON.
import type { Database } from '../database/database.ts';
import type { ChosenWebsite, SeveralWebsites } from '../operations/define-operation.ts';
import { READ_OPERATIONS } from './operations.ts';

/** Plain data, because it crosses to another thread. */
export interface ReadRequest {
  readonly operation: string;
  /** As the operation's schema parsed it. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly websites: ChosenWebsite | SeveralWebsites;
  readonly today: number;
}

/** Whose request it is, for those who let requests take turns. */
export interface Turn {
  readonly tenant: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReadRunner {
  run(request: ReadRequest, turn: Turn): Promise<string>;
}

/** In this thread. */
export class DirectReadRunner implements ReadRunner {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  async run({ operation: name, query, websites, today }: ReadRequest): Promise<string> {
    const operation = READ_OPERATIONS.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`There is no read operation named ${name}.`);
    return JSON.stringify(await operation.read(query, { database: this.#database, today, ...websites }));
  }
}
