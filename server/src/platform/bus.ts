import { EventEmitter } from 'node:events';
import type { Database } from './db/database.ts';

/**
 * Tells this process and the others at once that something happened. What belongs to a transaction is told by its
 * `afterCommit`. A hint only: whoever misses it finds the same facts in the database a moment later.
 */
export interface Bus {
  /** Something was committed in this company. */
  dirty(companyId: number): void;
  onDirty(listener: (companyId: number) => void): () => void;
  /** News that may be lost, for every process: a session ended, somebody types. At most 7,000 bytes as JSON. */
  send(topic: string, data: unknown): void;
  on(topic: string, listener: (data: unknown) => void): () => void;
  /**
   * Asks whichever process can answer; undefined when nobody has in time. Never in a transaction: it would stay open.
   */
  ask<A>(topic: string, question: unknown, patienceMs: number): Promise<A | undefined>;
  /** Answers such questions; undefined is no answer, and leaves it to the other processes. */
  answer(topic: string, reply: (question: unknown) => Promise<unknown>): () => void;
  close(): void;
}

const CHANNEL = 'balcao';
/** The first commit after a quiet moment is told at once, many become one NOTIFY: it takes a lock over the cluster. */
const DEBOUNCE_MS = 15;

/** A question, and the topic on which its answer is awaited. */
interface Asked {
  answerTo: string;
  question: unknown;
}

type Wire = { from: string; dirty: number[] } | { from: string; topic: string; data: unknown };

/** @param db may be bound later, because the database announces its commits to the bus. */
export function createBus(db: () => Pick<Database, 'notify' | 'listen'>, onError: (error: unknown) => void) {
  const dirty = new EventEmitter<{ dirty: [number] }>().setMaxListeners(0);
  const topics = new EventEmitter<Record<string, [unknown]>>().setMaxListeners(0);
  const self = crypto.randomUUID();
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const notify = (wire: Wire) => void db().notify(CHANNEL, JSON.stringify(wire)).catch(onError);
  function tellWaiting(): void {
    timer = undefined;
    if (waiting.size === 0) return;
    notify({ from: self, dirty: [...waiting] });
    waiting.clear();
    timer = setTimeout(tellWaiting, DEBOUNCE_MS);
  }

  const tell = (topic: string, data: unknown) => {
    topics.emit(topic, data);
    notify({ from: self, topic, data });
  };

  const bus: Bus = {
    dirty(companyId) {
      dirty.emit('dirty', companyId);
      waiting.add(companyId);
      if (!timer) tellWaiting();
    },
    onDirty(listener) {
      dirty.on('dirty', listener);
      return () => void dirty.off('dirty', listener);
    },
    send: tell,
    on(topic, listener) {
      topics.on(topic, listener);
      return () => void topics.off(topic, listener);
    },
    async ask<A>(topic: string, question: unknown, patienceMs: number) {
      const answered = Promise.withResolvers<A | undefined>();
      const answerTo = crypto.randomUUID();
      const stop = bus.on(answerTo, (answer) => answered.resolve(answer as A));
      const late = setTimeout(() => answered.resolve(undefined), patienceMs);
      try {
        tell(topic, { answerTo, question } satisfies Asked);
        return await answered.promise;
      } finally {
        stop();
        clearTimeout(late);
      }
    },
    answer(topic, reply) {
      return bus.on(topic, (data) => {
        const { answerTo, question } = data as Asked;
        void reply(question).then((answer) => {
          if (answer !== undefined) tell(answerTo, answer);
        }, onError);
      });
    },
    close() {
      tellWaiting();
      clearTimeout(timer);
      dirty.removeAllListeners();
      topics.removeAllListeners();
    },
  };

  return {
    bus,
    /** Hears the other processes from now on. */
    async connect(): Promise<void> {
      await db().listen(CHANNEL, (payload) => {
        const wire = JSON.parse(payload) as Wire;
        if (wire.from === self) return;
        if ('dirty' in wire) for (const companyId of wire.dirty) dirty.emit('dirty', companyId);
        else topics.emit(wire.topic, wire.data);
      });
    },
  };
}
