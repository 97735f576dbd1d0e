// What directories read about the tool server, by their written requirements. The rules below were written from schema 2025-12-11 of the
// MCP registry, the server card of SEP-2127 (2026-07-24), chatgpt-app-submission.v1.json, and Claude's page about submissions.
import { readFileSync } from 'node:fs';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Dispatcher } from '../../../../../src/core/server/api/dispatcher.ts';
import { createHttpServer, type HttpServer } from '../../../../../src/core/server/surfaces/http/server.ts';
import { ICON_SVG } from '../../../../../src/core/server/surfaces/mcp/icon.ts';
import { listingsOf } from '../../../../../src/core/server/surfaces/mcp/listings.ts';
import { addToolServer } from '../../../../../src/core/server/surfaces/mcp/routes.ts';
import { EXTENDED_TOOLS, LISTED as OPERATION_LIST } from '../../../../support/operations.ts';

const SERVER = {
  mcpUrl: 'https://reports.example.com/mcp',
  baseUrl: 'https://reports.example.com',
  mcpTools: 'extended',
  policies: {
    privacyPolicyUrl: 'https://www.example.com/privacy',
    termsUrl: 'https://www.example.com/terms',
    supportUrl: 'https://www.example.com/support',
  },
} as const;
const LISTED = EXTENDED_TOOLS;
const TOOL_NAMES = LISTED.map(({ name }) => name);

const httpsUrl = z.url({ protocol: /^https$/ });
const icon = z.strictObject({
  src: httpsUrl.max(255),
  mimeType: z.enum(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp']),
  sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)),
});
const described = {
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/)
    .max(255),
  websiteUrl: httpsUrl,
  icons: z.array(icon).min(1),
  remotes: z.array(z.strictObject({ type: z.literal('streamable-http'), url: httpsUrl })).length(1),
};
const SERVER_JSON = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  ...described,
});
const SERVER_CARD = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  ...described,
  _meta: z.record(z.string().regex(/^[a-z0-9.-]+\/[a-z]+$/), z.unknown()),
});

const text = z.string().regex(/\S/);
/** Reviewers refuse a tool that leaves one out. */
const hints = z.strictObject({
  readOnlyHint: z.literal(true),
  openWorldHint: z.literal(false),
  destructiveHint: z.literal(false),
});
const toolName = z.enum(TOOL_NAMES);
const testCase = {
  description: text,
  user_prompt: text,
  file_attachment_urls: z.null(),
  expected_output: text,
  expected_output_url: z.null(),
};
const CATEGORIES = [
  ...['BUSINESS', 'COLLABORATION', 'DESIGN', 'DEVELOPER_TOOLS', 'EDUCATION', 'ENTERTAINMENT', 'FINANCE', 'FOOD'],
  ...['LIFESTYLE', 'NEWS', 'PRODUCTIVITY', 'SHOPPING', 'TRAVEL'],
];
const CHATGPT = z.strictObject({
  $schema: z.literal('https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json'),
  schema_version: z.literal(1),
  app_info: z.strictObject({
    display_name: text.max(30),
    subtitle: text.max(30),
    description: text.max(4000),
    category: z.enum(CATEGORIES),
  }),
  tools: z.record(
    toolName,
    z.strictObject({
      annotations: hints,
      justifications: z.strictObject({
        read_only_justification: text,
        open_world_justification: text,
        destructive_justification: text,
      }),
    }),
  ),
  test_cases: z.array(z.strictObject({ ...testCase, tools_triggered: toolName })).length(5),
  negative_test_cases: z.array(z.strictObject({ ...testCase, tools_triggered: z.null() })).length(3),
});

