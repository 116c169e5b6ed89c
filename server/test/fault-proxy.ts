import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a program and its database and takes it away: refused, or silent. */
export interface FaultProxy {
  url: string;
  /** As if the database had been stopped: connections break, new ones are refused. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let ownPort = 0;

  const proxy: FaultProxy = {
    url: '',
    async start() {
      server = createServer((client) => {
        const upstream = connect(Number(port), hostname);
        for (const [one, other] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          sockets.add(one);
          one.pipe(other);
          one
            .on('error', () => other.destroy())
            .on('close', () => {
              sockets.delete(one);
              other.destroy();
            });
        }
      });
      const listening = server;
      await new Promise<void>((resolve) => listening.listen(ownPort, '127.0.0.1', resolve));
      const address = listening.address();
      ownPort = typeof address === 'object' && address ? address.port : 0;
    },
    async stop() {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  await proxy.start();
  const url = new URL(target);
  url.port = String(ownPort);
  url.hostname = '127.0.0.1';
  proxy.url = url.href;
  return proxy;
}
