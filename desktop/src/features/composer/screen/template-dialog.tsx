import { listTemplates } from '@balcao/shared/features/connections/calls.ts';
import type { MessageTemplate, TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import { asParameter, filledTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Modal, Stack } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import {
  chosenOf,
  isComplete,
  TemplateFields,
} from '../../../renderer/components/message-template/template-fields.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useMakingCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  ticket: TicketItem;
  opened: boolean;
  onClose: () => void;
}

/** Sends an approved text: how one writes first, and after the hours for answers. */
export function TemplateDialog({ ticket, opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('composer:template.title', { name: ticket.contact.name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Templates ticket={ticket} onClose={onClose} />
    </Modal>
  );
}

function Templates({ ticket, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTexts();
  const query = useApiQuery(listTemplates, { params: { whatsappId: ticket.whatsapp.id } });
  return (
    <QueryView query={query}>
      {(templates) =>
        templates.length === 0 ? (
          <StateView
            icon={IconTemplate}
            title={t('composer:template.empty')}
            hint={t('composer:template.emptyHint')}
          />
        ) : (
          <Choice ticket={ticket} templates={templates} onClose={onClose} />
        )
      }
    </QueryView>
  );
}

function Choice({
  ticket,
  templates,
  onClose,
}: Omit<Props, 'opened'> & { templates: readonly MessageTemplate[] }) {
  const { t } = useTexts();
  const [choice, setChoice] = useState<TemplateChoice | null>(null);
  const send = useMakingCommand('messages.sendTemplate');
  const template = chosenOf(templates, choice);
  const [isAsked, setAsked] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setAsked(true);
        if (!template || !choice || !isComplete(template, choice)) return;
        const parameters = choice.parameters.map(asParameter);
        send.mutate(
          {
            id: uuidv7(),
            ticketId: ticket.id,
            body: filledTemplate(template, parameters),
            template: { ...choice, parameters },
          },
          { onSuccess: onClose },
        );
      }}
    >
      <Stack>
        <TemplateFields
          templates={templates}
          value={choice}
          onChange={setChoice}
          greeted={ticket.contact.name}
          error={isAsked && !isComplete(template, choice) ? t('composer:template.incomplete') : null}
        />
        <FormActions label={t('composer:template.send')} saving={send.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
