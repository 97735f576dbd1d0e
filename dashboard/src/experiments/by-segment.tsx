// An experiment by segment: each variant's lift for the visitors of each channel, device, country and so on. It is read when it is opened,
// because it takes the events of the whole test.

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { notKeptIn } from '../api/kept-events.ts';
import { experimentBreakdownQuery } from '../api/queries.ts';
import type { ExperimentReport } from '../api/types.ts';
import { Button } from '../components/button.tsx';
import { CardBody } from '../components/card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { DimensionTabs } from '../components/dimension-tabs.tsx';
import { Disclosure } from '../components/disclosure.tsx';
import { SampleNote } from '../components/estimate.tsx';
import { EventsNotKept } from '../components/events-not-kept.tsx';
import { numberColumn } from '../components/number-column.tsx';
import { EmptyState, ErrorState, Skeleton } from '../components/states.tsx';
import { ValueButton } from '../components/value-button.tsx';
import { DIMENSION_NAMES } from '../format/dimensions.ts';
import { variantName } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { Dimension, Filter } from '../routing/filters.ts';
import { useView } from '../routing/router.tsx';
import styles from './by-segment.module.css';
import { Lift, reachOf } from './lift.tsx';
import { testNotKept } from './test-not-kept.ts';
import { VerdictTag } from './verdict.tsx';

type Data = ExperimentReport['data'];
type BrokenDown = NonNullable<Data['breakdown']>;
type Value = BrokenDown['values'][number];

const SHOWN_AT_FIRST = 10;
const FIRST_DIMENSION: Dimension = 'device';
/** The reach in percent. An interval that is wider goes to the end of the scale, or the others would be too small to see. */
const REACH_MAX = 200;

interface BySegmentProps {
  readonly websiteId: number;
  readonly campaignId: number;
}

export function BySegment(props: BySegmentProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure summary={t('experiments.bySegment')} inset onToggle={setIsOpen}>
      {isOpen && <Segments {...props} />}
    </Disclosure>
  );
}

function Segments({ websiteId, campaignId }: BySegmentProps) {
  const { filters } = useView();
  const [dimension, setDimension] = useState(FIRST_DIMENSION);
  const query = useQuery(experimentBreakdownQuery(useApi(), websiteId, campaignId, filters, dimension));
  const { data: report, error } = query;
  const notKept = notKeptIn(error);
  if (notKept) {
    return notKept.since === undefined ? (
      <EventsNotKept websiteId={websiteId} {...notKept}>
        {t('experiments.segmentsOnceKept')}
      </EventsNotKept>
    ) : (
      <CardBody>{testNotKept(notKept)}</CardBody>
    );
  }
  return (
    <section className={styles.segments} aria-label={t('experiments.bySegment')} aria-busy={query.isPlaceholderData}>
      <DimensionTabs dimension={dimension} onChange={setDimension} />
      {query.isPending && <Skeleton lines={4} />}
      {error && <ErrorState error={error} onRetry={() => query.refetch()} />}
      {report?.data.breakdown && (
        <SegmentValues
          key={report.data.breakdown.dimension}
          data={report.data}
          breakdown={report.data.breakdown}
          filters={filters}
        />
      )}
    </section>
  );
}

interface ValuesProps {
  readonly data: Data;
  readonly breakdown: BrokenDown;
  readonly filters: readonly Filter[];
}

export function SegmentValues({ data, breakdown, filters }: ValuesProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { dimension, values, sampled, sample_rate } = breakdown;
  const shown = showsAll ? values : values.slice(0, SHOWN_AT_FIRST);
  if (values.length === 0) return <EmptyState title={t('experiments.noVisitors')} />;
  return (
    <>
      <DataTable
        caption={t('experiments.liftBy', { dimension: DIMENSION_NAMES[dimension] })}
        columns={segmentColumns(data, breakdown, filters)}
        rows={shown}
        keyOf={({ value }) => value}
      />
      <CardBody>
        {shown.length < values.length && (
          <Button onClick={() => setShowsAll(true)}>
            {t('report.showAllValuesCount', { count: formatCount(values.length) })}
          </Button>
        )}
        <p className="hint">
          {sampled && <SampleNote percent={sample_rate} />} {t('experiments.segmentsHold')}
        </p>
      </CardBody>
    </>
  );
}

function segmentColumns(
  data: Data,
  { dimension, values, sampled }: BrokenDown,
  filters: readonly Filter[],
): Column<Value>[] {
  const reach = Math.min(REACH_MAX, reachOf(values.flatMap(({ variants }) => variants.map(({ lift }) => lift))));
  return [
    {
      name: 'value',
      label: DIMENSION_NAMES[dimension],
      term: 'segment',
      value: ({ value }) => value,
      render: ({ value }) => <ValueButton filter={{ dimension, value }} filters={filters} />,
    },
    ...data.variants.slice(1).map((variant): Column<Value> => {
      const liftOf = ({ variants }: Value) => variants.find(({ id }) => id === variant.id)?.lift ?? null;
      return {
        name: `lift_${variant.id}`,
        label: t('experiments.liftOf', { variant: variantName(variant) }),
        term: 'lift',
        value: (row) => liftOf(row)?.estimate,
        render: (row) => <Lift lift={liftOf(row)} reach={reach} />,
      };
    }),
    numberColumn({
      name: 'visitors',
      term: 'visitors',
      isEstimate: sampled,
      value: ({ variants }) => variants.reduce((sum, { visitors }) => sum + visitors, 0),
    }),
    {
      name: 'verdict',
      label: t('experiments.verdict'),
      term: 'verdict',
      value: ({ verdict }) => verdict?.kind,
      render: ({ verdict }) => (verdict ? <VerdictTag verdict={verdict} /> : '–'),
    },
  ];
}
