// Dialogs that change something on the server: a form to fill in, or a question before something is destroyed. Either
// closes when the change is done, and shows the problem if it failed.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogFooter } from './dialog.tsx';
import { FieldError } from './field.tsx';

interface ActionDialogProps<Result> {
  readonly title: string;
  /** The label of the button. */
  readonly action: string;
  /** The queries that are out of date afterwards. */
  readonly invalidates: QueryKey;
  readonly onClose: () => void;
  /** Default: close. */
  readonly onDone?: (result: Result) => void;
  readonly children: ReactNode;
}

interface FormDialogProps<Result> extends ActionDialogProps<Result> {
  submit(form: FormData): Promise<Result>;
}

export function FormDialog<Result>({ submit, title, onClose, action, children, ...rest }: FormDialogProps<Result>) {
  const mutation = useAction(submit, { onClose, ...rest });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutation.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit}>
        {children}
        {mutation.error && <FieldError>{mutation.error.message}</FieldError>}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={mutation.isPending}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface ConfirmDialogProps extends ActionDialogProps<void> {
  confirm(): Promise<unknown>;
}

/** For what cannot be undone. */
export function ConfirmDialog({ confirm, title, onClose, action, children, ...rest }: ConfirmDialogProps) {
  const mutation = useAction(async () => void (await confirm()), { onClose, ...rest });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {mutation.error && <FieldError>{mutation.error.message}</FieldError>}
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={mutation.isPending} onClick={() => mutation.mutate(undefined)}>
          {action}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function useAction<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  { invalidates, onClose, onDone = onClose }: Pick<ActionDialogProps<Result>, 'invalidates' | 'onClose' | 'onDone'>,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (result) => {
      await queries.invalidateQueries({ queryKey: invalidates });
      onDone(result);
    },
  });
}
