import { createContext, useContext } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

const Link = createContext<ComponentType<AnchorProps> | 'a'>('a');

/** Tells every link of this library how the application navigates: `component` gets an `href` inside the archive. */
export function LinkProvider({ component, children }: { component: ComponentType<AnchorProps>; children: ReactNode }) {
  return <Link value={component}>{children}</Link>;
}

/** A link: an address beginning with "/" goes through the LinkProvider, any other opens outside, in a tab of its own. */
export function Anchor({ href, ...rest }: AnchorProps) {
  const Inside = useContext(Link);
  if (href.startsWith('/') || href.startsWith('#')) return <Inside href={href} {...rest} />;
  return <a href={href} target="_blank" rel="noopener noreferrer" {...rest} />;
}

const TEXT_LINK =
  'ui:text-navy ui:underline ui:decoration-brass/50 ui:decoration-1 ui:underline-offset-3 ui:transition-colors ui:hover:decoration-brass ui:rounded-sm';

/** The class of a link in running text, for links that an application renders itself. */
export function linkClass(className?: string): string {
  return className ? `${TEXT_LINK} ${className}` : TEXT_LINK;
}

/** A link in running text. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return <Anchor className={linkClass(className)} {...rest} />;
}
