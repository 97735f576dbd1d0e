// Sharing a page of the dashboard by link.
import { z } from 'zod';
import { checkWindow } from '../../core/answers/reports/open-report.ts';
import { filterParameter, timeframeParameters } from '../../core/answers/reports/parameters.ts';
import { defineOperation } from '../../core/contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldCodes,
  invalidField,
  JSON_BODY_ERRORS,
  readFields,
} from '../../core/contract/operations/json-body.ts';
import { parameterOrNotFound, parseInput, websiteParameter } from '../../core/contract/operations/parameters.ts';
import { id, timestamp } from '../../core/contract/operations/schemas.ts';
import { Problem } from '../../core/foundation/problem/problem.ts';
import { isOneLine, ONE_LINE_RULE } from '../../core/foundation/text/one-line.ts';
import { isoSeconds } from '../../core/foundation/time/clock.ts';
import { normalizeOrigin, ORIGIN_RULE, ORIGINS_MAX } from '../../core/intake/collector/origins.ts';
import { invalidPath, noSuchShareLink, type RequestedShareLink, type ShareLinks } from './share-links.ts';
import { type SharedPage, sharedPageOf } from './shared-page.ts';
import { SHARE_LINKS_PER_WEBSITE_MAX } from './stored-share-links.ts';

const PATH = '/api/v1/share-links';
const BODY_BYTES_MAX = 32 * 1024;
const NAME_LENGTH_MAX = 80;
const PATH_LENGTH_MAX = 2_000;
const PASSWORD_LENGTH_MIN = 8;
/** Bounds the work of hashing. */
const PASSWORD_LENGTH_MAX = 200;
/** Policies of pages know no other characters in the name of a host. */
const FRAME_ANCESTOR = /^https?:\/\/(\*\.)?[a-z0-9_.-]+(:\d+)?$/;

export interface ShareLinkServices {
  readonly shareLinks: ShareLinks;
}

const listed = {
  id,
  name: z.string().describe('What it is for.'),
  path: z.string().describe('The page in the dashboard, with the view that the link begins with or is locked to.'),
  locked: z.boolean().describe('Whether readers see only the period and the filters of the path.'),
  has_password: z.boolean(),
  origins: z.array(z.string()).describe('Where the page may be embedded. Empty: nowhere.'),
  expires_at: timestamp.nullable().describe('null: it is valid until it is revoked.'),
  last_used_at: timestamp.nullable().describe('To the minute. null: never.'),
  created_by: z.string().nullable().describe('The email address of the user. null: a token that belongs to no user.'),
};
export const shareLink = z.strictObject(listed);
export const createdShareLink = z.strictObject({
  ...listed,
  url: z.string().describe('The link. It cannot be shown again.'),
});

const example = {
  id: 5,
  name: 'For Acme’s agency',
  path: '/websites/1?timeframe=last_month',
  locked: true,
  has_password: false,
  origins: ['https://www.acme.example'],
  expires_at: '2099-01-31T23:00:00Z',
  last_used_at: '2026-11-16T09:30:00Z',
  created_by: 'ada@example.com',
};

export const listShareLinks = defineOperation({
  name: 'list_share_links',
  tag: 'Sharing',
  method: 'GET',
  path: PATH,
  title: 'List share links',
  description: 'The links of a website that were not revoked, newest first, without their secrets.',
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  input: z.object(websiteParameter),
  csv: { share_links: 'share_links' },
  output: z.strictObject({ share_links: z.array(shareLink).max(SHARE_LINKS_PER_WEBSITE_MAX) }),
  example: { share_links: [example] },
  responses: { 200: { description: 'The links.' } },
  async act(_query, { websiteId }, { shareLinks }: ShareLinkServices) {
    return { status: 200, body: { share_links: await shareLinks.list(websiteId) } };
  },
});

export const newShareLink = z.strictObject({
  name: z.string().trim().min(1).max(NAME_LENGTH_MAX).refine(isOneLine),
  path: z
    .string()
    .max(PATH_LENGTH_MAX)
    .describe(
      'The page: /websites/1, or below it /campaigns/2, /funnels/3, /experiments or /attribution; with its query.',
    ),
  locked: z.boolean().default(false).describe('Readers see only the period and the filters of the path.'),
  password: z
    .string()
    .min(PASSWORD_LENGTH_MIN)
    .max(PASSWORD_LENGTH_MAX)
    .optional()
    .describe('Readers have to enter it. Default: none.'),
  origins: z
    .array(z.string())
    .max(ORIGINS_MAX)
    .default([])
    .describe('Pages that may embed it, such as https://www.example.com or https://*.example.com. Default: none.'),
  expires_at: z.iso.datetime({ offset: true }).optional().describe('Default: it is valid until it is revoked.'),
});

