// What a right answer claims. A question has one claim, or several of which each is right.

/** `count` is any number without a unit. */
export type Unit = 'count' | 'percent' | 'USD' | 'EUR';

export type Claim =
  | { readonly kind: 'number'; readonly value: number; readonly unit: Unit; readonly isEstimate: boolean }
  | { readonly kind: 'change'; readonly value: number; readonly points: number }
  | { readonly kind: 'amounts'; readonly amounts: readonly (Claim & { readonly kind: 'number' })[] }
  | { readonly kind: 'name'; readonly names: readonly string[]; readonly others: readonly string[] }
  | { readonly kind: 'ranking'; readonly names: readonly string[] }
  | { readonly kind: 'yes-no'; readonly value: boolean }
  | { readonly kind: 'day'; readonly value: string }
  | { readonly kind: 'refusal'; readonly reason: RegExp };

export interface Expectation {
  readonly claims: readonly Claim[];
  /** What has to be said besides, or the claim misleads. */
  readonly caveat?: RegExp | undefined;
}

const ABOUT_POINTS = 5;

/** A number that is counted exactly. */
export function exactly(value: number, unit: Unit = 'count'): Claim & { kind: 'number' } {
  return { kind: 'number', value, unit, isEstimate: false };
}

/** A number of unique visitors, or a rate of such, which may be an estimate. */
export function about(value: number, unit: Unit = 'count'): Claim & { kind: 'number' } {
  return { kind: 'number', value, unit, isEstimate: true };
}

/** A change in percent. Its sign is a part of it. `points`: how many percentage points it may be off. */
export function changeOf(value: number, points = 0): Claim {
  return { kind: 'change', value, points };
}

/** A change of unique visitors, where both numbers may be estimates. */
export function aboutChange(value: number): Claim {
  return changeOf(value, ABOUT_POINTS);
}

/** One of these names, which mean the same, and none of the others. */
export function named(name: string | readonly string[], others: readonly string[]): Claim {
  const names = typeof name === 'string' ? [name] : name;
  return { kind: 'name', names, others: others.filter((other) => !names.includes(other)) };
}

export function inOrder(...names: readonly string[]): Claim {
  return { kind: 'ranking', names };
}

export function amounts(...all: readonly (Claim & { kind: 'number' })[]): Claim {
  return { kind: 'amounts', amounts: all };
}

export function yesNo(value: boolean): Claim {
  return { kind: 'yes-no', value };
}

export function onDay(value: string): Claim {
  return { kind: 'day', value };
}

export function refusal(reason: RegExp): Claim {
  return { kind: 'refusal', reason };
}

/** The claim in words, for people who read a failure. */
function describeClaim(claim: Claim): string {
  switch (claim.kind) {
    case 'number':
      return `${rounded(claim.value)}${claim.unit === 'count' ? '' : ` ${claim.unit}`}`;
    case 'change':
      return `${claim.value > 0 ? '+' : ''}${rounded(claim.value)} percent`;
    case 'amounts':
      return claim.amounts.map(describeClaim).join(' and ');
    case 'name':
      return claim.names.join(' or ');
    case 'ranking':
      return claim.names.join(', then ');
    case 'yes-no':
      return claim.value ? 'yes' : 'no';
    case 'day':
      return claim.value;
    case 'refusal':
      return `a refusal that says ${claim.reason.source}`;
  }
}

export function describeExpectation({ claims, caveat }: Expectation): string {
  const said = claims.map(describeClaim).join('; or ');
  return caveat ? `${said}; with a caveat that says ${caveat.source}` : said;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
