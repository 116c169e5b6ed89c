import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '@balcao/shared/errors.ts';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { cleanFileName, namedFile } from './file-name.ts';

interface SentFile {
  /** What it is called, for people; '' when it has no name. */
  name: string;
  bytes: Readable;
}

/**
 * The one file of a contract with `rawBody`, whichever way it comes: as a part of a form, or as the body itself, named
 * by `x-file-name`. Other fields of the form are ignored.
 *
 * @throws AppError ERR_VALIDATION for a form without a file or one that breaks off
 */
export async function takeFile<T>(
  request: FastifyRequest,
  body: Readable,
  keep: (file: SentFile) => Promise<T>,
): Promise<T> {
  const type = request.headers['content-type'];
  if (!type || !/^multipart\/form-data\b/i.test(type)) return keep({ name: namedFile(request), bytes: body });
  let kept: Promise<T> | undefined;
  const parsed = readForm(type, body, (name, bytes) => {
    kept = keep({ name: cleanFileName(name), bytes });
    // The keeper may have enough before its end; the rest of the form is then read for nothing.
    kept.then(
      () => bytes.resume(),
      () => bytes.resume(),
    );
  });
  try {
    await parsed;
  } catch (cause) {
    await kept?.catch(() => undefined);
    throw new AppError('ERR_VALIDATION', {}, { cause });
  }
  if (!kept) throw new AppError('ERR_VALIDATION');
  return kept;
}

const LIMITS = { files: 1, fields: 20, fieldSize: 1_000, parts: 21, headerPairs: 20 };

/**
 * Resolves when the form has ended as it should, whatever its file's reader makes of it: that is not the form's failure.
 * Every stream of it hears of one, or the process would.
 */
function readForm(
  type: string,
  body: Readable,
  onFile: (name: string, bytes: Readable) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let file: PassThrough | undefined;
  const fail = (error: unknown) => {
    reject(error);
    file?.destroy(error as Error);
  };
  try {
    const form = new Busboy({ headers: { 'content-type': type }, limits: LIMITS });
    form.on('file', (_field, source, name) => {
      file = new PassThrough();
      file.on('error', () => {});
      file.on('close', () => source.resume());
      source.on('error', fail);
      source.pipe(file);
      onFile(name ?? '', file);
    });
    form.on('finish', resolve);
    form.on('error', fail);
    body.on('error', fail);
    body.on('close', () => {
      if (!body.readableEnded) fail(new Error('the sender went away'));
    });
    body.pipe(form);
  } catch (error) {
    reject(error);
  }
  return promise;
}
