/**
 * The simulated service of the demonstration: its sandbox, its staff, and where its events go.
 *
 * @module
 */

import { type DemoSignIn, hashPassword, type StaffMember } from '../../sandbox/ehr/index.ts';
import { createSandbox, type SandboxClock, type SandboxOptions } from '../../sandbox/index.ts';
import { DEMO_CREDENTIALS, DEMO_STAFF } from '../../sandbox/seed/clinic.ts';
import { checkProfessional } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { StackError } from './ports.ts';

/** A sandbox that can be taken away and brought back at the same address, as an outage would. */
interface RestartableSandbox {
  readonly url: string;
  /** Of the sandbox that runs, or ran last. */
  readonly clock: SandboxClock;
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function runSandbox(options: SandboxOptions, port: number, host: string) {
  const sandbox = await createSandbox(options);
  const listening = await sandbox.listen(port, host).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  return { sandbox, listening };
}

/** Starts a sandbox; without a `db` it begins anew at every start. */
export async function startSandbox(
  options: SandboxOptions,
  port: number,
  host: string,
): Promise<RestartableSandbox> {
  const first = await runSandbox(options, port, host);
  const { url } = first.listening;
  let running: typeof first | null = first;
  let last = first;
  // Its clock goes on from where the file has it.
  const { now: _, ...again } = options;
  return {
    url,
    clock: {
      now: () => last.sandbox.clock.now(),
      set: (to) => last.sandbox.clock.set(to),
      hold: () => last.sandbox.clock.hold(),
      release: () => last.sandbox.clock.release(),
    },
    async start() {
      if (running) return;
      last = await runSandbox(again, Number(new URL(url).port), host);
      running = last;
    },
    async stop() {
      const stopping = running;
      running = null;
      await stopping?.listening.close();
      await stopping?.sandbox.close();
    },
  };
}

/** Public, as everything of the demonstration: its patients are invented. */
const DEMO_PASSWORD = 'aurora-demo';

/**
 * The clinic's staff as the EHR needs them: with a password, and with the identifier that the service gave.
 *
 * @param service origin of the sandbox
 * @throws {StackError} where its data hold no such clinic
 */
export async function enrolStaff(
  service: string,
): Promise<{ readonly staff: readonly StaffMember[]; readonly signIns: readonly DemoSignIn[] }> {
  const client = createClient({ baseUrl: service, auth: DEMO_CREDENTIALS });
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const staff = await Promise.all(
    DEMO_STAFF.map(async ({ externalId, email, name, surname }) => {
      const { data } = await client(checkProfessional, { query: { email } });
      if (!data.linked || !data.serviceId) {
        throw new StackError(
          'NO_CLINIC',
          `The data hold no professional ${email}. Give --db a file that does not exist yet.`,
        );
      }
      const professionalId = data.serviceId;
      return { id: externalId, email, name: `${name} ${surname}`, passwordHash, professionalId };
    }),
  );
  return { staff, signIns: staff.map(({ name, email }) => ({ name, email, password: DEMO_PASSWORD })) };
}

/**
 * Has the sandbox deliver its events to an address.
 *
 * @throws {StackError} where it does not take the address
 */
export async function deliverTo(sandbox: string, url: string, secret: string): Promise<void> {
  const response = await fetch(`${sandbox}/sandbox/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'demo-key', url, secret }),
  });
  if (response.ok) return;
  throw new StackError('NO_DELIVERIES', `The sandbox did not take the proxy's address (${response.status}).`);
}
