import { type FileHandle, open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

import { isMissing, type Send, sha256 } from './client.ts';

/** So much of a file is in memory at once, and repeated when its line breaks. Stores take no smaller parts. */
const PART_BYTES = 5 * 1024 * 1024;

interface Place {
  Bucket: string;
  Key: string;
}

/**
 * Writes a file of the local disk as an object that nobody else writes, a large one in parts; the store compares each with
 * its SHA-256. A crash leaves parts, and so does an answer that is lost (`abortUploads`).
 *
 * @param sizeThere bytes of the object, when it is there
 * @returns whether it went in parts
 */
export async function sendFile(
  send: Send,
  at: Place,
  file: string,
  sizeThere: () => Promise<number | undefined>,
): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const isLarge = size > PART_BYTES;
    if (isLarge) await sendParts(send, at, { handle, size }, sizeThere);
    else await sendWhole(send, at, handle);
    return isLarge;
  } finally {
    await handle.close();
  }
}

async function sendWhole(send: Send, at: Place, handle: FileHandle): Promise<void> {
  const Body = await handle.readFile();
  await send(new PutObjectCommand({ ...at, Body, ChecksumSHA256: sha256(Body) }));
}

async function sendParts(
  send: Send,
  at: Place,
  { handle, size }: { handle: FileHandle; size: number },
  sizeThere: () => Promise<number | undefined>,
): Promise<void> {
  const { UploadId } = await send(new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'SHA256' }));
  const upload = { ...at, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    const buffer = Buffer.alloc(PART_BYTES);
    for (let sent = 0; sent < size; ) {
      const { bytesRead } = await handle.read(buffer, 0, PART_BYTES, sent);
      const Body = buffer.subarray(0, bytesRead);
      const part = { PartNumber: Parts.length + 1, ChecksumSHA256: sha256(Body) };
      const { ETag } = await send(new UploadPartCommand({ ...upload, ...part, Body }));
      Parts.push({ ...part, ETag });
      sent += bytesRead;
    }
    await send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    // The answer to the last word was lost, and its repetition finds nothing to complete.
    if (isMissing(error) && (await sizeThere()) === size) return;
    await send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}
