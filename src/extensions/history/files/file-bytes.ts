/** A file that can be read at any place: a Blob, or one that is stored in pieces. */
export interface FileBytes {
  readonly size: number;
  slice(start?: number, end?: number): FileBytes;
  arrayBuffer(): Promise<ArrayBuffer>;
}
