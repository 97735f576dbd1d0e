// Renders the Markdown that our descriptions use: headings, paragraphs, lists, code, bold, italics and links.
import { Fragment, type ReactNode } from 'react';
import { Code } from './code.tsx';
import styles from './markdown.module.css';

export function Markdown({ text }: { readonly text: string }) {
  return <div className={styles.markdown}>{blocksOf(text).map(renderBlock)}</div>;
}

/** The blocks, which are separated by empty lines, except for empty lines within fenced code. */
function blocksOf(text: string): string[] {
  return text.split(/(```[\s\S]*?```)|\n{2,}/).filter((block) => block?.trim());
}

function renderBlock(block: string, index: number): ReactNode {
  const text = block.trim();
  const fenced = /^```\w*\n([\s\S]*?)\n?```$/.exec(text);
  if (fenced) return <Code key={index} label="Sample" text={fenced[1]!} />;
  if (text.startsWith('## ')) return <h2 key={index}>{inline(text.slice(3))}</h2>;
  if (text.startsWith('- ')) {
    const items = text.slice(2).split(/\n- /);
    return (
      <ul key={index}>
        {items.map((item) => (
          <li key={item}>{inline(item)}</li>
        ))}
      </ul>
    );
  }
  return <p key={index}>{inline(text)}</p>;
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/;

export function inline(text: string): ReactNode[] {
  // Every second part is marked up. Parts can be equal, so their places identify them.
  return text.split(INLINE).map((part, place) => <Fragment key={String(place)}>{marked(part)}</Fragment>);
}

function marked(part: string): ReactNode {
  if (/^`.+`$/.test(part)) return <code>{part.slice(1, -1)}</code>;
  if (/^\*\*.+\*\*$/.test(part)) return <strong>{part.slice(2, -2)}</strong>;
  if (/^\*.+\*$/.test(part)) return <em>{part.slice(1, -1)}</em>;
  const link = /^\[(.+)\]\((.+)\)$/.exec(part);
  return link ? <a href={link[2]}>{inline(link[1]!)}</a> : part;
}
