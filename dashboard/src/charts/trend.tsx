// A metric over time, or what is missing if there is nothing to draw.
import { EmptyState } from '../components/states.tsx';
import { t } from '../language/t.ts';
import { LineChart } from './line-chart.tsx';
import { isEmptyChart, type LineChartData } from './lines.ts';

export function Trend({ data }: { readonly data: LineChartData }) {
  if (!isEmptyChart(data)) return <LineChart data={data} />;
  return (
    <EmptyState title={t('charts.nothingToDraw', { metric: data.scale.name })}>
      <p>{t('charts.nothingToDrawHint')}</p>
    </EmptyState>
  );
}
