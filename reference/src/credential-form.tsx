// The box in which people enter their token. The token is forgotten when the page is closed.
import { InputField, SelectField } from '../../dashboard/src/components/field.tsx';
import { CREDENTIALS, type CredentialName, type EnteredCredentials } from './credentials.ts';
import type { ApiDocument } from './document.ts';
import { inline } from './markdown.tsx';

export interface CredentialStore {
  readonly entered: EnteredCredentials;
  enter(name: CredentialName, value: string): void;
}

interface CredentialFormProps {
  readonly document: ApiDocument;
  readonly store: CredentialStore;
  readonly names: readonly CredentialName[];
  readonly chosen: CredentialName;
  choose(name: CredentialName): void;
}

export function CredentialForm({ document, store, names, chosen, choose }: CredentialFormProps) {
  const { label, placeholder } = CREDENTIALS[chosen];
  return (
    <>
      {names.length > 1 && (
        <SelectField
          label="Credential"
          value={chosen}
          onChange={({ target }) => choose(target.value as CredentialName)}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {CREDENTIALS[name].label}
            </option>
          ))}
        </SelectField>
      )}
      <InputField
        label={label}
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={store.entered[chosen] ?? ''}
        onChange={({ target }) => store.enter(chosen, target.value.trim())}
      />
      <p className="hint">{inline(document.components.securitySchemes[chosen]!.description)}</p>
    </>
  );
}
