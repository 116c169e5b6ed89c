import { create } from 'zustand';

/** A sound to play. */
export interface Sound {
  url: string;
  /**
   * The conversation in which it continues when the agent looks elsewhere; null: it ends with its place on the screen.
   */
  origin: Origin | null;
}

export interface Origin {
  uuid: string;
  name: string;
}

export interface Playback {
  sound: Sound | null;
  isPlaying: boolean;
  /** The line broke off; it is loaded again when it is played again. */
  hasFailed: boolean;
  /** Seconds. */
  position: number;
  /** Null until the file is loaded. */
  duration: number | null;
  /** A person who listens fast listens fast to the next one too. */
  rate: number;
  /** Plays or pauses; ends any other sound. */
  toggle(sound: Sound): void;
  seek(sound: Sound, to: number): void;
  nextRate(): void;
  /** Loads what has failed again, to be played from where it broke off. */
  retry(): void;
  pause(): void;
  /** @param url only if this one is heard */
  stop(url?: string): void;
}

const RATES: readonly number[] = [1, 1.5, 2];
const SILENCE = { sound: null, isPlaying: false, hasFailed: false, position: 0, duration: null } as const;

/** The one loudspeaker of the console: rows of a conversation come and go, and playback does not end with them. */
export const usePlayback = create<Playback>()((set, get) => {
  let element: HTMLAudioElement | null = null;

  function open(): HTMLAudioElement {
    const audio = new Audio();
    audio.addEventListener('play', () => set({ isPlaying: true }));
    audio.addEventListener('pause', () => set({ isPlaying: false }));
    audio.addEventListener('error', () => set({ isPlaying: false, hasFailed: true }));
    audio.addEventListener('timeupdate', () => set({ position: audio.currentTime }));
    audio.addEventListener('loadedmetadata', () => {
      if (Number.isFinite(audio.duration)) set({ duration: audio.duration });
    });
    audio.addEventListener('ended', () => {
      const heard = get().sound;
      set(SILENCE);
      if (heard) for (const listener of listeners) listener(heard);
    });
    return audio;
  }

  function load(sound: Sound): HTMLAudioElement {
    element ??= open();
    if (get().sound?.url !== sound.url) {
      set({ ...SILENCE, sound });
      element.src = sound.url;
    }
    retry();
    element.playbackRate = get().rate;
    return element;
  }

  function retry(): void {
    const { sound, hasFailed, position, rate } = get();
    if (!element || !sound || !hasFailed) return;
    set({ hasFailed: false });
    element.src = sound.url;
    element.currentTime = position;
    element.playbackRate = rate;
  }

  return {
    ...SILENCE,
    rate: 1,
    toggle(sound) {
      const audio = load(sound);
      if (audio.paused) audio.play().catch(() => set({ isPlaying: false }));
      else audio.pause();
    },
    seek(sound, to) {
      load(sound).currentTime = to;
      set({ position: to });
    },
    nextRate() {
      set(({ rate }) => ({ rate: RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1 }));
      if (element) element.playbackRate = get().rate;
    },
    retry,
    pause: () => element?.pause(),
    stop(url) {
      if (url !== undefined && url !== get().sound?.url) return;
      element?.pause();
      set(SILENCE);
    },
  };
});

const listeners = new Set<(heard: Sound) => void>();

/** A sound was played to its end. */
export function onHeard(listener: (heard: Sound) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
