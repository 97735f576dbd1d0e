/** Whole UTC days, both ends inclusive. */
export interface Window {
  readonly firstDay: number;
  readonly lastDay: number;
}
