import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { ChatHit, ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { DEFAULT_CHANNEL } from '@balcao/shared/features/connections/channel.ts';
import type { MessageHit } from '@balcao/shared/features/messages/calls.ts';
import type { SearchFilter } from '@balcao/shared/features/ticket-list/bridge.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Loader } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import {
  type Icon,
  IconCloud,
  IconFile,
  IconId,
  IconMessage,
  IconMessageCircle,
  IconMicrophone,
  IconNote,
  IconPhoto,
  IconUsers,
  IconVideo,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { FoundText } from '../../../renderer/components/found-text.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { ticketState } from '../../../renderer/components/ticket/ticket-tone.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './search.module.css';
import { type Found, type Section, useSearch } from './use-search.ts';

type FoundContact = MethodOutput<'contacts.search'>[number];

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

const KIND_ICONS: Partial<Record<MessageHit['mediaType'], Icon>> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  application: IconFile,
  vcard: IconId,
  note: IconNote,
};

/** Conversations, contacts, messages and chats that a search finds, as entries of the palette. */
export function SearchResults(props: SearchProps) {
  const { search, filter, isBelowOthers, onTicket, onContact, onMessage, onChat, onShown } = props;
  const { t } = useTexts();
  const format = useFormat();
  // A search that goes on begins again with a few of each.
  const [whole, setWhole] = useState<{ search: string; section: Section } | null>(null);
  const section = whole?.search === search ? whole.section : null;
  const { isHere, isSearching, isOnlyHere, ...found } = useSearch(search, filter, section, onChat !== null);
  const { tickets, contacts, messages, chats, chatMessages } = found;
  useEffect(() => onShown(isHere));
  const more = (section: Section) => () => setWhole({ search, section });
  const isEmpty = Object.values(found).every(({ here, there }) => here.length + there.length === 0);

  const ticket = (
    { uuid, channel, contact, lastMessage, lastMessageAt, ...found }: TicketItem,
    isThere: boolean,
  ) => (
    <Entry
      key={uuid}
      icon={<PersonAvatar name={contact.name} url={contact.profilePicUrl} size={28} />}
      title={
        <>
          <FoundText text={displayName(contact)} search={search} /> <Channels of={[channel]} />
        </>
      }
      aside={`${t(`tickets:status.${ticketState(found)}`)} · ${format.timeOrDate(lastMessageAt)}`}
      isThere={isThere}
      onOpen={() => onTicket(uuid)}
    >
      <FoundText text={lastMessage} search={search} />
    </Entry>
  );
  const contact = (person: FoundContact, isThere: boolean) => (
    <Entry
      key={person.id}
      icon={<PersonAvatar name={person.name} url={person.profilePicUrl} size={28} />}
      title={
        <>
          <FoundText text={displayName(person)} search={search} /> <Channels of={person.channels} />
        </>
      }
      isThere={isThere}
      onOpen={() => onContact(person)}
    >
      {formatPhone(person.number)}
    </Entry>
  );
  const message = (hit: MessageHit, isThere: boolean) => {
    const KindIcon = KIND_ICONS[hit.mediaType] ?? IconMessage;
    return (
      <Entry
        key={hit.id}
        icon={<KindIcon size={18} stroke={1.6} aria-hidden />}
        title={hit.contactName}
        aside={format.timeOrDate(hit.createdAt)}
        isThere={isThere}
        onOpen={() => onMessage(hit)}
      >
        {hit.fromMe ? <span className={classes.own}>{t('search:own')} </span> : null}
        <FoundText text={hit.body} search={search} />
      </Entry>
    );
  };

  const chat = ({ uuid, name, ofTwo, lastMessage, updatedAt }: ChatItem) => (
    <Entry
      key={uuid}
      icon={
        ofTwo ? (
          <PersonAvatar name={name} url={null} size={28} />
        ) : (
          <IconUsers size={18} stroke={1.6} aria-hidden />
        )
      }
      title={<FoundText text={name} search={search} />}
      aside={format.timeOrDate(updatedAt)}
      isThere={false}
      onOpen={() => onChat?.(uuid)}
    >
      <FoundText text={lastMessage} search={search} />
    </Entry>
  );
  const chatMessage = ({ id, chatUuid, chatName, number, sender, message: text, createdAt }: ChatHit) => (
    <Entry
      key={id}
      icon={<IconMessageCircle size={18} stroke={1.6} aria-hidden />}
      title={chatName}
      aside={format.timeOrDate(createdAt)}
      isThere={false}
      onOpen={() => onChat?.(chatUuid, number)}
    >
      {t('chats:saidBy', { name: sender.name || t('chats:someone') })}{' '}
      <FoundText text={text} search={search} />
    </Entry>
  );

  return (
    <>
      <Group label={t('search:tickets')} found={tickets} entry={ticket} onMore={more('tickets')} />
      <Group label={t('search:contacts')} found={contacts} entry={contact} onMore={more('contacts')} />
      <Group label={t('search:messages')} found={messages} entry={message} onMore={more('messages')} />
      <Group label={t('search:chats')} found={chats} entry={chat} onMore={more('chats')} />
      <Group
        label={t('search:chatMessages')}
        found={chatMessages}
        entry={chatMessage}
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

interface EntryProps {
  icon: ReactNode;
  title: ReactNode;
  aside?: string;
  isThere: boolean;
  onOpen(): void;
  children: ReactNode;
}

function Entry({ icon, title, aside, isThere, onOpen, children }: EntryProps) {
  const { t } = useTexts();
  return (
    <Spotlight.Action onClick={onOpen} className={classes.entry} data-later={isThere || undefined}>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.body}>
        <span className={classes.head}>
          <span className={classes.title}>{title}</span>
          {isThere ? (
            <span className={classes.there}>
              <IconCloud size={13} stroke={1.7} aria-hidden /> {t('search:there')}
            </span>
          ) : null}
          {aside ? <span className={classes.aside}>{aside}</span> : null}
        </span>
        <span className={classes.text}>{children}</span>
      </span>
    </Spotlight.Action>
  );
}

/** Where somebody is, when that is not the usual channel alone. */
function Channels({ of }: { of: readonly string[] }) {
  if (of.every((channel) => channel === DEFAULT_CHANNEL)) return null;
  return of.map((channel) => <ChannelIcon key={channel} channel={channel} className={classes.channel} />);
}
