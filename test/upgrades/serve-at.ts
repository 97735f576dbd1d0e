// A service on a stored database, at the time at which it ends.
import { type RunningService, runService } from '../support/run-service.ts';
import { TestClock } from '../support/test-clock.ts';
import { AT } from './at.ts';

export function serveAt(databaseUrl: string): Promise<RunningService> {
  return runService(databaseUrl, {
    components: ['rest', 'mcp', 'auth', 'collect', 'dashboard'],
    clock: new TestClock(AT),
    env: { BASE_URL: 'https://funnel.example', MCP_TOOLS: 'extended' },
  });
}
