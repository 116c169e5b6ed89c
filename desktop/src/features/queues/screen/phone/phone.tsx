import { AppError } from '@balcao/shared/errors.ts';
import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconRefresh, IconRobot, IconSend2, IconX } from '@tabler/icons-react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { StatusPill } from '../../../../renderer/components/status-pill.tsx';
import { useThrownText } from '../../../../renderer/kit/error-text.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './phone.module.css';
import { ATTACHMENT_ICONS, PhoneRow } from './phone-bubbles.tsx';
import { PhoneSettings } from './phone-settings.tsx';
import { AlwaysSwitch, ResponderCard } from './responder-card.tsx';
import { ATTACHMENTS, type Sent, type Trial, useTrial } from './use-trial.ts';

interface Props {
  queue: Pick<QueueView, 'id' | 'name' | 'connectionIds'>;
  /** What the bot calls the customer: whoever tries it. */
  contactName: string;
  onClose: () => void;
}

/** False: the phone waits, and it was not sent. */
type Send = (sent: Sent) => boolean;

/** A customer's phone: the bot that is saved answers it, and nobody else hears of it. */
export function Phone({ queue, contactName, onClose }: Props) {
  const { t } = useTexts();
  const { data: rows = [] } = useRows('connection');
  const connections = rows.filter(({ id }) => queue.connectionIds.includes(id));
  const [chosen, setChosen] = useState<number | null>(null);
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0];
  const trial = useTrial({ queueId: queue.id, connectionId: connection?.id ?? null, contactName });
  const input = useRef<HTMLInputElement>(null);
  const send = (sent: Sent) => {
    input.current?.focus();
    return trial.send(sent);
  };
  const askResponder = () => {
    input.current?.focus();
    trial.askResponder();
  };
  const restart = () => {
    trial.restart();
    input.current?.focus();
  };
  return (
    <section className={classes.root} aria-label={t('queues:phone.title')}>
      <PhoneSettings
        connections={connections}
        connectionId={connection?.id ?? null}
        onConnection={(id) => {
          setChosen(id);
          restart();
        }}
        onAhead={trial.setAhead}
      />
      <div className={classes.phone}>
        <Head
          name={connection?.name ?? queue.name}
          isOpen={trial.isOpen}
          isTyping={trial.isWaiting}
          onRestart={restart}
          onClose={onClose}
        />
        <Log trial={trial} onSend={send} onAsk={askResponder} />
        <Keys onSend={send} />
        <Writing input={input} onSend={send} />
      </div>
      {trial.asksAlways ? <AlwaysSwitch trial={trial} /> : null}
      <p className={classes.hint}>{connection ? t('queues:phone.hint') : t('queues:phone.hintAlone')}</p>
    </section>
  );
}

interface HeadProps {
  name: string;
  /** Null before the first answer. */
  isOpen: boolean | null;
  isTyping: boolean;
  onRestart: () => void;
  onClose: () => void;
}

function Head({ name, isOpen, isTyping, onRestart, onClose }: HeadProps) {
  const { t } = useTexts();
  return (
    <header className={classes.head}>
      <span className={classes.avatar}>
        <IconRobot size={20} stroke={1.7} aria-hidden />
      </span>
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        {isTyping ? <span className={classes.typingWord}>{t('queues:phone.responder.typing')}</span> : null}
      </span>
      {isOpen === null ? null : (
        <StatusPill tone={isOpen ? 'success' : 'warning'}>
          {isOpen ? t('queues:phone.open') : t('queues:phone.closed')}
        </StatusPill>
      )}
      <Tooltip label={t('queues:phone.restart')}>
        <ActionIcon aria-label={t('queues:phone.restart')} onClick={onRestart}>
          <IconRefresh size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('queues:phone.close')}>
        <ActionIcon aria-label={t('queues:phone.close')} onClick={onClose}>
          <IconX size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}

interface LogProps {
  trial: Trial;
  onSend: Send;
  onAsk: () => void;
}

function Log({ trial, onSend, onAsk }: LogProps) {
  const { t } = useTexts();
  const { shown, isWaiting, failed, pending, retry } = trial;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const log = end.current?.parentElement;
    if (log && (shown.length > 0 || failed || isWaiting)) log.scrollTop = log.scrollHeight;
  }, [shown, failed, isWaiting]);
  const say = (text: string) => onSend({ kind: 'text', text });
  const hello = t('queues:phone.hello');
  return (
    <div
      className={classes.log}
      role="log"
      aria-live="polite"
      aria-label={t('queues:phone.log')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
    >
      {shown.length === 0 ? (
        <div className={classes.empty}>
          <p>{t('queues:phone.empty')}</p>
          <Button variant="light" size="xs" radius="xl" onClick={() => say(hello)}>
            {hello}
          </Button>
        </div>
      ) : null}
      {shown.map((row) => (
        <PhoneRow key={row.key} row={row} onChoose={say} />
      ))}
      {isWaiting ? (
        <span className={classes.typing} role="img" aria-label={t('queues:phone.responder.typing')}>
          <i />
          <i />
          <i />
        </span>
      ) : null}
      {pending ? <ResponderCard pending={pending} trial={trial} onAsk={onAsk} /> : null}
      {failed ? <Failure {...failed} onRetry={retry} /> : null}
      <div ref={end} />
    </div>
  );
}

/** What went wrong, in the words for agents, and what of it a customer would see. */
function Failure({
  error,
  isResponder,
  onRetry,
}: {
  error: unknown;
  isResponder: boolean;
  onRetry: () => void;
}) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  const isOffline = error instanceof AppError && error.code === 'ERR_OFFLINE';
  return (
    <div className={classes.failure} role="alert">
      <span>{isOffline ? t('queues:phone.offline') : thrownText(error)}</span>
      {isResponder && !isOffline ? <strong>{t('queues:phone.responder.failed')}</strong> : null}
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {t('common:retry')}
      </Button>
    </div>
  );
}

/** What menus ask for, and what they do not understand. */
function Keys({ onSend }: { onSend: Send }) {
  const { t } = useTexts();
  return (
    <div className={classes.keys}>
      {['0', '#'].map((text) => (
        <button
          key={text}
          type="button"
          className={classes.key}
          aria-label={t('queues:phone.sendKey', { key: text })}
          onClick={() => onSend({ kind: 'text', text })}
        >
          {text}
        </button>
      ))}
      {ATTACHMENTS.map((kind) => {
        const KeyIcon = ATTACHMENT_ICONS[kind];
        const label = t(`queues:phone.send.${kind}`);
        return (
          <Tooltip key={kind} label={label}>
            <button type="button" className={classes.key} aria-label={label} onClick={() => onSend({ kind })}>
              <KeyIcon size={17} stroke={1.7} aria-hidden />
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}

interface WritingProps {
  input: RefObject<HTMLInputElement | null>;
  onSend: Send;
}

function Writing({ input, onSend }: WritingProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form of the queue around it is another one.
    event.stopPropagation();
    if (text.trim() === '') return;
    if (onSend({ kind: 'text', text: text.trim() })) setText('');
  };
  useEffect(() => input.current?.focus(), [input]);
  return (
    <form className={classes.writing} onSubmit={submit}>
      <TextInput
        ref={input}
        className={classes.input}
        radius="xl"
        aria-label={t('queues:phone.write')}
        placeholder={t('queues:phone.write')}
        autoComplete="off"
        maxLength={1_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ActionIcon
        type="submit"
        variant="filled"
        size={36}
        radius="xl"
        aria-label={t('queues:phone.sendText')}
      >
        <IconSend2 size={18} stroke={1.8} />
      </ActionIcon>
    </form>
  );
}
