// Funnels of a website: which visitors take some steps in order. One that is being built is in the URL; a saved one has a page of its own.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi, useSharedPage } from '../api/context.tsx';
import { ApiProblem } from '../api/problem.ts';
import { funnelQuery } from '../api/queries.ts';
import { useCanEdit } from '../api/role.ts';
import { replaceFunnel, SAVED_FUNNELS_KEY, type SavedFunnel, savedFunnelsQuery } from '../api/saved-funnels.ts';
import { Button } from '../components/button.tsx';
import { CardActions, PlainCard } from '../components/card.tsx';
import { FieldError } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { type Crumb, PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { Tag } from '../components/tag.tsx';
import { WebsiteReportFrame } from '../components/website-report.tsx';
import { DevicesCard } from '../funnels/devices-card.tsx';
import { DeleteFunnelDialog, RenameFunnelDialog, SaveFunnelDialog } from '../funnels/funnel-dialogs.tsx';
import { FunnelReport } from '../funnels/funnel-report.tsx';
import { SavedFunnelsCard } from '../funnels/saved-funnels-card.tsx';
import { StepsCard } from '../funnels/steps-card.tsx';
import { t } from '../language/t.ts';
import {
  DEFAULT_FUNNEL,
  type Funnel,
  funnelInUrl,
  funnelParameters,
  isSameFunnel,
  readFunnel,
} from '../routing/funnel.ts';
import { CONTENT_ID, changeParameters, goToPage, useQueryParameters, useView } from '../routing/router.tsx';

interface OfWebsite {
  readonly websiteId: number;
}

/** A new funnel, below those that are saved. */
export function FunnelsPage({ websiteId }: OfWebsite) {
  return (
    <FunnelFrame
      websiteId={websiteId}
      title={t('common.funnels')}
      start={DEFAULT_FUNNEL}
      crumbs={[]}
      above={<SavedFunnelsCard websiteId={websiteId} />}
    />
  );
}

export function SavedFunnelPage({ websiteId, funnelId }: OfWebsite & { readonly funnelId: number }) {
  // A link does not list the other funnels of the website.
  const shared = useSharedPage();
  const query = { ...savedFunnelsQuery(useApi(), websiteId), enabled: !shared };
  const { data, error, refetch } = useQuery(query);
  const saved = shared?.funnel ?? data?.find(({ id }) => id === funnelId);
  const start = saved && readFunnel(saved);
  if (start) {
    return (
      <FunnelFrame
        websiteId={websiteId}
        title={saved.name}
        saved={saved}
        start={start}
        crumbs={[{ label: t('common.funnels'), to: { name: 'funnels', websiteId } }]}
      />
    );
  }
  const isMissing = data !== undefined && !saved;
  return (
    <PageFrame title={data || error ? t('common.notAvailable') : undefined}>
      {!data && !error && <ReportSkeleton />}
      {(error || isMissing) && <ErrorState error={error ?? new ApiProblem(404, '')} onRetry={() => refetch()} />}
      {saved && (
        <PlainCard>
          <EmptyState title={t('funnels.reloadPage')}>
            <p>{t('funnels.savedByNewer')}</p>
          </EmptyState>
        </PlainCard>
      )}
    </PageFrame>
  );
}

interface FunnelFrameProps extends OfWebsite {
  readonly title: string;
  /** undefined: it is a new one. */
  readonly saved?: SavedFunnel;
  /** What is shown unless the URL has another one. */
  readonly start: Funnel;
  readonly crumbs: readonly Crumb[];
  readonly above?: ReactNode;
}

function FunnelFrame({ websiteId, title, saved, start, crumbs, above }: FunnelFrameProps) {
  const api = useApi();
  const isShared = useSharedPage() !== undefined;
  const { funnel: asked, isInvalid } = funnelInUrl(useQueryParameters());
  const funnel = asked ?? start;
  const isChanged = !isSameFunnel(funnel, start);
  const query = useQuery(funnelQuery(api, websiteId, funnel, useView()));
  return (
    <WebsiteReportFrame
      {...{ websiteId, title, crumbs }}
      tag={saved && isChanged && <Tag>{t('funnels.changesNotSaved')}</Tag>}
      lead={t('funnels.lead')}
      timeframe={query.data?.timeframe}
      compares
      actions={saved && <SavedFunnelActions websiteId={websiteId} saved={saved} />}
    >
      {isInvalid && (
        <div role="status">
          <Notice tone="neutral">{t('funnels.urlIsOther')}</Notice>
        </div>
      )}
      {above}
      {!isShared && (
        <StepsCard websiteId={websiteId} funnel={funnel} onChange={(changed) => show(changed, start)}>
          <SaveButtons {...{ websiteId, saved, funnel, isChanged }} />
        </StepsCard>
      )}
      <FunnelReport websiteId={websiteId} query={query} funnel={funnel} />
      {!isShared && !query.error && !funnel.breakDownBy && <DevicesCard websiteId={websiteId} funnel={funnel} />}
    </WebsiteReportFrame>
  );
}

/** What the page shows anyway is not in its URL. */
function show(funnel: Funnel, start: Funnel): void {
  changeParameters(funnelParameters(isSameFunnel(funnel, start) ? undefined : funnel));
}

interface SaveButtonsProps extends OfWebsite {
  readonly saved: SavedFunnel | undefined;
  readonly funnel: Funnel;
  readonly isChanged: boolean;
}

/** Owners and editors see them. */
function SaveButtons({ websiteId, saved, funnel, isChanged }: SaveButtonsProps) {
  const canEdit = useCanEdit(websiteId);
  const view = useView();
  const [isNaming, setIsNaming] = useState(false);
  if (saved && !isChanged) return null;
  return (
    <>
      {saved && canEdit && <SaveChangesButton websiteId={websiteId} id={saved.id} funnel={funnel} />}
      {canEdit && (
        <Button {...(!saved && { variant: 'primary' as const })} onClick={() => setIsNaming(true)}>
          {saved ? t('funnels.saveAsNew') : t('funnels.saveFunnel')}
        </Button>
      )}
      {saved && (
        <Button variant="quiet" onClick={showSaved}>
          {t('funnels.discardChanges')}
        </Button>
      )}
      {isNaming && (
        <SaveFunnelDialog
          websiteId={websiteId}
          funnel={funnel}
          onClose={() => setIsNaming(false)}
          onSaved={({ id }) => {
            setIsNaming(false);
            goToPage({ name: 'funnel', websiteId, funnelId: id }, view);
          }}
        />
      )}
    </>
  );
}

function showSaved(): void {
  changeParameters(funnelParameters(undefined));
  // The button is gone.
  document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
}

function SaveChangesButton({ websiteId, id, funnel }: OfWebsite & { readonly id: number; readonly funnel: Funnel }) {
  const api = useApi();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () => replaceFunnel(api, { websiteId, id }, funnel),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SAVED_FUNNELS_KEY });
      showSaved();
    },
  });
  return (
    <>
      <Button variant="primary" disabled={save.isPending} onClick={() => save.mutate()}>
        {t('common.saveChanges')}
      </Button>
      {save.error && <FieldError>{save.error.message}</FieldError>}
    </>
  );
}

/** Owners and editors see them. */
function SavedFunnelActions({ websiteId, saved }: OfWebsite & { readonly saved: SavedFunnel }) {
  const canEdit = useCanEdit(websiteId);
  const view = useView();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const close = () => setDialog(undefined);
  if (!canEdit) return null;
  return (
    <>
      <CardActions>
        <Button onClick={() => setDialog('rename')}>{t('common.rename')}</Button>
        <Button onClick={() => setDialog('delete')}>{t('common.delete')}</Button>
      </CardActions>
      {dialog === 'rename' && <RenameFunnelDialog websiteId={websiteId} saved={saved} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteFunnelDialog
          websiteId={websiteId}
          saved={saved}
          onClose={close}
          onDeleted={() => goToPage({ name: 'funnels', websiteId }, view)}
        />
      )}
    </>
  );
}
