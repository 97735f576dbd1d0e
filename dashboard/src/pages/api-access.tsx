// Access tokens, and how to connect a program or an AI assistant.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { useCanEditAny } from '../api/role.ts';
import { type CreatedToken, type Token, tokensQuery } from '../api/tokens.ts';
import { Button } from '../components/button.tsx';
import { Card, CardGrid, PlainCard } from '../components/card.tsx';
import { CopyField } from '../components/copy-field.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { EditorsOnly } from '../components/editors-only.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { formatDate } from '../format/dates.ts';
import { AUDIENCES, creatorName, tokenName } from '../format/tokens.ts';
import { rich, t } from '../language/t.ts';
import styles from './api-access.module.css';
import { CreateDialog, CreatedDialog, RevokeDialog } from './token-dialogs.tsx';

type OpenDialog =
  | { readonly name: 'create' }
  | { readonly name: 'created'; readonly token: CreatedToken }
  | { readonly name: 'revoke'; readonly token: Token };

export function ApiAccessPage() {
  const { managesTokens } = useServices().settings;
  const canEdit = useCanEditAny();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <PageFrame
      title={t('common.apiAccess')}
      lead={t('access.lead')}
      controls={
        managesTokens &&
        canEdit && (
          <Button variant="primary" onClick={() => setDialog({ name: 'create' })}>
            <Icon name="plus" />
            {t('access.createToken')}
          </Button>
        )
      }
    >
      {!managesTokens && <ExternalTokens />}
      {managesTokens && canEdit && <Tokens onRevoke={(token) => setDialog({ name: 'revoke', token })} />}
      {managesTokens && canEdit === false && <EditorsOnly />}
      <CardGrid>
        <Assistants />
        <RestApi />
      </CardGrid>
      {dialog?.name === 'create' && (
        <CreateDialog onClose={close} onCreated={(token) => setDialog({ name: 'created', token })} />
      )}
      {dialog?.name === 'created' && <CreatedDialog token={dialog.token} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeDialog token={dialog.token} onClose={close} />}
    </PageFrame>
  );
}

function ExternalTokens() {
  const { issuer } = useServices().settings;
  return (
    <PlainCard>
      <EmptyState title={t('access.managedElsewhere')}>
        <p>{t('access.tokensFrom', { issuer })}</p>
      </EmptyState>
    </PlainCard>
  );
}

function Tokens({ onRevoke }: { onRevoke(token: Token): void }) {
  const { api } = useServices();
  const tokens = useQuery(tokensQuery(api));
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const websiteName = (id: number) =>
    websites.find((website) => website.id === id)?.name ?? t('access.websiteById', { id });
  return (
    <Card title={t('access.tokens')} hint={t('access.tokensHint')} flush>
      {tokens.isPending && <Skeleton lines={3} />}
      {tokens.isError && <ErrorState error={tokens.error} onRetry={() => tokens.refetch()} />}
      {tokens.data?.length === 0 && (
        <EmptyState title={t('access.noTokensYet')}>
          <p>{t('access.createOne')}</p>
        </EmptyState>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <DataTable
          caption={t('access.tokens')}
          columns={tokenColumns(websiteName, onRevoke)}
          rows={tokens.data}
          keyOf={({ id }) => id}
        />
      )}
    </Card>
  );
}

function tokenColumns(websiteName: (id: number) => string, onRevoke: (token: Token) => void): Column<Token>[] {
  return [
    {
      name: 'name',
      label: t('access.token'),
      value: ({ name }) => name,
      render: (token) => (
        <>
          {tokenName(token)}
          <RowDetail>{AUDIENCES[token.audience]}</RowDetail>
        </>
      ),
    },
    {
      name: 'website_ids',
      label: t('common.websites'),
      value: (token) => token.website_ids.join(' '),
      render: (token) => token.website_ids.map(websiteName).join(', '),
    },
    { name: 'scopes', label: t('access.scopes'), minor: true, value: ({ scopes }) => scopes.join(', ') },
    { name: 'user_email', label: t('access.createdBy'), minor: true, value: creatorName },
    {
      name: 'last_used_at',
      label: t('access.lastUsed'),
      minor: true,
      value: (token) => token.last_used_at,
      render: (token) => <DayOrNever timestamp={token.last_used_at} />,
    },
    {
      name: 'expires_at',
      label: t('access.expires'),
      value: (token) => token.expires_at,
      render: (token) => <DayOrNever timestamp={token.expires_at} />,
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (token) => (
        <Button
          size="small"
          aria-label={t('access.revokeNamed', { name: tokenName(token) })}
          onClick={() => onRevoke(token)}
        >
          {t('common.revoke')}
        </Button>
      ),
    },
  ];
}

function DayOrNever({ timestamp }: { readonly timestamp: string | null }) {
  return <span className={styles.nowrap}>{timestamp === null ? t('common.never') : formatDate(timestamp)}</span>;
}

function Assistants() {
  const { settings } = useServices();
  const snippet = JSON.stringify({ mcpServers: { funnel: { type: 'http', url: settings.mcpUrl } } }, null, 2);
  return (
    <Card title={t('access.connectAssistant')} hint={t('access.connectAssistantHint')}>
      {!settings.mcpIsPublic && (
        <Notice tone="neutral">
          {rich('access.notPublic', {
            host: new URL(settings.mcpUrl).hostname,
            strong: (text) => <strong>{text}</strong>,
            code: (text) => <code>{text}</code>,
          })}
        </Notice>
      )}
      <ol className={styles.steps}>
        <li>
          {t('access.addConnector')}
          <CopyField label={t('access.mcpUrl')} text={settings.mcpUrl} />
        </li>
        <li>{t('access.logInWhenAsked')}</li>
        <li>{t('access.askForExample')}</li>
      </ol>
      <Disclosure summary={t('access.configurationFile')}>
        <CopyField label={t('access.configuration')} text={snippet} />
      </Disclosure>
    </Card>
  );
}

function RestApi() {
  const { settings } = useServices();
  return (
    <Card title={t('access.useRestApi')} hint={t('access.useRestApiHint')}>
      <ol className={styles.steps}>
        <li>{t('access.createNeeded')}</li>
        <li>
          {t('access.sendItTo')}
          <CopyField label={t('access.apiUrl')} text={`${settings.baseUrl}/api/v1`} />
        </li>
        <li>
          {rich('access.lookUp', {
            docs: (text) => <a href="/docs">{text}</a>,
            openapi: (text) => <a href="/api/v1/openapi.json">{text}</a>,
          })}
        </li>
      </ol>
    </Card>
  );
}
