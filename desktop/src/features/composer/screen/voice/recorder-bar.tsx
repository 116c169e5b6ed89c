import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
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
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react';
import { clockTime } from '../../../../renderer/components/audio/clock-time.ts';
import { usePlayback } from '../../../../renderer/components/audio/playback.ts';
import { useBridge } from '../../../../renderer/kit/bridge-context.tsx';
import { useBusyWhile } from '../../../../renderer/kit/busy.ts';
import { toBase64 } from '../../../../renderer/kit/to-base64.ts';
import { useErrorToast } from '../../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { waveformOf } from './recorded-waveform.ts';
import { type Recorder, type Recording, startRecorder } from './recorder.ts';
import classes from './recorder-bar.module.css';
import { Waveform } from './waveform-bars.tsx';

/** Where the recording goes: beside what is written. */
interface RecordingKeeper {
  current(): Pick<Draft, 'files'>;
  change(patch: Pick<Draft, 'files'>): void;
  receive(work: Promise<unknown>): Promise<void>;
}

interface Props {
  keeper: RecordingKeeper;
  /** The microphone is being recorded, or no longer. */
  onRunning(on: boolean): void;
  /** The recording is among the draft's files now, and is to go at once. */
  onSend(): void;
  onEnd(): void;
}

type State = 'asking' | 'recording' | 'paused' | 'saving' | 'unkept' | 'denied' | 'missing';

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
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onEnd}>
          {t('common:close')}
        </Button>
      </Trouble>
    );
  if (state === 'unkept')
    return (
      <Trouble icon={IconAlertTriangle} text={t('composer:voice.unkept')} onAgain={() => keepAgain(onEnd)}>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={discard}>
          {t('composer:voice.discard')}
        </Button>
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
          <Waveform
            heights={(recorder?.levels ?? []).slice(-BARS_SHOWN).map((level) => 100 * level)}
            places={BARS_SHOWN}
          />
        )}
      </div>
      <ActionIcon
        size={40}
        disabled={isAsking}
        aria-label={running ? t('composer:voice.pause') : t('composer:voice.resume')}
        onClick={running ? pause : resume}
      >
        {running ? <IconPlayerPauseFilled size={18} /> : <IconPlayerRecordFilled size={18} />}
      </ActionIcon>
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

const BARS_SHOWN = 80;

const UNSAVED: readonly State[] = ['recording', 'paused', 'saving', 'unkept'];

function useRecording(keeper: RecordingKeeper, onEnd: () => void) {
  const bridge = useBridge();
  const toastError = useErrorToast();
  const [state, setState] = useState<State>('asking');
  // A recording that could not be stored exists only here.
  useBusyWhile(UNSAVED.includes(state));
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const recorder = useRef<Recorder | null>(null);
  const left = useRef(false);
  /** The recording that could not become a file yet. */
  const unkept = useRef<Recording | null>(null);

  const keep = async ({ webm, levels }: Recording) => {
    const bytes = await toBase64(webm);
    const voice = await bridge.invoke('media.addVoice', { bytes, waveform: waveformOf(levels) });
    keeper.change({ files: [...keeper.current().files, voice] });
  };

  const take = () => {
    const running = recorder.current;
    recorder.current = null;
    return running;
  };

  const start = () => {
    setState('asking');
    // Sound played here would be recorded too.
    usePlayback.getState().pause();
    startRecorder(draw, () => finish(onEnd)).then(
      (started) => {
        if (left.current) return void started.stop();
        recorder.current = started;
        setState('recording');
      },
      (error: unknown) => {
        const missing = error instanceof DOMException && error.name === 'NotFoundError';
        setState(missing ? 'missing' : 'denied');
      },
    );
  };

  const finish = (then: () => void) => {
    const running = take();
    if (running) store(running.stop(), then);
  };

  const keepAgain = (then: () => void) => {
    const recording = unkept.current;
    unkept.current = null;
    if (recording) store(Promise.resolve(recording), then);
  };

  const store = (stopped: Promise<Recording>, then: () => void) => {
    setState('saving');
    const kept = stopped.then((recording) =>
      keep(recording).catch((error: unknown) => {
        unkept.current = recording;
        throw error;
      }),
    );
    keeper.receive(kept).then(then, (error: unknown) => {
      toastError(error);
      setState('unkept');
    });
  };

  const atEnd = useRef(keep);
  atEnd.current = keep;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one recording from the opening of the bar to its end
  useEffect(() => {
    left.current = false;
    start();
    return () => {
      left.current = true;
      const rest = take()?.stop() ?? unkept.current;
      if (rest) keeper.receive(Promise.resolve(rest).then(atEnd.current)).catch(toastError);
    };
  }, []);

  return {
    state,
    recorder: recorder.current,
    start,
    finish,
    keepAgain,
    pause() {
      recorder.current?.pause();
      setState('paused');
    },
    resume() {
      recorder.current?.resume();
      setState('recording');
    },
    discard() {
      void take()?.stop();
      unkept.current = null;
      onEnd();
    },
  };
}
