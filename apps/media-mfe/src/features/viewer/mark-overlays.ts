import OpenSeadragon from 'openseadragon';
import { cx } from '@archive/ui';
import type { Region } from './region.ts';

export interface OverlayMark {
  key: string;
  label: string;
  region: Region;
  /** Whether the label is shown even without pointing at the box. */
  isActive: boolean;
}

/** If a box ends below this fraction of the picture's height, its label is above the box, where it isn't cut off. */
const LOW = 0.85;

function boxOf({ label, region, isActive }: OverlayMark): HTMLElement {
  const box = document.createElement('div');
  box.className = cx(
    'group/mark box-border rounded-sm border-2 hover:z-menu hover:border-brass hover:outline hover:outline-on-navy',
    isActive ? 'z-menu border-brass outline outline-on-navy' : 'border-transparent',
  );
  const text = document.createElement('span');
  text.className = cx(
    'pointer-events-none absolute left-1/2 -translate-x-1/2 rounded bg-navy px-2 py-0.5 text-13 whitespace-nowrap text-on-navy group-hover/mark:opacity-100',
    region.y + region.height > LOW ? 'bottom-full mb-1' : 'top-full mt-1',
    !isActive && 'opacity-0',
  );
  text.textContent = label;
  box.append(text);
  return box;
}

/** Shows labeled boxes over the picture, which zoom and rotate with it. */
export function createMarkOverlays(viewer: OpenSeadragon.Viewer) {
  let marks: readonly OverlayMark[] = [];
  let boxes: HTMLElement[] = [];
  let shown = '';
  const draw = () => {
    const item = viewer.isOpen() ? viewer.world.getItemAt(0) : undefined;
    if (!item) return;
    const { x: width, y: height } = item.getContentSize();
    // The picture's height in viewer coordinates, in which its width is 1.
    const ratio = height / width;
    for (const box of boxes) viewer.removeOverlay(box);
    boxes = marks.map((mark) => {
      const { x, y, width: wide, height: high } = mark.region;
      const element = boxOf(mark);
      viewer.addOverlay({ element, location: new OpenSeadragon.Rect(x, y * ratio, wide, high * ratio) });
      return element;
    });
  };
  viewer.addHandler('open', draw);
  return (next: readonly OverlayMark[]) => {
    const key = JSON.stringify(next);
    if (key === shown) return;
    shown = key;
    marks = next;
    draw();
  };
}
