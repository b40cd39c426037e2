import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod/mini';

/** How many tests passed and failed. A skipped test counts as neither. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

/** The status of a test, and what its assertions said. */
const VitestResult = z.object({
  status: z.string(),
  fullName: z.string(),
  failureMessages: z.optional(z.array(z.string())),
});

const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(VitestResult),
    }),
  ),
});

const PlaywrightError = z.looseObject({ message: z.optional(z.string()) });
const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ results: z.array(z.object({ errors: z.array(PlaywrightError) })) })),
});
const PlaywrightSuite = z.object({
  specs: z.array(PlaywrightSpec),
  get suites() {
    return z.optional(z.array(PlaywrightSuite));
  },
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(PlaywrightError),
  suites: z.optional(z.array(PlaywrightSuite)),
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

/** Tests that need a storage's server or promtool, which CI installs. */
const SERVER_FILES = /(?<!\/test)\/proxy\/|\/test\/soak\/|\/test\/proxy\/monitoring/;
/** What says of itself where it runs: a disk of its own is only for root, and two builds take a quarter of an hour. */
const ELSEWHERE = /not run without root|in the soak alone/;

/** The names of the tests of a Vitest report that did not run for want of a server. */
export function findNotRun(report: unknown): string[] {
  const { data } = VitestReport.safeParse(report);
  return (data?.testResults ?? [])
    .filter(({ name }) => SERVER_FILES.test(name))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status === 'skipped' && !ELSEWHERE.test(fullName))
    .map(({ fullName }) => fullName);
}

/** Reads the JSON report of Playwright; a flaky test counts as failed. */
export function playwrightTally(report: unknown, exitCode: number): Tally {
  const read = PlaywrightReport.safeParse(report);
  if (!read.success) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = read.data.stats;
  return honest(expected, unexpected + flaky + read.data.errors.length, exitCode);
}

const firstLine = (message: string | undefined) =>
  stripVTControlCharacters(message ?? '').split('\n', 1)[0] ?? '';
const line = (name: string, message: string | undefined) => `Failed: ${name}: ${firstLine(message)}`;

/** A line for each test that failed by the JSON report of Vitest: its name, and the first line that it said. */
export function vitestFailures(report: unknown): string[] {
  const { data } = VitestReport.safeParse(report);
  return (data?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [line(name, message)] : [];
    return failed.map(({ fullName, failureMessages }) => line(fullName, failureMessages?.[0]));
  });
}

/** The same of the JSON report of Playwright; a test that passed only when tried again is among them. */
export function playwrightFailures(report: unknown): string[] {
  const { data } = PlaywrightReport.safeParse(report);
  const specs = (suite: z.infer<typeof PlaywrightSuite>): z.infer<typeof PlaywrightSpec>[] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specs),
  ];
  const errors = (spec: z.infer<typeof PlaywrightSpec>) =>
    spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
  return [
    ...(data?.suites ?? [])
      .flatMap(specs)
      .filter((spec) => !spec.ok || errors(spec).length > 0)
      .map((spec) => line(`${spec.file}: ${spec.title}`, errors(spec)[0]?.message)),
    ...(data?.errors ?? []).map(({ message }) => line('Playwright', message)),
  ];
}
