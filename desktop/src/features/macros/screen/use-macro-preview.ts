import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { listTemplates } from '@balcao/shared/features/connections/calls.ts';
import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import type { MacroRow } from '@balcao/shared/features/macros/row.ts';
import type { MessageTemplate } from '@balcao/shared/features/message-templates/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useChoices } from '../../../renderer/components/effects/use-choices.ts';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useVariables } from '../../../renderer/kit/use-variables.ts';
import { type MacroPreview, previewOf, type Texts } from './preview-of.ts';

/** What previews are made of besides the conversation. */
export function usePreviewTexts(): Texts {
  const { data: quickMessages = [] } = useRows('quickMessage');
  const { data: fileLists = [] } = useRows('fileList');
  return { quickMessages, fileLists, choices: useChoices() };
}

/** What a macro would do to a ticket. */
export function useMacroPreview(
  ticket: TicketItem,
  user: SessionUser,
  texts: Texts,
): (macro: MacroRow) => MacroPreview {
  const { fill } = useVariables(ticket, user);
  const templates = useTemplates(ticket);
  return (macro) => previewOf(macro, { ticket, user, fill, templates }, texts);
}

/** The approved texts of the conversation's connection; undefined while the server cannot be reached. */
function useTemplates({ whatsapp }: TicketItem) {
  const { templates } = featuresOf(whatsapp);
  const { data } = useApiQuery(
    listTemplates,
    { params: { whatsappId: whatsapp.id } },
    { enabled: templates },
  );
  return templates ? data : NO_TEMPLATES;
}
const NO_TEMPLATES: MessageTemplate[] = [];

/** The same without asking: unknown where there may be some. */
export const templatesAhead = ({ whatsapp }: TicketItem) =>
  featuresOf(whatsapp).templates ? undefined : NO_TEMPLATES;
