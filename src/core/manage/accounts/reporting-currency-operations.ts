// The operations on the reporting currency of an account, for its owners in the dashboard.
import { z } from 'zod';
import { defineOperation } from '../../contract/operations/define-operation.ts';
import {
  type FieldRules,
  fieldCodes,
  fieldsBody,
  invalidField,
  JSON_BODY_ERRORS,
} from '../../contract/operations/json-body.ts';
import { accountParameter } from '../../contract/operations/parameters.ts';
import { date } from '../../contract/operations/schemas.ts';
import { RATE_RULE, RATES_MAX } from '../../engine/catalog/exchange-rates.ts';
import { CURRENCY, EXCHANGE_RATES } from '../../engine/catalog/records/document.ts';
import type { ReportingCurrencies, ReportingCurrency } from '../../engine/catalog/reporting-currency.ts';

const PATH = '/dashboard/reporting-currency';
/** It has room for all rates. */
const BODY_BYTES_MAX = 256 * 1024;

export interface ReportingCurrencyServices {
  readonly reportingCurrencies: ReportingCurrencies;
}

const example = { currency: 'USD', rates: [{ currency: 'EUR', date: '2026-01-31', rate: 1.08 }] };

const reportingCurrency = z.strictObject({
  currency: z.string().nullable().describe('An ISO 4217 code. null: the account has none.'),
  rates: z
    .array(z.strictObject({ currency: z.string(), date, rate: z.number().positive() }))
    .describe('What a unit of another currency is worth in this one, from a date on.'),
});

const newReportingCurrency = z.strictObject({
  currency: CURRENCY.nullable().describe('An ISO 4217 code. null: none from now on.'),
  rates: EXCHANGE_RATES.describe('Replaces all rates.'),
});

const RULES: FieldRules = {
  currency: 'must be null, or an ISO 4217 code such as USD',
  rates:
    `must be a list of at most ${RATES_MAX} {"currency": …, "date": …, "rate": …}, each currency once for a date and not the ` +
    `reporting currency itself; rate ${RATE_RULE}`,
};

const shown = (own: ReportingCurrency | null) => own ?? { currency: null, rates: [] };

export const getReportingCurrency = defineOperation({
  name: 'get_reporting_currency',
  tag: 'People',
  method: 'GET',
  path: PATH,
  title: 'Read the reporting currency',
  description: 'The currency in which the overview of the account shows amounts besides their own, and its rates.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(accountParameter),
  csv: { rates: 'rates' },
  output: reportingCurrency,
  example,
  responses: { 200: { description: 'The reporting currency.' } },
  async act(_query, { accountId }, { reportingCurrencies }: ReportingCurrencyServices) {
    return { status: 200, body: shown(await reportingCurrencies.read(accountId)) };
  },
});

export const changeReportingCurrency = defineOperation({
  name: 'change_reporting_currency',
  tag: 'People',
  method: 'PATCH',
  path: PATH,
  title: 'Change the reporting currency',
  description:
    'Sets the currency and all its rates. It changes what the overview shows, and nothing that is stored or reported.',
  credential: 'dashboard',
  scope: 'reports',
  role: 'owner',
  website: 'account',
  input: z.object(accountParameter),
  body: fieldsBody(newReportingCurrency, RULES, BODY_BYTES_MAX),
  output: reportingCurrency,
  example,
  bodyExample: example,
  responses: { 200: { description: 'The reporting currency.' } },
  errors: { ...JSON_BODY_ERRORS, 422: fieldCodes(RULES) },
  async act(_query, { accountId, actor, body }, { reportingCurrencies }: ReportingCurrencyServices) {
    const { currency, rates } = body;
    if (rates.some((rate) => rate.currency === currency)) throw invalidField('rates', RULES.rates!);
    const wanted = currency === null ? null : { currency, rates };
    return { status: 200, body: shown(await reportingCurrencies.change(accountId, wanted, actor)) };
  },
});
