import type { TextsOf } from '../translate.ts';

export default {} satisfies TextsOf<'insights'>;
