import { AppError } from '@balcao/shared/errors.ts';
import { isHeard, isWriting } from '@balcao/shared/features/macros/effects.ts';
import { signed } from '@balcao/shared/features/messages/signature.ts';
import { DECISION_HELD_MS } from '@balcao/shared/features/tickets/limits.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

export function macroHandlers({ session, workspace }: CoreServices) {
  const ownName = () => session.state().user?.name ?? '';

  return {
    'macros.run': (args) => {
      const { store, sync, undoTimers } = workspace();
      const macro = store.all('macro').find(({ id }) => id === args.macroId);
      if (!macro) throw new AppError('ERR_NO_MACRO_FOUND');
      const { sign } = store.drafts.habits();
      const written = macro.effects.filter(isWriting);
      const lines = args.lines.map((line, index) => {
        const effect = written[index];
        // An approved text is sent as it was approved.
        const isSigned = sign && effect && isHeard(effect) && effect.kind !== 'template';
        return isSigned ? { ...line, body: signed(line.body, ownName()) } : line;
      });
      // Whoever reads a message cannot unread it: it leaves at once.
      const undoable = !macro.effects.some(isHeard);
      if (undoable) {
        sync.holdDecision('macro.run', { ...args, lines }, Date.now() + DECISION_HELD_MS);
        undoTimers.watch();
      } else sync.enqueue('macro.run', { ...args, lines });
      return { undoable };
    },
  } satisfies Partial<Handlers>;
}
