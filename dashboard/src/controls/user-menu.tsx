// Who is logged in, with a menu: the profile, the websites of the login, and logging out.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useServices } from '../api/context.tsx';
import { profileQuery } from '../api/profile.ts';
import { Button, buttonClass } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Popover } from '../components/popover.tsx';
import { followChoice } from '../language/readers-language.ts';
import { t } from '../language/t.ts';
import { ChooseWebsitesDialog } from '../pages/choose-websites-dialog.tsx';
import { Link } from '../routing/router.tsx';
import styles from './user-menu.module.css';

/** `compact`: without the email address, for phones. */
export function UserMenu({ compact = false }: { readonly compact?: boolean }) {
  const { api, session, settings } = useServices();
  const { data: profile } = useQuery({ ...profileQuery(api), enabled: settings.managesTokens });
  // Chosen in another browser, perhaps.
  useEffect(() => {
    if (profile) followChoice(profile.language);
  }, [profile]);
  const [isChoosing, setChoosing] = useState(false);
  const email = profile?.email ?? t('session.yourAccount');
  return (
    <>
      <Popover
        label={t('session.yourAccount')}
        className={compact ? styles.compact : styles.menu}
        button={
          <>
            <Icon name="contacts" />
            <span className={compact ? 'visually-hidden' : styles.email} title={email}>
              <span className="visually-hidden">{t('session.loggedInAs')} </span>
              {email}
            </span>
            {!compact && <Icon name="chevron" />}
          </>
        }
      >
        {(close) => (
          <ul className={styles.items}>
            {compact && <li className={styles.who}>{email}</li>}
            {settings.managesTokens && (
              <>
                <li>
                  <Link to={{ name: 'profile' }} className={buttonClass({ variant: 'quiet' })} onClick={close}>
                    <Icon name="contacts" />
                    {t('common.profile')}
                  </Link>
                </li>
                <li>
                  <Button
                    variant="quiet"
                    onClick={() => {
                      close();
                      setChoosing(true);
                    }}
                  >
                    <Icon name="check" />
                    {t('common.chooseWebsites')}
                  </Button>
                </li>
              </>
            )}
            <li>
              <Button variant="quiet" onClick={() => session.logOut()}>
                <Icon name="logout" />
                {t('common.logOut')}
              </Button>
            </li>
          </ul>
        )}
      </Popover>
      {isChoosing && <ChooseWebsitesDialog onClose={() => setChoosing(false)} />}
    </>
  );
}
