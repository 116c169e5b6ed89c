import { type AuditEntry, isAuditList, listKey } from '@balcao/shared/audit-log.ts';
import { isRetentionKind } from '@balcao/shared/features/retention/kinds.ts';
import { isSettingKey } from '@balcao/shared/features/settings/rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What an entry calls its object: settings, lists and what is kept have the names that people know them by. */
export function useEntryName(): (entry: AuditEntry) => string {
  const { t } = useTexts();
  return ({ entity, entityId, entityName }) => {
    if (entity === 'setting' && isSettingKey(entityId)) return t(`settings:options.${entityId}`);
    if (entity === 'list' && isAuditList(entityId)) return `${t(listKey(entityId))} ${entityName}`.trim();
    if (entity === 'retention' && isRetentionKind(entityId)) return t(`retention:kinds.${entityId}`);
    return entityName;
  };
}
