import * as z from 'zod/mini';

/** How many tests passed and failed. A skipped test counts as neither. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
});

/**
 * A runner that failed without naming a failed test (it crashed, an error escaped, it found no test) still
 * counts one failure: nothing that went wrong may leave the sum at 0 failed.
 */
const honest = (passed: number, failed: number, exitCode: number): Tally => ({
  passed,
  failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed,
});

/** Reads the JSON report of Vitest; a file that could not be loaded counts as one failure. */
export function vitestTally(report: unknown, exitCode: number): Tally {
  const read = VitestReport.safeParse(report);
  if (!read.success) return { passed: 0, failed: 1 };
  const unloaded = read.data.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return honest(read.data.numPassedTests, read.data.numFailedTests + unloaded.length, exitCode);
}

/** Tests that need a storage's server or promtool, which CI installs; a disk of its own is only for root. */
const SERVER_FILES = /(?<!\/test)\/proxy\/|\/test\/soak\/|\/test\/proxy\/monitoring/;
const ROOT_ONLY = /not run without root/;

/** The names of the tests of a Vitest report that did not run for want of a server. */
export function findNotRun(report: unknown): string[] {
  const { data } = VitestReport.safeParse(report);
  return (data?.testResults ?? [])
    .filter(({ name }) => SERVER_FILES.test(name))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status === 'skipped' && !ROOT_ONLY.test(fullName))
    .map(({ fullName }) => fullName);
}

/** Reads the JSON report of Playwright; a flaky test counts as failed. */
export function playwrightTally(report: unknown, exitCode: number): Tally {
  const read = PlaywrightReport.safeParse(report);
  if (!read.success) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = read.data.stats;
  return honest(expected, unexpected + flaky + read.data.errors.length, exitCode);
}
