// Why a test can't be filtered or broken down. Its window can't be chosen.

import type { NotKept } from '../api/kept-events.ts';
import { formatDay } from '../format/dates.ts';
import { t } from '../language/t.ts';

export function testNotKept({ since }: NotKept): string {
  return since === undefined ? t('experiments.testNotKept') : t('experiments.testKeptSince', { day: formatDay(since) });
}
