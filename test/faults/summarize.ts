// One line for each fault test, so that its figures can be quoted. It is printed after all that could fail.
import type { FaultService } from './fault-service.ts';

export function summarize(
  what: string,
  figures: Readonly<Record<string, number>>,
  { ledger, client }: FaultService,
): void {
  const { acknowledged, acknowledgedWrites } = ledger;
  const parts = [
    ...Object.entries(figures).map(([name, value]) => `${name} ${value}`),
    `acknowledged writes ${acknowledgedWrites} (${Object.entries(acknowledged)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')})`,
    'lost 0, doubled 0',
    `refused cleanly ${[...client.refusals].map(([code, count]) => `${code} ${count}`).join(', ') || 0}`,
  ];
  console.info(`FAULTS ${what}: ${parts.join('; ')}`);
}
