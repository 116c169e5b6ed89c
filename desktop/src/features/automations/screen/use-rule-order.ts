import { orderAutomations } from '@balcao/shared/features/automations/calls.ts';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import { useState } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';

/** The rules in the order that this person has just given them; the server's own again when it has come, or refuses. */
export function useRuleOrder(read: readonly AutomationRow[]) {
  const order = useApiCommand(orderAutomations);
  const [wanted, setWanted] = useState<{ from: string; ids: number[] } | null>(null);
  const ids = read.map(({ id }) => id);
  const isLate = wanted !== null && wanted.from !== ids.join();
  if (isLate) setWanted(null);
  const shown = wanted && !isLate ? wanted.ids : ids;
  const byId = new Map(read.map((rule) => [rule.id, rule]));
  const place = (id: number, index: number) => {
    const others = shown.filter((other) => other !== id);
    const at = Math.min(Math.max(index, 0), others.length);
    const next = [...others.slice(0, at), id, ...others.slice(at)];
    if (next.join() === shown.join()) return;
    setWanted({ from: ids.join(), ids: next });
    order.mutateAsync({ body: { automationIds: next } }).catch(() => setWanted(null));
  };
  return { rules: shown.flatMap((id) => byId.get(id) ?? []), place };
}
