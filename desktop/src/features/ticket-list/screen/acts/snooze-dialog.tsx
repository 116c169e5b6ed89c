import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { MomentFields } from '../../../../renderer/components/moment-fields.tsx';
import { snoozedUntil } from '../../../../renderer/components/ticket/snoozed-until.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { instantOf } from '../../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTicketDialogs } from './dialogs-store.ts';
import classes from './snooze-dialog.module.css';
import { snoozeChoices } from './snooze-times.ts';
import { useSnooze } from './use-snooze.ts';

/** Until when tickets are out of the lists: one press for the usual moments, or any other. */
export function SnoozeDialog() {
  const { t } = useTexts();
  const { snooze, close } = useTicketDialogs();
  // While it fades out it still shows what it showed.
  const [last, setLast] = useState<readonly TicketItem[]>([]);
  if (snooze !== null && snooze !== last) setLast(snooze);
  const [first, ...others] = last;
  const title =
    others.length > 0
      ? t('tickets:snooze.titleMany', { count: last.length })
      : t('tickets:snooze.title', { name: first?.contact.name || first?.contact.number || '' });
  return (
    <Modal
      opened={snooze !== null}
      onClose={close}
      size="sm"
      title={title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SnoozeChoices tickets={last} onClose={close} />
    </Modal>
  );
}

function SnoozeChoices({ tickets, onClose }: { tickets: readonly TicketItem[]; onClose: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  const snooze = useSnooze();
  const [now] = useState(serverNow);
  const choices = snoozeChoices(now);
  const [own, setOwn] = useState(choices.at(-1)?.time ?? { day: null, time: '' });
  const ownAt = instantOf(own);
  const isPast = ownAt !== null && Date.parse(ownAt) <= now.getTime();
  const choose = (until: string | null) => {
    onClose();
    void snooze(tickets, until);
  };
  return (
    <Stack gap="md">
      <p className={classes.hint}>{t('tickets:snooze.hint')}</p>
      <Stack gap={6}>
        {choices.map(({ name, time }, index) => {
          const at = instantOf(time);
          return (
            <Button
              key={name}
              variant="default"
              fullWidth
              justify="space-between"
              rightSection={<span className={classes.when}>{at && format.moment(at, now)}</span>}
              onClick={() => choose(at)}
              data-autofocus={index === 0 || undefined}
            >
              {t(`tickets:snooze.${name}`)}
            </Button>
          );
        })}
        {tickets.some(snoozedUntil) ? (
          <Button variant="light" fullWidth justify="flex-start" onClick={() => choose(null)}>
            {t('tickets:actions.resume')}
          </Button>
        ) : null}
      </Stack>
      <form
        className={classes.own}
        aria-label={t('tickets:snooze.date')}
        onSubmit={(event) => {
          event.preventDefault();
          if (ownAt && !isPast) choose(ownAt);
        }}
      >
        <MomentFields value={own} onChange={setOwn} />
        {isPast ? (
          <p className={classes.past} role="status">
            {t('tickets:snooze.past')}
          </p>
        ) : null}
        <Group justify="flex-end" className={classes.submit}>
          <Button type="submit" disabled={!ownAt || isPast}>
            {t('tickets:actions.snooze')}
          </Button>
        </Group>
      </form>
    </Stack>
  );
}
