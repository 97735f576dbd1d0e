// Attacks without any credential.
import { Agent } from 'node:http';
import { type Attack, type AttackRequest, keepSending } from './attack.ts';

const OPENAPI_PATHS = ['/api/v1/openapi.json', '/docs/openapi.json'];

export const STRANGERS_ATTACKS: readonly Attack[] = [
  {
    name: 'openapi documents',
    run: async (target, signal) => {
      const agent = new Agent({ keepAlive: true });
      await keepSending(target, signal, { concurrency: 16, agent, next: openApiDocument });
      agent.destroy();
    },
  },
  {
    name: 'metrics and readiness',
    run: async (target, signal) => {
      const agent = new Agent({ keepAlive: true });
      await keepSending(target, signal, { concurrency: 32, agent, next: probe });
      agent.destroy();
    },
  },
  {
    name: 'unknown ingest keys',
    run: async (target, signal) => {
      const agent = new Agent({ keepAlive: true });
      await keepSending(target, signal, { concurrency: 32, agent, next: unknownKey });
      agent.destroy();
    },
  },
];

const PROBE_PATHS = ['/metrics', '/readyz'];

function probe(number: number): AttackRequest {
  return { path: PROBE_PATHS[number % PROBE_PATHS.length]!, headers: {} };
}

function unknownKey(number: number): AttackRequest {
  const headers = {
    authorization: `Bearer fik_${String(number).padStart(40, '0')}`,
    'content-type': 'application/json',
  };
  return { path: '/collect/events', headers, body: '[]' };
}

export function openApiDocument(number: number): AttackRequest {
  return { path: OPENAPI_PATHS[number % OPENAPI_PATHS.length]!, headers: { 'accept-encoding': 'gzip, br' } };
}
