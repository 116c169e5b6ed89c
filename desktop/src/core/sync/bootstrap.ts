import { crashAt } from '../failpoints.ts';
import type { Store } from '../store/store.ts';
import type { Connection, Handled } from './connection.ts';
import { expectInTurn } from './in-turn.ts';
import type { News } from './news.ts';

type BootstrapFrame = Extract<Handled, { type: `bootstrap.${string}` }>;

/** Stores the rows of a bootstrap, which come piece by piece. */
export interface Bootstrap {
  receive(frame: BootstrapFrame): void;
  /** The line is gone, and the rest will not come. */
  interrupt(): void;
}

interface Deps {
  store: Store;
  connection: Connection;
  news: News;
}

export function createBootstrap({ store, connection, news }: Deps): Bootstrap {
  /** The generation that is coming in. */
  let generation: number | null = null;

  return {
    receive(frame) {
      switch (frame.type) {
        case 'bootstrap.begin':
          news.resyncing();
          store.beginBootstrap();
          crashAt('bootstrap.begun');
          generation = frame.gen;
          connection.move('resync');
          break;
        case 'bootstrap.rows':
          expectInTurn(frame.gen === generation, frame.type);
          store.applyBootstrapRows(frame.set);
          crashAt('bootstrap.stored');
          break;
        case 'bootstrap.end':
          expectInTurn(frame.gen === generation, frame.type);
          generation = null;
          store.finishBootstrap(frame);
          crashAt('bootstrap.finished');
          news.resynced();
          connection.send({ type: 'ack', seq: frame.seq });
          connection.move('bootstrapped');
      }
    },
    interrupt() {
      generation = null;
    },
  };
}
