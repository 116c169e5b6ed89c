import type { EventData, EventName } from '@balcao/shared/bridge/events.ts';
import type { MethodInput, MethodName, MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { Answer, BridgeError, BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { BridgeTransport } from './line.ts';

/** What `invoke` throws: the code to translate, its parameters and the server's request id, when there is one. */
export class BridgeFailure extends AppError {
  readonly requestId: string | undefined;
  /** The server's own text for a code that has no translation here. */
  readonly text: string | undefined;

  constructor(error: BridgeError) {
    super(error.code, error.params);
    this.name = 'BridgeFailure';
    this.requestId = error.requestId;
    this.text = error.text;
  }
}

/** Methods without input may be called with the name alone. */
type InvokeArgs<M extends MethodName> =
  null extends MethodInput<M> ? [input?: null] : [input: MethodInput<M>];

export interface BridgeClient {
  /** @throws BridgeFailure, and nothing else; ERR_UNAVAILABLE when the core did not answer. */
  invoke<M extends MethodName>(name: M, ...args: InvokeArgs<M>): Promise<MethodOutput<M>>;
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void;
  /**
   * Reports at once whether the core answers, then each change. Events in between are lost: after a return, everything
   * on the screen must be read again.
   */
  onLine(listener: (up: boolean) => void): () => void;
  close(): void;
}

/** Longer than any deadline of the core, so that it only ends calls that will never be answered. */
const ANSWER_DEADLINE_MS = 60_000;

/** Calls that take longer the larger their file is. The core ends a stalled one, and a lost line ends every call. */
const UNHURRIED: ReadonlySet<MethodName> = new Set<MethodName>(['media.upload']);

/** A core that has said nothing for so long after a call is asked for a sign of life, and has as long again. */
const SILENCE_MS = 1_500;
/** It has its answer at hand. Its number is no call's, so that nobody waits for it. */
const SIGN_OF_LIFE: CallFrame = { type: 'call', callId: 0, name: 'sync.status', input: null };

interface PendingCall {
  frame: CallFrame;
  sent: boolean;
  settle(answer: Answer): void;
}

/** The renderer's handle on the core. Calls made while the line is down wait for it. */
export function createBridgeClient(transport: BridgeTransport): BridgeClient {
  const pending = new Map<number, PendingCall>();
  const listeners = new Map<string, Set<(data: never) => void>>();
  const lineListeners = new Set<(up: boolean) => void>();
  let lastCallId = 0;
  let up = false;
  /** The line is there, and nobody answers: the core hangs, or the browser holds back what is sent. */
  let silent = false;
  let silence: ReturnType<typeof setTimeout> | undefined;

  function report(change: () => void): void {
    const before = up && !silent;
    change();
    const now = up && !silent;
    if (now !== before) for (const listener of lineListeners) listener(now);
  }

  const setSilent = (isSilent: boolean) =>
    report(() => {
      silent = isSilent;
    });

  function watch(): void {
    if (silence !== undefined || silent) return;
    silence = setTimeout(() => {
      transport.send(SIGN_OF_LIFE);
      silence = setTimeout(() => setSilent(true), SILENCE_MS);
    }, SILENCE_MS);
  }

  function endWatch(): void {
    clearTimeout(silence);
    silence = undefined;
  }

  function deliver(call: PendingCall): void {
    call.sent = true;
    transport.send(call.frame);
    watch();
  }

  function invoke<M extends MethodName>(name: M, ...[input]: InvokeArgs<M>): Promise<MethodOutput<M>> {
    lastCallId += 1;
    const frame: CallFrame = { type: 'call', callId: lastCallId, name, input: input ?? null };
    return new Promise((resolve, reject) => {
      const timer = UNHURRIED.has(name)
        ? undefined
        : setTimeout(() => call.settle(unavailable), ANSWER_DEADLINE_MS);
      const call: PendingCall = {
        frame,
        sent: false,
        settle(answer) {
          clearTimeout(timer);
          pending.delete(frame.callId);
          // The core types its answers by the same table; checking it again here would double every list's cost.
          if (answer.ok) resolve(answer.value as MethodOutput<M>);
          else reject(new BridgeFailure(answer.error));
        },
      };
      pending.set(frame.callId, call);
      if (up) deliver(call);
    });
  }

  function receive(frame: BridgeFrame): void {
    endWatch();
    setSilent(false);
    if (frame.type === 'answer') pending.get(frame.callId)?.settle(frame.answer);
    else for (const listener of listeners.get(frame.name) ?? []) listener(frame.data as never);
    if (pending.size > 0) watch();
  }

  function followLine(isUp: boolean): void {
    endWatch();
    report(() => {
      up = isUp;
      silent = false;
    });
    for (const call of [...pending.values()]) {
      if (up && !call.sent) deliver(call);
      else if (!up && call.sent) call.settle(unavailable);
    }
  }

  const stopFrames = transport.onFrame(receive);
  const stopLine = transport.onLine(followLine);

  return {
    invoke,
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => set.delete(listener);
    },
    onLine(listener) {
      lineListeners.add(listener);
      listener(up && !silent);
      return () => lineListeners.delete(listener);
    },
    close() {
      endWatch();
      stopFrames();
      stopLine();
      for (const call of [...pending.values()]) call.settle(unavailable);
      transport.close();
    },
  };
}

const unavailable: Answer = { ok: false, error: { code: 'ERR_UNAVAILABLE', params: {} } };
