import { buffer } from 'node:stream/consumers';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { sightOf } from '@balcao/shared/permissions.ts';
import type { Database } from '../../platform/db/database.ts';
import type { HttpClient } from '../../platform/outgoing/http-client.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { findFiles, findPage, type PageFile } from './mail-pages.repo.ts';
import { openPictures } from './outside-pictures.ts';

interface Picture {
  place: number;
  data: string;
}

interface ShownPage {
  html: string;
  outside: number;
  files: Picture[];
  pictures: Picture[];
}

export interface MailPages {
  /** How a mail looks; with the pictures that lie outside only where they are `wanted`. ERR_NO_MESSAGE_FOUND. */
  show(actor: Actor, messageId: string, options: { wanted: boolean }): Promise<ShownPage>;
}

interface Dependencies {
  db: Database;
  storage: Pick<Storage, 'open'>;
  http: HttpClient;
}

/** A page with larger pictures than these together shows the first ones. */
const MAX_FILE_BYTES = 6 * 1024 * 1024;
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function createMailPages({ db, storage, http }: Dependencies): MailPages {
  async function filesOf(files: readonly PageFile[]): Promise<Picture[]> {
    const shown: Picture[] = [];
    let left = MAX_FILE_BYTES;
    for (const { place, path, mime, size } of files) {
      if (!SHOWN.has(mime) || size > left) continue;
      left -= size;
      // Gone from the disk: its alternative text is shown.
      const bytes = await storage.open(path).then(buffer, () => null);
      if (bytes) shown.push({ place, data: dataOf(mime, bytes) });
    }
    return shown;
  }

  return {
    async show(actor, messageId, { wanted }) {
      const { companyId } = actor;
      const { page, files } = await db.readCompany(companyId, async (tx) => {
        const found = await findPage(tx, companyId, messageId);
        if (!found || !sightOf(actor)(found.scopes)) throw new AppError('ERR_NO_MESSAGE_FOUND');
        return { page: found, files: await findFiles(tx, companyId, messageId, placesIn(found.html)) };
      });
      const { html, pictures } = page;
      const opened = wanted ? await openPictures(http, pictures) : [];
      return {
        html,
        outside: pictures.length,
        files: await filesOf(files),
        pictures: opened.map(({ place, mime, bytes }) => ({ place, data: dataOf(mime, bytes) })),
      };
    },
  };
}

const placesIn = (html: string): number[] => [
  ...new Set([...html.matchAll(/ data-file="(\d{1,3})"/g)].map(([, place]) => Number(place))),
];

const dataOf = (mime: string, bytes: Buffer): string => `data:${mime};base64,${bytes.toString('base64')}`;
