import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { answerableUntil } from '@balcao/shared/features/messages/service-window.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconClockHour4, IconClockOff } from '@tabler/icons-react';
import { useEffect, useReducer } from 'react';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './bars.module.css';
import { TemplateDialog } from './template-dialog.tsx';

const MINUTE_MS = 60_000;

/** Milliseconds in which this customer may still be answered, told anew every minute; null: there is no end. */
export function useAnswerTime({ whatsapp, customerWroteAt }: TicketItem): number | null {
  const [, tell] = useReducer((count: number) => count + 1, 0);
  const until = answerableUntil(
    featuresOf(whatsapp),
    customerWroteAt === null ? null : new Date(customerWroteAt),
  );
  const ends = until?.getTime() ?? null;
  useEffect(() => {
    if (ends === null) return;
    const timer = setInterval(tell, MINUTE_MS);
    return () => clearInterval(timer);
  }, [ends]);
  return ends === null ? null : Math.max(0, ends - serverNow().getTime());
}

/**
 * How long the messenger still takes an answer, or that it takes none and what can be done: wait, or send an approved text
 * where there are any.
 */
export function ServiceWindow({ ticket, left }: { ticket: TicketItem; left: number | null }) {
  const { t } = useTexts();
  const [isChoosing, choosing] = useDisclosure(false);
  if (left === null) return null;
  const channel = t(`tickets:channel.${ticket.channel}`);
  const minutes = Math.ceil(left / MINUTE_MS);
  const time =
    minutes > 90
      ? t('composer:window.hours', { count: Math.floor(minutes / 60) })
      : t('composer:window.minutes', { count: minutes });
  const mayTemplate = left === 0 && featuresOf(ticket.whatsapp).templates;
  const closed =
    ticket.customerWroteAt === null && mayTemplate ? 'first' : mayTemplate ? 'template' : 'closed';
  const words =
    left === 0 ? t(`composer:window.${closed}`, { channel }) : t('composer:window.open', { channel, time });
  return (
    <div className={classes.bar} data-closed={left === 0 || undefined} role="status">
      {left === 0 ? (
        <IconClockOff size={17} stroke={1.7} aria-hidden />
      ) : (
        <IconClockHour4 size={17} stroke={1.7} aria-hidden />
      )}
      <span className={classes.whole}>{words}</span>
      {mayTemplate ? (
        <>
          <Button size="compact-sm" variant="default" onClick={choosing.open}>
            {t('composer:template.choose')}
          </Button>
          <TemplateDialog ticket={ticket} opened={isChoosing} onClose={choosing.close} />
        </>
      ) : null}
    </div>
  );
}
