import type { ScheduleDraft, ScheduleItem } from '@balcao/shared/features/schedules/bridge.ts';
import { create } from 'zustand';

export interface Asked {
  /** The one to be changed; null: a new one. */
  schedule: ScheduleItem | null;
  /** A refused one, and its place in the outbox, to be written again. */
  refused: { draft: ScheduleDraft; position: number } | null;
  /** The contact of a new one; null: the form asks for it. */
  contact: { id: number; name: string; number?: string } | null;
  /** The text of a new one, and its picture. */
  body: string;
  file: ScheduleDraft['file'];
  /** Keeps the picture that it was saved with. */
  onSaved?: (mediaId: string | null) => void;
}

/** The request to schedule a message, or to change one, from any page. */
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
