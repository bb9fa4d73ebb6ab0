import { createContext, useContext } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';

export type AnchorProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

const LinkContext = createContext<ComponentType<AnchorProps> | 'a'>('a');

/** Sets the component that renders internal links, such as a router link. */
export function LinkProvider({ component, children }: { component: ComponentType<AnchorProps>; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>;
}

/** A link. Internal URLs use the LinkProvider's component; external ones open in a new tab. */
export function Anchor({ href, ...rest }: AnchorProps) {
  const InternalLink = useContext(LinkContext);
  if (href.startsWith('/') || href.startsWith('#')) return <InternalLink href={href} {...rest} />;
  return <a href={href} target="_blank" rel="noopener noreferrer" {...rest} />;
}

const TEXT_LINK =
  'ui:text-navy ui:underline ui:decoration-brass/50 ui:decoration-1 ui:underline-offset-3 ui:transition-colors ui:hover:decoration-brass ui:rounded-sm';

/** Class of a text link, for links that an application renders itself. */
export function linkClass(className?: string): string {
  return className ? `${TEXT_LINK} ${className}` : TEXT_LINK;
}

/** A link in text. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return <Anchor className={linkClass(className)} {...rest} />;
}
