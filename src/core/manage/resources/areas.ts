import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { exampleTimestamps } from '../../contract/operations/examples.ts';
import { websiteParameter } from '../../contract/operations/parameters.ts';
import { id, timestamp } from '../../contract/operations/schemas.ts';

export const area = z.strictObject({
  id,
  name: z.string(),
  website_id: id,
  created_at: timestamp,
  updated_at: timestamp,
});

export const listAreas = defineOperation({
  name: 'list_areas',
  tag: 'Records',
  method: 'GET',
  path: '/api/v1/areas',
  title: 'List areas',
  description: 'The areas of a website that are not archived, newest first.',
  scope: 'areas:read',
  website: 'chosen',
  input: z.object(websiteParameter),
  csv: { areas: '' },
  output: z.array(area),
  example: [{ id: 5, name: 'Sidebar', website_id: 1, ...exampleTimestamps }],
  read: (_query, { database, websiteId }) =>
    database.query<z.input<typeof area>>(
      `SELECT id, name, website_id, created_at, updated_at FROM areas
       WHERE website_id = $1 AND is_archived = 0 ORDER BY created_at DESC, id DESC`,
      [websiteId],
    ),
});
