import { basename, matchesGlob } from 'node:path';

/**
 * Files of tests that `npm test` leaves to `npm test -- --slow`, from the root: what packs or builds everything, starts
 * many programs and kills them, or asks again at length what others ask in part.
 */
export const SLOW_FILES: readonly string[] = [
  'test/conformance/**',
  'test/soak/**',
  'test/project/{packages,commands,firefox-build,playground,demo,docs-examples,rooms}.test.ts',
  'test/proxy/**',
  'test/dom/explore-instruments.test.ts',
  'sandbox/{serve,control/reset,pdf/pdf,service/faults/faults}.test.ts',
  'proxy/{serve,forward/connection,token/revocations}.test.ts',
  'proxy/storage/{hanging,promises,postgres,postgres-failover,sentinel}.test.ts',
  'proxy/audit/{upkeep,trail,failing}.test.ts',
  'proxy/cli/{init,workers,run,link-many}.test.ts',
  'proxy/tenants/**',
  'shared/client/caller.test.ts',
];

/** Files of `test/browser` that `npm test` runs: the main job on each surface. All others there are slow. */
export const FAST_BROWSER: readonly string[] = [
  'apply-failures',
  'apply-in-use',
  'apply-link',
  'apply-main-job',
  'apply-patient',
  'apply-sets',
  'extension-e2e-job',
  'extension-panel-trust',
  'history',
  'main-job',
  'panel-attributes',
  'panel-element',
  'panel-flag',
  'panel-live',
  'panel-states',
  'patient-facing',
  'picture-in-words',
  'right-patient',
  'seen-by',
  'site-context',
  'sparkline-states',
  'truth',
];

/** `fast` under `npm test`, `slow` under `npm test -- --slow`, undefined where tests are asked for by name. */
export const SCOPE = process.env.INSTRUMENT_PANEL_SCOPE as 'fast' | 'slow' | undefined;

/** Whether a file's tests are left to `npm test -- --slow`; a file is given from the root. */
export const isSlow = (file: string): boolean =>
  file.endsWith('.spec.ts')
    ? !FAST_BROWSER.includes(basename(file, '.spec.ts'))
    : SLOW_FILES.some((glob) => matchesGlob(file, glob));

/** Whether the scope that runs has the file. */
export const isInScope = (file: string): boolean =>
  SCOPE === undefined || isSlow(file) === (SCOPE === 'slow');
