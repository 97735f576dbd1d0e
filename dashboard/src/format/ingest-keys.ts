// Names for ingest keys, and the lines that people copy.
import type { Schemas } from '@funnel/api-client';

export function keyName({ id, name }: Pick<Schemas['IngestKey'], 'id' | 'name'>): string {
  return name ?? `Key ${id}`;
}

/** For the head of every page. */
export function trackerSnippet(trackerUrl: string, key: string): string {
  return `<script defer src="${trackerUrl}" data-key="${key}"></script>`;
}

/** One on each line, or separated by commas or spaces. */
export function parseOrigins(text: string): string[] {
  return text.split(/[\s,]+/).filter((origin) => origin !== '');
}
