// PASSWORD_LOGIN=off: nobody logs in with a password, so nobody is asked for one.
import { Problem } from '../../../foundation/problem/problem.ts';

export function passwordsAreOff(issuerName: string): string {
  return `Passwords are switched off here (PASSWORD_LOGIN=off): people log in with ${issuerName}.`;
}

/** What whoever opens the setup link reads. */
export function setupAdvice(issuerName: string): string {
  return (
    `Passwords are switched off (PASSWORD_LOGIN=off). Enter the email address that you have at ${issuerName}: ` +
    'your login there will be linked to it.'
  );
}

export function requirePasswords(loginOnlyWith: string | undefined): void {
  if (loginOnlyWith !== undefined) throw new Problem(409, passwordsAreOff(loginOnlyWith), { code: 'passwords_off' });
}
