// Entering, changing, deleting and importing costs.

import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import {
  COST_DIMENSIONS,
  COSTS_KEY,
  type Cost,
  type CostDimension,
  dimensionOf,
  keyOfCost,
  type SentCost,
  setCosts,
} from '../api/costs.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { FieldRow, InputField, SelectField } from '../components/field.tsx';
import { ImportCsvDialog } from '../components/import-csv-dialog.tsx';
import { parseCosts } from '../csv/costs-csv.ts';
import { todayIn } from '../format/dates.ts';
import { CHANNELS, DIMENSION_NAMES, valueName } from '../format/dimensions.ts';
import { t } from '../language/t.ts';
import { useTimezone } from '../routing/timezone.tsx';
import { costName } from './cost-name.ts';

interface DialogProps {
  readonly websiteId: number;
  onClose(): void;
}

interface OfCurrency {
  readonly currency: string;
}

export function CostDialog({
  websiteId,
  currency,
  cost,
  onClose,
}: DialogProps & OfCurrency & { readonly cost?: Cost }) {
  const api = useApi();
  const today = todayIn(useTimezone());
  const [dimension, setDimension] = useState<CostDimension>(cost ? dimensionOf(cost) : 'channel');
  const submit = (form: FormData) => {
    const entered = costIn(form, dimension);
    // What was changed into another one is removed.
    const isMoved = cost && keyOfCost(cost) !== keyOfCost(entered);
    return setCosts(api, websiteId, [...(isMoved ? [{ ...cost, amount: null }] : []), entered]);
  };
  return (
    <FormDialog
      title={cost ? t('attribution.editCost') : t('attribution.addCost')}
      action={t('common.save')}
      submit={submit}
      invalidates={COSTS_KEY}
      onClose={onClose}
    >
      <SelectField
        label={t('attribution.costOf')}
        value={dimension}
        onChange={({ target }) => setDimension(COST_DIMENSIONS.find((name) => name === target.value)!)}
      >
        {COST_DIMENSIONS.map((name) => (
          <option key={name} value={name}>
            {DIMENSION_NAMES[name]}
          </option>
        ))}
      </SelectField>
      {dimension === 'channel' ? (
        <SelectField label={DIMENSION_NAMES.channel} name="value" defaultValue={cost?.channel ?? 'paid_search'}>
          {CHANNELS.map((value) => (
            <option key={value} value={value}>
              {valueName({ dimension, value })}
            </option>
          ))}
        </SelectField>
      ) : (
        <InputField
          label={DIMENSION_NAMES.utm_campaign}
          name="value"
          defaultValue={cost?.utm_campaign}
          maxLength={100}
          required
        />
      )}
      <FieldRow>
        <InputField
          label={t('attribution.month')}
          name="month"
          type="month"
          placeholder="2026-10"
          pattern="\d{4}-\d{2}"
          defaultValue={cost?.month ?? today.slice(0, -'-01'.length)}
          required
        />
        <InputField
          label={t('attribution.amountIn', { currency })}
          name="amount"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          defaultValue={cost?.amount}
          required
        />
      </FieldRow>
      <p className="hint">{t('attribution.wholeMonth')}</p>
    </FormDialog>
  );
}

function costIn(form: FormData, dimension: CostDimension): SentCost {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const value = text('value');
  const of = dimension === 'channel' ? { channel: CHANNELS.find((name) => name === value)! } : { utm_campaign: value };
  return { ...of, month: text('month'), amount: Number(text('amount')) };
}

export function DeleteCostDialog({ websiteId, cost, onClose }: DialogProps & { readonly cost: Cost }) {
  const api = useApi();
  return (
    <ConfirmDialog
      title={t('attribution.deleteCostQuestion', costName(cost))}
      action={t('common.delete')}
      confirm={() => setCosts(api, websiteId, [{ ...cost, amount: null }])}
      invalidates={COSTS_KEY}
      onClose={onClose}
    >
      <p>{t('attribution.deleteCostHint')}</p>
    </ConfirmDialog>
  );
}

export function ImportCostsDialog({ websiteId, currency, onClose }: DialogProps & OfCurrency) {
  const api = useApi();
  return (
    <ImportCsvDialog
      title={t('attribution.importCosts')}
      hint={t('attribution.importHint', { currency })}
      example={'channel,month,amount\npaid_search,2026-10,1250.50'}
      submit={async (text) => setCosts(api, websiteId, parseCosts(text))}
      invalidates={COSTS_KEY}
      onClose={onClose}
    />
  );
}
