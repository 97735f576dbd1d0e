// The API reference page, rendered from the OpenAPI document. Plain HTML without scripts, so that it works in every browser
// and under the strictest content security policy.
import { createHash } from 'node:crypto';
import { Html, html } from '../../html.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { inline, prose } from './prose.ts';
import { limitsOf, renderSchema, type Schema, typeOf } from './render-schema.ts';
import { STYLE } from './style.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly detail: string } }>>;
}

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Route extends Operation {
  readonly method: string;
  readonly path: string;
}

/** Allows the style by its hash, and nothing else. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function referencePage(document: OpenApiDocument): string {
  const routes = routesOf(document);
  const byTag = document.tags.map((tag) => ({ ...tag, routes: routes.filter(({ tags }) => tags.includes(tag.name)) }));
  const schemas = Object.entries(document.components.schemas);
  const responses = document.components.responses as unknown as Readonly<Record<string, Response>>;
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${document.info.title}: REST API</title>
  <style>${new Html(STYLE)}</style>
</head>
<body>
  <nav aria-label="Operations">
    ${byTag.map(
      ({ name, routes: ofTag }) => html`<h2>${name}</h2>
    <ul>${ofTag.map((route) => html`<li><a href="#${route.operationId}">${route.summary}</a></li>`)}</ul>`,
    )}
    <h2>Schemas</h2>
    <ul>${schemas.map(([name]) => html`<li><a href="#schema-${name}">${name}</a></li>`)}</ul>
  </nav>
  <main>
    <h1>${document.info.title}</h1>
    ${prose(document.info.description)}
    <p>OpenAPI document: <a href="/api/v1/openapi.json">openapi.json</a> (version ${document.openapi}).</p>
    ${byTag.map(
      ({ name, description, routes: ofTag }) => html`<section><h2>${name}</h2>${prose(description)}
    ${ofTag.map((route) => renderRoute(route, responses))}</section>`,
    )}
    <section><h2>Schemas</h2>
    ${schemas.map(
      ([name, schema]) => html`<article id="schema-${name}"><h3>${name}</h3>${renderSchema(schema)}</article>`,
    )}</section>
  </main>
</body>
</html>
`.text;
}

function routesOf(document: OpenApiDocument): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...(operation as unknown as Operation) })),
  );
}

function renderRoute(route: Route, shared: Readonly<Record<string, Response>>): Html {
  const { operationId, summary, description, method, path, parameters = [], requestBody } = route;
  const body = requestBody?.content['application/json'];
  return html`<article id="${operationId}">
    <h3>${summary}</h3>
    <p class="route"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
    ${prose(description)}
    ${parameters.length > 0 && html`<h4>Parameters</h4><table>${parameters.map(renderParameter)}</table>`}
    ${body && html`<h4>Request body</h4>${renderSchema(body.schema)}${renderExample(body.example)}`}
    <h4>Responses</h4>
    ${Object.entries(route.responses).map(([status, response]) => renderResponse(status, response.$ref ? shared[status]! : response))}
  </article>`;
}

function renderParameter({ name, in: place, required, description, schema }: Parameter): Html {
  return html`<tr>
    <th scope="row"><code>${name}</code> <small>${place}${required && ', required'}</small></th>
    <td>${typeOf(schema)}${limitsOf(schema)}<div>${inline(description)}</div></td>
  </tr>`;
}

function renderResponse(status: string, { description, content = {} }: Response): Html {
  const success = content['application/json'];
  const codes = Object.entries(content['application/problem+json']?.examples ?? {}).filter(
    ([code]) => code !== 'problem',
  );
  return html`<details>
    <summary><strong>${status === 'default' ? 'Other' : status}</strong> ${inline(description)}</summary>
    ${success && html`${renderSchema(success.schema)}${renderExample(success.example)}`}
    ${codes.length > 0 && html`<table>${codes.map(([code, { value }]) => html`<tr><th scope="row"><code>${code}</code></th><td>${value.detail}</td></tr>`)}</table>`}
  </details>`;
}

function renderExample(example: unknown): Html | undefined {
  return example === undefined ? undefined : html`<pre>${JSON.stringify(example, null, 2)}</pre>`;
}
