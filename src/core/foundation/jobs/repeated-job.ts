// Runs a background job at startup and then by a schedule. A run is skipped while the one before is still in progress.
import { Cron } from 'croner';
import type { Logger } from 'pino';
import { UntrustedClockError } from '../time/clock.ts';

/** An error that lasts is repeated in the log, so that somebody who looks at today's log sees it. */
const LOG_AGAIN_MS = 30 * 60_000;

export interface RepeatedJob {
  /** The name in the log, such as "the alerts job". */
  readonly name: string;
  /** A cron expression, in UTC. With six fields, the first one is the second. */
  readonly schedule: string;
  /** The default is true. */
  readonly runsAtStartup?: boolean;
  readonly logger: Logger;
  /** Starts the run when it is its turn, among jobs that share it. The default is at once. */
  readonly inTurn?: ((run: () => Promise<void>) => Promise<void>) | undefined;
  /** Does the work. It should end soon after the signal was aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/** Returns the function that stops the job: it aborts the signal and waits for the run in progress. */
export function startRepeatedJob({ name, schedule, runsAtStartup = true, logger, inTurn = atOnce, run }: RepeatedJob) {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let logged: { readonly error: string; readonly at: number } | undefined;
  const runAndLog = async () => {
    try {
      await inTurn(async () => {
        if (!stopping.signal.aborted) await run(stopping.signal);
      });
      logged = undefined;
    } catch (error) {
      // The trusted clock has said so, once for all jobs.
      if (error instanceof UntrustedClockError) return;
      // The same error is not logged every two seconds for as long as the database is away.
      if (String(error) === logged?.error && Date.now() - logged.at < LOG_AGAIN_MS) return;
      logger.error({ err: error }, `${name} failed and will be retried`);
      logged = { error: String(error), at: Date.now() };
    }
  };
  const start = () => {
    running ??= runAndLog().finally(() => {
      running = undefined;
    });
  };
  const timer = new Cron(schedule, { timezone: 'UTC', unref: true }, start);
  if (runsAtStartup) start();
  return async (): Promise<void> => {
    timer.stop();
    stopping.abort();
    await running;
  };
}

function atOnce(run: () => Promise<void>): Promise<void> {
  return run();
}
