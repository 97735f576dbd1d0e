// Shares the current page by link: for owners and editors, on pages that a link can show.

import { useState } from 'react';
import { useOptionalServices } from '../api/context.tsx';
import { useCanEdit } from '../api/role.ts';
import type { CreatedShareLink } from '../api/share-links.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { t } from '../language/t.ts';
import type { Page } from '../routing/pages.ts';
import { usePage, useUrl } from '../routing/router.tsx';
import { CreatedLinkDialog, CreateLinkDialog } from './share-dialogs.tsx';

const SHARED_PAGES: readonly Page['name'][] = ['website', 'campaign', 'funnel', 'experiments', 'attribution'];

export function ShareButton() {
  const page = usePage();
  const isLoggedIn = useOptionalServices() !== undefined;
  const isShown = isLoggedIn && 'websiteId' in page && SHARED_PAGES.includes(page.name);
  return isShown ? <ButtonForEditors websiteId={page.websiteId} /> : null;
}

function ButtonForEditors({ websiteId }: { readonly websiteId: number }) {
  const path = useUrl();
  const canEdit = useCanEdit(websiteId);
  const [dialog, setDialog] = useState<'create' | CreatedShareLink>();
  const close = () => setDialog(undefined);
  if (!canEdit) return null;
  return (
    <>
      <Button onClick={() => setDialog('create')}>
        <Icon name="share" />
        {t('share.share')}
      </Button>
      {dialog === 'create' && (
        <CreateLinkDialog websiteId={websiteId} path={path} onClose={close} onCreated={setDialog} />
      )}
      {typeof dialog === 'object' && <CreatedLinkDialog created={dialog} onClose={close} />}
    </>
  );
}
