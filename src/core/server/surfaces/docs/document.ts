// The OpenAPI document of the reference page: the public one for this installation, with its URL, an introduction, samples in
// TypeScript and the OAuth endpoints. It leaves out what only the dashboard may call.

import type { Credential } from '../../../contract/operations/define-operation.ts';
import type { DescribedApi } from '../openapi/describe-operation.ts';
import { openApiDocument } from '../openapi/document.ts';
import { type DescribedOperation, exampleOf, typescriptSample } from './code-samples.ts';
import { introduction } from './introduction.ts';
import { OAUTH_PATHS, OAUTH_TAG } from './oauth-paths.ts';

export interface ReferenceOptions {
  readonly api: DescribedApi;
  readonly baseUrl: string;
  /** An external authorization server has a reference of its own. */
  readonly issuerUrl?: string;
}

type Paths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;

/** Credentials that other clients cannot have. */
const INTERNAL_CREDENTIALS: readonly string[] = ['dashboard', 'one_time_link'] satisfies Credential[];

export type ReferenceDocument = ReturnType<typeof referenceDocument>;

export function referenceDocument({ api, baseUrl, issuerUrl }: ReferenceOptions) {
  const document = openApiDocument(api);
  const internal = api.operations.filter(({ credential = 'token' }) => INTERNAL_CREDENTIALS.includes(credential));
  const internalNames: ReadonlySet<unknown> = new Set(internal.map(({ name }) => name));
  const issuer = issuerUrl ?? baseUrl;
  const oauthPaths = issuerUrl === undefined ? OAUTH_PATHS : {};
  const operations = mapOperations(document.paths as unknown as Paths, (operation, method, path) =>
    internalNames.has(operation.operationId)
      ? undefined
      : {
          ...withExampleIds(operation),
          'x-codeSamples': [typescriptSample(operation, { method, path, baseUrl })],
        },
  );
  const paths: Paths = { ...operations, ...oauthPaths };
  const usedTags = new Set(
    [paths, document.webhooks as unknown as Paths].flatMap((all) =>
      Object.values(all).flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)),
    ),
  );
  return {
    ...document,
    info: { ...document.info, description: introduction({ baseUrl, issuer }) },
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: [...document.tags, OAUTH_TAG].filter(({ name }) => usedTags.has(name)),
    paths,
    components: {
      ...document.components,
      securitySchemes: {
        ...withoutInternal(document.components.securitySchemes),
        oauth2: oauth2Scheme(document.components.securitySchemes.oauth2, issuer),
        client_secret: {
          type: 'http',
          scheme: 'basic',
          description: 'The id and the secret of a client or of a resource server.',
        },
      },
    },
  };
}

function mapOperations(
  paths: Paths,
  map: (operation: DescribedOperation, method: string, path: string) => DescribedOperation | undefined,
): Paths {
  const mapped = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).flatMap(([method, operation]) => {
      const result = map(operation, method.toUpperCase(), path);
      return result ? [[method, result] as const] : [];
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  return Object.fromEntries(mapped.filter(([, operations]) => Object.keys(operations).length > 0));
}

/** Lets a request be tried at once. */
function withExampleIds(operation: DescribedOperation): DescribedOperation {
  const parameters = operation.parameters?.map((one) =>
    one.in === 'path' ? { ...one, example: exampleOf(one) } : one,
  );
  return parameters ? { ...operation, parameters } : operation;
}

function withoutInternal<Schemes extends object>(schemes: Schemes): Partial<Schemes> {
  return Object.fromEntries(
    Object.entries(schemes).filter(([name]) => !INTERNAL_CREDENTIALS.includes(name)),
  ) as Partial<Schemes>;
}

type OAuth2 = ReturnType<typeof openApiDocument>['components']['securitySchemes']['oauth2'];

function oauth2Scheme(scheme: OAuth2, issuer: string) {
  const { authorizationUrl, tokenUrl, refreshUrl, scopes } = scheme.flows.authorizationCode;
  const flow = {
    authorizationUrl: issuer + authorizationUrl,
    tokenUrl: issuer + tokenUrl,
    refreshUrl: issuer + refreshUrl,
    scopes,
    'x-usePkce': 'SHA-256',
  };
  return { ...scheme, flows: { authorizationCode: flow } };
}
