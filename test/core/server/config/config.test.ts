// The environment: defaults, what is refused, and that secrets are not shown.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import {
  ConfigError,
  describeConfig,
  ignoredVariables,
  readConfig,
  withoutPassword,
} from '../../../../src/core/server/config/config.ts';
import { SECTIONS } from '../../../support/operations.ts';

const MIB = 1024 * 1024;

describe('the configuration', () => {
  test('has defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:8080',
      mcpUrl: 'http://localhost:8080/mcp',
      databaseUrl: 'sqlite:./data/funnel.db',
      logLevel: 'info',
      rateLimitPerMinute: 600,
      accessTokenHours: 24,
      collectQueueBytesMax: 64 * MIB,
    });
  });

  test('addresses follow the port and each other', () => {
    expect(readConfig({ PORT: '9000' })).toMatchObject({
      port: 9000,
      baseUrl: 'http://localhost:9000',
      mcpUrl: 'http://localhost:9000/mcp',
    });
    expect(readConfig({ BASE_URL: 'https://funnel.example/' })).toMatchObject({
      baseUrl: 'https://funnel.example',
      mcpUrl: 'https://funnel.example/mcp',
    });
    expect(readConfig({ MCP_URL: 'https://tools.example/mcp' }).mcpUrl).toBe('https://tools.example/mcp');
  });

  test('a variable that is set to nothing is as good as not set', () => {
    expect(readConfig({ PORT: '', BASE_URL: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['BASE_URL', 'funnel.example'],
    ['BASE_URL', 'ftp://funnel.example'],
    ['MCP_URL', '/mcp'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', '../../data/funnel.db'],
    ['LOG_LEVEL', 'loud'],
    ['ACCESS_TOKEN_HOURS', '0'],
    ['ACCESS_TOKEN_HOURS', '721'],
    ['HOST', 'http://localhost'],
    ['HOST', 'localhost:8080'],
    ['HOST', '[::1]'],
    ['BASE_URL', 'https://funnel.example/?a=b'],
    ['BASE_URL', 'https://funnel.example/?'],
    ['BASE_URL', 'https://funnel.example/#top'],
    ['BASE_URL', 'https://ada:secret@funnel.example'],
    ['TRUSTED_PROXIES', '10.0.0.300'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.1, nginx'],
    ['COLLECT_QUEUE_MIB_MAX', '15'],
    ['COLLECT_QUEUE_MIB_MAX', 'much'],
    ['CATALOG_CACHE_SUBJECTS', '999'],
    ['EVENTS_AGE_DAYS_MAX', '0'],
    ['TRACKER_PATH', 't.js'],
    ['TRACKER_PATH', '/:name'],
    ['TRACKER_PATH', '/api/v1/x'],
    ['BROWSER_COLLECT_PATH', '/collect'],
    ['BROWSER_COLLECT_PATH', '/e"+alert(1)+"'],
    ['BROWSER_COLLECT_PATH', '/'],
    ['DATABASE_CONNECTIONS_MAX', '7'],
    ['RETENTION_DAYS', '0'],
    ['ORDER_RETENTION_DAYS', 'never'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['EXPORT_WEBSITES', '1,a'],
    ['EXPORT_EVERY_HOURS', '0'],
    ['SMTP_URL', 'https://mail.example.com'],
    ['MAIL_FROM', 'Funnel'],
    ['NOTIFICATIONS_ALLOWED_HOSTS', 'https://chat.example'],
    ['NOTIFICATIONS_ALLOWED_HOSTS', 'chat.example,'],
    ['PRIVACY_POLICY_URL', 'javascript:alert(1)'],
    ['TERMS_URL', 'www.example.com/terms'],
    ['SUPPORT_URL', 'help@example.com'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfig({ [name]: value }, SECTIONS)).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value }, SECTIONS)).toThrow(name);
  });

  test('the header of the country needs trusted proxies', () => {
    expect(() => readConfig({ COUNTRY_HEADER: 'CF-IPCountry' })).toThrow(/COUNTRY_HEADER requires TRUSTED_PROXIES/);
    expect(() => readConfig({ COUNTRY_HEADER: 'a b', TRUSTED_PROXIES: '10.0.0.1' })).toThrow(/COUNTRY_HEADER: must be/);
    const { countryHeader } = readConfig({ COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '10.0.0.1' });
    expect(countryHeader).toBe('cf-ipcountry');
  });

  test('the mail server and the sender need each other', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow('must be set together');
    expect(() => readConfig({ S3_ACCESS_KEY_ID: 'a-key' }, SECTIONS)).toThrow('must be set together');
    expect(() => readConfig({ EXPORT_TO: 's3://bucket/a' }, SECTIONS)).toThrow('EXPORT_TO requires S3_ACCESS_KEY_ID');
    expect(() => readConfig({ MAIL_FROM: 'funnel@example.com' })).toThrow('must be set together');
  });

  test('addresses of a machine and of proxies may have any form', () => {
    for (const HOST of ['0.0.0.0', '::', '::1', 'localhost', 'db-1.internal.example'])
      expect(readConfig({ HOST }).host).toBe(HOST);
    for (const TRUSTED_PROXIES of ['loopback', '10.0.0.1, fd00::/8', '10.0.0.0/255.0.0.0'])
      expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toBe(TRUSTED_PROXIES);
  });

  test('a misspelled name and half of a pair are named, and variables of other programs are not', () => {
    expect(
      ignoredVariables({
        RETENTION_DAY: '30',
        DATABSE_URL: 'sqlite:x',
        base_url: 'x',
      }),
    ).toEqual([
      'RETENTION_DAY is not a variable of this service, and has no effect: is it RETENTION_DAYS?',
      'DATABSE_URL is not a variable of this service, and has no effect: is it DATABASE_URL?',
      'base_url is not a variable of this service, and has no effect: is it BASE_URL?',
    ]);
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'MAIL',
      'LOGNAME',
      'USER',
      'PWD',
      'SHELL',
      'TERM',
      'LANG',
      'PGHOST',
    ];
    const more = [
      'DATABASE_HOST',
      'DATABASE_NAME',
      'DATABASE_USER',
      'SMTP_HOST',
      'SMTP_PORT',
      'SITE_URL',
      'API_URL',
      'NODE_ENV',
    ];
    expect(ignoredVariables(Object.fromEntries([...others, ...more].map((name) => [name, 'x'])))).toEqual([]);
    // Somebody who has set both knows the difference.
    expect(ignoredVariables({ DATABASE_URI: 'x', DATABASE_URL: 'sqlite:x' })).toEqual([]);
  });

  test('all that is wrong is named at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*\n.*LOG_LEVEL/);
  });
});

