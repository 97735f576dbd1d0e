import { defineServerHalf } from '../../core/server/extension/server-half.ts';
import { experimentsReads } from './reads.ts';

export const server = defineServerHalf({ reads: experimentsReads });
