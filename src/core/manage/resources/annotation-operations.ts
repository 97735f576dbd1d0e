// Annotations: what happened on a day, such as "New popup". The dashboard shows them in the charts of the website.
import { date } from '../../contract/operations/schemas.ts';
import { dayFromIso } from '../../engine/rollups/calendar.ts';
import { recordOperations, recordOutput } from './saved-record-operations.ts';
import type { RecordKind } from './saved-records.ts';

interface AnnotationFields {
  readonly name: string;
  /** A date of the website. */
  readonly date: string;
}

export const ANNOTATIONS: RecordKind<AnnotationFields> = {
  kind: 'annotation',
  countMax: 500,
  // The same thing can happen on several days.
  sharesNames: true,
  compare: (one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)),
};

const annotatedDate = date.describe('YYYY-MM-DD, in the time zone of the website.');

export const annotation = recordOutput({ date: annotatedDate });

export const ANNOTATION_OPERATIONS = recordOperations({
  kind: ANNOTATIONS,
  tag: 'Annotations',
  path: '/api/v1/annotations',
  called: 'annotation',
  about: 'An annotation says what happened on a day, such as "New popup". They are in the order of dates.',
  fields: { date: annotatedDate.refine((text) => dayFromIso(text) !== undefined) },
  rules: { date: 'must be a date such as 2026-03-10' },
  output: annotation,
  example: {
    id: 7,
    name: 'New popup',
    date: '2026-03-10',
    created_at: '2026-03-10T09:30:00Z',
    updated_at: '2026-03-10T09:30:00Z',
  },
  bodyExample: { name: 'New popup', date: '2026-03-10' },
  changeExample: { date: '2026-03-11' },
});
