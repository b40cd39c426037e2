import { createSandbox } from '../../sandbox/index.ts';

export type ServedSandbox = Awaited<ReturnType<typeof serveSandbox>>;

/** Starts a sandbox on a free port. */
export async function serveSandbox(options?: Parameters<typeof createSandbox>[0]) {
  const sandbox = await createSandbox(options);
  const server = await sandbox.listen(0);
  return {
    url: server.url,
    close: async (): Promise<void> => {
      await server.close();
      await sandbox.close();
    },
  };
}