const RULES: FieldRules = {
  name: `must be a string of 1 to ${NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`,
  path:
    'must be the path of a website, campaign, saved funnel, experiments or attribution page in the dashboard, such as ' +
    `/websites/1?timeframe=last_7_days, of at most ${PATH_LENGTH_MAX} characters`,
  locked: 'must be true or false',
  password: `must be a string of ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`,
  origins: `must be a list of at most ${ORIGINS_MAX} origins`,
  expires_at: 'must be a time such as 2099-01-31T23:00:00Z, and not have passed',
};

export const createShareLink = defineOperation({
  name: 'create_share_link',
  tag: 'Sharing',
  method: 'POST',
  path: PATH,
  title: 'Share a page by link',
  description:
    'Whoever has the link reads this page without a login, and nothing else. Only this response contains the link. It ends when it is ' +
    'revoked, when it expires, or when the user who created it may no longer change the website. ' +
    `A website may have ${SHARE_LINKS_PER_WEBSITE_MAX}.`,
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  input: z.object(websiteParameter),
  body: { kind: 'json', bytesMax: BODY_BYTES_MAX, schema: newShareLink, read: readNewShareLink },
  output: createdShareLink,
  example: { ...example, last_used_at: null, url: 'https://funnel.example.com/s/fsl_…' },
  bodyExample: {
    name: 'For Acme’s agency',
    path: '/websites/1?timeframe=last_month',
    locked: true,
    origins: ['https://www.acme.example'],
    expires_at: '2099-01-31T23:00:00Z',
  },
  responses: { 201: { description: 'The link.' } },
  errors: { ...JSON_BODY_ERRORS, 404: [], 422: [...fieldCodes(RULES), 'invalid_field', 'too_many_share_links'] },
  async act(_query, { websiteId, body, actor }, { shareLinks }: ShareLinkServices) {
    return { status: 201, body: await shareLinks.create(websiteId, body, actor) };
  },
});

export const revokeShareLink = defineOperation({
  name: 'revoke_share_link',
  tag: 'Sharing',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  title: 'Revoke a share link',
  description: 'Whoever has the link reads nothing from the next request on.',
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  input: z.object({
    id: parameterOrNotFound(id.describe('The id of the link, from list_share_links.'), noSuchShareLink),
    ...websiteParameter,
  }),
  output: z.undefined(),
  responses: { 204: { description: 'The link has ended.' } },
  errors: { 404: [] },
  async act({ id: linkId }, { websiteId, actor }, { shareLinks }: ShareLinkServices) {
    await shareLinks.revoke({ websiteId, id: linkId }, actor);
    return { status: 204, body: undefined };
  },
});

function readNewShareLink(body: unknown): RequestedShareLink {
  const { origins, expires_at: expires, password, ...link } = readFields(newShareLink, body, RULES);
  const page = sharedPageOf(link.path);
  if (!page) throw invalidField('path', RULES.path!);
  checkView(page, link);
  return {
    ...link,
    password,
    origins: [...new Set(origins.map(frameAncestor))],
    expiresAt: expires === undefined ? undefined : isoSeconds(new Date(expires)),
  };
}

function frameAncestor(text: string): string {
  const origin = normalizeOrigin(text);
  if (origin === undefined || !FRAME_ANCESTOR.test(origin))
    throw invalidField('origins', `${ORIGIN_RULE}: each of them`);
  return origin;
}

const NAMES = { experiments: 'experiments', funnel: 'a saved funnel', attribution: 'attribution' } as const;
const VIEW = z.object({ ...timeframeParameters, ...filterParameter });

/** Throws a problem of status 422. */
function checkView({ name, view }: SharedPage, { path, locked }: Pick<RequestedShareLink, 'path' | 'locked'>): void {
  const { timeframe, range_start, range_end, filter } = view;
  try {
    checkWindow(parseInput(VIEW, { timeframe, range_start, range_end, ...(filter.length > 0 && { filter }) }), 0);
  } catch (error) {
    if (error instanceof Problem)
      throw invalidPath(`has a view that no report can show. ${error.message.replace(/\.$/, '')}`);
    throw error;
  }
  if (!locked) return;
  if (timeframe === 'insights_week') throw invalidPath('can be locked to last_week, but not to insights_week');
  // These reports count all visitors.
  const countsAll = name === 'experiments' || name === 'funnel' || name === 'attribution';
  if (countsAll && /[?&]filter=/.test(path)) throw invalidPath(`of ${NAMES[name]} cannot be locked to a filter`);
}
