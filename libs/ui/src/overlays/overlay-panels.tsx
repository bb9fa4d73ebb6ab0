import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { cx } from '../base/cx.ts';
import { usePortalScope } from '../base/portal-scope.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { X } from '../icons.ts';

const WIDTHS: Record<NonNullable<DialogProps['size']>, string> = {
  small: 'ui:max-w-md',
  medium: 'ui:max-w-xl',
  large: 'ui:max-w-4xl',
  wide: 'ui:max-w-7xl',
};

/** Whether a click outside was in a toast. Its action, such as Undo, leaves the dialog open. The toast may already have been removed. */
const isInToast = (target: EventTarget | null) =>
  target instanceof Element && (!target.isConnected || target.closest('[data-toasts]') !== null);

/**
 * A modal dialog. Traps and returns focus, closes on Escape and locks scrolling. Doesn't use Radix's overlay, which locks scrolling
 * with a `<style>` element that the Content-Security-Policy forbids.
 */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'medium',
  role = 'dialog',
  initialFocus,
}: DialogProps) {
  const scope = usePortalScope();
  const focus = useFocusReturn(initialFocus);
  const isQuestion = role === 'alertdialog';
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <div
          {...scope}
          data-scroll-lock
          className="ui:fixed ui:inset-0 ui:z-dialog ui:grid ui:grid-cols-[minmax(0,1fr)] ui:animate-fade ui:items-end ui:justify-items-center ui:bg-scrim ui:[--around:0.5rem] ui:px-(--around) ui:pt-[max(var(--around),var(--toasts-above,0px))] ui:pb-[max(var(--around),var(--toasts-below,0px))] ui:sm:items-center ui:sm:[--around:1.5rem] ui:print:hidden"
        >
          <Primitive.Content
            role={role}
            aria-modal
            {...(description ? {} : { 'aria-describedby': undefined })}
            {...focus}
            onInteractOutside={(event) => (isQuestion || isInToast(event.target)) && event.preventDefault()}
            className={cx(
              'ui:flex ui:max-h-[calc(100dvh-max(var(--around),var(--toasts-above,0px))-max(var(--around),var(--toasts-below,0px)))] ui:w-full ui:animate-rise ui:flex-col ui:rounded ui:border ui:border-rule ui:bg-leaf ui:shadow-float ui:outline-none',
              WIDTHS[size],
            )}
          >
            <div className="ui:flex ui:items-start ui:gap-3 ui:px-6 ui:pt-5 ui:pb-3">
              <div className="ui:min-w-0 ui:flex-1">
                <Primitive.Title className="ui:text-21">{title}</Primitive.Title>
                {description && (
                  <Primitive.Description className="ui:mt-1 ui:text-faded">{description}</Primitive.Description>
                )}
              </div>
              {!isQuestion && (
                <Primitive.Close asChild>
                  <IconButton plain size="small" label="Close" icon={<X aria-hidden />} className="ui:-mr-2" />
                </Primitive.Close>
              )}
            </div>
            {children && <Body>{children}</Body>}
            {footer && (
              <div className="ui:flex ui:flex-wrap ui:justify-end ui:gap-2 ui:border-t ui:border-rule ui:px-6 ui:py-4">
                {footer}
              </div>
            )}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const FOCUSABLE = 'a[href], button, input, select, textarea, audio, video, iframe, [tabindex]';

/** The scrolling content. If it overflows and contains nothing focusable, it is focusable itself, so that arrow keys scroll it. */
function Body({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const body = content.current;
    if (!body) return;
    if (body.scrollHeight > body.clientHeight && !body.querySelector(FOCUSABLE)) body.tabIndex = 0;
    else body.removeAttribute('tabindex');
  });
  return (
    <div ref={content} className="ui:min-h-0 ui:flex-1 ui:overflow-y-auto ui:overscroll-contain ui:px-6 ui:pb-5">
      {children}
    </div>
  );
}

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

/** Focuses `initialFocus` when a dialog opens and restores focus when it closes. Radix restores focus only to its own trigger. */
function useFocusReturn(initialFocus?: RefObject<HTMLElement | null>) {
  const previousFocus = useRef<Element>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      previousFocus.current = document.activeElement;
      if (!initialFocus?.current) return;
      event.preventDefault();
      initialFocus.current.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected)
        previousFocus.current.focus();
    },
  };
}

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Text below the title, announced on opening. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, which stay visible while the content scrolls. */
  footer?: ReactNode;
  size?: 'small' | 'medium' | 'large' | 'wide';
  /** `alertdialog` for a question that needs an answer: no close button, and clicks outside don't close it. */
  role?: 'dialog' | 'alertdialog';
  /** Element to focus on opening; by default the first focusable one. */
  initialFocus?: RefObject<HTMLElement | null>;
};

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  side?: 'left' | 'right' | 'bottom';
  children: ReactNode;
};
