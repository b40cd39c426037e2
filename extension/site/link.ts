import type { SiteMessage } from '../intents/messages.ts';
import { SITE_PORT, type ToSite } from '../intents/protocol.ts';

/** The part of the browser's interface that the script of a site uses. */
export interface Runtime {
  readonly id?: string | undefined;
  connect?(info: { readonly name: string }): RuntimePort;
}
interface RuntimePort {
  postMessage(message: unknown): void;
  readonly onMessage: { addListener(told: (message: ToSite) => void): void };
  readonly onDisconnect: { addListener(told: () => void): void };
}

/** Milliseconds; after an update `runtime.id` is still there for a moment. */
const RECONNECT_MIN_MS = 100;
const RECONNECT_MAX_MS = 5_000;

interface LinkListener {
  message(message: ToSite): void;
  /** The background went away. True: it is wanted back. */
  lost(): boolean;
  /** The extension was updated or removed; there is no way back. */
  gone(): void;
}

/** The port to the background, which reconnects as long as its listener asks for it. */
export function linkTo(runtime: Runtime, listener: LinkListener) {
  let port: RuntimePort | null = null;
  let wait = RECONNECT_MIN_MS;

  function connect(): void {
    if (port) return;
    try {
      // After an update there is none, and what could be called throws.
      port = (runtime.id && runtime.connect?.({ name: SITE_PORT })) || null;
    } catch {}
    const opened = port;
    if (!opened) {
      listener.gone();
      return;
    }
    opened.onMessage.addListener((message: ToSite) => {
      wait = RECONNECT_MIN_MS;
      listener.message(message);
    });
    opened.onDisconnect.addListener(() => {
      port = null;
      if (listener.lost()) setTimeout(connect, wait);
      wait = Math.min(wait * 2, RECONNECT_MAX_MS);
    });
  }
  return {
    connect,
    /** False where it could not be sent. */
    send(message: SiteMessage): boolean {
      try {
        port?.postMessage(message);
        return port !== null;
      } catch {
        return false;
      }
    },
  };
}
