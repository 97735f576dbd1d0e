import type { ReadHalf } from '../../core/server/api/read-operations.ts';
import { getContactStory } from './get-contact-story.ts';

export const privacyReads: ReadHalf = { operations: [getContactStory] };
