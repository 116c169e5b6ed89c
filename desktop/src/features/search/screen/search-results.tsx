import type { MessageHit } from '@balcao/shared/features/messages/calls.ts';
import type { SearchFilter } from '@balcao/shared/features/ticket-list/bridge.ts';
import { Loader } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import {
  ChatEntry,
  ChatMessageEntry,
  ContactEntry,
  type FoundContact,
  MessageEntry,
  TicketEntry,
} from './entries.tsx';
import classes from './search.module.css';
import { type Found, type Section, useSearch } from './use-search.ts';

export interface SearchProps {
  search: string;
  filter: SearchFilter;
  /** Entries of another kind stand above: an empty search is no empty palette. */
  isBelowOthers: boolean;
  onTicket(uuid: string): void;
  onContact(contact: FoundContact): void;
  onMessage(hit: MessageHit): void;
  /** Null: the company has no chats. */
  onChat: ((uuid: string, number?: number) => void) | null;
  /** Other entries are shown now. @param isHere everything that this computer has is among them */
  onShown(isHere: boolean): void;
}

/** Conversations, contacts, messages and chats that a search finds, as entries of the palette. */
export function SearchResults(props: SearchProps) {
  const { search, filter, isBelowOthers, onTicket, onContact, onMessage, onChat, onShown } = props;
  const { t } = useTexts();
  // A search that goes on begins again with a few of each.
  const [whole, setWhole] = useState<{ search: string; section: Section } | null>(null);
  const section = whole?.search === search ? whole.section : null;
  const { isHere, isSearching, isOnlyHere, ...found } = useSearch(search, filter, section, onChat !== null);
  const { tickets, contacts, messages, chats, chatMessages } = found;
  useEffect(() => onShown(isHere));
  const more = (section: Section) => () => setWhole({ search, section });
  const isEmpty = Object.values(found).every(({ here, there }) => here.length + there.length === 0);

  return (
    <>
      <Group
        label={t('search:tickets')}
        found={tickets}
        entry={(ticket, isThere) => (
          <TicketEntry
            key={ticket.uuid}
            {...{ ticket, search, isThere }}
            onOpen={() => onTicket(ticket.uuid)}
          />
        )}
        onMore={more('tickets')}
      />
      <Group
        label={t('search:contacts')}
        found={contacts}
        entry={(contact, isThere) => (
          <ContactEntry
            key={contact.id}
            {...{ contact, search, isThere }}
            onOpen={() => onContact(contact)}
          />
        )}
        onMore={more('contacts')}
      />
      <Group
        label={t('search:messages')}
        found={messages}
        entry={(hit, isThere) => (
          <MessageEntry key={hit.id} {...{ hit, search, isThere }} onOpen={() => onMessage(hit)} />
        )}
        onMore={more('messages')}
      />
      <Group
        label={t('search:chats')}
        found={chats}
        entry={(chat) => (
          <ChatEntry
            key={chat.uuid}
            {...{ chat, search }}
            isThere={false}
            onOpen={() => onChat?.(chat.uuid)}
          />
        )}
        onMore={more('chats')}
      />
      <Group
        label={t('search:chatMessages')}
        found={chatMessages}
        entry={(hit) => (
          <ChatMessageEntry
            key={hit.id}
            {...{ hit, search }}
            isThere={false}
            onOpen={() => onChat?.(hit.chatUuid, hit.number)}
          />
        )}
        onMore={more('chatMessages')}
      />
      <div role="status" className={classes.state}>
        {isSearching ? <Loader size="xs" role="img" aria-label={t('common:loading')} /> : null}
        {isEmpty && !isSearching && !isBelowOthers ? t('search:nothingAtAll') : null}
        {isOnlyHere ? t('search:onlyHere') : null}
      </div>
    </>
  );
}

interface GroupProps<T> {
  label: string;
  found: Found<T>;
  entry(item: T, isThere: boolean): ReactNode;
  onMore(): void;
}

function Group<T>({ label, found: { here, there, hasMore }, entry, onMore }: GroupProps<T>) {
  const { t } = useTexts();
  if (here.length + there.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label} role="group" aria-label={label}>
      {here.map((item) => entry(item, false))}
      {there.map((item) => entry(item, true))}
      {hasMore ? (
        <Spotlight.Action
          closeSpotlightOnTrigger={false}
          onClick={onMore}
          className={classes.more}
          data-later
        >
          {t('search:more', { section: label.toLocaleLowerCase() })}
        </Spotlight.Action>
      ) : null}
    </Spotlight.ActionsGroup>
  );
}
