// Takes queries of Prometheus apart: which metrics and which labels they ask for.

const KEYWORDS = new Set([
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'and',
  'or',
  'unless',
  'bool',
]);
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;

/** What Prometheus adds to every series. */
export const LABELS_OF_SCRAPES = ['job', 'instance'];

/** Of what may not have happened yet when a test looks, or only happens on Citus. */
export const LABELS_SEEN_LATER: Readonly<Record<string, readonly string[]>> = {
  funnel_insights_snapshots_total: ['result'],
  funnel_shards: ['state'],
  funnel_clock_ahead_seconds: [],
  nodejs_gc_duration_seconds_sum: ['kind'],
};

/** The names of metrics in a query: whatever is neither a function nor a label, a text, a duration or a keyword. */
export function metricsIn(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(GROUPING, ' ');
  return [...bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*(?!\w*\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !KEYWORDS.has(name));
}

export function labelsIn(query: string): string[] {
  const bare = query.replace(/"[^"]*"/g, '""');
  const grouped = [...bare.matchAll(GROUPING)].flatMap(([, labels]) => labels!.split(',').map((label) => label.trim()));
  const matched = [...bare.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*""/g)].map(([, label]) => label!);
  return [...grouped, ...matched];
}
