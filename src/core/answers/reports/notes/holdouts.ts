// What belongs to a holdout happened to visitors who were shown nothing. It is easily added to what a campaign earned.
import { sentence } from '../../../../../languages/sentence.ts';
import { SUBJECT_KIND } from '../../../engine/catalog/subject.ts';
import type { CountType } from '../../../engine/rollups/read-counts.ts';
import type { Queries } from '../../../foundation/database/database.ts';
import { variantInList } from '../../../foundation/text/wording.ts';
import type { Note } from '../note.ts';
import type { AskedNotes } from './say-notes.ts';

/** A variant, or a part of one, as a report shows it. */
interface ShownVariant {
  readonly name: string | null;
  readonly variation: string;
  readonly is_holdout?: true;
  /** Visitors or views, as the report counts them. */
  readonly metrics: { readonly views: number };
}

/** `variants`: those whose numbers the report has. */
export function includesHoldouts(variants: readonly ShownVariant[], countType: CountType): Note[] {
  const holdouts = variants.filter(({ is_holdout: isHoldout }) => isHoldout);
  if (holdouts.length === 0) return [];
  const list = holdouts.map((holdout) => {
    const { views } = holdout.metrics;
    const name = variantInList(holdout);
    return countType === 'total'
      ? sentence('holdoutWithViews', { name, views })
      : sentence('holdoutWithVisitors', { name, visitors: views });
  });
  return [{ code: 'includes_holdout', sentences: [sentence('includesHoldout', { holdouts: { list } })] }];
}

/** Marks the variants that show nothing, if the report says its notes. */
export function markHoldout<Row extends { readonly is_holdout: number }>(
  { notes }: AskedNotes,
  { is_holdout: isHoldout, ...row }: Row,
): Omit<Row, 'is_holdout'> & { is_holdout?: true } {
  return { ...row, ...(notes && isHoldout === 1 && { is_holdout: true }) };
}

type Found = Pick<ShownVariant, 'name' | 'variation'>;

const FROM_VARIANTS = 'SELECT variants.name, variants.variation FROM variants';
const OF_STEP = 'JOIN steps ON steps.website_id = variants.website_id AND steps.variant_id = variants.id';
const JOINS = {
  [SUBJECT_KIND.step]: OF_STEP,
  [SUBJECT_KIND.element]: `${OF_STEP} JOIN elements ON elements.website_id = steps.website_id AND elements.step_id = steps.id`,
};
const TABLES = { [SUBJECT_KIND.step]: 'steps', [SUBJECT_KIND.element]: 'elements' };

/** The holdout that a step or an element belongs to. */
export async function findHoldout(
  database: Pick<Queries, 'query'>,
  websiteId: number,
  { kind, id }: { readonly kind: keyof typeof JOINS; readonly id: number },
): Promise<(Found & { readonly is_holdout: true }) | undefined> {
  const [found] = await database.query<Found>(
    `${FROM_VARIANTS} ${JOINS[kind]} WHERE variants.website_id = $1 AND ${TABLES[kind]}.id = $2 AND variants.is_holdout = 1`,
    [websiteId, id],
  );
  return found && { ...found, is_holdout: true };
}
