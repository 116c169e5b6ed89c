import type { OutboxItem } from '@balcao/shared/features/outbox/bridge.ts';
import { IconAlertCircle, IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './outbox.module.css';

interface Props {
  icon: ReactNode;
  title: string;
  whom: Pick<OutboxItem, 'ticketUuid' | 'contactName'>;
  at: string;
  text: string;
  file?: OutboxItem['file'];
  why: ReactNode;
  actions?: ReactNode;
}

/** The frame of every line of the outbox: what, for whom, since when, why. */
export function EntryFrame({ icon, title, whom, at, text, file = null, why, actions }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const time = format.timeOrDate(at);
  return (
    <div className={classes.entry} data-testid="outbox-entry">
      <span className={classes.icon}>{icon}</span>
      <div className={classes.content}>
        <p className={classes.head}>
          <strong>{title}</strong>
          {whom.contactName ? <Whom {...whom} /> : null}
          <span className={classes.since}>{t('outbox:since', { time })}</span>
        </p>
        {file ? (
          <p className={classes.file}>
            <IconPaperclip size={15} stroke={1.7} aria-hidden />
            {file.name}
          </p>
        ) : null}
        {text ? <p className={classes.text}>{text}</p> : null}
        <div className={classes.foot}>
          {why}
          {actions}
        </div>
      </div>
    </div>
  );
}

/** A whole sentence, for which a pill is too small. */
export function Reason({ tone, children }: { tone: 'danger' | 'warning'; children: ReactNode }) {
  return (
    <p className={classes.reason} data-tone={tone}>
      <IconAlertCircle size={16} stroke={1.8} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

function Whom({ ticketUuid, contactName }: Props['whom']) {
  const { t } = useTexts();
  if (ticketUuid === null) return <span>{contactName}</span>;
  return (
    <Link href={`/tickets/${ticketUuid}`} className={classes.whom} title={t('outbox:open')}>
      {contactName}
    </Link>
  );
}
