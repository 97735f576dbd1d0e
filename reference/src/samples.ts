// Writes a request as a program: for curl, for fetch and for Python. Credentials come from variables, never from what was entered.
import { CREDENTIALS } from './credentials.ts';
import type { ApiRequest } from './request.ts';

export function curlSample({ method, url, headers, body, credential }: ApiRequest): string {
  const known = credential && CREDENTIALS[credential];
  const usual = body === undefined ? 'GET' : 'POST';
  return [
    `curl ${inShell(url)}`,
    ...(method === usual ? [] : [`-X ${method}`]),
    ...(known ? [`-H "Authorization: ${known.prefix}$${known.variable}"`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${inShell(body)}`]),
  ].join(' \\\n  ');
}

export function fetchSample({ method, url, headers, body, credential }: ApiRequest): string {
  const known = credential && CREDENTIALS[credential];
  const lines = [
    ...(known ? [`Authorization: \`${known.prefix}\${process.env.${known.variable}}\``] : []),
    ...Object.entries(headers).map(([name, value]) => `'${name}': ${inScript(value)}`),
  ];
  const value = body === undefined ? undefined : parsed(body);
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(lines.length === 0 ? [] : [`headers: {\n    ${lines.join(',\n    ')},\n  }`]),
    ...(body === undefined
      ? []
      : [
          value === undefined
            ? `body: ${inScript(body)}`
            : `body: JSON.stringify(${indented(JSON.stringify(value, null, 2), '  ')})`,
        ]),
  ];
  const second = options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`;
  return [
    `const answer = await fetch(${inScript(url)}${second});`,
    'if (!answer.ok) throw new Error(await answer.text());',
    'console.log(await answer.json());',
  ].join('\n');
}

export function pythonSample({ method, url, headers, body, credential }: ApiRequest): string {
  const known = credential && CREDENTIALS[credential];
  const lines = [
    ...(known ? [`"Authorization": "${known.prefix}" + os.environ["${known.variable}"]`] : []),
    ...Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const value = body === undefined ? undefined : parsed(body);
  const given = [
    JSON.stringify(url),
    ...(lines.length === 0 ? [] : [`headers={\n        ${lines.join(',\n        ')},\n    }`]),
    ...(body === undefined
      ? []
      : [value === undefined ? `data=${JSON.stringify(body)}` : `json=${indented(pythonLiteral(value), '    ')}`]),
  ];
  return [
    ...(known ? ['import os', ''] : []),
    'import requests',
    '',
    `answer = requests.${method.toLowerCase()}(\n    ${given.join(',\n    ')},\n)`,
    'answer.raise_for_status()',
    'print(answer.json())',
  ].join('\n');
}

/** undefined: the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function inShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function inScript(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function indented(text: string, indent: string): string {
  return text.replaceAll('\n', `\n${indent}`);
}

function pythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const parts = Array.isArray(value)
    ? value.map(pythonLiteral)
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one)}`);
  if (parts.length === 0) return open + close;
  return `${open}\n    ${parts.map((part) => indented(part, '    ')).join(',\n    ')},\n${close}`;
}
