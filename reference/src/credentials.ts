// How each kind of credential is sent. What people enter stays in the memory of the page.
import type { ApiDocument, Operation } from './document.ts';

export interface Credential {
  readonly label: string;
  readonly placeholder: string;
  /** The variable that samples take it from. */
  readonly variable: string;
  /** What precedes it in the header `Authorization`. */
  readonly prefix: string;
  encode?(value: string): string;
}

/** The credentials by the name of their security scheme. A token that OAuth issued is sent like any other. */
export const CREDENTIALS = {
  bearer: { label: 'Token', placeholder: 'Token', variable: 'FUNNEL_TOKEN', prefix: 'Bearer ' },
  ingest_key: { label: 'Ingest key', placeholder: 'Ingest key', variable: 'FUNNEL_INGEST_KEY', prefix: 'Bearer ' },
  api_key: { label: 'API key (legacy)', placeholder: 'API key', variable: 'FUNNEL_API_KEY', prefix: 'api_key=' },
  client_secret: {
    label: 'Client id and secret',
    placeholder: 'id:secret',
    variable: 'FUNNEL_CLIENT_BASE64',
    prefix: 'Basic ',
    encode: (value) => btoa(value),
  },
} as const satisfies Record<string, Credential>;

export type CredentialName = keyof typeof CREDENTIALS;
export type EnteredCredentials = Readonly<Partial<Record<CredentialName, string>>>;

const isKnown = (name: string): name is CredentialName => name in CREDENTIALS;

/** The credentials that the operation accepts; none: it needs no credential. */
export function credentialsOf({ security }: Pick<Operation, 'security'>): CredentialName[] {
  return security.flatMap((scheme) => Object.keys(scheme)).filter(isKnown);
}

export function allCredentials({ components }: ApiDocument): CredentialName[] {
  return Object.keys(components.securitySchemes).filter(isKnown);
}
