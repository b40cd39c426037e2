/**
 * The command behind `npm run sandbox`: parses its arguments, serves the simulated service, stops cleanly.
 *
 * @module
 */
import { readArguments, USAGE } from './arguments.ts';
import { createSandbox } from './create-sandbox.ts';
import { TOUR_PEOPLE } from './seed/clinic.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

function fail(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

const read = readArguments(process.argv.slice(2), Date.now());
if (read.kind === 'help') {
  say(USAGE);
  process.exit(0);
}
if (read.kind === 'wrong') fail(`${read.message}\n\n${USAGE}`, 2);

const { port, host, ...options } = read.options;
try {
  const sandbox = await createSandbox(options);
  const listening = await sandbox.listen(port, host).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await listening.close();
    await sandbox.close();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  say(`Sandbox    ${listening.url}/third-party/api/v1`);
  say(`Clock      ${sandbox.clock.now()}  (POST ${listening.url}/sandbox/clock {"advance":"P7D"})`);
  say(`Control    ${listening.url}/sandbox  (pages, for people)`);
  say('Sign-in    X-Api-Key: demo-key    X-Api-Secret: demo-secret');
  say('           X-Api-Key: other-key   X-Api-Secret: other-secret');
  const { patients, instruments } = sandbox;
  const patient =
    patients.find(({ name }) => name === TOUR_PEOPLE.course) ?? patients.find(({ answered }) => answered[0]);
  if (patient) {
    say(`Ids        professional-id="${patient.professionalId}"`);
    say(`           patient-id="${patient.id}"`);
    say(`           form-id="${instruments[patient.answered[0] ?? '']}"`);
  }
  if (options.webhook) say(`Webhooks   ${options.webhook.url}  (of demo-key)`);
  say(options.db === undefined ? 'Data       in memory; --db FILE keeps it' : `Data       ${options.db}`);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error), 1);
}
