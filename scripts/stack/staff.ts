import { type DemoSignIn, hashPassword, type StaffMember } from '../../sandbox/ehr/index.ts';
import { DEMO_CREDENTIALS, DEMO_STAFF } from '../../sandbox/seed/clinic.ts';
import { checkProfessional } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { StackError } from './error.ts';

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
