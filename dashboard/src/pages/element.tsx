import { spelledOut } from '@funnel/report-files/names.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCatalog } from '../api/catalog.ts';
import { useApi } from '../api/context.tsx';
import { readElementFile } from '../api/files.ts';
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
  const view = useView();
  const query = useQuery(elementQuery(api, page, view));
  const record = useCatalog(websiteId)?.elements.get(elementId);
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'elements', websiteId, id: elementId }}
      crumbs={useBreadcrumbs(page)}
      titleOf={({ data }) => recordName(record, elementTypeName(data.element_type))}
      tagOf={({ data }) => <Tag>{t('website.position', { position: formatCount(data.position) })}</Tag>}
    >
      {({ data, website, timeframe }) => {
        const shown = { websiteId, timeframe, view };
        return (
          <>
            {data.fields.length > 0 && (
              <CardGrid>
                {data.fields.map((field, index) => (
                  <Answers key={field.name} field={field}>
                    {/* The file has the answers to all of them. */}
                    {index === 0 && (
                      <CsvButton
                        label={t('website.theAnswersTo', {
                          field: data.fields.map(({ name }) => spelledOut(name)).join(', '),
                        })}
                        file={() => readElementFile(api, elementId, 'answers', shown)}
                      />
                    )}
                  </Answers>
                ))}
              </CardGrid>
            )}
            {data.products.length > 0 && (
              <ProductsCard
                products={data.products}
                website={website}
                file={() => readElementFile(api, elementId, 'products', shown)}
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
        );
      }}
    </ReportPage>
  );
}

interface AnswersProps {
  readonly field: Field;
  /** Its actions. */
  readonly children: ReactNode;
}

function Answers({ field, children }: AnswersProps) {
  const total = field.values.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={spelledOut(field.name)} hint={t('website.answers', { count: total })} actions={children}>
      <Bars
        label={t('website.answersTo', { field: spelledOut(field.name) })}
        bars={field.values.map(({ value, count }) => ({ key: `value ${value}`, label: value ?? OTHERS, count }))}
      />
    </Card>
  );
}
