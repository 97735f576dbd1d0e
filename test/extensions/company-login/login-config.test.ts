// The variables of company logins.
import { expect, test } from 'vitest';
import {
  ConfigError,
  describeConfig,
  type Environment,
  ignoredVariables,
  readConfig,
  readSection,
} from '../../../src/core/server/config/config.ts';
import { LOGIN_SECTION } from '../../../src/extensions/company-login/login-config.ts';

const read = (variables: Environment) => readConfig(variables, [LOGIN_SECTION]);
const sectionOf = (variables: Environment) => readSection(read(variables), LOGIN_SECTION);

test.each([
  ['OIDC_ISSUER_URL', 'http://id.example'],
  ['OIDC_ISSUER_URL', 'id.example'],
  ['OIDC_ALLOWED_DOMAINS', 'ada@example.com'],
  ['OIDC_ALLOWED_DOMAINS', 'a.example,,b.example'],
  ['OIDC_NEW_USERS', 'viewer'],
  ['OIDC_NEW_USERS', '1:admin'],
  ['OIDC_TRUST_EMAIL', 'yes'],
  ['ENTERPRISE_ISSUERS', 'https://id.example'],
  ['ENTERPRISE_ISSUERS', '1:http://id.example'],
  ['ENTERPRISE_ISSUERS', '1:https://id.example,'],
  ['ENTERPRISE_TRUST_EMAIL', 'yes'],
  ['PASSWORD_LOGIN', 'no'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(ConfigError);
  expect(() => read({ [name]: value })).toThrow(name);
});

test('half of a pair is named', () => {
  expect(ignoredVariables({ OIDC_NAME: 'x' }, [LOGIN_SECTION])).toEqual([
    'OIDC_NAME has no effect without OIDC_ISSUER_URL: set both, or none',
  ]);
});

test('single sign-on needs all three of its settings, and leaves a way to log in', () => {
  const issuer = { OIDC_ISSUER_URL: 'https://id.example/', OIDC_CLIENT_ID: 'funnel' };
  const complete = { ...issuer, OIDC_CLIENT_SECRET: 's3cret' };
  expect(() => read(issuer)).toThrow('must be set together');
  expect(() => read({ PASSWORD_LOGIN: 'off' })).toThrow('requires OIDC_ISSUER_URL');
  expect(() => read({ ...complete, OIDC_NEW_USERS: '1:viewer' })).toThrow('requires OIDC_ALLOWED_DOMAINS');
  expect(sectionOf({}).singleSignOn).toBeUndefined();
  // It is not shortened: tokens name the issuer in exactly one way.
  expect(sectionOf(complete)).toMatchObject({
    passwordLogin: true,
    singleSignOn: { issuerUrl: 'https://id.example/', allowedDomains: [], trustsEmail: false, newUsers: undefined },
  });
  const strict = { PASSWORD_LOGIN: 'off', OIDC_NEW_USERS: '7:editor', OIDC_ALLOWED_DOMAINS: 'A.example, b.example' };
  expect(sectionOf({ ...complete, ...strict })).toMatchObject({
    passwordLogin: false,
    singleSignOn: { allowedDomains: ['a.example', 'b.example'], newUsers: { accountId: 7, role: 'editor' } },
  });
});

test('the issuer of a company speaks for its accounts, and by the rules of logins if users log in there', () => {
  const sso = { OIDC_ISSUER_URL: 'https://id.example/', OIDC_CLIENT_ID: 'funnel', OIDC_CLIENT_SECRET: 's3cret' };
  const ENTERPRISE_ISSUERS = '1:https://id.example/, 2:https://id.example/, 3:https://id.other.example';
  const config = read({ ...sso, OIDC_ALLOWED_DOMAINS: 'a.example', ENTERPRISE_ISSUERS });
  expect(readSection(config, LOGIN_SECTION).enterpriseIssuers).toEqual([
    {
      ...{ issuerUrl: 'https://id.example/', accountIds: [1, 2], allowedDomains: ['a.example'] },
      ...{ trustsEmail: false, isForLogins: true },
    },
    {
      ...{ issuerUrl: 'https://id.other.example', accountIds: [3], allowedDomains: [] },
      ...{ trustsEmail: false, isForLogins: false },
    },
  ]);
  expect(describeConfig(config, [LOGIN_SECTION])).toMatchObject({ ENTERPRISE_ISSUERS, ENTERPRISE_TRUST_EMAIL: 'off' });
  const own = { BASE_URL: 'https://funnel.example', ENTERPRISE_ISSUERS: '1:https://funnel.example' };
  expect(() => read(own)).toThrow('must not have BASE_URL');
  const external = { ISSUER_URL: 'https://issuer.example', INTROSPECTION_CLIENT_ID: 'tools' };
  const secret = { INTROSPECTION_CLIENT_SECRET: 'a-very-secret-secret' };
  expect(() => read({ ...external, ...secret, ENTERPRISE_ISSUERS })).toThrow('has no effect with ISSUER_URL');
});
