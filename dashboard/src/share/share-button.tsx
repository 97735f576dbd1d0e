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
  // Loaded when they are needed: few people share, and every page has the button.
  const [dialogs, setDialogs] = useState<typeof import('./share-dialogs.tsx')>();
  const close = () => setDialog(undefined);
  if (!canEdit) return null;
  return (
    <>
      <Button
        onClick={async () => {
          setDialogs(await import('./share-dialogs.tsx'));
          setDialog('create');
        }}
      >
        <Icon name="share" />
        {t('share.share')}
      </Button>
      {dialogs && dialog === 'create' && (
        <dialogs.CreateLinkDialog websiteId={websiteId} path={path} onClose={close} onCreated={setDialog} />
      )}
      {dialogs && typeof dialog === 'object' && <dialogs.CreatedLinkDialog created={dialog} onClose={close} />}
    </>
  );
}
