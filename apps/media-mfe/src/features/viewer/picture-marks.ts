import { createContext } from 'react';
import type { Region } from './region.ts';

/** A labeled region of the picture. */
export interface PictureMark {
  key: string;
  label: string;
  region: Region;
}

/** A region that a curator is placing. */
export interface RegionDraft {
  label: string;
  region: Region;
  /** Changes the current region, which may be newer than `region`. */
  onChange(change: (region: Region) => Region): void;
  onSave(): void;
  onCancel(): void;
}

export interface PictureMarks {
  marks: readonly PictureMark[];
  /** Key of the mark that is shown even without pointing at it. */
  active: string | null;
  draft: RegionDraft | null;
}

export const NO_MARKS: PictureMarks = { marks: [], active: null, draft: null };

/** Provides the marks that the viewer shows over the picture. */
export const PictureMarksContext = createContext<PictureMarks>(NO_MARKS);
