// Detects common passwords. A short list of words is enough, because digits around a word are removed and digits in place
// of letters are replaced first: `P@ssw0rd2025!` becomes `password`.

const WORDS: ReadonlySet<string> = new Set(
  `abc abcd abcde abcdef abcdefg abcdefgh access adidas admin administrator alexander amanda andrea andrew angel anthony
  apple arsenal asdf asdfgh asdfghjkl ashley autumn azerty azertyuiop bailey baseball basketball batman beautiful biteme
  blink butterfly changeit changeme charlie chelsea chocolate computer contrasena cookie daniel default demo donald dragon
  facebook fall family ferrari flower football forever freedom friends funnel fussball gfhjkm ginger google guest
  hallo hannah harley hello helloworld hockey hunter iloveu iloveyou internet jennifer jessica jesus jordan joshua justin
  killer letmein letmeinnow linkedin liverpool login loveme lovely maggie manager marina marketing master matrix
  matthew mercedes merlin michael michelle minecraft monkey motdepasse mustang mylove mypassword naruto newpassword nicole
  ninja nothing operator orange pass passcode passphrase passw password passwordpassword passwords passwort pepper pokemon
  princess purple qazwsx qazwsxedc querty qwer qwert qwerty qwertyui qwertyuiop qwertz qwertzuiop realmadrid robert root
  samantha samsung schalke secret secretpassword secure security shadow soccer sommer spiderman spring starwars startrek
  summer sunflower sunshine superman superuser support sysadmin taylor temp temporary test tester testing testpassword
  testtest thepassword thisisapassword thisismypassword thomas tigger tinkerbell trustno unknown user username website
  welcome welcomehome whatever william winter yankees zxcvbn zxcvbnm`.split(/\s+/),
);

/** Sequences of the keyboard and the alphabet. */
const SEQUENCES: readonly string[] = [
  '01234567890123456789',
  '1234567891011121314',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1q2w3e4r5t6y7u8i9o0p',
  '1q2w3e4r5t6z7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'zaq12wsxcde34rfvbgt56yhn',
  'qazwsxedcrfvtgbyhnujm',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')]);

const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

/** It is also true for the user's own email address, or the part of it before the @. */
export function isCommonPassword(password: string, email: string): boolean {
  const lowerCase = password.toLowerCase();
  const isRepeated = /^(.+?)\1+$/s.test(lowerCase);
  if (isRepeated || SEQUENCES.some((sequence) => sequence.includes(lowerCase))) return true;
  const ownNames = [email, email.split('@')[0]!];
  // Trim digits at the ends before replacing digits by letters: 'trustno1' is 'trustno', 'passw0rd' is 'password'.
  const core = lowerCase.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  const word = core.replace(/[013457@$]/g, (character) => LETTERS[character]!);
  return [lowerCase, core, word].some((candidate) => WORDS.has(candidate) || ownNames.includes(candidate));
}
