/** Days as YYYY-MM-DD, both inclusive. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
}
