// A report is one object: its names, what it takes, what it gives, and how. REST routes, tools, the OpenAPI file and
// the documentation all derive from it.
import type { z } from 'zod';
import type { Principal, Scope } from '../access/principal.ts';
import type { Database } from '../database/database.ts';

export interface ReportContext {
  readonly database: Pick<Database, 'query'>;
  readonly principal: Pick<Principal, 'websiteIds'>;
  /** The UTC day on which the report is asked for. */
  readonly today: number;
}

/** What can be read by one question: the reports, and the records beside them. */
export interface Readable<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** Unique; a report repeats it as `report` in its answer. */
  readonly name: string;
  /** Under the API's prefix, with `{id}` where an id stands. */
  readonly path: string;
  readonly title: string;
  /** For people and assistants alike: what it answers, and what to ask next. */
  readonly description: string;
  readonly scope: Scope;
  readonly input: Input;
  readonly output: Output;
  /** Nobody may keep the answer, not even the browser that asked for it. */
  readonly holdsSecret?: true;
  run(input: z.output<Input>, context: ReportContext): Promise<z.input<Output>>;
}

export interface Report<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject>
  extends Readable<Input, Output> {
  readonly tool: string;
}

/** Ties the types of input, output and handler together. */
export function defineReport<Input extends z.ZodObject, Output extends z.ZodObject>(
  report: Report<Input, Output>,
): Report<Input, Output> {
  return report;
}
