// Who is told of each new alert, such as those who send it to people.
import type { Queries } from '../../foundation/database/database.ts';
import type { Alert } from './alert.ts';

/**
 * Is called in the transaction that stores the alert, so that the alert and its messages are stored together or not at all. `cause`: what
 * tells it from all other alerts of the website.
 */
export type AlertListener = (tx: Queries, alert: Alert, cause: string) => Promise<void>;
