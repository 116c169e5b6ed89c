import type { ScheduleItem } from '@balcao/shared/features/schedules/bridge.ts';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCalendarTime, IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useScheduling } from '../../../renderer/kit/scheduling-store.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './schedule-strip.module.css';

/** The messages still to be sent to this contact: a quiet line above the text, unfolded on request. */
export function ScheduleStrip({ contactId }: { contactId: number }) {
  const { t } = useTexts();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { data: waiting = [] } = useBridgeQuery('schedules.of', { contactId });
  const [next] = waiting;
  if (!next) return null;
  return (
    <section className={classes.root} aria-label={t('schedules:heading')} data-testid="schedule-strip">
      <div className={classes.head}>
        <IconCalendarTime size={16} stroke={1.7} aria-hidden />
        <span className={classes.summary}>
          {t('schedules:stripMany', { count: waiting.length, when: format.moment(next.sendAt) })}
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-label={isOpen ? t('schedules:hide') : t('schedules:show')}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('common:close') : t('schedules:open')}
        </Button>
      </div>
      {isOpen ? (
        <ul className={classes.list}>
          {waiting.map((schedule) => (
            <Waiting key={schedule.id} schedule={schedule} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Waiting({ schedule }: { schedule: ScheduleItem }) {
  const { t } = useTexts();
  const format = useFormat();
  const errorText = useErrorText();
  const { ask } = useScheduling();
  const askCancel = useAskCancel();
  const when = format.moment(schedule.sendAt);
  return (
    <li className={classes.item}>
      <span className={classes.text}>
        <span className={classes.when}>{when}</span> {schedule.body}
        {schedule.errorCode ? (
          <span className={classes.reason}>{errorText(schedule.errorCode, {})}</span>
        ) : schedule.queued ? (
          <span className={classes.reason}>{t('schedules:queued')}</span>
        ) : null}
      </span>
      <Tooltip label={t('common:edit')}>
        <ActionIcon
          size={28}
          aria-label={t('schedules:changeNamed', { when })}
          onClick={() => ask({ schedule })}
        >
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('schedules:cancel')}>
        <ActionIcon
          size={28}
          aria-label={t('schedules:cancelNamed', { when })}
          onClick={() => askCancel(schedule)}
        >
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

function useAskCancel(): (schedule: ScheduleItem) => void {
  const { t } = useTexts();
  const confirm = useConfirm();
  const cancel = useBridgeCommand('schedules.cancel');
  return ({ id, body }) =>
    confirm(
      {
        title: t('schedules:cancelConfirm'),
        text: body.slice(0, 300),
        confirm: t('schedules:cancel'),
        cancel: t('schedules:keep'),
      },
      () =>
        void cancel.mutateAsync({ id }).then(
          () => showToast(t('schedules:cancelled')),
          () => {},
        ),
    );
}
