/** Lets so many run at once and has the others wait in line. */
export type Gate = <Value>(work: () => Promise<Value>) => Promise<Value>;

/** @param width how many at once */
export function createGate(width: number): Gate {
  const line: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= width) await new Promise<void>((resolve) => line.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = line.shift();
      // Who is next takes this place.
      if (next) next();
      else inside -= 1;
    }
  };
}
