import type { CampaignRecipient } from '@balcao/shared/features/campaigns/calls.ts';
import type { RecipientState } from '@balcao/shared/features/campaigns/row.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Anchor, Box, Table } from '@mantine/core';
import { Link } from 'wouter';
import cells from '../../../renderer/components/list-table.module.css';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './report.module.css';
import { useReasonText } from './use-reason-text.ts';

const TONES: Record<RecipientState, Tone> = {
  queued: 'neutral',
  asked: 'info',
  sending: 'info',
  sent: 'info',
  delivered: 'success',
  read: 'success',
  failed: 'danger',
  skipped: 'warning',
};

interface Props {
  recipients: readonly CampaignRecipient[];
  timezone: string;
}

export function RecipientsTable({ recipients, timezone }: Props) {
  const { t } = useTexts();
  return (
    <Table className={cells.table} verticalSpacing="xs" horizontalSpacing="md" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('campaigns:recipients.name')}</Table.Th>
          <Table.Th>{t('campaigns:report.state')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('campaigns:report.variant')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('campaigns:recipients.sentAt')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('campaigns:recipients.answeredAt')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {recipients.map((recipient) => (
          <Row key={recipient.id} recipient={recipient} timezone={timezone} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ recipient, timezone }: { recipient: CampaignRecipient; timezone: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const reasonText = useReasonText();
  const { name, number, state, reason, variant, sentAt, answeredAt, ticketUuid } = recipient;
  const moment = (at: string | null) => (at ? format.momentIn(at, timezone) : '–');
  const ticket = ticketUuid ? (
    <Anchor component={Link} href={`/tickets/${ticketUuid}`} size="sm">
      {t('campaigns:recipients.ticket')}
    </Anchor>
  ) : null;
  return (
    <Table.Tr>
      <Table.Td>
        <div className={cells.name}>{name || formatPhone(number)}</div>
        <div className={cells.detail}>{formatPhone(number)}</div>
        <Box hiddenFrom="sm">{ticket}</Box>
      </Table.Td>
      <Table.Td>
        <StatusPill tone={TONES[state]}>{t(`campaigns:states.${state}`)}</StatusPill>
        {reason ? <div className={classes.reason}>{reasonText(reason)}</div> : null}
      </Table.Td>
      <Table.Td visibleFrom="sm">{variant === null ? '–' : t('campaigns:tab', { place: variant })}</Table.Td>
      <Table.Td visibleFrom="sm" className={classes.when}>
        {moment(sentAt)}
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.when}>
        {moment(answeredAt)} {ticket ? <div>{ticket}</div> : null}
      </Table.Td>
    </Table.Tr>
  );
}
