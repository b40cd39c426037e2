/**
 * Opens sockets at a rate and keeps them open, from an address of its own. A line on standard input ends it; then it prints
 * how many it opened, and how many of them the other side has closed.
 *
 * Usage: node test/soak/chaos.flood.ts PORT SOCKETS_PER_SECOND MOST
 *
 * @module
 */
import { connect, type Socket } from 'node:net';

const [port = 0, perSecond = 0, most = 0] = process.argv.slice(2).map(Number);
const INTERVAL_MS = 20;

/** Half a request line, half a header, a delivery and a request of a page, each of which withholds its body. */
const BEGINNINGS = [
  'GET /heal',
  'GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ',
  `POST /webhooks HTTP/1.1\r\nHost: a\r\nX-Service-Signature: t=1,v1=${'0'.repeat(64)}\r\nContent-Length: 99\r\n\r\n{`,
  'POST /session HTTP/1.1\r\nHost: a\r\nOrigin: https://ehr.clinic.example\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
];

const sockets: Socket[] = [];
let closed = 0;

function open(): void {
  const at = { port, host: '127.0.0.1', localAddress: '127.0.0.2', allowHalfOpen: true };
  const socket = connect(at, () => socket.write(BEGINNINGS[sockets.length % BEGINNINGS.length] ?? ''));
  socket.on('error', () => {});
  socket.on('close', () => {
    closed += 1;
  });
  // Read, and never answered: it keeps its side open for as long as it can.
  socket.resume();
  sockets.push(socket);
}

const startedAt = performance.now();
const timer = setInterval(() => {
  const due = Math.min(most, ((performance.now() - startedAt) / 1_000) * perSecond);
  while (sockets.length < due) open();
  if (sockets.length >= most) clearInterval(timer);
}, INTERVAL_MS);

process.stdin.once('data', () => {
  process.stdout.write(`${JSON.stringify({ opened: sockets.length, closed })}\n`);
  process.exit();
});
process.stdin.once('end', () => process.exit());
