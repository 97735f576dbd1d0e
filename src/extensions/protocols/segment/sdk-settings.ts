// What the SDKs for browsers load before they send: where to send to, and that they have nothing else to do.
import type { FoundIngestKey } from '../../../core/intake/ingest-keys/ingest-key-finder.ts';

/** `baseUrl` is the public URL of the service. */
export function segmentSettings(writeKey: string, baseUrl: string): unknown {
  const [protocol, address] = baseUrl.split('://');
  return {
    integrations: { 'Segment.io': { apiKey: writeKey, apiHost: `${address}/v1`, protocol } },
    // The SDK sends no reports about itself.
    metrics: { sampleRate: 0 },
  };
}

export function rudderStackConfig({ id }: FoundIngestKey): unknown {
  const statsCollection = { errors: { enabled: false }, metrics: { enabled: false } };
  return { source: { id: String(id), enabled: true, config: { statsCollection }, destinations: [] } };
}
