import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseRole, Tx } from './client.ts';
import type { Database } from './database.ts';

/** A database whose transactions stand each for itself. */
export type SeparateDatabase = Omit<Database, 'together' | 'afterCommit'>;

/** As whom statements work: see 0010_roles.sql. */
interface Standing {
  role: DatabaseRole;
  companyId: number | null;
}

/** The transaction that everything in this asynchronous context belongs to. */
interface Surrounding {
  tx: Tx;
  as: Standing;
  /** Joined transactions, one after the other: savepoints nest, they do not cross. */
  turn: Promise<unknown>;
  afterCommit: (() => void)[];
  over: boolean;
}

/** Adds `together`: inside of it the database's other ways to the rows join one transaction as savepoints. */
export function joinable(separate: SeparateDatabase, onCommit: (companyId: number) => void): Database {
  const context = new AsyncLocalStorage<Surrounding>();
  /** What outlives its surroundings stands for itself again. */
  const surrounding = () => {
    const outer = context.getStore();
    return outer?.over === false ? outer : undefined;
  };
  const afterCommit = (work: () => void) => {
    const outer = surrounding();
    if (outer) outer.afterCommit.push(work);
    else work();
  };

  async function surround<T>(tx: Tx, as: Standing, work: (tx: Tx) => Promise<T>) {
    const own: Surrounding = { tx, as, turn: Promise.resolve(), afterCommit: [], over: false };
    try {
      const result = await context.run(own, () => work(tx));
      await own.turn;
      return { result, afterCommit: own.afterCommit };
    } finally {
      own.over = true;
    }
  }

  function join<T>(outer: Surrounding, as: Standing, work: (tx: Tx) => Promise<T>): Promise<T> {
    const joined = outer.turn.then(async () => {
      const done = (await outer.tx.savepoint(async (tx) => {
        const nested = tx as unknown as Tx;
        await stand(nested, as);
        return surround(nested, as, work);
      })) as Awaited<ReturnType<typeof surround<T>>>;
      // A savepoint that is undone takes its standing along; one that is kept does not.
      await stand(outer.tx, outer.as);
      outer.afterCommit.push(...done.afterCommit);
      return done.result;
    });
    outer.turn = joined.catch(() => {});
    return joined;
  }

  return {
    ...separate,
    async withCompany(companyId, work) {
      const outer = surrounding();
      if (!outer) return separate.withCompany(companyId, work);
      const result = await join(outer, { role: 'balcao_app', companyId }, work);
      afterCommit(() => onCommit(companyId));
      return result;
    },
    readCompany(companyId, work) {
      const outer = surrounding();
      if (!outer) return separate.readCompany(companyId, work);
      return join(outer, { role: 'balcao_app', companyId }, work);
    },
    asSystem(work) {
      const outer = surrounding();
      return outer ? join(outer, { role: 'balcao_system', companyId: null }, work) : separate.asSystem(work);
    },
    async together(companyId, work) {
      const as = { role: 'balcao_app', companyId } as const;
      const done = await separate.withCompany(companyId, (tx) => surround(tx, as, work));
      for (const tell of done.afterCommit) tell();
      return done.result;
    },
    afterCommit,
  };
}

async function stand(tx: Tx, { role, companyId }: Standing): Promise<void> {
  await tx`
    select set_config('role', ${role}, true), set_config('app.company_id', ${String(companyId ?? '')}, true)`;
}
