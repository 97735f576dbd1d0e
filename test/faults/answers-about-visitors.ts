// What the event log of a website says to the questions that follow visitors.

import { SUBJECT_KIND } from '../../src/core/engine/catalog/subject.ts';
import { askLog } from '../../src/core/engine/event-log/questions/ask-log.ts';
import { METRIC } from '../../src/core/engine/rollups/metric.ts';
import type { Window } from '../../src/core/engine/rollups/window.ts';
import type { Database } from '../../src/core/foundation/database/database.ts';
import { attribution } from '../../src/extensions/questions/log/attribution.ts';
import { paths } from '../../src/extensions/questions/log/paths.ts';
import { PATH_PAGES_MAX } from '../../src/extensions/questions/log/paths-question.ts';
import { reach } from '../../src/extensions/questions/log/reach.ts';
import { retention } from '../../src/extensions/questions/log/retention.ts';

export async function answersAboutVisitors(database: Database, websiteId: number, window: Window): Promise<object> {
  const log = { websiteId, firstDay: 0, eventsMax: Number.POSITIVE_INFINITY };
  const subject = { kind: SUBJECT_KIND.website, id: websiteId };
  const { views, conversions } = METRIC;
  return {
    attribution: await askLog(
      database,
      log,
      attribution({
        ...{ window, touchesFrom: window.firstDay - 7, touchTypes: [views, conversions], creditDays: 7 },
        values: { by: 'channel', valuesMax: 50, rankedBy: 'last' },
      }),
    ),
    retention: await askLog(
      database,
      log,
      retention({
        ...{ subject, window, logFrom: 0, by: 'week', periods: 2, filters: [], firstType: views, thenType: views },
      }),
    ),
    paths: await askLog(
      database,
      log,
      paths({
        ...{ subject, window, isBackwards: false, withinSeconds: 7 * 86_400, depth: 3, childrenMax: 10 },
        ...{ step: { type: views, subject, filters: [] }, pagesMax: PATH_PAGES_MAX },
      }),
    ),
    reach: await askLog(database, log, reach({ window, filters: [] })),
  };
}
