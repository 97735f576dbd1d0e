// An id that is not the website's: the same answer whether another website has it or nobody does.
import { Problem } from '../problem.ts';

export function notFound(what: string, id: number): Problem {
  return new Problem(404, `There is no ${what} ${id} on this website.`, { param: 'id' });
}
