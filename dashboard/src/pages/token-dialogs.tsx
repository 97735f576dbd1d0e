// Creating a token, showing it once, and revoking it.
import { SCOPE_DESCRIPTIONS } from '@funnel/api-client/constants';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { type CreatedToken, createToken, type NewToken, revokeToken, TOKENS_KEY, type Token } from '../api/tokens.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Choice, Choices, RadioChoices } from '../components/choices.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { InputField, SelectField } from '../components/field.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { AUDIENCES, tokenName } from '../format/tokens.ts';
import styles from './token-dialogs.module.css';

type Scope = keyof typeof SCOPE_DESCRIPTIONS;

const SCOPES = Object.keys(SCOPE_DESCRIPTIONS) as Scope[];
const EXPIRY_DAYS = [30, 90, 365] as const;

interface CreateDialogProps {
  onClose(): void;
  onCreated(token: CreatedToken): void;
}

export function CreateDialog({ onClose, onCreated }: CreateDialogProps) {
  const { api } = useServices();
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const [audience, setAudience] = useState<Token['audience']>('rest');
  // Every tool reads reports, and none does anything else.
  const scopes: readonly Scope[] = audience === 'tools' ? ['reports'] : SCOPES;
  return (
    <FormDialog
      title="Create token"
      action="Create"
      submit={(form) => createToken(api, tokenFrom(form))}
      invalidates={TOKENS_KEY}
      onClose={onClose}
      onDone={onCreated}
    >
      <InputField
        label="Name"
        name="name"
        required
        maxLength={100}
        placeholder="What it is for, such as Weekly export"
      />
      <RadioChoices legend="Used by" name="audience" labels={AUDIENCES} value={audience} onChange={setAudience} />
      <Choices legend="Websites">
        {websites.map(({ id, name }) => (
          <Choice key={id} type="checkbox" name="website_ids" value={id} defaultChecked>
            {name}
          </Choice>
        ))}
      </Choices>
      <Choices legend="Scopes">
        {scopes.map((scope) => (
          <Choice
            key={`${audience} ${scope}`}
            type="checkbox"
            name="scopes"
            value={scope}
            defaultChecked={scope === 'reports'}
          >
            <span>
              {SCOPE_DESCRIPTIONS[scope]} <code className={styles.scope}>{scope}</code>
            </span>
          </Choice>
        ))}
      </Choices>
      <SelectField label="Expires" name="expires_in_days" defaultValue="90">
        {EXPIRY_DAYS.map((days) => (
          <option key={days} value={days}>
            In {days} days
          </option>
        ))}
        <option value="">Never</option>
      </SelectField>
    </FormDialog>
  );
}

function tokenFrom(form: FormData): NewToken {
  const days = String(form.get('expires_in_days') ?? '');
  return {
    name: String(form.get('name') ?? '').trim(),
    audience: form.get('audience') === 'tools' ? 'tools' : 'rest',
    website_ids: form.getAll('website_ids').map(Number),
    scopes: form.getAll('scopes') as NewToken['scopes'],
    ...(days !== '' && { expires_in_days: Number(days) }),
  };
}

interface TokenDialogProps<Shown extends Token> {
  readonly token: Shown;
  onClose(): void;
}

export function CreatedDialog({ token, onClose }: TokenDialogProps<CreatedToken>) {
  const { settings } = useServices();
  return (
    <SecretDialog
      title="Your new token"
      label="the token"
      secret={token.token}
      notice="Copy it now. It will not be shown again."
      onClose={onClose}
    >
      {token.audience === 'rest' && (
        <>
          <p>Try it:</p>
          <CopyField
            label="the command"
            text={`curl -H 'Authorization: Bearer ${token.token}' ${settings.baseUrl}/api/v1/reports/websites`}
          />
        </>
      )}
    </SecretDialog>
  );
}

export function RevokeDialog({ token, onClose }: TokenDialogProps<Token>) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title="Revoke this token?"
      action="Revoke"
      confirm={() => revokeToken(api, token.id)}
      invalidates={TOKENS_KEY}
      onClose={onClose}
    >
      <p>
        Everything that uses <strong>{tokenName(token)}</strong> stops working immediately. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
