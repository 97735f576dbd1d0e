// The responses of an operation: per status a description, headers, the fields of the body, and examples.
import { useState } from 'react';
import { Tag } from '../../dashboard/src/components/tag.tsx';
import { Code } from './code.tsx';
import { type ApiDocument, examplesOf, type Operation, type Response, resolve } from './document.ts';
import { inline } from './markdown.tsx';
import styles from './operation.module.css';
import { SchemaFields } from './schema.tsx';

interface ResponsesProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
}

export function Responses({ document, operation }: ResponsesProps) {
  return Object.entries(operation.responses).map(([status, response]) => (
    <ResponseDetails key={status} status={status} response={resolve(response, document)} document={document} />
  ));
}

interface ResponseDetailsProps {
  readonly status: string;
  readonly response: Response;
  readonly document: ApiDocument;
}

function ResponseDetails({ status, response, document }: ResponseDetailsProps) {
  const isSuccess = status.startsWith('2');
  const [isOpen, setOpen] = useState(isSuccess);
  const schema = Object.values(response.content ?? {}).find((media) => media.schema)?.schema;
  return (
    <details className={styles.response} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Tag tone={isSuccess ? 'good' : 'neutral'}>{status}</Tag> {inline(response.description)}
      </summary>
      {isOpen && (
        <div>
          {schema && <SchemaFields schema={schema} document={document} />}
          {response.headers && <Headers headers={response.headers} document={document} />}
          {!isSuccess && <Examples response={response} />}
        </div>
      )}
    </details>
  );
}

function Headers({ headers, document }: Pick<ResponsesProps, 'document'> & Required<Pick<Response, 'headers'>>) {
  return (
    <>
      <h3>Headers</h3>
      <dl className={styles.headers}>
        {Object.entries(headers).map(([name, header]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{inline(resolve(header, document).description ?? '')}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function Examples({ response }: { readonly response: Response }) {
  return examplesOf(response.content).map(([name, value]) => (
    <Code key={name} label={`Example ${name}`.trim()} text={JSON.stringify(value, null, 2)} isJson />
  ));
}
