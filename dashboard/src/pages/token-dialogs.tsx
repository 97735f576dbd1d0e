// Making a token, showing it once, and revoking one.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useServices } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { type CreatedToken, createToken, type NewToken, revokeToken, type Token } from '../api/tokens.ts';
import { AUDIENCES, tokenName } from '../format/tokens.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { DialogActions } from '../parts/dialog-actions.tsx';
import { SCOPES } from '../session/authorization.ts';

const SCOPE_TEXTS: Readonly<Record<string, string>> = {
  reports: 'Read all reports',
  'contacts:read': 'Read contacts',
  'contacts:write': 'Add, change and delete contacts',
  'ctas:read': 'Read campaigns',
  'ctas:write': 'Change campaigns',
  'areas:read': 'Read areas',
  'websites:read': 'Read the website and its settings',
};
const EXPIRIES = [30, 90, 365] as const;

interface CreateDialogProps {
  onClose(): void;
  onCreated(token: CreatedToken): void;
}

export function CreateDialog({ onClose, onCreated }: CreateDialogProps) {
  const { api, session } = useServices();
  const queries = useQueryClient();
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const [audience, setAudience] = useState<Token['audience']>('rest');
  const create = useMutation({
    mutationFn: (token: NewToken) => createToken(session, token),
    onSuccess: async (token) => {
      await queries.invalidateQueries({ queryKey: ['tokens'] });
      onCreated(token);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(tokenFrom(new FormData(event.currentTarget)));
  };
  // Every tool reads reports, and no tool does anything else.
  const scopes = audience === 'tools' ? ['reports'] : SCOPES;
  return (
    <Dialog title="Create token" onClose={onClose}>
      <form onSubmit={submit}>
        <label className="field">
          Name
          <input name="name" required maxLength={100} placeholder="What it is for, such as Weekly export" />
        </label>
        <fieldset className="choices">
          <legend>Used by</legend>
          {(Object.keys(AUDIENCES) as Token['audience'][]).map((name) => (
            <label key={name} className="choice">
              <input
                type="radio"
                name="audience"
                value={name}
                checked={audience === name}
                onChange={() => setAudience(name)}
              />
              {AUDIENCES[name]}
            </label>
          ))}
        </fieldset>
        <fieldset className="choices">
          <legend>Websites</legend>
          {websites.map(({ id, name }) => (
            <label key={id} className="choice">
              <input type="checkbox" name="website_ids" value={id} defaultChecked />
              {name}
            </label>
          ))}
        </fieldset>
        <fieldset className="choices">
          <legend>Scopes</legend>
          {scopes.map((scope) => (
            <label key={`${audience} ${scope}`} className="choice">
              <input type="checkbox" name="scopes" value={scope} defaultChecked={scope === 'reports'} />
              <span>
                {SCOPE_TEXTS[scope] ?? scope} <code className="code-soft">{scope}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <label className="field">
          Expires
          <select name="expires_in_days" defaultValue="90">
            {EXPIRIES.map((days) => (
              <option key={days} value={days}>
                In {days} days
              </option>
            ))}
            <option value="">Never, until revoked</option>
          </select>
        </label>
        <DialogActions label="Create" work={create} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function tokenFrom(form: FormData): NewToken {
  const days = String(form.get('expires_in_days') ?? '');
  return {
    name: String(form.get('name') ?? '').trim(),
    audience: form.get('audience') === 'tools' ? 'tools' : 'rest',
    website_ids: form.getAll('website_ids').map(Number),
    scopes: form.getAll('scopes').map(String),
    ...(days !== '' && { expires_in_days: Number(days) }),
  };
}

interface TokenDialogProps {
  onClose(): void;
}

export function CreatedDialog({ token, onClose }: TokenDialogProps & { readonly token: CreatedToken }) {
  const { settings } = useServices();
  return (
    <Dialog title="Your new token" onClose={onClose}>
      <p className="notice notice-good">Copy it now: it is shown this one time only.</p>
      <CopyField label="the token" text={token.token} />
      {token.audience === 'rest' && (
        <>
          <p>Try it:</p>
          <CopyField
            label="the command"
            text={`curl -H 'Authorization: Bearer ${token.token}' ${settings.baseUrl}/api/v1/reports/websites`}
          />
        </>
      )}
      <div className="dialog-actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}

export function RevokeDialog({ token, onClose }: TokenDialogProps & { readonly token: Token }) {
  const { session } = useServices();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeToken(session, token.id),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['tokens'] });
      onClose();
    },
  });
  return (
    <Dialog title="Revoke this token?" onClose={onClose}>
      <p>
        Whatever uses <strong>{tokenName(token)}</strong> stops working at once. This can't be undone.
      </p>
      <DialogActions label="Revoke" work={revoke} onCancel={onClose} onConfirm={() => revoke.mutate()} />
    </Dialog>
  );
}
