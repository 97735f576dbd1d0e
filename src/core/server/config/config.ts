// Reads the configuration from environment variables, once.
// Why: docs/decisions/code.md, "A library replaces our code if it is smaller and as good".

import type { Policies } from '../../contract/operations/policies.ts';
import { TOOL_SETS, type ToolSet } from '../../contract/operations/tool-set.ts';
import { SUBJECTS_CACHED_MAX } from '../../engine/catalog/record-limits.ts';
import { CONNECTIONS_MIN } from '../../foundation/database/postgres/connection-shares.ts';
import type { MailConfig } from '../../foundation/mail/mailer.ts';
import { editDistance } from '../../foundation/text/nearest-name.ts';
import {
  databaseUrl,
  headerName,
  hostName,
  mailSender,
  networks,
  oneOf,
  optionalWholeNumber,
  publicUrl,
  secret,
  smtpUrl,
  urlPath,
  webPage,
  wholeNumber,
} from './read-values.ts';

/** The components of the server that `serve --only` can select. */
export const SERVER_COMPONENTS = ['rest', 'mcp', 'auth', 'collect', 'jobs', 'dashboard'] as const;
export type ServerComponent = (typeof SERVER_COMPONENTS)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Each function parses one variable (undefined: not set) and throws if the value is invalid. */
const VARIABLES = {
  PORT: wholeNumber(0, 65_535, 8080),
  HOST: hostName,
  BASE_URL: publicUrl,
  MCP_URL: publicUrl,
  MCP_TOOLS: oneOf(TOOL_SETS, 'standard'),
  DATABASE_URL: databaseUrl,
  DATABASE_CONNECTIONS_MAX: wholeNumber(CONNECTIONS_MIN, 10_000, 40),
  LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 10_000_000, 600),
  TRUSTED_PROXIES: networks,
  COUNTRY_HEADER: headerName,
  COUNTRY_TABLE: (value) => value,
  CONNECTIONS_PER_ADDRESS_MAX: wholeNumber(0, 5_000, 1_000),
  ADDRESS_REQUESTS_PER_MINUTE: wholeNumber(1, 100_000_000, 6_000),
  METRICS_TOKEN: secret,
  SHUTDOWN_GRACE_SECONDS: wholeNumber(0, 3_600, 5),
  ACCESS_TOKEN_HOURS: wholeNumber(1, 720, 24),
  ISSUER_URL: publicUrl,
  INTROSPECTION_CLIENT_ID: (value) => value,
  INTROSPECTION_CLIENT_SECRET: secret,
  PRIVACY_POLICY_URL: webPage,
  TERMS_URL: webPage,
  SUPPORT_URL: webPage,
  COLLECT_QUEUE_MIB_MAX: wholeNumber(16, 65_536, 64),
  CATALOG_CACHE_SUBJECTS: wholeNumber(1_000, 10_000_000, SUBJECTS_CACHED_MAX),
  COLLECT_REQUESTS_PER_MINUTE: wholeNumber(1, 100_000_000, 120_000),
  COLLECT_EVENTS_PER_MINUTE: wholeNumber(1, 10_000_000_000, 6_000_000),
  TRACKER_PATH: urlPath('/t.js'),
  BROWSER_COLLECT_PATH: urlPath('/e'),
  COLLECT_KEY_REQUESTS_PER_MINUTE: optionalWholeNumber(1, 100_000_000),
  COLLECT_KEY_EVENTS_PER_MINUTE: optionalWholeNumber(1, 10_000_000_000),
  BROWSER_KEY_REQUESTS_PER_MINUTE: wholeNumber(1, 100_000_000, 60_000),
  BROWSER_KEY_EVENTS_PER_MINUTE: wholeNumber(1, 10_000_000_000, 600_000),
  BROWSER_ADDRESS_REQUESTS_PER_MINUTE: wholeNumber(1, 100_000_000, 1_200),
  BROWSER_EVENTS_AGE_DAYS_MAX: wholeNumber(1, 36_500, 7),
  FORM_CONTACTS_PER_DAY: wholeNumber(1, 100_000_000, 10_000),
  FORM_CONTACTS_PER_ADDRESS: wholeNumber(1, 100_000_000, 30),
  EVENTS_AGE_DAYS_MAX: wholeNumber(1, 36_500, 400),
  RETENTION_DAYS: optionalWholeNumber(1, 36_500),
  ORDER_RETENTION_DAYS: optionalWholeNumber(1, 36_500),
  EVENT_LOG_DAYS: wholeNumber(1, 36_500, 400),
  QUERY_EVENTS_MAX: wholeNumber(1_000, 1_000_000_000, 5_000_000),
  EXACT_EVENTS_MAX: wholeNumber(0, 1_000_000_000, 1_000_000),
  SMTP_URL: smtpUrl,
  MAIL_FROM: mailSender,
} satisfies Record<string, (value?: string) => unknown>;

