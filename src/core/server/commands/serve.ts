import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../foundation/database/database.ts';
import { isPostgresUrl, sqlitePath } from '../../foundation/database/open/open.ts';
import { isOpenToOthers, openToOthersAdvice } from '../../foundation/database/sqlite/sqlite-files.ts';
import { counted } from '../../foundation/text/wording.ts';
import { linkUrl } from '../../manage/authorization-server/links/one-time-links.ts';
import { setupAdvice } from '../../manage/authorization-server/links/password-login.ts';
import { createSetupLink } from '../../manage/authorization-server/links/setup-links.ts';
import { type Arguments, type Command, type CommandContext, CommandError, UsageError } from '../command/command.ts';
import { type Config, SERVER_COMPONENTS, type ServerComponent, withoutPassword } from '../config/config.ts';
import { DRAIN_MS_MAX, LAST_DRAIN_MS } from '../surfaces/http/drain-times.ts';

/** How long threads and database have to close after the last answers. They need much less, unless the database does not answer. */
const CLOSE_MS_MAX = 5_000;

/** How long stopping takes at most on a machine that is not too busy. Service managers wait longer: see deploy/. */
export function stopMsMax(graceMs: number): number {
  return drainMsMax(graceMs) + CLOSE_MS_MAX;
}

function drainMsMax(graceMs: number): number {
  return Math.max(DRAIN_MS_MAX, graceMs + LAST_DRAIN_MS);
}

export const serveCommand: Command = {
  name: 'serve',
  options: {
    only: {
      type: 'string',
      value: 'COMPONENTS',
      help: `run only these components, comma-separated: ${SERVER_COMPONENTS.join(',')}`,
    },
  },
  summary: 'Runs the service. On SQLite it migrates the database to the current schema first.',
  details:
    'Configured by environment variables; "funnel doctor" prints them. Shuts down gracefully on SIGTERM or Ctrl-C; ' +
    'after SIGTERM it goes on\n' +
    'for SHUTDOWN_GRACE_SECONDS, not ready, until load balancers have noticed. A second signal ends it at once.',
  async run(args, context) {
    await serveUntilStopped(context, componentsFrom(args));
  },
};

function componentsFrom(args: Arguments): Set<ServerComponent> {
  const only = args.string('only');
  if (only === undefined) return new Set(SERVER_COMPONENTS);
  const names = only.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!SERVER_COMPONENTS.includes(name as ServerComponent))
      throw new UsageError(`--only: "${name}" is not one of ${SERVER_COMPONENTS.join(', ')}`);
  }
  return new Set(names as ServerComponent[]);
}

export async function serveUntilStopped(context: CommandContext, components: Set<ServerComponent>): Promise<void> {
  let answered: Promise<void> | undefined;
  // This is the first thing, so that a signal that arrives during startup is not missed.
  const stopping = firstSignal().then((signal) => {
    // Whoever presses Ctrl-C does not want to wait.
    const graceSeconds = signal === 'SIGTERM' ? context.config.shutdownGraceSeconds : 0;
    const first = graceSeconds > 0 ? `not ready any more, serving for ${counted(graceSeconds, 'second')}, then ` : '';
    context.log(`${signal}: ${first}finishing the requests in progress`);
    exitInTime(context, graceSeconds * 1000, () => answered);
    return graceSeconds * 1000;
  });
  for (const warning of context.ignoredVariables) context.log(`Warning: ${warning}`);
  // Imported here, so that other commands do not have to load the server, which is most of the program.
  const { startApp } = await import('../app/app.ts');
  const app = await startApp(context.config, await context.loadParts(), components).catch((error: unknown) => {
    throw explainedListenError(error, context.config);
  });
  context.log(`Serving on ${app.url} (database: ${withoutPassword(context.config.databaseUrl)})`);
  warnOfOpenFiles(context);
  // It is written always, not only to a terminal: under a service manager, people look for it in the journal. It expires after an hour.
  // Whoever stops the service does not wait for it.
  void setupMessage(context, components, app.database).then((message) => {
    if (message !== undefined) context.log(message);
  });
  const graceMs = await stopping;
  answered = app.serverClosed;
  await app.close(graceMs);
}

/** Says the fix, if the service can't listen on its address. */
function explainedListenError(error: unknown, { host, port }: Config): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'getaddrinfo')
    return new CommandError(`HOST: ${host} was not found: set HOST to an address of this machine, such as 0.0.0.0.`);
  if (syscall !== 'listen') return error;
  const another = 'choose another port, such as PORT=8081';
  if (code === 'EADDRINUSE') return new CommandError(`Port ${port} is in use: stop the other program, or ${another}.`);
  if (code === 'EACCES') return new CommandError(`Port ${port} needs more rights: ${another}.`);
  if (code === 'EADDRNOTAVAIL')
    return new CommandError(`HOST: this machine has no address ${host}: set HOST to one it has.`);
  return error;
}

/**
 * Counts from the signal: the service may still be starting, and wait for a database that does not answer. Once it closes, its last answers
 * come first, and then what it has to close, however late a busy machine comes to them.
 */
function exitInTime({ log }: CommandContext, graceMs: number, answered: () => Promise<void> | undefined): void {
  const timer = setTimeout(async () => {
    await answered();
    await sleep(CLOSE_MS_MAX, undefined, { ref: false });
    log('Some requests could not be finished in time. Everything that was acknowledged is stored.');
    process.exit(1);
  }, drainMsMax(graceMs));
  // If nothing else keeps the process, it ends at once.
  timer.unref();
}

/** A second signal ends the process immediately, because nothing listens for it any more. */
function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM'] as const;
    const stop = (name: string) => {
      for (const signal of signals) process.off(signal, stop);
      resolve(name);
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

/** New files are readable by their owner only, but those that were copied may not be. The operator must fix these. */
function warnOfOpenFiles({ config: { databaseUrl }, log }: CommandContext): void {
  if (isPostgresUrl(databaseUrl)) return;
  const path = sqlitePath(databaseUrl);
  if (isOpenToOthers(path)) log(`Warning: ${openToOthersAdvice(path)}`);
}

/** While nobody can log in: the link with which the first user sets up the service. */
export async function setupMessage(
  { config, clock }: Pick<CommandContext, 'config' | 'clock'>,
  components: ReadonlySet<ServerComponent>,
  database: Database,
): Promise<string | undefined> {
  if (!components.has('dashboard') || config.issuerUrl !== undefined) return undefined;
  // On PostgreSQL the schema may not be there yet, which /readyz reports.
  const link = await createSetupLink(database, clock).catch(() => undefined);
  if (!link) return undefined;
  const issuerName = config.loginOnlyWith;
  return [
    'Nobody can log in yet. To set up your account and your first website, open this link within one hour:',
    '',
    `  ${linkUrl(config.baseUrl, 'setup', link.secret)}`,
    '',
    ...(issuerName === undefined ? [] : [setupAdvice(issuerName), '']),
    'For a demo account with more than a year of data, stop the service and run: npm run demo',
  ].join('\n');
}
