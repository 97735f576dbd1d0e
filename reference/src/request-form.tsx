// A form that sends the request of an operation, and shows the response.
import { type FormEvent, useState } from 'react';
import { Button } from '../../dashboard/src/components/button.tsx';
import { FieldError, InputField, SelectField, TextAreaField } from '../../dashboard/src/components/field.tsx';
import { Tag } from '../../dashboard/src/components/tag.tsx';
import { Code } from './code.tsx';
import { CredentialForm, type CredentialStore } from './credential-form.tsx';
import { credentialsOf } from './credentials.ts';
import { valuesOf } from './describe-schema.ts';
import type { ApiDocument, Operation, Parameter } from './document.ts';
import styles from './operation.module.css';
import { type Answer, type ApiRequest, type FormValues, send } from './request.ts';

interface RequestFormProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly store: CredentialStore;
  readonly request: ApiRequest;
  readonly values: FormValues;
  change(values: FormValues): void;
}

export function RequestForm({ document, operation, store, request, values, change }: RequestFormProps) {
  const [answer, setAnswer] = useState<Answer | Error>();
  const [isSending, setSending] = useState(false);
  const names = credentialsOf(operation);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    setAnswer(await send(request, store.entered).catch((error: Error) => error));
    setSending(false);
  };
  return (
    <>
      <form onSubmit={submit} aria-label="Test request">
        {values.credential && (
          <CredentialForm
            document={document}
            store={store}
            names={names}
            chosen={values.credential}
            choose={(credential) => change({ ...values, credential })}
          />
        )}
        {operation.parameters?.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            options={valuesOf(parameter.schema, document)}
            value={values.parameters[parameter.name] ?? ''}
            change={(value) => change({ ...values, parameters: { ...values.parameters, [parameter.name]: value } })}
          />
        ))}
        {operation.requestBody && (
          <TextAreaField
            label="Body"
            className={styles.body}
            rows={8}
            spellCheck={false}
            value={values.body}
            onChange={({ target }) => change({ ...values, body: target.value })}
          />
        )}
        <Button type="submit" variant="primary" className={styles.send} disabled={isSending}>
          {isSending ? 'Sending …' : 'Send'}
        </Button>
      </form>
      <div aria-live="polite">{answer && <AnswerText answer={answer} />}</div>
    </>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly options: readonly unknown[];
  readonly value: string;
  change(value: string): void;
}

function ParameterField({ parameter, options, value, change }: ParameterFieldProps) {
  const { name, required = false, schema } = parameter;
  const choices = schema.type === 'boolean' ? [true, false] : schema.items ? [] : options;
  if (choices.length === 0) {
    return (
      <InputField
        label={name}
        required={required}
        value={value}
        placeholder={schema.default === undefined ? '' : String(schema.default)}
        onChange={({ target }) => change(target.value)}
      />
    );
  }
  return (
    <SelectField label={name} value={value} onChange={({ target }) => change(target.value)}>
      {!required && <option value="">{schema.default === undefined ? 'none' : `default: ${schema.default}`}</option>}
      {choices.map((choice) => (
        <option key={String(choice)} value={String(choice)}>
          {String(choice)}
        </option>
      ))}
    </SelectField>
  );
}

function AnswerText({ answer }: { readonly answer: Answer | Error }) {
  if (answer instanceof Error) return <FieldError>No response: {answer.message}</FieldError>;
  const { status, statusText, headers, text } = answer;
  return (
    <section className={styles.answer} aria-label="Response">
      <h3>
        Response{' '}
        <Tag tone={status < 400 ? 'good' : 'bad'}>
          {status} {statusText}
        </Tag>
      </h3>
      {text && <Code label="Body of the response" text={text} isJson />}
      <details>
        <summary>Headers</summary>
        <Code label="Headers of the response" text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')} />
      </details>
    </section>
  );
}
