import { setImmediate as turn } from 'node:timers/promises';

type Serve = (request: Request, address: string) => Promise<Response>;

/** Requests that are under way get this long to end before others wait. */
const DRAIN_MS = 2_000;

/** Lets requests through, except while work that must be alone is done: they wait for its end then. */
export function createGate(handle: Serve) {
  let closed: Promise<void> | null = null;
  let underWay = 0;
  return {
    async serve(request: Request, address: string): Promise<Response> {
      while (closed) await closed;
      underWay += 1;
      try {
        return await handle(request, address);
      } finally {
        underWay -= 1;
      }
    },
    /** Does `work`, which one of the requests under way may have asked for, while no other request is served. */
    async alone(work: () => Promise<void>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      try {
        for (const end = performance.now() + DRAIN_MS; underWay > 1 && performance.now() < end; )
          await turn();
        await work();
      } finally {
        closed = null;
        resolve();
      }
    },
  };
}
