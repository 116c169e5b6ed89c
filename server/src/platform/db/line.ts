import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { backendOf, createDialogue, type Dialogue, hear, isAwaited, open, probe, say } from './dialogue.ts';
import { startTls, type TlsMode } from './tls.ts';

interface LineOptions {
  host: string;
  port: number;
  /** Of a Unix socket, instead of host and port. */
  path: string | undefined;
  tls: TlsMode;
  /** A query of one row, which must succeed before the driver may say anything. */
  opening: string;
  /** A connection that is silent for longer while an answer is awaited is dead; an idle one is asked. */
  silenceMs: number;
}

interface Line {
  readonly dialogue: Dialogue;
  /** The driver's end. */
  readonly driver: EventEmitter;
  /** Carries the words: TLS, where it is wanted, once it is there; TCP until then. */
  socket: Socket;
  isCarrying: boolean;
  /** The first words of the driver, which came before they could be carried. */
  introduction: Buffer | undefined;
  readonly silenceMs: number;
  /** What `silenceMs` is in this transaction. */
  limitMs: number;
  timer: NodeJS.Timeout | undefined;
  isSilent: boolean;
}

const KEEP_ALIVE_MS = 10_000;

const lines = new Set<Line>();

/** Until its transaction ends this connection may be silent for so long. Does nothing for one that was opened elsewhere. */
export function allowSilence({ pid, secret }: { pid: number; secret: number }, ms: number): void {
  const backend = backendOf(pid, secret);
  for (const line of lines) if (line.dialogue.backend === backend) limitSilence(line, ms);
}

/**
 * A connection to PostgreSQL, as much of a socket as the driver needs. Packets may vanish without a word, and TCP itself
 * finds out after a quarter of an hour: one that fell silent is let go of here.
 */
export function openLine({ host, port, path, tls, opening, silenceMs }: LineOptions): EventEmitter {
  // TCP notices a connection that vanished only while nothing is said.
  const lasting = { keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
  const tcp = path ? connect({ path, ...lasting }) : connect({ host, port, ...lasting });
  const line: Line = {
    dialogue: createDialogue(opening),
    driver: new EventEmitter(),
    socket: tcp,
    isCarrying: false,
    introduction: undefined,
    silenceMs,
    limitMs: silenceMs,
    timer: undefined,
    isSilent: false,
  };
  lines.add(line);
  follow(line, tcp);
  if (tls === 'none') carry(line, tcp);
  else
    startTls(tcp, tls, host).then(
      (socket) => carry(line, socket),
      (error) => fail(line, error),
    );
  return Object.assign(line.driver, {
    // The driver looks at this before it says goodbye, and names the others in its errors.
    readyState: 'open',
    host,
    port,
    write: (bytes: Buffer) => speak(line, bytes),
    end: (bytes: Buffer) => {
      if (line.isCarrying) speak(line, bytes);
      line.socket.end();
    },
    destroy: () => void line.socket.destroy(),
  });
}

/** A connection ends with what carries it; TCP that is secured ends behind its TLS. */
function follow(line: Line, socket: Socket): void {
  socket.on('error', (error) => fail(line, error));
  socket.on('close', () => {
    if (socket === line.socket) leave(line);
  });
}

function carry(line: Line, socket: Socket): void {
  if (socket !== line.socket) follow(line, socket);
  line.socket = socket;
  line.isCarrying = true;
  socket.on('data', (bytes) => listen(line, bytes));
  if (line.introduction) speak(line, line.introduction);
}

function fail(line: Line, error: Error): void {
  if (lines.has(line)) line.driver.emit('error', error);
  line.socket.destroy();
}

function leave(line: Line): void {
  if (!lines.delete(line)) return;
  clearTimeout(line.timer);
  line.driver.emit('close');
}

/**
 * @returns whether there is room for more. When there is again, the driver is not told: it would hand out a connection
 * that a transaction has, and it looks by itself with each answer.
 */
function speak(line: Line, bytes: Buffer): boolean {
  if (!line.isCarrying) {
    line.introduction = bytes;
    return true;
  }
  if (!isAwaited(line.dialogue)) expectWord(line);
  const { sent, answer } = say(line.dialogue, bytes);
  // The driver does not listen while it speaks.
  if (answer.length > 0) process.nextTick(() => line.driver.emit('data', answer));
  return sent.length === 0 || line.socket.write(sent);
}

function listen(line: Line, bytes: Buffer): void {
  expectWord(line);
  const heard = hear(line.dialogue, bytes);
  if (heard === null) return void line.socket.destroy();
  if (line.limitMs !== line.silenceMs && !line.dialogue.isInTransaction) limitSilence(line, line.silenceMs);
  if (heard.length > 0) line.driver.emit('data', heard);
  if (line.dialogue.isRefused) return void line.socket.destroy();
  const opening = open(line.dialogue);
  if (opening.length > 0) line.socket.write(opening);
}

function limitSilence(line: Line, ms: number): void {
  line.limitMs = ms;
  clearTimeout(line.timer);
  line.timer = setTimeout(noticeSilence, ms, line);
}

function expectWord(line: Line): void {
  line.isSilent = false;
  if (line.timer) line.timer.refresh();
  else limitSilence(line, line.limitMs);
}

function noticeSilence(line: Line): void {
  line.isSilent = true;
  // What came while this process itself stood still is read first.
  setImmediate(() => {
    if (line.isSilent && lines.has(line)) endOrAsk(line);
  });
}

function endOrAsk(line: Line): void {
  const { dialogue, socket } = line;
  if (isAwaited(dialogue) || socket.writableEnded) socket.destroy();
  // In a transaction a question would count as a word of ours, and PostgreSQL ends those that say nothing.
  else if (!dialogue.isInTransaction) {
    expectWord(line);
    socket.write(probe(dialogue));
  }
}
