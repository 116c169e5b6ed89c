import { type MessageHit, searchMessages } from '@balcao/shared/features/messages/calls.ts';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMessageSearch } from '@tabler/icons-react';
import { FoundText } from '../../../renderer/components/found-text.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { REQUEST_DEBOUNCE_MS } from '../../../renderer/kit/limits.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './message-hits.module.css';

const HITS = 40;

/** Message hits in every conversation: at once this computer's, then those only the server has. */
export function MessageHits({ search }: { search: string }) {
  const { t } = useTexts();
  const [settled] = useDebouncedValue(search, REQUEST_DEBOUNCE_MS);
  const here = useBridgeQuery('messages.search', { text: search, limit: HITS });
  const there = useApiQuery(searchMessages, { query: { searchParam: settled } });
  const known = here.data?.hits ?? [];
  const ids = new Set(known.map(({ id }) => id));
  const others = (there.data?.hits ?? []).filter(({ id }) => !ids.has(id));
  const isSearching = here.isPending || there.isFetching;

  if (known.length + others.length === 0)
    return isSearching ? (
      <Loader className={classes.loader} size="sm" role="status" aria-label={t('common:loading')} />
    ) : (
      <StateView icon={IconMessageSearch} title={t('search:nothing')} hint={t('search:nothingHint')} />
    );
  return (
    <div className={classes.root}>
      <Hits hits={known} search={search} label={t('search:here')} />
      {others.length > 0 ? <Hits hits={others} search={search} label={t('search:there')} showLabel /> : null}
      {there.isError ? <p className={classes.label}>{t('search:onlyHere')}</p> : null}
      {isSearching ? (
        <Loader className={classes.loader} size="sm" role="status" aria-label={t('common:loading')} />
      ) : null}
    </div>
  );
}

interface HitsProps {
  hits: readonly MessageHit[];
  search: string;
  label: string;
  showLabel?: boolean;
}

function Hits({ hits, search, label, showLabel = false }: HitsProps) {
  return (
    <>
      {showLabel ? <h3 className={classes.label}>{label}</h3> : null}
      <ul className={classes.list} aria-label={label}>
        {hits.map((hit) => (
          <li key={hit.id}>
            <Hit hit={hit} search={search} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Hit({ hit, search }: { hit: MessageHit; search: string }) {
  const { t } = useTexts();
  const format = useFormat();
  const find = useTicketsView((view) => view.find);
  const { id, ticketUuid, contactName, body, fromMe, createdAt } = hit;
  const open = () => {
    find({ ticketUuid, key: { createdAt, id } });
    navigate(ticketPath(ticketUuid));
  };
  return (
    <button type="button" className={classes.hit} onClick={open}>
      <span className={classes.head}>
        <span className={classes.name}>{contactName}</span>
        <time className={classes.time} dateTime={createdAt}>
          {format.timeOrDate(createdAt)}
        </time>
      </span>
      <span className={classes.text}>
        {fromMe ? <span className={classes.own}>{t('search:own')} </span> : null}
        <FoundText text={body} search={search} />
      </span>
    </button>
  );
}
