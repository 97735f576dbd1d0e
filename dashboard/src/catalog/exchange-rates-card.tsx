// The exchange rates of a website, for orders in other currencies.
import { useState } from 'react';
import { CATALOG_KEY, type CatalogWebsite, changeRates, readRatesFile } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import type { ExchangeRate } from '../api/types.ts';
import { ConfirmDialog, FormDialog } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { InputField, SelectField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { ImportCsvDialog } from '../components/import-csv-dialog.tsx';
import { EmptyState } from '../components/states.tsx';
import { parseRates, withRates } from '../csv/rates-csv.ts';
import { formatDay, todayIn } from '../format/dates.ts';
import { t } from '../language/t.ts';
import styles from './catalog-tree.module.css';
import { CurrencyOptions } from './currency-options.tsx';

interface OfWebsite {
  readonly website: CatalogWebsite;
}

type OpenDialog = { readonly name: 'add' | 'import' } | { readonly name: 'delete'; readonly currency: string };

export function ExchangeRatesCard({ website, canEdit }: OfWebsite & { readonly canEdit: boolean }) {
  const api = useApi();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const { currency: own, exchange_rates: rates } = website;
  return (
    <Card
      title={t('catalog.exchangeRates')}
      hint={t('catalog.exchangeRatesHint', { currency: own })}
      actions={
        <>
          {rates.length > 0 && (
            <CsvButton label={t('catalog.theExchangeRates')} file={() => readRatesFile(api, website.id)} />
          )}
          {canEdit && <Button onClick={() => setDialog({ name: 'import' })}>{t('catalog.importCsv')}</Button>}
          {canEdit && (
            <Button onClick={() => setDialog({ name: 'add' })}>
              <Icon name="plus" />
              {t('catalog.addRate')}
            </Button>
          )}
        </>
      }
    >
      {rates.length === 0 ? (
        <EmptyState title={t('catalog.noRates')}>
          <p>{t('catalog.onlyOrdersIn', { currency: own })}</p>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {latestRates(rates).map(({ currency, date, rate, count }) => (
            <li key={currency}>
              <span>
                1 {currency} = {rate} {own}
                <span className="hint">
                  {' '}
                  · {t('catalog.rateSince', { date: formatDay(date) })}
                  {count > 1 && ` · ${t('catalog.rateCount', { count })}`}
                </span>
              </span>
              {canEdit && (
                <Button
                  size="small"
                  aria-label={t('catalog.deleteRatesOf', { currency })}
                  onClick={() => setDialog({ name: 'delete', currency })}
                >
                  {t('common.delete')}
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

/** The latest rate of each currency; the API has them by currency and date. */
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
      title={t('catalog.addExchangeRate')}
      action={t('common.add')}
      submit={(form) => changeRates(api, opened, withRates(opened.exchange_rates, [rateIn(form)]))}
      invalidates={CATALOG_KEY}
      onClose={onClose}
    >
      <SelectField
        label={t('common.currency')}
        name="currency"
        value={currency}
        onChange={({ target }) => setCurrency(target.value)}
      >
        <CurrencyOptions without={own} />
      </SelectField>
      <InputField label={t('catalog.from')} name="date" type="date" defaultValue={todayIn(timezone)} required />
      <InputField
        label={t('catalog.rateFor', { own, currency })}
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
  const [opened] = useState(website);
  return (
    <ImportCsvDialog
      title={t('catalog.importRates')}
      hint={t('catalog.importHint', { currency: opened.currency })}
      example={'currency,date,rate\nEUR,2026-01-31,1.0825'}
      submit={async (text) => changeRates(api, opened, withRates(opened.exchange_rates, parseRates(text)))}
      invalidates={CATALOG_KEY}
      onClose={onClose}
    />
  );
}

function DeleteRatesDialog({ website, currency, onClose }: DialogProps & { readonly currency: string }) {
  const api = useApi();
  const [opened] = useState(website);
  const left = opened.exchange_rates.filter((rate) => rate.currency !== currency);
  return (
    <ConfirmDialog
      title={t('catalog.deleteRatesQuestion', { currency })}
      action={t('common.delete')}
      invalidates={CATALOG_KEY}
      onClose={onClose}
      confirm={() => changeRates(api, opened, left)}
    >
      <p>{t('catalog.deleteRatesHint', { currency })}</p>
    </ConfirmDialog>
  );
}
