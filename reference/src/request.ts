// The request that a form describes. It is what the page sends, and what the samples show.
import { CREDENTIALS, type CredentialName, type EnteredCredentials } from './credentials.ts';
import type { Operation, Parameter } from './document.ts';

export interface FormValues {
  /** The values by the name of the parameter. Parameters without a value are not sent. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: string;
  readonly credential: CredentialName | undefined;
}

export interface ApiRequest {
  readonly method: string;
  readonly url: string;
  /** The headers without the credential. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly credential: CredentialName | undefined;
}

/** The first values of the form: examples, so that it can be sent as it is. */
export function firstValues({ parameters = [], requestBody }: Operation, credentials: CredentialName[]): FormValues {
  const given = parameters.flatMap(({ name, required, example, schema }) => {
    const value = example ?? (required ? schema.enum?.[0] : undefined);
    return value === undefined ? [] : [[name, String(value)]];
  });
  const [type, media] = firstContent(requestBody);
  return {
    parameters: Object.fromEntries(given),
    body: media?.example === undefined ? '' : bodyText(type!, media.example),
    credential: credentials[0],
  };
}

export function buildRequest(operation: Operation, values: FormValues, baseUrl: string): ApiRequest {
  const { method, path, parameters = [], requestBody } = operation;
  const given = (place: Parameter['in']) =>
    parameters
      .filter((one) => one.in === place)
      .map(({ name }): [string, string] => [name, values.parameters[name] ?? ''])
      .filter(([, value]) => value !== '');
  const filled = given('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(given('query')).toString();
  const [type] = firstContent(requestBody);
  const hasBody = type !== undefined && values.body !== '';
  return {
    method,
    url: baseUrl + filled + (query && `?${query}`),
    headers: { ...Object.fromEntries(given('header')), ...(hasBody && { 'Content-Type': type }) },
    body: hasBody ? values.body : undefined,
    credential: values.credential,
  };
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

export async function send(request: ApiRequest, entered: EnteredCredentials): Promise<Answer> {
  const { method, url, headers, body, credential } = request;
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...authorization(credential, entered) },
    ...(body !== undefined && { body }),
    credentials: 'omit',
  });
  const { status, statusText } = response;
  return { status, statusText, headers: [...response.headers], text: readable(await response.text()) };
}

function authorization(name: CredentialName | undefined, entered: EnteredCredentials): Record<string, string> {
  const value = name && entered[name];
  if (!name || !value) return {};
  const { prefix, ...credential } = CREDENTIALS[name];
  return { Authorization: prefix + ('encode' in credential ? credential.encode(value) : value) };
}

function firstContent(requestBody: Operation['requestBody']) {
  return Object.entries(requestBody?.content ?? {})[0] ?? [];
}

function bodyText(type: string, example: unknown): string {
  if (type === 'application/x-www-form-urlencoded') {
    return new URLSearchParams(example as Record<string, string>).toString();
  }
  return JSON.stringify(example, null, 2);
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
