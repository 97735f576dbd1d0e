// The files with which an operator lists the tool server in directories: the MCP registry, ChatGPT and Claude. They are about this
// installation, because each has its own URL. docs/tools.md says where their forms are written down.
import type { Tool } from '@modelcontextprotocol/server';
import type { ToolSet } from '../../../contract/operations/tool-set.ts';
import type { OperationList } from '../../api/operations.ts';
import { describeListed, iconUrl, type ListedServer } from './server-card.ts';
import { listTools } from './tools.ts';

const REGISTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const CHATGPT_SCHEMA = 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json';

const LONG_DESCRIPTION =
  'Funnel reports answers questions about how marketing campaigns perform on your websites: how many visitors saw a campaign, ' +
  'converted, subscribed and ordered, and what they spent. It compares periods, breaks numbers down by source, device, country and ' +
  'page, drills from an account into a website, a campaign, its variants, steps and elements, and judges experiments. Everything is ' +
  'read-only: no tool changes a campaign or sees personal data of contacts. You choose which of your websites an assistant may read.';

interface Question {
  readonly title: string;
  readonly prompt: string;
  readonly tool: string;
  readonly answer: string;
}

const QUESTIONS: readonly Question[] = [
  {
    title: 'Compare a month with the one before',
    prompt: 'How did my website do in the last 30 days compared with the 30 days before?',
    tool: 'get_website_report',
    answer: 'Views, conversions, orders and revenue of both periods, and the change of each in percent.',
  },
  {
    title: 'Find the best campaigns',
    prompt: 'Which of my campaigns earned the most this month?',
    tool: 'list_campaigns',
    answer: 'Campaigns by revenue, highest first, with their conversion rates.',
  },
  {
    title: 'Judge a running experiment',
    prompt: 'Which variants of my running experiments convert better?',
    tool: 'list_experiments',
    answer: 'The variants of each running experiment with their shares of the traffic and their conversion rates.',
  },
  {
    title: 'Read the weekly insights',
    prompt: 'What should I look at on my website this week?',
    tool: 'get_website_insights',
    answer: 'The recommendations of the latest weekly snapshot, with the week that they are about.',
  },
  {
    title: 'Look at all websites together',
    prompt: 'How do all my websites perform this quarter?',
    tool: 'get_account_performance',
    answer: 'Viewers, conversions, orders and revenue of all websites together and of each one.',
  },
];

const OUT_OF_SCOPE: readonly Omit<Question, 'tool'>[] = [
  {
    title: 'Changing a campaign',
    prompt: 'Pause the spring popup on my website.',
    answer: 'The app is not called, or says that it only reads: campaigns are changed in the dashboard.',
  },
  {
    title: 'Personal data of contacts',
    prompt: 'Give me the email addresses of everybody who subscribed yesterday.',
    answer: 'The app is not called: no tool returns personal data of contacts.',
  },
  {
    title: 'Something else',
    prompt: 'What will the weather be like in Lisbon tomorrow?',
    answer: 'The app is not called: the question is not about websites and campaigns.',
  },
];

export interface Listing {
  readonly file: string;
  readonly document: object;
}

interface ListedTools extends ListedServer {
  /** The tools that are listed at MCP_URL. */
  readonly mcpTools: ToolSet;
}

export function listingsOf(server: ListedTools, operations: OperationList): Listing[] {
  const tools = listTools(operations)[server.mcpTools];
  return [
    { file: 'server.json', document: { $schema: REGISTRY_SCHEMA, ...describeListed(server) } },
    { file: 'chatgpt-app-submission.json', document: chatGptSubmission(server, tools) },
    { file: 'claude-connector.json', document: claudeSubmission(server, tools) },
  ];
}

function chatGptSubmission(server: ListedServer, tools: readonly Tool[]) {
  const testCase = ({ title, prompt, answer }: Omit<Question, 'tool'>, tool: string | null) => ({
    description: title,
    user_prompt: prompt,
    file_attachment_urls: null,
    tools_triggered: tool,
    expected_output: answer,
    expected_output_url: null,
  });
  return {
    $schema: CHATGPT_SCHEMA,
    schema_version: 1,
    app_info: {
      display_name: describeListed(server).title,
      subtitle: 'Funnel and campaign reports',
      description: LONG_DESCRIPTION,
      category: 'BUSINESS',
    },
    tools: Object.fromEntries(
      tools.map(({ name, annotations }) => [name, { annotations, justifications: JUSTIFICATIONS }]),
    ),
    test_cases: QUESTIONS.map((question) => testCase(question, question.tool)),
    negative_test_cases: OUT_OF_SCOPE.map((question) => testCase(question, null)),
  };
}

/** They are true for every tool: a tool is a read operation. */
const JUSTIFICATIONS = {
  read_only_justification: 'It returns numbers that are stored already, and changes nothing.',
  open_world_justification: 'It reads the data of this service alone, and sends nothing to other systems.',
  destructive_justification: 'It deletes, overwrites and sends nothing.',
};

/** The fields of the form, in its order. The operator adds the test account, which must not be in a file. */
function claudeSubmission(server: ListedServer, tools: readonly Tool[]) {
  const { mcpUrl, baseUrl, policies } = server;
  return {
    name: describeListed(server).title,
    url: mcpUrl,
    transport: 'streamable-http',
    tagline: 'Ask how your marketing campaigns perform',
    description: LONG_DESCRIPTION,
    categories: ['Sales and marketing', 'Data'],
    capabilities: 'read',
    use_cases: QUESTIONS.map(({ title, prompt }) => ({ title, prompt })),
    authentication: { type: 'oauth', registration: ['client id metadata document', 'dynamic client registration'] },
    documentation_url: `${baseUrl}/docs`,
    privacy_policy_url: policies.privacyPolicyUrl,
    terms_url: policies.termsUrl,
    support_url: policies.supportUrl,
    logo_url: iconUrl(mcpUrl),
    has_user_interface: true,
    tools: tools.map(({ name, title, annotations }) => ({ name, title, annotations })),
  };
}
