// Says why PostgreSQL cannot be reached, and what to do about it, in words for operators.
import { rootCause } from '../root-cause.ts';

interface Target {
  readonly host: string;
  readonly server: string;
  readonly user: string;
  readonly database: string;
}

/** What the URL names; the driver's defaults are in words. */
function targetOf(url: string): Target {
  const { hostname, port, username, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  const user = decodeURIComponent(username) || process.env.PGUSER || 'the default user';
  const database = decodeURIComponent(pathname.slice(1)) || process.env.PGDATABASE || user;
  return { host, server: `${host}:${port || process.env.PGPORT || 5432}`, user, database };
}

const BY_POSTGRES_CODE: Readonly<Record<string, (target: Target) => string>> = {
  ENOTFOUND: ({ host }) => `host "${host}" was not found: check the host name in DATABASE_URL`,
  EAI_AGAIN: ({ host }) => `host "${host}" could not be looked up: check the host name in DATABASE_URL, and DNS`,
  ECONNREFUSED: ({ server }) =>
    `${server} refused the connection: check that PostgreSQL is running there, and the port in DATABASE_URL`,
  EHOSTUNREACH: ({ server }) => `${server} cannot be reached: check the network and its firewalls`,
  ENETUNREACH: ({ server }) => `${server} cannot be reached: check the network and its firewalls`,
  ETIMEDOUT: ({ server }) => `${server} did not answer: check the host name, the port and firewalls in between`,
  ECONNRESET: ({ server }) => `${server} closed the connection: check that PostgreSQL listens there, and not a proxy`,
  EACCES: ({ server }) => `the socket of ${server} may not be opened by this user`,
  ENOENT: ({ host }) => `there is no socket at ${host}: check that PostgreSQL is running, and the host in DATABASE_URL`,
  '28P01': ({ user }) => `wrong password for user "${user}": check the password in DATABASE_URL, or PGPASSWORD`,
  '28000': ({ user }) => `user "${user}" may not connect: check that it exists, and the server's pg_hba.conf`,
  '3D000': ({ database }) => `database "${database}" does not exist: create it with: createdb ${database}`,
  '25006': ({ server }) =>
    `${server} is a standby, or is set to read only: name the primary server in DATABASE_URL, or promote this one`,
  '53100': ({ server }) => `the disk of ${server} is full: free some space there`,
  '53300': () => 'the server has no free connections: raise max_connections, or lower DATABASE_CONNECTIONS_MAX',
  '57P03': () => 'the server is starting up or shutting down: try again in a moment',
};

const BY_POSTGRES_MESSAGE: readonly (readonly [RegExp, (target: Target) => string])[] = [
  [
    /pg_hba\.conf.*no encryption|SSL (connection )?is required/i,
    () => 'the server requires TLS: add ?sslmode=verify-full to DATABASE_URL',
  ],
  [
    /does not support SSL/,
    ({ server }) => `${server} does not support TLS: remove sslmode from DATABASE_URL, or enable it on the server`,
  ],
  [
    /password must be a (non-empty )?string|no password supplied/,
    ({ user }) => `the server asks for the password of user "${user}": add it to DATABASE_URL, or set PGPASSWORD`,
  ],
  [/timeout|Connection terminated/i, BY_POSTGRES_CODE.ETIMEDOUT!],
];

/** The codes of OpenSSL and of Node's own checks. */
const CERTIFICATE_CODES = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;
const TLS_CODES = /^(ERR_SSL|ERR_TLS|EPROTO)/;

/** undefined: an error that says nothing about the connection. */
export function explainPostgresError(error: unknown, url: string): string | undefined {
  const { code = '', message } = rootCause(error);
  if (!URL.canParse(url))
    return 'DATABASE_URL is not a URL: characters such as @ : / ? # in a password must be encoded';
  const target = targetOf(url);
  const byMessage = BY_POSTGRES_MESSAGE.find(([pattern]) => pattern.test(message));
  if (byMessage && code !== '28P01') return byMessage[1](target);
  if (CERTIFICATE_CODES.test(code)) {
    return (
      `TLS: the certificate of ${target.server} was not accepted (${message}): name its certificate authority with ` +
      '?sslrootcert=FILE, or the host that the certificate is for'
    );
  }
  if (TLS_CODES.test(code)) return `TLS with ${target.server} failed (${message}): check sslmode in DATABASE_URL`;
  return BY_POSTGRES_CODE[code]?.(target);
}
