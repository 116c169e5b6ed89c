import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { backendOf, createDialogue } from './dialogue.ts';
import { startTls, type TlsMode } from './tls.ts';

interface LineOptions {
  host: string;
  port: number;
  /** Of a Unix socket, instead of host and port. */
  path: string | undefined;
  tls: TlsMode;
  /** A connection that is silent for longer while an answer is awaited is dead; an idle one is asked. */
  silenceMs: number;
}

interface Line {
  readonly backend: string | undefined;
  allow(ms: number): void;
}

const KEEP_ALIVE_MS = 10_000;

const lines = new Set<Line>();

/** Until its transaction ends this connection may be silent for so long. Does nothing for one that was opened elsewhere. */
export function allowSilence({ pid, secret }: { pid: number; secret: number }, ms: number): void {
  const backend = backendOf(pid, secret);
  for (const line of lines) if (line.backend === backend) line.allow(ms);
}

/**
 * A connection to PostgreSQL, as much of a socket as the driver needs. Packets may vanish without a word, and TCP itself
 * finds out after a quarter of an hour: one that fell silent is let go of here.
 */
export function openLine({ host, port, path, tls, silenceMs }: LineOptions): EventEmitter {
  const dialogue = createDialogue();
  // TCP notices a connection that vanished only while nothing is said.
  const lasting = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  const tcp = path ? connect({ path, ...lasting }) : connect({ host, port, ...lasting });
  /** What carries the words: TLS, where it is wanted. */
  let socket: Socket | undefined;
  /** The first words of the driver, which came before there was a socket. */
  let introduction: Buffer | undefined;
  let limitMs = silenceMs;
  let timer: NodeJS.Timeout | undefined;
  let isSilent = false;

  const line: Line = {
    get backend() {
      return dialogue.backend;
    },
    allow(ms) {
      limitMs = ms;
      clearTimeout(timer);
      timer = setTimeout(noticeSilence, limitMs);
    },
  };
  const driver = Object.assign(new EventEmitter(), {
    // The driver looks at this before it says goodbye, and names the others in its errors.
    readyState: 'open',
    host,
    port,
    write(bytes: Buffer): boolean {
      if (socket) return say(socket, bytes);
      introduction = bytes;
      return true;
    },
    end(bytes: Buffer) {
      if (socket) say(socket, bytes);
      (socket ?? tcp).end();
    },
    destroy: () => void tcp.destroy(),
  });

  function carry(by: Socket): void {
    socket = by;
    by.on('data', hear);
    by.on('drain', () => driver.emit('drain'));
    if (by !== tcp) by.on('error', fail);
    if (introduction) say(by, introduction);
  }

  function fail(error: Error): void {
    if (lines.has(line)) driver.emit('error', error);
    tcp.destroy();
  }

  function say(to: Socket, bytes: Buffer): boolean {
    if (!dialogue.isAwaited) expectAWord();
    const { sent, answer } = dialogue.say(bytes);
    // The driver does not listen while it speaks.
    if (answer.length > 0) process.nextTick(() => driver.emit('data', answer));
    return sent.length === 0 || to.write(sent);
  }

  function hear(bytes: Buffer): void {
    expectAWord();
    const heard = dialogue.hear(bytes);
    if (heard === null) return void tcp.destroy();
    if (limitMs !== silenceMs && !dialogue.isInTransaction) line.allow(silenceMs);
    if (heard.length > 0) driver.emit('data', heard);
  }

  function expectAWord(): void {
    isSilent = false;
    if (timer) timer.refresh();
    else timer = setTimeout(noticeSilence, limitMs);
  }

  function noticeSilence(): void {
    isSilent = true;
    // What came while this process itself stood still is read first.
    setImmediate(() => {
      if (!isSilent || tcp.destroyed) return;
      if (dialogue.isAwaited || socket?.writableEnded) return void tcp.destroy();
      // In a transaction it would count as a word of ours, and PostgreSQL ends those that say nothing.
      if (dialogue.isInTransaction) return;
      expectAWord();
      socket?.write(dialogue.probe());
    });
  }

  lines.add(line);
  tcp.on('error', fail);
  tcp.on('close', () => {
    clearTimeout(timer);
    lines.delete(line);
    driver.emit('close');
  });
  if (tls === 'none') carry(tcp);
  else startTls(tcp, tls, host).then(carry, fail);
  return driver;
}
