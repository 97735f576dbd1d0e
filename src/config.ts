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
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).max(10_000_000).default(600),
  TRUSTED_PROXIES: z.string().optional(),
  ISSUER_URL: url.optional(),
  INTROSPECTION_CLIENT_ID: z.string().min(1).optional(),
  INTROSPECTION_CLIENT_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  COLLECT_QUEUE_MIB_MAX: z.coerce.number().int().min(8).max(65_536).default(64),
  INSIGHTS_LLM_URL: url.optional(),
  INSIGHTS_LLM_KEY: z.string().optional(),
  INSIGHTS_LLM_MODEL: z.string().default('default'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly databaseUrl: string;
  readonly logLevel: z.infer<typeof environment>['LOG_LEVEL'];
  /** Requests of each token. */
  readonly rateLimitPerMinute: number;
  /** Addresses or networks, comma-separated, whose word on where a request comes from is taken. */
  readonly trustedProxies?: string;
  /** Another authorization server, in place of the built-in one. */
  readonly issuerUrl?: string;
  /** How a resource server shows who it is when it asks about tokens: set on both sides. */
  readonly introspectionClient?: { readonly id: string; readonly secret: string };
  /** Bodies that the collector holds at once, at most; past that it asks senders to wait. */
  readonly collectQueueBytesMax: number;
  /** Rewords the weekly insights; undefined: they stand as they are computed. */
  readonly languageModel?: LanguageModelConfig | undefined;
}

/** Any OpenAI-compatible API; many local ones serve a single model and take any name for it. */
export interface LanguageModelConfig {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
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
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    ...(values.TRUSTED_PROXIES !== undefined && { trustedProxies: values.TRUSTED_PROXIES }),
    ...(values.ISSUER_URL !== undefined && { issuerUrl: values.ISSUER_URL }),
    ...introspectionClient(values),
    collectQueueBytesMax: values.COLLECT_QUEUE_MIB_MAX * 1024 * 1024,
    languageModel: values.INSIGHTS_LLM_URL
      ? { url: values.INSIGHTS_LLM_URL, key: values.INSIGHTS_LLM_KEY, model: values.INSIGHTS_LLM_MODEL }
      : undefined,
  };
}

function introspectionClient(values: z.infer<typeof environment>): Pick<Config, 'introspectionClient'> {
  const { INTROSPECTION_CLIENT_ID: id, INTROSPECTION_CLIENT_SECRET: secret, ISSUER_URL: issuerUrl } = values;
  if (id !== undefined && secret !== undefined) return { introspectionClient: { id, secret } };
  if (id !== undefined || secret !== undefined) {
    throw new ConfigError('INTROSPECTION_CLIENT_ID and INTROSPECTION_CLIENT_SECRET belong together: set both.');
  }
  if (issuerUrl !== undefined) {
    throw new ConfigError('ISSUER_URL needs INTROSPECTION_CLIENT_ID and INTROSPECTION_CLIENT_SECRET.');
  }
  return {};
}

/** For people: every variable as it is in force, without passwords. */
export function describeConfig(config: Config): Record<string, string> {
  return {
    PORT: String(config.port),
    HOST: config.host,
    BASE_URL: config.baseUrl,
    MCP_URL: config.mcpUrl,
    DATABASE_URL: withoutPassword(config.databaseUrl),
    LOG_LEVEL: config.logLevel,
    RATE_LIMIT_PER_MINUTE: String(config.rateLimitPerMinute),
    TRUSTED_PROXIES: config.trustedProxies ?? '(none)',
    ISSUER_URL: config.issuerUrl ?? '(built in)',
    INTROSPECTION_CLIENT_ID: config.introspectionClient?.id ?? '(none)',
    INTROSPECTION_CLIENT_SECRET: config.introspectionClient ? '***' : '(none)',
    COLLECT_QUEUE_MIB_MAX: String(config.collectQueueBytesMax / 1024 / 1024),
    INSIGHTS_LLM_URL: config.languageModel?.url ?? '(none)',
    INSIGHTS_LLM_KEY: config.languageModel?.key ? '***' : '(none)',
    INSIGHTS_LLM_MODEL: config.languageModel?.model ?? '(none)',
  };
}

export function withoutPassword(databaseUrl: string): string {
  // Up to the last @: a password that was not encoded may hold one.
  return databaseUrl.replace(/^(\w+:\/\/[^:@/]*):.*@/, '$1:***@').replace(/([?&]password=)[^&#]*/g, '$1***');
}
