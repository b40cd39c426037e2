import type { SiteMessage } from '../../../extension/intents/messages.ts';
import type { ToSite } from '../../../extension/intents/protocol.ts';
import type { Runtime } from '../../../extension/site/link.ts';

export interface FakeRuntime extends Runtime {
  tell(message: ToSite): void;
  /** The background is stopped: the port goes. */
  disconnect(): void;
  /** The extension is updated or removed. */
  invalidate(): void;
}

/** A runtime whose other end is here: `hear` gets what is sent, null for a new connection. Messages are copies. */
export function fakeRuntime(hear: (message: SiteMessage | null, runtime: FakeRuntime) => void): FakeRuntime {
  let told: ((message: never) => void) | null = null;
  let ended: (() => void) | null = null;
  const runtime: FakeRuntime & { id: string | undefined } = {
    id: 'test',
    connect() {
      let isOpen = true;
      queueMicrotask(() => hear(null, runtime));
      return {
        postMessage(message) {
          if (!isOpen) throw new Error('Attempting to use a disconnected port object');
          hear(structuredClone(message) as SiteMessage, runtime);
        },
        onMessage: {
          addListener(listener) {
            told = listener;
          },
        },
        onDisconnect: {
          addListener(listener) {
            ended = () => {
              isOpen = false;
              listener();
            };
          },
        },
      };
    },
    tell(message) {
      const listener = told;
      // A message arrives as a task of its own.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        listener?.(data as never);
        port1.close();
      };
      port2.postMessage(message);
    },
    disconnect() {
      told = null;
      ended?.();
    },
    invalidate() {
      runtime.id = undefined;
    },
  };
  return runtime;
}
