// A control that saves its value as soon as it is changed. It shows the new value from the click on: a mutation says a moment
// later that it is pending, and until then the control would show the stored value again.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

interface Choice<Value> {
  /** What is being saved. */
  readonly saving: { readonly value: Value } | undefined;
  readonly error: Error | null;
  readonly choose: (value: Value) => void;
}

/** `onSaved` takes over what the server has answered, before the control shows the stored value again. */
export function useChoice<Value, Saved>(
  save: (value: Value) => Promise<Saved>,
  onSaved: (saved: Saved) => Promise<void>,
): Choice<Value> {
  const [saving, setSaving] = useState<{ readonly value: Value }>();
  const { mutate, error } = useMutation({
    mutationFn: save,
    onSuccess: onSaved,
    onSettled: () => setSaving(undefined),
  });
  const choose = (value: Value) => {
    setSaving({ value });
    mutate(value);
  };
  return { saving, error, choose };
}
