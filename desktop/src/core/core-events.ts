import type { EventData, EventName } from '@balcao/shared/bridge/events.ts';

/** The core's own events, as the bridge declares them. */
export interface Events {
  on<E extends EventName>(event: E, listener: (data: EventData<E>) => void): () => void;
  emit<E extends EventName>(event: E, data: EventData<E>): void;
}

export function createEvents(): Events {
  const listeners = new Map<EventName, Set<(data: never) => void>>();
  return {
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => set.delete(listener);
    },
    emit(event, data) {
      for (const listener of listeners.get(event) ?? []) listener(data as never);
    },
  };
}
