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

interface Address {
  readonly port: number;
  readonly host: string;
}

/** Where a sandbox listens: for this machine, and for phones if `phones` is given. */
interface SandboxPlace extends Address {
  readonly phones?: Address | null;
}

const portOf = (url: string): number => Number(new URL(url).port);

async function runSandbox(options: SandboxOptions, { port, host, phones }: SandboxPlace) {
  const sandbox = await createSandbox({ roster: 'fixtures', ...options });
  try {
    const listening = await sandbox.listen(port, host);
    const forPhones = phones ? await sandbox.listenForPatients(phones.port, phones.host) : null;
    return { sandbox, listening, forPhones };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/**
 * Starts a sandbox that can be taken away and brought back at the same address, as an outage would; without a `db` it
 * begins anew at every start.
 */
export async function startSandbox({ now, ...options }: SandboxOptions, place: SandboxPlace) {
  let last = await runSandbox({ ...options, ...(now !== undefined && { now }) }, place);
  let isRunning = true;
  const { url } = last.listening;
  const patientsUrl = last.forPhones?.url ?? null;
  const phones = place.phones && patientsUrl !== null && { ...place.phones, port: portOf(patientsUrl) };
  const again = { ...place, port: portOf(url), phones: phones || null };
  /** Of the sandbox that runs, or ran last. */
  const clock: SandboxClock = {
    now: () => last.sandbox.clock.now(),
    set: (to) => last.sandbox.clock.set(to),
    hold: () => last.sandbox.clock.hold(),
    release: () => last.sandbox.clock.release(),
  };
  return {
    url,
    /** Origin of the patients' links, if it is another one. */
    patientsUrl,
    clock,
    async start(): Promise<void> {
      if (isRunning) return;
      // Its clock goes on from where the file has it.
      last = await runSandbox(options, again);
      isRunning = true;
    },
    async stop(): Promise<void> {
      if (!isRunning) return;
      isRunning = false;
      await last.forPhones?.close();
      await last.listening.close();
      await last.sandbox.close();
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
  throw new StackError(`The sandbox did not take the proxy's address (${response.status}).`);
}
