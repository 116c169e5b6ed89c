import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import { useEffect, useReducer, useRef, useState } from 'react';
import { usePlayback } from '../../../../renderer/components/audio/playback.ts';
import { useBridge } from '../../../../renderer/kit/bridge-context.tsx';
import { useBusyWhile } from '../../../../renderer/kit/busy.ts';
import { toBase64 } from '../../../../renderer/kit/to-base64.ts';
import { useErrorToast } from '../../../../renderer/kit/toasts.tsx';
import { waveformOf } from './recorded-waveform.ts';
import { type Recorder, type Recording, startRecorder } from './recorder.ts';

/** Where the recording goes: beside what is written. */
export interface RecordingKeeper {
  current(): Pick<Draft, 'files'>;
  change(patch: Pick<Draft, 'files'>): void;
  receive(work: Promise<unknown>): Promise<void>;
}

type State = 'asking' | 'recording' | 'paused' | 'saving' | 'unkept' | 'denied' | 'missing';

const UNSAVED: readonly State[] = ['recording', 'paused', 'saving', 'unkept'];

/** Records from the opening of the bar to its end; the recording becomes a file of the draft, even by leaving. */
export function useRecording(keeper: RecordingKeeper, onEnd: () => void) {
  const toastError = useErrorToast();
  const [state, setState] = useState<State>('asking');
  // A recording that could not be stored exists only here.
  useBusyWhile(UNSAVED.includes(state));
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const recorder = useRef<Recorder | null>(null);
  const left = useRef(false);
  /** The recording that could not become a file yet. */
  const unkept = useRef<Recording | null>(null);

  const keep = useKeep(keeper);

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
      (error: unknown) => setState(troubleOf(error)),
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

/** Makes a recording a file of the draft. */
function useKeep(keeper: RecordingKeeper) {
  const bridge = useBridge();
  return async ({ webm, levels }: Recording): Promise<void> => {
    const bytes = await toBase64(webm);
    const voice = await bridge.invoke('media.addVoice', { bytes, waveform: waveformOf(levels) });
    keeper.change({ files: [...keeper.current().files, voice] });
  };
}

/** Why nothing is recorded. */
const troubleOf = (error: unknown): State =>
  error instanceof DOMException && error.name === 'NotFoundError' ? 'missing' : 'denied';
