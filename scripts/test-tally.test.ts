import { describe, expect, it } from 'vitest';
import {
  findNotRun,
  playwrightFailures,
  playwrightTally,
  vitestFailures,
  vitestTally,
} from './test-tally.ts';

const vitest = (numPassedTests: number, numFailedTests: number, testResults: object[] = []) => ({
  numPassedTests,
  numFailedTests,
  testResults,
});
const playwright = (expected: number, unexpected: number, flaky = 0, errors: object[] = []) => ({
  stats: { expected, unexpected, flaky, skipped: 0 },
  errors,
});

describe('the sum of the tests', () => {
  it('counts what passed and what failed', () => {
    expect(vitestTally(vitest(12, 2), 1)).toEqual({ passed: 12, failed: 2 });
    expect(playwrightTally(playwright(5, 1), 1)).toEqual({ passed: 5, failed: 1 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const file = { name: '/a.test.ts', status: 'failed', assertionResults: [] };
    expect(vitestTally(vitest(12, 0, [file]), 1)).toEqual({ passed: 12, failed: 1 });
  });

  it('counts a flaky browser test as a failure', () => {
    expect(playwrightTally(playwright(5, 0, 1), 0)).toEqual({ passed: 5, failed: 1 });
  });

  it.each([
    ['crashed before it wrote a report', null, 1],
    ['left with an error although every test passed', vitest(12, 0), 1],
    ['found no test at all', vitest(0, 0), 0],
  ])('counts one failure for a runner that %s', (_, report, exitCode) => {
    expect(vitestTally(report, exitCode).failed).toBe(1);
    expect(playwrightTally(report, exitCode).failed).toBe(1);
  });

  it('names each test that failed, with the first line that it said', () => {
    const unit = vitest(1, 1, [
      {
        name: '/checkout/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'a score is read' },
          {
            status: 'failed',
            fullName: 'a flag stays',
            failureMessages: ['\u001b[31mexpected 1\u001b[39m\n    at a.test.ts:3'],
          },
        ],
      },
      { name: '/checkout/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ]);
    expect(vitestFailures(unit)).toEqual([
      'Failed: a flag stays: expected 1',
      'Failed: /checkout/b.test.ts: no such module',
    ]);
    const spec = (title: string, ok: boolean, errors: object[]) => ({
      title,
      file: 'panel.spec.ts',
      ok,
      tests: [{ results: [{ errors }] }],
    });
    const browser = {
      ...playwright(1, 1),
      suites: [
        {
          specs: [spec('opens', true, [])],
          suites: [{ specs: [spec('closes', false, [{ message: 'Timeout\nlog' }])] }],
        },
      ],
    };
    expect(playwrightFailures(browser)).toEqual(['Failed: panel.spec.ts: closes: Timeout']);
    expect(vitestFailures(null)).toEqual([]);
  });

  it('names the tests that did not run for want of a server', () => {
    const one = (name: string, status: string, fullName: string) => ({
      name: `/checkout/${name}`,
      status: 'passed',
      assertionResults: [{ status, fullName }],
    });
    const report = vitest(3, 0, [
      one('proxy/storage/postgres.test.ts', 'skipped', 'a Postgres that takes no writes'),
      one('test/soak/chaos-failover.test.ts', 'skipped', 'no event is lost'),
      one('test/proxy/monitoring.test.ts', 'skipped', 'Prometheus understands the rules'),
      one('test/soak/chaos-full.test.ts', 'skipped', 'a disk that is full (not run without root)'),
      one('test/soak/reproducible.test.ts', 'skipped', 'two builds (in the soak alone) are equal'),
      one('proxy/storage/redis.test.ts', 'passed', 'a Redis'),
      one('test/proxy/deployment.test.ts', 'skipped', 'the unit of systemd'),
    ]);
    expect(findNotRun(report)).toEqual([
      'a Postgres that takes no writes',
      'no event is lost',
      'Prometheus understands the rules',
    ]);
    expect(findNotRun(null)).toEqual([]);
  });
});
