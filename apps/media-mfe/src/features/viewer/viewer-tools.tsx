import { IconButton } from '@archive/ui';
import { Minimize, Maximize, Minus, Plus, RotateCw, Shrink } from '@archive/ui/icons';
import { useEffect, useState, type RefObject } from 'react';
import type { DeepZoom } from './deep-zoom.ts';

/** Zoom factor of one button or key press. */
const ZOOM_STEP = 1.5;
/** Number of pixels by which an arrow key pans a zoomed picture. */
const PAN_STEP = 80;
const TOOL_CLASS = 'sm:[&_svg]:size-5';

interface ToolProps {
  label: string;
  icon: typeof Plus;
  onClick(): void;
}

/** A button of the viewer, named by its label. */
export function Tool({ label, icon: Icon, onClick }: ToolProps) {
  return (
    <IconButton
      plain
      title={label}
      label={label}
      icon={<Icon aria-hidden />}
      className={TOOL_CLASS}
      onClick={onClick}
    />
  );
}

/** Buttons that zoom and rotate. */
export function ZoomTools({ controls }: { controls: RefObject<DeepZoom | null> }) {
  return (
    <>
      <Tool label="Zoom out" icon={Minus} onClick={() => controls.current?.zoomBy(1 / ZOOM_STEP)} />
      <Tool label="Zoom in" icon={Plus} onClick={() => controls.current?.zoomBy(ZOOM_STEP)} />
      <Tool label="Fit" icon={Shrink} onClick={() => controls.current?.fit()} />
      <Tool label="Rotate" icon={RotateCw} onClick={() => controls.current?.rotate()} />
    </>
  );
}

/** The command of a key; undefined for other keys. */
export function zoomKeyAction(key: string, picture: DeepZoom | null): (() => void) | undefined {
  if (!picture) return undefined;
  const actions: Record<string, () => void> = {
    '+': () => picture.zoomBy(ZOOM_STEP),
    '=': () => picture.zoomBy(ZOOM_STEP),
    '-': () => picture.zoomBy(1 / ZOOM_STEP),
    '0': picture.fit,
    r: picture.rotate,
  };
  const pans: Record<string, () => void> = {
    ArrowLeft: () => picture.panBy(-PAN_STEP, 0),
    ArrowRight: () => picture.panBy(PAN_STEP, 0),
    ArrowUp: () => picture.panBy(0, -PAN_STEP),
    ArrowDown: () => picture.panBy(0, PAN_STEP),
  };
  return actions[key] ?? (picture.isZoomed() ? pans[key] : undefined);
}

/** Toggles full-screen display of an element. */
function useFullScreen(element: RefObject<HTMLElement | null>) {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const updateFullScreen = () => setOn(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', updateFullScreen);
    return () => document.removeEventListener('fullscreenchange', updateFullScreen);
  }, []);
  const toggle = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen())?.catch(
      () => undefined,
    );
  return { on, toggle };
}

export function FullScreenTool({ element }: { element: RefObject<HTMLElement | null> }) {
  const { on, toggle } = useFullScreen(element);
  if (!document.fullscreenEnabled) return null;
  return <Tool label={on ? 'Exit full screen' : 'Full screen'} icon={on ? Minimize : Maximize} onClick={toggle} />;
}
