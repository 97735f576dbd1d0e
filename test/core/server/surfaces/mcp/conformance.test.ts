// The protocol's own conformance suite, for both generations. What a server with only tools cannot pass is listed in the
// baseline files, each check with its reason. The suite fails on anything else, and on stale entries.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_LONG } from '../../../../support/long.ts';
import { ERAS } from '../../../../support/mcp-client.ts';
import type { TestService } from '../../../../support/test-service.ts';
import { type BearerProxy, startBearerProxy } from './bearer-proxy.ts';
import { startWithMonthsOfEvents } from './months-of-events.ts';

const SUITE = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Named, so that an empty run cannot pass. The suite does not count the last one, but it passes. */
const PASSED = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'tools-list',
    'dns-rebinding-protection',
    'input-required-result-validate-input',
    'http-header-validation',
  ],
};

describe('conformance', () => {
  let service: TestService;
  let proxy: BearerProxy;

  beforeAll(async () => {
    service = await startWithMonthsOfEvents('sqlite');
    proxy = await startBearerProxy(service.url, await service.toolToken([1]));
  });
  afterAll(async () => {
    await proxy.close();
    await service.dispose();
  });

  test.each(IS_LONG ? ERAS : ERAS.slice(-1))('%s', async (revision) => {
    const baseline = resolve(import.meta.dirname, `conformance-baseline-${revision}.yml`);
    const args = [
      'server',
      '--url',
      `${proxy.address}/mcp`,
      '--requirements',
      revision,
      '--expected-failures',
      baseline,
    ];
    const outcome = await promisify(execFile)(process.execPath, [SUITE, ...args], { maxBuffer: 16 * 1024 * 1024 }).then(
      ({ stdout }) => ({ failed: '', stdout }),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ failed: `${stdout}\n${stderr}`, stdout }),
    );
    expect(outcome.failed).toBe('');
    for (const scenario of PASSED[revision]) expect(outcome.stdout).toContain(`✓ ${scenario}: `);
  });
});
