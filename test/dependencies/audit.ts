// What `npm audit --json` has to say, judged by what is shipped.
import type { Package } from './lock-file.ts';

interface AuditReport {
  readonly auditReportVersion?: number;
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  /** Set in an answer that is no report. */
  readonly statusCode?: number;
  readonly code?: string;
}

interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  /** Where it is installed. */
  readonly nodes: readonly string[];
}

const SERIOUS: ReadonlySet<string> = new Set(['high', 'critical']);

export type Judgement =
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'known'; readonly serious: readonly string[]; readonly others: readonly string[] };

export function judge(output: string, packages: readonly Package[]): Judgement {
  const report = parsed(output);
  if (report.auditReportVersion === undefined || report.vulnerabilities === undefined) {
    // Not the message: it names the address of the registry.
    return { kind: 'unknown', reason: String(report.statusCode ?? report.code ?? 'no answer') };
  }
  const shippedPaths = new Set(packages.filter(({ isShipped }) => isShipped).map(({ path }) => path));
  const isSerious = ({ severity, nodes }: Vulnerability) =>
    SERIOUS.has(severity) && nodes.some((node) => shippedPaths.has(node));
  const all = Object.values(report.vulnerabilities);
  return {
    kind: 'known',
    serious: all.filter(isSerious).map(describe),
    others: all.filter((one) => !isSerious(one)).map(describe),
  };
}

function parsed(output: string): AuditReport {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}

function describe({ name, severity, range }: Vulnerability): string {
  return `${severity}: ${name} ${range}`;
}
