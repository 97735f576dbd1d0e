// The script of the thread that builds the weekly insights: the figures of the core, and the items of its extensions.
import { buildSnapshots } from './core/answers/insights/build-snapshots.ts';
import { WEEK_ITEMS } from './extension-week-items.ts';

await buildSnapshots(WEEK_ITEMS);
