/** Marks stand above and below a letter, on top of each other. Scripts that use many of them use three on a letter. */
const TOO_MANY = /(?<=\p{M}{3})\p{M}+/gu;

/** Drops the marks after the third one on a letter: a name with hundreds of them would cover the lines around it. */
export function withFewMarks(text: string): string {
  return text.replaceAll(TOO_MANY, '');
}
