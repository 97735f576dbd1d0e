// The time zone of the days that a page shows: that of its website. On a page about all websites, it is `mixed` if they have several.
import { createContext, useContext } from 'react';

const TimezoneContext = createContext<string | undefined>(undefined);

export const TimezoneProvider = TimezoneContext.Provider;

/** undefined: UTC, or not known yet. */
export function useTimezone(): string | undefined {
  return useContext(TimezoneContext);
}
