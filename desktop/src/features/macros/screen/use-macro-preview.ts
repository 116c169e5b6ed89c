import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { foresee, type Standing } from '@balcao/shared/features/automations/facts.ts';
import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import { foreseen, isHeard, isWriting, standingOf } from '@balcao/shared/features/macros/effects.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useVariables } from '../../../renderer/kit/use-variables.ts';
import { isGone } from './is-gone.ts';

export interface MacroPreview {
  /** What would change something, with the words that would be written. */
  effects: readonly Effect[];
  /** How the ticket stands then. */
  after: Standing;
  /** The words of those that write, in their order. */
  words: string[];
  /** Why it cannot be used here. */
  obstacle: 'gone' | 'mayNotWrite' | 'nothing' | null;
  /** The customer hears it. */
  isHeard: boolean;
}

/** What a macro would do to a ticket, as its server will. */
export function useMacroPreview(
  ticket: TicketItem,
  user: SessionUser,
  choices: Choices,
): (macro: MacroRow) => MacroPreview {
  const { fill } = useVariables(ticket, user);
  const { data: quickMessages = [] } = useRows('quickMessage');
  const { data: fileLists = [] } = useRows('fileList');
  const before = standingOf(ticket);

  const withWords = (effect: Effect): Effect => {
    if (effect.kind === 'say') return { ...effect, text: fill(effect.text) };
    if (effect.kind !== 'quickMessage') return effect;
    const quick = quickMessages.find(({ id }) => id === effect.quickMessageId);
    return { kind: 'say', text: fill(quick?.message ?? '') };
  };

  const wordsOf = (effect: Effect): string => {
    if (effect.kind === 'fileList')
      return fill(fileLists.find(({ id }) => id === effect.fileListId)?.message ?? '');
    return 'text' in effect ? effect.text : '';
  };

  return (macro) => {
    const { effects, standing } = foreseen(macro.effects, before, user.id);
    const shown = effects.map(withWords);
    return {
      effects: shown,
      after: standing,
      words: shown.filter(isWriting).map(wordsOf),
      obstacle: isGone(macro, choices)
        ? 'gone'
        : !mayWrite(effects, before, user)
          ? 'mayNotWrite'
          : effects.length === 0
            ? 'nothing'
            : null,
      isHeard: effects.some(isHeard),
    };
  };
}

/** People write in a conversation that is theirs. */
function mayWrite(effects: readonly Effect[], begun: Standing, user: SessionUser): boolean {
  let standing = begun;
  for (const effect of effects) {
    if (isHeard(effect) && (standing.status !== 'open' || !mayActOn(standing, user))) return false;
    standing = foresee(standing, effect)?.facts ?? standing;
  }
  return true;
}
