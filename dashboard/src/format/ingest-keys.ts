// Names for ingest keys, and the lines that people copy.
import type { Schemas } from '@funnel/api-client';
import { t } from '../language/t.ts';

/** The keys by which a page names a campaign and what is below it. */
export interface SubjectPath {
  readonly campaign: string;
  readonly variant?: string;
  readonly step?: string;
  readonly element?: string;
}

export function keyName({ id, name }: Pick<Schemas['IngestKey'], 'id' | 'name'>): string {
  return name ?? t('access.keyById', { id });
}

/** What the head of every page gets. Paths need the views of pages. */
export function trackerSnippet(trackerUrl: string, key: string): string {
  return `<script defer src="${trackerUrl}" data-key="${key}" data-pages></script>`;
}

/** What a page gets, around what belongs to the campaign. */
export function markupOf({ campaign, variant, step, element = 'button' }: SubjectPath): string {
  const attributes = Object.entries({ campaign, variant, step })
    .filter(([, key]) => key !== undefined)
    .map(([level, key]) => ` data-funnel-${level}="${key}"`);
  return [
    `<section${attributes.join('')}>`,
    '  <h2>Your offer</h2>',
    `  <a href="/offer" data-funnel-element="${element}">Go to the offer</a>`,
    '</section>',
  ].join('\n');
}

/** What the console of a browser gets: it loads the tracker into the page and sends one view. */
export function consoleCommand(trackerUrl: string, key: string, { element: _, ...subject }: SubjectPath): string {
  return [
    'window.funnel ||= function () { (funnel.q ||= []).push(arguments) };',
    `funnel('view', ${JSON.stringify(subject)});`,
    "{ const script = document.createElement('script');",
    `  script.src = ${JSON.stringify(trackerUrl)}; script.dataset.key = ${JSON.stringify(key)};`,
    '  document.head.append(script) }',
  ].join('\n');
}

/** One on each line, or separated by commas or spaces. */
export function parseOrigins(text: string): string[] {
  return text.split(/[\s,]+/).filter((origin) => origin !== '');
}
