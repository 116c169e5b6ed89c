import { type AuditList, noteDownload } from '@balcao/shared/audit-log.ts';
import { CSV_BOM } from '@balcao/shared/features/contacts/csv.ts';
import { useApiRead } from './api-query.ts';
import { saveText } from './save-file.ts';
import { useErrorToast } from './toasts.tsx';

/**
 * Lets the person keep a list as a CSV file. First the audit log learns of it: without the server there is no file.
 *
 * @returns a function that says whether there is one; `about`: of what the list is
 */
export function useSaveList(
  list: AuditList,
): (file: { name: string; about: string }, lines: string) => Promise<boolean> {
  const call = useApiRead();
  const toastError = useErrorToast();
  return async ({ name, about }, lines) => {
    try {
      await call(noteDownload, { body: { list, about: about.slice(0, 200) } });
    } catch (error) {
      toastError(error);
      return false;
    }
    saveText(`${name}.csv`, CSV_BOM + lines, 'text/csv');
    return true;
  };
}
