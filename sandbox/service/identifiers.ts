import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A source of identifiers and tokens. */
export interface Identifiers {
  uuid(): string;
  /** Returns a secret for an address: 32 characters of base64url. */
  token(): string;
}

export const randomIdentifiers = (): Identifiers => ({
  uuid: () => randomUUID(),
  token: () => randomBytes(24).toString('base64url'),
});

/** Creates the same identifiers for the same text every time. Only for seeding: the text makes them guessable. */
export function repeatableIdentifiers(text: string): Identifiers {
  let drawn = 0;
  const draw = () => {
    drawn += 1;
    return createHash('sha256').update(`${text}/${drawn}`).digest();
  };
  return {
    uuid() {
      const hex = draw().toString('hex');
      // Version 4 and the RFC 9562 variant.
      const variant = '89ab'[Number.parseInt(hex[16] ?? '', 16) % 4];
      const end = `${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${end}`;
    },
    token: () => draw().subarray(0, 24).toString('base64url'),
  };
}

/** Takes the tokens from chance: a link is a credential, and whoever knows the seed must not know the link. */
export const withSecretTokens = ({ uuid, token }: Identifiers): Identifiers => ({
  uuid,
  token() {
    // Drawn all the same, so that the UUIDs stay those of the seed.
    token();
    return randomIdentifiers().token();
  },
});
