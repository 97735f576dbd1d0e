import { z } from 'zod';
import { defineOperation } from '../../../contract/operations/define-operation.ts';
import { id, timestamp } from '../../../contract/operations/schemas.ts';
import { readZones } from '../../../engine/catalog/website-zones.ts';
import { placeholders } from '../../../foundation/database/database.ts';
import { UTC } from '../../../foundation/time/zone.ts';

export const websitesReport = defineOperation({
  name: 'list_websites',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/websites',
  isTool: true,
  title: 'Websites',
  description:
    'Lists the websites of the token, with their account. Start here: the ids are the website_id of every other report.',
  scope: 'reports',
  website: 'all',
  readsOnlyWebsiteList: true,
  input: z.object({}),
  csv: { websites: 'websites' },
  output: z.strictObject({
    websites: z.array(
      z.strictObject({
        id,
        account_id: id,
        name: z.string(),
        account_name: z.string(),
        created_at: timestamp,
        timezone: z.string().optional().describe('Of its days. Left out: UTC.'),
      }),
    ),
  }),
  example: {
    websites: [
      { id: 1, account_id: 1, name: 'acme.example', account_name: 'Acme', created_at: '2024-01-01T00:00:00Z' },
    ],
  },
  async read(_query, { database, websiteIds, isForLink = false }) {
    const rows = database.query<WebsiteRow>(
      `SELECT websites.id, account_id, websites.name, accounts.name AS account_name, websites.created_at
       FROM websites JOIN accounts ON accounts.id = account_id
       WHERE websites.id IN (${placeholders(websiteIds.length)}) ORDER BY websites.id`,
      websiteIds,
    );
    const [websites, zoneOf] = await Promise.all([rows, readZones(database, websiteIds)]);
    return {
      websites: websites.map((website) => {
        const { zone } = zoneOf(website.id);
        // A link names a website, and not whose it is.
        const account_name = isForLink ? '' : website.account_name;
        return { ...website, account_name, ...(zone !== UTC && { timezone: zone.name }) };
      }),
    };
  },
});

interface WebsiteRow {
  id: number;
  account_id: number;
  name: string;
  account_name: string;
  created_at: string;
}
