// React's development build notes the stack of each element that is made, for its warnings: a sixth of the processor time of these tests.
// It stops at 10,000 elements a second. Here, it believes that there have been as many.
import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals = (React as unknown as Readonly<Record<string, object>>)[INTERNALS]!;

Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} });
