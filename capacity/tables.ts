// The results as tables. docs/scale.md has the same tables, by these names.
import { about, bytes, count, digits, percent, used } from './format.ts';
import type { Measured } from './measured.ts';
import type { Simulation, StepResult } from './simulation.ts';

export interface Table {
  readonly name: string;
  readonly title: string;
  /** The first row is the head. */
  readonly rows: readonly (readonly string[])[];
}

export function resultTables(simulation: Simulation): Table[] {
  return [
    needs(simulation),
    nodes(simulation),
    limits(simulation),
    storage(simulation),
    ...simulation.steps.filter(({ balances }) => balances.length > 0).map(balance),
    websites(simulation),
  ];
}

export function measuredTables(measured: Measured): Table[] {
  return [
    ...[sketches(measured), otherRows(measured), logDays(measured)],
    ...[commits(measured), logCosts(measured), requests(measured), jobs(measured)],
  ];
}

function needs({ steps, input }: Simulation): Table {
  return {
    name: 'needs',
    title: 'What websites need at the busiest time',
    rows: [
      ['', ...steps.map(({ demand }) => `${count(demand.websites)} websites`)],
      ...lines(steps, {
        'events a day': ({ demand }) => count(demand.eventsPerDay),
        'events a second, busiest hour': ({ demand }) => count(demand.peakEventsPerSecond),
        'of these, the largest website': ({ demand }) =>
          `${percent(demand.largest.share)}, ${count(demand.largest.peakEventsPerSecond)}/s`,
        'campaigns, variants, steps, elements': ({ demand }) => count(demand.subjects - demand.websites),
        'of the events, without a cached catalog': ({ demand }) => percent(demand.catalogMissShare),
        'service: cores': ({ demand }) => digits(demand.cores.service),
        'database: cores, if it is one PostgreSQL server': ({ demand }) => digits(demand.cores.postgres),
        'database: cores on Citus, coordinator + workers': ({ demand }) =>
          `${digits(demand.cores.coordinator)} + ${digits(demand.cores.workers)}`,
        'written to the WAL': ({ demand }) => `${bytes(demand.walBytesPerSecond)}/s`,
        'in memory: index of event ids, rows of today': ({ demand }) => bytes(demand.hotBytes),
        'through coordinators': ({ demand }) => `${bytes(demand.coordinatorBytesPerSecond)}/s`,
        [`rollups of ${input.assumed.retentionDays} days: rows`]: ({ demand }) => count(demand.stored.rollupRows),
        [`rollups of ${input.assumed.retentionDays} days: bytes`]: ({ demand }) => bytes(demand.stored.rollupBytes),
        [`event log of ${input.assumed.eventLogDays} days: bytes`]: ({ demand }) => bytes(demand.stored.logBytes),
        'event ids of 7 to 8 days: rows': ({ demand }) => count(demand.stored.idRows),
        'event ids of 7 to 8 days: bytes': ({ demand }) => bytes(demand.stored.idBytes),
        'orders, contacts, catalog': ({ demand }) => bytes(demand.stored.otherBytes),
      }),
    ],
  };
}

function nodes({ steps, input }: Simulation): Table {
  const { node, fill, copies } = input.assumed;
  return {
    name: 'nodes',
    title: `Nodes of ${node.cores} cores, ${bytes(node.memoryBytes)} memory, ${bytes(node.diskBytes)} disk, filled to ${percent(fill)}`,
    rows: [
      ['', ...steps.map(({ demand }) => `${count(demand.websites)} websites`)],
      ...lines(steps, {
        service: ({ plan }) => digits(plan.serviceNodes),
        database: ({ plan }) => layoutOf(plan),
        'workers by processors': ({ plan }) => digits(plan.workersBy.processors),
        'workers by disk': ({ plan }) => digits(plan.workersBy.disk),
        'workers by memory': ({ plan }) => digits(plan.workersBy.memory),
        'workers by bytes written': ({ plan }) => digits(plan.workersBy.log),
        [`database nodes with ${copies} copies of everything`]: ({ plan }) =>
          digits(copies * (plan.workers + (plan.isOnePostgres ? 0 : plan.clusters))),
      }),
    ],
  };
}

function layoutOf({ isOnePostgres, clusters, workers }: StepResult['plan']): string {
  if (isOnePostgres) return 'one PostgreSQL server';
  return clusters === 1
    ? `one cluster of ${workers} workers`
    : `${digits(clusters)} clusters, ${digits(workers)} workers in all`;
}

