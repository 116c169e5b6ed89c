import { z } from 'zod';
import { FILE_LIST_NAME_MIN, MESSAGE_MAX_CHARS, TITLE } from '../../constants.ts';
import { route } from '../../contract/call.ts';
import { id, idText, pageNumber, searchParam, uuid } from '../../contract/fields.ts';
import { fileList, MAX_LISTED_FILES } from './row.ts';

/** A named text with files: agents send it at once, campaigns carry it. */

const fileListView = fileList.extend({
  options: z.array(
    fileList.shape.options.element.extend({
      /** Where the file is, and its type by its bytes; null until it has come. */
      path: z.string().nullable(),
      mediaType: z.string().nullable(),
    }),
  ),
});
export type FileListView = z.output<typeof fileListView>;

const option = z.object({
  /** One that the list has already; absent: a new one. */
  id: id.nullable().optional(),
  name: z.string().trim().max(TITLE.max).optional(),
  /** A file that the caller has uploaded; null takes it away. */
  mediaId: uuid.nullable().optional(),
});
export type FileOption = z.output<typeof option>;

const params = z.object({ fileListId: idText });
const fields = z.object({
  name: z.string().trim().min(FILE_LIST_NAME_MIN).max(TITLE.max),
  message: z
    .string()
    .max(MESSAGE_MAX_CHARS)
    .refine((text) => text.trim() !== ''),
  /** All of them, in the order of sending: those that are left out go. */
  options: z.array(option).max(MAX_LISTED_FILES).optional(),
});

/** By name. */
export const listFileLists = route({
  method: 'GET',
  path: '/files',
  access: 'session',
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ files: z.array(fileListView), hasMore: z.boolean() }),
});

/** Their names, without pages. */
export const listFileListChoices = route({
  method: 'GET',
  path: '/files/list',
  access: 'session',
  query: z.object({ searchParam }),
  response: z.array(z.object({ id, name: z.string() })),
});

export const getFileList = route({
  method: 'GET',
  path: '/files/:fileListId',
  access: 'session',
  params,
  response: fileListView,
  errors: ['ERR_NO_FILE_LIST_FOUND'],
});

const refusals = ['ERR_FILE_LIST_NAME_TAKEN', 'ERR_NO_FILE_OPTION_FOUND', 'ERR_NO_MEDIA_FOUND'] as const;

export const createFileList = route({
  method: 'POST',
  path: '/files',
  access: 'fileLists:manage',
  screen: true,
  body: fields,
  response: fileListView,
  status: 201,
  errors: refusals,
});

export const updateFileList = route({
  method: 'PUT',
  path: '/files/:fileListId',
  access: 'fileLists:manage',
  screen: true,
  params,
  body: fields.partial(),
  response: fileListView,
  errors: [...refusals, 'ERR_NO_FILE_LIST_FOUND'],
});

export const deleteFileList = route({
  method: 'DELETE',
  path: '/files/:fileListId',
  access: 'fileLists:manage',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_FILE_LIST_FOUND'],
});

/**
 * Files as multipart/form-data: `files`, with `id` and `name` of as many options, each once for every file. `fileId`,
 * `typeArch=fileList` and `mediaType` say nothing new: the address and the bytes say it. One file may be the body itself.
 */
export const uploadListedFiles = route({
  method: 'POST',
  path: '/files/uploadList/:fileListId',
  access: 'fileLists:manage',
  waitsFor: 'outside',
  params,
  rawBody: true,
  uploadField: 'files',
  response: fileListView,
  errors: [
    'ERR_NO_FILE_LIST_FOUND',
    'ERR_NO_FILE_OPTION_FOUND',
    'ERR_TOO_MANY_FILES',
    'ERR_BODY_TOO_LARGE',
    'ERR_IDEMPOTENCY_KEY_REUSED',
  ],
});
