// Creating a token, showing it once, and revoking it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { useOwnsAny } from '../api/role.ts';
import { type CreatedToken, createToken, type NewToken, revokeToken, TOKENS_KEY, type Token } from '../api/tokens.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Choice, Choices, RadioChoices } from '../components/choices.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { InputField, SelectField } from '../components/field.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { SCOPES, type Scope, scopeDescription } from '../format/scopes.ts';
import { AUDIENCES, tokenName } from '../format/tokens.ts';
import { rich, t } from '../language/t.ts';
import styles from './token-dialogs.module.css';

const EXPIRY_DAYS = [30, 90, 365] as const;

interface CreateDialogProps {
  onClose(): void;
  onCreated(token: CreatedToken): void;
}

export function CreateDialog({ onClose, onCreated }: CreateDialogProps) {
  const { api } = useServices();
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const [audience, setAudience] = useState<Token['audience']>('rest');
  const isOwner = useOwnsAny();
  const isAllowed = (scope: Scope) => isOwner || scope !== 'data:erase';
  // Every tool reads reports, and none does anything else.
  const scopes: readonly Scope[] = audience === 'tools' ? ['reports'] : SCOPES.filter(isAllowed);
  return (
    <FormDialog
      title={t('access.createToken')}
      action={t('common.create')}
      submit={(form) => createToken(api, tokenFrom(form))}
      invalidates={TOKENS_KEY}
      onClose={onClose}
      onDone={onCreated}
    >
      <InputField
        label={t('common.name')}
        name="name"
        required
        maxLength={100}
        placeholder={t('access.tokenPlaceholder')}
      />
      <RadioChoices
        legend={t('access.usedBy')}
        name="audience"
        labels={AUDIENCES}
        value={audience}
        onChange={setAudience}
      />
      <Choices legend={t('common.websites')}>
        {websites.map(({ id, name }) => (
          <Choice key={id} type="checkbox" name="website_ids" value={id} defaultChecked>
            {name}
          </Choice>
        ))}
      </Choices>
      <Choices legend={t('access.scopes')}>
        {scopes.map((scope) => (
          <Choice
            key={`${audience} ${scope}`}
            type="checkbox"
            name="scopes"
            value={scope}
            defaultChecked={scope === 'reports'}
          >
            <span>
              {scopeDescription(scope)} <code className={styles.scope}>{scope}</code>
            </span>
          </Choice>
        ))}
      </Choices>
      <SelectField label={t('access.expires')} name="expires_in_days" defaultValue="90">
        {EXPIRY_DAYS.map((days) => (
          <option key={days} value={days}>
            {t('access.inDays', { days })}
          </option>
        ))}
        <option value="">{t('common.never')}</option>
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
      title={t('access.newToken')}
      label={t('access.theToken')}
      secret={token.token}
      notice={t('access.copyNow')}
      onClose={onClose}
    >
      {token.audience === 'rest' && (
        <>
          <p>{t('access.tryIt')}</p>
          <CopyField
            label={t('access.theCommand')}
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
      title={t('access.revokeTokenQuestion')}
      action={t('common.revoke')}
      confirm={() => revokeToken(api, token.id)}
      invalidates={TOKENS_KEY}
      onClose={onClose}
    >
      <p>{rich('access.stopsWorking', { name: tokenName(token), strong: (text) => <strong>{text}</strong> })}</p>
    </ConfirmDialog>
  );
}
