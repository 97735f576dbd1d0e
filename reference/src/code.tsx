// A block of code with a button to copy it. JSON is colored.
import { Fragment, useState } from 'react';
import { Button } from '../../dashboard/src/components/button.tsx';
import { Icon } from '../../dashboard/src/components/icon.tsx';
import styles from './code.module.css';

interface CodeProps {
  /** Says what the code is, for the button and for screen readers. */
  readonly label: string;
  readonly text: string;
  readonly isJson?: boolean;
}

export function Code({ label, text, isJson = false }: CodeProps) {
  const [copied, setCopied] = useState('');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  const isCopied = copied === text;
  return (
    <div className={styles.code}>
      <Button
        variant="icon"
        size="small"
        className={styles.copy}
        aria-label={`${isCopied ? 'Copied' : 'Copy'}: ${label}`}
        onClick={copy}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </Button>
      {/* It scrolls, so it can be reached by keyboard. */}
      <section aria-label={label} className={styles.scrolling} tabIndex={0}>
        <pre>
          <code>{isJson ? <Json text={text} /> : text}</code>
        </pre>
      </section>
    </div>
  );
}

const JSON_TOKEN = /("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*)/;

function Json({ text }: { readonly text: string }) {
  // Every second part is a token. Tokens can be equal, so their places identify them.
  return text.split(JSON_TOKEN).map((part, place) => {
    const key = String(place);
    if (place % 2 === 0) return <Fragment key={key}>{part}</Fragment>;
    return (
      <span
        key={key}
        className={part.endsWith(':') ? styles.name : part.startsWith('"') ? styles.string : styles.value}
      >
        {part}
      </span>
    );
  });
}
