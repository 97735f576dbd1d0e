// The problem for an id that is not on the website. It is the same whether another website has the id or none does.
import { Problem } from '../../foundation/problem/problem.ts';

export function notFound(what: string, id: number): Problem {
  return new Problem(404, `No ${what} ${id} on this website.`, { param: 'id' });
}
