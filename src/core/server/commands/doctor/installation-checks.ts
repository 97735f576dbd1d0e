// What a working installation still lacks: users, websites, a public URL, a country table that is not old. These are warnings.

import type { Database } from '../../../foundation/database/database.ts';
import { CountryTable } from '../../../foundation/dimensions/country-table.ts';
import type { Config } from '../../config/config.ts';
import { type Check, check, warning } from '../../extension/check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const COUNTRY_TABLE_DAYS_MAX = 400;
/** Public tables know it. */
const KNOWN_ADDRESS = '8.8.8.8';

const USERS_ADVICE =
  'nobody can log in yet; set up the first user in the browser with: funnel setup-link, or create one with: ' +
  'funnel user create --email EMAIL --account ID';
const CATALOG_ADVICE =
  'there is no website yet; create one in the dashboard, or import a catalog with: funnel import catalog FILE';

export async function contentChecks(database: Database, { issuerUrl }: Config): Promise<Check[]> {
  const catalog = await countCheck(database, 'catalog', 'SELECT COUNT(*) AS count FROM websites', CATALOG_ADVICE);
  // With another authorization server, users are none of our business.
  if (issuerUrl !== undefined) return [catalog];
  return [catalog, await countCheck(database, 'users', 'SELECT COUNT(*) AS count FROM users', USERS_ADVICE)];
}

function countCheck(database: Database, name: string, sql: string, advice: string): Promise<Check> {
  return check(name, async () => {
    const [row] = await database.query<{ count: number }>(sql);
    const count = row!.count;
    if (count === 0) return warning(name, advice);
    const noun = name === 'catalog' ? 'website' : 'user';
    return { ok: true, detail: `${count} ${noun}${count === 1 ? '' : 's'}` };
  });
}

/** A variable that is misspelled has no effect, and nothing else would say so. */
export function variablesCheck(ignored: readonly string[]): Check {
  if (ignored.length === 0) return { name: 'variables', ok: true, detail: 'none is misspelled' };
  return warning('variables', ignored.join('; '));
}

/** Links, redirects and OAuth name BASE_URL, so it must be what browsers use. */
export function baseUrlCheck({ baseUrl, host, trustedProxies }: Config): Check {
  const isLocal = isLoopback(new URL(baseUrl).hostname);
  const reason =
    trustedProxies !== undefined
      ? 'TRUSTED_PROXIES says that the service is behind a proxy'
      : isLoopback(host)
        ? undefined
        : `HOST ${host} lets other machines in`;
  if (!isLocal || reason === undefined) return { name: 'base URL', ok: true, detail: baseUrl };
  return warning(
    'base URL',
    `${baseUrl} works on this machine only, but ${reason}: set BASE_URL to the URL that people open in their browsers`,
  );
}

/** Networks change hands, and the installed table only changes with the service. */
export function countryTableCheck({ countryTable: file }: Pick<Config, 'countryTable'>, now: Date): Promise<Check> {
  const name = 'country table';
  return check(name, async () => {
    const table = new CountryTable(file);
    const days = Math.floor((now.getTime() - table.date.getTime()) / DAY_MS);
    const detail = `${file === undefined ? '' : `${file} `}of ${table.date.toISOString().slice(0, 10)}, ${days} days old`;
    if (table.countryOf(KNOWN_ADDRESS) === undefined) {
      return warning(name, `${detail}: it does not know the country of ${KNOWN_ADDRESS}; is it a table of countries?`);
    }
    if (days <= COUNTRY_TABLE_DAYS_MAX) return { ok: true, detail };
    const advice = 'name a newer one (COUNTRY_TABLE), or let a proxy name the country of visitors (COUNTRY_HEADER)';
    return warning(name, `${detail}: ${advice}`);
  });
}

function isLoopback(host: string): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);
}