function limits({ limits: results, steps }: Simulation): Table {
  return {
    name: 'limits',
    title:
      'What breaks first: how much of each limit is used (100 % is reached), and at how many websites it is reached',
    rows: [
      ['limit', 'reached at', ...steps.map(({ demand }) => count(demand.websites)), 'what to do'],
      ...results.map(({ what, used: shares, websites: at, remedy }) => [
        what,
        at === undefined ? 'never' : about(at),
        ...shares.map(used),
        remedy,
      ]),
    ],
  };
}

function storage({ steps }: Simulation): Table {
  return {
    name: 'retention',
    title: 'Disk by RETENTION_DAYS, ORDER_RETENTION_DAYS and EVENT_LOG_DAYS, one copy',
    rows: [
      ['', ...steps.map(({ demand }) => `${count(demand.websites)} websites`)],
      ...steps[0]!.bytesByRetention.map(({ days }, index) => [
        `${digits(days)} days`,
        ...steps.map(({ bytesByRetention }) => bytes(bytesByRetention[index]!.bytes)),
      ]),
    ],
  };
}

function balance({ demand, plan, balances }: StepResult): Table {
  return {
    name: `shards-${demand.websites}`,
    title: `Hot shards: ${count(demand.websites)} websites on ${digits(plan.workers)} workers, compared with the average`,
    rows: [
      [
        ...['shards', 'hottest shard', 'in 5 % of clusters', 'busiest worker'],
        ...['websites with a worker of their own', 'further ones to isolate', 'busiest shared worker then'],
      ],
      ...balances.map((one) => [
        digits(one.shards),
        `${digits(one.hottestShardTimes)} x`,
        `${digits(one.hottestShardTimesP95)} x`,
        `${digits(one.busiestWorkerTimes)} x`,
        digits(one.ownWorkers),
        one.toIsolate === undefined ? 'not enough' : digits(one.toIsolate),
        `${digits(one.busiestWorkerTimesThen)} x`,
      ]),
    ],
  };
}

function websites({ websites: results, input }: Simulation): Table {
  const { retentionDays } = input.assumed;
  return {
    name: 'websites',
    title: 'One website, by its size (PostgreSQL, where nothing else is said)',
    rows: [
      [
        ...['events a day', 'subjects', 'rows a day', 'bytes a day', 'with intervals', 'SQLite', 'event log'],
        ...[`all, ${retentionDays} days`, 'SQLite', 'database time an event', 'WAL an event'],
      ],
      ...results.map((one) => [
        count(one.eventsPerDay),
        count(one.subjects),
        count(one.day.rows),
        bytes(one.day.bytes),
        bytes(one.day.bytes + one.day.intervalBytes),
        bytes(one.sqliteDayBytes),
        bytes(one.logDayBytes),
        bytes(one.storedBytes),
        bytes(one.sqliteStoredBytes),
        `${digits(one.databaseMicrosecondsPerEvent)} µs`,
        bytes(one.walBytesPerEvent),
      ]),
    ],
  };
}

function sketches({ storage: part }: Measured): Table {
  return {
    name: 'measured-sketches',
    title: `Visitors of a subject, a metric and a day or interval: bytes of the row (${part.command})`,
    rows: [
      ['visitors', 'form', 'sketch', 'PostgreSQL', 'its index', 'SQLite', 'its index'],
      ...part.figures.sketchRows.map((row) => [
        digits(row.visitors),
        row.form,
        digits(row.sketchBytes),
        digits(row.postgres.bytes),
        digits(row.postgres.indexBytes),
        digits(row.sqlite.bytes),
        digits(row.sqlite.indexBytes),
      ]),
    ],
  };
}

const ROW_NAMES: Readonly<Record<keyof Measured['storage']['figures']['rows'], string>> = {
  counters: 'counters of a subject and a day',
  seenEvent: 'event id (a UUID)',
  seenOrder: 'order id',
  receipt: 'idempotency key of a request, with its answer',
  arrivals: 'count of arrivals',
  website: 'website',
  subject: 'campaign, variant, step or element',
  contact: 'contact with email, phone and name',
};

function otherRows({ storage: part }: Measured): Table {
  return {
    name: 'measured-rows',
    title: `Other rows, in bytes (${part.command})`,
    rows: [
      ['row', 'PostgreSQL', 'its indexes', 'SQLite', 'its indexes'],
      ...Object.entries(ROW_NAMES).map(([name, words]) => {
        const { postgres, sqlite } = part.figures.rows[name as keyof typeof ROW_NAMES];
        return [words, ...[postgres.bytes, postgres.indexBytes, sqlite.bytes, sqlite.indexBytes].map(digits)];
      }),
    ],
  };
}

