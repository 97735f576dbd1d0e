// A parameter that is ignored silently makes a caller believe in a filter that was never applied.
import type { Services } from '../../api/operations.ts';
import { nearestName } from '../../nearest-name.ts';
import type { Operation } from '../../operations/define-operation.ts';
import { Problem } from '../../problem.ts';
import { SHARED_REPORT_PARAMETERS } from '../../reports/parameters.ts';
import { isArray, withoutBrackets } from './decode-query.ts';

const NAME_SHOWN_MAX = 100;

/** Throws a problem of status 422 for the first name that the operation does not know. */
export function rejectUnknownParameters(operation: Operation<Services>, names: readonly string[]): void {
  if (!rejectsUnknownParameters(operation)) return;
  const { shape } = operation.input;
  const unknown = names.find((name) => !isKnown(shape, name) && !isIgnored(operation, name));
  if (unknown === undefined) return;
  const shown = unknown.slice(0, NAME_SHOWN_MAX);
  throw new Problem(422, `There is no parameter ${JSON.stringify(shown)} here. ${hint(unknown, Object.keys(shape))}`, {
    code: 'unknown_parameter',
    param: shown,
  });
}

/** The collectors are not part of the REST API: events are not rejected because of unknown parameters in the URL. */
export function rejectsUnknownParameters({ credential }: Pick<Operation<Services>, 'credential'>): boolean {
  return credential !== 'ingest_key' && credential !== 'public_key';
}

function isKnown(shape: Operation<Services>['input']['shape'], name: string): boolean {
  if (Object.hasOwn(shape, name)) return true;
  const list = withoutBrackets(name);
  return Object.hasOwn(shape, list) && isArray(shape[list]);
}

/** One set of parameters can be sent to all reports, even to those that use only some of them. */
function isIgnored({ tag }: Operation<Services>, name: string): boolean {
  return tag === 'Reports' && SHARED_REPORT_PARAMETERS.has(name);
}

function hint(unknown: string, known: readonly string[]): string {
  if (known.length === 0) return 'This endpoint takes none.';
  const nearest = nearestName(unknown, known);
  return nearest === undefined ? `This endpoint takes ${known.join(', ')}.` : `Did you mean ${nearest}?`;
}
