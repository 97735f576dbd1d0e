// Elements of which no views are sent, though they are used or their step is seen: a 0 would look as if nobody had seen them.
import { sentence } from '../../../../../languages/sentence.ts';
import type { MetricsBlock } from '../metrics.ts';
import type { Note } from '../note.ts';
import type { NamedPart } from './about.ts';

interface ShownElement extends NamedPart {
  readonly element_type: string;
  readonly metrics: MetricsBlock;
}

/** `stepViews`: undefined if they are not known. */
export function elementsWithoutViews(elements: readonly ShownElement[], stepViews?: number): Note[] {
  const without = elements.filter(({ metrics }) => metrics.views === 0 && (stepViews || isUsed(metrics)));
  if (without.length === 0) return [];
  const list = without.map(({ id, name, key, element_type: type }) => ({ name: name ?? key ?? `${type} ${id}` }));
  return [{ code: 'no_views', sentences: [sentence('elementsGetNoViews', { elements: { all: list } })] }];
}

function isUsed({ conversions, completions, submissions, subscribes, orders }: MetricsBlock): boolean {
  return conversions + completions + submissions + subscribes + orders > 0;
}
