// The fields of a schema as a list. Fields of nested objects are rendered when they are opened.
import { useState } from 'react';
import { fieldsOf, limitsOf, typeOf, valuesOf } from './describe-schema.ts';
import { type ApiDocument, resolve, type Schema } from './document.ts';
import { inline } from './markdown.tsx';
import styles from './schema.module.css';

interface SchemaProps {
  readonly schema: Schema;
  readonly document: ApiDocument;
}

export function SchemaFields({ schema, document }: SchemaProps) {
  const lists = fieldsOf(schema, document);
  if (lists.length === 0) return <p className={styles.type}>{typeOf(schema)}</p>;
  return lists.map((fields, place) => (
    <div key={String(place)}>
      {place > 0 && <p className={styles.or}>or</p>}
      <ul className={styles.fields}>
        {fields.map((field) => (
          <li key={field.name} className={styles.field}>
            <FieldText {...field} document={document} />
            <NestedFields schema={field.schema} document={document} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

interface FieldTextProps extends SchemaProps {
  readonly name: string;
  readonly isRequired: boolean;
  readonly description?: string | undefined;
}

/** Describes a field of an object, or a parameter. */
export function FieldText({ name, isRequired, schema, document, description }: FieldTextProps) {
  const text = description ?? schema.description ?? resolve(schema, document).description;
  const values = valuesOf(schema, document);
  return (
    <>
      <p>
        <code className={styles.name}>{name}</code> <span className={styles.type}>{typeOf(schema)}</span>
        {limitsOf(schema).map((limit) => (
          <span key={limit} className={styles.type}>
            {' · '}
            {limit}
          </span>
        ))}
        {isRequired && <span className={styles.required}> required</span>}
      </p>
      {text && <p>{inline(text)}</p>}
      {values.length > 0 && (
        <ul className={styles.values} aria-label={`Values of ${name}`}>
          {values.map((value) => (
            <li key={String(value)}>
              <code>{String(value)}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NestedFields({ schema, document }: SchemaProps) {
  const [isOpen, setOpen] = useState(false);
  if (fieldsOf(schema, document).length === 0) return null;
  return (
    <details className={styles.nested} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Fields</summary>
      {isOpen && <SchemaFields schema={schema} document={document} />}
    </details>
  );
}
