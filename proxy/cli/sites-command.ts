import { foundBy, readSiteRows, SITE_OUTCOMES, type SiteRow } from '../server/site-rows.ts';
import {
  type Command,
  CommandError,
  give,
  loadConfig,
  loadDemo,
  readArguments,
  UsageError,
} from './command.ts';

const TIMEOUT_MS = 10_000;

/** A table with its columns in line, and what needs somebody named behind each row. */
function toTable(rows: readonly SiteRow[]): string {
  const head = ['profile', 'version', 'extension', ...SITE_OUTCOMES, ''];
  const lines = rows.map((row) => [
    row.tenant === null ? row.profile : `${row.tenant}/${row.profile}`,
    row.version,
    row.extension,
    ...SITE_OUTCOMES.map((outcome) => String(row.pages.get(outcome) ?? 0)),
    foundBy(row) === 0 ? 'finds nothing' : '',
  ]);
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
      give(
        JSON.stringify(
          rows.map(({ tenant, pages, ...row }) => ({
            ...(tenant === null ? {} : { tenant }),
            ...row,
            ...Object.fromEntries(pages),
          })),
        ),
      );
    else
      give(
        rows.length > 0 ? toTable(rows) : 'The extension has reported nothing since the proxy was started.',
      );
  },
};
