// The OpenAPI file: valid by an independent validator, the same as the committed one, and true to the definitions.
import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generatedFiles } from '../../packages/api-client/generate.ts';
import { createFunnelClient } from '../../packages/api-client/src/client.ts';
import { SCOPES } from '../../src/core/contract/access/principal.ts';
import { CommitUnknownError, DatabaseUnavailableError } from '../../src/core/foundation/database/database.ts';
import { openApiDocument } from '../../src/core/server/surfaces/openapi/document.ts';
import { errorsOf } from '../../src/core/server/surfaces/openapi/error-codes.ts';
import { API, OPERATIONS } from '../support/operations.ts';
import { TestService } from '../support/test-service.ts';

const document = openApiDocument(API);

describe('the OpenAPI file', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('and the generated files are as committed: otherwise run npm run generate', async () => {
    for (const [path, text] of Object.entries(await generatedFiles())) {
      const committed = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
      expect(committed === text, `${path} is stale`).toBe(true);
    }
  });

  it('has names that generators of clients can make types of, and declares every tag', () => {
    const { components, tags, paths } = document;
    const named = [...Object.keys(components.schemas), ...Object.keys(components.responses)];
    expect(named.filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    const used = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap((each) => each.tags as string[]),
    );
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(used));
  });

  it('says "an" before a vowel', () => {
    const texts = OPERATIONS.flatMap(({ title, description }) => [title, description ?? '']);
    expect(texts.filter((text) => /\ba (?!one|eu)[aeio]/i.test(text))).toEqual([]);
  });

  it('has every operation', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual([
      'DELETE /api/v1/annotations/{id}',
      'DELETE /api/v1/contacts',
      'DELETE /api/v1/contacts/unconfirmed/{id}',
      'DELETE /api/v1/contacts/{id}',
      'DELETE /api/v1/funnels/{id}',
      'DELETE /api/v1/goals/{id}',
      'DELETE /api/v1/history-imports/{id}',
      'DELETE /api/v1/share-links/{id}',
      'DELETE /api/v1/views/{id}',
      'DELETE /dashboard/ingest-keys/{id}',
      'DELETE /dashboard/invitations/{id}',
      'DELETE /dashboard/membership',
      'DELETE /dashboard/notifications/{id}',
      'DELETE /dashboard/people/{id}',
      'DELETE /dashboard/profile/applications/{id}',
      'DELETE /dashboard/profile/sessions/{id}',
      'DELETE /dashboard/recipients/{id}',
      'DELETE /dashboard/webhooks/{id}',
      'DELETE /oauth/tokens/{id}',
      'GET /api/v1/annotations',
      'GET /api/v1/areas',
      'GET /api/v1/catalog',
      'GET /api/v1/contacts',
      'GET /api/v1/contacts/export',
      'GET /api/v1/contacts/search',
      'GET /api/v1/contacts/unconfirmed',
      'GET /api/v1/contacts/{id}/data',
      'GET /api/v1/contacts/{id}/story',
      'GET /api/v1/costs',
      'GET /api/v1/cta',
      'GET /api/v1/funnels',
      'GET /api/v1/goals',
      'GET /api/v1/history-imports',
      'GET /api/v1/history-imports/{id}',
      'GET /api/v1/kept-data',
      'GET /api/v1/reports/account/overview',
      'GET /api/v1/reports/account/performance',
      'GET /api/v1/reports/account/trends',
      'GET /api/v1/reports/account/websites',
      'GET /api/v1/reports/attribution',
      'GET /api/v1/reports/campaigns',
      'GET /api/v1/reports/campaigns/{id}',
      'GET /api/v1/reports/campaigns/{id}/experiment',
      'GET /api/v1/reports/campaigns/{id}/orders',
      'GET /api/v1/reports/campaigns/{id}/products',
      'GET /api/v1/reports/elements/{id}',
      'GET /api/v1/reports/experiments',
      'GET /api/v1/reports/funnel',
      'GET /api/v1/reports/paths',
      'GET /api/v1/reports/retention',
      'GET /api/v1/reports/search',
      'GET /api/v1/reports/steps/{id}',
      'GET /api/v1/reports/variants/{id}',
      'GET /api/v1/reports/website',
      'GET /api/v1/reports/website/alerts',
      'GET /api/v1/reports/website/best-times',
      'GET /api/v1/reports/website/campaign-reach',
      'GET /api/v1/reports/website/change',
      'GET /api/v1/reports/website/contacts',
      'GET /api/v1/reports/website/context',
      'GET /api/v1/reports/website/goals',
      'GET /api/v1/reports/website/history',
      'GET /api/v1/reports/website/insights',
      'GET /api/v1/reports/website/insights/weeks',
      'GET /api/v1/reports/website/products',
      'GET /api/v1/reports/website/rhythm',
      'GET /api/v1/reports/website/values',
      'GET /api/v1/reports/websites',
      'GET /api/v1/reports/websites/first-days',
      'GET /api/v1/scheduled-export',
      'GET /api/v1/share-links',
      'GET /api/v1/views',
      'GET /api/v1/websites',
      'GET /dashboard/arrival-counts',
      'GET /dashboard/arrivals',
      'GET /dashboard/audit-log',
      'GET /dashboard/branding',
      'GET /dashboard/ingest-keys',
      'GET /dashboard/invitations',
      'GET /dashboard/notifications',
      'GET /dashboard/notifications/{id}/deliveries',
      'GET /dashboard/people',
      'GET /dashboard/profile',
      'GET /dashboard/profile/applications',
      'GET /dashboard/profile/sessions',
      'GET /dashboard/profile/websites',
      'GET /dashboard/recipients',
      'GET /dashboard/reporting-currency',
      'GET /dashboard/webhooks',
      'GET /dashboard/website-settings',
      'GET /oauth/tokens',
      'PATCH /api/v1/annotations/{id}',
      'PATCH /api/v1/catalog/areas/{id}',
      'PATCH /api/v1/catalog/campaigns/{id}',
      'PATCH /api/v1/catalog/campaigns/{id}/variants',
      'PATCH /api/v1/catalog/elements/{id}',
      'PATCH /api/v1/catalog/steps/{id}',
      'PATCH /api/v1/catalog/steps/{id}/elements',
      'PATCH /api/v1/catalog/variants/{id}',
      'PATCH /api/v1/catalog/variants/{id}/steps',
      'PATCH /api/v1/catalog/website',
      'PATCH /api/v1/contacts/{id}',
      'PATCH /api/v1/funnels/{id}',
      'PATCH /api/v1/goals/{id}',
      'PATCH /api/v1/views/{id}',
      'PATCH /dashboard/branding',
      'PATCH /dashboard/notifications/{id}',
      'PATCH /dashboard/people/{id}',
      'PATCH /dashboard/profile',
      'PATCH /dashboard/profile/websites',
      'PATCH /dashboard/reporting-currency',
      'POST /api/v1/annotations',
      'POST /api/v1/catalog/areas',
      'POST /api/v1/catalog/campaigns',
      'POST /api/v1/catalog/campaigns/{id}/seen',
      'POST /api/v1/catalog/campaigns/{id}/variants',
      'POST /api/v1/catalog/steps/{id}/elements',
      'POST /api/v1/catalog/variants/{id}/steps',
      'POST /api/v1/contacts',
      'POST /api/v1/contacts/unconfirmed/{id}/accept',
      'POST /api/v1/contacts/{id}/forget',
      'POST /api/v1/erasures',
      'POST /api/v1/erasures/preview',
      'POST /api/v1/funnels',
      'POST /api/v1/goals',
      'POST /api/v1/history-imports',
      'POST /api/v1/share-links',
      'POST /api/v1/views',
      'POST /collect/events',
      'POST /dashboard/ingest-keys',
      'POST /dashboard/invitation',
      'POST /dashboard/invitation/accept',
      'POST /dashboard/invitations',
      'POST /dashboard/membership',
      'POST /dashboard/notifications',
      'POST /dashboard/notifications/{id}/resume',
      'POST /dashboard/notifications/{id}/secret',
      'POST /dashboard/notifications/{id}/test',
      'POST /dashboard/password-reset',
      'POST /dashboard/password-reset/use',
      'POST /dashboard/people/{id}/reset-link',
      'POST /dashboard/profile/password',
      'POST /dashboard/recipients/{id}/ask',
      'POST /dashboard/setup',
      'POST /dashboard/setup/check',
      'POST /dashboard/webhooks',
      'POST /dashboard/website-settings',
      'POST /dashboard/websites',
      'POST /e',
      'POST /e/contact',
      'POST /oauth/tokens',
      'PUT /api/v1/costs',
    ]);
  });

  it('describes every code', () => {
    const codes = OPERATIONS.flatMap((operation) => Object.values(errorsOf(operation)).flat());
    for (const code of codes) expect(API.codes).toHaveProperty(code);
  });

  it('shows as an error of an operation the rule of its own parameter, where others have one of the same code', () => {
    const detailOf = (path: string, code: string) => {
      const { 422: invalid } = Object(document.paths)[path].get.responses;
      return invalid.content['application/problem+json'].examples[code].value.detail;
    };
    expect(detailOf('/api/v1/contacts', 'invalid_page')).toBe('page must be a positive integer.');
    expect(detailOf('/api/v1/reports/retention', 'invalid_by')).toBe('by must be one of week, month.');
  });

  it('describes for every operation that the service may be unavailable', () => {
    const errors = [new DatabaseUnavailableError('away'), new CommitUnknownError('away')];
    for (const operation of OPERATIONS) {
      for (const { status, options } of errors) expect(errorsOf(operation)[status]).toContain(options.code);
    }
    for (const { options, message } of errors) expect(API.codes[options.code!]).toBe(message);
  });

  it('has examples that follow its schemas', () => {
    // Each validator is used a few times: to optimize it would take longer than it saves.
    const ajv = new Ajv2020.default({ strict: false, allErrors: true, code: { optimize: false } });
    addFormats.default(ajv);
    ajv.addSchema(document, 'openapi');
    let exampleCount = 0;
    /** Many operations have the same parameters and errors, and compiling takes long. */
    const validators = new Map<string, ValidateFunction>();
    const check = (pointer: string, schema: unknown, example: unknown) => {
      const key = JSON.stringify(schema);
      const validate = validators.get(key) ?? ajv.compile({ $ref: `openapi#${pointer}/schema` });
      validators.set(key, validate);
      expect(validate(example) ? [] : validate.errors, pointer).toEqual([]);
      exampleCount++;
    };
    const visit = (value: unknown, pointer: string) => {
      if (typeof value !== 'object' || value === null) return;
      const { schema, example, examples } = value as Record<string, unknown>;
      if (schema && example !== undefined) check(pointer, schema, example);
      if (schema && examples) {
        for (const one of Object.values(examples as Record<string, { value: unknown }>))
          check(pointer, schema, one.value);
      }
      for (const [key, inner] of Object.entries(value)) {
        if (!key.startsWith('example'))
          visit(
            inner,
            `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
          );
      }
    };
    visit(document, '');
    expect(exampleCount).toBeGreaterThan(100);
  });

  it('has an example of every successful response', () => {
    for (const methods of Object.values(document.paths)) {
      for (const operation of Object.values(methods)) {
        const responses = operation.responses as Record<string, { content?: Record<string, { example?: unknown }> }>;
        const good = Object.entries(responses).filter(([status]) => status.startsWith('2') && status !== '204');
        for (const [, { content }] of good) expect(content!['application/json']!.example).toBeDefined();
      }
    }
  });
});

describe('the service', () => {
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    service = await TestService.start('sqlite');
    token = await service.token([1], { scopes: [...SCOPES] });
  });
  afterAll(() => service.dispose());

  it('serves the OpenAPI file to everybody', async () => {
    const { status, body } = await service.request('/api/v1/openapi.json');
    expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(document))]);
  });

  it('works with the typed client', async () => {
    const client = createFunnelClient({ baseUrl: service.url, token });
    const created = await client.POST('/api/v1/contacts', { body: { email: 'typed@example.com', shoe: 42 } });
    expect(created.data?.extra).toEqual({ shoe: 42 });
    const report = await client.GET('/api/v1/reports/campaigns/{id}', {
      params: { path: { id: 10 }, query: { timeframe: 'last_7_days', group_by: 'day' } },
    });
    expect(report.data?.data.timeseries?.points).toHaveLength(7);
    const refused = await client.DELETE('/api/v1/contacts', { params: { query: { email: 'nobody@example.com' } } });
    expect(refused.error?.status).toBe(404);
  });
});
