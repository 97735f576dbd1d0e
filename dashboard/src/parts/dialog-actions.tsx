// The foot of a dialog that does something: what went wrong, and the buttons.
interface DialogActionsProps {
  /** What the button says that does it. */
  readonly label: string;
  readonly work: { readonly error: Error | null; readonly isPending: boolean };
  onCancel(): void;
  /** Of something that can't be undone. Left out in a form: there the button submits it. */
  onConfirm?(): void;
}

export function DialogActions({ label, work, onCancel, onConfirm }: DialogActionsProps) {
  return (
    <>
      {work.error && (
        <p className="field-error" role="alert">
          {work.error.message}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
        <button
          type={onConfirm ? 'button' : 'submit'}
          className={`button ${onConfirm ? 'button-danger' : 'button-primary'}`}
          disabled={work.isPending}
          onClick={onConfirm}
        >
          {label}
        </button>
      </div>
    </>
  );
}
