// Dimensions and their values in words.
import {
  CHANNEL_TEXTS,
  dimensionNames,
  filterName as filterNameIn,
  type NameOfCode,
  valueName as valueNameIn,
} from '@funnel/report-files/names.ts';
import { t } from '../language/t.ts';
import type { Dimension, Filter } from '../routing/filters.ts';
import { inReadersLanguage } from './locale.ts';

/** The names in the order in which they are offered. */
export const DIMENSION_NAMES: Readonly<Record<Dimension, string>> = dimensionNames(t);

export const DIMENSIONS = Object.keys(DIMENSION_NAMES) as readonly Dimension[];
export const CHANNELS = Object.keys(CHANNEL_TEXTS) as readonly (keyof typeof CHANNEL_TEXTS)[];

const NAMES = { region: displayNames('region'), language: displayNames('language') };

function displayNames(type: 'region' | 'language'): () => Intl.DisplayNames {
  return inReadersLanguage((languages) => new Intl.DisplayNames(languages, { type, fallback: 'code' }));
}

/** Names of codes that the browser knows in the reader's language. */
export const nameOfCode: NameOfCode = (type, code) => NAMES[type]().of(code);

export function valueName(filter: Filter): string {
  return valueNameIn(filter, t, nameOfCode);
}

/** People see values in words. What is none of them is a value that the website does not have yet. */
export function valueFor(text: string, dimension: Dimension, values: readonly string[]): string {
  const isMeant = (name: string) => name.toLowerCase() === text.toLowerCase();
  return values.find((value) => value === text || isMeant(valueName({ dimension, value }))) ?? text;
}

export function filterName(filter: Filter): string {
  return filterNameIn(filter, t, nameOfCode);
}
