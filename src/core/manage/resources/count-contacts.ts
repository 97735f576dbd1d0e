// How many contacts a website got. The number alone is no personal data, and reports have the submissions that they came from: so it is
// read with the scope of reports.
// Why: docs/decisions/tools.md, "The number of contacts is a report".
import { z } from 'zod';
import { sentence } from '../../../../languages/sentence.ts';
import { exampleReport } from '../../answers/reports/examples.ts';
import { requireCampaign } from '../../answers/reports/not-found.ts';
import type { Note } from '../../answers/reports/note.ts';
import { notesOf } from '../../answers/reports/notes/report-notes.ts';
import { checkWindow, openReport } from '../../answers/reports/open-report.ts';
import { noteParameters, timeframeParameters } from '../../answers/reports/parameters.ts';
import { envelope } from '../../answers/reports/schemas.ts';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { positiveInteger, websiteParameter } from '../../contract/operations/parameters.ts';
import { id } from '../../contract/operations/schemas.ts';
import type { Queries, SqlValue } from '../../foundation/database/database.ts';
import { isoSeconds } from '../../foundation/time/clock.ts';

export const countContacts = defineOperation({
  name: 'count_contacts',
  tag: 'Reports',
  method: 'GET',
  path: '/api/v1/reports/website/contacts',
  isTool: 'extended',
  title: 'Number of contacts',
  description:
    'How many contacts were created in a window and still exist, all or those from forms of one campaign. Nothing about any of them.',
  scope: 'reports',
  website: 'chosen',
  isNeverKept: true,
  input: z.object({
    campaign_id: positiveInteger(
      id.optional().describe('Only contacts from forms of this campaign, from list_campaigns.'),
      'invalid_campaign_id',
    ),
    ...websiteParameter,
    ...timeframeParameters,
    ...noteParameters,
  }),
  output: envelope('contacts', z.strictObject({ contacts: z.int().nonnegative() })),
  example: exampleReport('contacts', { contacts: 42 }),
  check: checkWindow,
  async read(query, context) {
    const { database, websiteId } = context;
    const { campaign_id: campaignId } = query;
    const report = await openReport({ ...query, count_type: 'total', previous_period: false }, context);
    if (campaignId !== undefined) await requireCampaign(database, websiteId, campaignId, 'campaign_id');
    const { zone, window } = report;
    const at = (day: number) => isoSeconds(new Date(zone.startOfDay(day)));
    const params: SqlValue[] = [websiteId, at(window.firstDay), at(window.lastDay + 1)];
    const ofCampaign =
      campaignId === undefined
        ? ''
        : `AND place IN (SELECT place FROM contact_search WHERE website_id = $1 AND campaign_id = $${params.push(campaignId)})`;
    const [row] = await database.query<{ contacts: number }>(
      `SELECT COUNT(*) AS contacts FROM contacts
       WHERE website_id = $1 AND created_at >= $2 AND created_at < $3 ${ofCampaign}`,
      params,
    );
    const notes = await notesOf(report, context, {
      own: async () => ((await hasEverHad(database, websiteId)) ? [] : [NONE_STORED]),
    });
    return { ...notes, report: 'contacts' as const, ...report.head, data: { contacts: row!.contacts } };
  },
});

const NONE_STORED: Note = { code: 'none_stored', sentences: [sentence('noContactsEver')] };

/** Places are never given twice, so the last one tells of contacts that were deleted, too. */
async function hasEverHad(database: Pick<Queries, 'query'>, websiteId: number): Promise<boolean> {
  const sql = 'SELECT 1 FROM contact_lists WHERE website_id = $1 AND last_place > 0';
  return (await database.query(sql, [websiteId])).length > 0;
}
