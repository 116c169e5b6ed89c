import { connect, createServer, type Server, type Socket } from 'node:net';

/** The fate of bytes that travel in one direction. */
type Fault =
  | { mode: 'pass' }
  /** Bytes come late, and in order. */
  | { mode: 'delay'; ms: number }
  /** Bytes vanish, and so does the end of the connection: a connection that lost something stays half open. */
  | { mode: 'drop' }
  /** No bytes are read until another fault is set: the sender notices when the buffers are full. */
  | { mode: 'stall' }
  /** RST to both sides. */
  | { mode: 'reset' }
  /** So many more bytes pass on each connection, then it ends. */
  | { mode: 'truncate'; bytes: number };

type Direction = 'up' | 'down';

/** A TCP proxy that plays the network between a program and its peer. */
export interface FaultProxy {
  url: string;
  /** Sets the fault of open and future connections, for what the client sends and what it receives. */
  set(up: Fault, down?: Fault): void;
  /** New connections lead there: something else answers in the target's place. */
  redirect(target: string): void;
  /**
   * Sees each chunk on its way, and may set another fault before its fate is decided. `line` is the same for both ways.
   */
  watch: ((direction: Direction, bytes: Buffer, line: object) => void) | null;
  /** Open ones, by the clients' side. */
  readonly connections: number;
  /** Acts as a stopped target: connections break, new ones are refused. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

interface Carrier {
  adopt(fault: Fault): void;
}

const PASS: Fault = { mode: 'pass' };

/**
 * @param target for example `postgres://user@host:5432/name`
 * @param host where it listens
 */
export async function startFaultProxy(target: string, host = '127.0.0.1'): Promise<FaultProxy> {
  let there = new URL(target);
  const lines = new Map<Socket, { upstream: Socket; up: Carrier; down: Carrier }>();
  let faults: Record<Direction, Fault> = { up: PASS, down: PASS };
  let server: Server | undefined;
  let ownPort = 0;

  function accept(client: Socket): void {
    const upstream = connect({ port: Number(there.port), host: there.hostname, allowHalfOpen: true });
    const heard = (direction: Direction) => (bytes: Buffer) => proxy.watch?.(direction, bytes, client);
    const up = createCarrier(client, upstream, heard('up'));
    const down = createCarrier(upstream, client, heard('down'));
    lines.set(client, { upstream, up, down });
    client.once('close', () => lines.delete(client));
    up.adopt(faults.up);
    down.adopt(faults.down);
  }

  const proxy: FaultProxy = {
    url: '',
    watch: null,
    get connections() {
      return lines.size;
    },
    set(up, down = up) {
      faults = { up, down };
      for (const line of [...lines.values()]) {
        line.up.adopt(up);
        line.down.adopt(down);
      }
    },
    redirect(next) {
      there = new URL(next);
    },
    async start() {
      const listening = createServer({ allowHalfOpen: true }, accept);
      server = listening;
      await new Promise<void>((resolve) => listening.listen(ownPort, host, resolve));
      const address = listening.address();
      ownPort = typeof address === 'object' && address ? address.port : 0;
    },
    async stop() {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const [client, { upstream }] of lines) for (const side of [client, upstream]) side.destroy();
      await closed;
    },
  };
  await proxy.start();
  const url = new URL(target);
  url.port = String(ownPort);
  url.hostname = host;
  proxy.url = url.href;
  return proxy;
}

/** Forwards the bytes of one side to the other, according to the current fault. */
function createCarrier(from: Socket, to: Socket, heard: (bytes: Buffer) => void): Carrier {
  let fault: Fault = PASS;
  let left = 0;
  let lost = false;
  /** Delayed bytes; nothing overtakes them. */
  const late: { due: number; work: () => void }[] = [];

  function inTurn(work: () => void): void {
    const ms = fault.mode === 'delay' ? fault.ms : 0;
    late.push({ due: performance.now() + ms, work });
    if (late.length === 1) pump();
  }

  function pump(): void {
    for (let next = late[0]; next; next = late[0]) {
      const wait = next.due - performance.now();
      if (wait > 0) return void setTimeout(pump, wait);
      late.shift();
      next.work();
    }
  }

  function forward(bytes: Buffer): void {
    inTurn(() => {
      if (!to.destroyed && !to.write(bytes)) from.pause();
    });
  }

  from.on('data', (bytes: Buffer) => {
    heard(bytes);
    lost ||= fault.mode === 'drop';
    if (lost || from.destroyed) return;
    if (fault.mode !== 'truncate') return forward(bytes);
    forward(bytes.subarray(0, left));
    left -= bytes.length;
    if (left <= 0) from.destroy();
  });
  to.on('drain', () => fault.mode !== 'stall' && from.resume());
  const vanishes = () => (lost ||= fault.mode === 'drop');
  from.on('end', () => vanishes() || inTurn(() => to.end()));
  from.on('error', () => {});
  from.on('close', () => vanishes() || inTurn(() => to.destroySoon()));

  return {
    adopt(next) {
      fault = next;
      if (next.mode === 'truncate') left = next.bytes;
      if (next.mode === 'reset') for (const side of [from, to]) side.resetAndDestroy();
      else if (next.mode === 'stall') from.pause();
      else from.resume();
    },
  };
}

/**
 * An address that stays the same while the programs that answer there come and go: a port that was only looked up could
 * belong to another program by the time it is opened.
 */
export const openProxy = (): Promise<FaultProxy> => startFaultProxy('http://127.0.0.1:1');
