import { type Command, CommandError, UsageError } from '../../core/server/command/command.ts';
import { withDatabase } from '../../core/server/command/with-database.ts';
import { unlinkUser } from './identities.ts';

export const userUnlinkCommand: Command = {
  name: 'user unlink',
  options: { email: { type: 'string', value: 'EMAIL', help: 'the email address of the user' } },
  summary: 'Unlinks a user from single sign-on. Their next login there, with this email address, is linked again.',
  async run(args, context) {
    const email = args.string('email');
    if (email === undefined) throw new UsageError('--email is required');
    const identities = await withDatabase(context, (database) => unlinkUser(database, email));
    if (identities.length === 0) throw new CommandError(`There is no user ${email} who is linked to single sign-on.`);
    context.print({ email, identities }, () =>
      identities.map(({ issuer, subject }) => `Unlinked ${email} from ${subject} at ${issuer}.`).join('\n'),
    );
  },
};
