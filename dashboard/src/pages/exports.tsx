// How the scheduled export went, and what it has of the user's websites. For owners.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../api/context.tsx';
import { type ExportedWebsite, type ScheduledExport, scheduledExportQuery } from '../api/exports.ts';
import { type Profile, profileQuery } from '../api/profile.ts';
import { Card, PlainCard } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Notice } from '../components/notice.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { Address, RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { Tag } from '../components/tag.tsx';
import { formatTimestamp } from '../format/dates.ts';
import { formatCount } from '../format/numbers.ts';
import { rich, t } from '../language/t.ts';
import styles from './exports.module.css';

/** In the reference of the API, which is in English. */
const DOCUMENTATION_URL = '/docs#get_scheduled_export';

export function ExportsPage() {
  const api = useApi();
  const profile = useQuery(profileQuery(api));
  const owned = profile.data && ownedWebsites(profile.data);
  const hasSome = owned !== undefined && owned.length > 0;
  const found = useQuery({ ...scheduledExportQuery(api), enabled: hasSome });
  if (profile.isError) return <ErrorState error={profile.error} onRetry={() => profile.refetch()} />;
  if (!owned || (hasSome && found.isPending)) return <ReportSkeleton />;
  return (
    <PageFrame title={t('exports.title')} lead={t('exports.lead')}>
      {!profile.data?.accounts.some(({ role }) => role === 'owner') ? (
        <PlainCard>
          <EmptyState title={t('exports.onlyOwners')}>
            <p>{t('audit.askAnOwner')}</p>
          </EmptyState>
        </PlainCard>
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => found.refetch()} />
      ) : found.data?.schedule ? (
        <Scheduled scheduled={found.data} schedule={found.data.schedule} owned={owned} />
      ) : (
        <NoneScheduled />
      )}
    </PageFrame>
  );
}

interface OwnedWebsite {
  readonly id: number;
  readonly name: string;
  readonly account: string;
}

function ownedWebsites({ accounts, websites }: Profile): OwnedWebsite[] {
  return websites.flatMap(({ id, name, account_id: accountId }) => {
    const account = accounts.find((one) => one.id === accountId && one.role === 'owner');
    return account ? [{ id, name, account: account.name }] : [];
  });
}

function NoneScheduled() {
  return (
    <PlainCard>
      <EmptyState title={t('exports.none')}>
        <p>
          {rich('exports.howToSwitchOn', { to: <code>EXPORT_TO</code>, hours: <code>EXPORT_EVERY_HOURS</code> })}{' '}
          <DocumentationLink />
        </p>
      </EmptyState>
    </PlainCard>
  );
}

function DocumentationLink() {
  return (
    <a href={DOCUMENTATION_URL} target="_blank" rel="noreferrer">
      {t('exports.documentation')}
    </a>
  );
}

interface ScheduledProps {
  readonly scheduled: ScheduledExport;
  readonly schedule: NonNullable<ScheduledExport['schedule']>;
  readonly owned: readonly OwnedWebsite[];
}

function Scheduled({ scheduled, schedule, owned }: ScheduledProps) {
  const { websites } = scheduled;
  const byId = new Map(owned.map((website) => [website.id, website]));
  const hasAccounts = new Set(owned.map(({ account }) => account)).size > 1;
  const name = ({ id }: ExportedWebsite) => byId.get(id)?.name ?? t('audit.websiteById', { id });
  const accountOf = ({ id }: ExportedWebsite) => (hasAccounts ? byId.get(id)?.account : undefined);
  return (
    <>
      <Card title={t('exports.scheduled')} hint={<DocumentationLink />} actions={<StateTag scheduled={scheduled} />}>
        <WhatIsWrong scheduled={scheduled} />
        <Facts facts={factsOf(scheduled, schedule)} />
      </Card>
      <Card title={t('exports.websites')} hint={t('exports.websitesHint')} flush>
        <DataTable
          caption={t('exports.websites')}
          columns={columnsWith(name, accountOf, schedule.target !== 'database')}
          rows={websites}
          keyOf={({ id }) => id}
        />
      </Card>
    </>
  );
}

