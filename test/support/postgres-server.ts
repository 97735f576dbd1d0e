// A real PostgreSQL with the hll extension: from TEST_DATABASE_URL, else the installed
// binaries, else (as root on Debian) the packages. Used by the tests' global setup and by the benchmarks.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { WAIT_FOR_OTHERS } from './installed-program.ts';
import { waitUntil } from './wait-until.ts';

const run = promisify(execFile);
const OLDEST_MAJOR_VERSION = 15;
const EXIT_POLL_MS = 10;
const LOG_SHOWN_CHARACTERS = 2_000;
/** wal_level: moves of shards between workers use logical replication. */
const CITUS_SETTINGS = {
  shared_preload_libraries: 'citus',
  max_prepared_transactions: '400',
  // Each database of a cluster has a daemon, and moves of shards need more of them.
  max_worker_processes: '100',
  wal_level: 'logical',
  // After a crash, the websites of a half-finished commit are locked until it is finished or rolled back. Default: 60 s.
  'citus.recover_2pc_interval': '5s',
};

export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that can be stopped and restarted. */
export interface OwnPostgresServer extends PostgresServer {
  /** fast: disconnects its clients cleanly. immediate: does not, and has to recover at the next start. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** kill -9 of all its processes. */
  kill(): Promise<void>;
  /** Starts the server again after `halt` or `kill`. */
  resume(): Promise<void>;
  /** Its processes stay, and so do its connections, but nothing is answered. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Throws if there is no PostgreSQL. The message says what was tried. The settings are those of a server that is started here. */
export async function startPostgres(settings: Settings = {}): Promise<PostgresServer> {
  const given = process.env.TEST_CITUS_URL ?? process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  return startOwnPostgres(settings);
}

/** Starts one in a temporary folder, regardless of TEST_DATABASE_URL. */
export function startOwnPostgres(settings: Settings = {}): Promise<OwnPostgresServer> {
  return startInTemporaryFolder(installedBinaries() ?? installPackages(), settings);
}

/** With the citus extension, which is in no Debian package. Throws if it is not installed. */
export function startOwnCitusNode(): Promise<OwnPostgresServer> {
  const binaries = installedBinaries() ?? installPackages();
  if (!hasCitusExtension(binaries)) {
    throw new Error('PostgreSQL has no citus extension here. Install it, or set TEST_CITUS_URL=postgres://…');
  }
  return startInTemporaryFolder(binaries, CITUS_SETTINGS);
}

/** Whether `startOwnCitusNode` can start one. */
export function canStartCitus(): boolean {
  const binaries = installedBinaries();
  return binaries !== undefined && hasCitusExtension(binaries);
}

function hasCitusExtension(binaries: string): boolean {
  const major = binaries.split('/').at(-2);
  return existsSync(`/usr/share/postgresql/${major}/extension/citus.control`);
}

function installedBinaries(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .map(Number)
    .filter(
      (major) => major >= OLDEST_MAJOR_VERSION && existsSync(`/usr/share/postgresql/${major}/extension/hll.control`),
    )
    .sort((a, b) => b - a)
    .map((major) => join(root, String(major), 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

function installPackages(): string {
  if (!isRoot() || !existsSync('/etc/debian_version')) {
    throw new Error(
      'No PostgreSQL with the hll extension was found. Set TEST_DATABASE_URL=postgres://…, or install the packages ' +
        'postgresql-15 and postgresql-15-hll (as root on Debian the tests install them by themselves).',
    );
  }
  console.log('Installing PostgreSQL with the hll extension (apt-get) …');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env: environment });
  const major = newestPackagedMajorVersion();
  const packages = [`postgresql-${major}`, `postgresql-${major}-hll`];
  execFileSync('apt-get', ['install', '-y', '-qq', ...WAIT_FOR_OTHERS, '--no-install-recommends', ...packages], {
    stdio: 'inherit',
    env: environment,
  });
  const binaries = installedBinaries();
  if (!binaries) throw new Error(`postgresql-${major} was installed, but its binaries were not found.`);
  return binaries;
}

function newestPackagedMajorVersion(): number {
  const names = execFileSync('apt-cache', ['search', '--names-only', '^postgresql-[0-9]+-hll$'], { encoding: 'utf8' });
  const majors = [...names.matchAll(/^postgresql-(\d+)-hll /gm)].map((match) => Number(match[1]));
  const newest = Math.max(...majors.filter((major) => major >= OLDEST_MAJOR_VERSION));
  if (!Number.isFinite(newest)) throw new Error('This Debian has no package postgresql-15-hll or newer.');
  return newest;
}

async function startInTemporaryFolder(binaries: string, furtherSettings: Settings): Promise<OwnPostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'funnel-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  if (isRoot()) await run('chown', ['postgres', folder]);
  await asServerUser(join(binaries, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
  ]);
  // Nothing here must survive a power failure, so the server does not wait for the disk.
  const further = Object.entries(furtherSettings).map(([name, value]) => `-c ${name}=${value}`);
  const settings = [
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`,
    ...further,
  ].join(' ');
  const control = (...args: string[]) => asServerUser(join(binaries, 'pg_ctl'), ['-D', data, '-w', ...args]);
  const log = join(folder, 'log');
  const resume = async () => {
    await control('-l', log, '-o', settings, 'start').catch((error: Error) => {
      throw new Error(`${error.message}\n${readFileSync(log, 'utf8').slice(-LOG_SHOWN_CHARACTERS)}`);
    });
  };
  const halt = async (mode: 'fast' | 'immediate') => {
    await control('-m', mode, 'stop');
  };
  const signal = (name: NodeJS.Signals) => signalServer(data, name);
  await resume();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    halt,
    kill: async () => {
      const pids = await signal('SIGKILL');
      // While one of them is left, or seems to be, the server can't start again.
      await waitUntil('PostgreSQL has ended', () => !pids.some(isRunning), { pauseMs: EXIT_POLL_MS });
      for (const lock of [join(data, 'postmaster.pid'), join(folder, `.s.PGSQL.${port}.lock`)]) rmSync(lock);
    },
    resume,
    freeze: async () => {
      await signal('SIGSTOP');
    },
    thaw: async () => {
      await signal('SIGCONT');
    },
    stop: async () => {
      // It may be stopped already, or be frozen.
      await signal('SIGCONT').catch(() => {});
      await halt('immediate').catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signals the server with all its processes, and returns their ids. */
async function signalServer(dataFolder: string, name: NodeJS.Signals): Promise<number[]> {
  const main = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  // It then starts no more of them.
  process.kill(main, 'SIGSTOP');
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const pids = [...children.map(Number), main];
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has just ended.
    }
  }
  return pids;
}

/** A process that has ended and that nobody has waited for has no command line. */
function isRunning(pid: number): boolean {
  const path = `/proc/${pid}/cmdline`;
  return existsSync(path) && readFileSync(path).length > 0;
}

/** PostgreSQL does not run as root. */
function asServerUser(command: string, args: string[]): Promise<unknown> {
  const options = { cwd: tmpdir() };
  return isRoot() ? run('runuser', ['-u', 'postgres', '--', command, ...args], options) : run(command, args, options);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Below the ports that systems give to outgoing connections and to whoever listens on port 0: those may be taken again before
 * the caller listens, or while it restarts. Above 10080, the last port that `fetch` refuses to connect to.
 */
const FIRST_PORT = 10_100;
const PORTS = 21_900;
const PORTS_PER_PROCESS = 100;
let nextPort = process.pid * PORTS_PER_PROCESS;

/** A process gives no port twice, and processes that run at the same time begin at different ports. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < PORTS; tried++) {
    const port = FIRST_PORT + (nextPort++ % PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error('No free port.');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
