// The exchange rates of a website, for orders in other currencies.
import { useState } from 'react';
import { CATALOG_KEY, type CatalogWebsite, changeRates } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import type { ExchangeRate } from '../api/types.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { InputField, SelectField, TextAreaField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { EmptyState } from '../components/states.tsx';
import { parseRates, ratesCsv, withRates } from '../csv/rates-csv.ts';
import { formatDay, todayIn } from '../format/dates.ts';
import styles from './catalog-tree.module.css';
import { CurrencyOptions } from './currency-options.tsx';

interface OfWebsite {
  readonly website: CatalogWebsite;
}

type OpenDialog = { readonly name: 'add' | 'import' } | { readonly name: 'delete'; readonly currency: string };

export function ExchangeRatesCard({ website, canEdit }: OfWebsite & { readonly canEdit: boolean }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const { currency: own, exchange_rates: rates } = website;
  return (
    <Card
      title="Exchange rates"
      hint={`Orders in other currencies are converted into ${own} when they arrive, at the rate of their day. What was counted stays.`}
      actions={
        <>
          {rates.length > 0 && (
            <CsvButton
              content={{ website: website.name, what: 'exchange rates' }}
              label="the exchange rates"
              unfiltered
              file={() => ratesCsv(rates)}
            />
          )}
          {canEdit && <Button onClick={() => setDialog({ name: 'import' })}>Import CSV</Button>}
          {canEdit && (
            <Button onClick={() => setDialog({ name: 'add' })}>
              <Icon name="plus" />
              Add rate
            </Button>
          )}
        </>
      }
    >
      {rates.length === 0 ? (
        <EmptyState title="No exchange rates">
          <p>Only orders in {own} are counted.</p>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {latestRates(rates).map(({ currency, date, rate, count }) => (
            <li key={currency}>
              <span>
                1 {currency} = {rate} {own}
                <span className="hint">
                  {' '}
                  · since {formatDay(date)}
                  {count > 1 && ` · ${count} rates`}
                </span>
              </span>
              {canEdit && (
                <Button
                  size="small"
                  aria-label={`Delete the rates of ${currency}`}
                  onClick={() => setDialog({ name: 'delete', currency })}
                >
                  Delete
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog?.name === 'add' && <AddRateDialog website={website} onClose={close} />}
      {dialog?.name === 'import' && <ImportRatesDialog website={website} onClose={close} />}
      {dialog?.name === 'delete' && <DeleteRatesDialog website={website} currency={dialog.currency} onClose={close} />}
    </Card>
  );
}

/** By currency; the API has them by currency and date. */
function latestRates(rates: readonly ExchangeRate[]): (ExchangeRate & { readonly count: number })[] {
  const byCurrency = Map.groupBy(rates, ({ currency }) => currency);
  return Array.from(byCurrency.values(), (own) => ({ ...own.at(-1)!, count: own.length }));
}

interface DialogProps extends OfWebsite {
  onClose(): void;
}

function AddRateDialog({ website, onClose }: DialogProps) {
  const api = useApi();
  const { currency: own, timezone } = website;
  const [currency, setCurrency] = useState(own === 'EUR' ? 'USD' : 'EUR');
  const [opened] = useState(website);
  return (
    <FormDialog
      title="Add an exchange rate"
      action="Add"
      submit={(form) => changeRates(api, opened, withRates(opened.exchange_rates, [rateIn(form)]))}
      invalidates={CATALOG_KEY}
      onClose={onClose}
    >
      <SelectField
        label="Currency"
        name="currency"
        value={currency}
        onChange={({ target }) => setCurrency(target.value)}
      >
        <CurrencyOptions without={own} />
      </SelectField>
      <InputField label="From" name="date" type="date" defaultValue={todayIn(timezone)} required />
      <InputField
        label={`${own} for 1 ${currency}`}
        name="rate"
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        required
      />
    </FormDialog>
  );
}

function rateIn(form: FormData): ExchangeRate {
  const text = (name: string) => String(form.get(name) ?? '');
  return { currency: text('currency'), date: text('date'), rate: Number(text('rate')) };
}

function ImportRatesDialog({ website, onClose }: DialogProps) {
  const api = useApi();
  const [text, setText] = useState('');
  const [opened] = useState(website);
  return (
    <FormDialog
      title="Import exchange rates"
      action="Import"
      submit={async () => changeRates(api, opened, withRates(opened.exchange_rates, parseRates(text)))}
      invalidates={CATALOG_KEY}
      onClose={onClose}
      isIncomplete={text.trim() === ''}
    >
      <InputField
        label="CSV file"
        type="file"
        accept=".csv,text/csv"
        onChange={async ({ target }) => setText((await target.files?.[0]?.text()) ?? '')}
      />
      <TextAreaField
        label="Or its text"
        rows={6}
        placeholder={'currency,date,rate\nEUR,2026-01-31,1.0825'}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="hint">
        How much {opened.currency} one unit of the currency is worth, from the date on. A rate of the same currency and
        date is replaced; all others stay.
      </p>
    </FormDialog>
  );
}

function DeleteRatesDialog({ website, currency, onClose }: DialogProps & { readonly currency: string }) {
  const api = useApi();
  const [opened] = useState(website);
  const left = opened.exchange_rates.filter((rate) => rate.currency !== currency);
  return (
    <ConfirmDialog
      title={`Delete the rates of ${currency}?`}
      action="Delete"
      invalidates={CATALOG_KEY}
      onClose={onClose}
      confirm={() => changeRates(api, opened, left)}
    >
      <p>Orders in {currency} will be rejected from now on. What was counted stays.</p>
    </ConfirmDialog>
  );
}
