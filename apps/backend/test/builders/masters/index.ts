import { DAMAGED, REJECTED } from './damaged.ts';
import { DOCUMENTS, VIDEOS } from './documents.ts';
import type { Master } from './master.ts';
import { PICTURES } from './pictures.ts';

export type { Master };

/** At least sixty files of twenty formats. */
export const MASTERS: readonly Master[] = [...PICTURES, ...DOCUMENTS, ...VIDEOS, ...DAMAGED, ...REJECTED];
