import { runCommandLine } from './run.ts';

/**
 * Runs a command line without a process of its own, which costs most of the time of one that is refused. What the
 * program adds is that it ends with this code: `main.ts`, which tests of whole processes run.
 */
export async function runHere(args: readonly string[]) {
  const output = { out: '', err: '' };
  const streams = [
    { stream: process.stdout, name: 'out' },
    { stream: process.stderr, name: 'err' },
  ] as const;
  const kept = streams.map(({ stream, name }) => {
    const { write } = stream;
    stream.write = (text: string | Uint8Array) => {
      output[name] += text.toString();
      return true;
    };
    return () => {
      stream.write = write;
    };
  });
  try {
    return { code: await runCommandLine(args), ...output };
  } finally {
    for (const restore of kept) restore();
  }
}
