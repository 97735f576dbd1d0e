// Saving, renaming and deleting a funnel.
import { useApi } from '../api/context.tsx';
import { deleteFunnel, renameFunnel, SAVED_FUNNELS_KEY, type SavedFunnel, saveFunnel } from '../api/saved-funnels.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
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
      title="Save funnel"
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
      title="Rename funnel"
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
      action="Save"
      fields={['name']}
      submit={(form) => submit(String(form.get('name')))}
      invalidates={SAVED_FUNNELS_KEY}
      onClose={onClose}
      onDone={onDone}
    >
      {(errorOf) => (
        <>
          <NameField defaultValue={name} errorOf={errorOf} />
          <p className="hint">Everybody who can see this website sees its saved funnels.</p>
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
      title={`Delete “${name}”?`}
      action="Delete"
      // First, because the page of a deleted funnel has nothing to show.
      confirm={() => deleteFunnel(api, { websiteId, id }).then(onDeleted)}
      invalidates={SAVED_FUNNELS_KEY}
      onClose={onClose}
    >
      <p>It disappears for everybody who can see this website. No event is deleted.</p>
    </ConfirmDialog>
  );
}
