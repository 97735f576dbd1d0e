// The four operations of each kind of saved record: list, create, change and delete. A kind says what its fields are.
// Why: docs/decisions/catalog.md, "Funnels, annotations, goals and views are one kind of record".
import { z } from 'zod';
import { type ActionOperation, defineOperation } from '../../contract/operations/define-operation.ts';
import { type FieldRules, fieldCodes, fieldsBody, JSON_BODY_ERRORS } from '../../contract/operations/json-body.ts';
import { parameterOrNotFound, websiteParameter } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';
import { isOneLine, ONE_LINE_RULE } from '../../foundation/text/one-line.ts';
import {
  noSuchRecord,
  type RecordFields,
  type RecordKind,
  type SavedRecord,
  type SavedRecords,
} from './saved-records.ts';

const NAME_LENGTH_MAX = 80;
/** A funnel with more than this would not fit into the URL of its report either. */
const BODY_BYTES_MAX = 16 * 1024;

export interface SavedRecordServices {
  readonly savedRecords: SavedRecords;
}

export interface RecordDescription<Fields extends RecordFields, Shape extends z.ZodRawShape> {
  readonly kind: RecordKind<Fields>;
  readonly tag: 'Funnels' | 'Annotations' | 'Goals' | 'Views';
  readonly path: string;
  /** What the descriptions call it, such as "saved funnel". */
  readonly called: string;
  /** What a record is for, in whole sentences. */
  readonly about: string;
  /** What can be sent besides `name`, each with its rule for the error. */
  readonly fields: Shape;
  readonly rules: FieldRules;
  /** Error codes of `RecordKind.check`. */
  readonly codes?: readonly string[];
  /** The fields without their defaults, which would overwrite what is saved. Default: `fields`. */
  readonly changedFields?: z.ZodRawShape;
  readonly output: z.ZodObject;
  readonly example: Readonly<Record<string, unknown>>;
  readonly bodyExample: Readonly<Record<string, unknown>>;
  readonly changeExample: Readonly<Record<string, unknown>>;
  /** Turns what was sent into what is stored. Default: it stays the same. */
  stored?(sent: z.output<z.ZodObject<Shape>>): Omit<Fields, 'name'>;
}

/** The fields of a record in a response. */
export function recordOutput<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ id, name: z.string(), ...shape, created_at: timestamp, updated_at: timestamp });
}

export function recordOperations<Fields extends RecordFields, Shape extends z.ZodRawShape>(
  described: RecordDescription<Fields, Shape>,
): ActionOperation<SavedRecordServices>[] {
  const { kind, tag, path, called, output, example, stored = (sent) => sent } = described;
  const one = kind.kind;
  const uniqueness = kind.sharesNames ? '' : 'Unique on the website.';
  const name = z.string().trim().min(1).max(NAME_LENGTH_MAX).refine(isOneLine).describe(uniqueness);
  const rules: FieldRules = {
    name: `must be a string of 1 to ${NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`,
    ...described.rules,
  };
  const aRecord = `${/^[aeiou]/.test(called) ? 'an' : 'a'} ${called}`;
  const newRecord = z.strictObject({ name, ...described.fields });
  const recordChange = z
    .strictObject({ name, ...(described.changedFields ?? described.fields) })
    .partial()
    .refine((change) => Object.keys(change).length > 0);
  const errors = { ...JSON_BODY_ERRORS, 404: [], ...(!kind.sharesNames && { 409: ['name_taken'] }) };
  const codes = [...fieldCodes(rules), 'invalid_field', ...(described.codes ?? [])];
  const parameters = {
    id: parameterOrNotFound(id.describe(`The id of the ${called}, from list_${one}s.`), () => noSuchRecord(one)),
    ...websiteParameter,
  };
  const sent = (body: object) => stored(body as z.output<z.ZodObject<Shape>>) as unknown as Fields;
  const shown = ({ id: recordId, fields, createdAt, updatedAt }: SavedRecord<Fields>) => {
    return { id: recordId, ...fields, created_at: createdAt, updated_at: updatedAt };
  };
  return [
    defineOperation({
      name: `list_${one}s`,
      tag,
      method: 'GET',
      path,
      title: `List ${called}s`,
      description: `The ${called}s of a website. ${described.about}`,
      credential: 'token',
      scope: 'reports',
      website: 'chosen',
      input: z.object(websiteParameter),
      csv: { [`${one}s`]: `${one}s` },
      output: z.strictObject({ [`${one}s`]: z.array(output).max(kind.countMax) }),
      example: { [`${one}s`]: [example] },
      responses: { 200: { description: `The ${called}s.` } },
      async act(_query, { websiteId }, { savedRecords }: SavedRecordServices) {
        return { status: 200, body: { [`${one}s`]: (await savedRecords.list(kind, websiteId)).map(shown) } };
      },
    }),
    defineOperation({
      name: `create_${one}`,
      tag,
      method: 'POST',
      path,
      title: `Create ${aRecord}`,
      description: `Everybody who may see the website sees it. A website may have ${kind.countMax}.`,
      credential: 'token',
      scope: 'ctas:write',
      website: 'chosen',
      input: z.object(websiteParameter),
      body: fieldsBody(newRecord, rules, BODY_BYTES_MAX),
      output,
      example,
      bodyExample: described.bodyExample,
      responses: { 201: { description: `The ${called}.` } },
      errors: { ...errors, 422: [...codes, `too_many_${one}s`] },
      async act(_query, { websiteId, body, actor }, { savedRecords }: SavedRecordServices) {
        return { status: 201, body: shown(await savedRecords.create(kind, websiteId, sent(body), actor)) };
      },
    }),
    defineOperation({
      name: `change_${one}`,
      tag,
      method: 'PATCH',
      path: `${path}/{id}`,
      title: `Change ${aRecord}`,
      description: 'Changes the fields that are sent. The last change wins.',
      credential: 'token',
      scope: 'ctas:write',
      website: 'chosen',
      input: z.object(parameters),
      body: fieldsBody(recordChange, rules, BODY_BYTES_MAX),
      output,
      example: { ...example, ...described.changeExample },
      bodyExample: described.changeExample,
      responses: { 200: { description: `The changed ${called}.` } },
      errors: { ...errors, 422: codes },
      async act({ id: recordId }, { websiteId, body, actor }, { savedRecords }: SavedRecordServices) {
        const change = sent(body) as Partial<Fields>;
        return {
          status: 200,
          body: shown(await savedRecords.change(kind, { websiteId, id: recordId }, change, actor)),
        };
      },
    }),
    defineOperation({
      name: `delete_${one}`,
      tag,
      method: 'DELETE',
      path: `${path}/{id}`,
      title: `Delete ${aRecord}`,
      description: `Deletes ${aRecord} for everybody. No event is deleted.`,
      credential: 'token',
      scope: 'ctas:write',
      website: 'chosen',
      input: z.object(parameters),
      output: z.undefined(),
      responses: { 204: { description: `The ${called} is deleted.` } },
      errors: { 404: [] },
      async act({ id: recordId }, { websiteId, actor }, { savedRecords }: SavedRecordServices) {
        await savedRecords.delete(kind, { websiteId, id: recordId }, actor);
        return { status: 204, body: undefined };
      },
    }),
  ];
}
