// Device, browser and operating system, as the user agent of a browser says. Nothing else of it is kept.
import bowser from 'bowser';
import { cleanText } from './clean-text.ts';
import type { DimensionValues } from './dimension.ts';
import { deviceOf } from './fields.ts';

/** Browsers send less than 300 characters. */
const LENGTH_MAX = 500;

/** What people call them. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
};

export type Software = Pick<DimensionValues, 'device' | 'browser' | 'os'>;

/** What it does not name is left out. An iPad says that it is a Mac, so it counts as a desktop. */
export function softwareOf(userAgent: string): Software {
  const known = userAgent.slice(0, LENGTH_MAX);
  if (known === '') return {};
  const { platform, browser, os } = bowser.parse(known);
  return withoutEmpty({
    // The library has no type for Chromebooks.
    device: os.name === 'Chrome OS' ? 'desktop' : deviceOf(platform.type ?? ''),
    browser: nameOf(browser.name),
    os: nameOf(os.name),
  });
}

function nameOf(name = ''): string | undefined {
  return cleanText(SHORT_NAMES[name] ?? name);
}

function withoutEmpty(values: Readonly<Record<keyof Software, string | undefined>>): Software {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
