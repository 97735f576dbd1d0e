// Seeded requests to reports, as the read service runs them.
import type { ReadRequest } from '../../src/core/server/api/read-runner.ts';
import type { Asked } from './expected-reports.ts';
import { READ_OPERATIONS } from './operations.ts';
import type { RandomWebsite } from './random-catalog.ts';
import { lengthOf, type Questions } from './random-questions.ts';
import { DAY_MS } from './test-clock.ts';

const READS_WITHOUT_WINDOW = ['list_ctas', 'get_website'];

/** To any of the reports, about one of these websites or all of them. */
export function randomRequest(questions: Questions, websites: readonly RandomWebsite[], today: number): ReadRequest {
  const website = questions.pick(websites);
  const name = questions.pick([
    ...['get_website_report', 'list_campaigns', 'get_campaign_report', 'get_variant_report', 'get_step_report'],
    ...['get_element_report', 'list_experiments', 'get_account_performance', ...READS_WITHOUT_WINDOW],
  ]);
  const operation = READ_OPERATIONS.find((candidate) => candidate.name === name)!;
  const query = operation.input.parse(questionTo(name, website, questions)) as Record<string, unknown>;
  const chosen =
    operation.website === 'chosen' ? { websiteId: website.id } : { websiteIds: websites.map(({ id }) => id) };
  return { operation: name, query, websites: chosen, nowMs: today * DAY_MS };
}

function questionTo(name: string, { campaigns }: RandomWebsite, questions: Questions): Asked & { id?: number } {
  const variants = campaigns.flatMap((campaign) => campaign.variants);
  const steps = variants.flatMap((variant) => variant.steps);
  const subjects: Record<string, readonly { id: number }[]> = {
    get_campaign_report: campaigns,
    get_variant_report: variants,
    get_step_report: steps,
    get_element_report: steps.flatMap(({ elements }) => elements),
  };
  if (READS_WITHOUT_WINDOW.includes(name)) return {};
  if (name === 'get_account_performance') return questions.window();
  if (name === 'list_campaigns') return questions.list();
  if (name === 'list_experiments') return questions.counting();
  if (name !== 'get_website_report') return { id: questions.pick(subjects[name]!).id, ...questions.series() };
  const { group_by: groupBy, ...plain } = questions.series();
  // With points, the website report is limited to 92 days.
  return lengthOf(plain) <= 92 && groupBy !== undefined ? { ...plain, group_by: groupBy } : plain;
}
