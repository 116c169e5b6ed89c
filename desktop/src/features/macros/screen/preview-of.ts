import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { foresee, type Standing } from '@balcao/shared/features/automations/facts.ts';
import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import type { MacroLine } from '@balcao/shared/features/macros/commands.ts';
import { foreseen, isHeard, isWriting, standingOf } from '@balcao/shared/features/macros/effects.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import type { MessageTemplate } from '@balcao/shared/features/message-templates/row.ts';
import { asWholeParameter, filledTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import type { QuickMessageRow } from '@balcao/shared/features/quick-messages/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { chosenOf } from '../../../renderer/components/message-template/template-fields.tsx';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import { isGone } from './is-gone.ts';

type Words = Omit<MacroLine, 'id'>;

export interface MacroPreview {
  /** What would change something, with the words that would be written. */
  effects: readonly Effect[];
  /** How the ticket stands then. */
  after: Standing;
  /** The words of those that write, in their order. */
  words: Words[];
  /** Why it cannot be used here. */
  obstacle: 'gone' | 'mayNotWrite' | 'noTemplate' | 'nothing' | null;
  /** The customer hears it. */
  isHeard: boolean;
}

/** What is looked up for it. */
export interface Texts {
  quickMessages: readonly QuickMessageRow[];
  fileLists: readonly FileListRow[];
  choices: Choices;
}

/** The conversation, and whoever uses the macro there. */
export interface Place {
  ticket: TicketItem;
  user: SessionUser;
  fill: (text: string) => string;
  /** The approved texts of its connection; undefined: unknown. */
  templates: readonly MessageTemplate[] | undefined;
}

/** What a macro would do to a ticket, as its server will. */
export function previewOf(macro: MacroRow, place: Place, texts: Texts): MacroPreview {
  const { ticket, user, templates } = place;
  const before = standingOf(ticket);
  const { effects, standing } = foreseen(macro.effects, before, user.id);
  const lacksTemplate = (effect: Effect) =>
    effect.kind === 'template' && templates !== undefined && !chosenOf(templates, effect.template);
  const obstacle = () => {
    if (isGone(macro, texts.choices, user)) return 'gone';
    if (!mayWrite(effects, before, user)) return 'mayNotWrite';
    if (effects.some(lacksTemplate)) return 'noTemplate';
    return effects.length === 0 ? 'nothing' : null;
  };
  const words = (effect: Effect) => wordsOf(effect, place, texts);
  return {
    effects: effects.map((effect) => (isSaid(effect) ? { kind: 'say', text: words(effect).body } : effect)),
    after: standing,
    words: effects.filter(isWriting).map(words),
    obstacle: obstacle(),
    isHeard: effects.some(isHeard),
  };
}

/** What is shown by its words alone. */
const isSaid = ({ kind }: Effect) => kind === 'say' || kind === 'quickMessage' || kind === 'template';

function wordsOf(effect: Effect, { fill, templates }: Place, { quickMessages, fileLists }: Texts): Words {
  switch (effect.kind) {
    case 'say':
      return { body: fill(effect.text) };
    case 'quickMessage':
      return { body: fill(quickMessages.find(({ id }) => id === effect.quickMessageId)?.message ?? '') };
    case 'fileList':
      return { body: fill(fileLists.find(({ id }) => id === effect.fileListId)?.message ?? '') };
    case 'template': {
      const parameters = effect.template.parameters.map((text) => asWholeParameter(fill(text)));
      const template = chosenOf(templates ?? [], effect.template);
      return { body: template ? filledTemplate(template, parameters) : effect.template.name, parameters };
    }
    default:
      return { body: 'text' in effect ? effect.text : '' };
  }
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
