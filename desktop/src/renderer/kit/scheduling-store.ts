import type { ScheduleDraft, ScheduleItem } from '@balcao/shared/bridge/schedules.ts';
import { create } from 'zustand';

export interface Asked {
  /** The one to be changed; null: a new one. */
  schedule: ScheduleItem | null;
  /** A refused one, and its place in the outbox, to be written again. */
  refused: { draft: ScheduleDraft; position: number } | null;
  /** For whom a new one is; null: that is asked too. */
  contact: { id: number; name: string; number?: string } | null;
  /** What a new one says, and the picture that goes along. */
  body: string;
  file: ScheduleDraft['file'];
  /** With the picture that it was saved with. */
  onSaved?: (mediaId: string | null) => void;
}

/** A message that somebody wants to schedule, or to change, from wherever they are. */
interface Scheduling {
  asked: Asked | null;
  ask(what?: Partial<Asked>): void;
  close(): void;
}

export const useScheduling = create<Scheduling>()((set) => ({
  asked: null,
  ask: (what) =>
    set({ asked: { schedule: null, refused: null, contact: null, body: '', file: null, ...what } }),
  close: () => set({ asked: null }),
}));
