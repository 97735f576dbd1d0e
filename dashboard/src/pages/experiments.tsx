// The experiments of a website: those that run, each with its verdict, and those that have ended.

import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSharedPage } from '../api/context.tsx';
import { readExperimentFile } from '../api/files.ts';
import { EXPERIMENT_KEY, experimentQuery, experimentsQuery } from '../api/queries.ts';
import { useCanEdit } from '../api/role.ts';
import { changeWebsiteSettings, SETTINGS_KEY, websiteSettingsQuery } from '../api/sending.ts';
import type { Experiment, TimeframeBlock, Website } from '../api/types.ts';
import { useChoice } from '../api/use-choice.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { Card, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { Defined } from '../components/defined.tsx';
import { FieldError, SelectField } from '../components/field.tsx';
import { Notes } from '../components/notes.tsx';
import { PageFrame, ReportSkeleton } from '../components/page-frame.tsx';
import { SendingLink } from '../components/sending-link.tsx';
import { EmptyState, ErrorState } from '../components/states.tsx';
import { FilterChips } from '../controls/filter-chips.tsx';
import { EndedExperiments } from '../experiments/ended-experiments.tsx';
import { ExperimentCard } from '../experiments/experiment-card.tsx';
import { mostGainFirst } from '../experiments/most-gain-first.ts';
import { VariantComparison } from '../experiments/variant-comparison.tsx';
import { formatRateCompact } from '../format/numbers.ts';
import { rich, t } from '../language/t.ts';
import { Link, useView } from '../routing/router.tsx';
import { effectiveCountType } from '../routing/view.ts';
import { ShareButton } from '../share/share-button.tsx';
import styles from './experiments.module.css';

const EXPERIMENTS_AT_ONCE = 10;
const NONE: readonly Experiment[] = [];

export function ExperimentsPage({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const view = useView();
  const query = useQuery(experimentsQuery(api, websiteId, view));
  const report = query.data;
  const listed = report?.data.experiments ?? NONE;
  // The cards have the same queries. Where there is no such report, the order stays.
  const judged = useQueries({
    queries: listed.map(({ campaign_id: id }) => experimentQuery(api, websiteId, id, view.filters)),
  });
  // Once known, the order stays: a card asks again for a report that failed.
  const isSorted = judged.every(({ isFetched }) => isFetched);
  const experiments = mostGainFirst(listed, (index) => judged[index]?.data?.data.at_stake);
  const [shown, setShown] = useState(EXPERIMENTS_AT_ONCE);
  return (
    <PageFrame
      title={t('common.experiments')}
      crumbs={[{ label: report?.website.name, to: { name: 'website', websiteId } }]}
      lead={rich('experiments.lead', { term: (text) => <Defined term="experiment">{text}</Defined> })}
      controls={
        <div className={styles.controls}>
          <SmallestLift websiteId={websiteId} />
          <ShareButton />
        </div>
      }
      filters={<FilterChips />}
    >
      {(query.isPending || !isSorted) && <ReportSkeleton />}
      {query.isError && <ErrorState error={query.error} onRetry={() => query.refetch()} />}
      {report && experiments.length === 0 && (
        <PlainCard>
          <EmptyState title={t('experiments.noneRunning')}>
            <p>{t('experiments.howToStart')}</p>
            <SendingLink websiteId={websiteId} />
          </EmptyState>
        </PlainCard>
      )}
      {isSorted && <Notes notes={report?.notes} />}
      {report &&
        isSorted &&
        experiments
          .slice(0, shown)
          .map((experiment) => (
            <RunningExperiment
              key={experiment.campaign_id}
              experiment={experiment}
              website={report.website}
              timeframe={report.timeframe}
            />
          ))}
      {isSorted && experiments.length > shown && (
        <Button onClick={() => setShown(shown + EXPERIMENTS_AT_ONCE)}>{t('experiments.showMore')}</Button>
      )}
      {experiments.length > 0 && <p className="hint">{t('experiments.intervalsHold')}</p>}
      {report && <EndedExperiments websiteId={websiteId} running={listed.map(({ campaign_id: id }) => id)} />}
    </PageFrame>
  );
}

/** Lifts in percent: see the settings of a website. */
const SMALLEST_LIFTS = [5, 10, 15, 20, 30, 50];

/** A chat and a shared page do not have it, because nothing can be changed there. */
function SmallestLift({ websiteId }: { readonly websiteId: number }) {
  const api = useApi();
  const queries = useQueryClient();
  const canEdit = useCanEdit(websiteId);
  const isShared = useSharedPage() !== undefined;
  const settings = useQuery({ ...websiteSettingsQuery(api, websiteId), enabled: !isShared });
  const change = useChoice(
    (percent: number) => changeWebsiteSettings(api, websiteId, { smallest_lift: percent }),
    (changed) => {
      queries.setQueryData([...SETTINGS_KEY, websiteId], changed);
      return queries.invalidateQueries({ queryKey: [EXPERIMENT_KEY] });
    },
  );
  if (!settings.data) return null;
  const shown = change.saving?.value ?? settings.data.smallest_lift;
  const choices = [...new Set([...SMALLEST_LIFTS, shown])].sort((a, b) => a - b);
  return (
    <>
      <SelectField
        label={t('experiments.smallestLift')}
        value={shown}
        disabled={change.saving !== undefined || !canEdit}
        onChange={(event) => change.choose(Number(event.target.value))}
      >
        {choices.map((percent) => (
          <option key={percent} value={percent}>
            {formatRateCompact(percent)}
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
  readonly timeframe: TimeframeBlock;
}

function RunningExperiment({ experiment, website, timeframe }: RunningExperimentProps) {
  const api = useApi();
  const view = useView();
  const isShared = useSharedPage() !== undefined;
  const countType = effectiveCountType(view);
  const { campaign_id: campaignId, campaign_name: name, variants } = experiment;
  const comparison = { websiteId: website.id, campaignId, variants, countType, currency: website.currency };
  const actions = (
    <>
      {!isShared && (
        <Link
          to={{ name: 'campaign', websiteId: website.id, campaignId }}
          className={buttonClass({ variant: 'quiet' })}
        >
          {rich('experiments.openCampaign', {
            name,
            hidden: (text) => <span className="visually-hidden">{text}</span>,
          })}
        </Link>
      )}
      {/* The list of experiments takes no filters, so the file would have all visitors. */}
      {view.filters.length === 0 && (
        <CsvButton
          label={t('experiments.theVariantsOf', { name })}
          file={() => readExperimentFile(api, campaignId, { websiteId: website.id, timeframe, view })}
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
