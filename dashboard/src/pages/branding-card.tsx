// How the emails of an account look: the name of the sender and the logo, with a preview. Owners see it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useServices } from '../api/context.tsx';
import { BRANDING_KEY, type Branding, brandingQuery, changeBranding } from '../api/notifications.ts';
import { ApiProblem } from '../api/problem.ts';
import { withoutParam } from '../components/action-dialog.tsx';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { FieldError, InputField } from '../components/field.tsx';
import { Notice } from '../components/notice.tsx';
import { ErrorState, Skeleton } from '../components/states.tsx';
import { t } from '../language/t.ts';
import styles from './branding-card.module.css';

const LOGO_KIB_MAX = 64;

interface OfAccount {
  readonly accountId: number;
}

export function BrandingCard({ accountId }: OfAccount) {
  const { api } = useServices();
  const branding = useQuery(brandingQuery(api, accountId));
  return (
    <Card title={t('catalog.mailsLook')} hint={t('catalog.mailsLookHint')}>
      {branding.isPending && <Skeleton lines={2} />}
      {branding.isError && <ErrorState error={branding.error} onRetry={() => branding.refetch()} />}
      {branding.data && <BrandingForm accountId={accountId} stored={branding.data} />}
    </Card>
  );
}

type Logo = Branding['logo'];

function BrandingForm({ accountId, stored }: OfAccount & { readonly stored: Branding }) {
  const { api } = useServices();
  const queries = useQueryClient();
  const [name, setName] = useState(stored.sender_name ?? '');
  const [logo, setLogo] = useState<Logo>(stored.logo);
  const [fileError, setFileError] = useState<string>();
  const save = useMutation({
    mutationFn: () =>
      changeBranding(api, accountId, {
        sender_name: name.trim() === '' ? null : name.trim(),
        logo: logo?.base64 ?? null,
      }),
    onSuccess: (changed) => queries.setQueryData([...BRANDING_KEY, accountId], changed),
  });
  const errorOf = (param: string) =>
    save.error instanceof ApiProblem && save.error.param === param
      ? withoutParam(save.error.message, param)
      : undefined;
  const logoError = fileError ?? errorOf('logo');
  const otherError = save.error && !errorOf('sender_name') && !errorOf('logo') ? save.error.message : undefined;
  const onFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (!file) return;
    save.reset();
    const chosen = await readLogo(file);
    setFileError(typeof chosen === 'string' ? chosen : undefined);
    if (typeof chosen !== 'string') setLogo(chosen);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={onSubmit} className={styles.form}>
      <div>
        <InputField
          label={t('catalog.senderName')}
          value={name}
          maxLength={60}
          placeholder={t('catalog.asOperatorSet')}
          error={errorOf('sender_name')}
          onChange={(event) => setName(event.target.value)}
        />
        <InputField
          label={t('catalog.logo')}
          type="file"
          accept="image/png,image/jpeg"
          error={logoError}
          onChange={onFile}
        />
        <p className="hint">{t('catalog.logoHint', { size: LOGO_KIB_MAX })}</p>
        {otherError !== undefined && <FieldError>{otherError}</FieldError>}
        <div aria-live="polite" className={styles.saved}>
          {save.isSuccess && <Notice>{t('catalog.saved')}</Notice>}
        </div>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" disabled={save.isPending || fileError !== undefined}>
            {t('common.save')}
          </Button>
          {logo && <Button onClick={() => setLogo(null)}>{t('catalog.removeLogo')}</Button>}
        </div>
      </div>
      <Preview name={name.trim()} logo={logo} />
    </form>
  );
}

function Preview({ name, logo }: { readonly name: string; readonly logo: Logo }) {
  const sender = name === '' ? 'Funnel' : name;
  return (
    <figure className={styles.preview}>
      <figcaption className="hint">{t('catalog.preview')}</figcaption>
      <div className={styles.mail}>
        {logo ? <LogoImage logo={logo} label={sender} /> : <p className={styles.sender}>{sender}</p>}
        <p className={styles.heading}>{t('common.weeklyInsights')}</p>
        <p>{t('catalog.previewText')}</p>
      </div>
    </figure>
  );
}

interface LogoImageProps {
  readonly logo: NonNullable<Logo>;
  readonly label: string;
}

/** Drawn, because the content security policy allows only images of this server. */
function LogoImage({ logo, label }: LogoImageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    createImageBitmap(blobOf(logo)).then(
      (image) => isCurrent && canvas.current && draw(image, canvas.current),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [logo]);
  return <canvas ref={canvas} className={styles.logo} role="img" aria-label={label} />;
}

function draw(image: ImageBitmap, canvas: HTMLCanvasElement): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
}

function blobOf({ content_type: type, base64 }: NonNullable<Logo>): Blob {
  return new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], { type });
}

/** Or what is wrong with it. The service checks it by its bytes. */
async function readLogo(file: File): Promise<NonNullable<Logo> | string> {
  if (file.size > LOGO_KIB_MAX * 1024) return t('catalog.logoTooLarge', { size: LOGO_KIB_MAX });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { content_type: file.type, base64: btoa(binary) };
}
