// The page of an operation: on one side what it takes and returns, on the other a sample, a form to try it, and an example.
import { useState } from 'react';
import { Segmented } from '../../dashboard/src/components/segmented.tsx';
import { Code } from './code.tsx';
import type { CredentialStore } from './credential-form.tsx';
import { CREDENTIALS, credentialsOf } from './credentials.ts';
import { type ApiDocument, type Operation, type Parameter, resolve } from './document.ts';
import { inline, Markdown } from './markdown.tsx';
import styles from './operation.module.css';
import { buildRequest, firstValues } from './request.ts';
import { RequestForm } from './request-form.tsx';
import { Examples, Responses } from './responses.tsx';
import { curlSample, fetchSample, pythonSample } from './samples.ts';
import { FieldText, SchemaFields } from './schema.tsx';

export type Language = 'curl' | 'fetch' | 'python' | 'client';

const LANGUAGES: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'curl', label: 'curl' },
  { value: 'fetch', label: 'fetch' },
  { value: 'python', label: 'Python' },
  { value: 'client', label: 'Typed client' },
];

const PLACES: readonly { readonly place: Parameter['in']; readonly title: string }[] = [
  { place: 'path', title: 'Path parameters' },
  { place: 'query', title: 'Query parameters' },
  { place: 'header', title: 'Headers' },
];

interface OperationPageProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly store: CredentialStore;
  readonly language: Language;
  choose(language: Language): void;
}

export function OperationPage({ document, operation, store, language, choose }: OperationPageProps) {
  const [values, setValues] = useState(() => firstValues(operation, credentialsOf(operation)));
  const request = buildRequest(operation, values, document.servers[0]!.url);
  const client = operation['x-codeSamples']?.[0]?.source;
  const samples: Record<Language, string> = {
    curl: curlSample(request),
    fetch: fetchSample(request),
    python: pythonSample(request),
    client: client ?? '',
  };
  const languages = LANGUAGES.filter(({ value }) => samples[value] !== '');
  const shown = samples[language] === '' ? 'curl' : language;
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  return (
    <div className={styles.columns}>
      <div className={styles.text}>
        <p className={styles.route}>
          <strong>{operation.method}</strong> <code>{operation.path}</code>
        </p>
        <Markdown text={operation.description} />
        <Contract document={document} operation={operation} />
      </div>
      <div className={styles.side}>
        <section aria-labelledby="sample">
          <h2 id="sample">Sample</h2>
          <Segmented label="Language of the sample" options={languages} value={shown} onChange={choose} />
          <Code label="Sample request" text={samples[shown]} />
        </section>
        <section aria-labelledby="try">
          <details>
            <summary>
              <h2 id="try">Test request</h2>
            </summary>
            <RequestForm
              document={document}
              operation={operation}
              store={store}
              request={request}
              values={values}
              change={setValues}
            />
          </details>
        </section>
        {success && (
          <section aria-labelledby="example">
            <h2 id="example">Example response</h2>
            <Examples response={resolve(success, document)} />
          </section>
        )}
      </div>
    </div>
  );
}

function Contract({ document, operation }: Pick<OperationPageProps, 'document' | 'operation'>) {
  const { parameters = [], requestBody } = operation;
  const credentials = credentialsOf(operation);
  const [body] = Object.values(requestBody?.content ?? {});
  return (
    <>
      <section>
        <h2>Authentication</h2>
        {credentials.length === 0 && <p>No header is needed.</p>}
        <ul className={styles.credentials}>
          {credentials.map((name) => (
            <li key={name}>
              <strong>{CREDENTIALS[name].label}.</strong>{' '}
              {inline(document.components.securitySchemes[name]!.description)}
            </li>
          ))}
        </ul>
      </section>
      {PLACES.map(({ place, title }) => {
        const here = parameters.filter((one) => one.in === place);
        return (
          here.length > 0 && (
            <section key={place}>
              <h2>{title}</h2>
              <ul className={styles.parameters}>
                {here.map(({ name, required = false, schema, description }) => (
                  <li key={name}>
                    <FieldText
                      name={name}
                      isRequired={required}
                      schema={schema}
                      document={document}
                      description={description}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )
        );
      })}
      {body?.schema && (
        <section>
          <h2>Body</h2>
          <p className="hint">{Object.keys(requestBody!.content).join(' or ')}</p>
          <SchemaFields schema={body.schema} document={document} />
        </section>
      )}
      <section>
        <h2>Responses</h2>
        <Responses document={document} operation={operation} />
      </section>
    </>
  );
}
