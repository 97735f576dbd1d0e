// Renders JSON Schemas as HTML: a table of fields with their types.
import { type Html, html } from '../../html.ts';
import { inline } from './prose.ts';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export function renderSchema(schema: Schema): Html {
  const fields = fieldsOf(schema);
  return html`<p class="type">${typeOf(schema)}</p>${fields && fieldTable(fields)}`;
}

function fieldTable(schema: Schema): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const inner = fieldsOf(field);
    const isOptional = !schema.required?.includes(name);
    return html`<tr>
      <th scope="row"><code>${name}</code>${isOptional && html` <small>optional</small>`}</th>
      <td>${typeOf(field)}${limitsOf(field)}<div>${inline(field.description)}</div>${inner && fieldTable(inner)}</td>
    </tr>`;
  });
  return html`<table>${rows}</table>`;
}

/** The fields of an object or a list of objects, unless it is a reference to a named schema. */
function fieldsOf(schema: Schema): Schema | undefined {
  if (schema.properties) return schema;
  return schema.items && fieldsOf(schema.items);
}

export function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return html`${schema.enum.map((value, index) => html`${index > 0 && ' | '}<code>${String(value)}</code>`)}`;
  if (schema.items) return html`array of ${typeOf(schema.items)}`;
  if (schema.anyOf) return html`${schema.anyOf.map((option, index) => html`${index > 0 && ' or '}${typeOf(option)}`)}`;
  const type = [schema.type ?? 'any value'].flat().join(' or ');
  return html`<span>${type}${schema.format && ` (${schema.format})`}</span>`;
}

export function limitsOf(schema: Schema): Html {
  const limits = [
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
    schema.minimum !== undefined && `at least ${schema.minimum}`,
    schema.exclusiveMinimum !== undefined && `more than ${schema.exclusiveMinimum}`,
    schema.maximum !== undefined && `at most ${schema.maximum}`,
    schema.minLength !== undefined && `at least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.maxItems !== undefined && `at most ${schema.maxItems} items`,
  ].filter((limit) => limit !== false);
  return html`${limits.map((limit) => html` <small>${limit}</small>`)}`;
}
