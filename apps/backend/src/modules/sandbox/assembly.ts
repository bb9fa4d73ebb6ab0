import type { Size } from './rendering.ts';

// Names of files in the directory of the sandboxed process.
export const ASSEMBLY_FILE = 'assembly';
export const ASSEMBLED_FILE = 'assembled';
export const pieceFile = (index: number) => `piece-${index}`;
export const isPieceFile = (name: string) => name.startsWith('piece-');

export type QuarterTurn = 0 | 90 | 180 | 270;
export type AssemblyQuality = 'color' | 'gray' | 'bitonal';
export type AssemblyFormat = 'jpg' | 'png' | 'webp';

/** Describes how to assemble a picture from pieces. The fields are in the order of the steps. */
export interface Assembly {
  /** Number of pieces per row. Pieces are in reading order, and all except the last one of a row or column have the same size. */
  columns: number;
  /** The region of the joined pieces to crop to. */
  region: Size & { left: number; top: number };
  /** The size to scale that region to, before the rotation. */
  size: Size;
  isMirrored: boolean;
  /** Clockwise. */
  turn: QuarterTurn;
  quality: AssemblyQuality;
  format: AssemblyFormat;
}
