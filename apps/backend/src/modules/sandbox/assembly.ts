import type { Size } from './rendering.ts';

// Names of files in the sandbox's directory.
export const ASSEMBLY_FILE = 'assembly';
export const ASSEMBLED_FILE = 'assembled';
export const pieceFile = (index: number) => `piece-${index}`;
export const isPieceFile = (name: string) => name.startsWith('piece-');

export type QuarterTurn = 0 | 90 | 180 | 270;
export type AssemblyQuality = 'color' | 'gray' | 'bitonal';
export type AssemblyFormat = 'jpg' | 'png' | 'webp';

/** How to assemble a picture from its pieces. The fields are in the order of the steps. */
export interface Assembly {
  /** Pieces per row. Pieces are in reading order, and all but the last of a row or column have the same size. */
  columns: number;
  /** The part of the joined pieces to crop. */
  region: Size & { left: number; top: number };
  /** Size to scale that part to, before the rotation. */
  size: Size;
  isMirrored: boolean;
  /** Clockwise. */
  turn: QuarterTurn;
  quality: AssemblyQuality;
  format: AssemblyFormat;
}
