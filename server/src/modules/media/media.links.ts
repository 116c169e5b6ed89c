import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** Addresses of files that need no token, for a while: what API answers and live events give as `mediaUrl`. */
export interface MediaLinks {
  /** Null for a file that is not there. */
  of(companyId: number, media: Pick<MediaView, 'id' | 'state'> | null): string | null;
  /** The company whose file a link opens. Throws ERR_NO_PERMISSION when it was not made here, or is too old. */
  open(mediaId: string, link: string): number;
  /** The company's file that an address leads to, and whether the link still opens it. Null when it is none of ours. */
  fileOf(companyId: number, url: string): { mediaId: string; opens: boolean } | null;
}

/** Whatever the server is called by those who reach it, and below what path: the link's signature says that it is ours. */
const ADDRESS = /\/media\/([\da-f-]{36})\/(\d+\.\d+\.[\w-]+)$/;

/** A link lives for one to two hours: all that are made within an hour are the same, so that answers may be compared. */
const HOUR_S = 3_600;

export function createMediaLinks(deps: {
  secrets: Pick<Secrets, 'derive'>;
  clock(): Date;
  publicUrl: string | null;
}): MediaLinks {
  const key = deps.secrets.derive('media links');
  const seconds = () => Math.floor(deps.clock().getTime() / 1_000);
  const sign = (companyId: number, mediaId: string, until: number) =>
    createHmac('sha256', key).update(`${companyId} ${mediaId} ${until}`).digest();

  function of(companyId: number, media: Pick<MediaView, 'id' | 'state'> | null): string | null {
    if (media?.state !== 'stored') return null;
    const until = (Math.floor(seconds() / HOUR_S) + 2) * HOUR_S;
    const signature = sign(companyId, media.id, until).toString('base64url');
    return `${deps.publicUrl ?? ''}/media/${media.id}/${companyId}.${until}.${signature}`;
  }

  /** What a link says, and null when it was not made here. */
  function readLink(mediaId: string, link: string): { company: number; until: number } | null {
    const [company = '', until = '', signature = ''] = link.split('.');
    const given = Buffer.from(signature, 'base64url');
    const real = sign(Number(company), mediaId, Number(until));
    const isOurs = given.length === real.length && timingSafeEqual(given, real);
    return isOurs ? { company: Number(company), until: Number(until) } : null;
  }

  const isOpen = ({ until }: { until: number }) => until > seconds();

  return {
    of,
    open(mediaId, link) {
      const said = readLink(mediaId, link);
      if (!said || !isOpen(said)) throw new AppError('ERR_NO_PERMISSION');
      return said.company;
    },
    fileOf(companyId, url) {
      const [, mediaId = '', link = ''] = ADDRESS.exec(url) ?? [];
      const said = readLink(mediaId, link);
      return said?.company === companyId ? { mediaId, opens: isOpen(said) } : null;
    },
  };
}
