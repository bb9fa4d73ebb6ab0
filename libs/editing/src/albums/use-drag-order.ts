import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useRef, useState, type RefObject } from 'react';

/** Where a dragged item would go: before or after the item under the pointer. */
export type DropSide = 'before' | 'after';

/** Classes that mark the drop position beside an element. The element must be positioned (CSS). */
export const DROP_MARK: Readonly<Record<DropSide, string>> = {
  before:
    'before:absolute before:inset-y-0 before:-left-2 before:w-1 before:rounded before:bg-brass before:content-[""]',
  after:
    'before:absolute before:inset-y-0 before:-right-2 before:w-1 before:rounded before:bg-brass before:content-[""]',
};

interface DragOptions {
  /** Id of the list. Only items of the same list can be dropped. */
  list: string;
  key: string;
  onDrop(dragged: string, side: DropSide): void;
}

interface DragState {
  dragging: boolean;
  side: DropSide | undefined;
}

const IDLE: DragState = { dragging: false, side: undefined };

/**
 * Makes an element draggable within its list, and a drop target for the list's
 * other items. Lists also need buttons to move items without a pointer.
 */
export function useDragOrder<E extends HTMLElement>(options: DragOptions): DragState & { ref: RefObject<E | null> } {
  const ref = useRef<E>(null);
  const [state, setState] = useState(IDLE);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { list, key } = options;
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const dropSideAt = (x: number): DropSide => {
      const { left, width } = element.getBoundingClientRect();
      return x < left + width / 2 ? 'before' : 'after';
    };
    return combine(
      draggable({
        element,
        getInitialData: () => ({ list, key }),
        onDragStart: () => setState({ dragging: true, side: undefined }),
        onDrop: () => setState(IDLE),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['list'] === list,
        onDrag: ({ source, location }) => {
          if (source.data['key'] === key) return;
          const side = dropSideAt(location.current.input.clientX);
          setState((current) => (current.side === side ? current : { ...current, side }));
        },
        onDragLeave: () => setState((current) => ({ ...current, side: undefined })),
        onDrop: ({ source, location }) => {
          setState(IDLE);
          const dragged = source.data['key'];
          if (typeof dragged === 'string' && dragged !== key)
            latest.current.onDrop(dragged, dropSideAt(location.current.input.clientX));
        },
      }),
    );
  }, [list, key]);
  return { ref, ...state };
}
