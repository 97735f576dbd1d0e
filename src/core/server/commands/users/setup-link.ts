import { linkUrl } from '../../../manage/authorization-server/links/one-time-links.ts';
import { setupAdvice } from '../../../manage/authorization-server/links/password-login.ts';
import { createSetupLink } from '../../../manage/authorization-server/links/setup-links.ts';
import { type Command, CommandError } from '../../command/command.ts';
import { withDatabase } from '../../command/with-database.ts';

export const setupLinkCommand: Command = {
  name: 'setup-link',
  summary: 'Prints a link to set up the first account, login and website in the browser. It ends earlier ones.',
  details: 'The link works once, for one hour, as long as there is no user. The service must be running to open it.',
  async run(_args, context) {
    const { config, clock } = context;
    if (config.issuerUrl !== undefined) {
      throw new CommandError(`Users log in at ${config.issuerUrl} (ISSUER_URL). Set them up there.`);
    }
    const link = await withDatabase(context, (database) => createSetupLink(database, clock));
    if (!link) {
      throw new CommandError(
        'There are users already, so there is nothing to set up. Create another one with: funnel user create, ' +
          'or choose a new password with: funnel user password',
      );
    }
    const url = linkUrl(config.baseUrl, 'setup', link.secret);
    const issuerName = config.loginOnlyWith;
    if (issuerName !== undefined) context.log(setupAdvice(issuerName));
    context.print({ url, expires_at: link.expiresAt }, () => url);
  },
};
