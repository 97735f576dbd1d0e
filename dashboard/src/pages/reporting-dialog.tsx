// The reporting currency of an account: the overview converts amounts into it, at rates that an owner enters.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useServices } from '../api/context.tsx';
import { changeReporting, type Reporting, reportingQuery } from '../api/reporting-currency.ts';
import type { ExchangeRate } from '../api/types.ts';
import { CurrencyOptions } from '../catalog/currency-options.tsx';
import { FormDialog } from '../components/action-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SelectField, TextAreaField } from '../components/field.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { parseRates } from '../csv/rates-csv.ts';
import { t } from '../language/t.ts';

const HEAD = 'currency,date,rate';

interface ReportingDialogProps {
  readonly accountId: number;
  onClose(): void;
}

export function ReportingDialog({ accountId, onClose }: ReportingDialogProps) {
  const { api } = useServices();
  const reporting = useQuery(reportingQuery(api, accountId));
  if (reporting.data) return <ReportingForm accountId={accountId} before={reporting.data} onClose={onClose} />;
  return (
    <Dialog title={t('overview.reportingCurrency')} onClose={onClose}>
      {reporting.isError ? <ErrorState error={reporting.error} /> : <Skeleton lines={3} />}
    </Dialog>
  );
}

function ReportingForm({ accountId, before, onClose }: ReportingDialogProps & { readonly before: Reporting }) {
  const { api } = useServices();
  const [currency, setCurrency] = useState(before.currency ?? '');
  return (
    <FormDialog
      title={t('overview.reportingCurrency')}
      action={t('common.save')}
      submit={async (form) => changeReporting(api, accountId, reportingIn(form))}
      // The overview shows other amounts.
      invalidates={[]}
      onClose={onClose}
    >
      <p className="hint">{t('overview.reportingHint')}</p>
      <SelectField
        label={t('common.currency')}
        name="currency"
        value={currency}
        onChange={({ target }) => setCurrency(target.value)}
      >
        <option value="">{t('overview.noReporting')}</option>
        <CurrencyOptions />
      </SelectField>
      {currency !== '' && (
        <TextAreaField
          label={t('overview.ratesInto', { currency })}
          name="rates"
          rows={6}
          placeholder={`${HEAD}\nEUR,2026-01-31,1.0825`}
          defaultValue={textOf(before.rates)}
        />
      )}
    </FormDialog>
  );
}

function textOf(rates: readonly ExchangeRate[]): string {
  return [HEAD, ...rates.map(({ currency, date, rate }) => `${currency},${date},${rate}`)].join('\n');
}

function reportingIn(form: FormData): Reporting {
  const currency = String(form.get('currency') ?? '');
  if (currency === '') return { currency: null, rates: [] };
  return { currency, rates: parseRates(String(form.get('rates') ?? HEAD)) };
}
