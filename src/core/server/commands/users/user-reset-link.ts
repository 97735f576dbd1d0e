import { LinkedPasswordResets } from '../../../manage/authorization-server/links/password-resets.ts';
import { UserError } from '../../../manage/authorization-server/users/user-error.ts';
import { type Command, CommandError, UsageError } from '../../command/command.ts';
import { withDatabase } from '../../command/with-database.ts';
import { loginPassCookie } from '../../surfaces/oauth/interactions/login-pass-cookie.ts';

export const userResetLinkCommand: Command = {
  name: 'user reset-link',
  options: { email: { type: 'string', value: 'EMAIL', help: 'the email address that the user logs in with' } },
  summary: 'Creates a link with which a user chooses a new password. It works once, for 24 hours.',
  details: 'The link replaces an earlier one, and leads to BASE_URL. Whoever has it can log in as the user.',
  async run(args, context) {
    const email = args.string('email');
    if (email === undefined) throw new UsageError('--email is required');
    const { clock, config } = context;
    const link = await withDatabase(context, (database) =>
      new LinkedPasswordResets({
        database,
        clock,
        baseUrl: config.baseUrl,
        loginOnlyWith: config.loginOnlyWith,
        loginCookie: (pass) => loginPassCookie(config.baseUrl).header(pass),
      }).createFor(email),
    ).catch((error: unknown) => {
      throw error instanceof UserError ? new CommandError(error.message) : error;
    });
    context.print(link, () => `Send this link to ${email}. It works once, until ${link.expires_at}:\n${link.url}`);
  },
};
