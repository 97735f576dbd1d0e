// The running experiments of a website, each with its verdict.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../api/context.tsx';
import { EXPERIMENT_KEY, experimentsQuery } from '../api/queries.ts';
import { useCanEdit } from '../api/role.ts';
import { changeWebsiteSettings, SETTINGS_KEY, websiteSettingsQuery } from '../api/sending.ts';
import type { Experiment, Website } from '../api/types.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { tableCsv } from '../components/data-table.tsx';
import { FieldError, SelectField } from '../components/field.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { SendingLink } from '../components/sending-link.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { FilterChips } from '../controls/filter-chips.tsx';
import { ExperimentCard } from '../experiments/experiment-card.tsx';
import { comparisonColumns, VariantComparison } from '../experiments/variant-comparison.tsx';
import { Link, useView } from '../routing/router.tsx';
import { effectiveCountType } from '../routing/view.ts';

/** Each is a report of its own. */
const EXPERIMENTS_AT_ONCE = 10;

export function ExperimentsPage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const query = useQuery(experimentsQuery(api, websiteId, useView()));
  const report = query.data;
  const [shown, setShown] = useState(EXPERIMENTS_AT_ONCE);
  return (
    <PageFrame
      title="Experiments"
      crumbs={[{ label: report?.website.name, to: { name: 'website', websiteId } }]}
      controls={<SmallestLift websiteId={websiteId} />}
      filters={<FilterChips />}
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
      {report?.data.experiments.slice(0, shown).map((experiment) => (
        <RunningExperiment key={experiment.campaign_id} experiment={experiment} website={report.website} />
      ))}
      {report && report.data.experiments.length > shown && (
        <Button onClick={() => setShown(shown + EXPERIMENTS_AT_ONCE)}>Show more experiments</Button>
      )}
      {report && report.data.experiments.length > 0 && (
        <p className="hint">
          You can look as often as you like: the 95% intervals hold for all looks and all variants together. They cover
          the days of the test, whatever period other pages show.
        </p>
      )}
    </PageFrame>
  );
}

/** In percent: see the settings of a website. */
const SMALLEST_LIFTS = [5, 10, 15, 20, 30, 50];

/** Not in a chat, where nothing can be changed. */
function SmallestLift({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const canEdit = useCanEdit(websiteId);
  const settings = useQuery(websiteSettingsQuery(api, websiteId));
  const change = useMutation({
    mutationFn: (percent: number) => changeWebsiteSettings(api, websiteId, { smallest_lift: percent }),
    onSuccess: (changed) => {
      queries.setQueryData([...SETTINGS_KEY, websiteId], changed);
      return queries.invalidateQueries({ queryKey: [EXPERIMENT_KEY] });
    },
  });
  if (!settings.data) return null;
  const shown = change.isPending ? change.variables : settings.data.smallest_lift;
  const choices = [...new Set([...SMALLEST_LIFTS, shown])].sort((a, b) => a - b);
  return (
    <>
      <SelectField
        label="Smallest lift that matters"
        value={shown}
        disabled={change.isPending || !canEdit}
        onChange={(event) => change.mutate(Number(event.target.value))}
      >
        {choices.map((percent) => (
          <option key={percent} value={percent}>
            {percent}%
          </option>
        ))}
      </SelectField>
      {change.error && <FieldError>{change.error.message}</FieldError>}
    </>
  );
}

interface RunningExperimentProps {
  readonly experiment: Experiment;
  readonly website: Website;
}

function RunningExperiment({ experiment, website }: RunningExperimentProps) {
  const view = useView();
  const countType = effectiveCountType(view);
  const { campaign_id: campaignId, campaign_name: name, variants } = experiment;
  const comparison = { websiteId: website.id, campaignId, variants, countType, currency: website.currency };
  const actions = (
    <>
      <Link to={{ name: 'campaign', websiteId: website.id, campaignId }} className={buttonClass({ variant: 'quiet' })}>
        Open campaign<span className="visually-hidden"> {name}</span>
      </Link>
      {/* The list of experiments takes no filters, so the file would have all visitors. */}
      {view.filters.length === 0 && (
        <CsvButton
          name={`${name} variants`}
          label={`the variants of ${name}`}
          file={() => tableCsv(comparisonColumns(comparison), variants)}
        />
      )}
    </>
  );
  return (
    <ExperimentCard
      websiteId={website.id}
      campaignId={campaignId}
      title={name}
      actions={actions}
      fallback={
        <Card title={name} flush actions={actions}>
          <VariantComparison {...comparison} />
        </Card>
      }
    />
  );
}
