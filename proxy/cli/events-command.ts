import { ReplayError, replay, toPanelEvent } from '../events/deliver.ts';
import { toErrorName } from '../log.ts';
import type { PanelEvent } from '../options.ts';
import type { Settings } from '../settings.ts';
import {
  type Command,
  CommandError,
  give,
  printNotice,
  readArguments,
  readCount,
  UsageError,
  withStorage,
} from './command.ts';

const EVENTS_USAGE = `Usage: instrument-panel events replay --from N [--print] [--config proxy.config.mts]
       instrument-panel events dead [--replay N|all] [--drop N|all] [--config proxy.config.mts]
  --from    the sequence of the first event wanted, from 1
  --print   prints each event as a line of JSON instead of bringing it to onEvent
  --replay  brings the dead letter of this sequence, or all, to onEvent, and forgets what it takes
  --drop    forgets the dead letter of this sequence, or all
  --config  the options of the proxy whose storage has the events   (the demo's)
replay brings the events from N on to the onEvent of the configuration, in order, one after the other, once more. It
goes on beside a running proxy and does not move its place. Events are kept for 30 days. dead lists the events that
onEvent did not take in all its tries, a line of JSON for each; they are kept until they are replayed or dropped.`;

function receiver(
  { webhooks }: Settings,
  print: boolean,
  goOn = '--from',
): (event: PanelEvent) => Promise<void> {
  if (print) return async (event) => give(JSON.stringify(event));
  const onEvent = webhooks?.onEvent;
  if (!onEvent) {
    throw new CommandError(
      'The configuration has no webhooks.onEvent to bring events to. Add it, or use --print.',
    );
  }
  return async (event) => {
    try {
      // No limit of time: who replays sees that it hangs, and can stop it.
      await onEvent(event, { signal: new AbortController().signal });
    } catch (error) {
      const name = toErrorName(error);
      throw new CommandError(
        `onEvent threw ${name} at event ${event.sequence}. Go on with ${goOn} ${event.sequence}.`,
      );
    }
  };
}

async function withDeadLetters(
  config: string | undefined,
  replayed?: string,
  dropped?: string,
): Promise<void> {
  const wanted = replayed ?? dropped;
  if (replayed !== undefined && dropped !== undefined)
    throw new UsageError('Give --replay or --drop, not both.');
  if (wanted !== undefined && wanted !== 'all')
    readCount(replayed === undefined ? 'drop' : 'replay', wanted, 1);
  await withStorage(config, async ({ deadLetters }, settings) => {
    const all = await deadLetters.list();
    const letters = all.filter(
      ({ event }) => !wanted || wanted === 'all' || event.sequence === Number(wanted),
    );
    if (wanted !== undefined && wanted !== 'all' && letters.length === 0)
      throw new CommandError(`There is no dead letter ${wanted}. instrument-panel events dead lists them.`);
    if (wanted === undefined) {
      for (const { setAsideAt, ...letter } of letters)
        give(JSON.stringify({ ...letter, setAsideAt: new Date(setAsideAt).toISOString() }));
      return;
    }
    const bring = replayed === undefined ? null : receiver(settings, false, '--replay');
    for (const { event } of letters) {
      await bring?.(toPanelEvent(event));
      await deadLetters.remove(event.sequence);
    }
    printNotice(`${bring ? 'Replayed' : 'Dropped'} ${letters.length} dead letters.`);
  });
}

export const eventsCommand: Command = {
  summary: 'brings events to onEvent once more; lists, replays and drops dead letters',
  usage: EVENTS_USAGE,
  async run(args) {
    const text = { type: 'string' } as const;
    const options = {
      from: text,
      config: text,
      replay: text,
      drop: text,
      print: { type: 'boolean' },
    } as const;
    const { values, positionals } = readArguments(args, options, true);
    const what = positionals.join(' ');
    if (what === 'dead') return withDeadLetters(values.config, values.replay, values.drop);
    if (what !== 'replay') throw new UsageError('Say what to do: events replay --from N, or events dead.');
    const from = Number(values.from);
    if (!/^\d{1,15}$/.test(values.from ?? '') || from < 1) {
      throw new UsageError('--from must be the sequence of the first event wanted, from 1.');
    }
    await withStorage(values.config, async (storage, settings) => {
      try {
        const { count, last } = await replay(storage, from, receiver(settings, values.print === true));
        printNotice(
          count === 0 ? 'There was no event to bring.' : `Brought ${count} events, up to sequence ${last}.`,
        );
      } catch (error) {
        if (error instanceof ReplayError) throw new CommandError(error.message);
        throw error;
      }
    });
  },
};
