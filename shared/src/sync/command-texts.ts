import { type Declared, FEATURE_ENTRIES, type FeatureName, type NamesIn } from '../features.ts';
import type { MutationName } from './commands.ts';

type CommandOf<F extends FeatureName> = NamesIn<Declared<F, 'commands'>> & MutationName;
type KeyIn<Group extends string> = { [F in FeatureName]: `${F}:${Group}.${CommandOf<F>}` }[FeatureName];

function keysIn<Group extends string>(group: Group): Record<MutationName, KeyIn<Group>> {
  const keys = FEATURE_ENTRIES.flatMap(([feature, { commands = {} }]) =>
    Object.keys(commands).map((name) => [name, `${feature}:${group}.${name}`]),
  );
  return Object.fromEntries(keys);
}

const COMMANDS = keysIn('commands');
const REFUSALS = keysIn('refusals');

/** The key of what a waiting command is called: `tickets:commands.ticket.accept`. */
export const commandKey = (name: MutationName): KeyIn<'commands'> => COMMANDS[name];

/** The key of the heading above the reason why the server refused it: `tickets:refusals.ticket.accept`. */
export const refusalKey = (name: MutationName): KeyIn<'refusals'> => REFUSALS[name];
