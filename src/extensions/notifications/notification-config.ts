// The variables of notifications: which hosts of the operator's network they may go to, and how many emails an account may send.
import { type AllowedHost, describeAllowedHost } from '../../core/foundation/fetch/allowed-hosts.ts';
import { defineSection } from '../../core/server/config/config.ts';
import { allowedHosts, wholeNumber } from '../../core/server/config/read-values.ts';

export interface NotificationConfig {
  /** Webhooks may be there although it is not the public internet, and without TLS. */
  readonly allowedHosts: readonly AllowedHost[];
  /** How many notifications an account may send by email on a UTC day; the others wait. */
  readonly accountEmailsPerDay: number;
}

const VARIABLES = {
  NOTIFICATIONS_ALLOWED_HOSTS: allowedHosts,
  ACCOUNT_EMAILS_PER_DAY: wholeNumber(1, 10_000_000, 2_000),
};

type Values = { readonly [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]> };

export const NOTIFICATION_SECTION = defineSection({
  variables: VARIABLES,
  read: (values: Values): NotificationConfig => ({
    allowedHosts: values.NOTIFICATIONS_ALLOWED_HOSTS,
    accountEmailsPerDay: values.ACCOUNT_EMAILS_PER_DAY,
  }),
  describe: ({ allowedHosts: hosts, accountEmailsPerDay }: NotificationConfig) => ({
    NOTIFICATIONS_ALLOWED_HOSTS: hosts.map(describeAllowedHost).join(', ') || '(none)',
    ACCOUNT_EMAILS_PER_DAY: String(accountEmailsPerDay),
  }),
});
