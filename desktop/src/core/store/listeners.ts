/** Typed events of one object. `on` returns what ends the listening. */
export interface Listeners<Events> {
  on<E extends keyof Events>(event: E, listener: (data: Events[E]) => void): () => void;
  emit<E extends keyof Events>(event: E, data: Events[E]): void;
}

/** A listener that throws harms neither the others nor the reported work: `onError` receives the error. */
export function createListeners<Events>(onError: (error: unknown) => void): Listeners<Events> {
  const byEvent = new Map<keyof Events, Set<(data: never) => void>>();

  return {
    on(event, listener) {
      const listeners = byEvent.get(event) ?? new Set();
      byEvent.set(event, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    emit<E extends keyof Events>(event: E, data: Events[E]) {
      for (const listener of [...(byEvent.get(event) ?? [])]) {
        try {
          (listener as (data: Events[E]) => void)(data);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}
