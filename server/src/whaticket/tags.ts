import { color as aColor } from '@balcao/shared/contract/fields.ts';
import { TAG_NAME } from '@balcao/shared/features/tags/limits.ts';
import { PALETTE } from '@balcao/shared/features/tags/palette.ts';
import { insertInto } from '../platform/db/rows.ts';
import { freeName } from './free-name.ts';
import { known, remember } from './origins.repo.ts';
import { idOf, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step } from './step.ts';
import { isOn, line } from './values.ts';

/** Tags, and among them the lanes of the board. */
export const tags: Step<SourceRow> = {
  kind: 'tag',
  table: 'Tags',
  read: (work, after, most) => page(work, 'Tags', ['name', 'color', 'kanban'], after, most),
  placeOf: idOf,
  async write(tx, work, rows) {
    const { companyId } = work;
    const before = await known(tx, work, 'tag', rows.map(idOf));
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const row of rows.filter((one) => !before.has(idOf(one)))) {
      const origin = idOf(row);
      const wanted = line(row.name, TAG_NAME.max).padEnd(TAG_NAME.min, '.');
      const name = await freeName(wanted, TAG_NAME.max, async (one) => {
        const [taken] = await tx`
          select from tags where company_id = ${companyId} and plain(name) = plain(${one})`;
        return taken !== undefined;
      });
      const color = aColor.safeParse(row.color).data ?? PALETTE[0];
      const id = await insertInto(tx, 'tags', { companyId, name, color, kanban: isOn(row.kanban) ? 1 : 0 });
      await remember(tx, work, 'tag', [{ origin, id }]);
      outcome.brought += 1;
      if (name !== wanted) outcome.notes.push({ kind: 'tag', origin, what: 'renamed', detail: name });
    }
    return outcome;
  },
};
