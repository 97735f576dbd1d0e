import { useQuery } from '@tanstack/react-query';
import { useApi, useSharedPage } from '../api/context.tsx';
import { readPartsFile } from '../api/files.ts';
import { campaignQuery } from '../api/queries.ts';
import type { CampaignReport } from '../api/types.ts';
import { VariantFunnel } from '../charts/variant-funnel.tsx';
import { BreakdownCard } from '../components/breakdown-card.tsx';
import { Card } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { SubjectProducts } from '../components/products-card.tsx';
import { ReportPage } from '../components/report-page.tsx';
import { StatusTag, Tag } from '../components/tag.tsx';
import { WeekHeatMap } from '../components/week-heat-map.tsx';
import { ExperimentCard } from '../experiments/experiment-card.tsx';
import { VariantComparison } from '../experiments/variant-comparison.tsx';
import { ctaTypeName, variantName } from '../format/names.ts';
import { t } from '../language/t.ts';
import type { CampaignPage } from '../routing/pages.ts';
import { useView } from '../routing/router.tsx';
import { effectiveCountType } from '../routing/view.ts';
import { useBreadcrumbs } from './breadcrumbs.ts';
import styles from './campaign.module.css';

export function CampaignReportPage({ page }: { readonly page: CampaignPage }) {
  const api = useApi();
  const { websiteId, campaignId } = page;
  const query = useQuery(campaignQuery(api, websiteId, campaignId, useView()));
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'campaigns', websiteId, id: campaignId }}
      crumbs={useBreadcrumbs(page)}
      titleOf={({ data }) => data.name}
      tagOf={({ data }) => (
        <>
          <Tag>{ctaTypeName(data.cta_type)}</Tag>
          <StatusTag status={data.status} />
        </>
      )}
    >
      {(report) => (
        <>
          {isExperiment(report) && <ExperimentCard {...page} title={t('common.experiment')} fallback={null} />}
          <Variants page={page} report={report} />
          <Funnels page={page} report={report} />
          <BreakdownCard subject={{ kind: 'campaigns', websiteId, id: campaignId }} />
          <WeekHeatMap subject={{ kind: 'campaigns', websiteId, id: campaignId }} />
          <SubjectProducts websiteId={websiteId} campaignId={campaignId} />
        </>
      )}
    </ReportPage>
  );
}

function isExperiment({ data }: CampaignReport): boolean {
  return data.variants.filter(({ traffic_percentage: share }) => share > 0).length > 1;
}

interface PartProps {
  readonly page: CampaignPage;
  readonly report: CampaignReport;
}

function Variants({ page, report }: PartProps) {
  const api = useApi();
  const view = useView();
  const countType = effectiveCountType(view);
  const { variants } = report.data;
  const { websiteId, campaignId } = page;
  const comparison = { ...page, variants, countType, currency: report.website.currency };
  return (
    <Card
      title={t('common.variants')}
      term="variant"
      flush
      actions={
        <CsvButton
          label={t('website.theVariants')}
          file={() =>
            readPartsFile(api, { kind: 'campaigns', id: campaignId }, { websiteId, timeframe: report.timeframe, view })
          }
        />
      }
    >
      <VariantComparison {...comparison} />
    </Card>
  );
}

function Funnels({ page, report }: PartProps) {
  const isShared = useSharedPage() !== undefined;
  return (
    <Card title={t('website.whereVisitorsDropOff')} term="drop_off" hint={isShared ? undefined : t('website.openStep')}>
      <div className={styles.funnels}>
        {report.data.variants.map((variant) => (
          <section key={variant.id} aria-label={variantName(variant)}>
            <h3>{variantName(variant)}</h3>
            <VariantFunnel
              {...page}
              variantId={variant.id}
              label={t('website.funnelOf', { name: variantName(variant) })}
            />
          </section>
        ))}
      </div>
    </Card>
  );
}
