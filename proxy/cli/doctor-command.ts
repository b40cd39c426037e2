import { type Finding, findFailed, findOk } from '../doctor/finding.ts';
import type { ProxyOptions } from '../options.ts';
import { checkOptions } from '../settings.ts';
import { type Command, CommandError, give, loadConfig, readArguments, UsageError } from './command.ts';
import { LoadError } from './load-error.ts';

/** Loads and checks the configuration. Gives a finding if that fails. */
async function readChecked(file: string): Promise<ProxyOptions | Finding> {
  try {
    const options = await loadConfig(file);
    checkOptions(options);
    return options;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof LoadError) {
      const remedy = `Correct it there; instrument-panel proxy --check --config ${file} says whether it loads.`;
      return findFailed('configuration', error.brief, remedy);
    }
    const { name, message, code } = error as NodeJS.ErrnoException;
    // By its code: the configuration may have loaded another copy of this package.
    const isKnown = code === 'PROXY_OPTION_INVALID' || code === 'CANNOT_RUN';
    const found = isKnown ? message : `${file} cannot be loaded (${name}).`;
    const remedy = isKnown ? 'Correct it as said.' : 'instrument-panel proxy --check says where.';
    return findFailed('configuration', found, remedy);
  }
}

function printFinding({ hop, state, found, remedy }: Finding): void {
  give(`${state.padEnd(9)}${hop.padEnd(22)}${found}`);
  if (remedy !== undefined) give(`${' '.repeat(9)}${'-> remedy'.padEnd(22)}${remedy}`);
}

export const doctorCommand: Command = {
  summary: 'tries each hop between browser, proxy, storage and service, and names the remedy',
  usage: `Usage: instrument-panel doctor --config proxy.config.mts [--url https://panel.example] [--cookie LINE] [--json]
  --config  the options of the proxy
  --url     where browsers reach the running proxy          (the configuration's publicUrl)
  --cookie  the Set-Cookie line of your session, with any value: says whether it reaches the proxy
  --json    one JSON object instead of lines
It stores no event, asks for no patient, and prints no secret. It upgrades the storage of an older release, as the
proxy's start does: back up first. Exit code 1 if a hop failed.`,
  async run(args) {
    const text = { type: 'string' } as const;
    const { values } = readArguments(args, {
      config: text,
      url: text,
      cookie: text,
      json: { type: 'boolean' },
    });
    const { config, url, cookie } = values;
    if (config === undefined) throw new UsageError('--config must name the configuration to try.');
    if (url !== undefined && !/^https?:/.test(url)) throw new UsageError('--url must begin with https://.');
    const options = await readChecked(config);
    const findings = 'hop' in options ? [options] : await tryAll(config, options, { url, cookie });
    const failed = findings.filter(({ state }) => state === 'failed').length;
    if (values.json) give(JSON.stringify({ ok: failed === 0, findings }, null, 2));
    else for (const finding of findings) printFinding(finding);
    if (failed > 0) throw new CommandError(`${failed} of ${findings.length} failed.`);
  },
};

async function tryAll(
  config: string,
  options: ProxyOptions,
  front: { url: string | undefined; cookie: string | undefined },
) {
  // Loaded for this command only.
  const [{ tryService }, { tryStorage }, { tryDiscovery, tryFront }] = await Promise.all([
    import('../doctor/service.ts'),
    import('../doctor/storage.ts'),
    import('../doctor/front.ts'),
  ]);
  const found = await Promise.all([
    tryService(options),
    tryStorage(options),
    tryDiscovery(options),
    tryFront(options, front),
  ]);
  return [findOk('configuration', config), ...found.flat()];
}
