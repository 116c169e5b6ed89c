import type { Commands } from '../../sync/commands.ts';
import { runMacro } from './run-macro.ts';

export const macroCommands = ({ clock }: { clock: () => Date }) =>
  ({
    'macro.run': (tx, actor, args, actedAt) => runMacro(tx, actor, { ...args, actedAt }, clock),
  }) satisfies Partial<Commands>;
