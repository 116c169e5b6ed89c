import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** The floor of fan-out: sends one frame, of the length of a usual change, to all its clients when one sends anything. */
const frame = JSON.stringify({ raw: 'x'.repeat(1_200) });
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
await once(server, 'listening');
server.on('connection', (socket) => {
  socket.on('message', () => {
    for (const client of server.clients) if (client !== socket) client.send(frame);
  });
});
const { port } = server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ url: `ws://127.0.0.1:${port}` })}\n`);
