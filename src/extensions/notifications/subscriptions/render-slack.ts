// The message of a notification for an incoming webhook of Slack, or of a program that understands the same. Those that do not
// know blocks show the text, so it has everything too: without escapes, because such programs, Mattermost among them, show them as they
// are.

import { shortened } from '../../../core/foundation/text/shortened.ts';
import { ENGLISH } from '../../../core/foundation/text/translators.ts';
import type { Content, LinkTo } from './notification.ts';
import { figureLines } from './render-mail.ts';

/** Limits of Slack. */
const SECTION_LENGTH_MAX = 3_000;
const HEADER_LENGTH_MAX = 150;
/** Escaping makes a character at most five times as long. */
const PLAIN_LENGTH_MAX = 590;

interface TextObject {
  readonly type: 'mrkdwn' | 'plain_text';
  readonly text: string;
  /** No further links, such as to channels and people, are made of the text. */
  readonly verbatim?: true;
  readonly emoji?: false;
}

interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly { readonly type: 'header' | 'section'; readonly text: TextObject }[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
}

export function renderSlack(content: Content): SlackMessage {
  const { heading, text, figures, items, action } = content;
  const sections = [
    escaped(text),
    ...(figures.length > 0 ? [figureLines(content, ENGLISH).map(escaped).join('\n')] : []),
    ...items.flatMap((item) => itemSections(item)),
    link(action),
  ];
  return {
    text: plainText(content),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: shortened(heading, HEADER_LENGTH_MAX), emoji: false } },
      ...sections.map((section) => ({
        type: 'section' as const,
        text: { type: 'mrkdwn' as const, text: section, verbatim: true as const },
      })),
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function plainText(content: Content): string {
  const { heading, text, figures, items, action } = content;
  return [
    plain(heading),
    plain(text),
    ...(figures.length > 0 ? figureLines(content, ENGLISH).map(plain) : []),
    ...items.flatMap((item) => [`• ${plain(item.text)}`, ...item.links.map(plainLink)]),
    plainLink(action),
  ].join('\n');
}

/**
 * Slack and Mattermost read `<!channel>` and `<https://…|…>` as commands and links, Mattermost also `@channel`. These look nearly the same.
 */
function plain(text: string): string {
  return shortened(text, PLAIN_LENGTH_MAX)
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll(/@(?=(?:all|channel|here)\b)/gi, '＠');
}

function plainLink({ label, url }: LinkTo): string {
  return `${plain(label)}: ${url}`;
}

function itemSections({ text, links }: Content['items'][number]): string[] {
  const parts = [`• ${escaped(text)}`, ...(links.length > 0 ? [links.map(link).join(' ')] : [])];
  const together = parts.join(' ');
  return together.length <= SECTION_LENGTH_MAX ? [together] : parts;
}

/** Slack reads `<!channel>` and the like as commands. */
function escaped(text: string): string {
  return escapedWhole(shortened(text, PLAIN_LENGTH_MAX));
}

function escapedWhole(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function link({ label, url }: LinkTo): string {
  return `<${escapedWhole(url)}|${escaped(label)}>`;
}
