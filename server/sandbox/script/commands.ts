/** The script API in process: every command against one sandbox. */
import type { SandboxWhatsApp } from '../sandbox.ts';
import { type CommandName, inputs, type SandboxCommands } from './api.ts';
import { bankCommands } from './bank-commands.ts';
import { faultCommands } from './fault-commands.ts';
import type { Handlers } from './handlers.ts';
import { messageCommands } from './message-commands.ts';
import { messengerCommands } from './messenger-commands.ts';
import { phoneCommands } from './phone-commands.ts';
import { waitCommands } from './wait-commands.ts';

/** Commands check their input first; a wrong one rejects with a `ZodError`. */
export function createCommands(world: SandboxWhatsApp): SandboxCommands {
  const handlers: Handlers<CommandName> = {
    ...phoneCommands(world),
    ...messageCommands(world),
    ...faultCommands(world),
    ...waitCommands(world),
    ...bankCommands(world),
    ...messengerCommands(world),
  };
  const commands = (Object.keys(inputs) as CommandName[]).map((name) => [
    name,
    async (input: unknown = {}) => {
      const run = handlers[name] as (parsed: unknown) => unknown;
      return (await run(inputs[name].parse(input))) ?? null;
    },
  ]);
  return Object.fromEntries(commands) as SandboxCommands;
}
