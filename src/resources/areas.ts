import { z } from 'zod';
import { websiteParameter } from '../reports/parameters.ts';
import { id, timestamp } from '../reports/shapes.ts';
import { defineRecord } from './define-record.ts';
import { chosenWebsite } from './open-website.ts';

export const area = z.strictObject({
  id,
  name: z.string(),
  website_id: id,
  created_at: timestamp,
  updated_at: timestamp,
});

export const listAreas = defineRecord({
  name: 'list_areas',
  path: '/areas',
  title: 'List areas',
  description: 'The areas of a website, newest first.',
  scope: 'areas:read',
  input: z.object(websiteParameter),
  output: z.array(area),
  run: (input, context) =>
    context.database.query<z.input<typeof area>>(
      `SELECT id, name, website_id, created_at, updated_at FROM areas
       WHERE website_id = $1 ORDER BY created_at DESC, id DESC`,
      [chosenWebsite(input, context)],
    ),
});
