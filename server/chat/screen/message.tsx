/** @jsxImportSource preact */
import type { ChatMessage } from '@balcao/shared/features/web-chat/protocol.ts';
import type { ComponentChildren } from 'preact';
import type { OwnMessage } from '../line/outbox.ts';
import type { Words } from '../words.ts';
import { AttachedFile } from './attached-file.tsx';
import { useChat } from './context.ts';
import { Icon } from './icons.tsx';
import { RichText } from './rich-text.tsx';

interface SaidProps {
  from: 'visitor' | 'shop';
  /** Who says it; null: nobody in particular. */
  by: string | null;
  children: ComponentChildren;
}

/** A bubble. Whose it is, is seen by its place and its colour, and heard. */
export function Said({ from, by, children }: SaidProps) {
  const { words } = useChat();
  const name = from === 'visitor' ? words.you : by;
  return (
    <div class={`said ${from}`}>
      <span class={from === 'shop' && by ? 'by' : 'heard'}>{name ?? words.shop}</span>
      <div class="bubble">{children}</div>
    </div>
  );
}

interface ItemProps {
  message: ChatMessage;
  /** The day that begins with it. */
  day: ComponentChildren;
  isNewest: boolean;
}

export function MessageItem({ message, day, isNewest }: ItemProps) {
  const { from, by, menu, at, tick, isEdited, reactions } = message;
  const { words } = useChat();
  return (
    <li>
      {day && <p class="day">{day}</p>}
      <Said from={from} by={by}>
        <Quoted quoted={message.quoted} />
        <Content message={message} hasChoices={isNewest && menu !== null} />
        <Meta at={at} tick={from === 'visitor' ? tick : null} isEdited={isEdited} />
      </Said>
      {reactions.length > 0 && <p class={`reactions ${from}`}>{reactions.join(' ')}</p>}
      {isNewest && menu && <Choices choices={menu.choices} label={words.choices} />}
    </li>
  );
}

function Quoted({ quoted }: Pick<ChatMessage, 'quoted'>) {
  return quoted ? <blockquote class="quoted">{quoted.text}</blockquote> : null;
}

function Content({ message, hasChoices }: { message: ChatMessage; hasChoices: boolean }) {
  const { words } = useChat();
  const { kind, text, menu, file, place, isDeleted } = message;
  if (isDeleted) return <p class="quiet">{words.deleted}</p>;
  const said = hasChoices && menu ? menu.lead : text;
  return (
    <>
      {file && <AttachedFile kind={kind} file={file} />}
      {place && <Place {...place} />}
      {said && <RichText text={said} />}
      {!file && !place && !said && <p class="quiet">{words.unknown}</p>}
    </>
  );
}

function Place({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { words } = useChat();
  const href = `https://www.google.com/maps?q=${latitude},${longitude}`;
  return (
    <a class="file" href={href} target="_blank" rel="noopener noreferrer">
      <Icon name="pin" />
      {words.place}
    </a>
  );
}

type Tick = keyof Words['tick'];
const TICK_ICONS = {
  waiting: 'waiting',
  stored: 'stored',
  delivered: 'read',
  read: 'read',
  failed: 'failed',
} as const;

function Meta({ at, tick, isEdited }: { at: string; tick: Tick | null; isEdited: boolean }) {
  const { words, language } = useChat();
  return (
    <p class="meta">
      {isEdited && <span>{words.edited}</span>}
      <time dateTime={at}>
        {new Date(at).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })}
      </time>
      {tick && (
        <span class={`tick ${tick}`} data-tick={tick}>
          <Icon name={TICK_ICONS[tick]} />
          <span class="heard">{words.tick[tick]}</span>
        </span>
      )}
    </p>
  );
}

/** Quick answers: a menu of the bot's, or the marks of the question how it was. */
function Choices({ choices, label }: { choices: { tap: string; label: string }[]; label: string }) {
  const { chat } = useChat();
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are no fields of a form
    <div class="choices" role="group" aria-label={label}>
      {choices.map(({ tap, label }) => (
        <button key={tap} type="button" class="choice" onClick={() => chat.say(label, tap)}>
          {label}
        </button>
      ))}
    </div>
  );
}

/** What the visitor has said, and the server has not told back yet. */
export function OwnItem({ message }: { message: OwnMessage }) {
  const { chat, words } = useChat();
  const { frame, file, at, code, isStored } = message;
  const tick = isStored ? 'stored' : code === null ? 'waiting' : 'failed';
  return (
    <li>
      <Said from="visitor" by={null}>
        {file && (
          <p class="file">
            <Icon name={file.voiceSeconds === null ? 'file' : 'microphone'} />
            {file.voiceSeconds === null ? file.name : words.voice}
          </p>
        )}
        {frame.text && <RichText text={frame.text} />}
        <Meta at={at} tick={tick} isEdited={false} />
      </Said>
      {code !== null && (
        <p class="refused">
          <span>{whyNot(code, words)}</span>
          <button type="button" class="quiet-button" onClick={() => chat.retry(frame.id)}>
            {words.retry}
          </button>
          <button type="button" class="quiet-button" onClick={() => chat.remove(frame.id)}>
            {words.remove}
          </button>
        </p>
      )}
    </li>
  );
}

const whyNot = (code: string, { errors }: Words): string =>
  (errors as Record<string, string>)[code] ?? errors.other;
