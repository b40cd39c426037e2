import { createHash, randomBytes } from 'node:crypto';

/** A source of identifiers and tokens. */
export interface Identifiers {
  uuid(): string;
  /** Returns a secret for an address: 32 characters of base64url. */
  token(): string;
}

const asUuid = (bytes: Uint8Array): string => {
  const hex = Buffer.from(bytes.subarray(0, 16)).toString('hex').split('');
  // Version 4 and the RFC 9562 variant.
  hex[12] = '4';
  hex[16] = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4] ?? '8';
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
};

const from = (bytes: (count: number) => Uint8Array): Identifiers => ({
  uuid: () => asUuid(bytes(16)),
  token: () => Buffer.from(bytes(24)).toString('base64url'),
});

/** Creates unpredictable identifiers. */
export const randomIdentifiers = (): Identifiers => from((count) => randomBytes(count));

/** Creates the same identifiers for the same text every time. Only for seeding: the text makes them guessable. */
export function repeatableIdentifiers(text: string): Identifiers {
  let drawn = 0;
  return from((count) => {
    drawn += 1;
    return createHash('sha256').update(`${text}/${drawn}`).digest().subarray(0, count);
  });
}
