import { ActionIcon, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconMicrophoneOff,
  IconPlayerPauseFilled,
  IconPlayerRecordFilled,
  IconSend2,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { clockTime } from '../../../../renderer/components/audio/clock-time.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './recorder-bar.module.css';
import { type RecordingKeeper, useRecording } from './use-recording.ts';
import { Waveform } from './waveform-bars.tsx';

interface Props {
  keeper: RecordingKeeper;
  /** The microphone is being recorded, or no longer. */
  onRunning(on: boolean): void;
  /** The recording is among the draft's files now, and is to go at once. */
  onSend(): void;
  onEnd(): void;
}

/** Replaces the text while the agent records. The recording becomes a file of the draft, even by leaving. */
export function RecorderBar({ keeper, onRunning, onSend, onEnd }: Props) {
  const { t } = useTexts();
  const { state, recorder, start, pause, resume, finish, keepAgain, discard } = useRecording(keeper, onEnd);
  const running = state === 'recording';
  const frame = useRef<HTMLFieldSetElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const isAsking = state === 'asking';
  // While the microphone is requested, only Escape works; then Enter sends.
  useEffect(() => (isAsking ? frame : sendButton).current?.focus(), [isAsking]);
  useEffect(() => {
    onRunning(running);
    return () => onRunning(false);
  }, [running, onRunning]);
  if (state === 'denied' || state === 'missing')
    return (
      <Trouble icon={IconMicrophoneOff} text={t(`composer:voice.${state}`)} onAgain={start}>
        <OtherWay label={t('common:close')} onClick={onEnd} />
      </Trouble>
    );
  if (state === 'unkept')
    return (
      <Trouble icon={IconAlertTriangle} text={t('composer:voice.unkept')} onAgain={() => keepAgain(onEnd)}>
        <OtherWay label={t('composer:voice.discard')} onClick={discard} />
      </Trouble>
    );
  return (
    <fieldset
      ref={frame}
      tabIndex={-1}
      className={classes.root}
      aria-label={t('composer:voice.recording')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') discard();
      }}
    >
      <ActionIcon size={40} color="red" aria-label={t('composer:voice.discard')} onClick={discard}>
        <IconTrash size={20} stroke={1.7} />
      </ActionIcon>
      <span className={classes.lamp} data-running={running || undefined} aria-hidden />
      <span className={classes.time} role="timer" aria-label={t('composer:voice.length')}>
        {clockTime(recorder?.seconds() ?? 0)}
      </span>
      <div className={classes.meter}>
        {isAsking ? (
          <span className={classes.text}>{t('composer:voice.asking')}</span>
        ) : (
          <Levels levels={recorder?.levels ?? []} />
        )}
      </div>
      <PauseButton running={running} disabled={isAsking} onClick={running ? pause : resume} />
      <ActionIcon
        size={40}
        disabled={isAsking}
        aria-label={t('composer:voice.listen')}
        onClick={() => finish(onEnd)}
      >
        <IconCheck size={20} stroke={1.8} />
      </ActionIcon>
      <ActionIcon
        size={40}
        variant="filled"
        color="orange"
        radius={999}
        ref={sendButton}
        disabled={isAsking}
        loading={state === 'saving'}
        aria-label={t('composer:voice.send')}
        onClick={() => finish(onSend)}
      >
        <IconSend2 size={20} stroke={1.7} />
      </ActionIcon>
    </fieldset>
  );
}

interface PauseButtonProps {
  running: boolean;
  disabled: boolean;
  onClick: () => void;
}

function PauseButton({ running, disabled, onClick }: PauseButtonProps) {
  const { t } = useTexts();
  const label = running ? t('composer:voice.pause') : t('composer:voice.resume');
  return (
    <ActionIcon size={40} disabled={disabled} aria-label={label} onClick={onClick}>
      {running ? <IconPlayerPauseFilled size={18} /> : <IconPlayerRecordFilled size={18} />}
    </ActionIcon>
  );
}

interface TroubleProps {
  icon: typeof IconAlertTriangle;
  text: string;
  onAgain: () => void;
  /** The other way out. */
  children: ReactNode;
}

function Trouble({ icon: Icon, text, onAgain, children }: TroubleProps) {
  const { t } = useTexts();
  return (
    <div className={classes.root} role="alert">
      <Icon size={20} stroke={1.7} aria-hidden />
      <span className={classes.words}>{text}</span>
      <div className={classes.ways}>
        <Button variant="light" size="compact-sm" autoFocus onClick={onAgain}>
          {t('composer:voice.again')}
        </Button>
        {children}
      </div>
    </div>
  );
}

function OtherWay({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="subtle" color="gray" size="compact-sm" onClick={onClick}>
      {label}
    </Button>
  );
}

const BARS_SHOWN = 80;

function Levels({ levels }: { levels: readonly number[] }) {
  return <Waveform heights={levels.slice(-BARS_SHOWN).map((level) => 100 * level)} places={BARS_SHOWN} />;
}
