// How the events of a website come in: the snippet for its pages, the keys, and what is allowed.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import { KEPT_EVENTS_KEY } from '../api/kept-events.ts';
import { websitesQuery } from '../api/queries.ts';
import { useRole } from '../api/role.ts';
import {
  type CreatedIngestKey,
  changeWebsiteSettings,
  type IngestKey,
  ingestKeysQuery,
  SETTINGS_KEY,
  type WebsiteSettings,
  websiteSettingsQuery,
} from '../api/sending.ts';
import { useChoice } from '../api/use-choice.ts';
import { ConfirmDialog } from '../components/action-dialog.tsx';
import { Button, buttonClass } from '../components/button.tsx';
import { Card, CardGrid, PlainCard } from '../components/card.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { EditorsOnly } from '../components/editors-only.tsx';
import { FieldError } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { KEEP_EVENTS } from '../components/keep-events.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { formatDate } from '../format/dates.ts';
import { keyName } from '../format/ingest-keys.ts';
import { ImportsCard } from '../history/imports-card.tsx';
import { t } from '../language/t.ts';
import { Link } from '../routing/router.tsx';
import { CreatedKeyDialog, CreateKeyDialog, RevokeKeyDialog } from './key-dialogs.tsx';
import styles from './sending.module.css';
import { SnippetCard } from './snippet-card.tsx';
import { WebhooksCard } from './webhooks-card.tsx';

type OpenDialog =
  | { readonly name: 'create' }
  | { readonly name: 'created'; readonly created: CreatedIngestKey }
  | { readonly name: 'revoke'; readonly revoked: IngestKey };

interface OfWebsite {
  readonly websiteId: number;
}

export function SendingPage({ websiteId }: OfWebsite) {
  const { api, settings } = useServices();
  const [dialog, setDialog] = useState<OpenDialog>();
  const websites = useQuery(websitesQuery(api));
  const role = useRole(websiteId);
  const canEdit = role !== undefined && role !== 'viewer';
  const close = () => setDialog(undefined);
  const create = () => setDialog({ name: 'create' });
  return (
    <PageFrame
      title={t('common.sendingEvents')}
      crumbs={[{ label: websites.data?.find(({ id }) => id === websiteId)?.name, to: { name: 'website', websiteId } }]}
      lead={t('sending.lead')}
      controls={
        settings.managesTokens && (
          <div className={styles.controls}>
            <Link to={{ name: 'live', websiteId }} className={buttonClass()}>
              <Icon name="live" />
              {t('common.seeWhatArrives')}
            </Link>
            {canEdit && (
              <Button variant="primary" onClick={create}>
                <Icon name="plus" />
                {t('sending.createKey')}
              </Button>
            )}
          </div>
        )
      }
    >
      {!settings.managesTokens && <ManagedElsewhere />}
      {settings.managesTokens && role === 'viewer' && <EditorsOnly />}
      {settings.managesTokens && canEdit && (
        <>
          <SnippetCard websiteId={websiteId} onCreate={create} />
          <Keys websiteId={websiteId} onRevoke={(revoked) => setDialog({ name: 'revoke', revoked })} />
          <CardGrid>
            <SettingsCard websiteId={websiteId} />
            <FromServers websiteId={websiteId} />
            <WebhooksCard websiteId={websiteId} />
          </CardGrid>
          {role !== 'editor' && <ImportsCard websiteId={websiteId} />}
        </>
      )}
      {dialog?.name === 'create' && (
        <CreateKeyDialog
          websiteId={websiteId}
          onClose={close}
          // A public key can be copied at any time.
          onCreated={(created) => setDialog(created.public ? undefined : { name: 'created', created })}
        />
      )}
      {dialog?.name === 'created' && <CreatedKeyDialog created={dialog.created} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeKeyDialog revoked={dialog.revoked} onClose={close} />}
    </PageFrame>
  );
}

function ManagedElsewhere() {
  return (
    <PlainCard>
      <EmptyState title={t('sending.managedByOperator')}>
        <p>{t('sending.otherServer')}</p>
      </EmptyState>
    </PlainCard>
  );
}

function Keys({ websiteId, onRevoke }: OfWebsite & { onRevoke(key: IngestKey): void }) {
  const { api } = useServices();
  const keys = useQuery(ingestKeysQuery(api, websiteId));
  if (!keys.data || keys.data.length === 0) return null;
  return (
    <Card title={t('sending.keys')} hint={t('sending.keysHint')} flush>
      <DataTable caption={t('sending.keys')} columns={keyColumns(onRevoke)} rows={keys.data} keyOf={({ id }) => id} />
    </Card>
  );
}

