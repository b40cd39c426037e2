/** Code of the failure of a thread that had begun to read. */
export const WORKER_FAILED = 'WORKER_FAILED';
