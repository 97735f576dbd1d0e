// The settings of a website, in one list. The columns, the REST API, the catalog document, the command line and the audit log
// derive from it: a new setting needs an entry here and a column of the same name in website_settings. One that is in the catalog document
// also needs its place in the types of manage/resources/catalog.ts, or as a field of the website in those of the catalog's records.
//
// Threads that count events load this file, and need no schemas: zod, which has more files than all else that they load, is not imported
// here.
import type * as Zod from 'zod';
import { isOneLine, ONE_LINE_RULE } from '../../foundation/text/one-line.ts';
import { findZone, UTC } from '../../foundation/time/zone.ts';

type Z = typeof Zod.z;

export type SettingValue = boolean | number | string;

export interface Setting {
  /** The schema of its values in JSON, with a description for the REST API: see setting-schemas.ts. */
  readonly schema: (z: Z) => Zod.ZodType<SettingValue>;
  /** The end of the sentence that says which values in JSON are valid. */
  readonly rule: string;
  /** The value while nobody has set it. */
  readonly default: SettingValue;
  /** Its option on the command line, where `_` in the name is `-`. */
  readonly option: { readonly value: string; readonly help: string };
  /** What follows the value where the command line shows it. */
  readonly unit?: string;
  /** Where the catalog document has it: in `settings` of a website, or as a field of the website. undefined: not in the document. */
  readonly inDocument?: 'settings' | 'website';
}

const TIMEZONE_RULE = 'must be the IANA name of a time zone, such as Europe/Berlin';

/** What websites have that are created in the setup or in the dashboard. */
export const NEW_CREDIT_WINDOW_DAYS = 7;
const CREDIT_WINDOW_DAYS_MAX = 90;
const GROUP_NAME_LENGTH_MAX = 80;

const ON_OR_OFF = { rule: 'must be true or false', default: false } as const;

const SETTINGS = {
  register_keys: {
    ...ON_OR_OFF,
    schema: (z: Z) =>
      z.boolean().describe('Whether an event with a key that is new registers its campaign, variant, step or element.'),
    option: {
      value: 'on|off',
      help: 'whether an event with a key that is new registers its campaign, variant, step or element',
    },
    inDocument: 'settings',
  },
  browser_orders: {
    ...ON_OR_OFF,
    schema: (z: Z) => z.boolean().describe('Whether browsers may send orders. Anybody could invent revenue.'),
    option: { value: 'on|off', help: 'whether browsers may send orders' },
    inDocument: 'settings',
  },
  form_contacts: {
    ...ON_OR_OFF,
    schema: (z: Z) =>
      z.boolean().describe('Whether forms on the pages of the website create contacts. Anybody could invent people.'),
    option: { value: 'on|off', help: 'whether forms on the pages of the website create contacts' },
    inDocument: 'settings',
  },
  smallest_lift: {
    schema: (z: Z) =>
      z
        .int()
        .min(1)
        .max(100)
        .describe('The smallest lift that matters in experiments, in percent. Smaller ones are called no difference.'),
    rule: 'must be a whole number from 1 to 100',
    // Unique visitors are estimated: even with any number of them, much smaller lifts can't be told from none.
    default: 10,
    option: { value: 'PERCENT', help: 'the smallest lift that matters in experiments, 1 to 100' },
    unit: '%',
  },
  event_log: {
    ...ON_OR_OFF,
    schema: (z: Z) =>
      z
        .boolean()
        .describe('Whether accepted events are kept, so that reports can be broken down and filtered by dimensions.'),
    option: {
      value: 'on|off',
      help: 'whether accepted events are kept, so that reports can be broken down and filtered by dimensions',
    },
    inDocument: 'website',
  },
  timezone: {
    schema: (z: Z) =>
      z
        .string()
        .refine((name) => findZone(name) !== undefined, TIMEZONE_RULE)
        .describe(
          'The time zone of the days of the website, as an IANA name. A change holds for events that arrive from then on.',
        ),
    rule: TIMEZONE_RULE,
    default: UTC.name,
    option: { value: 'ZONE', help: 'the time zone of its days, such as Europe/Berlin' },
    inDocument: 'website',
  },
  credit_window_days: {
    schema: (z: Z) =>
      z
        .int()
        .min(0)
        .max(CREDIT_WINDOW_DAYS_MAX)
        .describe(
          "An order that names a visitor but no subject is credited to the visitor's last touch within so many days. 0: it is not.",
        ),
    rule: `must be a whole number from 0 to ${CREDIT_WINDOW_DAYS_MAX}`,
    default: 0,
    option: { value: 'DAYS', help: 'how many days before an order a touch may be that it is credited to; 0: none' },
    inDocument: 'website',
  },
  group_name: {
    schema: (z: Z) =>
      z
        .string()
        .trim()
        .max(GROUP_NAME_LENGTH_MAX)
        .refine(isOneLine)
        .describe('The group under which the overview lists the website. Empty: under none.'),
    rule: `must be a string of at most ${GROUP_NAME_LENGTH_MAX} characters, ${ONE_LINE_RULE}`,
    default: '',
    option: { value: 'NAME', help: 'the group under which the overview lists it; empty: under none' },
    inDocument: 'website',
  },
  credit_by: {
    schema: (z: Z) =>
      z.enum(['conversion', 'view']).describe('Which events are touches: conversions, or with `view` also views.'),
    rule: 'must be conversion or view',
    default: 'conversion',
    option: { value: 'conversion|view', help: 'which events are touches; view: conversions and views' },
    inDocument: 'website',
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
export type SettingSchemas = { readonly [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['schema']> };
export type WebsiteSettings = { readonly [Name in SettingName]: Zod.output<SettingSchemas[Name]> };
/** What is left out, or undefined, stays as it is. */
export type SettingChanges = { readonly [Name in SettingName]?: WebsiteSettings[Name] | undefined };

/** The order in which the command line shows them. */
export const SETTING_LIST = Object.entries(SETTINGS) as readonly [SettingName, Setting][];
/** The order of JSON: by name. */
export const SETTING_NAMES = (Object.keys(SETTINGS) as SettingName[]).sort();

export const SETTING_RULES = eachSetting(({ rule }) => rule);
export const DEFAULT_SETTINGS = eachSetting((setting) => setting.default) as WebsiteSettings;

export function eachSetting<Value>(of: (setting: Setting) => Value): Record<SettingName, Value> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, of(SETTINGS[name])])) as Record<SettingName, Value>;
}

export type NameInDocument<Place> = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { readonly inDocument: Place } ? Name : never;
}[SettingName];

/** The names of those that have this place in the catalog document. */
export function namesInDocument<Place extends 'settings' | 'website'>(place: Place): NameInDocument<Place>[] {
  const names = SETTING_NAMES.filter((name) => (SETTINGS[name] as Setting).inDocument === place);
  return names as NameInDocument<Place>[];
}

/** Writes it as the command line and the audit log do. */
export function settingAsText(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
}
