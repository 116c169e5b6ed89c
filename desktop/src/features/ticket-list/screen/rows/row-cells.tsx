import { NightThere } from '../../../../renderer/components/ticket/night-there.tsx';
import { TagChips } from '../../../../renderer/components/ticket/tag-chips.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import {
  Badge,
  NO_QUEUE_COLOR,
  OwnMarks,
  Preview,
  type RowFactsProps,
  SaidAt,
  Unread,
  Waiting,
} from './row-facts.tsx';
import classes from './table.module.css';

/** What a row tells of its ticket, in the columns of the table. */
export function RowCells({ ticket, name, draft, look }: RowFactsProps) {
  const { t } = useTexts();
  const { queue, user } = ticket;
  const queueName = queue?.name ?? t('tickets:noQueue');
  return (
    <span className={classes.cells}>
      <span className={classes.name}>
        <span className={classes.text}>{name}</span>
        <OwnMarks ticket={ticket} />
        <NightThere number={ticket.contact.number} isShort />
      </span>
      <span data-column="preview">
        <Preview ticket={ticket} draft={draft} />
        <Unread ticket={ticket} />
      </span>
      <span data-column="queue">
        <Badge
          icon={<span className={classes.dot} style={{ background: queue?.color ?? NO_QUEUE_COLOR }} />}
          name={queueName}
          label={t('tickets:badges.queue', { name: queueName })}
        />
      </span>
      <span data-column="user">
        {user ? (
          <Badge icon={null} name={user.name} label={t('tickets:badges.user', { name: user.name })} />
        ) : null}
      </span>
      <span data-column="tags">
        <TagChips tags={ticket.tags} most={2} />
      </span>
      <span data-column="waiting">
        <Waiting ticket={ticket} look={look} />
      </span>
      <span data-column="lastMessage">
        <SaidAt ticket={ticket} />
      </span>
    </span>
  );
}
