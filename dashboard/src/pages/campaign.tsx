import { useQuery } from '@tanstack/react-query';
import type { CampaignPage } from '../address/page.ts';
import { useView } from '../address/router.tsx';
import { effectiveCountType } from '../address/view.ts';
import type { CampaignReport } from '../api/answers.ts';
import { useApi } from '../api/context.tsx';
import { campaignQuery } from '../api/queries.ts';
import { VariantFunnel } from '../charts/variant-funnel.tsx';
import { comparisonColumns, VariantComparison } from '../experiments/variant-comparison.tsx';
import { Verdict } from '../experiments/verdict.tsx';
import { ctaTypeName, variantName } from '../format/names.ts';
import { Card } from '../parts/card.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { tableFile } from '../parts/data-table.tsx';
import { ReportPage } from '../parts/report-page.tsx';
import { StatusTag } from '../parts/status-tag.tsx';
import { useCrumbs } from './drill-down.ts';

export function CampaignReportPage({ page }: { readonly page: CampaignPage }) {
  const api = useApi();
  const { websiteId, campaignId } = page;
  const query = useQuery(campaignQuery(api, websiteId, campaignId, useView()));
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'campaigns', websiteId, id: campaignId }}
      crumbs={useCrumbs(page)}
      titleOf={({ data }) => data.name}
      tagOf={({ data }) => (
        <>
          <span className="tag">{ctaTypeName(data.cta_type)}</span>
          <StatusTag status={data.status} />
        </>
      )}
    >
      {(report) => (
        <>
          <Variants page={page} report={report} />
          <Funnels page={page} report={report} />
        </>
      )}
    </ReportPage>
  );
}

interface PartProps {
  readonly page: CampaignPage;
  readonly report: CampaignReport;
}

function Variants({ page, report }: PartProps) {
  const countType = effectiveCountType(useView());
  const { variants, name } = report.data;
  const comparison = { ...page, variants, countType, currency: report.website.currency };
  return (
    <Card
      title="Variants"
      hint={variants.length > 1 ? <Verdict variants={variants} countType={countType} /> : undefined}
      flush
      actions={
        <CsvButton
          name={`${name} variants`}
          label="the variants"
          file={() => tableFile(comparisonColumns(comparison), variants)}
        />
      }
    >
      <VariantComparison {...comparison} />
    </Card>
  );
}

function Funnels({ page, report }: PartProps) {
  return (
    <Card title="Where visitors drop off" hint="Open a step to see its elements.">
      <div className="funnels">
        {report.data.variants.map((variant) => (
          <section key={variant.id} aria-label={variantName(variant)}>
            <h3>{variantName(variant)}</h3>
            <VariantFunnel {...page} variantId={variant.id} label={`Funnel of ${variantName(variant)}`} />
          </section>
        ))}
      </div>
    </Card>
  );
}
