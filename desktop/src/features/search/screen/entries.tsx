import type { MethodOutput } from '@balcao/shared/bridge/methods.ts';
import type { ChatHit, ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { DEFAULT_CHANNEL } from '@balcao/shared/features/connections/channel.ts';
import type { MessageHit } from '@balcao/shared/features/messages/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
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
import type { ReactNode } from 'react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { FoundText } from '../../../renderer/components/found-text.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { ticketState } from '../../../renderer/components/ticket/ticket-tone.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './search.module.css';

export type FoundContact = MethodOutput<'contacts.search'>[number];

interface FoundProps {
  search: string;
  /** Only the server has it. */
  isThere: boolean;
  onOpen(): void;
}

export function TicketEntry({ ticket, search, ...how }: FoundProps & { ticket: TicketItem }) {
  const { t } = useTexts();
  const format = useFormat();
  const { channel, contact, lastMessage, lastMessageAt } = ticket;
  return (
    <Entry
      icon={<PersonAvatar name={contact.name} url={contact.profilePicUrl} size={28} />}
      title={
        <>
          <FoundText text={displayName(contact)} search={search} /> <Channels of={[channel]} />
        </>
      }
      aside={`${t(`tickets:status.${ticketState(ticket)}`)} · ${format.timeOrDate(lastMessageAt)}`}
      {...how}
    >
      <FoundText text={lastMessage} search={search} />
    </Entry>
  );
}

export function ContactEntry({ contact, search, ...how }: FoundProps & { contact: FoundContact }) {
  return (
    <Entry
      icon={<PersonAvatar name={contact.name} url={contact.profilePicUrl} size={28} />}
      title={
        <>
          <FoundText text={displayName(contact)} search={search} /> <Channels of={contact.channels} />
        </>
      }
      {...how}
    >
      {formatPhone(contact.number)}
    </Entry>
  );
}

const KIND_ICONS: Partial<Record<MessageHit['mediaType'], Icon>> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  application: IconFile,
  vcard: IconId,
  note: IconNote,
};

export function MessageEntry({ hit, search, ...how }: FoundProps & { hit: MessageHit }) {
  const { t } = useTexts();
  const format = useFormat();
  const KindIcon = KIND_ICONS[hit.mediaType] ?? IconMessage;
  return (
    <Entry
      icon={<KindIcon size={18} stroke={1.6} aria-hidden />}
      title={hit.contactName}
      aside={format.timeOrDate(hit.createdAt)}
      {...how}
    >
      {hit.fromMe ? <span className={classes.own}>{t('search:own')} </span> : null}
      <FoundText text={hit.body} search={search} />
    </Entry>
  );
}

export function ChatEntry({ chat, search, ...how }: FoundProps & { chat: ChatItem }) {
  const format = useFormat();
  const { name, ofTwo, lastMessage, updatedAt } = chat;
  return (
    <Entry
      icon={
        ofTwo ? (
          <PersonAvatar name={name} url={null} size={28} />
        ) : (
          <IconUsers size={18} stroke={1.6} aria-hidden />
        )
      }
      title={<FoundText text={name} search={search} />}
      aside={format.timeOrDate(updatedAt)}
      {...how}
    >
      <FoundText text={lastMessage} search={search} />
    </Entry>
  );
}

export function ChatMessageEntry({ hit, search, ...how }: FoundProps & { hit: ChatHit }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <Entry
      icon={<IconMessageCircle size={18} stroke={1.6} aria-hidden />}
      title={hit.chatName}
      aside={format.timeOrDate(hit.createdAt)}
      {...how}
    >
      {t('chats:saidBy', { name: hit.sender.name || t('chats:someone') })}{' '}
      <FoundText text={hit.message} search={search} />
    </Entry>
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
