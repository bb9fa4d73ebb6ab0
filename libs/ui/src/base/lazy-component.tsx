import { type ComponentProps, type ComponentType, type ElementType, lazy, type ReactNode, Suspense } from 'react';

type Component = Exclude<ElementType, string>;

/**
 * A component that loads when it is first shown; until then `fallback` is in its place.
 * @param load imports the module
 * @param name of the component's export
 */
export function lazyComponent<Name extends string, Module extends Record<Name, Component>>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode | ((props: ComponentProps<Module[Name]>) => ReactNode) = null,
) {
  type Props = ComponentProps<Module[Name]>;
  const Loaded = lazy(() => load().then((module) => ({ default: module[name] as ComponentType<Props> })));
  return function LazyComponent(props: Props) {
    return (
      <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
