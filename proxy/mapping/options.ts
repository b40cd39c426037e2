import { secretProblem } from '../token/key-ring.ts';

/** How EHR keys are kept. */
export interface MappingOptions {
  /**
   * At least 32 random bytes, kept away from the storage: EHR keys are stored as their HMAC-SHA256, so that the storage
   * alone does not give them away. Keep it as long as the mapping: under another key no link is found.
   */
  readonly key: Uint8Array;
}

type Need = (option: string, holds: boolean, sentence: string) => void;

/** Checks the option `mapping`; `need` throws what names it. Null where the mapping is off. */
export function checkMapping(given: MappingOptions | undefined, need: Need): MappingOptions | null {
  if (given === undefined) return null;
  const problem = secretProblem(given?.key, 'HMAC-SHA256');
  need('mapping.key', problem === null, `${problem}.`);
  return { key: given.key };
}
