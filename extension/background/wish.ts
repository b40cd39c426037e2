/**
 * Leaves a wish in a frame's isolated world, where the script that is run next takes it from. The browser carries
 * this function into the frame by its text: it must use nothing from around it.
 */
export function leaveRequest(key: string, wish: unknown): void {
  Reflect.set(globalThis, Symbol.for(key), wish);
}
