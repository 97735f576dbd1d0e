// What readers are told who ask for something else than their link shows.
import { Problem } from '../../core/foundation/problem/problem.ts';

/** The same problem for everything that a share link does not name, whether or not it exists. */
export function notShared(): Problem {
  return new Problem(404, 'This link does not show that.', { code: 'not_shared' });
}

export function linkEnded(): Problem {
  const detail = 'This link has ended. Ask whoever gave it to you for a new one.';
  return new Problem(410, detail, { code: 'link_ended' });
}
