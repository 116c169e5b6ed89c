import { EVENTS, type EventData, type EventName } from '@balcao/shared/bridge/events.ts';
import { callFrame } from '@balcao/shared/bridge/wire.ts';
import type { Dispatch, Screen } from './dispatcher.ts';
import type { BridgePort } from './line.ts';

/** The other end of a screen: the core, or a stand-in with the same two members. */
export interface BridgeSource {
  dispatch: Dispatch;
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void;
}

const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/**
 * Connects one screen: its calls are answered, every event of the core is passed on. Other frames are dropped,
 * because they have no caller to answer. Returns the function that disconnects it.
 */
export function serveBridge(source: BridgeSource, port: BridgePort): () => void {
  const leaving = new AbortController();
  const screen: Screen = { gone: leaving.signal };
  const stops = EVENT_NAMES.map((name) =>
    source.on(name, (data) => port.post({ type: 'event', name, data })),
  );
  stops.push(
    port.onMessage(async (message) => {
      const frame = callFrame.safeParse(message);
      if (!frame.success) return;
      const { callId, name, input } = frame.data;
      port.post({ type: 'answer', callId, answer: await source.dispatch(name, input, screen) });
    }),
  );
  return () => {
    for (const stop of stops) stop();
    leaving.abort();
  };
}
