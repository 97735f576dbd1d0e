// The operations that change several records of the catalog together: their order, their shares of the traffic, and which are new.
// Why: docs/decisions/catalog.md, "An order and a division of traffic name all records".
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import { idParameter, websiteParameter } from '../../contract/operations/parameters.ts';
import { orderedElements, orderedSteps, sharedTraffic } from './catalog.ts';
import { BODY_ERRORS, bodyOf, ifMatchParameter, newOrder, newShares } from './catalog-body.ts';
import type { CatalogServices } from './catalog-editor.ts';
import { exampleListEtag, exampleRecords } from './catalog-examples.ts';

const LIST_ETAG = { ETag: 'The version of the list.' };
const IF_MATCH =
  'With If-Match it changes nothing if somebody else has changed the list since it was read; without it, the last change wins.';
const LIST_ERRORS = { ...BODY_ERRORS, 404: [], 412: ['changed_meanwhile'] };

export const orderSteps = defineOperation({
  name: 'order_steps',
  tag: 'Catalog',
  method: 'PATCH',
  path: '/api/v1/catalog/variants/{id}/steps',
  title: 'Order the steps of a variant',
  description:
    'Numbers the steps of a variant from 1 on, in the order that is sent. Views of the first step count for the variant and the ' +
    `campaign, so put the step first that visitors see first. Views that were counted stay where they are. ${IF_MATCH}`,
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  headers: ['If-Match'],
  input: z.object({ ...idParameter('variant', 'get_catalog'), ...websiteParameter, ...ifMatchParameter }),
  body: bodyOf(newOrder),
  output: orderedSteps,
  example: {
    etag: exampleListEtag,
    steps: [exampleRecords.step, { ...exampleRecords.step, id: 1001, key: 'thanks', name: 'Thank you', position: 2 }],
  },
  bodyExample: { order: [1000, 1001] },
  responses: { 200: { description: 'The steps in their new order.', headers: LIST_ETAG } },
  errors: { ...LIST_ERRORS, 422: [...BODY_ERRORS[422], 'incomplete_list'] },
  async act({ id: parentId, 'If-Match': ifMatch }, { websiteId, body, actor }, { catalog }: CatalogServices) {
    const { etag, records } = await catalog.order({ websiteId, table: 'steps', parentId }, body.order, ifMatch, actor);
    return { status: 200, body: { etag, steps: records }, headers: { etag: `"${etag}"` } };
  },
});

export const orderElements = defineOperation({
  name: 'order_elements',
  tag: 'Catalog',
  method: 'PATCH',
  path: '/api/v1/catalog/steps/{id}/elements',
  title: 'Order the elements of a step',
  description: `Numbers the elements of a step from 1 on, in the order that is sent. ${IF_MATCH}`,
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  headers: ['If-Match'],
  input: z.object({ ...idParameter('step', 'get_catalog'), ...websiteParameter, ...ifMatchParameter }),
  body: bodyOf(newOrder),
  output: orderedElements,
  example: { etag: exampleListEtag, elements: [exampleRecords.element] },
  bodyExample: { order: [10000] },
  responses: { 200: { description: 'The elements in their new order.', headers: LIST_ETAG } },
  errors: { ...LIST_ERRORS, 422: [...BODY_ERRORS[422], 'incomplete_list'] },
  async act({ id: parentId, 'If-Match': ifMatch }, { websiteId, body, actor }, { catalog }: CatalogServices) {
    const { etag, records } = await catalog.order(
      { websiteId, table: 'elements', parentId },
      body.order,
      ifMatch,
      actor,
    );
    return { status: 200, body: { etag, elements: records }, headers: { etag: `"${etag}"` } };
  },
});

export const shareTraffic = defineOperation({
  name: 'share_traffic',
  tag: 'Catalog',
  method: 'PATCH',
  path: '/api/v1/catalog/campaigns/{id}/variants',
  title: 'Divide the traffic among the variants of a campaign',
  description:
    'Sets the shares of all variants that are not archived, together: they add up to 100. Archived variants get 0. Marks the variants ' +
    `as seen. ${IF_MATCH}`,
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  headers: ['If-Match'],
  input: z.object({ ...idParameter('campaign', 'get_catalog'), ...websiteParameter, ...ifMatchParameter }),
  body: bodyOf(newShares),
  output: sharedTraffic,
  example: {
    etag: exampleListEtag,
    variants: [
      { ...exampleRecords.variant, traffic_percentage: 60 },
      { ...exampleRecords.variant, id: 101, key: 'b', variation: 'B', traffic_percentage: 40 },
    ],
  },
  bodyExample: {
    shares: [
      { id: 100, traffic_percentage: 60 },
      { id: 101, traffic_percentage: 40 },
    ],
  },
  responses: { 200: { description: 'The variants with their new shares.', headers: LIST_ETAG } },
  errors: { ...LIST_ERRORS, 422: [...BODY_ERRORS[422], 'incomplete_list', 'invalid_sum'] },
  async act({ id: campaignId, 'If-Match': ifMatch }, { websiteId, body, actor }, { catalog }: CatalogServices) {
    const { etag, variants } = await catalog.share({ websiteId, campaignId }, body.shares, ifMatch, actor);
    return { status: 200, body: { etag, variants }, headers: { etag: `"${etag}"` } };
  },
});

export const markCampaignSeen = defineOperation({
  name: 'mark_campaign_seen',
  tag: 'Catalog',
  method: 'POST',
  path: '/api/v1/catalog/campaigns/{id}/seen',
  title: 'Mark a campaign as seen',
  description: 'Marks a campaign and everything below it as seen: nothing of it is new any more.',
  credential: 'token',
  scope: 'ctas:write',
  website: 'chosen',
  input: z.object({ ...idParameter('campaign', 'get_catalog'), ...websiteParameter }),
  output: z.strictObject({ marked: z.int().nonnegative().describe('How many records were new.') }),
  example: { marked: 4 },
  responses: { 200: { description: 'How many records were new.' } },
  errors: { 404: [] },
  async act({ id: campaignId }, { websiteId }, { catalog }: CatalogServices) {
    return { status: 200, body: { marked: await catalog.markSeen({ websiteId, campaignId }) } };
  },
});
