import { hashPassword, isPassword } from './password.ts';

/** Somebody of the clinic who signs in. */
export interface StaffMember {
  /** The EHR's own identifier, `sub` of the tokens: no e-mail, no name. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** As `hashPassword` gives it. */
  readonly passwordHash: string;
  /** UUID of the professional at the service. */
  readonly professionalId: string;
}

/** Failed attempts that one e-mail has in a minute. */
const ATTEMPTS = 10;
const MINUTE = 60_000;

export type SignIn =
  | { readonly kind: 'welcome'; readonly member: StaffMember }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too-many' };

/** Makes the check of an e-mail and a password. An unknown e-mail costs as much time as a wrong password. */
export function createSignIn(staff: readonly StaffMember[], now: () => number) {
  const byEmail = new Map(staff.map((member) => [member.email.toLowerCase(), member]));
  const failures = new Map<string, number[]>();
  let nobody: Promise<string> | undefined;

  return async (email: string, password: string): Promise<SignIn> => {
    const key = email.trim().toLowerCase();
    const recent = (failures.get(key) ?? []).filter((at) => now() - at < MINUTE);
    if (recent.length >= ATTEMPTS) return { kind: 'too-many' };
    const member = byEmail.get(key);
    nobody ??= hashPassword('');
    const isRight = await isPassword(password, member?.passwordHash ?? (await nobody));
    if (member && isRight) {
      failures.delete(key);
      return { kind: 'welcome', member };
    }
    // Only known e-mails are counted, so that invented ones cannot fill the memory.
    if (member) failures.set(key, [...recent, now()]);
    return { kind: 'wrong' };
  };
}
