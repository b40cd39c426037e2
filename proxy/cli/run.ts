import { ProxyOptionError } from '../options.ts';
import { ListenError } from '../server/listen.ts';
import { StorageError } from '../storage/storage.ts';
import { type Command, CommandError, give, printNotice, UsageError } from './command.ts';
import { proxyCommand } from './proxy-command.ts';
import { auditCommand, eventsCommand } from './storage-commands.ts';
import { tokenCommand } from './token-command.ts';

const COMMANDS: Readonly<Record<string, Command>> = {
  proxy: proxyCommand,
  token: tokenCommand,
  events: eventsCommand,
  audit: auditCommand,
};

const listed = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(8)}${summary}`);
const USAGE = `Usage: instrument-panel COMMAND [options]
${listed.join('\n')}
instrument-panel COMMAND --help says what a command takes.`;

const FORESEEN = [CommandError, ProxyOptionError, ListenError, StorageError];

function report(error: unknown, name: string): number {
  if (error instanceof UsageError) {
    printNotice(`${error.message}\nSee: instrument-panel ${name} --help`);
    return 2;
  }
  const foreseen = FORESEEN.some((kind) => error instanceof kind);
  printNotice(
    error instanceof Error ? String((foreseen ? error.message : error.stack) ?? error) : String(error),
  );
  return 1;
}

/**
 * Runs a command line, without the program's own name. Gives the exit code: 0, 1 if the command could not do what it
 * was told, 2 if it was not understood; a command that goes on, such as the proxy, gives 0 once it has started.
 */
export async function run(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  if (name === '--help' || name === '-h' || name === 'help') {
    give(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    printNotice(`${name === '' ? 'No command was given.' : `There is no command ${name}.`}\n${USAGE}`);
    return 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    give(command.usage);
    return 0;
  }
  try {
    await command.run(rest);
    return 0;
  } catch (error) {
    return report(error, name);
  }
}
