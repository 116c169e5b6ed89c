import { type AuditEntry, entryName } from '@balcao/shared/audit-log.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What an entry calls its object. */
export function useEntryName(): (entry: AuditEntry) => string {
  const { t } = useTexts();
  return (entry) => entryName(entry, t);
}
