// Who is logged in: accounts, password, sessions and connected applications.
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
import { roleName } from '../format/roles.ts';
import { scopeDescription } from '../format/scopes.ts';
import { AUDIENCES } from '../format/tokens.ts';
import { rich, t } from '../language/t.ts';
import { LanguageCard } from './language-card.tsx';
import { PasswordCard } from './password-card.tsx';
import styles from './profile.module.css';

type OpenDialog =
  | { readonly name: 'end'; readonly session: BrowserSession }
  | { readonly name: 'revoke'; readonly application: ConnectedApplication };

export function ProfilePage() {
  const { api } = useServices();
  const profile = useQuery(profileQuery(api));
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <PageFrame
      title={t('common.profile')}
      lead={profile.data && t('profile.loggedInAs', { email: profile.data.email })}
    >
      <Sessions onEnd={(session) => setDialog({ name: 'end', session })} />
      <Applications onRevoke={(application) => setDialog({ name: 'revoke', application })} />
      <CardGrid>
        <Accounts profile={profile} />
        {profile.data && <LanguageCard language={profile.data.language} />}
        {profile.data && <PasswordCard canChange={profile.data.can_change_password} />}
      </CardGrid>
      {dialog?.name === 'end' && <EndDialog session={dialog.session} onClose={close} />}
      {dialog?.name === 'revoke' && <RevokeDialog application={dialog.application} onClose={close} />}
    </PageFrame>
  );
}

function Accounts({ profile }: { readonly profile: UseQueryResult<Profile> }) {
  return (
    <Card title={t('profile.accounts')} hint={t('profile.accountsHint')} flush>
      <Loaded query={profile}>
        {({ accounts }) => (
          <DataTable
            caption={t('profile.accounts')}
            columns={[
              { name: 'name', label: t('common.account'), value: ({ name }) => name },
              { name: 'role', label: t('common.role'), value: ({ role }) => roleName(role) },
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
    <Card title={t('profile.sessions')} hint={t('profile.sessionsHint')} flush>
      <Loaded query={sessions}>
        {(rows) => (
          <DataTable
            caption={t('profile.sessions')}
            columns={sessionColumns(onEnd)}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
    </Card>
  );
}

function sessionColumns(onEnd: (session: BrowserSession) => void): Column<BrowserSession>[] {
  return [
    {
      name: 'browser',
      label: t('common.browser'),
      value: browserName,
      render: (session) => (
        <>
          {browserName(session)} {session.is_current && <Tag tone="good">{t('profile.thisBrowser')}</Tag>}
          <RowDetail>{t('profile.lastActiveAt', { time: formatTimestamp(session.last_active_at) })}</RowDetail>
        </>
      ),
    },
    { name: 'logged_in_at', label: t('profile.loggedInAt'), ...moment((session) => session.logged_in_at), minor: true },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (session) =>
        !session.is_current && (
          <Button
            size="small"
            aria-label={t('profile.endSessionIn', { browser: browserName(session) })}
            onClick={() => onEnd(session)}
          >
            {t('profile.end')}
          </Button>
        ),
    },
  ];
}

/** The service says it in English, such as `Firefox on Windows`. */
function browserName({ browser }: BrowserSession): string {
  if (browser === null) return t('profile.unknownBrowser');
  const [name = browser, system] = browser.split(' on ');
  return system === undefined ? name : t('profile.browserOn', { browser: name, system });
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
    <Card title={t('profile.applications')} hint={t('profile.applicationsHint')} flush>
      <Loaded query={applications}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('profile.noApplications')}>
              <p>{t('profile.noApplicationsHint')}</p>
            </EmptyState>
          ) : (
            <DataTable
              caption={t('profile.applications')}
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
      label: t('profile.application'),
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
      label: t('profile.mayDo'),
      value: ({ scopes }) => scopes.join(', '),
      render: (application) => <Scopes application={application} />,
      minor: true,
    },
    { name: 'websites', label: t('common.websites'), value: websiteNames, minor: true },
    {
      name: 'connected_at',
      label: t('profile.connected'),
      ...moment((application) => application.connected_at),
      minor: true,
    },
    {
      name: 'last_active_at',
      label: t('profile.lastActive'),
      ...moment((application) => application.last_active_at),
      minor: true,
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (application) => (
        <Button
          size="small"
          aria-label={t('profile.endAccessOf', { name: application.name })}
          onClick={() => onRevoke(application)}
        >
          {t('profile.endAccess')}
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
        <li key={scope}>{scopeDescription(scope)}</li>
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
      title={t('profile.endSessionQuestion')}
      action={t('profile.endSession')}
      confirm={() => endSession(api, session.id)}
      invalidates={PROFILE_KEY}
      onClose={onClose}
    >
      <p>
        {rich('profile.loggedOutIn', {
          browser: browserName(session),
          strong: (text) => <strong>{text}</strong>,
        })}
      </p>
    </ConfirmDialog>
  );
}

function RevokeDialog({ application, onClose }: { readonly application: ConnectedApplication; onClose(): void }) {
  const { api } = useServices();
  return (
    <ConfirmDialog
      title={t('profile.endAccessQuestion')}
      action={t('profile.endAccess')}
      confirm={() => revokeApplication(api, application.id)}
      invalidates={PROFILE_KEY}
      onClose={onClose}
    >
      <p>{rich('profile.cannotUse', { name: application.name, strong: (text) => <strong>{text}</strong> })}</p>
      <h3 className={styles.had}>{t('profile.mayDoOn', { websites: websiteNames(application) })}</h3>
      <Scopes application={application} />
    </ConfirmDialog>
  );
}
