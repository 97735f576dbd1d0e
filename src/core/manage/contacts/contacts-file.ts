// Contacts as a CSV file. Its columns have the names of the API, because such a file can be imported again.
import type { CsvFile } from '@funnel/report-files/csv.ts';
import { fileOf } from '@funnel/report-files/file-columns.ts';
import type { z } from 'zod';
import { columnsOf } from '../../contract/operations/csv-tables.ts';
import { contact } from './contact.ts';

/** What people look for first. The other fields follow in the order of the API. */
const FIRST = ['email', 'name', 'last_name', 'phone', 'id', 'created_at', 'updated_at'];
const ALL = columnsOf(contact);
const COLUMNS = [
  ...FIRST.map((first) => ALL.find(({ name }) => name === first)!),
  ...ALL.filter(({ name }) => !FIRST.includes(name)),
];

export function contactsFile(contacts: readonly z.output<typeof contact>[]): CsvFile {
  return fileOf(COLUMNS, contacts);
}
