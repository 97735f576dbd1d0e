// Where on the website the event of a step happens: a campaign, then one of its variants, and so on down to an element.

import type { CatalogRecord } from '../api/catalog.ts';
import type { Catalog } from '../api/types.ts';
import { elementRecordName, stepRecordName, subjectName, subjectPath } from '../format/funnels.ts';
import { variantName } from '../format/names.ts';
import { t } from '../language/t.ts';
import type { StepSubject, SubjectKind } from '../routing/funnel.ts';

interface SubjectFieldsProps {
  /** undefined while it is loading. */
  readonly catalog: Catalog | undefined;
  readonly subject: StepSubject | undefined;
  /** The number of the funnel's step, from 1. */
  readonly number: string;
  onChange(subject: StepSubject | undefined): void;
}

interface Choice {
  readonly id: number;
  readonly name: string;
}

interface Level {
  readonly kind: SubjectKind;
  /** What is chosen if none of them is. */
  readonly all: string;
  readonly choices: readonly Choice[];
  readonly chosen: number | undefined;
  /** What is left if nothing is chosen here. */
  readonly above: StepSubject | undefined;
}

export function SubjectFields({ catalog, subject, number, onChange }: SubjectFieldsProps) {
  return levelsOf(catalog, subject)
    .filter(({ choices }) => choices.length > 0)
    .map(({ kind, all, choices, chosen, above }) => (
      <select
        key={kind}
        aria-label={t(LABELS[kind], { number })}
        value={chosen ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? above : { kind, id: Number(target.value) })}
      >
        <option value="">{all}</option>
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    ));
}

const LABELS = {
  campaign: 'funnels.campaignOfStep',
  variant: 'funnels.variantOfStep',
  step: 'funnels.stepInCampaign',
  element: 'funnels.elementOfStep',
} as const satisfies Readonly<Record<SubjectKind, string>>;
const ANYWHERE = t('funnels.anywhere');

/** One for each choice that there is: whoever has chosen a campaign can choose one of its variants. */
function levelsOf(catalog: Catalog | undefined, subject: StepSubject | undefined): Level[] {
  const path = catalog && subject && subjectPath(catalog, subject);
  const campaigns: Level = {
    ...{ kind: 'campaign', all: ANYWHERE, above: undefined, chosen: path?.campaign.id },
    choices: choicesOf(catalog?.campaigns ?? [], path?.campaign, ({ name }) => name),
  };
  if (!path) return subject ? [unknownLevel(catalog, subject)] : [campaigns];
  const { campaign, variant, step, element } = path;
  return [
    campaigns,
    {
      ...{
        kind: 'variant',
        all: t('funnels.allVariants'),
        above: { kind: 'campaign', id: campaign.id },
        chosen: variant?.id,
      },
      choices: choicesOf(campaign.variants, variant, variantName),
    },
    {
      ...{
        kind: 'step',
        all: t('funnels.allSteps'),
        above: variant && { kind: 'variant', id: variant.id },
        chosen: step?.id,
      },
      choices: choicesOf(variant?.steps ?? [], step, stepRecordName),
    },
    {
      ...{
        kind: 'element',
        all: t('funnels.allElements'),
        above: step && { kind: 'step', id: step.id },
        chosen: element?.id,
      },
      choices: choicesOf(step?.elements ?? [], element, elementRecordName),
    },
  ];
}

/** Something that the catalog does not have, or not yet. */
function unknownLevel(catalog: Catalog | undefined, subject: StepSubject): Level {
  const { kind, id } = subject;
  const choices = [{ id, name: subjectName(catalog, subject) }];
  return { kind, all: ANYWHERE, above: undefined, chosen: id, choices };
}

/** Leaves out archived ones, but for the chosen one. */
function choicesOf<Item extends Pick<CatalogRecord, 'id' | 'status'>>(
  records: readonly Item[],
  chosen: Item | undefined,
  nameOf: (record: Item) => string,
): Choice[] {
  return records
    .filter((record) => record.status === 'live' || record === chosen)
    .map((record) => ({ id: record.id, name: nameOf(record) }));
}