function logDays({ log: part }: Measured): Table {
  return {
    name: 'measured-log-days',
    title: `The event log of a day, merged, in bytes (${part.command})`,
    rows: [
      ['its events', 'PostgreSQL', 'an event', 'SQLite', 'an event'],
      ...part.figures.days.map(({ events, postgres, sqlite }) => [
        digits(events),
        ...[postgres, postgres / events, sqlite, sqlite / events].map(digits),
      ]),
    ],
  };
}

function logCosts({ log: part }: Measured): Table {
  const { commits: ofCommits, merging } = part.figures;
  return {
    name: 'measured-log-costs',
    title: `What the event log adds on PostgreSQL (${part.command})`,
    rows: [
      ['to', 'its events', 'service', 'database', 'WAL', 'service, an event', 'database, an event', 'WAL, an event'],
      ...[...ofCommits.map((cost) => ['a commit', cost] as const), ['merging', merging] as const].map(([to, cost]) => [
        to,
        digits(cost.events),
        `${digits(cost.serviceMicroseconds)} µs`,
        `${digits(cost.databaseMicroseconds)} µs`,
        bytes(cost.walBytes),
        `${digits(cost.serviceMicroseconds / cost.events)} µs`,
        `${digits(cost.databaseMicroseconds / cost.events)} µs`,
        bytes(cost.walBytes / cost.events),
      ]),
    ],
  };
}

function commits({ commits: part }: Measured): Table {
  const { websitesPerCommit, costs } = part.figures;
  return {
    name: 'measured-commits',
    title: `A commit of ${websitesPerCommit} websites on PostgreSQL, for each website (${part.command})`,
    rows: [
      ['its sketches', 'its events', 'service', 'database', 'WAL', 'database, an event', 'WAL, an event'],
      ...costs.map((cost) => [
        cost.sketches,
        digits(cost.events),
        `${digits(cost.serviceMicroseconds)} µs`,
        `${digits(cost.databaseMicroseconds)} µs`,
        bytes(cost.walBytes),
        `${digits(cost.databaseMicroseconds / cost.events)} µs`,
        bytes(cost.walBytes / cost.events),
      ]),
    ],
  };
}

function requests({ requests: part }: Measured): Table {
  const { postgres, citus } = part.figures;
  return {
    name: 'measured-requests',
    title: `Processor time and network of a request (${part.command})`,
    rows: [
      ['request', 'on', 'service', 'PostgreSQL or coordinator', 'workers', 'to it', 'to workers'],
      ...[
        ...postgres.map((cost) => ['PostgreSQL', cost] as const),
        ...citus.map((cost) => ['Citus', cost] as const),
      ].map(([on, cost]) => [
        cost.what,
        on,
        `${digits(cost.serviceMicroseconds)} µs`,
        `${digits(cost.frontMicroseconds)} µs`,
        on === 'Citus' ? `${digits(cost.workerMicroseconds)} µs` : '',
        bytes(cost.frontBytes),
        on === 'Citus' ? bytes(cost.behindBytes) : '',
      ]),
    ],
  };
}

function jobs({ jobs: part }: Measured): Table {
  return {
    name: 'measured-jobs',
    title: `Background jobs on PostgreSQL (${part.command})`,
    rows: [
      ['job', 'for each', 'service', 'database'],
      ...part.figures.costs.map((cost) => [
        cost.job,
        cost.unit,
        `${digits(cost.serviceMicroseconds)} µs`,
        `${digits(cost.databaseMicroseconds)} µs`,
      ]),
      ['cached catalog', 'subject', `${digits(part.figures.catalogBytesPerSubject)} B`, ''],
    ],
  };
}

function lines(
  steps: readonly StepResult[],
  cells: Readonly<Record<string, (step: StepResult) => string>>,
): readonly string[][] {
  return Object.entries(cells).map(([label, cell]) => [label, ...steps.map(cell)]);
}

/** For a terminal: the first column is left-aligned, figures are right-aligned; a last column of words is left-aligned too. */
export function textOf({ title, rows }: Table): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const isWords = (column: number) => column === 0 || rows[0]![column] === 'what to do';
  const formatted = rows.map((row) =>
    row
      .map((cell, column) => (isWords(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  );
  return [title, `  ${formatted[0]}`, ...formatted.slice(1).map((line) => `  ${line}`), ''].join('\n');
}

export function markdownOf({ rows }: Table): string {
  const [head, ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
  return [head, `|${'---|'.repeat(rows[0]!.length)}`, ...body].join('\n');
}
