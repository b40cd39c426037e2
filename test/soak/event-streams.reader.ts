import { connect, type Socket } from 'node:net';

/** One page's stream over a bare connection, so that thousands of them cost the test little. */
export interface StreamReader {
  /** Submissions in the order in which they were told. */
  readonly told: readonly number[];
  readonly status: () => number;
  readonly bytes: () => number;
  readonly close: () => void;
}

/**
 * Opens `GET /events`.
 *
 * @param isReading false for a page that asks for all that is held, and then takes nothing of it
 */
export function openReader(url: string, token: string, isReading: boolean): Promise<StreamReader> {
  const from = isReading ? '' : '?lastEventId=0';
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const told: number[] = [];
    let rest = '';
    let bytes = 0;
    let status = 0;
    const socket: Socket = connect(Number(port), hostname);
    socket.write(`GET /events${from} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    socket.setEncoding('latin1');
    socket.on('error', reject);
    const reader: StreamReader = {
      told,
      status: () => status,
      bytes: () => bytes,
      close: () => socket.destroy(),
    };
    socket.on('data', (text: string) => {
      bytes += text.length;
      const whole = rest + text;
      // Only whole lines are read; a chunk of the transfer never ends within one.
      const end = whole.lastIndexOf('\n') + 1;
      rest = whole.slice(end);
      const lines = whole.slice(0, end);
      for (const [, id] of lines.matchAll(/"submissionId":(\d+)/g)) told.push(Number(id));
      if (status > 0) return;
      status = Number(/^HTTP\/1\.1 (\d{3})/.exec(lines)?.[1]);
      if (!isReading) socket.pause();
      resolve(reader);
    });
  });
}
