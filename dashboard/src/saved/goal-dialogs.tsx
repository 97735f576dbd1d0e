// Setting, changing and deleting a goal.

import { useQuery } from '@tanstack/react-query';
import { catalogQuery } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { deleteGoal, GOALS_KEY, type Goal, saveGoal } from '../api/saved-records.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { FieldRow, InputField, SelectField } from '../components/field.tsx';
import { metricLabel } from '../format/metric.ts';
import { t } from '../language/t.ts';
import { NameField } from './name-field.tsx';

const METRICS = [
  'views',
  'conversions',
  'completions',
  'subscribes',
  'orders',
  'revenue',
] as const satisfies readonly Goal['metric'][];

interface DialogProps {
  readonly websiteId: number;
  onClose(): void;
}

export function GoalDialog({
  websiteId,
  currency,
  goal,
  onClose,
}: DialogProps & { readonly currency: string; readonly goal?: Goal }) {
  const api = useApi();
  const { data: catalog } = useQuery(catalogQuery(api, websiteId));
  const submit = (form: FormData) =>
    saveGoal(api, websiteId, goal?.id, {
      name: String(form.get('name')),
      metric: METRICS.find((name) => name === form.get('metric'))!,
      target: Number(form.get('target')),
      campaign_id: form.get('campaign_id') ? Number(form.get('campaign_id')) : null,
    });
  return (
    <FormDialog
      title={goal ? t('saved.editGoal') : t('saved.addGoal')}
      action={t('common.save')}
      fields={['name', 'target']}
      submit={submit}
      invalidates={GOALS_KEY}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NameField defaultValue={goal?.name} errorOf={errorOf} />
          <FieldRow>
            <SelectField label={t('saved.metric')} name="metric" defaultValue={goal?.metric ?? 'conversions'}>
              {METRICS.map((name) => (
                <option key={name} value={name}>
                  {name === 'revenue'
                    ? t('saved.metricInCurrency', { metric: metricLabel(name, 'distinct'), currency })
                    : metricLabel(name, 'distinct')}
                </option>
              ))}
            </SelectField>
            <InputField
              label={t('saved.targetPerMonth')}
              name="target"
              type="number"
              min="0.01"
              step="any"
              defaultValue={goal?.target}
              required
              error={errorOf('target')}
            />
          </FieldRow>
          <SelectField
            label={t('saved.for')}
            name="campaign_id"
            defaultValue={goal?.campaign_id ?? ''}
            key={catalog ? 'loaded' : 'loading'}
          >
            <option value="">{t('saved.wholeWebsite')}</option>
            {catalog?.campaigns.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <p className="hint">{t('saved.goalCounts')}</p>
        </>
      )}
    </FormDialog>
  );
}

export function DeleteGoalDialog({ websiteId, goal, onClose }: DialogProps & { readonly goal: Goal }) {
  const api = useApi();
  return (
    <ConfirmDialog
      title={t('saved.deleteQuestion', { name: goal.name })}
      action={t('common.delete')}
      confirm={() => deleteGoal(api, websiteId, goal.id)}
      invalidates={GOALS_KEY}
      onClose={onClose}
    >
      <p>{t('saved.deletedForEverybody')}</p>
    </ConfirmDialog>
  );
}
