/**
 * A worker in which caseloads are read, for `createWorker` of `configure()`: importing this in a page does nothing of use.
 *
 * @module
 */
import { serveCaseload } from '@instrument-panel/shared/caseload/serve';
import type { ThreadPort } from '@instrument-panel/shared/caseload/thread';

serveCaseload(globalThis as unknown as ThreadPort);