export type Environment = Readonly<Record<string, string | undefined>>;

type Readers = Readonly<Record<string, (value?: string) => unknown>>;
type ReadValues<Variables extends Readers> = { readonly [Name in keyof Variables]: ReturnType<Variables[Name]> };

/** The configuration of an extension. */
export interface ConfigSection<Section = unknown> {
  readonly variables: Readers;
  /** A variable, and others that mean nothing without it. What must be set together is refused instead. */
  readonly neededBy?: readonly (readonly [needed: string, names: readonly string[]])[];
  /** Throws a `ConfigError` if the values contradict each other. */
  read(values: never): Section;
  /** Throws a `ConfigError` if it contradicts the configuration of the core. */
  check?(section: never, config: Config): void;
  /** The name of what everybody logs in with instead of a password. */
  loginOnlyWith?(section: never): string | undefined;
  /** The effective value of every variable, without passwords. */
  describe(section: never): Readonly<Record<string, string>>;
}

/** Checks that it reads the variables that it has. */
export function defineSection<Variables extends Readers, Section>(
  section: ConfigSection<Section> & {
    readonly variables: Variables;
    read(values: ReadValues<Variables>): Section;
    check?(section: Section, config: Config): void;
    loginOnlyWith?(section: Section): string | undefined;
    describe(section: Section): Readonly<Record<string, string>>;
  },
): ConfigSection<Section> {
  return section;
}

export function readSection<Section>(
  { environment }: Pick<Config, 'environment'>,
  section: ConfigSection<Section>,
): Section {
  return section.read(readVariables(environment, [section]) as never);
}

type Values = ReadValues<typeof VARIABLES>;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string;
  readonly mcpUrl: string;
  /** The tools of clients that do not choose them by their URL. */
  readonly mcpTools: ToolSet;
  readonly databaseUrl: string;
  /** PostgreSQL connections of all pools of a server together. */
  readonly databaseConnectionsMax: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Requests per token. */
  readonly rateLimitPerMinute: number;
  /** Comma-separated IP addresses or networks whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies?: string;
  /** The header in which these proxies name the country of a visitor, in lower case. */
  readonly countryHeader?: string;
  /** The file of a table of addresses and their countries; undefined: the one that is installed with the service. */
  readonly countryTable?: string | undefined;
  /** Open connections per client IP address; 0: no limit, also for networks. */
  readonly connectionsPerAddressMax: number;
  /** Requests without a credential per client IP address. */
  readonly addressRequestsPerMinute: number;
  /** How long the service goes on after SIGTERM, and says that it is not ready. */
  readonly shutdownGraceSeconds: number;
  /** What `/metrics` asks for; undefined: nothing. */
  readonly metricsToken?: string | undefined;
  /** How long an access token is valid that is issued to an application. */
  readonly accessTokenHours: number;
  /** An external authorization server that replaces the built-in one. */
  readonly issuerUrl?: string;
  /** Authenticates a resource server at the introspection endpoint: set the same values on both sides. */
  readonly introspectionClient?: { readonly id: string; readonly secret: string };
  /** Pages of the operator about the service. */
  readonly policies: Policies;
  /** The name of what everybody logs in with instead of a password; undefined: people have passwords. */
  readonly loginOnlyWith: string | undefined;
  /** Limit of request bodies that the collector holds in memory; beyond it, senders are asked to retry later. */
  readonly collectQueueBytesMax: number;
  /** Campaigns, variants, steps and elements that the collector keeps in memory. */
  readonly catalogCacheSubjects: number;
  /** Collector requests per website. */
  readonly collectRequestsPerMinute: number;
  readonly collectEventsPerMinute: number;
  /** Where the browser tracker is served. */
  readonly trackerPath: string;
  /** Where the browser tracker sends events. */
  readonly browserCollectPath: string;
  /** The limit of each secret key. */
  readonly collectKeyRequestsPerMinute: number;
  readonly collectKeyEventsPerMinute: number;
  /** The limit of each public key. */
  readonly browserKeyRequestsPerMinute: number;
  readonly browserKeyEventsPerMinute: number;
  /** Requests of browsers per IP address. */
  readonly browserAddressRequestsPerMinute: number;
  /** How old an event from a browser may be: anybody has the key, and must not be able to change old numbers. */
  readonly browserEventsAgeDaysMax: number;
  /** Contacts that forms may send per website and UTC day. */
  readonly formContactsPerDay: number;
  /** Contacts that forms may send per IP address and hour. */
  readonly formContactsPerAddress: number;
  /** How old an event sent over HTTP may be. */
  readonly eventsAgeDaysMax: number;
  /** How long the counts of a day are kept; undefined: forever. */
  readonly retentionDays?: number;
  /** How long order ids are kept; undefined: forever. */
  readonly orderRetentionDays?: number;
  /** How long the events of a day are kept in the event log. */
  readonly eventLogDays: number;
  /** How many events of the event log a report may read. If there are more, it counts a sample of the visitors. */
  readonly queryEventsMax: number;
  /** If the windows of an answer have no more events in the event log, its unique visitors are exact. */
  readonly exactEventsMax: number;
  /** Sends mail; undefined: none is sent. */
  readonly mail?: MailConfig | undefined;
  /** The variables that are set, from which extensions read their sections. */
  readonly environment: Environment;
}

