import type { ScheduleItem } from '@balcao/shared/bridge/schedules.ts';
import { SCHEDULE } from '@balcao/shared/constants.ts';
import { ActionIcon, Box, Group, Table, Tooltip } from '@mantine/core';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useErrorText } from '../../app/error-text.ts';
import { useFormat } from '../../app/format.ts';
import { useTexts } from '../../app/use-texts.ts';
import { RowActions } from '../../components/row-actions.tsx';
import { StatusPill, type Tone } from '../../components/status-pill.tsx';
import classes from './schedules.module.css';

interface Props {
  schedules: ScheduleItem[];
  /** Whoever is looking: of colleagues' messages it says whose they are. */
  own: number;
  onEdit: (schedule: ScheduleItem) => void;
  onDelete: (schedule: ScheduleItem) => void;
}

const TONES: Record<ScheduleItem['status'], Tone> = {
  PENDENTE: 'info',
  ENVIADA: 'success',
  ERRO: 'danger',
};

export function SchedulesTable({ schedules, own, onEdit, onDelete }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Table className={classes.table} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('schedules:contact')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('schedules:body')}</Table.Th>
          <Table.Th>{t('schedules:sendAt')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('schedules:status')}</Table.Th>
          <Table.Th aria-label={t('common:actions')} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {schedules.map((schedule) => (
          <Table.Tr key={schedule.id}>
            <Table.Td className={classes.contact}>
              {schedule.contact.name}
              <Box hiddenFrom="xs">
                <Message schedule={schedule} />
              </Box>
              {schedule.userId !== own && schedule.userName ? (
                <div className={classes.detail}>{t('schedules:author', { name: schedule.userName })}</div>
              ) : null}
            </Table.Td>
            <Table.Td className={classes.body} visibleFrom="xs">
              <Message schedule={schedule} />
            </Table.Td>
            <Table.Td className={classes.when}>
              {format.moment(schedule.sendAt)}
              <Box hiddenFrom="xs" mt={4}>
                <Status schedule={schedule} />
              </Box>
            </Table.Td>
            <Table.Td visibleFrom="xs">
              <Status schedule={schedule} />
            </Table.Td>
            <Table.Td>
              <Actions schedule={schedule} onEdit={onEdit} onDelete={onDelete} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Message({ schedule: { body, media } }: { schedule: ScheduleItem }) {
  const { t } = useTexts();
  return (
    <div className={classes.message} title={body}>
      {cut(body)}
      {media ? (
        <div className={classes.file}>
          <IconPaperclip size={14} aria-hidden /> {media.name || t('common:file')}
        </div>
      ) : null}
    </div>
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
      {errorCode ? <div className={classes.detail}>{errorText(errorCode, {})}</div> : null}
      {queued ? <div className={classes.detail}>{t('schedules:queued')}</div> : null}
    </>
  );
}

function Actions({
  schedule,
  onEdit,
  onDelete,
}: Pick<Props, 'onEdit' | 'onDelete'> & { schedule: ScheduleItem }) {
  const { t } = useTexts();
  const format = useFormat();
  const named = { name: schedule.contact.name, when: format.moment(schedule.sendAt) };
  const remove = { label: t('schedules:deleteNamed', named), onClick: () => onDelete(schedule) };
  if (schedule.sentAt === null) {
    const edit = { label: t('schedules:editNamed', named), onClick: () => onEdit(schedule) };
    return <RowActions edit={edit} remove={remove} />;
  }
  return (
    <Group justify="flex-end">
      <Tooltip label={t('common:delete')}>
        <ActionIcon aria-label={remove.label} onClick={remove.onClick}>
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** 25 characters (specification document 2, section 9). */
function cut(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ');
  return line.length > SCHEDULE.cutChars ? `${line.slice(0, SCHEDULE.cutChars).trimEnd()}…` : line;
}
