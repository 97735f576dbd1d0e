// Which websites the current login shows. Nobody has to log in again for this.
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/context.tsx';
import { chooseWebsites, ownWebsitesQuery, profileQuery, type WebsiteChoice } from '../api/profile.ts';
import { FormDialog } from '../components/action-dialog.tsx';
import { Choice, Choices } from '../components/choices.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { t } from '../language/t.ts';
import { goToPage, usePage, useView } from '../routing/router.tsx';

/** All queries: what every report shows depends on the websites. */
const EVERYTHING = [] as const;

export function ChooseWebsitesDialog({ onClose }: { onClose(): void }) {
  const { api } = useServices();
  const websites = useQuery(ownWebsitesQuery(api));
  const { data: profile } = useQuery(profileQuery(api));
  const page = usePage();
  const view = useView();
  if (!websites.data) {
    return (
      <Dialog title={t('common.chooseWebsites')} onClose={onClose}>
        {websites.isError ? <ErrorState error={websites.error} /> : <Skeleton lines={3} />}
      </Dialog>
    );
  }
  const done = (chosen: readonly WebsiteChoice[]) => {
    onClose();
    const isGone = 'websiteId' in page && !chosen.some(({ id, is_chosen }) => id === page.websiteId && is_chosen);
    if (isGone) goToPage({ name: 'overview' }, view);
  };
  const accounts = profile?.accounts ?? [];
  const groups = [...Map.groupBy(websites.data, ({ account_id }) => account_id)];
  return (
    <FormDialog
      title={t('common.chooseWebsites')}
      action={t('people.showThese')}
      submit={(form) => chooseWebsites(api, form.getAll('website_ids').map(Number))}
      invalidates={EVERYTHING}
      onClose={onClose}
      onDone={done}
    >
      <p className="hint">{t('people.chooseHint')}</p>
      {groups.map(([accountId, ofAccount]) => (
        <Choices key={accountId} legend={accounts.find(({ id }) => id === accountId)?.name ?? t('common.websites')}>
          {ofAccount.map(({ id, name, is_chosen }) => (
            <Choice key={id} type="checkbox" name="website_ids" value={id} defaultChecked={is_chosen}>
              {name}
            </Choice>
          ))}
        </Choices>
      ))}
    </FormDialog>
  );
}
