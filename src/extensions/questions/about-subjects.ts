// What people recognize the subjects of steps by: their names, and those of the records above them. It is there only where notes are.
import { type EventType, stepName, subjectById, subjectPathName } from '@funnel/report-files/names.ts';
import { z } from 'zod';
import type { Translate } from '../../../languages/translate.ts';
import type { ReportQuery } from '../../core/answers/reports/open-report.ts';
import { type Database, placeholders } from '../../core/foundation/database/database.ts';
import { nameOfType, type ParsedStep, type SubjectName, stepOf } from './funnel-step.ts';

const name = z.string().nullable();

/** By what a step calls the subject, such as `element:10000`. */
export const aboutSubjectsField = {
  about: z
    .strictObject({
      subjects: z.record(
        z.string(),
        z.strictObject({
          campaign: z.string(),
          variant: z.strictObject({ name, variation: z.string() }).optional(),
          step: z.strictObject({ name, position: z.int() }).optional(),
          element: z.strictObject({ name, element_type: z.string() }).optional(),
        }),
      ),
    })
    .optional()
    .describe('The subjects of the steps, such as `variant:100`: their names, and those above. Only with notes=true.'),
};

export type AboutSubjects = z.output<z.ZodObject<typeof aboutSubjectsField>>;
type SubjectPath = NonNullable<AboutSubjects['about']>['subjects'][string];

interface Row {
  readonly id: number;
  readonly campaign: string;
  readonly variant: string | null;
  readonly variation: string;
  readonly step: string | null;
  readonly position: number;
  readonly element: string | null;
  readonly element_type: string;
}

const OF_CAMPAIGN = 'campaigns.name AS campaign';
const OF_VARIANT = `${OF_CAMPAIGN}, variants.name AS variant, variants.variation`;
const OF_STEP = `${OF_VARIANT}, COALESCE(steps.name, steps.key) AS step, steps.position`;
const OF_ELEMENT = `${OF_STEP}, COALESCE(elements.name, elements.key) AS element, elements.element_type`;
const JOIN_VARIANTS =
  'campaigns JOIN variants ON variants.website_id = campaigns.website_id AND variants.campaign_id = campaigns.id';
const JOIN_STEPS = `${JOIN_VARIANTS} JOIN steps ON steps.website_id = variants.website_id AND steps.variant_id = variants.id`;
const JOIN_ELEMENTS = `${JOIN_STEPS} JOIN elements ON elements.website_id = steps.website_id AND elements.step_id = steps.id`;

const TABLES: Readonly<Record<SubjectName, readonly [columns: string, joined: string, table: string]>> = {
  campaign: [OF_CAMPAIGN, 'campaigns', 'campaigns'],
  variant: [OF_VARIANT, JOIN_VARIANTS, 'variants'],
  step: [OF_STEP, JOIN_STEPS, 'steps'],
  element: [OF_ELEMENT, JOIN_ELEMENTS, 'elements'],
};

/** `texts`: steps, as they are written. */
export async function aboutSubjects(
  { notes }: Pick<ReportQuery, 'notes'>,
  database: Pick<Database, 'query'>,
  websiteId: number,
  texts: readonly string[],
): Promise<AboutSubjects> {
  const subjects = notes ? texts.flatMap((text) => stepOf(text)?.subject ?? []) : [];
  const found: Record<string, SubjectPath> = {};
  for (const [kind, some] of Map.groupBy(subjects, (subject) => subject.name)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    const [columns, joined, table] = TABLES[kind];
    const rows = await database.query<Row>(
      `SELECT ${table}.id, ${columns} FROM ${joined}
       WHERE campaigns.website_id = $1 AND ${table}.id IN (${placeholders(ids.length, 1)})`,
      [websiteId, ...ids],
    );
    for (const row of rows) found[`${kind}:${row.id}`] = pathOf(kind, row);
  }
  return Object.keys(found).length > 0 ? { about: { subjects: found } } : {};
}

function pathOf(kind: SubjectName, { campaign, variant, variation, step, position, element, element_type }: Row) {
  return {
    campaign,
    ...(kind !== 'campaign' && { variant: { name: variant, variation } }),
    ...((kind === 'step' || kind === 'element') && { step: { name: step, position } }),
    ...(kind === 'element' && { element: { name: element, element_type } }),
  };
}

/** The step in words, with the names that are known. */
export function wordsOfStep(text: string, t: Translate, { about }: AboutSubjects): string {
  const step: ParsedStep | undefined = stepOf(text);
  if (!step) return text;
  const type: EventType = nameOfType(step.type);
  const subject = step.subject && { kind: step.subject.name, id: step.subject.id };
  return stepName(
    { type, subject, filters: step.filters },
    {
      t,
      subjectName: (one) => {
        const path = about?.subjects[`${one.kind}:${one.id}`];
        return path ? subjectPathName(path, t) : subjectById(one, t);
      },
    },
  );
}
