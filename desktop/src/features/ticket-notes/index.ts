import type { CoreFeature } from '../../core/feature.ts';

export const ticketNotes = { words: { 'note.add': {} } } satisfies CoreFeature;
