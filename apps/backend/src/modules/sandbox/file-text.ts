/** The text of a page; null until it is recognized. Pages count from 1. */
export interface ReadPage {
  page: number;
  text: string | null;
  /** Of recognized text: percent. */
  confidence?: number;
}
