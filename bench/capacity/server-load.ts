// What a PostgreSQL server has used so far: processor time (from Linux), and bytes written to its log (WAL).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

const TICKS_PER_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const MICROSECONDS_PER_TICK = 1e6 / TICKS_PER_SECOND;
// Fields of /proc/PID/stat, counted from the one after the name.
const [PARENT, USER_TICKS, SYSTEM_TICKS, ENDED_USER_TICKS, ENDED_SYSTEM_TICKS] = [1, 11, 12, 13, 14];

interface ServerLoad {
  readonly processorMicroseconds: number;
  readonly walBytes: number;
}

/** Measures a server on this machine. Call it with the URL of a superuser. */
export class ServerMeter {
  readonly #client: pg.Client;
  #processId = 0;

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url });
  }

  async open(): Promise<this> {
    await this.#client.connect();
    const { rows } = await this.#client.query('SHOW data_directory');
    this.#processId = Number.parseInt(readFileSync(join(rows[0].data_directory, 'postmaster.pid'), 'utf8'), 10);
    return this;
  }

  async read(): Promise<ServerLoad> {
    const { rows } = await this.#client.query(
      `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal_bytes`,
    );
    return {
      processorMicroseconds: processorMicroseconds(this.#processId),
      walBytes: rows[0].wal_bytes,
    };
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}

/** Counts the process and all its children, also those that have ended. */
export function processorMicroseconds(serverId: number): number {
  let ticks = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statFields(id);
    if (fields === undefined) continue;
    const isServer = Number(id) === serverId;
    if (!isServer && fields[PARENT] !== serverId) continue;
    ticks += fields[USER_TICKS]! + fields[SYSTEM_TICKS]!;
    if (isServer) ticks += fields[ENDED_USER_TICKS]! + fields[ENDED_SYSTEM_TICKS]!;
  }
  return ticks * MICROSECONDS_PER_TICK;
}

/** undefined: the process has just ended. */
function statFields(id: string): number[] | undefined {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}
