// Creating a link to the current page, showing it once with the code that embeds it, and revoking it.

import { useApi } from '../api/context.tsx';
import {
  type CreatedShareLink,
  createShareLink,
  type NewShareLink,
  revokeShareLink,
  SHARE_LINKS_KEY,
  type ShareLink,
} from '../api/share-links.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { InputField, SelectField, TextAreaField } from '../components/field.tsx';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { parseOrigins } from '../format/ingest-keys.ts';
import { rich, t } from '../language/t.ts';
import { NameField } from '../saved/name-field.tsx';
import { embedCode } from './embed.ts';

const DAY_MS = 86_400_000;
const EXPIRY_DAYS = [7, 30, 90, 365] as const;
const PASSWORD_LENGTH_MIN = 8;

interface CreateLinkDialogProps {
  readonly websiteId: number;
  /** The page, with its query. */
  readonly path: string;
  onClose(): void;
  onCreated(created: CreatedShareLink): void;
}

export function CreateLinkDialog({ websiteId, path, onClose, onCreated }: CreateLinkDialogProps) {
  const api = useApi();
  return (
    <FormDialog
      title={t('share.sharePage')}
      action={t('share.createLink')}
      fields={['name', 'password']}
      submit={(form) => createShareLink(api, websiteId, linkFrom(form, path))}
      invalidates={SHARE_LINKS_KEY}
      onClose={onClose}
      onDone={onCreated}
    >
      {(errorOf) => (
        <>
          <p className="hint">{t('share.readsOnlyThis')}</p>
          <NameField errorOf={errorOf} />
          <SelectField label={t('share.readersSee')} name="view">
            <option value="free">{t('share.anyPeriod')}</option>
            <option value="locked">{t('share.onlyThisPeriod')}</option>
          </SelectField>
          <SelectField label={t('access.expires')} name="expires_in_days" defaultValue="90">
            {EXPIRY_DAYS.map((days) => (
              <option key={days} value={days}>
                {t('access.inDays', { days })}
              </option>
            ))}
            <option value="">{t('common.never')}</option>
          </SelectField>
          <InputField
            label={t('share.passwordIfAny')}
            name="password"
            type="text"
            autoComplete="off"
            minLength={PASSWORD_LENGTH_MIN}
            maxLength={200}
            error={errorOf('password')}
          />
          <TextAreaField
            label={t('share.embedOn')}
            name="origins"
            rows={2}
            placeholder="https://www.example.com"
            aria-describedby="embed-hint"
          />
          <p className="hint" id="embed-hint">
            {t('share.embedHint')}
          </p>
        </>
      )}
    </FormDialog>
  );
}

function linkFrom(form: FormData, path: string): NewShareLink {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const [days, password] = [text('expires_in_days'), text('password')];
  return {
    name: text('name'),
    path,
    locked: form.get('view') === 'locked',
    origins: parseOrigins(text('origins')),
    ...(password !== '' && { password }),
    ...(days !== '' && { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
  };
}

export function CreatedLinkDialog({ created, onClose }: { readonly created: CreatedShareLink; onClose(): void }) {
  const { url, name, origins } = created;
  return (
    <SecretDialog
      title={t('share.linkCreated')}
      label={t('share.theLink')}
      secret={url}
      notice={t('share.copyNow')}
      onClose={onClose}
    >
      {origins.length > 0 && (
        <>
          <h3>{t('share.embed')}</h3>
          <p className="hint">{t('share.embedOnlyOn', { origins: origins.join(', ') })}</p>
          <CopyField label={t('share.theEmbedCode')} text={embedCode(url, name)} />
        </>
      )}
    </SecretDialog>
  );
}

interface RevokeLinkDialogProps {
  readonly websiteId: number;
  readonly revoked: ShareLink;
  onClose(): void;
}

export function RevokeLinkDialog({ websiteId, revoked, onClose }: RevokeLinkDialogProps) {
  const api = useApi();
  return (
    <ConfirmDialog
      title={t('share.revokeQuestion')}
      action={t('common.revoke')}
      confirm={() => revokeShareLink(api, websiteId, revoked.id)}
      invalidates={SHARE_LINKS_KEY}
      onClose={onClose}
    >
      <p>{rich('share.seesNothing', { name: revoked.name, strong: (text) => <strong>{text}</strong> })}</p>
    </ConfirmDialog>
  );
}
