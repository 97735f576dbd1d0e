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
import { rich, t } from '../language/t.ts';

const KINDS = { public: t('access.publicKey'), secret: t('access.secretKey') } as const;
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
      title={t('access.createKey')}
      action={t('common.create')}
      submit={(form) => createIngestKey(api, websiteId, keyFrom(form))}
      invalidates={KEYS_KEY}
      onClose={onClose}
      onDone={onCreated}
    >
      <InputField
        label={t('common.name')}
        name="name"
        required
        maxLength={100}
        placeholder={t('access.keyPlaceholder')}
      />
      <RadioChoices<Kind> legend={t('access.usedBy')} name="kind" labels={KINDS} value={kind} onChange={setKind} />
      {kind === 'public' && (
        <>
          <TextAreaField
            label={t('common.addressesOfPages')}
            name="origins"
            required
            rows={3}
            placeholder={'https://www.example.com\nhttps://*.example.com'}
            aria-describedby="origins-hint"
          />
          <p className="hint" id="origins-hint">
            {rich('access.originsHint', {
              code: (text) => <code>{text}</code>,
              localhost: () => <code>http://localhost:3000</code>,
            })}
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
      title={t('access.newKey')}
      label={t('access.theKey')}
      secret={created.key}
      notice={t('access.copyKeyNow')}
      onClose={onClose}
    />
  );
}

export function RevokeKeyDialog({ revoked, onClose }: { readonly revoked: IngestKey; onClose(): void }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={t('access.revokeKeyQuestion')}
      action={t('common.revoke')}
      confirm={() => revokeIngestKey(api, revoked.id)}
      invalidates={KEYS_KEY}
      onClose={onClose}
    >
      <p>
        {rich(revoked.public ? 'access.pagesStop' : 'access.serversStop', {
          name: keyName(revoked),
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
    </ConfirmDialog>
  );
}
