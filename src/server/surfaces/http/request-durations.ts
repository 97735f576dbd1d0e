// The histogram of request durations, in place of that of prom-client: every request adds to it, and prom-client would check the labels and look up its
// buckets by their names each time. Here a request costs a look-up of its series, by one key, and two additions.
import type { Metric, Registry } from 'prom-client';

const NAME = 'funnel_http_request_duration_seconds';
export const DURATION_BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Labels {
  readonly method: string;
  readonly route: string;
  readonly status: string;
}

class Series {
  readonly labels: Labels;
  /** How many requests took longer than the bound before and not longer than this one; at the end those beyond all bounds. */
  readonly counts = new Array<number>(DURATION_BOUNDS_S.length + 1).fill(0);
  sum = 0;

  constructor(labels: Labels) {
    this.labels = labels;
  }

  observe(seconds: number): void {
    let index = 0;
    while (index < DURATION_BOUNDS_S.length && seconds > DURATION_BOUNDS_S[index]!) index++;
    this.counts[index]!++;
    this.sum += seconds;
  }

  /** As Prometheus has them: each bucket counts those below it, too. */
  values() {
    let count = 0;
    const buckets = this.counts.map((inBucket, index) => {
      count += inBucket;
      return {
        metricName: `${NAME}_bucket`,
        labels: { le: DURATION_BOUNDS_S[index] ?? '+Inf', ...this.labels },
        value: count,
      };
    });
    const { labels, sum } = this;
    return [
      ...buckets,
      { metricName: `${NAME}_sum`, labels, value: sum },
      { metricName: `${NAME}_count`, labels, value: count },
    ];
  }
}

export class RequestDurations {
  readonly #series = new Map<string, Series>();

  constructor(registry: Registry) {
    const about = { name: NAME, help: 'Request duration, by method, route and status class.', type: 'histogram' };
    const get = async () => ({ ...about, values: [...this.#series.values()].flatMap((series) => series.values()) });
    registry.registerMetric({ ...about, get } as unknown as Metric);
  }

  observe(method: string, route: string, statusCode: number, seconds: number): void {
    const statusClass = Math.floor(statusCode / 100);
    const key = `${method} ${statusClass} ${route}`;
    let series = this.#series.get(key);
    if (!series) {
      series = new Series({ method, route, status: `${statusClass}xx` });
      this.#series.set(key, series);
    }
    series.observe(seconds);
  }
}
