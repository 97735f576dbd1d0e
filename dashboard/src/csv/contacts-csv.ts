// All contacts of a website as a CSV file: read in parts, of which one is in memory at a time.

import { type CsvValue, csvLines } from '@funnel/report-files/csv.ts';
import type { Contact } from '../api/types.ts';

export interface ContactPart {
  readonly contacts: readonly Contact[];
  /** null: this is the last part. */
  readonly next: number | null;
  readonly total: number;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** What people look for first. The other fields follow in the order of the API. */
const FIRST = ['email', 'name', 'last_name', 'phone', 'id', 'created_at', 'updated_at'] as const;

export async function contactsCsv(
  read: (after: number) => Promise<ContactPart>,
  onProgress: (progress: Progress) => void,
): Promise<Blob[]> {
  const parts: Blob[] = [];
  let columns: readonly (keyof Contact)[] = FIRST;
  let done = 0;
  for (let after: number | null = 0; after !== null; ) {
    const { contacts, next, total }: ContactPart = await read(after);
    if (after === 0) {
      columns = columnsOf(contacts[0]);
      parts.push(new Blob([csvLines([columns])]));
    }
    parts.push(new Blob([csvLines(contacts.map((contact) => columns.map((name) => cellOf(contact[name]))))]));
    done += contacts.length;
    onProgress({ done, total });
    after = next;
  }
  return parts;
}

/** Every contact has all fields. */
function columnsOf(contact: Contact | undefined): readonly (keyof Contact)[] {
  const names = Object.keys(contact ?? {}) as (keyof Contact)[];
  return [...FIRST, ...names.filter((name) => !FIRST.some((first) => first === name))];
}

function cellOf(value: Contact[keyof Contact]): CsvValue {
  if (typeof value !== 'object' || value === null) return value;
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value);
}
