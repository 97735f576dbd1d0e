// Who did what in an account. Its owners see it.
import { useQuery } from '@tanstack/react-query';
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry, type AuditFilter, auditLogQuery } from '../api/audit-log.ts';
import { useApi } from '../api/context.tsx';
import { type OwnAccount, profileQuery } from '../api/profile.ts';
import { websitesQuery } from '../api/queries.ts';
import { Button } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Icon } from '../components/icon.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { RowButton, RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { actionName, personName, sentence, wayName } from '../format/audit-log.ts';
import { formatTimestamp } from '../format/dates.ts';
import { t } from '../language/t.ts';
import { changeParameters, useQueryParameters } from '../routing/router.tsx';
import styles from './audit-log.module.css';

export function AuditLogPage() {
  const api = useApi();
  const profile = useQuery(profileQuery(api));
  const wanted = Number(useQueryParameters().get('account'));
  if (profile.isPending) return <ReportSkeleton />;
  if (profile.isError) return <ErrorState error={profile.error} onRetry={() => profile.refetch()} />;
  const owned = profile.data.accounts.filter(({ role }) => role === 'owner');
  const account = owned.find(({ id }) => id === wanted) ?? owned[0];
  if (!account) return <NotAnOwner />;
  return (
    <PageFrame
      title={t('common.auditLog')}
      lead={t('audit.lead', { account: account.name })}
      controls={owned.length > 1 && <AccountSelect account={account} accounts={owned} />}
    >
      <Entries key={account.id} accountId={account.id} />
    </PageFrame>
  );
}

function NotAnOwner() {
  return (
    <PageFrame title={t('common.auditLog')}>
      <PlainCard>
        <EmptyState title={t('audit.onlyOwners')}>
          <p>{t('audit.askAnOwner')}</p>
        </EmptyState>
      </PlainCard>
    </PageFrame>
  );
}

interface AccountSelectProps {
  readonly account: OwnAccount;
  readonly accounts: readonly OwnAccount[];
}

function AccountSelect({ account, accounts }: AccountSelectProps) {
  return (
    <select
      aria-label={t('common.account')}
      value={account.id}
      onChange={(event) => changeParameters({ account: event.target.value, before: undefined, user: undefined })}
    >
      {accounts.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Entries({ accountId }: { readonly accountId: number }) {
  const api = useApi();
  const filter = readFilter(useQueryParameters());
  const log = useQuery(auditLogQuery(api, accountId, filter));
  const { data: websites = [] } = useQuery(websitesQuery(api));
  const websiteName = (id: number) =>
    websites.find((website) => website.id === id)?.name ?? t('audit.websiteById', { id });
  const isFiltered = filter.action !== undefined || filter.userId !== undefined;
  return (
    <Card
      title={t('audit.entries')}
      hint={t('audit.newestFirst')}
      flush
      stale={log.isPlaceholderData}
      actions={<Filters filter={filter} person={personOf(log.data?.entries, filter.userId)} />}
    >
      {log.isPending && <Skeleton lines={5} />}
      {log.isError && <ErrorState error={log.error} onRetry={() => log.refetch()} />}
      {log.data?.entries.length === 0 && (
        <EmptyState title={t(isFiltered ? 'audit.noMatch' : 'audit.nothingYet')}>
          {isFiltered && <Button onClick={() => changeParameters(NO_FILTER)}>{t('audit.showAll')}</Button>}
        </EmptyState>
      )}
      {log.data && log.data.entries.length > 0 && (
        <>
          <DataTable
            caption={t('audit.caption')}
            columns={columnsWith(websiteName)}
            rows={log.data.entries}
            keyOf={({ id }) => id}
          />
          <Pages next={log.data.next} isFirst={filter.before === undefined} />
        </>
      )}
    </Card>
  );
}

const NO_FILTER = { action: undefined, user: undefined, before: undefined };

/** Reads it from a URL, which users can edit. */
function readFilter(search: URLSearchParams): AuditFilter {
  const idIn = (name: string) => {
    const id = Number(search.get(name));
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  };
  return {
    action: AUDIT_ACTIONS.find((action) => action === search.get('action')),
    userId: idIn('user'),
    before: idIn('before'),
  };
}

function personOf(entries: readonly AuditEntry[] = [], userId: number | undefined): string | undefined {
  if (userId === undefined) return undefined;
  const entry = entries.find((one) => one.user_id === userId);
  return entry ? personName(entry) : t('audit.userById', { id: userId });
}

function Filters({ filter, person }: { readonly filter: AuditFilter; readonly person: string | undefined }) {
  const show = (action: AuditAction | '') => changeParameters({ action: action || undefined, before: undefined });
  return (
    <div className={styles.filters}>
      {person !== undefined && (
        <Button
          aria-label={t('audit.showEverybody', { person })}
          onClick={() => changeParameters({ user: undefined, before: undefined })}
        >
          {person}
          <Icon name="close" />
        </Button>
      )}
      <select
        aria-label={t('audit.action')}
        value={filter.action ?? ''}
        onChange={(event) => show(event.target.value as AuditAction | '')}
      >
        <option value="">{t('audit.allActions')}</option>
        {AUDIT_ACTIONS.map((action) => (
          <option key={action} value={action}>
            {actionName(action)}
          </option>
        ))}
      </select>
    </div>
  );
}

function columnsWith(websiteName: (id: number) => string): Column<AuditEntry>[] {
  return [
    {
      name: 'description',
      label: t('audit.what'),
      value: ({ description }) => description,
      render: (entry) => (
        <>
          <span className={styles.sentence}>{sentence(entry)}</span>
          <RowDetail>
            {entry.website_id !== null && <span>{websiteName(entry.website_id)}</span>}
            <span className={styles.onPhones}>{formatTimestamp(entry.at)}</span>
          </RowDetail>
        </>
      ),
    },
    {
      name: 'user_email',
      label: t('audit.who'),
      value: personName,
      render: (entry) =>
        entry.user_id === null ? (
          personName(entry)
        ) : (
          <RowButton onClick={() => changeParameters({ user: String(entry.user_id), before: undefined })}>
            <span className={styles.person}>{personName(entry)}</span>
          </RowButton>
        ),
    },
    { name: 'via', label: t('audit.via'), value: wayName, minor: true },
    {
      name: 'at',
      label: t('audit.when'),
      minor: true,
      value: ({ at }) => at,
      render: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time>,
    },
  ];
}

function Pages({ next, isFirst }: { readonly next: number | null; readonly isFirst: boolean }) {
  if (next === null && isFirst) return null;
  return (
    <nav className={styles.pages} aria-label={t('audit.pages')}>
      <Button disabled={isFirst} onClick={() => changeParameters({ before: undefined })}>
        {t('audit.newest')}
      </Button>
      <Button disabled={next === null} onClick={() => changeParameters({ before: String(next) })}>
        {t('common.older')}
      </Button>
    </nav>
  );
}
