import { type Feature, failure } from '../../contract/feature.ts';

export const fileLists = {
  errors: {
    ERR_NO_FILE_LIST_FOUND: failure(404),
    ERR_FILE_LIST_NAME_TAKEN: failure(409),
    /** A file of another list, or one that has gone from this one. */
    ERR_NO_FILE_OPTION_FOUND: failure(404),
    ERR_TOO_MANY_FILES: failure(409),
  },
  logged: ['fileList'],
} as const satisfies Feature;
