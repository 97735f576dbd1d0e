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
      title="API access"
      lead="Use your data in programs, spreadsheets and AI assistants."
      controls={
        managesTokens &&
        canEdit && (
          <Button variant="primary" onClick={() => setDialog({ name: 'create' })}>
            <Icon name="plus" />
            Create token
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
      <EmptyState title="Tokens are managed elsewhere">
        <p>This installation uses tokens from {issuer}.</p>
      </EmptyState>
    </PlainCard>
  );
}

function Tokens({ onRevoke }: { onRevoke(token: Token): void }) {
  const { api } = useServices();
  const tokens = useQuery(tokensQuery(api));
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const websiteName = (id: number) => websites.find((website) => website.id === id)?.name ?? `Website ${id}`;
  return (
    <Card
      title="Tokens"
      hint="For your websites, created by you or your operator. Revoking a token takes effect immediately."
      flush
    >
      {tokens.isPending && <Skeleton lines={3} />}
      {tokens.isError && <ErrorState error={tokens.error} onRetry={() => tokens.refetch()} />}
      {tokens.data?.length === 0 && (
        <EmptyState title="No tokens yet">
          <p>Create one to read your reports from a program.</p>
        </EmptyState>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <DataTable
          caption="Tokens"
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
      label: 'Token',
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
      label: 'Websites',
      value: (token) => token.website_ids.join(' '),
      render: (token) => token.website_ids.map(websiteName).join(', '),
    },
    { name: 'scopes', label: 'Scopes', minor: true, value: ({ scopes }) => scopes.join(', ') },
    { name: 'user_email', label: 'Created by', minor: true, value: creatorName },
    {
      name: 'last_used_at',
      label: 'Last used',
      minor: true,
      value: (token) => token.last_used_at,
      render: (token) => <DayOrNever timestamp={token.last_used_at} />,
    },
    {
      name: 'expires_at',
      label: 'Expires',
      value: (token) => token.expires_at,
      render: (token) => <DayOrNever timestamp={token.expires_at} />,
    },
    {
      name: 'actions',
      label: 'Actions',
      numeric: true,
      value: () => undefined,
      render: (token) => (
        <Button size="small" aria-label={`Revoke ${tokenName(token)}`} onClick={() => onRevoke(token)}>
          Revoke
        </Button>
      ),
    },
  ];
}

function DayOrNever({ timestamp }: { readonly timestamp: string | null }) {
  return <span className={styles.nowrap}>{timestamp === null ? 'Never' : formatDate(timestamp)}</span>;
}

function Assistants() {
  const { settings } = useServices();
  const snippet = JSON.stringify({ mcpServers: { funnel: { type: 'http', url: settings.mcpUrl } } }, null, 2);
  return (
    <Card
      title="Connect an AI assistant"
      hint="Ask about your funnel in plain English. Assistants can read your data, but not change it."
    >
      {!settings.mcpIsPublic && (
        <Notice tone="neutral">
          Assistants that run on their vendor's servers, such as Claude or ChatGPT in a browser, cannot reach{' '}
          <strong>{new URL(settings.mcpUrl).hostname}</strong>: it is only known on this computer or network. Assistants
          on your own computer can. For the others, the service needs a public HTTPS address (<code>BASE_URL</code>).
        </Notice>
      )}
      <ol className={styles.steps}>
        <li>
          In your assistant, add a connector (also called a custom or remote MCP server) with this URL:
          <CopyField label="the MCP server URL" text={settings.mcpUrl} />
        </li>
        <li>Log in when it asks you to, and choose the websites it may read.</li>
        <li>Ask, for example: “Which campaign lost the most conversions this week, and at which step?”</li>
      </ol>
      <Disclosure summary="For assistants with a configuration file">
        <CopyField label="the configuration" text={snippet} />
      </Disclosure>
    </Card>
  );
}

function RestApi() {
  const { settings } = useServices();
  return (
    <Card title="Use the REST API" hint="Everything in this dashboard comes from it.">
      <ol className={styles.steps}>
        <li>Create a token with the websites and scopes that your program needs.</li>
        <li>
          Send it with every request to this URL:
          <CopyField label="the API URL" text={`${settings.baseUrl}/api/v1`} />
        </li>
        <li>
          Look up reports and parameters in the <a href="/docs">API reference</a>, or generate a client from the{' '}
          <a href="/api/v1/openapi.json">OpenAPI file</a>.
        </li>
      </ol>
    </Card>
  );
}
