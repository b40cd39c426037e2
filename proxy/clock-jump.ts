/** A clock that has gone further ahead than time has passed since the proxy started deletes nothing. */
const CLOCK_JUMP_MAX_MS = 86_400_000;

/** Gives what tells whether a clock has jumped ahead since now. */
export function createJumpWatch(clock: () => number): () => boolean {
  const startedAt = clock() - performance.now();
  return () => clock() - performance.now() - startedAt > CLOCK_JUMP_MAX_MS;
}
