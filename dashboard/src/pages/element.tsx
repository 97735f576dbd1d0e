import type { DayRange } from '@funnel/report-files/days.ts';
import { spelledOut } from '@funnel/report-files/names.ts';
import { answersFile } from '@funnel/report-files/tables/subjects.ts';
import { rangeOf } from '@funnel/report-files/timeframe.ts';
import { useQuery } from '@tanstack/react-query';
import { useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { elementQuery } from '../api/queries.ts';
import type { Field } from '../api/types.ts';
import { Bars } from '../charts/bars.tsx';
import { Card, CardGrid, PlainCard } from '../components/card.tsx';
import { CsvButton } from '../components/csv-button.tsx';
import { OTHERS, ProductsCard } from '../components/products-card.tsx';
import { ReportPage } from '../components/report-page.tsx';
import { EmptyState } from '../components/states.tsx';
import { Tag } from '../components/tag.tsx';
import { elementTypeName, recordName } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { t } from '../language/t.ts';
import type { ElementPage } from '../routing/pages.ts';
import { useView } from '../routing/router.tsx';
import { useBreadcrumbs } from './breadcrumbs.ts';

export function ElementReportPage({ page }: { readonly page: ElementPage }) {
  const api = useApi();
  const { websiteId, elementId } = page;
  const query = useQuery(elementQuery(api, page, useView()));
  const record = useCatalog(websiteId)?.elements.get(elementId);
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'elements', websiteId, id: elementId }}
      crumbs={useBreadcrumbs(page)}
      titleOf={({ data }) => recordName(record, elementTypeName(data.element_type))}
      tagOf={({ data }) => <Tag>{t('website.position', { position: formatCount(data.position) })}</Tag>}
    >
      {({ data, website, timeframe }) => (
        <>
          {data.fields.length > 0 && (
            <CardGrid>
              {data.fields.map((field) => (
                <Answers key={field.name} field={field} website={website.name} days={rangeOf(timeframe)} />
              ))}
            </CardGrid>
          )}
          {data.products.length > 0 && (
            <ProductsCard
              products={data.products}
              website={website}
              timeframe={timeframe}
              name={recordName(record, elementTypeName(data.element_type))}
              hint={t('website.productsHint')}
            />
          )}
          {data.fields.length === 0 && data.products.length === 0 && (
            <PlainCard>
              <EmptyState title={t('website.noAnswers')}>
                <p>{t('website.answersHint')}</p>
              </EmptyState>
            </PlainCard>
          )}
        </>
      )}
    </ReportPage>
  );
}

interface AnswersProps {
  readonly field: Field;
  readonly website: string;
  readonly days: DayRange;
}

function Answers({ field, website, days }: AnswersProps) {
  const total = field.values.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card
      title={spelledOut(field.name)}
      hint={t('website.answers', { count: total })}
      actions={
        <CsvButton
          content={{ website, what: t('website.fileAnswers', { field: field.name }), days }}
          label={t('website.theAnswersTo', { field: spelledOut(field.name) })}
          file={() => answersFile([field], t)}
        />
      }
    >
      <Bars
        label={t('website.answersTo', { field: spelledOut(field.name) })}
        bars={field.values.map(({ value, count }) => ({ key: `value ${value}`, label: value ?? OTHERS, count }))}
      />
    </Card>
  );
}
