import { useState } from 'react';
import { t } from '../language/t.ts';
import { Button } from './button.tsx';
import styles from './copy-field.module.css';
import { Icon } from './icon.tsx';

export function CopyField({ label, text }: { readonly label: string; readonly text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className={styles.copyField}>
      <code>{text}</code>
      <Button
        variant="quiet"
        aria-label={copied ? t('report.copiedWhat', { what: label }) : t('report.copyWhat', { what: label })}
        onClick={copy}
      >
        <Icon name={copied ? 'check' : 'copy'} />
        {copied ? t('common.copied') : t('common.copy')}
      </Button>
    </div>
  );
}
