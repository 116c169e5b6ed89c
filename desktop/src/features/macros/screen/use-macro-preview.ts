import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { foresee, type Standing } from '@balcao/shared/features/automations/facts.ts';
import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import { foreseen, isHeard, isWriting, standingOf } from '@balcao/shared/features/macros/effects.ts';
import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { listTemplates } from '@balcao/shared/features/connections/calls.ts';
import type { MacroLine } from '@balcao/shared/features/macros/commands.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import { asWholeParameter, filledTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { chosenOf } from '../../../renderer/components/message-template/template-fields.tsx';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useVariables } from '../../../renderer/kit/use-variables.ts';
import { isGone } from './is-gone.ts';

export interface MacroPreview {
  /** What would change something, with the words that would be written. */
  effects: readonly Effect[];
  /** How the ticket stands then. */
  after: Standing;
  /** The words of those that write, in their order. */
  words: Omit<MacroLine, 'id'>[];
  /** Why it cannot be used here. */
  obstacle: 'gone' | 'mayNotWrite' | 'noTemplate' | 'nothing' | null;
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
  const templates = useTemplates(ticket);

  const wordsOf = (effect: Effect): Omit<MacroLine, 'id'> => {
    switch (effect.kind) {
      case 'say':
        return { body: fill(effect.text) };
      case 'quickMessage':
        return { body: fill(quickMessages.find(({ id }) => id === effect.quickMessageId)?.message ?? '') };
      case 'fileList':
        return { body: fill(fileLists.find(({ id }) => id === effect.fileListId)?.message ?? '') };
      case 'template': {
        const parameters = effect.template.parameters.map((text) => asWholeParameter(fill(text)));
        const template = chosenOf(templates.known ?? [], effect.template);
        return { body: template ? filledTemplate(template, parameters) : effect.template.name, parameters };
      }
      default:
        return { body: 'text' in effect ? effect.text : '' };
    }
  };
  const withWords = (effect: Effect): Effect =>
    isSaid(effect) ? { kind: 'say', text: wordsOf(effect).body } : effect;

  return (macro) => {
    const { effects, standing } = foreseen(macro.effects, before, user.id);
    return {
      effects: effects.map(withWords),
      after: standing,
      words: effects.filter(isWriting).map(wordsOf),
      obstacle: isGone(macro, choices)
        ? 'gone'
        : !mayWrite(effects, before, user)
          ? 'mayNotWrite'
          : effects.some(templates.isMissing)
            ? 'noTemplate'
            : effects.length === 0
              ? 'nothing'
              : null,
      isHeard: effects.some(isHeard),
    };
  };
}

/** What is shown by its words alone. */
const isSaid = ({ kind }: Effect) => kind === 'say' || kind === 'quickMessage' || kind === 'template';

/** The approved texts of the conversation's connection; unknown while the server cannot be reached. */
function useTemplates({ whatsapp }: TicketItem) {
  const { templates } = featuresOf(whatsapp);
  const { data } = useApiQuery(listTemplates, { params: { whatsappId: whatsapp.id } }, { enabled: templates });
  const known = templates ? data : [];
  return {
    known,
    isMissing: (effect: Effect) =>
      effect.kind === 'template' && known !== undefined && !chosenOf(known, effect.template),
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
