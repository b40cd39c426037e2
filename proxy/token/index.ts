/** Tokens: the ring of keys, minting, verifying. */
export { type Claims, MAX_PATIENTS, MAX_TOKEN_SECONDS } from './claims.ts';
export {
  createKeyRing,
  createRotatingKeyRing,
  type KeyRing,
  type RotatingKeyRing,
  type TokenKey,
} from './key-ring.ts';
export { type MintedToken, mintToken, type TokenClaims } from './mint.ts';
export { createRevocations, type Revocations } from './revocations.ts';
export { createVerifier, type Verifier, type VerifierOptions } from './verify.ts';
