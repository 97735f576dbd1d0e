// Which tools assistants get: the ten of the specification, or the extended ones, too.
// Why: docs/decisions/tools.md, "Further tools are chosen".
export const TOOL_SETS = ['standard', 'extended'] as const;
export type ToolSet = (typeof TOOL_SETS)[number];
