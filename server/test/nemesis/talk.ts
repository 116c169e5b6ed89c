import type { PhoneCompany } from '../phone-company.ts';
import type { World } from '../world.ts';
import type { Console } from './console.ts';
import type { Said } from './ledgers.ts';
import { quiesce } from './quiesce.ts';
import { compareLedgers } from './verdict.ts';

/** Customers and agents of one company who talk, and what they said. */
export interface Talk {
  /** Each customer writes, and whoever has the conversation answers. */
  round(name: string): Promise<void>;
  /** What is still under way after a long while, and where the ledgers disagree; nothing when all is well. */
  problems(): Promise<Record<string, string[]>>;
}

const REST_MS = 45_000;

export function createTalk(world: World, company: PhoneCompany, desks: Console[]): Talk {
  const said: Said = { heard: [], written: [] };
  return {
    async round(name) {
      for (const number of company.customers) {
        const text = `${name} pergunta ${number}`;
        said.heard.push({ number, text });
        await world.sandbox.commands.send({ kind: 'text', from: number, to: company.phone, text });
      }
      for (const [index, number] of company.customers.entries()) {
        const desk = desks[index % desks.length] as Console;
        const text = `${name} resposta ${number}`;
        if (await desk.write({ number, text })) said.written.push({ number, text, user: desk.user.id });
      }
    },
    async problems() {
      const stuck = await quiesce(world, () => desks, REST_MS);
      const verdict = await compareLedgers(world, desks, said);
      return Object.fromEntries(
        Object.entries({ stuck, ...verdict }).filter(([, problems]) => problems.length > 0),
      );
    },
  };
}
