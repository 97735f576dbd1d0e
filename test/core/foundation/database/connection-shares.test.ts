import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CONNECTIONS_MIN,
  shareConnections,
} from '../../../../src/core/foundation/database/postgres/connection-shares.ts';

test('the pools never exceed the limit in total, and each has at least one connection', () => {
  fc.assert(
    fc.property(fc.integer({ min: CONNECTIONS_MIN, max: 500 }), fc.integer({ min: 3, max: 300 }), (max, wanted) => {
      const { requests, ingestion, insights, alerts, readWorkers, total } = shareConnections(max, wanted);
      expect(total).toBeLessThanOrEqual(max);
      expect(total).toBe(requests + ingestion + insights + alerts + readWorkers.count * readWorkers.connectionsMax);
      for (const share of [requests, ingestion, insights, alerts, readWorkers.connectionsMax]) {
        expect(share).toBeGreaterThanOrEqual(1);
      }
      // With a single worker, one tenant's reports would block the others'.
      expect(readWorkers.count).toBeGreaterThanOrEqual(2);
      expect(readWorkers.count).toBeLessThanOrEqual(wanted);
    }),
  );
});

test('two servers with 64 cores and the default settings fit into the connection limit of PostgreSQL', () => {
  expect(shareConnections(40, 65).total).toBe(40);
});
