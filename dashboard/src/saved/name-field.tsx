// The name of what people keep on a website: a funnel, a goal, an annotation or a view.

import type { ErrorOfField } from '../components/action-dialog.tsx';
import { InputField } from '../components/field.tsx';
import { t } from '../language/t.ts';

const NAME_LENGTH_MAX = 80;

interface NameFieldProps {
  readonly label?: string;
  readonly defaultValue?: string | undefined;
  readonly errorOf: ErrorOfField;
}

export function NameField({ label = t('common.name'), defaultValue, errorOf }: NameFieldProps) {
  return (
    <InputField
      label={label}
      name="name"
      defaultValue={defaultValue}
      maxLength={NAME_LENGTH_MAX}
      pattern=".*\S.*"
      required
      autoComplete="off"
      error={errorOf('name')}
    />
  );
}
