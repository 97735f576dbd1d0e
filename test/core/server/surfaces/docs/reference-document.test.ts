// The document that the reference page shows: everything that a developer can call, with samples that compile.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DescribedOperation } from '../../../../../src/core/server/surfaces/docs/code-samples.ts';
import { referenceDocument } from '../../../../../src/core/server/surfaces/docs/document.ts';
import { API, OPERATIONS } from '../../../../support/operations.ts';
import { TestService } from '../../../../support/test-service.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const BASE_URL = 'https://funnel.example';
const document = referenceDocument({ api: API, baseUrl: BASE_URL });

interface Route {
  readonly route: string;
  readonly operation: DescribedOperation;
}

function routesOf({ paths }: Pick<typeof document, 'paths'>): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );
}

const isOAuth = ({ operation }: Route) => operation.tags.includes('OAuth');

test('is a valid OpenAPI document, with the URL of this installation', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(document.servers).toEqual([{ url: BASE_URL, description: 'This service' }]);
  expect(document.info.description).toContain(`curl ${BASE_URL}/api/v1/reports/websites`);
});

test('has every operation that other clients can call, the collector included, and none of the dashboard', () => {
  const callable = OPERATIONS.filter(
    ({ credential = 'token' }) => !['dashboard', 'one_time_link'].includes(credential),
  );
  const routes = routesOf(document).filter((route) => !isOAuth(route));
  expect(routes.map(({ route }) => route).sort()).toEqual(
    callable.map(({ method, path }) => `${method} ${path}`).sort(),
  );
  expect(routes.map(({ route }) => route)).toEqual(expect.arrayContaining(['POST /collect/events', 'POST /e']));
  expect(Object.keys(document.components.securitySchemes)).not.toContain('dashboard');
});

test('names operations by their paths, not by the names that assistants know', () => {
  const names = OPERATIONS.map(({ name }) => name).filter((name) => name.includes('_'));
  for (const { route, operation } of routesOf(document)) {
    const descriptions = (operation.parameters ?? []).map((one) => (one as { description?: string }).description ?? '');
    const words = [String(operation.description), ...descriptions].join(' ').match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
    expect(
      words.filter((word) => names.includes(word)),
      route,
    ).toEqual([]);
    expect(descriptions.join(' '), route).not.toMatch(/\btools?\b/);
  }
});

describe('the samples', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'funnel-samples-'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('of all operations are well typed', async () => {
    const samples = routesOf(document).filter((route) => !isOAuth(route));
    for (const [index, { operation }] of samples.entries()) {
      const [sample] = operation['x-codeSamples'] as { source: string }[];
      expect(sample!.source).toContain(BASE_URL);
      writeFileSync(join(folder, `sample-${index}.ts`), sample!.source);
    }
    const options = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { lib: ['es2024', 'dom'] },
      include: ['*.ts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
    const errors = await promisify(execFile)(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(errors).toBe('');
    expect(samples.length).toBeGreaterThan(20);
  });
});

describe('the OAuth endpoints', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start('sqlite', { components: ['rest', 'auth'] });
  });
  afterAll(() => service.dispose());

  test('are those that the service names in its metadata', async () => {
    const { body } = await service.request('/.well-known/oauth-authorization-server');
    const {
      registration_endpoint,
      authorization_endpoint,
      token_endpoint,
      revocation_endpoint,
      introspection_endpoint,
    } = body as Record<string, string>;
    const endpoints = [
      `POST ${registration_endpoint}`,
      `GET ${authorization_endpoint}`,
      `POST ${token_endpoint}`,
      `POST ${revocation_endpoint}`,
      `POST ${introspection_endpoint}`,
    ].map((endpoint) => endpoint.replace(service.baseUrl, ''));
    const documented = routesOf(document).filter(isOAuth);
    expect(documented.map(({ route }) => route).sort()).toEqual(
      ['GET /.well-known/oauth-authorization-server', ...endpoints].sort(),
    );
  });

  test('registers the client of the example, and knows its fields', async () => {
    const { requestBody } = document.paths['/oauth/register']!.post!;
    const { example } = requestBody!.content['application/json']!;
    const answer = await fetch(`${service.url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(example),
    });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({ client_id: expect.any(String), ...(example as object) });
  });

  test('are left out where another authorization server is used', () => {
    const other = referenceDocument({ api: API, baseUrl: BASE_URL, issuerUrl: 'https://login.example' });
    expect(routesOf(other).filter(isOAuth)).toEqual([]);
    expect(other.tags.map(({ name }) => name)).not.toContain('OAuth');
    const { authorizationUrl } = other.components.securitySchemes.oauth2.flows.authorizationCode;
    expect(authorizationUrl).toBe('https://login.example/oauth/authorize');
  });
});
