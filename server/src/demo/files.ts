import { readFile } from 'node:fs/promises';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { NewFile, Storage } from '../platform/storage/storage.ts';

/** What the shop's people and customers have sent each other. All of it was made for this shop. */
export const FILES = {
  machine: { type: 'image', source: 'machine.jpg', name: '' },
  lid: { type: 'image', source: 'lid.jpg', name: '' },
  coffee: { type: 'image', source: 'bag.jpg', name: 'blend-da-casa.jpg' },
  cup: { type: 'sticker', source: 'cup.webp', name: '' },
  offer: {
    type: 'application',
    source: 'offer.pdf',
    name: 'Orçamento escritório – cantinho do café (versão final).pdf',
  },
  leaflet: { type: 'application', source: 'offer.pdf', name: 'Café para o escritório.pdf' },
  order: {
    type: 'audio',
    source: 'voice-order.ogg',
    name: '',
    seconds: 14,
    waveform: 'AC85NCA0LwIAKzgyViswAQAkZCwsKik5GAAAPz5XQ0xBMjM6LzYtUUBOI0EYAAAhNDAlMUdjNh4ARD8cUyckAA==',
  },
  grinder: {
    type: 'audio',
    source: 'voice-grinder.ogg',
    name: '',
    seconds: 23,
    waveform: 'HSxUQS0AEylJOT4qSEQ4BRxCNjQ2OxM9Q1hDTgAwLGQ0UTcwOjIAHksxPDdGRCElQ1U9PixXOgA/TjZANks6AA==',
  },
  reply: {
    type: 'audio',
    source: 'voice-answer.ogg',
    name: '',
    seconds: 8,
    waveform: 'AABENjYdHz4iEBtAMQMAAAA8Mkk/FiA3Lzo+NCsAAAAAIiAjGjE2MU4nAAAAAAAAJzIlG09SJBAYNmQxFg4AAA==',
  },
} as const satisfies Record<
  string,
  { type: MessageType; source: string; name: string; seconds?: number; waveform?: string }
>;

export type FileKey = keyof typeof FILES;

const LIMIT = 1024 * 1024;

/** A copy for each message that carries one. */
export const putFiles = (
  storage: Storage,
  companyId: number,
  wanted: readonly FileKey[],
): Promise<NewFile[]> =>
  Promise.all(
    wanted.map(async (key) => {
      const bytes = await readFile(new URL(`files/${FILES[key].source}`, import.meta.url));
      return storage.put(companyId, bytes, { limit: LIMIT });
    }),
  );

/** All of them are kept, or none. @param commit gets their paths, in their order */
export async function settleAll(
  files: readonly NewFile[],
  commit: (paths: string[]) => Promise<boolean>,
  paths: string[] = [],
): Promise<boolean> {
  const [file, ...others] = files;
  if (!file) return commit(paths);
  let kept = false;
  await file.settle(async (path) => {
    kept = await settleAll(others, commit, [...paths, path]);
    return kept;
  });
  return kept;
}
