import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type HelpView, listHelps } from '@balcao/shared/features/helps/calls.ts';
import { Button, Modal, Text, Title } from '@mantine/core';
import { IconPlayerPlayFilled, IconRoute } from '@tabler/icons-react';
import { useState } from 'react';
import { Page, Panel } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { ShortcutList } from '../../../renderer/components/shortcut-list.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { startTour } from '../../../renderer/kit/start-tour.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AnswerList } from './answer-list.tsx';
import classes from './helps.module.css';

interface Props {
  user: SessionUser;
  /** The answer that is open, from the address. */
  open: string | null;
}

/** Written answers, the operator's videos, and the shortcuts. */
export function HelpsPage({ user, open }: Props) {
  const { t } = useTexts();
  const query = useApiQuery(listHelps, {});
  const count = query.data?.length ?? 0;
  return (
    <Page
      title={count > 0 ? t('helps:titleCount', { count }) : t('helps:title')}
      subtitle={t('helps:subtitle')}
      actions={
        user.overdueSince ? null : (
          <Button variant="default" leftSection={<IconRoute size={16} aria-hidden />} onClick={startTour}>
            {t('firstSteps:tour.title')}
          </Button>
        )
      }
    >
      <AnswerList user={user} open={open} />
      <QueryView query={query} failed={t('helps:loadFailed')}>
        {(helps) => (helps.length > 0 ? <Videos helps={helps} /> : null)}
      </QueryView>
      <section aria-labelledby={SHORTCUTS_TITLE}>
        <Title id={SHORTCUTS_TITLE} order={2} size="h5" mb="xs">
          {t('helps:shortcuts')}
        </Title>
        <Panel>
          <div className={classes.shortcuts}>
            <ShortcutList />
          </div>
        </Panel>
      </section>
    </Page>
  );
}

const SHORTCUTS_TITLE = 'helps-shortcuts';

/** Cards; one opens in a player that Escape closes. */
function Videos({ helps }: { helps: HelpView[] }) {
  const { t } = useTexts();
  const [open, setOpen] = useState<HelpView | null>(null);
  return (
    <>
      <ul className={classes.cards}>
        {helps.map((help) => (
          <li key={help.id}>
            <HelpCard help={help} onOpen={() => setOpen(help)} />
          </li>
        ))}
      </ul>
      <Modal
        opened={open !== null}
        onClose={() => setOpen(null)}
        size="xl"
        title={open?.title}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        {open ? (
          <iframe
            className={classes.player}
            title={open.title}
            src={`https://www.youtube-nocookie.com/embed/${open.video}?autoplay=1`}
            allow="autoplay; fullscreen"
            sandbox="allow-scripts allow-same-origin allow-presentation"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : null}
      </Modal>
    </>
  );
}

function HelpCard({ help, onOpen }: { help: HelpView; onOpen: () => void }) {
  const { t } = useTexts();
  return (
    <button type="button" className={classes.card} onClick={onOpen}>
      <span className={classes.cover} aria-hidden>
        <IconPlayerPlayFilled size={28} />
      </span>
      <span className={classes.title}>
        <span className={classes.hidden}>{t('helps:watch')} </span>
        {help.title}
      </span>
      {help.description ? (
        <Text component="span" size="sm" c="dimmed" lineClamp={3}>
          {help.description}
        </Text>
      ) : null}
    </button>
  );
}
