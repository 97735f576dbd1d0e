// The databases of earlier versions, as they were stored when each was released: `npm run store-version` writes a folder that never
// changes afterwards.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Difference } from './differences.ts';
import type { Answer } from './questions.ts';
import type { Credentials } from './story.ts';

/** The size of the window: a sliding one of the whole file. */
const PARAMETERS = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 11 };

/** Who may ask, for each engine, because each has secrets of its own. */
export type StoredCredentials = Readonly<Record<'sqlite' | 'postgres', Credentials>>;

export interface Change {
  readonly reason: string;
  readonly differences: readonly Difference[];
}

interface Answers {
  readonly sqlite: readonly Answer[];
  /** Those that differ, by their places. */
  readonly postgres: Readonly<Record<number, Answer>>;
}

/** The folders of the versions that are stored. */
export function storedVersions(): string[] {
  return readdirSync(fileURLToPath(new URL('.', import.meta.url)), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

export class StoredVersion {
  readonly #folder: string;

  constructor(version: string) {
    this.#folder = fileURLToPath(new URL(`${version}/`, import.meta.url));
  }

  /** The file of the database. */
  get sqlite(): Uint8Array {
    return this.#read('funnel.db');
  }

  /** The statements that pg_dump has written. */
  get postgres(): string {
    return this.#read('postgres.sql').toString();
  }

  get credentials(): StoredCredentials {
    return this.#json('credentials.json');
  }

  /** Few differ between the engines: those that have ids and keys by chance. */
  answers(engine: 'sqlite' | 'postgres'): readonly Answer[] {
    const { sqlite, postgres }: Answers = JSON.parse(this.#read('answers.json').toString());
    return engine === 'sqlite' ? sqlite : sqlite.map((answer, place) => postgres[place] ?? answer);
  }

  /** Why a table has no rows. */
  get emptyTables(): Readonly<Record<string, string>> {
    return this.#json('empty-tables.json');
  }

  /** What is answered differently today, on purpose. */
  get changed(): readonly Change[] {
    return this.#json('changed.json');
  }

  /** Adds differences that somebody has looked at, and drops those that are no more. */
  explain(reason: string, found: readonly Difference[]): void {
    const kept = this.changed.map((change) => ({ ...change, differences: among(change.differences, found) }));
    const added = {
      reason,
      differences: without(
        found,
        kept.flatMap((change) => change.differences),
      ),
    };
    this.#writeJson(
      'changed.json',
      [...kept, added].filter((change) => change.differences.length > 0),
    );
  }

  /** Throws if the version is stored already. */
  write(files: {
    readonly sqlite: Uint8Array;
    readonly postgres: string;
    readonly credentials: StoredCredentials;
    readonly answers: Answers;
  }): void {
    mkdirSync(this.#folder);
    this.#write('funnel.db', files.sqlite);
    this.#write('postgres.sql', Buffer.from(files.postgres));
    this.#write('answers.json', Buffer.from(JSON.stringify(files.answers)));
    this.#writeJson('credentials.json', files.credentials);
    this.#writeJson('empty-tables.json', {});
    this.#writeJson('changed.json', []);
  }

  #json<Content>(name: string): Content {
    return JSON.parse(readFileSync(this.#folder + name, 'utf8'));
  }

  #read(name: string): Buffer {
    return brotliDecompressSync(readFileSync(`${this.#folder}${name}.br`));
  }

  #writeJson(name: string, content: object): void {
    writeFileSync(this.#folder + name, `${JSON.stringify(content, null, 2)}\n`);
  }

  #write(name: string, content: Uint8Array): void {
    writeFileSync(`${this.#folder}${name}.br`, brotliCompressSync(content, { params: PARAMETERS }));
  }
}

function among(some: readonly Difference[], others: readonly Difference[]): Difference[] {
  return some.filter((one) => others.some((other) => isDeepStrictEqual(one, other)));
}

export function without(some: readonly Difference[], others: readonly Difference[]): Difference[] {
  return some.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));
}
