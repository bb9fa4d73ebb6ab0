import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

const ScopeContext = createContext<string | undefined>(undefined);

/**
 * Provides the name of the surrounding application. Portaled content has this
 * name as its `data-mfe` attribute, so that the application's styles apply to it.
 */
export function PortalScope({ value, children }: { value: string; children: ReactNode }) {
  return <ScopeContext value={value}>{children}</ScopeContext>;
}

/** Attribute for the outermost element of portaled content. */
export function usePortalScope(): { 'data-mfe': string | undefined } {
  return { 'data-mfe': useContext(ScopeContext) };
}
