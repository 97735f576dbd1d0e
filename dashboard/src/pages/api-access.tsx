// Tokens for programs, and how to connect an AI assistant.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import { websitesQuery } from '../api/queries.ts';
import { type CreatedToken, type Token, tokensQuery } from '../api/tokens.ts';
import { dayOf, formatDay } from '../format/dates.ts';
import { AUDIENCES, makerOf, tokenName } from '../format/tokens.ts';
import { Card } from '../parts/card.tsx';
import { CopyField } from '../parts/copy-field.tsx';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { EmptyState, ErrorState, Skeleton } from '../parts/states.tsx';
import { CreateDialog, CreatedDialog, RevokeDialog } from './token-dialogs.tsx';

type OpenDialog =
  | { readonly name: 'create' }
  | { readonly name: 'created'; readonly token: CreatedToken }
  | { readonly name: 'revoke'; readonly token: Token };

export function ApiAccessPage() {
  const { managesTokens } = useServices().settings;
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <PageFrame
      title="API access"
      lead="Take your numbers elsewhere: into programs, spreadsheets and AI assistants."
      controls={
        managesTokens && (
          <button type="button" className="button button-primary" onClick={() => setDialog({ name: 'create' })}>
            <Icon name="plus" />
            Create token
          </button>
        )
      }
    >
      {managesTokens ? <Tokens onRevoke={(token) => setDialog({ name: 'revoke', token })} /> : <TokensElsewhere />}
      <div className="card-grid">
        <Assistants />
        <RestApi />
      </div>
      {dialog?.name === 'create' && (
        <CreateDialog onClose={close} onCreated={(token) => setDialog({ name: 'created', token })} />
      )}
      {dialog?.name === 'created' && <CreatedDialog token={dialog.token} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeDialog token={dialog.token} onClose={close} />}
    </PageFrame>
  );
}

function TokensElsewhere() {
  const { issuer } = useServices().settings;
  return (
    <section className="card">
      <EmptyState title="Tokens are managed elsewhere">
        <p>This installation takes its tokens from {issuer}.</p>
      </EmptyState>
    </section>
  );
}

function Tokens({ onRevoke }: { onRevoke(token: Token): void }) {
  const { api, session } = useServices();
  const tokens = useQuery(tokensQuery(session));
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const nameOf = (id: number) => websites.find((website) => website.id === id)?.name ?? `Website ${id}`;
  return (
    <Card title="Tokens" hint="For your websites, made by you or your operator. Revoking one works at once." flush>
      {tokens.isPending && <Skeleton lines={3} />}
      {tokens.isError && <ErrorState error={tokens.error} onRetry={() => tokens.refetch()} />}
      {tokens.data?.length === 0 && (
        <EmptyState title="There are no tokens yet">
          <p>Create one to read your reports from a program or a script.</p>
        </EmptyState>
      )}
      {tokens.data && tokens.data.length > 0 && (
        <DataTable
          caption="Tokens"
          columns={tokenColumns(nameOf, onRevoke)}
          rows={tokens.data}
          keyOf={({ id }) => id}
        />
      )}
    </Card>
  );
}

function tokenColumns(nameOf: (websiteId: number) => string, onRevoke: (token: Token) => void): Column<Token>[] {
  return [
    {
      name: 'name',
      label: 'Token',
      value: ({ name }) => name,
      render: (token) => (
        <>
          {tokenName(token)}
          <span className="row-detail">{AUDIENCES[token.audience]}</span>
        </>
      ),
    },
    {
      name: 'website_ids',
      label: 'Websites',
      value: (token) => token.website_ids.join(' '),
      render: (token) => token.website_ids.map(nameOf).join(', '),
    },
    { name: 'scopes', label: 'Scopes', value: ({ scopes }) => scopes.join(', ') },
    { name: 'user_email', label: 'Made by', value: makerOf },
    {
      name: 'last_used_at',
      label: 'Last used',
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
        <button
          type="button"
          className="button button-small"
          aria-label={`Revoke ${tokenName(token)}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </button>
      ),
    },
  ];
}

function DayOrNever({ timestamp }: { readonly timestamp: string | null }) {
  return <span className="nowrap">{timestamp === null ? 'Never' : formatDay(dayOf(timestamp))}</span>;
}

function Assistants() {
  const { settings } = useServices();
  const snippet = JSON.stringify({ mcpServers: { funnel: { type: 'http', url: settings.mcpUrl } } }, null, 2);
  return (
    <Card
      title="Connect an AI assistant"
      hint="Ask about your funnel in plain words. Assistants read, they change nothing."
    >
      <ol className="steps">
        <li>
          In your assistant, add a connector (also called a custom or remote MCP server) with this address:
          <CopyField label="the address of the tool server" text={settings.mcpUrl} />
        </li>
        <li>Log in when it asks you to, and choose the websites that it may see.</li>
        <li>Ask, for example: “Which campaign lost most conversions this week, and at which step?”</li>
      </ol>
      <details className="as-table">
        <summary>For assistants that read a configuration file</summary>
        <CopyField label="the configuration" text={snippet} />
      </details>
    </Card>
  );
}

function RestApi() {
  const { settings } = useServices();
  return (
    <Card title="Use the REST API" hint="Everything that this dashboard shows comes from it.">
      <ol className="steps">
        <li>Create a token for the websites and scopes that your program needs.</li>
        <li>
          Send it with every request to
          <CopyField label="the address of the API" text={`${settings.baseUrl}/api/v1`} />
        </li>
        <li>
          Look up reports and parameters in the <a href="/docs">reference</a>, or generate a client from the{' '}
          <a href="/api/v1/openapi.json">OpenAPI file</a>.
        </li>
      </ol>
    </Card>
  );
}
