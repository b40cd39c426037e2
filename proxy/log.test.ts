import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { proxyOptions } from './fixtures/world.ts';
import { createJsonLog, type LogLine, withFallback } from './log.ts';
import { createProxy } from './proxy.ts';

const line = (hint: string): LogLine => ({
  at: '2026-03-02T10:00:00Z',
  level: 'info',
  event: 'request',
  hint,
});

const MODULE = fileURLToPath(new URL('./log.ts', import.meta.url));

const hintsOf = (taken: readonly string[]): readonly string[] =>
  taken
    .join('')
    .trim()
    .split('\n')
    .map((text) => (JSON.parse(text) as LogLine).hint ?? '');

/** A reader that takes what is written only when it is told to. */
function openReader() {
  const taken: string[] = [];
  const callbacks: (() => void)[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, callback) {
      taken.push(chunk.toString());
      callbacks.push(callback);
    },
  });
  const read = async (): Promise<void> => {
    while (callbacks.length > 0) {
      for (const callback of callbacks.splice(0)) callback();
      await nextTurn();
    }
  };
  return { stream, taken, read };
}

describe('the log', () => {
  it('writes lines of several turns at once', async () => {
    const { stream, taken } = openReader();
    const log = createJsonLog(stream);
    log(line('one'));
    await nextTurn();
    log(line('two'));
    await expect.poll(() => taken.length).toBe(1);
    expect(hintsOf(taken)).toEqual(['one', 'two']);
  });

  it('writes an error at the end of the turn, after what came before it', async () => {
    const { stream, taken } = openReader();
    const log = createJsonLog(stream);
    log(line('one'));
    log({ ...line('two'), level: 'error' });
    await nextTurn();
    expect(hintsOf(taken)).toEqual(['one', 'two']);
  });

  it('writes what has gathered when the process ends, also by an exception that nobody catches', async () => {
    const code = `
      const { jsonLog } = await import(${JSON.stringify(MODULE)});
      jsonLog({ at: '', level: 'info', event: 'request', hint: 'the last line' });
      throw new Error('nobody catches it');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const taken: string[] = [];
    child.stdout.on('data', (text: Buffer) => taken.push(text.toString()));
    const [exit] = await once(child, 'close');
    expect([exit, hintsOf(taken)]).toEqual([1, ['the last line']]);
  });

  it('holds no more than a megabyte for a reader that stalls, and says how many lines it lost', async () => {
    const { stream, taken, read } = openReader();
    const log = createJsonLog(stream, () => 0);
    const kilobyte = 'x'.repeat(1_000);
    for (let count = 0; count < 3_000; count += 1) {
      log(line(kilobyte));
      if (count % 100 === 0) await nextTurn();
    }
    expect(stream.writableLength).toBeLessThan(1_100_000);
    await nextTurn();
    await read();
    log(line('after'));
    const readAll = async (): Promise<string> => {
      await read();
      return taken.join('');
    };
    await expect.poll(readAll).toContain('"after"');
    const lines = taken
      .join('')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as LogLine);
    const kept = lines.filter(({ hint }) => hint === kilobyte).length;
    expect(lines.slice(-2)).toMatchObject([
      {
        level: 'error',
        event: 'log-lost',
        hint: `${3_000 - kept} lines were lost, since the log was not read.`,
      },
      { hint: 'after' },
    ]);
  });

  it('outlives a reader that is gone', async () => {
    const code = `
      const { jsonLog } = await import(${JSON.stringify(MODULE)});
      let count = 0;
      const timer = setInterval(() => {
        jsonLog({ at: '', level: 'info', event: 'request' });
        count += 1;
        if (count === 20) { clearInterval(timer); process.stderr.write('still here'); }
      }, 5);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said += text;
    });
    const [exit] = await once(child, 'close');
    expect([exit, said]).toEqual([0, 'still here']);
  });
});

describe('a log of the partner that throws', () => {
  const broken = (): never => {
    throw new Error('the disk is full');
  };

  it('ends no request', async () => {
    const proxy = createProxy({ ...proxyOptions('http://127.0.0.1:4739'), log: broken });
    const { status } = await proxy.fetch(new Request('https://panel.clinic.example/nowhere'));
    expect(status).toBe(404);
    await proxy.close();
  });

  it('has its lines written elsewhere', () => {
    const kept: LogLine[] = [];
    const line = { at: '2026-11-24T00:00:00Z', level: 'info', event: 'request' } as const;
    withFallback(broken, (one) => kept.push(one))(line);
    expect(kept).toEqual([line]);
  });
});
