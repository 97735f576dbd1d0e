/** Whole days of the website, both ends inclusive. */
export interface Window {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The same days as windows with other days between them, the first one first. */
export function joinWindows(windows: readonly Window[]): Window[] {
  const joined: Window[] = [];
  for (const window of windows.toSorted((a, b) => a.firstDay - b.firstDay)) {
    const last = joined.at(-1);
    if (last && window.firstDay <= last.lastDay + 1) {
      joined[joined.length - 1] = { firstDay: last.firstDay, lastDay: Math.max(last.lastDay, window.lastDay) };
    } else joined.push(window);
  }
  return joined;
}
