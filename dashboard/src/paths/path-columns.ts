// The columns of the CSV file of paths: a row for each node, with the steps that lead to it.
import type { Catalog, PathsReport } from '../api/types.ts';
import type { Column } from '../components/data-table.tsx';
import { writtenStepName } from '../format/funnels.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import { PATH_DEPTHS } from '../routing/offered-values.ts';
import type { PathTree } from './path-tree.ts';

/** The first one is the step that was asked for. */
const STEPS = [0, ...PATH_DEPTHS];

export function pathColumns({ data, sample_rate }: PathsReport, catalog: Catalog | undefined): Column<PathTree>[] {
  const ended = data.from === undefined ? t('paths.nothingBefore') : t('paths.ended');
  const textAt = (place: number) => (node: PathTree) => {
    const step = node.steps[place];
    if (step !== undefined) return writtenStepName(catalog, step);
    if (place > node.steps.length) return undefined;
    if (node.kind === 'ended') return ended;
    return node.kind === 'others' ? t('paths.otherSteps') : undefined;
  };
  return [
    ...STEPS.map((place) => ({
      name: `step_${place}`,
      label: place === 0 ? t('paths.chosenStep') : t('paths.stepNumber', { number: formatCount(place) }),
      value: textAt(place),
    })),
    { name: 'visitors', label: t('common.visitors'), value: ({ visitors }) => visitors },
    { name: 'within_minutes', label: t('funnels.withinMinutes'), value: () => data.within_minutes },
    { name: 'sample_rate', label: t('common.sampleInPercent'), value: () => sample_rate },
  ];
}
