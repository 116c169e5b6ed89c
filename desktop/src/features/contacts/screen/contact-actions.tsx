import { isBlockable } from '@balcao/shared/features/connections/channel.ts';
import { blockContact } from '@balcao/shared/features/contacts/calls.ts';
import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { Button, Stack } from '@mantine/core';
import { IconArrowMerge, IconBan, IconLockOpen, IconMessagePlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useNewTicket } from '../../../renderer/kit/new-ticket-store.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './contact-panel.module.css';

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }));

/** Actions beyond one field: a new conversation, blocking where the messenger can, and merging two contacts. */
export function ContactActions({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const [merging, setMerging] = useState(false);
  const block = useApiCommand(blockContact);
  const newTicket = useNewTicket((dialog) => dialog.ask);
  const { id, name, blocked } = contact;
  const setBlocked = (wanted: boolean) =>
    block.mutate({ params: { contactId: id }, body: { blocked: wanted } });
  const confirm = useConfirm();
  const ask = () =>
    confirm(
      {
        title: t('contacts:blockTitle', { name }),
        text: t('contacts:blockHint'),
        confirm: t('contacts:blockConfirm'),
      },
      () => setBlocked(true),
    );
  return (
    <section className={classes.section}>
      <Stack gap={6}>
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconMessagePlus size={16} aria-hidden />}
          onClick={() => newTicket(contact)}
        >
          {t('contacts:newTicket')}
        </Button>
        <Button
          variant="default"
          justify="flex-start"
          leftSection={<IconArrowMerge size={16} aria-hidden />}
          onClick={() => setMerging(true)}
        >
          {t('contacts:merge')}
        </Button>
        {isBlockable(contact) ? (
          <Button
            variant="default"
            justify="flex-start"
            loading={block.isPending}
            leftSection={blocked ? <IconLockOpen size={16} aria-hidden /> : <IconBan size={16} aria-hidden />}
            onClick={() => (blocked ? setBlocked(false) : ask())}
          >
            {blocked ? t('contacts:unblock') : t('contacts:block')}
          </Button>
        ) : null}
      </Stack>
      {merging ? (
        <Suspense fallback={null}>
          <MergeDialog contactId={id} onClose={() => setMerging(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
