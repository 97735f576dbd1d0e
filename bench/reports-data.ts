// The events of the reports benchmark: one website with 200 campaigns, 500,000 visitors, 365 days up to today.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

export const CAMPAIGN_COUNT = 200;
export const DAY_COUNT = 365;
const VISITOR_COUNT = 500_000;
const TYPES = [
  'view',
  'view',
  'view',
  'view',
  'view',
  'conversion',
  'conversion',
  'completion',
  'submission',
  'subscribe',
];
const LINES_PER_WRITE = 20_000;

export function catalog(createdAt: string, timezone = 'UTC'): object {
  const campaigns = Array.from({ length: CAMPAIGN_COUNT }, (_, index) => ({
    id: index + 1,
    name: `Campaign ${index + 1}`,
    cta_type: 'overlay',
    created_at: createdAt,
    variants: [
      {
        id: index + 1,
        variation: 'A',
        steps: [{ id: index + 1, elements: [{ id: index + 1, element_type: 'form' }] }],
      },
    ],
  }));
  const website = { id: 1, name: 'bench.example', timezone, created_at: createdAt, campaigns };
  return { accounts: [{ id: 1, name: 'Bench', websites: [website] }] };
}

/** NDJSON, sorted by day. The same arguments give the same events. `fieldsOf`: more of each, such as its page. */
export async function writeEvents(
  path: string,
  eventCount: number,
  today: number,
  { dayCount = DAY_COUNT, fieldsOf = () => '' }: { dayCount?: number; fieldsOf?: (number: number) => string } = {},
): Promise<void> {
  const file = createWriteStream(path);
  const random = seededRandom(20_261_115);
  let lines: string[] = [];
  for (let number = 0; number < eventCount; number++) {
    const day = today - dayCount + 1 + Math.floor((number * dayCount) / eventCount);
    const type = TYPES[Math.floor(random() * TYPES.length)];
    // Squared, so that some campaigns are much larger than others.
    const campaign = 1 + Math.floor(random() ** 2 * CAMPAIGN_COUNT);
    const visitor = visitorUuid(Math.floor(random() * VISITOR_COUNT));
    lines.push(
      `{"type":"${type}","website_id":1,"step_id":${campaign},"visitor":"${visitor}","at":"${isoAt(day, random())}"${fieldsOf(number)}}\n`,
    );
    if (lines.length === LINES_PER_WRITE || number === eventCount - 1) {
      if (!file.write(lines.join(''))) await once(file, 'drain');
      lines = [];
    }
  }
  file.end();
  await finished(file);
}

function visitorUuid(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-5b1e-4c7a-9d20-${(number * 7_919).toString(16).padStart(12, '0')}`;
}

function isoAt(day: number, share: number): string {
  return new Date(day * 86_400_000 + Math.floor(share * 86_400) * 1_000).toISOString();
}

/** Mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
