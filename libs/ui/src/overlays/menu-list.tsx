import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { Anchor } from '../base/anchor.tsx';
import { cx } from '../base/cx.ts';
import { usePortalScope } from '../base/portal-scope.tsx';

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** For example, to hide the item at some widths. */
  className?: string | undefined;
  /** Makes the item a link; otherwise `onSelect` runs. */
  href?: string;
  /** Whether `href` is a download. */
  download?: boolean;
  onSelect?: () => void;
};

export type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement<ComponentProps<'button'>>;
  items: readonly MenuItem[];
  align?: 'start' | 'center' | 'end';
};

const ITEM =
  'ui:flex ui:min-h-9 ui:cursor-pointer ui:items-center ui:gap-2.5 ui:rounded-sm ui:px-3 ui:outline-none ui:data-highlighted:bg-wash ui:data-disabled:opacity-50';

/** The menu itself. Not modal, because Radix locks scrolling with a `<style>` element, which the Content-Security-Policy forbids. */
export function MenuList({
  trigger,
  items,
  align,
  open,
  onOpenChange,
}: MenuProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const scope = usePortalScope();
  const chosenAction = useRef<() => void>(undefined);
  // Run the command after focus is back on the trigger, so that a dialog opened by the command returns focus to the trigger.
  const runChosen = () => {
    const run = chosenAction.current;
    chosenAction.current = undefined;
    if (run) setTimeout(run);
  };
  return (
    <DropdownMenu.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* Rendered in the main landmark, so that all content is inside landmarks. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <div {...scope}>
          <DropdownMenu.Content
            align={align}
            sideOffset={6}
            collisionPadding={8}
            onCloseAutoFocus={runChosen}
            className="ui:z-menu ui:min-w-48 ui:max-w-xs ui:animate-rise ui:rounded ui:border ui:border-rule ui:bg-leaf ui:p-1 ui:shadow-float ui:outline-none"
          >
            {items.map((item) =>
              item.href ? (
                <DropdownMenu.Item key={item.label} asChild disabled={item.disabled}>
                  {item.download ? (
                    <a href={item.href} download className={cx(ITEM, item.className)}>
                      {item.icon}
                      {item.label}
                    </a>
                  ) : (
                    <Anchor href={item.href} className={cx(ITEM, item.className)}>
                      {item.icon}
                      {item.label}
                    </Anchor>
                  )}
                </DropdownMenu.Item>
              ) : (
                <DropdownMenu.Item
                  key={item.label}
                  disabled={item.disabled}
                  onSelect={() => {
                    chosenAction.current = item.onSelect;
                  }}
                  className={cx(ITEM, item.danger && 'ui:text-signal', item.className)}
                >
                  {item.icon}
                  {item.label}
                </DropdownMenu.Item>
              ),
            )}
          </DropdownMenu.Content>
        </div>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
