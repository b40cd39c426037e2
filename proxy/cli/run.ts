import { suggest } from '../options.ts';
import manifest from '../package.json' with { type: 'json' };
import { auditCommand } from './audit-command.ts';
import { storageCommand } from './backup-command.ts';
import { type Command, give, printNotice, report, takeTenant } from './command.ts';
import { doctorCommand } from './doctor-command.ts';
import { eventsCommand } from './events-command.ts';
import { initCommand } from './init-command.ts';
import { linkCommand } from './link-command.ts';
import { profileCommand } from './profile-command.ts';
import { proxyCommand } from './proxy-command.ts';
import { revokeCommand } from './revoke-command.ts';
import { sitesCommand } from './sites-command.ts';
import { tokenCommand } from './token-command.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  init: initCommand,
  proxy: proxyCommand,
  doctor: doctorCommand,
  token: tokenCommand,
  revoke: revokeCommand,
  link: linkCommand,
  profile: profileCommand,
  sites: sitesCommand,
  events: eventsCommand,
  audit: auditCommand,
  storage: storageCommand,
};

const listed = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`);
const USAGE = `Usage: instrument-panel COMMAND [options]
${listed.join('\n')}
instrument-panel COMMAND --help says what a command takes; --version which release this is.`;

const TENANT_USAGE = '  --tenant  the id of the tenant that it is about, where the configuration has several';
const TAKES_NO_TENANT: ReadonlySet<string> = new Set(['init', 'proxy', 'profile']);

/** Runs a command line. Gives the exit code: 0 (or a proxy has started), 1 failed, 2 not understood. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--version') {
    give(manifest.version);
    return 0;
  }
  if (name === '--help' || name === '-h' || name === 'help') {
    give(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const near = suggest(name, Object.keys(COMMANDS));
    printNotice(`${name === '' ? 'No command was given.' : `There is no command ${name}.${near}`}\n${USAGE}`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    give(TAKES_NO_TENANT.has(name) ? command.usage : `${command.usage}\n${TENANT_USAGE}`);
    return 0;
  }
  try {
    await command.run(TAKES_NO_TENANT.has(name) ? rest : takeTenant(rest));
    return 0;
  } catch (error) {
    return report(error, name);
  }
}
