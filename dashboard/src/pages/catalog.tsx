// What exists on a website: its campaigns with their variants, steps and elements, its areas, and the website itself.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CATALOG_KEY,
  type CatalogCampaign,
  type CatalogRecord,
  catalogQuery,
  markCampaignSeen,
  orderRecords,
  type RecordKind,
} from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { useCanEdit, useRole } from '../api/role.ts';
import type { Catalog } from '../api/types.ts';
import { AreasCard } from '../catalog/areas-card.tsx';
import styles from '../catalog/catalog-tree.module.css';
import { CampaignTree, type TreeActions, useOpenRecords } from '../catalog/catalog-tree.tsx';
import { ExchangeRatesCard } from '../catalog/exchange-rates-card.tsx';
import type { Move } from '../catalog/move-buttons.tsx';
import { CreateRecordDialog, EditRecordDialog } from '../catalog/record-dialogs.tsx';
import { TrafficDialog } from '../catalog/traffic-dialog.tsx';
import { WebsiteCard } from '../catalog/website-card.tsx';
import { ActionError } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card, CardGrid } from '../components/card.tsx';
import { Icon } from '../components/icon.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { t } from '../language/t.ts';
import { ShareLinksCard } from '../share/share-links-card.tsx';

const CAMPAIGNS_SHOWN_MAX = 50;

type OpenDialog =
  | { readonly name: 'create'; readonly kind: RecordKind; readonly parentId: number | undefined }
  | { readonly name: 'edit'; readonly kind: RecordKind; readonly record: CatalogRecord }
  | { readonly name: 'share'; readonly campaign: CatalogCampaign };

interface OfWebsite {
  readonly websiteId: number;
}

export function CatalogPage({ websiteId }: OfWebsite) {
  const query = useQuery(catalogQuery(useApi(), websiteId));
  const [dialog, setDialog] = useState<OpenDialog>();
  const openRecords = useOpenRecords();
  const close = () => setDialog(undefined);
  const create = (kind: RecordKind, parentId: number | undefined) => setDialog({ name: 'create', kind, parentId });
  const canEdit = useCanEdit(websiteId);
  const isViewer = useRole(websiteId) === 'viewer';
  return (
    <PageFrame
      title={t('common.catalog')}
      crumbs={[{ label: query.data?.website.name, to: { name: 'website', websiteId } }]}
      lead={t(isViewer ? 'catalog.leadOfViewer' : 'catalog.lead')}
      controls={
        canEdit && (
          <Button variant="primary" onClick={() => create('campaigns', undefined)}>
            <Icon name="plus" />
            {t('catalog.newCampaign')}
          </Button>
        )
      }
    >
      {query.isPending && <ReportSkeleton />}
      {query.isError && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {query.data && (
        <>
          <CampaignsCard
            catalog={query.data}
            canEdit={canEdit}
            {...openRecords}
            create={create}
            edit={(kind, record) => setDialog({ name: 'edit', kind, record })}
            share={(campaign) => setDialog({ name: 'share', campaign })}
          />
          <CardGrid>
            <AreasCard websiteId={websiteId} areas={query.data.areas} canEdit={canEdit} />
            <WebsiteCard website={query.data.website} canEdit={canEdit} />
            <ExchangeRatesCard website={query.data.website} canEdit={canEdit} />
          </CardGrid>
          {canEdit && <ShareLinksCard websiteId={websiteId} />}
        </>
      )}
      {dialog?.name === 'create' && (
        <CreateRecordDialog
          websiteId={websiteId}
          kind={dialog.kind}
          parentId={dialog.parentId}
          onClose={close}
          onCreated={(id) => openRecords.open(dialog.kind, id)}
        />
      )}
      {dialog?.name === 'edit' && (
        <EditRecordDialog websiteId={websiteId} kind={dialog.kind} record={dialog.record} onClose={close} />
      )}
      {dialog?.name === 'share' && <TrafficDialog websiteId={websiteId} campaign={dialog.campaign} onClose={close} />}
    </PageFrame>
  );
}

interface CampaignsCardProps extends Pick<TreeActions, 'canEdit' | 'isOpen' | 'toggle' | 'create' | 'edit' | 'share'> {
  readonly catalog: Catalog;
}

function CampaignsCard({ catalog, ...given }: CampaignsCardProps) {
  const { website, campaigns } = catalog;
  const [text, setText] = useState('');
  const [showsArchived, setShowsArchived] = useState(false);
  const [shownMax, setShownMax] = useState(CAMPAIGNS_SHOWN_MAX);
  const changes = useTreeChanges(website.id);
  const found = campaigns.filter((campaign) => isFound(campaign, text, showsArchived));
  const actions = { ...given, websiteId: website.id, showsArchived, markSeen: changes.markSeen, move: changes.move };
  return (
    <Card
      title={t('catalog.campaignCount', { count: found.length })}
      hint={t('catalog.newestFirst')}
      flush
      actions={
        campaigns.length > 0 && (
          <div className={styles.tools}>
            <input
              type="search"
              aria-label={t('catalog.find')}
              placeholder={t('catalog.nameOrKey')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <label>
              <input
                type="checkbox"
                checked={showsArchived}
                onChange={(event) => setShowsArchived(event.target.checked)}
              />
              {t('catalog.showArchived')}
            </label>
          </div>
        )
      }
    >
      <p className="visually-hidden" aria-live="polite">
        {changes.announcement}
      </p>
      {changes.error && (
        <div className={styles.notice}>
          <ActionError error={changes.error} invalidates={CATALOG_KEY} onReload={changes.forgetError} />
        </div>
      )}
      {campaigns.length === 0 && (
        <EmptyState title={t('common.noCampaignsYet')}>
          <p>{t('catalog.createOrRegister')}</p>
        </EmptyState>
      )}
      {campaigns.length > 0 && found.length === 0 && <EmptyState title={t('catalog.noMatch')} />}
      {found.length > 0 && <CampaignTree campaigns={found.slice(0, shownMax)} actions={actions} />}
      {found.length > shownMax && (
        <div className={styles.more}>
          <Button onClick={() => setShownMax(shownMax + CAMPAIGNS_SHOWN_MAX)}>{t('common.showMore')}</Button>
        </div>
      )}
    </Card>
  );
}

function isFound({ name, key, status }: CatalogCampaign, text: string, showsArchived: boolean): boolean {
  const isSearched = [name, key ?? ''].some((each) => each.toLowerCase().includes(text.trim().toLowerCase()));
  return isSearched && (showsArchived || status === 'live');
}

/** The changes that need no dialog. */
function useTreeChanges(websiteId: number) {
  const api = useApi();
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: CATALOG_KEY });
  const seen = useMutation({ mutationFn: (id: number) => markCampaignSeen(api, websiteId, id), onSuccess: reload });
  const moved = useMutation({
    mutationFn: ({ list, order }: Move) => orderRecords(api, websiteId, list, order),
    onSuccess: async (_result, { buttonId }) => {
      await reload();
      // The browser takes the focus away from what is moved in the document.
      requestAnimationFrame(() => document.getElementById(buttonId)?.focus());
    },
  });
  return {
    markSeen: ({ id }: CatalogCampaign) => seen.mutate(id),
    /** One at a time: the next one needs the new version of the list. */
    move: (move: Move) => {
      if (!moved.isPending) moved.mutate(move);
    },
    announcement: moved.isSuccess ? moved.variables.announcement : '',
    error: moved.error ?? seen.error,
    forgetError: () => {
      moved.reset();
      seen.reset();
    },
  };
}