export class ConfigError extends Error {}

/** Also throws if a variable of a section is invalid. */
export function readConfig(variables: Environment, sections: readonly ConfigSection[] = []): Config {
  const values = readVariables(variables, sections) as Values;
  const added = sections.map((section) => ({ section, values: section.read(values as never) as never }));
  const logins = added.map(({ section, values }) => section.loginOnlyWith?.(values));
  const config = readOwn(values, variables, { loginOnlyWith: logins.find((name) => name !== undefined) });
  for (const { section, values } of added) section.check?.(values, config);
  return config;
}

function readOwn(values: Values, variables: Environment, added: Pick<Config, 'loginOnlyWith'>): Config {
  const baseUrl = values.BASE_URL ?? `http://localhost:${values.PORT}`;
  return {
    ...added,
    port: values.PORT,
    host: values.HOST,
    baseUrl,
    mcpUrl: values.MCP_URL ?? `${baseUrl}/mcp`,
    mcpTools: values.MCP_TOOLS,
    databaseUrl: values.DATABASE_URL,
    databaseConnectionsMax: values.DATABASE_CONNECTIONS_MAX,
    logLevel: values.LOG_LEVEL,
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    ...proxies(values),
    countryTable: values.COUNTRY_TABLE,
    connectionsPerAddressMax: values.CONNECTIONS_PER_ADDRESS_MAX,
    addressRequestsPerMinute: values.ADDRESS_REQUESTS_PER_MINUTE,
    shutdownGraceSeconds: values.SHUTDOWN_GRACE_SECONDS,
    metricsToken: values.METRICS_TOKEN,
    accessTokenHours: values.ACCESS_TOKEN_HOURS,
    ...(values.ISSUER_URL !== undefined && { issuerUrl: values.ISSUER_URL }),
    ...introspectionClient(values),
    policies: {
      privacyPolicyUrl: values.PRIVACY_POLICY_URL,
      termsUrl: values.TERMS_URL,
      supportUrl: values.SUPPORT_URL,
    },
    collectQueueBytesMax: values.COLLECT_QUEUE_MIB_MAX * 1024 * 1024,
    catalogCacheSubjects: values.CATALOG_CACHE_SUBJECTS,
    collectRequestsPerMinute: values.COLLECT_REQUESTS_PER_MINUTE,
    collectEventsPerMinute: values.COLLECT_EVENTS_PER_MINUTE,
    trackerPath: values.TRACKER_PATH,
    browserCollectPath: values.BROWSER_COLLECT_PATH,
    collectKeyRequestsPerMinute: values.COLLECT_KEY_REQUESTS_PER_MINUTE ?? values.COLLECT_REQUESTS_PER_MINUTE,
    collectKeyEventsPerMinute: values.COLLECT_KEY_EVENTS_PER_MINUTE ?? values.COLLECT_EVENTS_PER_MINUTE,
    browserKeyRequestsPerMinute: values.BROWSER_KEY_REQUESTS_PER_MINUTE,
    browserKeyEventsPerMinute: values.BROWSER_KEY_EVENTS_PER_MINUTE,
    browserAddressRequestsPerMinute: values.BROWSER_ADDRESS_REQUESTS_PER_MINUTE,
    browserEventsAgeDaysMax: values.BROWSER_EVENTS_AGE_DAYS_MAX,
    formContactsPerDay: values.FORM_CONTACTS_PER_DAY,
    formContactsPerAddress: values.FORM_CONTACTS_PER_ADDRESS,
    eventsAgeDaysMax: values.EVENTS_AGE_DAYS_MAX,
    ...(values.RETENTION_DAYS !== undefined && { retentionDays: values.RETENTION_DAYS }),
    ...(values.ORDER_RETENTION_DAYS !== undefined && { orderRetentionDays: values.ORDER_RETENTION_DAYS }),
    eventLogDays: values.EVENT_LOG_DAYS,
    queryEventsMax: values.QUERY_EVENTS_MAX,
    exactEventsMax: values.EXACT_EVENTS_MAX,
    mail: mail(values),
    environment: Object.fromEntries(Object.entries(variables).filter(([, value]) => value)),
  };
}

