// All configuration comes from the environment and is read here, once.
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/$/, ''));

const environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: url.optional(),
  MCP_URL: url.optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(sqlite:.|postgres(ql)?:\/\/)/, 'must start with sqlite: or postgres://')
    .default('sqlite:./data/funnel.db'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  COLLECT_QUEUE_MIB_MAX: z.coerce.number().int().min(8).max(65_536).default(64),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly databaseUrl: string;
  readonly logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  /** Bodies that the collector holds at once, at most; past that it asks senders to wait. */
  readonly collectQueueBytesMax: number;
}

export class ConfigError extends Error {}

export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  // A variable that is set to nothing is as good as not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (!result.success) {
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const values = result.data;
  const baseUrl = values.BASE_URL ?? `http://localhost:${values.PORT}`;
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl,
    mcpUrl: values.MCP_URL ?? `${baseUrl}/mcp`,
    databaseUrl: values.DATABASE_URL,
    logLevel: values.LOG_LEVEL,
    collectQueueBytesMax: values.COLLECT_QUEUE_MIB_MAX * 1024 * 1024,
  };
}

/** For people: what is in force, without the database's password. */
export function describeConfig(config: Config): Record<string, string> {
  return {
    PORT: String(config.port),
    HOST: config.host,
    BASE_URL: config.baseUrl,
    MCP_URL: config.mcpUrl,
    DATABASE_URL: withoutPassword(config.databaseUrl),
    LOG_LEVEL: config.logLevel,
    COLLECT_QUEUE_MIB_MAX: String(config.collectQueueBytesMax / 1024 / 1024),
  };
}

export function withoutPassword(databaseUrl: string): string {
  return databaseUrl.replace(/^(\w+:\/\/[^:@/]*):[^@]*@/, '$1:***@');
}
