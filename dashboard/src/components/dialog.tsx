import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../language/t.ts';
import { CONTENT_ID } from '../routing/router.tsx';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Icon } from './icon.tsx';

interface DialogProps {
  readonly title: string;
  /** Left out if the user has to answer. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** Where typing starts; a dialog without fields starts at its first button. */
const FIELDS = 'input:not([type="hidden"]), select, textarea';

const FOCUSABLE = `${FIELDS}, button, a[href], summary`;

/** Open as long as it is rendered. The browser gives the focus back afterwards. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // A layout effect, because the dialog must be closed while it is still in the document: else the focus is lost.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>(FIELDS)?.focus();
    return () => {
      dialog?.close();
      queueMicrotask(focusContentIfLost);
    };
  }, []);
  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onKeyDown={keepFocusInside}
    >
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {onClose && (
          <Button variant="icon" aria-label={t('common.close')} onClick={onClose}>
            <Icon name="close" />
          </Button>
        )}
      </header>
      {children}
    </dialog>
  );
}

/** What was clicked may be gone by now, such as the row of what was deleted. */
function focusContentIfLost(): void {
  if (document.activeElement === document.body) document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
}

/** The focus goes from the last element to the first and back: browsers would let it leave the page. */
function keepFocusInside(event: KeyboardEvent<HTMLDialogElement>): void {
  if (event.key !== 'Tab') return;
  const focusable = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => !element.matches(':disabled') && element.checkVisibility(),
  );
  const [from, to] = event.shiftKey ? [focusable[0], focusable.at(-1)] : [focusable.at(-1), focusable[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}

export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
