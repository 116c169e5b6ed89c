import type { CampaignRecipient } from '@balcao/shared/features/campaigns/calls.ts';
import type { RecipientState } from '@balcao/shared/features/campaigns/row.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Anchor, Box } from '@mantine/core';
import { Link } from 'wouter';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
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
  const format = useFormat();
  const moment = (at: string | null) => (at ? format.momentIn(at, timezone) : '–');
  return (
    <ListTable
      rows={recipients}
      columns={[
        { head: t('campaigns:recipients.name'), cell: (recipient) => <Person recipient={recipient} /> },
        { head: t('campaigns:report.state'), cell: (recipient) => <State recipient={recipient} /> },
        {
          head: t('campaigns:report.variant'),
          cell: ({ variant }) => (variant === null ? '–' : t('campaigns:tab', { place: variant })),
          visibleFrom: 'sm',
        },
        {
          head: t('campaigns:recipients.sentAt'),
          cell: ({ sentAt }) => moment(sentAt),
          visibleFrom: 'sm',
          className: classes.when,
        },
        {
          head: t('campaigns:recipients.answeredAt'),
          cell: ({ answeredAt, ticketUuid }) => (
            <>
              {moment(answeredAt)} {ticketUuid ? <TicketLink uuid={ticketUuid} /> : null}
            </>
          ),
          visibleFrom: 'sm',
          className: classes.when,
        },
      ]}
    />
  );
}

function Person({ recipient: { name, number, ticketUuid } }: { recipient: CampaignRecipient }) {
  const { t } = useTexts();
  if (number === '') return <div className={cells.detail}>{t('campaigns:recipients.erased')}</div>;
  return (
    <>
      <div className={cells.name}>{name || formatPhone(number)}</div>
      <div className={cells.detail}>{formatPhone(number)}</div>
      <Box hiddenFrom="sm">{ticketUuid ? <TicketLink uuid={ticketUuid} /> : null}</Box>
    </>
  );
}

function State({ recipient: { state, reason } }: { recipient: CampaignRecipient }) {
  const { t } = useTexts();
  const reasonText = useReasonText();
  return (
    <>
      <StatusPill tone={TONES[state]}>{t(`campaigns:states.${state}`)}</StatusPill>
      {reason ? <div className={classes.reason}>{reasonText(reason)}</div> : null}
    </>
  );
}

function TicketLink({ uuid }: { uuid: string }) {
  const { t } = useTexts();
  return (
    <div>
      <Anchor component={Link} href={`/tickets/${uuid}`} size="sm">
        {t('campaigns:recipients.ticket')}
      </Anchor>
    </div>
  );
}
