// Schemas of common fields.
import { z } from 'zod';

export const id = z.int().positive();
export const timestamp = z.string().meta({ format: 'date-time' }).describe('ISO 8601, UTC.');
export const date = z.string().meta({ format: 'date' }).describe('YYYY-MM-DD.');
