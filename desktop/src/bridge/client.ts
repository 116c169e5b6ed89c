import type { EventData, EventName } from '@balcao/shared/bridge/events.ts';
import type { MethodInput, MethodName, MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { Answer, BridgeError, BridgeFrame, CallFrame } from '@balcao/shared/bridge/wire.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { BridgeTransport } from './line.ts';
import { createLineWatch } from './line-watch.ts';

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

/** No deadline of the core is longer, so that it only ends calls that will never be answered. */
const ANSWER_DEADLINE_MS = 60_000;

/** Calls that take longer the larger their file is. The core ends a stalled one, and a lost line ends every call. */
const UNHURRIED: ReadonlySet<MethodName> = new Set<MethodName>(['media.upload']);

/** The core has the answer to this at hand. Its number is no call's, so that nobody waits for it. */
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
  const line = createLineWatch(() => transport.send(SIGN_OF_LIFE));
  let lastCallId = 0;

  function deliver(call: PendingCall): void {
    call.sent = true;
    transport.send(call.frame);
    line.expectAnswer();
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
      if (line.isUp()) deliver(call);
    });
  }

  function receive(frame: BridgeFrame): void {
    line.heard();
    if (frame.type === 'answer') pending.get(frame.callId)?.settle(frame.answer);
    else for (const listener of listeners.get(frame.name) ?? []) listener(frame.data as never);
    if (pending.size > 0) line.expectAnswer();
  }

  function followLine(isUp: boolean): void {
    line.setUp(isUp);
    for (const call of [...pending.values()]) {
      if (isUp && !call.sent) deliver(call);
      else if (!isUp && call.sent) call.settle(unavailable);
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
    onLine: line.onChange,
    close() {
      line.stop();
      stopFrames();
      stopLine();
      for (const call of [...pending.values()]) call.settle(unavailable);
      transport.close();
    },
  };
}

const unavailable: Answer = { ok: false, error: { code: 'ERR_UNAVAILABLE', params: {} } };
