// Saving, renaming and deleting a funnel.

import { useApi } from '../api/context.tsx';
import { deleteFunnel, renameFunnel, SAVED_FUNNELS_KEY, type SavedFunnel, saveFunnel } from '../api/saved-funnels.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { t } from '../language/t.ts';
import type { Funnel } from '../routing/funnel.ts';
import { NameField } from '../saved/name-field.tsx';

interface DialogProps {
  readonly websiteId: number;
  onClose(): void;
}

export function SaveFunnelDialog({
  websiteId,
  funnel,
  onClose,
  onSaved,
}: DialogProps & { readonly funnel: Funnel; onSaved(saved: SavedFunnel): void }) {
  const api = useApi();
  return (
    <NameDialog
      title={t('funnels.saveFunnel')}
      submit={(name) => saveFunnel(api, websiteId, name, funnel)}
      onClose={onClose}
      onDone={onSaved}
    />
  );
}

interface OfSavedFunnel extends DialogProps {
  readonly saved: SavedFunnel;
}

export function RenameFunnelDialog({ websiteId, saved: { id, name }, onClose }: OfSavedFunnel) {
  const api = useApi();
  return (
    <NameDialog
      title={t('funnels.renameFunnel')}
      name={name}
      submit={(changed) => renameFunnel(api, { websiteId, id }, changed)}
      onClose={onClose}
      onDone={onClose}
    />
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly name?: string;
  submit(name: string): Promise<SavedFunnel>;
  onClose(): void;
  onDone(saved: SavedFunnel): void;
}

function NameDialog({ title, name = '', submit, onClose, onDone }: NameDialogProps) {
  return (
    <FormDialog
      title={title}
      action={t('common.save')}
      fields={['name']}
      submit={(form) => submit(String(form.get('name')))}
      invalidates={SAVED_FUNNELS_KEY}
      onClose={onClose}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <NameField defaultValue={name} errorOf={errorOf} />
          <p className="hint">{t('funnels.everybodySees')}</p>
        </>
      )}
    </FormDialog>
  );
}

export function DeleteFunnelDialog({
  websiteId,
  saved: { id, name },
  onClose,
  onDeleted,
}: OfSavedFunnel & { onDeleted(): void }) {
  const api = useApi();
  return (
    <ConfirmDialog
      title={t('saved.deleteQuestion', { name })}
      action={t('common.delete')}
      // First, because the page of a deleted funnel has nothing to show.
      confirm={() => deleteFunnel(api, { websiteId, id }).then(onDeleted)}
      invalidates={SAVED_FUNNELS_KEY}
      onClose={onClose}
    >
      <p>{t('funnels.disappears')}</p>
    </ConfirmDialog>
  );
}
