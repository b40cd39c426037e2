import { describe, expect, it } from 'vitest';
import { plainProblem as problem } from '../intents/protocol.ts';
import { AskError } from '../intents/requests.ts';
import { Resource } from './resource.ts';

/** A reading whose answers the test gives. */
function world() {
  const open: { resolve: (value: string) => void; reject: (error: unknown) => void; signal: AbortSignal }[] =
    [];
  const reading = new Resource<string>(
    (signal) => new Promise((resolve, reject) => open.push({ resolve, reject, signal })),
  );
  return { reading, open };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));
const failed = (code: string) => new AskError('chart.read', problem(code));

describe('something that is read', () => {
  it('is read once, however often it is wanted', () => {
    const { reading, open } = world();
    reading.want();
    reading.want();
    expect(open).toHaveLength(1);
    expect(reading.state.value).toEqual({ status: 'loading' });
  });

  it('stays while it is read again, and says that it is not current where that fails', async () => {
    const { reading, open } = world();
    reading.want();
    open[0]?.resolve('first');
    await settled();
    void reading.load();
    expect(reading.state.value).toMatchObject({ status: 'ready', value: 'first' });
    open[1]?.reject(failed('network'));
    await settled();
    expect(reading.state.value).toMatchObject({ value: 'first', problem: { code: 'network' } });
  });

  it.each(['stale', 'disagrees', 'forbidden', 'signed-out', 'mismatch'])(
    'goes where it is refused with %s: it is not theirs, or not to be seen',
    async (code) => {
      const { reading, open } = world();
      reading.want();
      open[0]?.resolve('first');
      await settled();
      void reading.load();
      open[1]?.reject(failed(code));
      await settled();
      expect(reading.state.value).toMatchObject({ status: 'failed', problem: { code } });
    },
  );

  it('is not what an earlier question is answered with after a later one', async () => {
    const { reading, open } = world();
    void reading.load();
    void reading.load();
    expect(open[0]?.signal.aborted).toBe(true);
    open[1]?.resolve('later');
    open[0]?.resolve('earlier');
    await settled();
    expect(reading.state.value).toMatchObject({ value: 'later' });
  });

  it('is forgotten with what is under way', async () => {
    const { reading, open } = world();
    reading.want();
    reading.forget();
    open[0]?.resolve('late');
    await settled();
    expect(reading.state.value).toEqual({ status: 'idle' });
  });

  it('is read again after a change only where somebody has seen it', () => {
    const { reading, open } = world();
    reading.refresh();
    expect(open).toHaveLength(0);
  });
});
