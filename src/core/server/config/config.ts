// Reads the configuration from environment variables, once.
// Why: docs/decisions/code.md, "A library replaces our code if it is smaller and as good".

import { isRole, ROLES, type Role } from '../../contract/access/role.ts';
import type { Policies } from '../../contract/operations/policies.ts';
import { TOOL_SETS, type ToolSet } from '../../contract/operations/tool-set.ts';
import { SUBJECTS_CACHED_MAX } from '../../engine/catalog/record-limits.ts';
import { CONNECTIONS_MIN } from '../../foundation/database/postgres/connection-shares.ts';
import { type AllowedHost, describeAllowedHost } from '../../foundation/fetch/allowed-hosts.ts';
import type { MailConfig } from '../../foundation/mail/mailer.ts';
import { editDistance } from '../../foundation/text/nearest-name.ts';
import {
  allowedHosts,
  databaseUrl,
  domains,
  headerName,
  hostName,
  mailSender,
  networks,
  oneOf,
  openIdIssuerUrl,
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
  OIDC_ISSUER_URL: openIdIssuerUrl,
  OIDC_CLIENT_ID: (value) => value,
  OIDC_CLIENT_SECRET: (value) => value,
  OIDC_NAME: (value = 'single sign-on') => value,
  OIDC_ALLOWED_DOMAINS: domains,
  OIDC_TRUST_EMAIL: oneOf(['on', 'off'], 'off'),
  OIDC_NEW_USERS: newUsers,
  PASSWORD_LOGIN: oneOf(['on', 'off'], 'on'),
  PRIVACY_POLICY_URL: webPage,
  TERMS_URL: webPage,
  SUPPORT_URL: webPage,
  ENTERPRISE_ISSUERS: enterpriseIssuers,
  ENTERPRISE_TRUST_EMAIL: oneOf(['on', 'off'], 'off'),
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
  NOTIFICATIONS_ALLOWED_HOSTS: allowedHosts,
  ACCOUNT_EMAILS_PER_DAY: wholeNumber(1, 10_000_000, 2_000),
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
  /** The effective value of every variable, without passwords. */
  describe(section: never): Readonly<Record<string, string>>;
}

