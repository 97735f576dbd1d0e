// ClickHouse for comparisons: in the process (chdb, from npm) or, where that has no library, as on arm64, a server of Debian's package,
// which is of 2018.
import { execFileSync, spawn } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { freePort } from '../test/support/postgres-server.ts';
import { type ChDb, installChDb } from './install-peers.ts';

const SERVER = '/usr/sbin/clickhouse-server';
const OLD_BEFORE = 20;

export interface ClickHouse {
  /** The name, with its version. */
  readonly name: string;
  /** true: its functions are not yet what they are today. */
  readonly isOld: boolean;
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<Record<string, unknown>[]>;
  /** `columns`: names and types, as in CREATE TABLE. */
  loadCsv(table: string, columns: string, csvPath: string): Promise<void>;
  close(): Promise<void>;
}

type Session = Omit<ClickHouse, 'name' | 'isOld'>;

/** undefined: there is none for this machine. */
export async function startClickHouse(folder: string): Promise<ClickHouse | undefined> {
  const chDb = await installChDb(folder);
  const session = chDb ? inProcess(chDb, folder) : await startServer(folder);
  if (!session) return undefined;
  const [row] = await session.rows('SELECT version() AS version');
  const [major, minor] = String(row!.version).split('.');
  const isOld = Number(major) < OLD_BEFORE;
  return { ...session, name: `ClickHouse ${major}.${minor}${isOld ? ` (20${major})` : ''}`, isOld };
}

function inProcess({ Session }: ChDb, folder: string): Session {
  const session = new Session(join(folder, 'clickhouse'));
  return {
    run: async (sql) => void session.query(sql),
    rows: async (sql) => JSON.parse(session.query(sql, 'JSON')).data,
    loadCsv: async (table, columns, csvPath) => {
      const quoted = columns.replaceAll("'", "\\'");
      session.query(`INSERT INTO ${table} SELECT * FROM file('${csvPath}', CSV, '${quoted}')`);
    },
    close: async () => session.cleanup(),
  };
}

async function startServer(folder: string): Promise<Session | undefined> {
  if (!existsSync(SERVER) && !installServer()) {
    console.log('ClickHouse is left out: the package clickhouse-server is not installed.');
    return undefined;
  }
  const port = await freePort();
  const server = spawn(SERVER, [`--config-file=${writeConfiguration(join(folder, 'clickhouse-server'), port)}`], {
    stdio: 'ignore',
  });
  const send = (sql: string, csvPath?: string) => post(port, sql, csvPath);
  while (!(await send('SELECT 1').catch(() => ''))) await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    run: async (sql) => void (await send(sql)),
    rows: async (sql) => JSON.parse(await send(`${sql} FORMAT JSON`)).data,
    loadCsv: async (table, _columns, csvPath) => void (await send(`INSERT INTO ${table} FORMAT CSV`, csvPath)),
    close: async () => {
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await exited;
    },
  };
}

/** Needs root on Debian. */
function installServer(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  console.log('Installing clickhouse-server (apt-get) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'clickhouse-server'], { env });
  } catch {
    return false;
  }
  return existsSync(SERVER);
}

function writeConfiguration(folder: string, port: number): string {
  mkdirSync(folder);
  const users = join(folder, 'users.xml');
  writeFileSync(
    users,
    `<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>
     <networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>`,
  );
  const path = join(folder, 'config.xml');
  writeFileSync(
    path,
    `<yandex><logger><level>error</level><log>${folder}/log</log><errorlog>${folder}/errors</errorlog></logger>
     <http_port>${port}</http_port><listen_host>127.0.0.1</listen_host><timezone>UTC</timezone>
     <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path><mark_cache_size>1073741824</mark_cache_size>
     <users_config>${users}</users_config><default_profile>default</default_profile></yandex>`,
  );
  return path;
}

/** `fetch` would give up after five minutes. */
async function post(port: number, sql: string, bodyPath?: string): Promise<string> {
  const query = new URLSearchParams({ allow_experimental_low_cardinality_type: '1' });
  if (bodyPath) query.set('query', sql);
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: `/?${query}` });
  const answered = new Promise<string>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', async (response) => {
      const answer = await text(response);
      if (response.statusCode === 200) resolve(answer || 'done');
      else reject(new Error(answer));
    });
  });
  if (bodyPath) await pipeline(createReadStream(bodyPath), sent);
  else sent.end(sql);
  return answered;
}
