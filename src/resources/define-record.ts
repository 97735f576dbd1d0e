// Records are read like reports, and answered by the same threads and from the same memory: they too change only with
// the catalog and the counts. They are no tools.
import type { z } from 'zod';
import type { Readable } from '../reports/define-report.ts';

export function defineRecord<Input extends z.ZodObject, Output extends z.ZodType>(
  record: Readable<Input, Output>,
): Readable<Input, Output> {
  return record;
}
