// Verdicts, insights and alerts, which the service writes in English, in the reader's language.
import { sayIn } from '../../../languages/sentences.ts';
import { t } from '../language/t.ts';

export function said(english: string): string {
  return sayIn(t, english);
}
