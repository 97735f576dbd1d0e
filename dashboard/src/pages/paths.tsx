// What visitors do after a step, or did before it, as a picture.

import { pathTree } from '@funnel/report-files/path-tree.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { catalogQuery } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { readPathsFile } from '../api/files.ts';
import type { Kept } from '../api/kept-events.ts';
import { pathsQuery } from '../api/queries.ts';
import type { Catalog, PathsReport } from '../api/types.ts';
import { Card, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { FieldRow, SelectField } from '../components/field.tsx';
import { FollowedNote } from '../components/followed-note.tsx';
import { Notes } from '../components/notes.tsx';
import { Segmented } from '../components/segmented.tsx';
import { EmptyState } from '../components/states.tsx';
import { KeptReport, WebsiteReportFrame } from '../components/website-report.tsx';
import type { DownloadedFile } from '../csv/download.ts';
import { offeredTimeLimits, timeLimitName } from '../format/funnels.ts';
import { formatCount, formatRateCompact } from '../format/numbers.ts';
import { StepFields } from '../funnels/step-fields.tsx';
import { t } from '../language/t.ts';
import { DIRECTIONS, type PathChoices, pathParameters, readPathChoices } from '../paths/choices.ts';
import { PathPicture } from '../paths/path-picture.tsx';
import { SHARE_MIN } from '../paths/path-tree.ts';
import { PATH_DEPTHS } from '../routing/offered-values.ts';
import { changeParameters, useQueryParameters, useView } from '../routing/router.tsx';
import styles from './paths.module.css';

interface OfWebsite {
  readonly websiteId: number;
}

export function PathsPage({ websiteId }: OfWebsite) {
  const api = useApi();
  const choices = readPathChoices(useQueryParameters());
  const view = useView();
  const query = useQuery(pathsQuery(api, websiteId, choices, view));
  const { data: catalog } = useQuery(catalogQuery(api, websiteId));
  return (
    <WebsiteReportFrame
      websiteId={websiteId}
      title={t('paths.title')}
      lead={t('paths.lead')}
      timeframe={query.data?.timeframe}
    >
      <ChoicesCard websiteId={websiteId} catalog={catalog} choices={choices} />
      <KeptReport {...{ websiteId, query }} onceKept={t('paths.onceKept')} refused={t('paths.cannotBeCounted')}>
        {(report) => (
          <Paths
            {...{ websiteId, report }}
            file={() => readPathsFile(api, choices, { websiteId, timeframe: report.timeframe, view })}
            stale={query.isPlaceholderData}
          />
        )}
      </KeptReport>
    </WebsiteReportFrame>
  );
}

interface ChoicesCardProps extends OfWebsite {
  readonly catalog: Catalog | undefined;
  readonly choices: PathChoices;
}

function ChoicesCard({ websiteId, catalog, choices }: ChoicesCardProps) {
  const typeId = useId();
  const { direction, step, depth, withinMinutes } = choices;
  const show = (changed: Partial<PathChoices>) => changeParameters(pathParameters({ ...choices, ...changed }));
  return (
    <Card title={t('paths.whereToBegin')} hint={t('paths.stepHint')}>
      <div className={styles.choices}>
        <Segmented
          label={t('paths.direction')}
          options={DIRECTIONS.map((value) => ({ value, label: t(`paths.direction_${value}`) }))}
          value={direction}
          onChange={(value) => show({ direction: value })}
        />
        <StepFields
          websiteId={websiteId}
          catalog={catalog}
          step={step}
          number={formatCount(1)}
          typeId={typeId}
          onChange={(changed) => show({ step: changed })}
        />
      </div>
      <div className={styles.options}>
        <FieldRow>
          <SelectField
            label={t('paths.depth')}
            value={depth}
            onChange={({ target }) => show({ depth: Number(target.value) })}
          >
            {PATH_DEPTHS.map((count) => (
              <option key={count} value={count}>
                {t('paths.steps', { count })}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('funnels.within')}
            value={withinMinutes}
            onChange={({ target }) => show({ withinMinutes: Number(target.value) })}
          >
            {offeredTimeLimits(withinMinutes).map((minutes) => (
              <option key={minutes} value={minutes}>
                {timeLimitName(minutes)}
              </option>
            ))}
          </SelectField>
        </FieldRow>
      </div>
    </Card>
  );
}

interface PathsProps extends OfWebsite {
  readonly report: Kept<PathsReport>;
  readonly file: () => Promise<DownloadedFile>;
  readonly stale: boolean;
}

function Paths(props: PathsProps) {
  const { notes, data } = props.report;
  return (
    <>
      <Notes notes={notes} />
      {data.visitors === 0 && <NobodyStarts share={data.followable_share} />}
      {data.visitors > 0 && data.children.length === 0 && <NothingElse data={data} />}
      {data.children.length > 0 && <PathsCard {...props} />}
    </>
  );
}

function NothingElse({ data: { from, visitors } }: Pick<PathsReport, 'data'>) {
  return (
    <PlainCard>
      <EmptyState title={t('paths.nothingElse', { direction: from === undefined ? 'to' : 'from' })}>
        <p>{t('paths.nothingElseHint', { count: visitors })}</p>
      </EmptyState>
    </PlainCard>
  );
}

/** `share`: of the visitors with the step, those who can be followed. null: there are none. */
function NobodyStarts({ share }: { readonly share: number | null }) {
  return (
    <PlainCard>
      <EmptyState title={share === 0 ? t('report.nobodyFollowed') : t('paths.nobodyStarts')}>
        <p>{share === 0 ? t('report.nobodyFollowedHint') : t('paths.chooseLongerOrOther')}</p>
      </EmptyState>
    </PlainCard>
  );
}

function PathsCard({ websiteId, report, file, stale }: PathsProps) {
  const { data } = report;
  const direction = data.from === undefined ? 'to' : 'from';
  const title = direction === 'from' ? t('paths.whatNext') : t('paths.whatBefore');
  return (
    <Card
      title={title}
      term="path"
      hint={t('paths.readHint')}
      stale={stale}
      actions={<CsvButton label={t('paths.thePaths')} file={file} />}
    >
      <PathPicture
        label={t('paths.title')}
        tree={pathTree(data, data.visitors * SHARE_MIN)}
        websiteId={websiteId}
        about={report.about}
        direction={direction}
        withinMinutes={data.within_minutes}
        isEstimate={report.sampled}
      />
      <FollowedNote report={report}>
        {t('paths.smallBranches', { share: formatRateCompact(SHARE_MIN * 100) })}
      </FollowedNote>
    </Card>
  );
}
