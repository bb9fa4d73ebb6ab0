import type { DocumentProblem } from './types.ts';

/** A problem that isn't assigned to a voyage yet. */
export interface Finding {
  line: number;
  field: string | null;
  severity: 'error' | 'warning';
  message: string;
  suggestion?: string | null;
}

export type Report = (finding: Finding) => void;

export function asProblem(finding: Finding, voyage: string | null): DocumentProblem {
  const { line, field, severity, message, suggestion } = finding;
  return { line, voyage, field, severity, message, suggestion: suggestion ?? null };
}
