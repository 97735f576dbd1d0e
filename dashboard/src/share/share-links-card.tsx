// The links to pages of a website, beside its other settings.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { type ShareLink, shareLinksQuery } from '../api/share-links.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { RowDetail } from '../components/row-name.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { Tag } from '../components/tag.tsx';
import { formatDate } from '../format/dates.ts';
import { t } from '../language/t.ts';
import { pageAt } from '../routing/pages.ts';
import { RevokeLinkDialog } from './share-dialogs.tsx';

const PAGE_NAMES: Readonly<Record<string, string>> = {
  website: t('common.performance'),
  campaign: t('common.campaign'),
  funnel: t('common.funnels'),
  experiments: t('common.experiments'),
  attribution: t('common.attribution'),
};

export function ShareLinksCard({ websiteId }: { readonly websiteId: number }) {
  const links = useQuery(shareLinksQuery(useApi(), websiteId));
  const [revoked, setRevoked] = useState<ShareLink>();
  return (
    <Card title={t('share.sharedLinks')} hint={t('share.sharedLinksHint')} flush>
      {links.isPending && <Skeleton lines={2} />}
      {links.isError && <ErrorState error={links.error} onRetry={() => links.refetch()} />}
      {links.data?.length === 0 && (
        <EmptyState title={t('share.noneYet')}>
          <p>{t('share.howToShare')}</p>
        </EmptyState>
      )}
      {links.data && links.data.length > 0 && (
        <DataTable
          caption={t('share.sharedLinks')}
          columns={linkColumns(setRevoked)}
          rows={links.data}
          keyOf={({ id }) => id}
        />
      )}
      {revoked && <RevokeLinkDialog websiteId={websiteId} revoked={revoked} onClose={() => setRevoked(undefined)} />}
    </Card>
  );
}

function linkColumns(onRevoke: (link: ShareLink) => void): Column<ShareLink>[] {
  return [
    {
      name: 'name',
      label: t('common.name'),
      value: ({ name }) => name,
      render: ({ name, path, locked, has_password: hasPassword, origins, last_used_at: lastUsed }) => (
        <>
          {name}
          <RowDetail>
            {PAGE_NAMES[pageAt(path.split('?', 1)[0]!).name]}
            {locked && <Tag>{t('share.locked')}</Tag>}
            {hasPassword && <Tag>{t('common.password')}</Tag>}
            {origins.length > 0 && <span>{origins.join(', ')}</span>}
          </RowDetail>
          <RowDetail isOnPhones>
            {t('contacts.fieldIs', { label: t('access.lastUsed'), value: dayOrNever(lastUsed) })}
          </RowDetail>
        </>
      ),
    },
    {
      name: 'created_by',
      label: t('access.createdBy'),
      minor: true,
      value: ({ created_by: email }) => email ?? t('common.operator'),
    },
    {
      name: 'last_used_at',
      label: t('access.lastUsed'),
      minor: true,
      value: ({ last_used_at: at }) => at,
      render: ({ last_used_at: at }) => dayOrNever(at),
    },
    {
      name: 'expires_at',
      label: t('access.expires'),
      value: ({ expires_at: at }) => at,
      render: ({ expires_at: at }) => dayOrNever(at),
    },
    {
      name: 'actions',
      label: t('common.actions'),
      numeric: true,
      value: () => undefined,
      render: (link) => (
        <Button size="small" aria-label={t('access.revokeNamed', { name: link.name })} onClick={() => onRevoke(link)}>
          {t('common.revoke')}
        </Button>
      ),
    },
  ];
}

function dayOrNever(at: string | null): string {
  return at === null ? t('common.never') : formatDate(at);
}
