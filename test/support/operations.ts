// All operations of the service, with those of its extensions, as the service lists them.
import { COMPOSITION } from '../../src/composition.ts';
import { listOperations } from '../../src/core/server/api/operations.ts';
import { describeApi } from '../../src/core/server/app/describe-api.ts';
import { configurationOf, loadHalves } from '../../src/core/server/command/extension.ts';
import type { ServiceParts } from '../../src/core/server/extension/server-half.ts';
import { listTools } from '../../src/core/server/surfaces/mcp/tools.ts';

export const PARTS: ServiceParts = {
  halves: await loadHalves(COMPOSITION.extensions),
  scripts: COMPOSITION.scripts,
};
export const LISTED = listOperations(PARTS.halves);
export const {
  all: OPERATIONS,
  reads: READ_OPERATIONS,
  tools: TOOL_OPERATIONS,
  extendedTools: EXTENDED_TOOL_OPERATIONS,
} = LISTED;
export const API = describeApi(LISTED, PARTS.halves);
export const { standard: TOOLS, extended: EXTENDED_TOOLS } = listTools(LISTED);

export const SECTIONS = configurationOf(COMPOSITION.extensions);
