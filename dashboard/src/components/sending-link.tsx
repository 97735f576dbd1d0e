import { useOptionalServices } from '../api/context.tsx';
import { t } from '../language/t.ts';
import { Link } from '../routing/router.tsx';
import { buttonClass } from './button.tsx';

/** Only where keys are managed: not in a chat, and not with another authorization server. */
export function SendingLink({ websiteId }: { readonly websiteId: number }) {
  if (!useOptionalServices()?.settings.managesTokens) return null;
  return (
    <Link to={{ name: 'sending', websiteId }} className={buttonClass()}>
      {t('common.sendingEvents')}
    </Link>
  );
}
