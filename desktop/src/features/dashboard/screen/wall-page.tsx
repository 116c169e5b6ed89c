import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type DashboardNow, getDashboard, getDashboardNow } from '@balcao/shared/features/dashboard/calls.ts';
import { DEFAULT_WAIT_LIMITS, waitLevel } from '@balcao/shared/features/queues/wait-limits.ts';
import { ActionIcon, Modal } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import { IconMaximize, IconMinimize, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { KeptView } from '../../../renderer/components/kept-view.tsx';
import { useKeptQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useFigureTexts } from './use-figures.ts';
import { minutesSince, useSince } from './use-since.ts';
import classes from './wall.module.css';

const LOOK_EVERY_MS = 15_000;
const COUNT_EVERY_MS = 60_000;
/** What is read from across a room is short. */
const SHOWN = 6;

/** The moment for a television: over the whole page, dark and large. Nobody touches it, so it reads again by itself. */
export function WallPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { toggle, fullscreen } = useFullscreenDocument();
  useDark();
  const screen = t(`dashboard:wall.${fullscreen ? 'leaveFullScreen' : 'fullScreen'}`);
  const ScreenIcon = fullscreen ? IconMinimize : IconMaximize;
  return (
    <Modal.Root opened onClose={() => navigate('/')} fullScreen padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Content aria-label={t('dashboard:wallTitle')}>
        <Modal.Body className={classes.root}>
          <header className={classes.head}>
            <h1 className={classes.company}>{user.company.name}</h1>
            <ActionIcon size={40} aria-label={screen} title={screen} onClick={() => void toggle()}>
              <ScreenIcon size={22} aria-hidden />
            </ActionIcon>
            <ActionIcon size={40} aria-label={t('common:close')} onClick={() => navigate('/')}>
              <IconX size={22} aria-hidden />
            </ActionIcon>
          </header>
          <Moment />
          <Today />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Moment() {
  const query = useKeptQuery(getDashboardNow, {}, { everyMs: LOOK_EVERY_MS });
  return (
    <KeptView query={query}>
      {(now) => (
        <>
          <Waiting now={now} />
          <div className={classes.halves}>
            <Longest queue={now.queue} />
            <Here people={now.people} />
          </div>
        </>
      )}
    </KeptView>
  );
}

const LISTS = ['pending', 'open', 'chatbot'] as const;

function Waiting({ now: { waiting, lists } }: { now: DashboardNow }) {
  const { t } = useTexts();
  const format = useFormat();
  const since = useSince();
  const level = waiting.since ? waitLevel(minutesSince(waiting.since), DEFAULT_WAIT_LIMITS) : 'early';
  return (
    <ul className={classes.figures}>
      <li className={classes.first} data-level={level}>
        <span className={classes.label}>{t('tickets:filter.unanswered')}</span>
        <span className={classes.value}>{format.number(waiting.count)}</span>
        <span className={classes.label}>
          {waiting.since
            ? t('dashboard:now.longest', { time: since(waiting.since) })
            : t('dashboard:now.nobodyWaits')}
        </span>
      </li>
      {LISTS.map((list) => (
        <li key={list}>
          <span className={classes.label}>{t(`tickets:tabs.${list}`)}</span>
          <span className={classes.value}>{format.number(lists[list])}</span>
        </li>
      ))}
    </ul>
  );
}

/** Whoever passes by sees where somebody waits, and not who it is. */
function Longest({ queue }: Pick<DashboardNow, 'queue'>) {
  const { t } = useTexts();
  const since = useSince();
  return (
    <section>
      <h2 className={classes.label}>{t('dashboard:now.queue')}</h2>
      {queue.length === 0 ? <p className={classes.line}>{t('dashboard:now.queueEmpty')}</p> : null}
      <ul className={classes.lines}>
        {queue.slice(0, SHOWN).map((ticket) => (
          <li key={ticket.id} className={classes.line}>
            <span className={classes.name}>{ticket.queueName || t('dashboard:now.noQueue')}</span>
            {since(ticket.since)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who is there, and how much each of them has. */
function Here({ people }: Pick<DashboardNow, 'people'>) {
  const { t } = useTexts();
  const format = useFormat();
  const here = people.filter(({ online }) => online);
  return (
    <section>
      <h2 className={classes.label}>{t('dashboard:wall.here', { count: here.length })}</h2>
      <ul className={classes.lines}>
        {here.slice(0, SHOWN).map(({ id, name, openTickets }) => (
          <li key={id} className={classes.line}>
            <span className={classes.name}>{name}</span>
            {format.number(openTickets)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Today() {
  const { t } = useTexts();
  const figures = useFigureTexts();
  const query = useKeptQuery(getDashboard, { query: { days: 1 } }, { everyMs: COUNT_EVERY_MS });
  return (
    <KeptView query={query}>
      {({ today, counters }) => (
        <ul className={classes.figures}>
          <li>
            <span className={classes.label}>{t('dashboard:wall.begun')}</span>
            <span className={classes.value}>
              {figures.count(today.reduce((sum, count) => sum + count, 0))}
            </span>
          </li>
          <li>
            <span className={classes.label}>{t('dashboard:wall.finished')}</span>
            <span className={classes.value}>{figures.count(counters.supportFinished)}</span>
          </li>
        </ul>
      )}
    </KeptView>
  );
}

const SCHEME = 'data-mantine-color-scheme';

/** A bright wall tires a room. What the person likes elsewhere comes back with the page before. */
function useDark(): void {
  useEffect(() => {
    const root = document.documentElement;
    const scheme = root.getAttribute(SCHEME) ?? 'light';
    root.setAttribute(SCHEME, 'dark');
    return () => root.setAttribute(SCHEME, scheme);
  }, []);
}