const CLAUDE = z.strictObject({
  name: text.max(30),
  url: httpsUrl,
  transport: z.literal('streamable-http'),
  tagline: text.max(55),
  description: text.refine((value) => value.split(' ').length >= 50 && value.split(' ').length <= 100),
  categories: z.array(text).min(1),
  capabilities: z.literal('read'),
  use_cases: z.array(z.strictObject({ title: text, prompt: text })).min(3),
  authentication: z.strictObject({ type: z.literal('oauth'), registration: z.array(text).min(1) }),
  documentation_url: httpsUrl,
  privacy_policy_url: httpsUrl,
  terms_url: httpsUrl,
  support_url: httpsUrl,
  logo_url: httpsUrl,
  has_user_interface: z.literal(true),
  tools: z
    .array(
      z.strictObject({
        name: z
          .string()
          .max(64)
          .regex(/^[a-z_]+$/),
        title: text,
        annotations: hints,
      }),
    )
    .length(LISTED.length),
});

describe('the files for directories', () => {
  const documents = new Map(listingsOf(SERVER, OPERATION_LIST).map(({ file, document }) => [file, document]));

  test.each([
    ['server.json', SERVER_JSON],
    ['chatgpt-app-submission.json', CHATGPT],
    ['claude-connector.json', CLAUDE],
  ])('%s has what its directory asks for', (file, schema) => {
    expect(schema.safeParse(documents.get(file)).error).toBeUndefined();
  });

  test('name the installation', () => {
    expect(documents.get('server.json')).toMatchObject({
      name: 'com.example.reports/funnel-reports',
      remotes: [{ type: 'streamable-http', url: SERVER.mcpUrl }],
    });
    expect(documents.get('claude-connector.json')).toMatchObject({
      url: SERVER.mcpUrl,
      support_url: SERVER.policies.supportUrl,
    });
  });
});

describe('what anybody can read at the tool server', () => {
  let server: HttpServer;
  beforeAll(() => {
    server = createHttpServer(pino({ level: 'silent' }));
    addToolServer(server, {
      ...SERVER,
      dispatcher: { operations: OPERATION_LIST } as Dispatcher,
      issuerUrl: SERVER.baseUrl,
    });
  });
  afterAll(() => server.close());

  const read = (url: string, headers = {}) =>
    server.inject({ url, headers: { origin: 'https://page.example', ...headers } });

  test('its card, for pages of any origin, and again only if it has changed', async () => {
    const card = await read('/mcp/server-card');
    expect(SERVER_CARD.safeParse(card.json()).error).toBeUndefined();
    expect(card.json()._meta).toEqual({ 'com.example.reports/policies': SERVER.policies });
    expect(card.headers).toMatchObject({
      'content-type': 'application/mcp-server-card+json',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': 'https://page.example',
      'access-control-expose-headers': 'Retry-After, ETag',
    });
    expect((await read('/mcp/server-card', { 'if-none-match': card.headers.etag })).statusCode).toBe(304);
  });

  test('the catalog that leads to it', async () => {
    const catalog = await read('/.well-known/ai-catalog.json');
    expect(catalog.headers['content-type']).toBe('application/ai-catalog+json');
    expect(catalog.json()).toEqual({
      specVersion: '1.0',
      entries: [
        {
          identifier: 'urn:air:reports.example.com:mcp:funnel-reports',
          type: 'application/mcp-server-card+json',
          url: 'https://reports.example.com/mcp/server-card',
        },
      ],
    });
  });

  test('the icon of the dashboard', async () => {
    const file = new URL('../../../../../dashboard/src/icon.svg', import.meta.url);
    expect(ICON_SVG).toBe(readFileSync(file, 'utf8'));
    const icon = await read('/mcp/icon.svg');
    expect([icon.headers['content-type'], icon.body]).toEqual(['image/svg+xml', ICON_SVG]);
  });

  test('the pages of the operator', async () => {
    expect((await read('/.well-known/oauth-protected-resource')).json()).toMatchObject({
      resource_policy_uri: SERVER.policies.privacyPolicyUrl,
      resource_tos_uri: SERVER.policies.termsUrl,
    });
  });
});
