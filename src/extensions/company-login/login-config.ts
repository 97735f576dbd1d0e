// The variables of company logins: the issuer that people log in at, whether they have passwords besides, and the issuers of companies
// whose assertions are exchanged for tokens.
import { isRole, ROLES } from '../../core/contract/access/role.ts';
import { type Config, ConfigError, defineSection } from '../../core/server/config/config.ts';
import { oneOf } from '../../core/server/config/read-values.ts';
import type { IdentityRules } from './identities.ts';
import type { EnterpriseIssuer } from './identity-assertions.ts';
import type { SingleSignOnConfig } from './single-sign-on.ts';

export interface LoginConfig {
  /** undefined: nobody logs in at an issuer. */
  readonly singleSignOn: SingleSignOnConfig | undefined;
  /** false: only single sign-on. */
  readonly passwordLogin: boolean;
  /** Whose identity assertions are exchanged for tokens. */
  readonly enterpriseIssuers: readonly EnterpriseIssuer[];
}

const VARIABLES = {
  OIDC_ISSUER_URL: openIdIssuerUrl,
  OIDC_CLIENT_ID: (value?: string) => value,
  OIDC_CLIENT_SECRET: (value?: string) => value,
  OIDC_NAME: (value = 'single sign-on') => value,
  OIDC_ALLOWED_DOMAINS: domains,
  OIDC_TRUST_EMAIL: oneOf(['on', 'off'], 'off'),
  OIDC_NEW_USERS: newUsers,
  PASSWORD_LOGIN: oneOf(['on', 'off'], 'on'),
  ENTERPRISE_ISSUERS: enterpriseIssuers,
  ENTERPRISE_TRUST_EMAIL: oneOf(['on', 'off'], 'off'),
};

type Values = { readonly [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]> };

export const LOGIN_SECTION = defineSection({
  variables: VARIABLES,
  neededBy: [
    ['OIDC_ISSUER_URL', ['OIDC_NAME', 'OIDC_ALLOWED_DOMAINS', 'OIDC_TRUST_EMAIL', 'OIDC_NEW_USERS']],
    ['ENTERPRISE_ISSUERS', ['ENTERPRISE_TRUST_EMAIL']],
  ],
  read: (values: Values): LoginConfig => ({
    singleSignOn: singleSignOn(values),
    passwordLogin: values.PASSWORD_LOGIN === 'on',
    enterpriseIssuers: enterprise(values),
  }),
  check: ({ enterpriseIssuers: issuers }: LoginConfig, { baseUrl, issuerUrl }: Config): void => {
    if (issuers.some((issuer) => issuer.issuerUrl === baseUrl))
      throw new ConfigError('ENTERPRISE_ISSUERS must not have BASE_URL: this service issues no assertions.');
    if (issuers.length > 0 && issuerUrl !== undefined) {
      throw new ConfigError(
        'ENTERPRISE_ISSUERS has no effect with ISSUER_URL: the other authorization server issues the tokens.',
      );
    }
  },
  loginOnlyWith: ({ passwordLogin, singleSignOn: login }: LoginConfig) => (passwordLogin ? undefined : login?.name),
  describe: ({ singleSignOn: login, passwordLogin, enterpriseIssuers: issuers }: LoginConfig) => ({
    OIDC_ISSUER_URL: login?.issuerUrl ?? '(none)',
    OIDC_CLIENT_ID: login?.clientId ?? '(none)',
    OIDC_CLIENT_SECRET: login ? '***' : '(none)',
    OIDC_NAME: login?.name ?? '(none)',
    OIDC_ALLOWED_DOMAINS: login?.allowedDomains.join(', ') || '(all)',
    OIDC_TRUST_EMAIL: login?.trustsEmail ? 'on' : 'off',
    OIDC_NEW_USERS: login?.newUsers ? `${login.newUsers.accountId}:${login.newUsers.role}` : '(refused)',
    PASSWORD_LOGIN: passwordLogin ? 'on' : 'off',
    ENTERPRISE_ISSUERS: describeIssuers(issuers),
    ENTERPRISE_TRUST_EMAIL: issuers.some(({ trustsEmail }) => trustsEmail) ? 'on' : 'off',
  }),
});

/** Returns it as the issuer spells it, with or without a slash at the end. Tokens must not be sent without TLS to another machine. */
function openIdIssuerUrl(value?: string): string | undefined {
  const url = value === undefined ? undefined : URL.parse(value);
  if (url === undefined) return undefined;
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return value;
  throw new Error('must be a URL that starts with https://, or http:// on this machine');
}

function domains(value = ''): readonly string[] {
  const list = value.split(',').map((domain) => domain.trim().toLowerCase());
  if (list.every((domain) => /^[^\s@]+$/.test(domain))) return list;
  if (value === '') return [];
  throw new Error('must be a comma-separated list of domains such as example.com');
}

function newUsers(value?: string): IdentityRules['newUsers'] {
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

function singleSignOn(values: Values): SingleSignOnConfig | undefined {
  const { OIDC_ISSUER_URL: issuerUrl, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuerUrl === undefined && clientId === undefined && clientSecret === undefined) {
    if (values.PASSWORD_LOGIN === 'off')
      throw new ConfigError('PASSWORD_LOGIN=off requires OIDC_ISSUER_URL: nobody could log in.');
    return undefined;
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
  return {
    ...{ issuerUrl, clientId, clientSecret, name: values.OIDC_NAME },
    allowedDomains,
    trustsEmail: values.OIDC_TRUST_EMAIL === 'on',
    newUsers: values.OIDC_NEW_USERS,
  };
}

function enterprise(values: Values): EnterpriseIssuer[] {
  const byIssuer = Map.groupBy(values.ENTERPRISE_ISSUERS, ({ issuerUrl }) => issuerUrl);
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

function describeIssuers(issuers: LoginConfig['enterpriseIssuers']): string {
  const entries = issuers.flatMap(({ issuerUrl, accountIds }) => accountIds.map((id) => `${id}:${issuerUrl}`));
  return entries.join(', ') || '(none)';
}
