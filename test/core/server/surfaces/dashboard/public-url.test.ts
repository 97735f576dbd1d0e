import { expect, it } from 'vitest';
import { isPublicUrl } from '../../../../../src/core/server/surfaces/dashboard/public-url.ts';

it.each([
  ['https://funnel.example.com/mcp', true],
  ['https://203.0.114.7/mcp', true],
  ['https://[2600:1f18::1]/mcp', true],
  ['https://notlocalhost.com/mcp', true],
  ['http://localhost:8080/mcp', false],
  ['http://app.localhost:8080/mcp', false],
  ['http://127.0.0.1:8080/mcp', false],
  ['http://[::1]:8080/mcp', false],
  ['http://[::ffff:10.0.0.1]/mcp', false],
  ['http://10.1.2.3/mcp', false],
  ['http://172.16.0.1/mcp', false],
  ['http://192.168.1.20/mcp', false],
  ['http://169.254.1.1/mcp', false],
  ['http://100.64.0.1/mcp', false],
  ['http://[fd00::1]/mcp', false],
  ['http://[fe80::1]/mcp', false],
  ['http://funnel/mcp', false],
  ['http://funnel.local/mcp', false],
  ['http://funnel.internal./mcp', false],
])('%s is public: %s', (url, isPublic) => {
  expect(isPublicUrl(url)).toBe(isPublic);
});
