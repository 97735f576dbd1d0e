// Which subject a place on the page belongs to: the attributes of the element itself and of the elements around it.

/** The levels from the top down. */
const LEVELS = ['campaign', 'variant', 'step', 'element'] as const;

export const MARKED = LEVELS.map((level) => `[data-funnel-${level}]`).join();
/** Fields of an event, such as `{ campaign: 'spring', step_id: 12 }`. */
export type Fields = Record<string, unknown>;

/** The attributes around `start`, from the inside out. A level counts once, and an outer campaign ends the search. */
export function subjectAround(start: Element | null | undefined): Fields {
  const subject: Fields = {};
  /** Levels from here on are taken. */
  let open: number = LEVELS.length;
  for (let node = start; node && open; node = node.parentElement) {
    for (let level = open; level--; ) {
      const value = node.getAttribute(`data-funnel-${LEVELS[level]}`);
      if (value) {
        subject[LEVELS[level]!] = value;
        open = level;
      }
    }
  }
  return subject;
}

/** A value of only digits is an id, anything else a key. An id that is given, too, is the right one. */
export function withIds(fields: Fields): Fields {
  let named = fields;
  for (const level of LEVELS) {
    const value = named[level] as string;
    if (/^\d+$/.test(value)) named = { [`${level}_id`]: +value, ...named, [level]: undefined };
  }
  return named;
}
