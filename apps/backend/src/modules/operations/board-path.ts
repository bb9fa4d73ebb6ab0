/** Where operations people watch the queues. */
export const BOARD_PATH = '/ops/queues';
