import type { Readable } from 'node:stream';
import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { FastifyRequest } from 'fastify';
import { InputError } from './errors.ts';
import { isForm, limitsFor, takeForm } from './multipart.ts';

/** The forms of contracts with `form`. */

/** A file that came with a form and is stored. */
export interface FormFile {
  id: string;
  name: string;
  /** By its bytes. */
  mime: string;
  /** Of its bytes, in hex. */
  sha256: string;
}

/** Where the files of forms are put while nobody knows yet what becomes of the call. */
export interface FormFiles {
  /** Throws ERR_VALIDATION for an empty one, ERR_BODY_TOO_LARGE, ERR_UNSUPPORTED_MEDIA_TYPE, ERR_MEDIA_QUOTA. */
  keep(companyId: number, file: { name: string; bytes: Readable }): Promise<FormFile>;
  /** Takes away those of them that nothing carries. */
  forget(companyId: number, ids: readonly string[]): Promise<void>;
}

export interface Form {
  /** A value that came once is that text, and a list when it came several times. */
  fields: Record<string, string | string[]>;
  files: FormFile[];
}

/** More than any text that a schema lets through, so that a longer one is refused and not cut. */
const FIELD_BYTES = MESSAGE_MAX_CHARS * 4 + 100_000;

/**
 * @param kept gets the id of every file as soon as it is stored, also of a form that is refused in the end
 * @returns undefined for a request that brings its body in another way
 * @throws InputError for files in another field, or more of them than there may be
 */
export async function formOf(
  { form }: Pick<RouteContract, 'form'>,
  request: FastifyRequest,
  files: FormFiles,
  companyId: number,
  kept: string[],
): Promise<Form | undefined> {
  const type = request.headers['content-type'];
  if (!form || !isForm(type)) return undefined;
  const taken = await takeForm(
    type,
    request.body as Readable,
    limitsFor(form.most + 1, FIELD_BYTES),
    async (sent, index, field) => {
      if (field !== form.files)
        throw new InputError([{ location: `body.${field}`, code: 'unrecognized_keys' }]);
      if (index >= form.most) throw new InputError([{ location: `body.${field}`, code: 'too_big' }]);
      const file = await files.keep(companyId, sent);
      kept.push(file.id);
      return file;
    },
  );
  const fields = [...taken.fields]
    .map(([name, values]) => [name, values.filter((value) => value !== '')] as const)
    // An empty field of a form is one that nobody has filled in.
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
  return { fields: Object.fromEntries(fields), files: taken.files };
}
