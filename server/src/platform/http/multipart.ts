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

/** What a form brings: what became of its files, and its fields, each with its values in their order. */
interface Taken<T> {
  files: T[];
  fields: Map<string, string[]>;
}

type Keep<T> = (file: SentFile, index: number, field: string) => Promise<T>;

export const isForm = (type: string | undefined): type is string =>
  type !== undefined && /^multipart\/form-data\b/i.test(type);

/**
 * The files of a contract with `rawBody`, whichever way they come: as parts of a form, or one as the body itself, named
 * by `x-file-name`. Files beyond `most` are passed over.
 *
 * @throws AppError ERR_VALIDATION for a form without a file or one that breaks off
 */
export async function takeFiles<T>(
  request: FastifyRequest,
  body: Readable,
  most: number,
  keep: Keep<T>,
): Promise<Taken<T>> {
  const type = request.headers['content-type'];
  if (!isForm(type))
    return { files: [await keep({ name: namedFile(request), bytes: body }, 0, '')], fields: new Map() };
  const taken = await takeForm(type, body, limitsFor(most), keep);
  if (taken.files.length === 0) throw new AppError('ERR_VALIDATION');
  return taken;
}

/** All that a form brings. Throws ERR_VALIDATION for one that breaks off, and what `keep` throws. */
export async function takeForm<T>(
  type: string,
  body: Readable,
  limits: Limits,
  keep: Keep<T>,
): Promise<Taken<T>> {
  const kept: Promise<T>[] = [];
  const fields = new Map<string, string[]>();
  const parsed = readForm(type, body, limits, {
    onField: (name, value) => fields.set(name, [...(fields.get(name) ?? []), value]),
    onFile: (name, bytes, field) => {
      const keeping = keep({ name: cleanFileName(name), bytes }, kept.length, field);
      kept.push(keeping);
      // The keeper may have enough before its end; the rest of the form is then read for nothing.
      keeping.then(
        () => bytes.resume(),
        () => bytes.resume(),
      );
    },
  });
  try {
    await parsed;
  } catch (cause) {
    await Promise.allSettled(kept);
    throw new AppError('ERR_VALIDATION', {}, { cause });
  }
  // What is under way is over before anybody hears of a failure.
  await Promise.allSettled(kept);
  return { files: await Promise.all(kept), fields };
}

/** The one file of such a contract; other fields of the form are ignored. Throws like `takeFiles`. */
export async function takeFile<T>(
  request: FastifyRequest,
  body: Readable,
  keep: (file: SentFile) => Promise<T>,
): Promise<T> {
  const [file] = (await takeFiles(request, body, 1, keep)).files;
  return file as T;
}

const FIELDS = 20;
/** Those that belong to one file. */
const FIELDS_OF_FILE = 4;

type Limits = ReturnType<typeof limitsFor>;

/** @param fieldSize bytes of one field; what is longer is cut there */
export const limitsFor = (files: number, fieldSize = 2_000) => {
  const fields = FIELDS + FIELDS_OF_FILE * files;
  return { files, fields, fieldSize, parts: files + fields, headerPairs: 20 };
};

interface FormReader {
  onField(name: string, value: string): void;
  onFile(name: string, bytes: Readable, field: string): void;
}

/**
 * Resolves when the form has ended as it should, whatever its files' reader makes of it: that is not the form's failure.
 * Every stream of it hears of one, or the process would.
 */
function readForm(
  type: string,
  body: Readable,
  limits: Limits,
  { onField, onFile }: FormReader,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const files: PassThrough[] = [];
  const fail = (error: unknown) => {
    reject(error);
    for (const file of files) file.destroy(error as Error);
  };
  try {
    const form = new Busboy({ headers: { 'content-type': type }, limits });
    form.on('field', onField);
    form.on('file', (field, source, name) => {
      const file = new PassThrough();
      files.push(file);
      file.on('error', () => {});
      file.on('close', () => source.resume());
      source.on('error', fail);
      source.pipe(file);
      onFile(name ?? '', file, field);
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
