import { once } from 'node:events';
import { connect } from 'node:net';

/** A connection over which bytes go out as they are, piece by piece. */
export interface RawConnection {
  readonly send: (bytes: string) => void;
  /** All that came back so far. */
  readonly received: () => string;
  /** Resolves with all that came back once it satisfies the condition, or once the other side has closed. */
  readonly until: (condition: (received: string) => boolean) => Promise<string>;
  /** Resolves with all that came back once the other side has closed. */
  readonly closed: () => Promise<string>;
  readonly destroy: () => void;
}

/** Opens a connection to the server of a URL. */
export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  let isClosed = false;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const look of waiting) look();
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  await once(socket, 'connect');
  const until: RawConnection['until'] = (condition) =>
    new Promise((resolve) => {
      const look = () => {
        if (!isClosed && !condition(received)) return;
        waiting.delete(look);
        resolve(received);
      };
      waiting.add(look);
      look();
    });
  return {
    send: (bytes) => void socket.write(bytes, 'latin1'),
    received: () => received,
    until,
    closed: () => until(() => false),
    destroy: () => void socket.destroy(),
  };
}
