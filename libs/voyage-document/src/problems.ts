import type { DocumentProblem } from './types.ts';

/** A problem that isn't assigned to a voyage yet. */
export interface Problem {
  line: number;
  field: string | null;
  severity: 'error' | 'warning';
  message: string;
  suggestion?: string | null;
}

export type Report = (finding: Problem) => void;

export function asProblem(finding: Problem, voyage: string | null): DocumentProblem {
  const { line, field, severity, message, suggestion } = finding;
  return { line, voyage, field, severity, message, suggestion: suggestion ?? null };
}