/** Reports all invalid variables at once. */
function readVariables(variables: Environment, sections: readonly ConfigSection[]): Record<string, unknown> {
  const readers: Readers = Object.assign({}, VARIABLES, ...sections.map((section) => section.variables));
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, read] of Object.entries(readers)) {
    try {
      // An empty variable counts as not set.
      values[name] = read(variables[name] || undefined);
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return values;
}

/**
 * How many letters of a name make up for one wrong letter: other programs have variables of similar names, and short ones are near to many.
 */
const LETTERS_PER_EDIT = 5;
const EDITS_MAX = 2;

/** What is set, but has no effect: misspelled names, and one of two that belong together. */
export function ignoredVariables(variables: Environment, sections: readonly ConfigSection[] = []): string[] {
  const known = [VARIABLES, ...sections.map((section) => section.variables)].flatMap((readers) => Object.keys(readers));
  const neededBy = sections.flatMap((section) => section.neededBy ?? []);
  const warnings: string[] = [];
  const isSet = (name: string) => Boolean(variables[name]);
  for (const name of Object.keys(variables)) {
    if (!isSet(name) || known.includes(name)) continue;
    const meant = known.find((other) => !isSet(other) && isMisspelled(name, other));
    if (meant) warnings.push(`${name} is not a variable of this service, and has no effect: is it ${meant}?`);
  }
  for (const [needed, names] of neededBy) {
    const useless = isSet(needed) ? [] : names.filter(isSet);
    for (const name of useless) warnings.push(`${name} has no effect without ${needed}: set both, or none`);
  }
  return warnings;
}

function isMisspelled(name: string, known: string): boolean {
  const editsMax = Math.min(EDITS_MAX, Math.floor(known.length / LETTERS_PER_EDIT));
  return Math.abs(name.length - known.length) <= editsMax && editDistance(name.toUpperCase(), known) <= editsMax;
}

function proxies(values: Values): Pick<Config, 'trustedProxies' | 'countryHeader'> {
  const { TRUSTED_PROXIES: trustedProxies, COUNTRY_HEADER: countryHeader } = values;
  if (countryHeader !== undefined && trustedProxies === undefined) {
    throw new ConfigError('COUNTRY_HEADER requires TRUSTED_PROXIES: otherwise every visitor could send the header.');
  }
  return {
    ...(trustedProxies !== undefined && { trustedProxies }),
    ...(countryHeader !== undefined && { countryHeader }),
  };
}

function introspectionClient(values: Values): Pick<Config, 'introspectionClient'> {
  const { INTROSPECTION_CLIENT_ID: id, INTROSPECTION_CLIENT_SECRET: secret, ISSUER_URL: issuerUrl } = values;
  if (id !== undefined && secret !== undefined) return { introspectionClient: { id, secret } };
  if (id !== undefined || secret !== undefined) {
    throw new ConfigError('INTROSPECTION_CLIENT_ID and INTROSPECTION_CLIENT_SECRET must be set together.');
  }
  if (issuerUrl !== undefined) {
    throw new ConfigError('ISSUER_URL requires INTROSPECTION_CLIENT_ID and INTROSPECTION_CLIENT_SECRET.');
  }
  return {};
}

function mail({ SMTP_URL: smtpUrl, MAIL_FROM: from }: Values): MailConfig | undefined {
  if (smtpUrl !== undefined && from !== undefined) return { smtpUrl, from };
  if (smtpUrl !== undefined || from !== undefined)
    throw new ConfigError('SMTP_URL and MAIL_FROM must be set together.');
  return undefined;
}

/** The effective value of every variable, for display: without passwords. */
export function describeConfig(config: Config, sections: readonly ConfigSection[] = []): Record<string, string> {
  const added = sections.map((section) => section.describe(readSection(config, section) as never));
  const own = {
    PORT: String(config.port),
    HOST: config.host,
    BASE_URL: config.baseUrl,
    MCP_URL: config.mcpUrl,
    MCP_TOOLS: config.mcpTools,
    DATABASE_URL: withoutPassword(config.databaseUrl),
    DATABASE_CONNECTIONS_MAX: String(config.databaseConnectionsMax),
    LOG_LEVEL: config.logLevel,
    RATE_LIMIT_PER_MINUTE: String(config.rateLimitPerMinute),
    TRUSTED_PROXIES: config.trustedProxies ?? '(none)',
    COUNTRY_HEADER: config.countryHeader ?? '(none)',
    COUNTRY_TABLE: config.countryTable ?? '(installed with the service)',
    CONNECTIONS_PER_ADDRESS_MAX: String(config.connectionsPerAddressMax),
    ADDRESS_REQUESTS_PER_MINUTE: String(config.addressRequestsPerMinute),
    SHUTDOWN_GRACE_SECONDS: String(config.shutdownGraceSeconds),
    METRICS_TOKEN: config.metricsToken === undefined ? '(none: anybody can read them)' : '***',
    ACCESS_TOKEN_HOURS: String(config.accessTokenHours),
    ISSUER_URL: config.issuerUrl ?? '(built in)',
    INTROSPECTION_CLIENT_ID: config.introspectionClient?.id ?? '(none)',
    INTROSPECTION_CLIENT_SECRET: config.introspectionClient ? '***' : '(none)',
    PRIVACY_POLICY_URL: config.policies.privacyPolicyUrl ?? '(none)',
    TERMS_URL: config.policies.termsUrl ?? '(none)',
    SUPPORT_URL: config.policies.supportUrl ?? '(none)',
    COLLECT_QUEUE_MIB_MAX: String(config.collectQueueBytesMax / 1024 / 1024),
    CATALOG_CACHE_SUBJECTS: String(config.catalogCacheSubjects),
    COLLECT_REQUESTS_PER_MINUTE: String(config.collectRequestsPerMinute),
    COLLECT_EVENTS_PER_MINUTE: String(config.collectEventsPerMinute),
    TRACKER_PATH: config.trackerPath,
    BROWSER_COLLECT_PATH: config.browserCollectPath,
    COLLECT_KEY_REQUESTS_PER_MINUTE: String(config.collectKeyRequestsPerMinute),
    COLLECT_KEY_EVENTS_PER_MINUTE: String(config.collectKeyEventsPerMinute),
    BROWSER_KEY_REQUESTS_PER_MINUTE: String(config.browserKeyRequestsPerMinute),
    BROWSER_KEY_EVENTS_PER_MINUTE: String(config.browserKeyEventsPerMinute),
    BROWSER_ADDRESS_REQUESTS_PER_MINUTE: String(config.browserAddressRequestsPerMinute),
    BROWSER_EVENTS_AGE_DAYS_MAX: String(config.browserEventsAgeDaysMax),
    FORM_CONTACTS_PER_DAY: String(config.formContactsPerDay),
    FORM_CONTACTS_PER_ADDRESS: String(config.formContactsPerAddress),
    EVENTS_AGE_DAYS_MAX: String(config.eventsAgeDaysMax),
    RETENTION_DAYS: String(config.retentionDays ?? '(forever)'),
    ORDER_RETENTION_DAYS: String(config.orderRetentionDays ?? '(forever)'),
    EVENT_LOG_DAYS: String(config.eventLogDays),
    QUERY_EVENTS_MAX: String(config.queryEventsMax),
    EXACT_EVENTS_MAX: String(config.exactEventsMax),
    SMTP_URL: config.mail ? withoutPassword(config.mail.smtpUrl) : '(none: links are shown to copy)',
    MAIL_FROM: config.mail?.from ?? '(none)',
  };
  return Object.assign(own, ...added);
}

export function withoutPassword(url: string): string {
  // The password ends at the last @: one that was not URL-encoded may contain one.
  return url.replace(/^(\w+:\/\/[^:@/]*):.*@/, '$1:***@').replace(/([?&]password=)[^&#]*/g, '$1***');
}