describe('what is shown to people', () => {
  test('every variable, those that are secret by stars alone', () => {
    const variables = {
      ...{ PORT: '9000', HOST: '0.0.0.0', BASE_URL: 'https://funnel.example', MCP_URL: 'https://tools.example/mcp' },
      ...{ DATABASE_URL: 'sqlite:./x.db', LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '7', TRUSTED_PROXIES: '10.0.0.1' },
      ...{ ISSUER_URL: 'https://issuer.example', INTROSPECTION_CLIENT_ID: 'tools', COLLECT_QUEUE_MIB_MAX: '16' },
      ...{ CATALOG_CACHE_SUBJECTS: '2000000', ACCESS_TOKEN_HOURS: '8' },
      ...{
        PRIVACY_POLICY_URL: 'https://a.example/p',
        TERMS_URL: 'https://a.example/t',
        SUPPORT_URL: 'https://a.example/s',
      },
      ...{ TRACKER_PATH: '/a.js', BROWSER_COLLECT_PATH: '/b' },
      ...{ EVENTS_AGE_DAYS_MAX: '30', RETENTION_DAYS: '90', ORDER_RETENTION_DAYS: '91' },
      ...{ MAIL_FROM: 'Funnel <funnel@example.com>', PASSWORD_LOGIN: 'off', OIDC_TRUST_EMAIL: 'on' },
      ...{ NOTIFICATIONS_ALLOWED_HOSTS: 'chat.example, 10.0.0.5:9000', ACCOUNT_EMAILS_PER_DAY: '50' },
      ...{ OIDC_ISSUER_URL: 'https://id.example/', OIDC_CLIENT_ID: 'funnel', OIDC_NAME: 'Example ID' },
      ...{ OIDC_NEW_USERS: '1:viewer', OIDC_ALLOWED_DOMAINS: 'a.example' },
      ...{ EXPORT_TO: 's3://bucket/a', EXPORT_WEBSITES: '1,2', EXPORT_FORMAT: 'ndjson', EXPORT_EVERY_HOURS: '6' },
      ...{ S3_ACCESS_KEY_ID: 'a-key', S3_REGION: 'eu-west-1', S3_ENDPOINT: 'https://storage.example' },
    };
    const secrets = {
      INTROSPECTION_CLIENT_SECRET: 'a-very-secret-secret',
      OIDC_CLIENT_SECRET: 'a-secret-at-the-issuer',
      ...{ S3_SECRET_ACCESS_KEY: 'a-secret-of-the-storage', S3_SESSION_TOKEN: 'a-token-of-the-storage' },
      SMTP_URL: 'smtp://funnel:a-password@mail.example:587',
    };
    expect(describeConfig(readConfig({ ...variables, ...secrets }), SECTIONS)).toMatchObject({
      ...variables,
      INTROSPECTION_CLIENT_SECRET: '***',
      OIDC_CLIENT_SECRET: '***',
      ...{ S3_SECRET_ACCESS_KEY: '***', S3_SESSION_TOKEN: '***' },
      SMTP_URL: 'smtp://funnel:***@mail.example:587',
    });
    const sources = globSync(['src/core/server/config/config.ts', 'src/extensions/*/*-config.ts']);
    const source = sources.map((path) => readFileSync(path, 'utf8')).join('\n');
    const namesInSource = source.matchAll(/^ {2}([A-Z][A-Z\d_]+): /gm);
    expect(Object.keys(describeConfig(readConfig({}), SECTIONS)).sort()).toEqual(
      [...namesInSource].map(([, name]) => name).sort(),
    );
  });

  it.each([
    ['sqlite:./data/funnel.db', 'sqlite:./data/funnel.db'],
    ['postgres://funnel@db.example/funnel', 'postgres://funnel@db.example/funnel'],
    ['postgres://funnel:s3cret@db.example:5432/funnel', 'postgres://funnel:***@db.example:5432/funnel'],
    ['postgresql://funnel:s3cret%40x@db.example/funnel', 'postgresql://funnel:***@db.example/funnel'],
  ])('%s is shown as %s', (url, shown) => {
    expect(withoutPassword(url)).toBe(shown);
  });

  it.each([
    'postgres://funnel:s3cret@s3cret@db.example/funnel',
    'postgres://funnel:a/s3cret@db.example/funnel',
    'postgres://:s3cret@db.example/funnel',
    'postgres://db.example/funnel?user=funnel&password=s3cret',
    'postgres://db.example/funnel?password=s3cret&user=funnel',
  ])('the password of %s is not', (url) => {
    expect(withoutPassword(url)).not.toContain('s3cret');
    expect(withoutPassword(url)).toContain('db.example/funnel');
    expect(JSON.stringify(describeConfig(readConfig({ DATABASE_URL: url }), SECTIONS))).not.toContain('s3cret');
  });
});
