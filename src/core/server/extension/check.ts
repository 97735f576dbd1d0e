// One line of what `funnel doctor` says.
// Why: docs/decisions/operation.md, "`funnel doctor` fails, warns or is content".

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Nothing is broken, but somebody should look at it. */
  readonly warning?: true;
  /** What is wrong, and the fix. */
  readonly detail: string;
}

export async function check<Result extends Omit<Check, 'name'>>(
  name: string,
  work: () => Promise<Result>,
): Promise<Check> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message };
  }
}

export function warning(name: string, detail: string): Check {
  return { name, ok: true, warning: true, detail };
}
