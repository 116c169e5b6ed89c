import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../../renderer/components/form-dialog.tsx';
import { useBridgeCommand } from '../../../../renderer/kit/bridge-query.ts';
import { saveFile } from '../../../../renderer/kit/save-file.ts';
import { showToast } from '../../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTicketDialogs } from './dialogs-store.ts';

/** Takes a conversation along as a document with its files, for whoever asks for it. */
export function DocumentDialog() {
  const { t } = useTexts();
  const { document, close } = useTicketDialogs();
  return (
    <FormDialog
      value={document}
      title={({ contact }) => t('tickets:takeAlong.title', { name: displayName(contact) })}
      size="md"
      onClose={close}
    >
      {(ticket) => <DocumentChoice ticket={ticket} onClose={close} />}
    </FormDialog>
  );
}

const OF_CONTACT = 'contact';

/** It is made while it is kept, and goes on when the dialog is closed. */
function DocumentChoice({ ticket, onClose }: { ticket: TicketItem; onClose: () => void }) {
  const { t } = useTexts();
  const [language, setLanguage] = useState<string>(OF_CONTACT);
  const making = useBridgeCommand('messages.document');
  const chosen = LANGUAGES.find((known) => known === language) ?? null;
  const take = () =>
    void making.mutateAsync({ ticketId: ticket.id, language: chosen }).then(
      (file) => {
        saveFile(file);
        showToast(t('tickets:takeAlong.done'));
        onClose();
      },
      () => {},
    );
  return (
    <Stack gap="md">
      <Text size="sm">{t('tickets:takeAlong.hint')}</Text>
      <Select
        label={t('common:language')}
        allowDeselect={false}
        disabled={making.isPending}
        data={[
          { value: OF_CONTACT, label: t('tickets:takeAlong.ofContact') },
          ...LANGUAGES.map((value) => ({ value, label: t(`common:languages.${value}`) })),
        ]}
        value={language}
        onChange={(value) => setLanguage(value ?? OF_CONTACT)}
      />
      <Text size="sm" c="var(--text-muted)">
        {t('tickets:takeAlong.noted')}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button loading={making.isPending} onClick={take}>
          {t('tickets:download')}
        </Button>
      </Group>
    </Stack>
  );
}
