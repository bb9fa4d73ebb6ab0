import { Dialog as Primitive } from 'radix-ui';
import { cx } from '../base/cx.ts';
import { usePortalScope } from '../base/portal-scope.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { X } from '../icons.ts';
import { useFocusReturn } from './focus-return.ts';
import type { SheetProps } from './overlay-props.ts';

const SIDES: Record<NonNullable<SheetProps['side']>, string> = {
  left: 'ui:left-0 ui:inset-y-0 ui:w-80 ui:border-r ui:animate-from-left',
  right:
    'ui:right-0 ui:inset-y-0 ui:w-80 ui:border-l ui:animate-from-right ui:pt-(--toasts-above) ui:pb-(--toasts-below)',
  bottom:
    'ui:inset-x-0 ui:bottom-0 ui:max-h-[min(85dvh,calc(100dvh-var(--toasts-above,0px)))] ui:border-t ui:animate-from-bottom',
};

/** A panel at an edge of the screen, such as filters on a phone. Behaves like Dialog. */
export function SheetPanel({ open, onOpenChange, title, hideTitle = false, side = 'right', children }: SheetProps) {
  const scope = usePortalScope();
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div
          {...scope}
          data-scroll-lock
          className="ui:fixed ui:inset-0 ui:z-dialog ui:animate-fade ui:bg-scrim ui:print:hidden"
        >
          <Primitive.Content
            aria-modal
            aria-describedby={undefined}
            {...focus}
            className={cx(
              'ui:fixed ui:flex ui:max-w-[calc(100vw-3rem)] ui:flex-col ui:border-rule ui:bg-leaf ui:shadow-float ui:outline-none',
              SIDES[side],
              side === 'bottom' && 'ui:max-w-none',
            )}
          >
            <div className="ui:flex ui:items-center ui:justify-between ui:gap-3 ui:px-5 ui:pt-4 ui:pb-2">
              <Primitive.Title className={hideTitle ? 'ui:sr-only' : 'ui:text-21'}>{title}</Primitive.Title>
              <Primitive.Close asChild>
                <IconButton plain label="Close" icon={<X aria-hidden />} className="ui:-mr-2 ui:ml-auto" />
              </Primitive.Close>
            </div>
            <div className="ui:min-h-0 ui:flex-1 ui:overflow-y-auto ui:overscroll-contain ui:px-5 ui:pb-6">
              {children}
            </div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
