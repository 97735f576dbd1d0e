// Schemas of common fields.
import { z } from 'zod';

export const id = z.int().positive();
export const timestamp = z.string().meta({ format: 'date-time' }).describe('ISO 8601, UTC.');
export const date = z.string().meta({ format: 'date' }).describe('YYYY-MM-DD.');

/** The description of an object with rates. The short schemas of the tools keep it, and drop the description of each number. */
export const RATES_ARE_PERCENT = 'Rates are percent.';
