import { chatPaths } from '@balcao/shared/features/web-chat/line.ts';

/** What a file is, beside its bytes. */
export interface OwnFile {
  name: string;
  mime: string;
  size: number;
  /** How long a voice note is; null: it is none. */
  voiceSeconds: number | null;
}

/** `done`, `later`, or the code with which the server refuses it for ever. */
export type Uploaded = 'done' | 'later' | { code: string };

interface Upload {
  server: string;
  key: string;
  token: string;
  id: string;
  file: OwnFile;
  bytes: Blob;
}

/** The server may be busy, or the token just old: the same is tried again. */
const AGAIN = new Set([401, 408, 425, 429]);

export async function uploadFile({ server, key, token, id, file, bytes }: Upload): Promise<Uploaded> {
  const query = file.voiceSeconds === null ? '' : `?voice=true&seconds=${file.voiceSeconds}`;
  try {
    const response = await fetch(server + chatPaths(key).upload(id) + query, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': file.mime || 'application/octet-stream',
        'x-file-name': encodeURIComponent(file.name),
      },
      body: bytes,
      credentials: 'omit',
    });
    if (response.ok) return 'done';
    if (response.status >= 500 || AGAIN.has(response.status)) return 'later';
    const { error } = (await response.json().catch(() => ({}))) as { error?: string };
    return { code: error ?? (response.status === 413 ? 'ERR_BODY_TOO_LARGE' : 'other') };
  } catch {
    return 'later';
  }
}
