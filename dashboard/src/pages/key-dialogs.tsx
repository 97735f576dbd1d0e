// Creating a key for sending events, showing a secret one once, and revoking it.
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  type CreatedIngestKey,
  createIngestKey,
  type IngestKey,
  KEYS_KEY,
  type NewIngestKey,
  revokeIngestKey,
} from '../api/sending.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { RadioChoices } from '../components/choices.tsx';
import { InputField, TextAreaField } from '../components/field.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { keyName, parseOrigins } from '../format/ingest-keys.ts';

const KINDS = { public: 'Browsers: a public key', secret: 'Servers: a secret key' } as const;
type Kind = keyof typeof KINDS;

interface CreateKeyDialogProps {
  readonly websiteId: number;
  onClose(): void;
  onCreated(created: CreatedIngestKey): void;
}

export function CreateKeyDialog({ websiteId, onClose, onCreated }: CreateKeyDialogProps) {
  const { api } = useServices();
  const [kind, setKind] = useState<Kind>('public');
  return (
    <FormDialog
      title="Create key"
      action="Create"
      submit={(form) => createIngestKey(api, websiteId, keyFrom(form))}
      invalidates={KEYS_KEY}
      onClose={onClose}
      onDone={onCreated}
    >
      <InputField label="Name" name="name" required maxLength={100} placeholder="What it is for, such as Shop" />
      <RadioChoices<Kind> legend="Used by" name="kind" labels={KINDS} value={kind} onChange={setKind} />
      {kind === 'public' && (
        <>
          <TextAreaField
            label="Addresses of its pages"
            name="origins"
            required
            rows={3}
            placeholder={'https://www.example.com\nhttps://*.example.com'}
            aria-describedby="origins-hint"
          />
          <p className="hint" id="origins-hint">
            One origin on each line: scheme, host, and the port if there is one. <code>*.</code> stands for all
            subdomains. For development, add <code>http://localhost:3000</code> to a key of its own.
          </p>
        </>
      )}
    </FormDialog>
  );
}

function keyFrom(form: FormData): NewIngestKey {
  const name = String(form.get('name') ?? '').trim();
  if (form.get('kind') === 'secret') return { public: false, name };
  return { public: true, name, origins: parseOrigins(String(form.get('origins') ?? '')) };
}

export function CreatedKeyDialog({ created, onClose }: { readonly created: CreatedIngestKey; onClose(): void }) {
  return (
    <SecretDialog
      title="Your new key"
      label="the key"
      secret={created.key}
      notice="Copy it now. It will not be shown again. Never put it into a page."
      onClose={onClose}
    />
  );
}

export function RevokeKeyDialog({ revoked, onClose }: { readonly revoked: IngestKey; onClose(): void }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title="Revoke this key?"
      action="Revoke"
      confirm={() => revokeIngestKey(api, revoked.id)}
      invalidates={KEYS_KEY}
      onClose={onClose}
    >
      <p>
        {revoked.public ? 'Pages' : 'Servers'} that use <strong>{keyName(revoked)}</strong> can no longer send events.
        This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