function StateTag({ scheduled: { state, is_late: isLate } }: Pick<ScheduledProps, 'scheduled'>) {
  if (state === 'failed') return <Tag tone="bad">{t('exports.state_failed')}</Tag>;
  if (isLate && state !== 'running') return <Tag tone="bad">{t('exports.state_late')}</Tag>;
  if (state === 'done') return <Tag tone="good">{t('exports.state_done')}</Tag>;
  return <Tag>{t(state === 'running' ? 'exports.state_running' : 'exports.state_waiting')}</Tag>;
}

/** The run that is in progress may mend it. */
function WhatIsWrong({ scheduled: { failure, is_late: isLate, due_at: dueAt } }: Pick<ScheduledProps, 'scheduled'>) {
  if (!failure && !isLate) return null;
  return (
    <Notice tone="neutral">
      {failure && (
        <>
          <strong>{t(`exports.problem_${failure.problem}`)}</strong>{' '}
          {t('exports.failedAt', { time: formatTimestamp(failure.at) })}{' '}
        </>
      )}
      {isLate && dueAt !== null && <>{t('exports.lateSince', { time: formatTimestamp(dueAt) })} </>}
      {rich('exports.whatToDo', { command: <code>bin/funnel doctor</code> })}
    </Notice>
  );
}

type Fact = readonly [label: string, value: ReactNode];

function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const FORMATS = { parquet: 'Parquet', ndjson: 'NDJSON' } as const;

function factsOf(
  { state, last_at: lastAt, due_at: dueAt }: ScheduledExport,
  { target, format, every_hours: hours }: ScheduledProps['schedule'],
): Fact[] {
  const isDue = dueAt === null || Date.parse(dueAt) <= Date.now();
  const next = isDue ? t('exports.soon') : formatTimestamp(dueAt);
  return [
    [t('exports.last'), lastAt === null ? t('exports.noneYet') : formatTimestamp(lastAt)],
    [t('exports.next'), state === 'running' ? t('exports.state_running') : next],
    [t('exports.howOften'), t('exports.everyHours', { count: hours })],
    [t('exports.goesTo'), t(`exports.target_${target}`)],
    ...(format === null ? [] : [[t('exports.format'), FORMATS[format]] as const]),
  ];
}

function columnsWith(
  name: (website: ExportedWebsite) => string,
  accountOf: (website: ExportedWebsite) => string | undefined,
  hasFiles: boolean,
): Column<ExportedWebsite>[] {
  const files: Column<ExportedWebsite> = countColumn('files', t('exports.files'), ({ files: count }) => count);
  return [
    {
      name: 'name',
      label: t('common.website'),
      value: name,
      render: (website) => (
        <>
          <Address text={name(website)} />
          {accountOf(website) !== undefined && <RowDetail>{accountOf(website)}</RowDetail>}
        </>
      ),
    },
    {
      name: 'is_included',
      label: t('exports.hasIt'),
      value: ({ is_included: isIncluded }) => t(isIncluded ? 'exports.included' : 'exports.notIncluded'),
    },
    {
      name: 'exported_at',
      label: t('exports.exportedAt'),
      minor: true,
      value: ({ exported_at: at }) => at,
      render: ({ exported_at: at }) => (at === null ? '–' : <time dateTime={at}>{formatTimestamp(at)}</time>),
    },
    ...(hasFiles ? [{ ...files, minor: true }] : []),
    countColumn('rows', t('exports.rows'), ({ rows }) => rows),
  ];
}

function countColumn(
  name: string,
  label: string,
  value: (website: ExportedWebsite) => number | null,
): Column<ExportedWebsite> {
  const render = (website: ExportedWebsite) => {
    const count = value(website);
    return count === null ? '–' : formatCount(count);
  };
  return { name, label, value, numeric: true, render };
}
