import type { ScheduleItem } from '@balcao/shared/features/schedules/bridge.ts';
import { deleteSchedule } from '@balcao/shared/features/schedules/calls.ts';
import { SCHEDULE } from '@balcao/shared/features/schedules/limits.ts';
import { Box } from '@mantine/core';
import { FileNote } from '../../../renderer/components/file-note.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { TemplateText } from '../../../renderer/components/template-text.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './schedules.module.css';

interface Props {
  schedules: readonly ScheduleItem[];
  /** The signed-in user: colleagues' messages show their author. */
  own: number;
  onEdit: (schedule: ScheduleItem) => void;
}

const TONES: Record<ScheduleItem['status'], Tone> = {
  PENDENTE: 'info',
  ENVIADA: 'success',
  ERRO: 'danger',
};

export function SchedulesTable({ schedules, own, onEdit }: Props) {
  const { t } = useTexts();
  const removalOf = useRemoval();
  return (
    <ListTable
      rows={schedules}
      columns={[
        {
          head: t('schedules:contact'),
          className: classes.contact,
          cell: (schedule) => <Contact schedule={schedule} isOwn={schedule.userId === own} />,
        },
        {
          head: t('schedules:body'),
          visibleFrom: 'xs',
          className: classes.body,
          cell: (schedule) => <Message schedule={schedule} />,
        },
        {
          head: t('schedules:sendAt'),
          className: classes.when,
          cell: (schedule) => <When schedule={schedule} />,
        },
        {
          head: t('schedules:status'),
          visibleFrom: 'xs',
          cell: (schedule) => <Status schedule={schedule} />,
        },
      ]}
      actions={(schedule) => (
        <Actions schedule={schedule} removal={removalOf(schedule)} onEdit={() => onEdit(schedule)} />
      )}
    />
  );
}

/** An unsent message is cancelled, which can wait for a network; for a sent one only the record is deleted. */
function useRemoval() {
  const { t } = useTexts();
  const cancel = useBridgeCommand('schedules.cancel');
  const remove = useApiCommand(deleteSchedule);
  return ({ id, contact, body, sentAt }: ScheduleItem) => ({
    question: `${contact.name}: ${body.slice(0, 200)}`,
    ...(sentAt === null
      ? { run: () => cancel.mutateAsync({ id }), gone: t('schedules:cancelled') }
      : { run: () => remove.mutateAsync({ params: { scheduleId: id } }) }),
  });
}

function Contact({ schedule, isOwn }: { schedule: ScheduleItem; isOwn: boolean }) {
  const { t } = useTexts();
  const { contact, userName } = schedule;
  return (
    <>
      {contact.name}
      <Box hiddenFrom="xs">
        <Message schedule={schedule} />
      </Box>
      {!isOwn && userName ? (
        <div className={cells.detail}>{t('schedules:author', { name: userName })}</div>
      ) : null}
    </>
  );
}

function Message({ schedule: { body, media } }: { schedule: ScheduleItem }) {
  return (
    <div className={classes.message} title={body}>
      <TemplateText text={cut(body)} />
      {media ? <FileNote name={media.name} /> : null}
    </div>
  );
}

function When({ schedule }: { schedule: ScheduleItem }) {
  const format = useFormat();
  return (
    <>
      {format.moment(schedule.sendAt)}
      <Box hiddenFrom="xs" mt={4}>
        <Status schedule={schedule} />
      </Box>
    </>
  );
}

function Status({ schedule: { status, errorCode, queued } }: { schedule: ScheduleItem }) {
  const { t } = useTexts();
  const errorText = useErrorText();
  const isWaiting = status === 'PENDENTE' && errorCode !== null;
  return (
    <>
      <StatusPill tone={isWaiting ? 'warning' : TONES[status]}>
        {isWaiting ? t('schedules:waiting') : t(`schedules:statuses.${status}`)}
      </StatusPill>
      {errorCode ? (
        <Box className={cells.detail} maw="34ch">
          {errorText(errorCode, {})}
        </Box>
      ) : null}
      {queued ? <div className={cells.detail}>{t('schedules:queued')}</div> : null}
    </>
  );
}

interface ActionsProps {
  schedule: ScheduleItem;
  removal: ReturnType<ReturnType<typeof useRemoval>>;
  onEdit: () => void;
}

function Actions({ schedule: { contact, sendAt, sentAt }, removal, onEdit }: ActionsProps) {
  const { t } = useTexts();
  const format = useFormat();
  const named = { name: contact.name, when: format.moment(sendAt) };
  return (
    <RowActions
      edit={sentAt === null ? { label: t('schedules:editNamed', named), onClick: onEdit } : undefined}
      remove={{ label: t('schedules:deleteNamed', named), ...removal }}
    />
  );
}

/** The table shows the first 25 characters, and all of a variable that they end in. */
function cut(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ');
  if (line.length <= SCHEDULE.cutChars) return line;
  const opened = line.lastIndexOf('{{', SCHEDULE.cutChars);
  const closed = opened < 0 ? -1 : line.indexOf('}}', opened) + 2;
  return `${line.slice(0, Math.max(SCHEDULE.cutChars, closed)).trimEnd()}…`;
}
