import { setTimeout as sleep } from 'node:timers/promises';
import { PICTURE } from '../picture.ts';
import type { World } from '../world.ts';
import type { Said } from './ledgers.ts';
import type { Parts } from './parts.ts';
import type { Chance } from './random.ts';

/** The messages that people tried to send, with the outcome they saw. */
export interface Tried {
  heard: number;
  written: number;
  /** The console died before it could say whether it has the text. */
  unknown: number;
  /** There was no conversation to write in. */
  idle: number;
  closed: number;
}

export interface Traffic {
  said: Said;
  tried: Tried;
  /** Stops new messages; resolves when the outcome of every sent one is known. */
  stop(): Promise<void>;
}

const CUSTOMER_PAUSE_MS = [200, 1_500] as const;
const AGENT_PAUSE_MS = [150, 1_200] as const;
const PICTURE_SHARE = 0.05;
const CLOSE_SHARE = 0.02;

/** Customers write and agents answer, each in their own time. */
export function startTraffic(world: World, { desks }: Parts, chance: Chance): Traffic {
  const said: Said = { heard: [], written: [] };
  const tried: Tried = { heard: 0, written: 0, unknown: 0, idle: 0, closed: 0 };
  const quiet = new AbortController();

  async function goOn([least, most]: readonly [number, number], step: (turn: number) => Promise<void>) {
    for (let turn = 1; ; turn += 1) {
      const ms = chance.between(least, most);
      await sleep(ms, undefined, { signal: quiet.signal }).catch(() => {});
      if (quiet.signal.aborted) return;
      await step(turn);
    }
  }

  const customers = world.companies.flatMap(({ phone, customers: numbers }) =>
    numbers.map((from) =>
      goOn(CUSTOMER_PAUSE_MS, async (turn) => {
        const text = `${from} asks ${turn}`;
        const file = { kind: 'image', fileBase64: PICTURE.toString('base64') } as const;
        const content = chance.next() < PICTURE_SHARE ? file : ({ kind: 'text' } as const);
        said.heard.push({ number: from, text });
        tried.heard += 1;
        await world.sandbox.commands.send({ ...content, text, from, to: phone });
      }),
    ),
  );

  const agents = desks.map((desk) =>
    goOn(AGENT_PAUSE_MS, async (turn) => {
      const { console, user } = desk;
      if (chance.next() < CLOSE_SHARE) {
        tried.closed += 1;
        console.close();
      }
      const text = `${user.email} answers ${turn}`;
      const file = chance.next() < PICTURE_SHARE ? { file: PICTURE.toString('base64') } : {};
      const number = await Promise.race([
        console.write({ number: null, text, ...file }),
        console.ended.then(() => undefined),
      ]);
      if (number === undefined) tried.unknown += 1;
      else if (number === null) tried.idle += 1;
      else {
        tried.written += 1;
        said.written.push({ number, text, user: user.id });
      }
    }),
  );

  return {
    said,
    tried,
    async stop() {
      quiet.abort();
      await Promise.all([...customers, ...agents]);
    },
  };
}
