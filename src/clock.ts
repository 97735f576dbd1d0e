// The only place that asks the machine what time it is; everything else is handed a clock.
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Record timestamps have whole seconds, so that text sorts as time does. */
export function isoSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
