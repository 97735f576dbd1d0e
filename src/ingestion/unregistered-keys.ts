// Keys of a batch that have to be registered before its events can be accepted.
import type { NewKeys } from '../catalog/register-keys.ts';
import type { Batch } from './batch.ts';

/** Register the keys, then accept the batch again, with `keysRegistered`. */
export class UnregisteredKeys extends Error {
  readonly newKeys: readonly NewKeys[];
  /** With its bytes, which may have been to another thread and back. */
  readonly batch: Batch;

  constructor(newKeys: readonly NewKeys[], batch: Batch) {
    super('the events name keys that are not registered yet');
    this.newKeys = newKeys;
    this.batch = batch;
  }
}
