// The definitions of metrics and other words, as a resource that people attach to a message.
import type { ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import { definitionsText } from '../../../../../languages/english-definitions.ts';

export const DEFINITIONS: Resource = {
  uri: 'funnel://definitions',
  name: 'definitions',
  title: 'Definitions',
  description: 'What each metric and each word of the reports means, with examples and other names.',
  mimeType: 'text/markdown',
};

export function readDefinitions(): ReadResourceResult {
  const { uri, mimeType } = DEFINITIONS;
  return { contents: [{ uri, mimeType: mimeType!, text: `# Definitions\n\n${definitionsText()}\n` }] };
}
