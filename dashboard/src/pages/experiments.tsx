// The running experiments of a website, each with its verdict.
import { useQuery } from '@tanstack/react-query';
import { Link, useView } from '../address/router.tsx';
import { effectiveCountType } from '../address/view.ts';
import type { Experiment, Website } from '../api/answers.ts';
import { useApi } from '../api/context.tsx';
import { experimentsQuery } from '../api/queries.ts';
import { ViewControls } from '../controls/view-controls.tsx';
import { comparisonColumns, VariantComparison } from '../experiments/variant-comparison.tsx';
import { Verdict } from '../experiments/verdict.tsx';
import { Card } from '../parts/card.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { tableFile } from '../parts/data-table.tsx';
import { PageFrame, ReportSkeleton } from '../parts/page-frame.tsx';
import { EmptyState, ErrorState } from '../parts/states.tsx';

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
        <section className="card">
          <EmptyState title="No experiment is running">
            <p>A campaign is an experiment while it is live and splits its traffic over two variants or more.</p>
          </EmptyState>
        </section>
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
        <p className="hint explanation">
          Confidence comes from a two-sided test of the conversion rates against the control. From 95% on, with at least
          100 visitors for each variant, a difference is called a winner.
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
          <Link to={{ name: 'campaign', websiteId: website.id, campaignId }} className="button button-quiet">
            Open campaign<span className="visually-hidden"> {name}</span>
          </Link>
          <CsvButton
            name={`${name} variants`}
            label={`the variants of ${name}`}
            file={() => tableFile(comparisonColumns(comparison), variants)}
          />
        </>
      }
    >
      <VariantComparison {...comparison} />
    </Card>
  );
}