/** Checks that it reads the variables that it has. */
export function defineSection<Variables extends Readers, Section>(
  section: ConfigSection<Section> & {
    readonly variables: Variables;
    read(values: ReadValues<Variables>): Section;
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

function newUsers(value?: string): SingleSignOnConfig['newUsers'] {
  if (value === undefined) return undefined;
  const [, accountId, role] = /^([1-9]\d{0,14}):(\w+)$/.exec(value) ?? [];
  if (isRole(role)) return { accountId: Number(accountId), role };
  throw new Error(`must be the id of an account and a role (${ROLES.join(', ')}), such as 1:viewer`);
}

/** Each entry is the id of an account and the issuer of its company. An issuer may have several accounts. */
function enterpriseIssuers(value = ''): readonly { readonly accountId: number; readonly issuerUrl: string }[] {
  if (value === '') return [];
  return value.split(',').map((entry) => {
    const [, accountId, issuerUrl] = /^([1-9]\d{0,14}):(https?:.+)$/.exec(entry.trim()) ?? [];
    if (issuerUrl === undefined) {
      throw new Error('must be a comma-separated list of account ids and issuers, such as 1:https://id.example.com');
    }
    openIdIssuerUrl(issuerUrl);
    return { accountId: Number(accountId), issuerUrl };
  });
}

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
  /** Log in at an OpenID Connect issuer. */
  readonly singleSignOn?: SingleSignOnConfig;
  /** Pages of the operator about the service. */
  readonly policies: Policies;
  /** Whose identity assertions are exchanged for tokens. */
  readonly enterpriseIssuers: readonly EnterpriseIssuerConfig[];
  /** false: only single sign-on. */
  readonly passwordLogin: boolean;
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
  /** Where notifications may be sent although it is not on the public internet, or by http. */
  readonly notificationsAllowedHosts: readonly AllowedHost[];
  /** Notifications that an account may send by email on a UTC day; the others wait. */
  readonly accountEmailsPerDay: number;
  /** The variables that are set, from which extensions read their sections. */
  readonly environment: Environment;
}

export interface SingleSignOnConfig {
  readonly issuerUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name on the button of the login page. */
  readonly name: string;
  /** The domains of email addresses. If there are none, every domain is allowed. */
  readonly allowedDomains: readonly string[];
  /** An email address counts as verified if the issuer does not say. */
  readonly trustsEmail: boolean;
  /** What people get who are not users yet; undefined: they are refused. */
  readonly newUsers?: { readonly accountId: number; readonly role: Role } | undefined;
}

export interface EnterpriseIssuerConfig {
  readonly issuerUrl: string;
  /** The accounts whose people the issuer may speak for. */
  readonly accountIds: readonly number[];
  readonly allowedDomains: readonly string[];
  /** An email address counts as verified if the issuer does not say. */
  readonly trustsEmail: boolean;
  /** Users log in at this issuer, too. */
  readonly isForLogins: boolean;
}

export class ConfigError extends Error {}

/** Also throws if a variable of a section is invalid. */
export function readConfig(variables: Environment, sections: readonly ConfigSection[] = []): Config {
  const values = readVariables(variables, sections) as Values;
  for (const section of sections) section.read(values as never);
  const baseUrl = values.BASE_URL ?? `http://localhost:${values.PORT}`;
  return {
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
    ...login(values),
    policies: {
      privacyPolicyUrl: values.PRIVACY_POLICY_URL,
      termsUrl: values.TERMS_URL,
      supportUrl: values.SUPPORT_URL,
    },
    enterpriseIssuers: enterprise(values, baseUrl),
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
    notificationsAllowedHosts: values.NOTIFICATIONS_ALLOWED_HOSTS,
    accountEmailsPerDay: values.ACCOUNT_EMAILS_PER_DAY,
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

/** A variable, and others that mean nothing without it. What must be set together is refused instead. */
const NEEDED_BY: readonly (readonly [keyof Values, readonly (keyof Values)[]])[] = [
  ['OIDC_ISSUER_URL', ['OIDC_NAME', 'OIDC_ALLOWED_DOMAINS', 'OIDC_TRUST_EMAIL', 'OIDC_NEW_USERS']],
  ['ENTERPRISE_ISSUERS', ['ENTERPRISE_TRUST_EMAIL']],
];

/**
 * How many letters of a name make up for one wrong letter: other programs have variables of similar names, and short ones are near to many.
 */
const LETTERS_PER_EDIT = 5;
const EDITS_MAX = 2;

/** What is set, but has no effect: misspelled names, and one of two that belong together. */
export function ignoredVariables(variables: Environment, sections: readonly ConfigSection[] = []): string[] {
  const known = [VARIABLES, ...sections.map((section) => section.variables)].flatMap((readers) => Object.keys(readers));
  const neededBy = [...NEEDED_BY, ...sections.flatMap((section) => section.neededBy ?? [])];
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

function login(values: Values): Pick<Config, 'singleSignOn' | 'passwordLogin'> {
  const { OIDC_ISSUER_URL: issuerUrl, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  const passwordLogin = values.PASSWORD_LOGIN === 'on';
  if (issuerUrl === undefined && clientId === undefined && clientSecret === undefined) {
    if (!passwordLogin) throw new ConfigError('PASSWORD_LOGIN=off requires OIDC_ISSUER_URL: nobody could log in.');
    return { passwordLogin };
  }
  if (issuerUrl === undefined || clientId === undefined || clientSecret === undefined) {
    throw new ConfigError('OIDC_ISSUER_URL, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.');
  }
  const allowedDomains = values.OIDC_ALLOWED_DOMAINS;
  if (values.OIDC_NEW_USERS !== undefined && allowedDomains.length === 0) {
    throw new ConfigError(
      'OIDC_NEW_USERS requires OIDC_ALLOWED_DOMAINS, so that not everybody at the issuer gets access.',
    );
  }
  const singleSignOn = {
    issuerUrl,
    clientId,
    clientSecret,
    name: values.OIDC_NAME,
    allowedDomains,
    trustsEmail: values.OIDC_TRUST_EMAIL === 'on',
    newUsers: values.OIDC_NEW_USERS,
  };
  return { singleSignOn, passwordLogin };
}

function enterprise(values: Values, baseUrl: string): EnterpriseIssuerConfig[] {
  const byIssuer = Map.groupBy(values.ENTERPRISE_ISSUERS, ({ issuerUrl }) => issuerUrl);
  if (byIssuer.has(baseUrl))
    throw new ConfigError('ENTERPRISE_ISSUERS must not have BASE_URL: this service issues no assertions.');
  if (byIssuer.size > 0 && values.ISSUER_URL !== undefined) {
    throw new ConfigError(
      'ENTERPRISE_ISSUERS has no effect with ISSUER_URL: the other authorization server issues the tokens.',
    );
  }
  return Array.from(byIssuer, ([issuerUrl, entries]) => {
    const isForLogins = issuerUrl === values.OIDC_ISSUER_URL;
    return {
      issuerUrl,
      accountIds: entries.map(({ accountId }) => accountId),
      allowedDomains: isForLogins ? values.OIDC_ALLOWED_DOMAINS : [],
      trustsEmail: values.ENTERPRISE_TRUST_EMAIL === 'on',
      isForLogins,
    };
  });
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
    OIDC_ISSUER_URL: config.singleSignOn?.issuerUrl ?? '(none)',
    OIDC_CLIENT_ID: config.singleSignOn?.clientId ?? '(none)',
    OIDC_CLIENT_SECRET: config.singleSignOn ? '***' : '(none)',
    OIDC_NAME: config.singleSignOn?.name ?? '(none)',
    OIDC_ALLOWED_DOMAINS: config.singleSignOn?.allowedDomains.join(', ') || '(all)',
    OIDC_TRUST_EMAIL: config.singleSignOn?.trustsEmail ? 'on' : 'off',
    OIDC_NEW_USERS: describeNewUsers(config.singleSignOn),
    PASSWORD_LOGIN: config.passwordLogin ? 'on' : 'off',
    PRIVACY_POLICY_URL: config.policies.privacyPolicyUrl ?? '(none)',
    TERMS_URL: config.policies.termsUrl ?? '(none)',
    SUPPORT_URL: config.policies.supportUrl ?? '(none)',
    ENTERPRISE_ISSUERS: describeEnterpriseIssuers(config.enterpriseIssuers),
    ENTERPRISE_TRUST_EMAIL: config.enterpriseIssuers.some(({ trustsEmail }) => trustsEmail) ? 'on' : 'off',
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
    NOTIFICATIONS_ALLOWED_HOSTS: config.notificationsAllowedHosts.map(describeAllowedHost).join(', ') || '(none)',
    ACCOUNT_EMAILS_PER_DAY: String(config.accountEmailsPerDay),
  };
  return Object.assign(own, ...added);
}

function describeNewUsers(config: SingleSignOnConfig | undefined): string {
  return config?.newUsers ? `${config.newUsers.accountId}:${config.newUsers.role}` : '(refused)';
}

function describeEnterpriseIssuers(issuers: Config['enterpriseIssuers']): string {
  const entries = issuers.flatMap(({ issuerUrl, accountIds }) => accountIds.map((id) => `${id}:${issuerUrl}`));
  return entries.join(', ') || '(none)';
}

export function withoutPassword(url: string): string {
  // The password ends at the last @: one that was not URL-encoded may contain one.
  return url.replace(/^(\w+:\/\/[^:@/]*):.*@/, '$1:***@').replace(/([?&]password=)[^&#]*/g, '$1***');
}
