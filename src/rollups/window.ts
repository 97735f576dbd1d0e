/** Whole days of the website, both ends inclusive. */
export interface Window {
  readonly firstDay: number;
  readonly lastDay: number;
}
