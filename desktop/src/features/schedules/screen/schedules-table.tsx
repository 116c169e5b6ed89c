import type { ScheduleItem } from '@balcao/shared/features/schedules/bridge.ts';
import { SCHEDULE } from '@balcao/shared/features/schedules/limits.ts';
import { Box, Table } from '@mantine/core';
import { FileNote } from '../../../renderer/components/file-note.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './schedules.module.css';

interface Props {
  schedules: ScheduleItem[];
  /** The signed-in user: colleagues' messages show their author. */
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
    <ListTable
      head={
        <>
          <Table.Th>{t('schedules:contact')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('schedules:body')}</Table.Th>
          <Table.Th>{t('schedules:sendAt')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('schedules:status')}</Table.Th>
        </>
      }
    >
      {schedules.map((schedule) => (
        <Table.Tr key={schedule.id}>
          <Table.Td className={classes.contact}>
            {schedule.contact.name}
            <Box hiddenFrom="xs">
              <Message schedule={schedule} />
            </Box>
            {schedule.userId !== own && schedule.userName ? (
              <div className={cells.detail}>{t('schedules:author', { name: schedule.userName })}</div>
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
    </ListTable>
  );
}

function Message({ schedule: { body, media } }: { schedule: ScheduleItem }) {
  return (
    <div className={classes.message} title={body}>
      {cut(body)}
      {media ? <FileNote name={media.name} /> : null}
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
      {errorCode ? (
        <Box className={cells.detail} maw="34ch">
          {errorText(errorCode, {})}
        </Box>
      ) : null}
      {queued ? <div className={cells.detail}>{t('schedules:queued')}</div> : null}
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
  const edit = { label: t('schedules:editNamed', named), onClick: () => onEdit(schedule) };
  return <RowActions edit={schedule.sentAt === null ? edit : undefined} remove={remove} />;
}

/** The table shows the first 25 characters. */
function cut(body: string): string {
  const line = body.replaceAll(/\s+/g, ' ');
  return line.length > SCHEDULE.cutChars ? `${line.slice(0, SCHEDULE.cutChars).trimEnd()}…` : line;
}
