// Passwords that whoever guesses tries first. A short list goes far, because digits around a word and letters that were
// swapped for digits are looked through: `P@ssw0rd2025!` is `password`.

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

/** Along the keyboard and the alphabet, as fingers run. */
const RUNS: readonly string[] = [
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
].flatMap((run) => [run, [...run].reverse().join('')]);

const LETTERS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

/** Also where it is the person's own email address, or the part of it before the @. */
export function isCommonPassword(password: string, email: string): boolean {
  const text = password.toLowerCase();
  const isRepeated = /^(.+?)\1+$/s.test(text);
  if (isRepeated || RUNS.some((run) => run.includes(text))) return true;
  const own = [email, email.split('@')[0]!];
  // 'trustno1' loses its digit before it could be taken for a letter; 'passw0rd' keeps the one within.
  const core = text.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  const word = core.replace(/[013457@$]/g, (character) => LETTERS[character]!);
  return [text, core, word].some((one) => WORDS.has(one) || own.includes(one));
}
