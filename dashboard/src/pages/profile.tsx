// Who is logged in: accounts, password, sessions and connected applications.
import { SCOPE_DESCRIPTIONS } from '@funnel/api-client/constants';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useServices } from '../api/context.tsx';
import {
  applicationsQuery,
  type BrowserSession,
  type ConnectedApplication,
  endSession,
  PROFILE_KEY,
  type Profile,
  profileQuery,
  revokeApplication,
  sessionsQuery,
} from '../api/profile.ts';
import { ConfirmDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card, CardGrid } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { PageFrame } from '../components/page-frame.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { Tag } from '../components/tag.tsx';
import { formatTimestamp } from '../format/dates.ts';
import { AUDIENCES } from '../format/tokens.ts';
import { PasswordCard } from './password-card.tsx';
import styles from './profile.module.css';

const ROLE_NAMES: Readonly<Record<Profile['accounts'][number]['role'], string>> = {
  viewer: 'Viewer',
  editor: 'Editor',
  owner: 'Owner',
};

type OpenDialog =
  | { readonly name: 'end'; readonly session: BrowserSession }
  | { readonly name: 'revoke'; readonly application: ConnectedApplication };

export function ProfilePage() {
  const { api } = useServices();
  const profile = useQuery(profileQuery(api));
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <PageFrame title="Profile" lead={profile.data && `You are logged in as ${profile.data.email}.`}>
      <Sessions onEnd={(session) => setDialog({ name: 'end', session })} />
      <Applications onRevoke={(application) => setDialog({ name: 'revoke', application })} />
      <CardGrid>
        <Accounts profile={profile} />
        {profile.data && <PasswordCard canChange={profile.data.can_change_password} />}
      </CardGrid>
      {dialog?.name === 'end' && <EndDialog session={dialog.session} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeDialog application={dialog.application} onClose={close} />}
    </PageFrame>
  );
}

function Accounts({ profile }: { readonly profile: UseQueryResult<Profile> }) {
  return (
    <Card title="Accounts" hint="What you may do depends on your role. An owner of the account can change it." flush>
      <Loaded query={profile}>
        {({ accounts }) => (
          <DataTable
            caption="Accounts"
            columns={[
              { name: 'name', label: 'Account', value: ({ name }) => name },
              { name: 'role', label: 'Role', value: ({ role }) => ROLE_NAMES[role] },
            ]}
            rows={accounts}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Sessions({ onEnd }: { onEnd(session: BrowserSession): void }) {
  const { api } = useServices();
  const sessions = useQuery(sessionsQuery(api));
  return (
    <Card title="Sessions" hint="Browsers in which you are logged in. End those that you don’t recognize." flush>
      <Loaded query={sessions}>
        {(rows) => <DataTable caption="Sessions" columns={sessionColumns(onEnd)} rows={rows} keyOf={({ id }) => id} />}
      </Loaded>
    </Card>
  );
}

function sessionColumns(onEnd: (session: BrowserSession) => void): Column<BrowserSession>[] {
  return [
    {
      name: 'browser',
      label: 'Browser',
      value: browserName,
      render: (session) => (
        <>
          {browserName(session)} {session.is_current && <Tag tone="good">This browser</Tag>}
          <RowDetail>Last active {formatTimestamp(session.last_active_at)}</RowDetail>
        </>
      ),
    },
    { name: 'logged_in_at', label: 'Logged in', ...moment((session) => session.logged_in_at), minor: true },
    {
      name: 'actions',
      label: 'Actions',
      numeric: true,
      value: () => undefined,
      render: (session) =>
        !session.is_current && (
          <Button size="small" aria-label={`End the session in ${browserName(session)}`} onClick={() => onEnd(session)}>
            End
          </Button>
        ),
    },
  ];
}

function browserName({ browser }: BrowserSession): string {
  return browser ?? 'Unknown browser';
}

function moment<Row>(timestampOf: (row: Row) => string): Pick<Column<Row>, 'value' | 'render'> {
  return {
    value: timestampOf,
    render: (row) => <span className={styles.moment}>{formatTimestamp(timestampOf(row))}</span>,
  };
}

function Applications({ onRevoke }: { onRevoke(application: ConnectedApplication): void }) {
  const { api } = useServices();
  const applications = useQuery(applicationsQuery(api));
  return (
    <Card
      title="Connected applications"
      hint="Programs and AI assistants that you gave access to. Ending the access takes effect immediately."
      flush
    >
      <Loaded query={applications}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="No applications yet">
              <p>An application that asks for access to your websites is listed here once you allow it.</p>
            </EmptyState>
          ) : (
            <DataTable
              caption="Connected applications"
              columns={applicationColumns(onRevoke)}
              rows={rows}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function applicationColumns(onRevoke: (application: ConnectedApplication) => void): Column<ConnectedApplication>[] {
  return [
    {
      name: 'name',
      label: 'Application',
      value: ({ name }) => name,
      render: ({ name, host, audience }) => (
        <>
          {name}
          <RowDetail>{[AUDIENCES[audience], host].filter((part) => part !== null).join(' · ')}</RowDetail>
        </>
      ),
    },
    {
      name: 'scopes',
      label: 'May do',
      value: ({ scopes }) => scopes.join(', '),
      render: (application) => <Scopes application={application} />,
      minor: true,
    },
    { name: 'websites', label: 'Websites', value: websiteNames, minor: true },
    { name: 'connected_at', label: 'Connected', ...moment((application) => application.connected_at), minor: true },
    {
      name: 'last_active_at',
      label: 'Last active',
      ...moment((application) => application.last_active_at),
      minor: true,
    },
    {
      name: 'actions',
      label: 'Actions',
      numeric: true,
      value: () => undefined,
      render: (application) => (
        <Button size="small" aria-label={`End the access of ${application.name}`} onClick={() => onRevoke(application)}>
          End access
        </Button>
      ),
    },
  ];
}

function websiteNames({ websites }: ConnectedApplication): string {
  return websites.map(({ name }) => name).join(', ');
}

function Scopes({ application }: { readonly application: ConnectedApplication }) {
  return (
    <ul className={styles.scopes}>
      {application.scopes.map((scope) => (
        <li key={scope}>{SCOPE_DESCRIPTIONS[scope]}</li>
      ))}
    </ul>
  );
}

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  children(data: Data): ReactNode;
}

function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return query.data === undefined ? <Skeleton lines={3} /> : children(query.data);
}

function EndDialog({ session, onClose }: { readonly session: BrowserSession; onClose(): void }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title="End this session?"
      action="End session"
      confirm={() => endSession(api, session.id)}
      invalidates={PROFILE_KEY}
      onClose={onClose}
    >
      <p>
        You are logged out in <strong>{browserName(session)}</strong> immediately. Applications that you connected there
        keep their access.
      </p>
    </ConfirmDialog>
  );
}

function RevokeDialog({ application, onClose }: { readonly application: ConnectedApplication; onClose(): void }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title="End the access of this application?"
      action="End access"
      confirm={() => revokeApplication(api, application.id)}
      invalidates={PROFILE_KEY}
      onClose={onClose}
    >
      <p>
        <strong>{application.name}</strong> can’t use your data any more, immediately. To connect it again, start in the
        application.
      </p>
      <h3 className={styles.had}>What it may do on {websiteNames(application)}</h3>
      <Scopes application={application} />
    </ConfirmDialog>
  );
}
