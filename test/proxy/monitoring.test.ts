import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const read = (path: string): string => readFileSync(resolve(path), 'utf8');
const RULES = read('deploy/prometheus/instrument-panel.rules.yml');
const DASHBOARD = read('deploy/grafana/instrument-panel.json');
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

describe.skipIf(!hasPromtool)('Prometheus (not run without promtool, of Debian’s package prometheus)', () => {
  test.each([
    ['understands the rules', ['check', 'rules', 'instrument-panel.rules.yml']],
    [
      'alerts where it should, and is quiet where it should be',
      ['test', 'rules', 'instrument-panel.rules.test.yml'],
    ],
    ['understands what is to be asked', ['check', 'config', '--syntax-only', 'prometheus.yml']],
  ])('%s', (_, args) => {
    const cwd = resolve('deploy/prometheus');
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});

/** The metrics that docs/proxy.md lists, which a test there compares with those of a proxy. */
const METRICS = new Set(
  Array.from(read('docs/proxy.md').matchAll(/^\| `(instrument_panel_\w+)`/gm), ([, name]) => name),
);

test.each([
  ['rules', RULES],
  ['dashboard', DASHBOARD],
])('the %s name only metrics that a proxy has, and every metric is in one of them', (_, text) => {
  const named = [...text.matchAll(/instrument_panel_proxy_\w+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) expect(METRICS).toContain(name);
  for (const name of METRICS) expect(RULES + DASHBOARD).toContain(name);
});

test('each alert says what is wrong and what to do', () => {
  const alerts = RULES.split('- alert: ').slice(1);
  expect(alerts.length).toBeGreaterThan(15);
  for (const alert of alerts) {
    expect(alert).toMatch(/severity: (critical|warning)/);
    expect(alert).toMatch(/summary: '.{20,}'/);
    expect(alert).toMatch(/remedy: '.{10,}'/);
  }
});

test('the dashboard has each panel once, and each asks something', () => {
  const { panels } = JSON.parse(DASHBOARD) as { panels: { id: number; title: string; targets: unknown[] }[] };
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  for (const { targets } of panels) expect(targets.length).toBeGreaterThan(0);
});
