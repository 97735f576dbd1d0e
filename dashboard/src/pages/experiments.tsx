// The running experiments of a website, each with its verdict.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/context.tsx';
import { experimentsQuery } from '../api/queries.ts';
import type { Experiment, Website } from '../api/types.ts';
import { buttonClass } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { tableCsv } from '../components/data-table.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { SendingLink } from '../components/sending-link.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { ViewControls } from '../controls/view-controls.tsx';
import { CONFIDENCE_MIN, VISITORS_MIN } from '../experiments/compare-variants.ts';
import { comparisonColumns, VariantComparison } from '../experiments/variant-comparison.tsx';
import { Verdict } from '../experiments/verdict.tsx';
import { Link, useView } from '../routing/router.tsx';
import { effectiveCountType } from '../routing/view.ts';

export function ExperimentsPage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const query = useQuery(experimentsQuery(api, websiteId, useView()));
  const report = query.data;
  return (
    <PageFrame
      title="Experiments"
      crumbs={[{ label: report?.website.name, to: { name: 'website', websiteId } }]}
      timeframe={report?.timeframe}
      controls={<ViewControls compares={false} />}
    >
      {query.isPending && <ReportSkeleton />}
      {query.isError && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {report && report.data.experiments.length === 0 && (
        <PlainCard>
          <EmptyState title="No running experiments">
            <p>
              A live campaign that splits its traffic between two or more variants is an experiment. Name the variant in
              your pages to start one.
            </p>
            <SendingLink websiteId={websiteId} />
          </EmptyState>
        </PlainCard>
      )}
      {report?.data.experiments.map((experiment) => (
        <ExperimentCard
          key={experiment.campaign_id}
          experiment={experiment}
          website={report.website}
          stale={query.isPlaceholderData}
        />
      ))}
      {report && report.data.experiments.length > 0 && (
        <p className="hint">
          Confidence comes from a two-sided test of the conversion rate against the control. A variant wins at{' '}
          {CONFIDENCE_MIN * 100}% confidence, with at least {VISITORS_MIN} visitors per variant.
        </p>
      )}
    </PageFrame>
  );
}

interface ExperimentCardProps {
  readonly experiment: Experiment;
  readonly website: Website;
  readonly stale: boolean;
}

function ExperimentCard({ experiment, website, stale }: ExperimentCardProps) {
  const countType = effectiveCountType(useView());
  const { campaign_id: campaignId, campaign_name: name, variants } = experiment;
  const comparison = { websiteId: website.id, campaignId, variants, countType, currency: website.currency };
  return (
    <Card
      title={name}
      hint={<Verdict variants={variants} countType={countType} />}
      flush
      stale={stale}
      actions={
        <>
          <Link
            to={{ name: 'campaign', websiteId: website.id, campaignId }}
            className={buttonClass({ variant: 'quiet' })}
          >
            Open campaign<span className="visually-hidden"> {name}</span>
          </Link>
          <CsvButton
            name={`${name} variants`}
            label={`the variants of ${name}`}
            file={() => tableCsv(comparisonColumns(comparison), variants)}
          />
        </>
      }
    >
      <VariantComparison {...comparison} />
    </Card>
  );
}