function keyColumns(onRevoke: (key: IngestKey) => void): Column<IngestKey>[] {
  return [
    {
      name: 'name',
      label: t('common.key'),
      value: ({ name }) => name,
      render: (key) => (
        <>
          {keyName(key)}
          <RowDetail>{t(key.public ? 'sending.publicKey' : 'sending.secretKey')}</RowDetail>
        </>
      ),
    },
    {
      name: 'origins',
      label: t('sending.worksOn'),
      value: ({ origins }) => origins.join(' '),
      render: (key) => (key.public ? key.origins.join(', ') : t('sending.anyServer')),
    },
    {
      name: 'created_at',
      label: t('common.created'),
      minor: true,
      value: ({ created_at }) => created_at,
      render: ({ created_at }) => <span className={styles.nowrap}>{formatDate(created_at)}</span>,
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (key) => (
        <Button
          size="small"
          aria-label={t('sending.revokeNamed', { name: keyName(key) })}
          onClick={() => onRevoke(key)}
        >
          {t('common.revoke')}
        </Button>
      ),
    },
  ];
}

/** What is on or off. Other settings have their place on other pages. */
type Switch = 'register_keys' | 'browser_orders' | 'form_contacts' | 'event_log';

const SETTINGS: readonly { readonly name: Switch; readonly label: string; readonly hint: string }[] = [
  {
    name: 'register_keys',
    label: t('sending.registerKeys'),
    hint: t('sending.registerKeysHint'),
  },
  {
    name: 'browser_orders',
    label: t('sending.browserOrders'),
    hint: t('sending.browserOrdersHint'),
  },
  {
    name: 'form_contacts',
    label: t('sending.formContacts'),
    hint: t('sending.formContactsHint'),
  },
  { name: 'event_log', ...KEEP_EVENTS },
];

function SettingsCard({ websiteId }: OfWebsite) {
  const { api } = useServices();
  const queries = useQueryClient();
  const [asksToErase, setAsksToErase] = useState(false);
  const settings = useQuery(websiteSettingsQuery(api, websiteId));
  const change = useChoice(
    (changes: Partial<WebsiteSettings>) => changeWebsiteSettings(api, websiteId, changes),
    (changed) => {
      queries.setQueryData([...SETTINGS_KEY, websiteId], changed);
      return queries.invalidateQueries({ queryKey: [KEPT_EVENTS_KEY] });
    },
  );
  const set = (name: Switch, isOn: boolean) => {
    if (name === 'event_log' && !isOn) setAsksToErase(true);
    else change.choose({ [name]: isOn });
  };
  return (
    <Card title={t('common.settings')}>
      {settings.isPending && <Skeleton lines={2} />}
      {settings.isError && <ErrorState error={settings.error} onRetry={() => settings.refetch()} />}
      {settings.data &&
        SETTINGS.map(({ name, label, hint }) => (
          <label key={name} className={styles.setting}>
            <input
              type="checkbox"
              checked={change.saving?.value[name] ?? settings.data[name]}
              disabled={change.saving !== undefined}
              onChange={(event) => set(name, event.target.checked)}
            />
            <span>
              {label}
              <span className="hint">{hint}</span>
            </span>
          </label>
        ))}
      {change.error && <FieldError>{change.error.message}</FieldError>}
      {asksToErase && (
        <ConfirmDialog
          title={t('sending.stopKeepingQuestion')}
          action={t('sending.stopAndDelete')}
          // Reports that need kept events, too.
          invalidates={[]}
          onClose={() => setAsksToErase(false)}
          confirm={() => changeWebsiteSettings(api, websiteId, { event_log: false })}
        >
          <p>{t('sending.stopKeepingHint')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function FromServers({ websiteId }: OfWebsite) {
  const { settings } = useServices();
  // It has spaces, where a line may break.
  const event = `[{"type": "view", "website_id": ${websiteId}, "visitor": "a visitor"}]`;
  const command = [
    `curl ${settings.baseUrl}/collect/events`,
    `-H 'Authorization: Bearer SECRET_KEY'`,
    `-H 'Content-Type: application/json'`,
    `-d '${event}'`,
  ].join(' \\\n  ');
  return (
    <Card title={t('sending.fromServers')} hint={t('sending.fromServersHint')}>
      <CopyField label={t('sending.theCommand')} text={command} />
    </Card>
  );
}
