import { type HelpView, listHelps } from '@balcao/shared/api/helps.ts';
import { Modal, Text } from '@mantine/core';
import { IconMovie, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { StateView } from '../../components/state-view.tsx';
import { useApiQuery } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './helps.module.css';

/** Cards of videos; one opens in a player that Escape closes. */
export function HelpsPage() {
  const { t } = useTexts();
  const query = useApiQuery(listHelps, {});
  const [open, setOpen] = useState<HelpView | null>(null);
  return (
    <Page title={t('helps:titleCount', { count: query.data?.length ?? 0 })} subtitle={t('helps:subtitle')}>
      <QueryView query={query} failed={t('helps:loadFailed')}>
        {(helps) =>
          helps.length === 0 ? (
            <StateView icon={IconMovie} title={t('helps:empty')} hint={t('helps:emptyHint')} />
          ) : (
            <ul className={classes.cards}>
              {helps.map((help) => (
                <li key={help.id}>
                  <HelpCard help={help} onOpen={() => setOpen(help)} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
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
    </Page>
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
