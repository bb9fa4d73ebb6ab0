/** The text of a page; null until it is recognized. Pages count from 1. */
export interface ReadPage {
  page: number;
  text: string | null;
  /** Percent, only for recognized text. */
  confidence?: number;
}
