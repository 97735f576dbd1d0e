import { useState } from 'react';
import { Icon } from './icon.tsx';

/** A text to take elsewhere. */
export function CopyField({ label, text }: { readonly label: string; readonly text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className="copy-field">
      <code>{text}</code>
      <button type="button" className="button button-quiet" aria-label={`Copy ${label}`} onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
