// Runs the whole service in this process, on a database of the caller.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { type App, startApp } from '../../src/core/server/app/app.ts';
import { type Config, readConfig, type ServerComponent } from '../../src/core/server/config/config.ts';
import { IN_THIS_THREAD } from './in-this-thread.ts';
import { PARTS, SECTIONS } from './operations.ts';
import { freePort } from './postgres-server.ts';
import { TestClock } from './test-clock.ts';

const DEFAULT_COMPONENTS: readonly ServerComponent[] = ['rest', 'mcp', 'collect'];

export interface RunOptions {
  readonly components?: readonly ServerComponent[];
  /** Added to the defaults below. */
  readonly env?: Readonly<Record<string, string>>;
  /** Values that the environment does not allow. */
  readonly config?: Partial<Config>;
  readonly clock?: TestClock;
  /** Whether reports and events have threads of their own, as in the product. By default, they share the thread of the test. */
  readonly ownThreads?: boolean;
}

export interface RunningService extends App {
  readonly config: Config;
  /** Everything that was logged so far; throws unless LOG_LEVEL is set. */
  logs(): string;
}

export async function runService(
  databaseUrl: string,
  {
    components = DEFAULT_COMPONENTS,
    env,
    config: overrides,
    clock = new TestClock(),
    ownThreads = false,
  }: RunOptions = {},
): Promise<RunningService> {
  const config = {
    ...readConfig({ ...(await defaultEnv(components)), DATABASE_URL: databaseUrl, ...env }, SECTIONS),
    ...overrides,
  };
  let logged = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const logger = pino({ level: config.logLevel }, sink);
  const threads = ownThreads ? undefined : IN_THIS_THREAD;
  const app = await startApp(config, PARTS, new Set(components), logger, clock.now, threads);
  const logs = () => {
    if (config.logLevel === 'silent') throw new Error('nothing is logged: set LOG_LEVEL');
    return logged;
  };
  return { ...app, config, logs };
}

async function defaultEnv(components: readonly ServerComponent[]): Promise<Record<string, string>> {
  return {
    // The authorization server redirects to its own URL, so the port must be known before it listens.
    PORT: components.includes('auth') ? String(await freePort()) : '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '100000',
    ADDRESS_REQUESTS_PER_MINUTE: '100000',
    // The tests use fixed days, but the collector uses the system clock.
    EVENTS_AGE_DAYS_MAX: '36500',
    BROWSER_EVENTS_AGE_DAYS_MAX: '36500',
  };
}
