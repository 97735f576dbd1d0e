// Shows a new secret, which cannot be shown again.

import type { ReactNode } from 'react';
import { t } from '../language/t.ts';
import { Button } from './button.tsx';
import { CopyField } from './copy-field.tsx';
import { Dialog, DialogFooter } from './dialog.tsx';
import { Notice } from './notice.tsx';

interface SecretDialogProps {
  readonly title: string;
  /** What it is called on the button that copies it, such as "the token". */
  readonly label: string;
  readonly secret: string;
  /** What to do with it. */
  readonly notice: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function SecretDialog({ title, label, secret, notice, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Notice>{notice}</Notice>
      <CopyField label={label} text={secret} />
      {children}
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t('common.done')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
