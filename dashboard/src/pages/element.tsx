import { useQuery } from '@tanstack/react-query';
import type { ElementPage } from '../address/page.ts';
import { useView } from '../address/router.tsx';
import type { Field, ProductRow } from '../api/answers.ts';
import { useApi } from '../api/context.tsx';
import { elementQuery } from '../api/queries.ts';
import { Bars } from '../charts/bars.tsx';
import { elementTypeName, spelledOut } from '../format/names.ts';
import { formatCount, formatMoney, formatShare } from '../format/numbers.ts';
import { Card } from '../parts/card.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import { type Column, DataTable, tableFile } from '../parts/data-table.tsx';
import { ReportPage } from '../parts/report-page.tsx';
import { EmptyState } from '../parts/states.tsx';
import { useCrumbs } from './drill-down.ts';

const OTHERS = 'Others';

export function ElementReportPage({ page }: { readonly page: ElementPage }) {
  const api = useApi();
  const { websiteId, elementId } = page;
  const query = useQuery(elementQuery(api, websiteId, elementId, useView()));
  return (
    <ReportPage
      query={query}
      subject={{ kind: 'elements', websiteId, id: elementId }}
      crumbs={useCrumbs(page)}
      titleOf={({ data }) => elementTypeName(data.element_type)}
      tagOf={({ data }) => <span className="tag">Position {data.position}</span>}
    >
      {({ data, website }) => (
        <>
          {data.fields.length > 0 && (
            <div className="card-grid">
              {data.fields.map((field) => (
                <Answers key={field.name} field={field} />
              ))}
            </div>
          )}
          {data.products.length > 0 && <Products products={data.products} currency={website.currency} />}
          {data.fields.length === 0 && data.products.length === 0 && (
            <section className="card">
              <EmptyState title="No answers and no products in this period">
                <p>Forms and questions show their answers here, product pickers what was chosen and bought.</p>
              </EmptyState>
            </section>
          )}
        </>
      )}
    </ReportPage>
  );
}

function Answers({ field }: { readonly field: Field }) {
  const total = field.values.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card
      title={spelledOut(field.name)}
      hint={`${formatCount(total)} answers`}
      actions={
        <CsvButton
          name={`answers ${field.name}`}
          label={`the answers to ${spelledOut(field.name)}`}
          file={() => ({
            columns: ['value', 'count'],
            rows: field.values.map(({ value, count }) => [value, count]),
          })}
        />
      }
    >
      <Bars
        label={`Answers to ${spelledOut(field.name)}`}
        bars={field.values.map(({ value, count }) => ({ key: `value ${value}`, label: value ?? OTHERS, count }))}
      />
    </Card>
  );
}

function Products({ products, currency }: { readonly products: readonly ProductRow[]; readonly currency: string }) {
  const columns = productColumns(products, currency);
  return (
    <Card
      title="Products"
      hint="How often each was chosen here, and what came of it."
      flush
      actions={<CsvButton name="products" label="the products" file={() => tableFile(columns, products)} />}
    >
      <DataTable caption="Products" columns={columns} rows={products} keyOf={({ value }) => `product ${value}`} />
    </Card>
  );
}

function productColumns(products: readonly ProductRow[], currency: string): Column<ProductRow>[] {
  const selections = products.reduce((sum, row) => sum + row.selections, 0);
  return [
    {
      name: 'value',
      label: 'Product',
      value: ({ value }) => value,
      render: ({ value }) => value ?? OTHERS,
    },
    {
      name: 'selections',
      label: 'Chosen',
      numeric: true,
      value: (row) => row.selections,
      render: (row) => formatCount(row.selections),
    },
    {
      name: 'share',
      label: 'Share',
      numeric: true,
      notInFile: true,
      value: () => undefined,
      render: (row) => formatShare(row.selections, selections),
    },
    {
      name: 'orders',
      label: 'Orders',
      numeric: true,
      value: ({ orders }) => orders,
      render: ({ orders }) => formatCount(orders),
    },
    {
      name: 'revenue',
      label: 'Revenue',
      numeric: true,
      value: ({ revenue }) => revenue,
      render: ({ revenue }) => formatMoney(revenue, currency),
    },
  ];
}
