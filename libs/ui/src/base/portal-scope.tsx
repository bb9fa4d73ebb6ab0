import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

const ScopeContext = createContext<string | undefined>(undefined);

/** Names the surrounding application. Portaled content carries the name as `data-mfe`, so that the application's styles apply there. */
export function PortalScope({ value, children }: { value: string; children: ReactNode }) {
  return <ScopeContext value={value}>{children}</ScopeContext>;
}

/** Attribute for the outermost element of portaled content. */
export function usePortalScope(): { 'data-mfe': string | undefined } {
  return { 'data-mfe': useContext(ScopeContext) };
}
