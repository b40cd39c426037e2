/**
 * Leads connections from one network namespace into another by sockets of files, which namespaces share:
 * `node compose.relay.ts FROM TO [FROM TO …]`, each a port of this namespace's loopback or the path of a socket.
 *
 * @module
 */
import { connect, createServer } from 'node:net';

const toAddress = (place: string) =>
  /^\d+$/.test(place) ? { host: '127.0.0.1', port: Number(place) } : { path: place };

const places = process.argv.slice(2);
for (let index = 0; index + 1 < places.length; index += 2) {
  const [from = '', to = ''] = places.slice(index);
  createServer((socket) => {
    const there = connect(toAddress(to));
    socket.pipe(there).pipe(socket);
    socket.on('error', () => there.destroy());
    there.on('error', () => socket.destroy());
  }).listen(toAddress(from));
}
