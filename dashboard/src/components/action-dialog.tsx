// Dialogs that change something on the server: a form to fill in, or a question before something is destroyed. Either
// closes when the change is done, and shows the problem if it failed.

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { t } from '../language/t.ts';
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

/** What the service says about a field. undefined: nothing. */
export type ErrorOfField = (param: string) => string | undefined;

interface FormDialogProps<Result> extends Omit<ActionDialogProps<Result>, 'children'> {
  /** Those that show what the service says about them. */
  readonly fields?: readonly string[];
  readonly children: ReactNode | ((errorOf: ErrorOfField) => ReactNode);
  /** Whether the fields contradict each other. */
  readonly isIncomplete?: boolean;
  submit(form: FormData): Promise<Result>;
}

export function FormDialog<Result>({
  submit,
  title,
  onClose,
  action,
  isIncomplete = false,
  fields = [],
  children,
  ...rest
}: FormDialogProps<Result>) {
  const mutation = useAction(submit, { onClose, ...rest });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutation.mutate(new FormData(event.currentTarget));
  };
  const { error } = mutation;
  const field = error instanceof ApiProblem ? fields.find((param) => param === error.param) : undefined;
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={onSubmit}>
        {typeof children === 'function'
          ? children((param) => (error && param === field ? withoutParam(error.message, param) : undefined))
          : children}
        {error && field === undefined && (
          <ActionError error={error} invalidates={rest.invalidates} onReload={onClose} />
        )}
        <DialogFooter>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={mutation.isPending || isIncomplete}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** The API names its parameter; beside the field that would be one name too many. */
export function withoutParam(message: string, param: string): string {
  const rule = message.startsWith(`${param} `) ? message.slice(param.length + 1) : message;
  return rule.charAt(0).toUpperCase() + rule.slice(1);
}

interface ActionErrorProps {
  readonly error: Error;
  readonly invalidates: QueryKey;
  /** Is called when the current state is being read. */
  onReload(): void;
}

/** What somebody else has changed meanwhile has to be read again first. */
export function ActionError({ error, invalidates, onReload }: ActionErrorProps) {
  const queries = useQueryClient();
  if (!(error instanceof ApiProblem && error.status === 412)) return <FieldError>{error.message}</FieldError>;
  const reload = () => {
    void queries.invalidateQueries({ queryKey: invalidates });
    onReload();
  };
  return (
    <FieldError>
      {t('report.changedMeanwhile')}{' '}
      <Button size="small" onClick={reload}>
        {t('common.reload')}
      </Button>
    </FieldError>
  );
}

interface ConfirmDialogProps extends ActionDialogProps<void> {
  confirm(): Promise<unknown>;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ confirm, title, onClose, action, children, ...rest }: ConfirmDialogProps) {
  const mutation = useAction(async () => void (await confirm()), { onClose, ...rest });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {mutation.error && <FieldError>{mutation.error.message}</FieldError>}
      <DialogFooter>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
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
