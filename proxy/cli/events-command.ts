import { ReplayError, replay } from '../events/replay.ts';
import { toErrorName } from '../log.ts';
import type { PanelEvent } from '../options.ts';
import type { Settings } from '../settings.ts';
import {
  type Command,
  CommandError,
  give,
  printNotice,
  readArguments,
  UsageError,
  withStorage,
} from './command.ts';

const USAGE = `Usage: instrument-panel events replay --from N [--print] [--config proxy.config.ts]
  --from    the sequence of the first event wanted, from 1
  --print   prints each event as a line of JSON instead of bringing it to onEvent
  --config  the options of the proxy whose storage has the events   (the demo's)
Brings the events from N on to the onEvent of the configuration, in order, one after the other, once more. It goes
on beside a running proxy and does not move its place. Events are kept for 30 days.`;

/** Makes the function that takes each event. */
function receiver({ webhooks }: Settings, print: boolean): (event: PanelEvent) => Promise<void> {
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
        `onEvent threw ${name} at event ${event.sequence}. Go on with --from ${event.sequence}.`,
      );
    }
  };
}

/** `instrument-panel events replay`: brings events that were taken before to the partner's code once more. */
export const eventsCommand: Command = {
  summary: 'brings events that were taken before to onEvent once more',
  usage: USAGE,
  async run(args) {
    const text = { type: 'string' } as const;
    const options = { from: text, config: text, print: { type: 'boolean' } } as const;
    const { values, positionals } = readArguments(args, options, true);
    if (positionals.join(' ') !== 'replay') throw new UsageError('Say what to do: events replay --from N.');
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
