import { MUTATION_NAMES } from '@balcao/shared/sync/commands.ts';
import { describe, expect, test } from 'vitest';
import { sampleOf } from '../../server/test/sample.ts';
import { type CommandCases, named, verifierOf } from './verify/cases.ts';
import { chatCommands } from './verify/commands/chats.ts';
import { contactCommands } from './verify/commands/contacts.ts';
import { messageCommands } from './verify/commands/messages.ts';
import { ticketCommands } from './verify/commands/tickets.ts';
import { worldOf } from './verify/customers.ts';
import { openScene } from './verify/scene.ts';

const scene = openScene();
const world = worldOf(scene);
const verify = verifierOf(scene);

const COMMANDS: CommandCases = {
  ...ticketCommands(world),
  ...contactCommands(world),
  ...messageCommands(world),
  ...chatCommands(world),
};

describe('I14: a console that has followed a change has the rows that a new console gets', () => {
  test('there is a case for every command', () => {
    expect(Object.keys(COMMANDS).toSorted()).toEqual(MUTATION_NAMES.toSorted());
    expect(Object.values(COMMANDS).every((cases) => cases.length > 0)).toBe(true);
  });
  test.each(sampleOf(named(COMMANDS), 20, 'commands that are verified', ([name]) => name))('%s', (_, one) =>
    verify(one),
  );
});
