import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { DURATION_BOUNDS_S, RequestDurations } from '../../../../src/server/surfaces/http/request-durations.ts';

test('writes what the histogram of prom-client writes', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const durations = new RequestDurations(ours);
  const histogram = new Histogram({
    name: 'funnel_http_request_duration_seconds',
    help: 'Request duration, by method, route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BOUNDS_S,
    registers: [theirs],
  });
  const seconds = [0, ...DURATION_BOUNDS_S, ...DURATION_BOUNDS_S.map((bound) => bound * 1.5)];
  for (const [index, value] of seconds.entries()) {
    const [method, route, statusCode] = [index % 2 ? 'GET' : 'POST', `/"${index % 3}"`, index % 5 ? 200 : 404];
    durations.observe(method, route, statusCode, value);
    histogram.observe({ method, route, status: statusCode === 200 ? '2xx' : '4xx' }, value);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
});
