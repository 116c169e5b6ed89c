import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';
import * as row from './row.ts';

export const fileLists = {
  errors: {
    ERR_NO_FILE_LIST_FOUND: failure(404),
    ERR_FILE_LIST_NAME_TAKEN: failure(409),
    /** A file of another list, or one that has gone from this one. */
    ERR_NO_FILE_OPTION_FOUND: failure(404),
    ERR_TOO_MANY_FILES: failure(409),
  },
  logged: ['fileList'],
  permissions: {
    /** Texts with files that everybody may send. */
    'fileLists:manage': ['admin', 'supervisor'],
  },
  rows: [row.fileListRow],
  models: row,
  keyArea: 'files',
} as const satisfies Feature;
