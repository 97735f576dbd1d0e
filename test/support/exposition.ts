// A strict parser for /metrics (text format, version 0.0.4): throws on any violation.

type MetricType = 'counter' | 'gauge' | 'histogram' | 'summary' | 'untyped';

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: MetricType;
  readonly samples: Sample[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const HELP = new RegExp(`^# HELP (${NAME}) (.+)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/;
const VALUE = /^(?:[+-]Inf|NaN|[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;

export class Exposition {
  readonly families = new Map<string, Family>();

  constructor(text: string) {
    if (!text.endsWith('\n')) throw new Error('the last line must end');
    let family: Family | undefined;
    for (const line of text.slice(0, -1).split('\n')) family = this.#read(line, family);
    for (const one of this.families.values()) checkFamily(one);
  }

  /** The value of a series that must occur exactly once. */
  value(name: string, labels: Readonly<Record<string, string>> = {}): number {
    const found = this.#find(name, labels);
    if (found.length !== 1) throw new Error(`${name} ${JSON.stringify(labels)} is there ${found.length} times`);
    return found[0]!.value;
  }

  /** 0 if nothing was counted yet. */
  count(name: string, labels: Readonly<Record<string, string>>): number {
    return this.#find(name, labels)[0]?.value ?? 0;
  }

  #find(name: string, labels: Readonly<Record<string, string>>): Sample[] {
    return this.samples().filter((sample) => sample.name === name && isSame(sample.labels, labels));
  }

  samples(): Sample[] {
    return [...this.families.values()].flatMap((family) => family.samples);
  }

  /** All names that a query may use, whether they have samples yet or not. */
  names(): Set<string> {
    return new Set([...this.families.values()].flatMap(namesOf));
  }

  #read(line: string, family: Family | undefined): Family | undefined {
    if (line === '') return undefined;
    const help = HELP.exec(line);
    if (help) {
      if (this.families.has(help[1]!)) throw new Error(`two families are named ${help[1]}`);
      const opened: Family = { name: help[1]!, help: help[2]!, type: 'untyped', samples: [] };
      this.families.set(opened.name, opened);
      return opened;
    }
    const type = TYPE.exec(line);
    if (type) {
      if (!family || family.name !== type[1] || family.samples.length > 0) throw new Error(`out of place: ${line}`);
      const typed: Family = { ...family, type: type[2] as MetricType };
      this.families.set(typed.name, typed);
      return typed;
    }
    const sample = readSample(line);
    if (!family || !namesOf(family).includes(sample.name)) throw new Error(`out of place: ${line}`);
    family.samples.push(sample);
    return family;
  }
}

function readSample(line: string): Sample {
  const [, name, labelText = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined || !VALUE.test(value!)) throw new Error(`not a sample: ${line}`);
  const labels: Record<string, string> = {};
  for (let rest = labelText; rest !== ''; ) {
    const [all, label, text] = LABEL.exec(rest) ?? [];
    if (all === undefined || label! in labels) throw new Error(`not a list of labels: ${line}`);
    labels[label!] = text!;
    rest = rest.slice(all.length);
  }
  return { name, labels, value: value!.endsWith('Inf') ? Number(value!.replace('Inf', 'Infinity')) : Number(value) };
}

function namesOf({ name, type }: Family): string[] {
  if (type === 'histogram') return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  return type === 'summary' ? [name, `${name}_sum`, `${name}_count`] : [name];
}

function checkFamily({ name, type, samples }: Family): void {
  const series = samples.map((sample) => `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`);
  if (new Set(series).size !== series.length) throw new Error(`${name} has a series twice`);
  if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name} counts below zero`);
  if (type === 'histogram') checkHistogram(name, samples);
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const bySeries = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  for (const [labels, ofSeries] of bySeries) {
    const buckets = ofSeries.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map((bucket) => Number(bucket.labels.le!.replace('Inf', 'Infinity')));
    const counts = buckets.map((bucket) => bucket.value);
    const count = ofSeries.find((sample) => sample.name === `${name}_count`)?.value;
    const hasSum = ofSeries.some((sample) => sample.name === `${name}_sum`);
    const ascends = (numbers: number[]) =>
      numbers.every((number, index) => index === 0 || numbers[index - 1]! <= number);
    if (!hasSum || bounds.at(-1) !== Infinity || counts.at(-1) !== count || !ascends(bounds) || !ascends(counts)) {
      throw new Error(`${name} ${labels} is no histogram`);
    }
  }
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return (
    Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([name, value]) => b[name] === value)
  );
}
