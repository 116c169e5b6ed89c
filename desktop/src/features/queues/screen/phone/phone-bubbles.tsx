import type { TrialLine } from '@balcao/shared/features/bot/calls.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { IconBulb, IconMapPin, IconMicrophone, IconNote, IconPhoto, IconSparkles } from '@tabler/icons-react';
import { Loadable } from '../../../../renderer/components/loadable.tsx';
import { mediaBox } from '../../../../renderer/components/message/media-box.ts';
import { UnloadedFile } from '../../../../renderer/components/missing-file.tsx';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './phone.module.css';
import { usePhoneParts } from './phone-parts.ts';
import { useResponderName } from './responder-card.tsx';
import type { RealCall, Sent, Shown } from './use-trial.ts';

export const ATTACHMENT_ICONS = { voice: IconMicrophone, picture: IconPhoto, location: IconMapPin } as const;

const CLOSED = JSON.stringify({ kind: 'closed', by: null } satisfies TicketEvent);

/** @param onChoose a line of a menu was tapped: what it stands for is sent */
export function PhoneRow({ row, onChoose }: { row: Shown; onChoose: (text: string) => void }) {
  const { EventRow } = usePhoneParts();
  switch (row.kind) {
    case 'sent':
      return (
        <Bubble side="customer" at={row.at}>
          <SentContent sent={row.sent} />
        </Bubble>
      );
    case 'unanswered':
      return <Unanswered call={row.call} />;
    case 'line':
      if (row.line.mediaType === 'note') return <AgentNote body={row.line.body} at={row.at} />;
      return row.line.mediaType === 'event' ? (
        <EventRow message={{ body: row.line.body, createdAt: row.at }} />
      ) : (
        <Bubble
          side="bot"
          at={row.at}
          mark={row.call ? <CallMark call={row.call} short={row.follows} /> : null}
        >
          {row.line.media ? <PhoneMedia line={row.line} media={row.line.media} /> : null}
          <MenuText text={row.line.body} onChoose={onChoose} />
        </Bubble>
      );
    case 'reason':
      return <Reason row={row} />;
    case 'closed':
      return <EventRow message={{ body: CLOSED, createdAt: row.at }} />;
  }
}

interface BubbleProps {
  side: 'customer' | 'bot';
  at: string;
  /** It stands beside the time. */
  mark?: React.ReactNode;
  children: React.ReactNode;
}

function Bubble({ side, at, mark, children }: BubbleProps) {
  const format = useFormat();
  return (
    <div className={classes.bubble} data-side={side}>
      {children}
      <div className={classes.foot}>
        {mark}
        <time className={classes.time} dateTime={at}>
          {format.time(at)}
        </time>
      </div>
    </div>
  );
}

/** That it was a real call, and how long it took; in short where that has been said. */
function CallMark({ call: { asked, latencyMs }, short }: { call: RealCall; short: boolean }) {
  const { t } = useTexts();
  const format = useFormat();
  const nameOf = useResponderName();
  const words = t('queues:phone.responder.real', { seconds: format.number(Math.ceil(latencyMs / 100) / 10) });
  return (
    <span className={classes.mark} title={nameOf(asked)}>
      <IconSparkles size={13} stroke={1.8} aria-hidden />
      {short ? null : words}
    </span>
  );
}

function SentContent({ sent }: { sent: Sent }) {
  const { t } = useTexts();
  const { RichText } = usePhoneParts();
  if (sent.kind === 'text') return <RichText text={sent.text} />;
  const SentIcon = ATTACHMENT_ICONS[sent.kind];
  return (
    <span className={classes.attachment}>
      <SentIcon size={18} stroke={1.7} aria-hidden />
      {t(`queues:phone.attachments.${sent.kind}`)}
    </span>
  );
}

/** A program may hear of a message and say nothing. */
function Unanswered({ call }: { call: RealCall }) {
  const { t } = useTexts();
  const nameOf = useResponderName();
  return (
    <div className={classes.unanswered}>
      {t('queues:phone.responder.unanswered', { name: nameOf(call.asked) })}
      <CallMark call={call} short={false} />
    </div>
  );
}

/** What agents find, and the customer does not. */
function AgentNote({ body, at }: { body: string; at: string }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <div className={classes.note}>
      <span className={classes.noteLabel}>
        <IconNote size={14} stroke={1.8} aria-hidden />
        {t('queues:phone.responder.note')}
      </span>
      <div className={classes.noteWords}>{body}</div>
      <time className={classes.time} dateTime={at}>
        {format.time(at)}
      </time>
    </div>
  );
}

/** What comes of a message, and why. */
function Reason({ row: { reason, isSilent, read } }: { row: Extract<Shown, { kind: 'reason' }> }) {
  const { t } = useTexts();
  const why = t(`queues:phone.reasons.${reason}`);
  const words = read === null ? why : t('queues:phone.read', { words: read, reason: why });
  return (
    <p className={classes.reason}>
      <IconBulb size={14} stroke={1.8} aria-hidden />
      <span>{isSilent ? t('queues:phone.silence', { reason: words }) : words}</span>
    </p>
  );
}

const MENU_LINE = /^\[ (\d{1,4}|#) \] - /;

/** The words of the bot; the lines of its menus can be tapped. */
function MenuText({ text, onChoose }: { text: string; onChoose: (text: string) => void }) {
  const { RichText } = usePhoneParts();
  return piecesOf(text).map(({ place, words, choice }) =>
    choice === null ? (
      <div key={place} className={classes.words}>
        <RichText text={words} />
      </div>
    ) : (
      <button key={place} type="button" className={classes.choice} onClick={() => onChoose(choice)}>
        {words}
      </button>
    ),
  );
}

interface Piece {
  /** Its first line's. */
  place: number;
  words: string;
  /** What is sent by tapping it; null for words. */
  choice: string | null;
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  for (const [place, line] of text.split('\n').entries()) {
    const choice = MENU_LINE.exec(line)?.[1] ?? null;
    const last = pieces.at(-1);
    if (choice === null && last?.choice === null) last.words += `\n${line}`;
    else pieces.push({ place, words: line, choice });
  }
  return pieces.map((piece) => ({ ...piece, words: piece.words.trim() })).filter(({ words }) => words !== '');
}

function PhoneMedia({ line, media }: { line: TrialLine; media: MediaView }) {
  const { MessageMedia } = usePhoneParts();
  const { data: info } = useBridgeQuery('app.info', null);
  if (!info) return null;
  const url = `${info.mediaBase}${media.id}`;
  if (line.mediaType === 'image') return <Picture url={url} media={media} />;
  const { id, mediaType } = line;
  return <MessageMedia message={{ id, mediaType, mediaUrl: url, thumbnailUrl: null }} media={media} />;
}

/** There is no gallery behind it, as there is in a conversation. */
function Picture({ url, media }: { url: string; media: MediaView }) {
  const { t } = useTexts();
  const { width, height } = mediaBox(media, 'image');
  const style = { width, aspectRatio: width / height };
  return (
    <Loadable
      key={url}
      instead={(retry, isLive) => <UnloadedFile isLive={isLive} onRetry={retry} place={{ style }} />}
    >
      {(onFailed) => (
        <img
          className={classes.picture}
          style={style}
          src={url}
          alt={media.name || t('tickets:photo')}
          onError={onFailed}
        />
      )}
    </Loadable>
  );
}
