// The decisions in docs/decisions, read from the heads of their files, and the list of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Decision {
  readonly file: string;
  readonly title: string;
  readonly topic: string;
  readonly date: string;
  /** "in force", "withdrawn", or which decisions replaced it or a part of it, with links to them. */
  readonly status: string;
  readonly body: string;
}

/** In the order of the list. */
const TOPICS = [
  'Events',
  'Imports',
  'Rollups and reports',
  'Database',
  'Citus',
  'Catalog',
  'Contacts',
  'HTTP and REST',
  'Tool server',
  'Tokens and OAuth',
  'Users and logins',
  'Dashboard',
  'Tracker',
  'Insights, experiments and alerts',
  'Notifications',
  'Setup and operation',
  'Code and tests',
];

/** The title, then one line: topic, date and status. */
const FORM = /^# (?<title>[^\n]+)\n\n(?<topic>[^·\n]+) · (?<date>\d{4}-\d\d-\d\d) · (?<status>[^\n]+)\n\n(?<body>.+)$/s;

/** Throws if a file does not begin as it should. */
export function readDecisions(folder: string): Decision[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => parseDecision(file, readFileSync(join(folder, file), 'utf8')));
}

export function parseDecision(file: string, text: string): Decision {
  const parts = FORM.exec(text)?.groups;
  if (!parts) throw new Error(`${file} does not begin with its title and a line "TOPIC · YYYY-MM-DD · STATUS"`);
  const { title = '', topic = '', date = '', status = '', body = '' } = parts;
  return { file, title, topic, date, status, body };
}

const STATUS = /^(in force|withdrawn|(in force, partly )?replaced by \[\d{4}\]\([^)]+\)(, \[\d{4}\]\([^)]+\))*)$/;

/** What is wrong with them, as a list of sentences. */
export function mistakesIn(decisions: readonly Decision[]): string[] {
  const files = new Set(decisions.map(({ file }) => file));
  const numbers = decisions.map(({ file }) => numberOf(file));
  return decisions.flatMap(({ file, topic, status, body }) => {
    const replacing = [...status.matchAll(/\[(\d{4})\]\(([^)]+)\)/g)];
    return [
      ...(/^\d{4}-[a-z0-9-]+\.md$/.test(file) ? [] : [`${file}: the name is not a number and words`]),
      ...(numbers.filter((number) => number === numberOf(file)).length > 1 ? [`${file}: its number is taken`] : []),
      ...(TOPICS.includes(topic) ? [] : [`${file}: there is no topic ${topic}`]),
      ...(STATUS.test(status) ? [] : [`${file}: there is no status ${status}`]),
      ...replacing.filter(([, , target]) => !files.has(target!)).map(([, , target]) => `${file}: no file ${target}`),
      ...replacing
        .filter(([, number, target]) => numberOf(target!) !== number || number! <= numberOf(file))
        .map(([, number]) => `${file}: ${number} is not a later decision`),
      ...(/\bsuperseded\b/i.test(body) ? [`${file}: what replaced it belongs into its second line`] : []),
    ];
  });
}

export function listOf(decisions: readonly Decision[]): string {
  const sections = TOPICS.map((topic) => {
    const rows = decisions
      .filter((decision) => decision.topic === topic)
      .map(({ file, title, date, status }) => `| [${numberOf(file)}](${file}) | ${title} | ${date} | ${status} |`);
    return [`## ${topic}`, '', '| | decision | date | status |', '|---|---|---|---|', ...rows, ''].join('\n');
  });
  return [
    '# Decisions',
    '',
    'What was decided and why, by topic. Each file begins with its title and a line with its topic, date and status: in force, replaced',
    'by a later decision (or partly), or withdrawn. This list is written from those lines:',
    '`npx vitest run test/contract/decisions.test.ts -u`.',
    '',
    ...sections,
  ].join('\n');
}

function numberOf(file: string): string {
  return file.slice(0, 4);
}
