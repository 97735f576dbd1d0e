// The parts of the OpenAPI document that the page shows, and how they are found in it.

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly [keyword: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

interface MediaType {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
type Content = Readonly<Record<string, MediaType>>;

interface Header {
  readonly $ref?: string;
  readonly description?: string;
}

export interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Content;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

export interface Operation extends DescribedOperation {
  readonly method: string;
  readonly path: string;
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
    readonly [kind: string]: Readonly<Record<string, unknown>>;
  };
}

export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** What a reference such as `#/components/schemas/Metrics` stands for. Anything else stands for itself. */
export function resolve<Part extends { readonly $ref?: string }>(part: Part, { components }: ApiDocument): Part {
  if (part.$ref === undefined) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return components[kind]?.[name] as Part;
}

export function nameOfReference(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** The schemas with a name that the operations refer to, by name. Others belong to operations that the page leaves out. */
export function modelsOf(document: ApiDocument): [name: string, Schema][] {
  const found = new Map<string, Schema>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { $ref } = part as { $ref?: string };
    if (typeof $ref === 'string') {
      if (found.has($ref)) return;
      const target = resolve<Schema>({ $ref }, document);
      found.set($ref, target);
      visit(target);
    } else {
      for (const child of Object.values(part)) visit(child);
    }
  };
  visit(document.paths);
  return [...found]
    .filter(([reference]) => reference.startsWith('#/components/schemas/'))
    .map(([reference, schema]): [string, Schema] => [nameOfReference(reference), schema])
    .sort(([one], [other]) => one.localeCompare(other));
}

/** The examples by name; an example without a name gets an empty one. */
export function examplesOf(content: Content | undefined): [name: string, value: unknown][] {
  for (const { example, examples } of Object.values(content ?? {})) {
    if (examples) return Object.entries(examples).map(([name, { value }]) => [name, value]);
    if (example !== undefined) return [['', example]];
  }
  return [];
}
