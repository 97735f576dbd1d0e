// Writes the golden files that are missing: `npm run golden`. It changes none that is there.
import { writeGoldenRun } from '../core/engine/event-log/golden-runs.ts';
import { writeGoldenSketches } from '../core/foundation/sketches/golden-sketches.ts';
import { writeGoldenTouches } from '../core/intake/orders/golden-touches.ts';

writeGoldenRun();
writeGoldenSketches();
writeGoldenTouches();
