import { endUserSession, listUserSessions, type PersonSession } from '@balcao/shared/features/auth/calls.ts';
import { ENDED_SESSIONS_KEPT_DAYS } from '@balcao/shared/features/auth/limits.ts';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconTerminal2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApiCommand, useApiQuery } from '../kit/api-query.ts';
import { useFormat } from '../kit/format.ts';
import { showToast } from '../kit/toasts.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useTexts } from '../kit/use-texts.ts';
import { QueryView } from './query-view.tsx';
import classes from './session-list.module.css';
import { StatusPill } from './status-pill.tsx';

interface Props {
  userId: number;
  /** Whoever looks may end one that is alive and not the own; the name is asked for with. */
  endFor?: string;
}

/** From where a person is signed in now, and was in the last weeks. */
export function SessionList({ userId, endFor }: Props) {
  const { t } = useTexts();
  const sessions = useApiQuery(listUserSessions, { params: { userId } });
  return (
    <QueryView query={sessions}>
      {(rows) =>
        rows.length > 0 ? (
          <ul className={classes.sessions}>
            {rows.map((session) => (
              <Session key={session.id} session={session}>
                {endFor !== undefined && !session.own && !session.endedAt ? (
                  <EndButton userId={userId} session={session} name={endFor} />
                ) : null}
              </Session>
            ))}
          </ul>
        ) : (
          <p className={classes.detail}>{t('auth:sessions.none', { days: ENDED_SESSIONS_KEPT_DAYS })}</p>
        )
      }
    </QueryView>
  );
}

function Session({ session, children }: { session: PersonSession; children: ReactNode }) {
  const { t } = useTexts();
  const format = useFormat();
  const { way, device, program, address, startedAt, usedAt, endedAt } = session;
  const Icon = device ? IconDeviceDesktop : IconTerminal2;
  const details = [device?.system, program, address, way && t(`auth:sessions.ways.${way}`)]
    .filter(Boolean)
    .join(' · ');
  return (
    <li className={classes.session} data-alive={endedAt === null || undefined}>
      <Icon size={22} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.about}>
        <div className={classes.name}>{device?.name || t('auth:sessions.unnamed')}</div>
        <div className={classes.detail}>{details}</div>
        <div className={classes.detail}>
          {t('auth:sessions.times', { start: format.moment(startedAt), use: format.moment(usedAt) })}
        </div>
      </div>
      <State session={session} />
      {children}
    </li>
  );
}

function State({ session: { own, endedBy } }: { session: PersonSession }) {
  const { t } = useTexts();
  if (endedBy) return <StatusPill tone="neutral">{t(`auth:sessions.ends.${endedBy}`)}</StatusPill>;
  return <StatusPill tone="success">{own ? t('auth:sessions.own') : t('auth:sessions.alive')}</StatusPill>;
}

function EndButton({ userId, session, name }: { userId: number; session: PersonSession; name: string }) {
  const { t } = useTexts();
  const confirm = useConfirm();
  const end = useApiCommand(endUserSession);
  const question = {
    title: t('auth:sessions.endTitle', { name }),
    text: t('auth:sessions.endText'),
    confirm: t('auth:sessions.end'),
  };
  const run = () =>
    end.mutate(
      { params: { userId, sessionId: session.id } },
      { onSuccess: () => showToast(t('auth:sessions.ended')) },
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={end.isPending}
      onClick={() => confirm(question, run)}
    >
      {t('auth:sessions.end')}
    </Button>
  );
}
