// What the OpenAPI document describes: the operations of the core and of extensions, with the names of their schemas and their error codes.
import type { OperationList } from '../api/operations.ts';
import type { ServerHalf } from '../extension/server-half.ts';
import type { DescribedApi } from '../surfaces/openapi/describe-operation.ts';
import { meaningsOf } from '../surfaces/openapi/error-codes.ts';
import { CORE_SCHEMAS, Schemas } from '../surfaces/openapi/schemas.ts';

export function describeApi({ all }: OperationList, halves: readonly ServerHalf[]): DescribedApi {
  const schemas = new Schemas([...CORE_SCHEMAS, ...halves.flatMap((half) => half.schemas ?? [])]);
  return {
    ...{ operations: all, schemas },
    webhooks: Object.assign({}, ...halves.map((half) => half.webhooks?.(schemas))),
    codes: meaningsOf(
      all,
      halves.map(({ errorCodes = {} }) => errorCodes),
    ),
  };
}
