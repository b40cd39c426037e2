import { reportSiteHealth } from '@instrument-panel/client/proxy';
import {
  type Command,
  CommandError,
  give,
  loadConfig,
  loadDemo,
  readArguments,
  UsageError,
} from './command.ts';

const METRIC = /^instrument_panel_proxy_extension_pages_total\{([^}]*)\} (\d+)/;
const OUTCOMES = Object.keys(reportSiteHealth.body.shape.profiles.def.element.shape.pages.shape);
const TIMEOUT_MS = 10_000;

interface Row {
  readonly profile: string;
  readonly version: string;
  readonly extension: string;
  readonly pages: Map<string, number>;
}

/** Reads the counts of the extension's pages out of a text of metrics, a row for each profile, its version and the extension's. */
export function readSiteRows(text: string): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const line of text.split('\n')) {
    const [, labels = '', count = '0'] = METRIC.exec(line) ?? [];
    const { profile, version, extension, outcome } = Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    if (!profile || !version || !extension || !outcome) continue;
    const key = [profile, version, extension].join(' ');
    const row = rows.get(key) ?? { profile, version, extension, pages: new Map() };
    row.pages.set(outcome, (row.pages.get(outcome) ?? 0) + Number(count));
    rows.set(key, row);
  }
  return [...rows.values()].sort((one, other) =>
    one.profile === other.profile
      ? Number(other.version) - Number(one.version)
      : one.profile.localeCompare(other.profile),
  );
}

/** A table with its columns in line, and what needs somebody named behind each row. */
function toTable(rows: readonly Row[]): string {
  const head = ['profile', 'version', 'extension', ...OUTCOMES, ''];
  const lines = rows.map(({ profile, version, extension, pages }) => {
    const found = (pages.get('shown') ?? 0) + (pages.get('list') ?? 0);
    return [
      profile,
      version,
      extension,
      ...OUTCOMES.map((outcome) => String(pages.get(outcome) ?? 0)),
      found === 0 ? 'finds nothing' : '',
    ];
  });
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

async function readMetrics(url: string, token: string): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(new URL('metrics', url.endsWith('/') ? url : `${url}/`), {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new CommandError(`The proxy at ${url} does not answer.`, { cause: error });
  }
  if (!answer.ok) throw new CommandError(`The proxy at ${url} answered ${answer.status}.`);
  return answer.text();
}

export const sitesCommand: Command = {
  summary: 'says what the extension finds, by profile and version',
  usage: `Usage: instrument-panel sites --url https://panel.clinic.example [--config proxy.config.mts] [--json]
  --url     address of the running proxy
  --config  the options of the proxy, for the token of metrics  (the demo's)
  --json    rows for a program
Pages since the proxy was started, as the extension counted them:
  shown      the patient was known, and the panel stood
  list       a list with scores in its rows
  unclear    a chart whose patient could not be confirmed
  unplaced   the patient was known, and the panel had no place
  unmatched  no page of the profile matched
"other" is a profile, or a version of one, that this proxy does not hand out.`,
  async run(args) {
    const text = { type: 'string' } as const;
    const { values } = readArguments(args, { url: text, config: text, json: { type: 'boolean' } });
    if (!values.url || !URL.canParse(values.url)) throw new UsageError('Say with --url where the proxy is.');
    const { metrics } = values.config === undefined ? loadDemo() : await loadConfig(values.config);
    if (!metrics)
      throw new CommandError('The proxy has no option metrics, and so counts nothing for anybody.');
    const rows = readSiteRows(await readMetrics(values.url, metrics.token));
    if (values.json)
      give(JSON.stringify(rows.map(({ pages, ...row }) => ({ ...row, ...Object.fromEntries(pages) }))));
    else
      give(
        rows.length > 0 ? toTable(rows) : 'The extension has reported nothing since the proxy was started.',
      );
  },
};
