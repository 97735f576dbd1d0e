// Everything that is stored about a contact, as one file.
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '../api/context.tsx';
import { findContact, readContactData } from '../api/data.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { FieldError, InputField } from '../components/field.tsx';
import { Icon } from '../components/icon.tsx';
import { saveFile } from '../csv/download.ts';
import { t } from '../language/t.ts';
import styles from './privacy.module.css';

interface OfWebsite {
  readonly websiteId: number;
}

/** `find` names the contact. */
function useContactFile(websiteId: number, find: () => Promise<number>) {
  const api = useApi();
  return useMutation({ mutationFn: async () => saveFile(await readContactData(api, websiteId, await find())) });
}

export function ContactFileButton({ contactId, websiteId }: OfWebsite & { readonly contactId: number }) {
  const file = useContactFile(websiteId, async () => contactId);
  return (
    <>
      <Button onClick={() => file.mutate()} disabled={file.isPending}>
        <Icon name="download" />
        {t('data.download')}
      </Button>
      {file.error && <FieldError>{file.error.message}</FieldError>}
    </>
  );
}

export function ContactFileCard({ websiteId }: OfWebsite) {
  const api = useApi();
  const [email, setEmail] = useState('');
  const file = useContactFile(websiteId, async () => {
    const contact = await findContact(api, websiteId, email);
    if (!contact) throw new Error(t('data.noContact'));
    return contact.id;
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    file.mutate();
  };
  return (
    <Card title={t('data.file')} hint={t('data.fileHint')}>
      <form className={styles.form} onSubmit={onSubmit}>
        <InputField
          label={t('data.named_contact')}
          type="email"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Button type="submit" disabled={file.isPending}>
          {t('data.download')}
        </Button>
      </form>
      {file.error && <FieldError>{file.error.message}</FieldError>}
    </Card>
  );
}
