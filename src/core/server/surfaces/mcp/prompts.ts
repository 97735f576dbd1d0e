// The prompts: tasks that people choose in their client, and which tools an assistant calls for each. They come with the extended tools.
import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { truncated } from './call-tool.ts';

const VALUE_LENGTH_MAX = 200;

interface Argument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
}

interface Task {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly Argument[];
  /** Values that were not given are undefined. */
  text(values: Readonly<Record<string, string | undefined>>): string;
}

const WEBSITE: Argument = { name: 'website', description: 'Name or id of the website. Not needed if there is one.' };

const START = 'Call get_context first: it has the current day, the currency, goals and annotations.';
const END = 'Name the numbers that each statement rests on, and say so where the data do not suffice.';

const TASKS: readonly Task[] = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'What happened in a week, what is unusual, and what to do next.',
    arguments: [WEBSITE, { name: 'week', description: 'The Monday of the week, YYYY-MM-DD. Default: the last one.' }],
    text: ({ website, week }) =>
      `Review ${week ? `the week of ${week}` : 'the last week'}${on(website)}. ${START} ` +
      `Then call get_insights${week ? ` with week=${week}` : ''}, list_alerts, and list_campaigns for these days with previous_period. ` +
      'Call explain_change for the metric that moved most. Answer with the week in three sentences, what stands out, how the goals ' +
      `of the month are doing, and at most three things to do. ${END}`,
  },
  {
    name: 'why_did_it_change',
    title: 'Why did it change?',
    description: 'Which campaigns and segments make up a change of a metric.',
    arguments: [
      { name: 'metric', description: 'Such as conversions, conversion_rate, orders or revenue.', required: true },
      { name: 'timeframe', description: 'Such as last_7_days. It is compared with the period before.' },
      WEBSITE,
    ],
    text: ({ metric, timeframe, website }) =>
      `Why did ${metric} change${on(website)}? ${START} Then call explain_change with metric=${metric}` +
      `${timeframe ? ` and timeframe=${timeframe}` : ''}. Look closer at the largest part with a report of that campaign, or with its ` +
      'segment as filter. If explained is false, say that no single segment explains it, and do not name one as the cause. ' +
      `An annotation or an alert of these days may be the cause: say which, and that it is a guess. ${END}`,
  },
  {
    name: 'review_experiment',
    title: 'Review an experiment',
    description: 'Whether an experiment is decided, what it is worth, and whom it works for.',
    arguments: [
      { name: 'campaign', description: 'Name or id of the campaign. Default: the experiments that run.' },
      WEBSITE,
    ],
    text: ({ campaign, website }) =>
      `Review ${campaign ? `the experiment of the campaign ${campaign}` : 'the experiments that run'}${on(website)}. ` +
      `${campaign ? 'Find the campaign with search' : 'Call list_experiments'}, then call get_experiment, also with ` +
      'break_down_by=device. Give its verdict in its own words, the lift with its interval, what is at stake, and whatever health says ' +
      `first of all. Never call a variant the winner unless the verdict does. ${END}`,
  },
  {
    name: 'before_and_after',
    title: 'Before and after a day',
    description: 'What changed after something happened on a day, such as a new popup.',
    arguments: [
      { name: 'day', description: 'The day on which it happened, YYYY-MM-DD.', required: true },
      { name: 'metric', description: 'Default: conversion_rate.' },
      WEBSITE,
    ],
    text: ({ day, metric = 'conversion_rate', website }) =>
      `What changed after ${day}${on(website)}? ${START} Compare the days from ${day} on with as many days before: call ` +
      `explain_change with metric=${metric}, timeframe=custom, range_start=${day}, and as range_end the last whole day, at most 27 days ` +
      'later. Whole weeks compare best. Say what the numbers were before and after, which campaigns and segments carry the difference, ' +
      `what else the annotations name for these days, and that a comparison in time proves no cause. ${END}`,
  },
];

function on(website: string | undefined): string {
  return website ? ` on the website ${website}` : '';
}

export const PROMPTS: readonly Prompt[] = TASKS.map(({ name, title, description, arguments: args }) => ({
  name,
  title,
  description,
  arguments: [...args],
}));

/** Throws an error of the protocol. */
export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const task = TASKS.find((one) => one.name === name);
  if (!task) throw invalid(`Unknown prompt: ${truncated(name)}`);
  const values = Object.fromEntries(task.arguments.map((argument) => [argument.name, valueIn(argument, given)]));
  return {
    description: task.description,
    messages: [{ role: 'user', content: { type: 'text', text: task.text(values) } }],
  };
}

/** undefined: it was left out, or is blank, as forms of clients send it. */
function valueIn({ name, required }: Argument, given: Readonly<Record<string, string>>): string | undefined {
  const value = Object.hasOwn(given, name) ? given[name]!.trim() : '';
  if (value.length > VALUE_LENGTH_MAX) throw invalid(`${name} may have at most ${VALUE_LENGTH_MAX} characters.`);
  if (value !== '') return value;
  if (required) throw invalid(`The argument ${name} is required.`);
  return undefined;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
