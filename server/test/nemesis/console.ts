import { join } from 'node:path';
import type { UserFixture } from '../fixtures.ts';
import type { Running } from '../process.ts';
import type { World } from '../world.ts';
import type { AgentOptions, FromAgent, ToAgent } from './agent.ts';

/** A console in a separate process, with an agent in front of it. */
export interface Console extends Running {
  user: UserFixture;
  status: { phase: string; queued: number };
  readonly regressed: string[];
  /** Resolves with the customer's number when the console has it, or null; never when the console dies. */
  write(word: { number: string | null; text: string; file?: string }): Promise<string | null>;
  /** Ends one of the agent's conversations. */
  close(): void;
}

let orders = 0;

export const consoleDir = ({ dir }: World, { id }: UserFixture): string => join(dir, `console-${id}`);

/** @param program another version's `agent.ts` */
export function startConsole(
  world: World,
  user: UserFixture,
  serverUrl: string,
  env: Record<string, string> = {},
  program = 'server/test/nemesis/agent.ts',
): Console {
  const { email, password } = user;
  const colleagues = world.companies.find(({ agents }) => agents.includes(user))?.agents ?? [];
  const options: AgentOptions = {
    dir: consoleDir(world, user),
    serverUrl,
    email,
    password,
    nth: colleagues.indexOf(user),
    of: colleagues.length,
  };
  return listen(user, world.start(program, [JSON.stringify(options)], env));
}

function listen(user: UserFixture, program: Running): Console {
  const waiting = new Map<number, (number: string | null) => void>();
  const console: Console = Object.assign(Object.create(program) as Running, {
    user,
    status: { phase: 'offline', queued: 0 },
    regressed: [] as string[],
    write(word: { number: string | null; text: string; file?: string }) {
      const order = ++orders;
      const { promise, resolve } = Promise.withResolvers<string | null>();
      waiting.set(order, resolve);
      program.say({ kind: 'write', order, ...word } satisfies ToAgent);
      return promise;
    },
    close: () => program.say({ kind: 'close' } satisfies ToAgent),
  });
  program.hear((heard) => {
    const message = heard as FromAgent;
    if (message.kind === 'written') waiting.get(message.order)?.(message.number);
    if (message.kind === 'status') console.status = message;
    if (message.kind === 'regressed')
      console.regressed.push(`${message.text}: ${message.from} to ${message.to}`);
  });
  return console;
}
