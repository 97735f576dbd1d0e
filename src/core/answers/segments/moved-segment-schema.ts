// The schema of a segment that explains a move. Threads that look for one need no schemas, and zod takes long to load.
import { z } from 'zod';
import { DIMENSIONS } from '../../foundation/dimensions/dimension.ts';
import type { MovedSegment } from './moved-segment.ts';

export const movedSegment = z
  .strictObject({
    dimension: z.enum(DIMENSIONS),
    value: z.string(),
    share: z
      .int()
      .describe('The part of the move that it carries, in percent; above 100 if the others moved against it.'),
  })
  .describe('The one segment that explains it, for the parameter filter.') satisfies z.ZodType<MovedSegment>;
