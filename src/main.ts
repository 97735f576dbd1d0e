// The command line, as a process: the core and its extensions.
import { COMPOSITION } from './composition.ts';
import { runCommandLine } from './core/server/commands/command-line.ts';

/** Files that the program creates (databases, their logs, backups) are readable by their owner only. */
const OWNER_ONLY_UMASK = 0o077;

process.umask(OWNER_ONLY_UMASK);
process.exitCode = await runCommandLine(process.argv.slice(2), process, COMPOSITION);
