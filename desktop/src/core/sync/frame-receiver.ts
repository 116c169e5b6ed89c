import { type Ephemeral, ephemeral } from '@balcao/shared/sync/ephemeral.ts';
import type { BatchFrame, WelcomeFrame } from '@balcao/shared/sync/frames.ts';
import { crashAt } from '../failpoints.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { Bootstrap } from './bootstrap.ts';
import type { Connection, Handled } from './connection.ts';
import type { Following } from './following.ts';
import { expectInTurn } from './in-turn.ts';
import { PUSHING } from './machine.ts';
import type { News } from './news.ts';
import type { Pusher } from './pusher.ts';
import type { Reconciler } from './reconciler.ts';
import type { ServerTime } from './server-time.ts';

interface Deps {
  connection: Connection;
  store: Store;
  time: ServerTime;
  following: Following;
  bootstrap: Bootstrap;
  reconciler: Reconciler;
  pusher: Pusher;
  news: News;
  heardEphemeral(heard: Ephemeral): void;
  log: Log;
}

/** Gives each frame its meaning. It throws when the line is of no use any more. */
export function createFrameReceiver(deps: Deps): (frame: Handled) => void {
  const { connection, store, following, reconciler, pusher, news, log } = deps;

  function receive(frame: Handled): void {
    switch (frame.type) {
      case 'welcome':
        welcome(frame);
        break;
      case 'resync':
        log.info({ reason: frame.reason }, 'the server wants the rows to come anew');
        connection.move('resync');
        break;
      case 'bootstrap.begin':
      case 'bootstrap.rows':
      case 'bootstrap.end':
        deps.bootstrap.receive(frame);
        break;
      case 'batch':
        expectInTurn(PUSHING.includes(connection.state()), frame.type);
        applyBatch(frame);
        break;
      case 'page':
        following.pages.receive(frame);
        break;
      case 'eph':
        hearEphemeral(frame);
        break;
      case 'error':
        log.warn({ code: frame.code, seq: frame.mutationSeq }, 'the server reports an error');
        if (frame.mutationSeq !== undefined) pusher.repeat(frame.retryAfterMs ?? 0);
    }
  }

  function welcome(frame: WelcomeFrame): void {
    expectInTurn(connection.state() === 'hello', frame.type);
    deps.time.told(frame.serverTime);
    if (!store.outbox.agreesWith(frame.lastMutationSeq)) {
      // A restored database: what it has become since then may have passed our place in the log.
      store.leaveEpoch();
      store.outbox.renumber();
      throw new Error('the server knows another history of this console, which therefore takes a new name');
    }
    reconciler.reconcile(frame.lastMutationSeq);
    // Not even those that a screen shows: the server does not repeat messages of the time without a connection.
    store.forgetUnfollowed();
    crashAt('history.forgotten');
    connection.move('welcomed');
  }

  function applyBatch(frame: BatchFrame): void {
    const applied = store.applyBatch(frame, { interest: following.confirmed() });
    crashAt('batch.committed');
    connection.send({ type: 'ack', seq: frame.to });
    crashAt('batch.acknowledged');
    const { acked } = frame.mutations;
    pusher.confirmed(acked);
    if (reconciler.waitsFor(acked)) {
      reconciler.reconcile(acked);
      pusher.connected();
    }
    following.reporter.review();
    following.tails.addTickets(applied.tails);
    if (connection.state() === 'live' && frame.puts.some(({ entity }) => entity === 'chat'))
      following.tails.addChats();
    news.cameIn(applied, connection.state() === 'catchingUp');
    news.cameBack(applied.returned);
    connection.move(frame.more ? 'behind' : 'caughtUp');
  }

  /** A newer server may send kinds that this console does not know. */
  function hearEphemeral({ topic, data }: { topic: string; data: Record<string, unknown> }): void {
    const heard = ephemeral.safeParse({ topic, data });
    if (heard.success) deps.heardEphemeral(heard.data);
  }

  return receive;
}
