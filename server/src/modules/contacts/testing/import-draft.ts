import type postgres from 'postgres';

/** A file of one row that waits to be taken over. */
export async function createImportDraft(
  admin: postgres.Sql,
  companyId: number,
  text: string,
): Promise<string> {
  const [made] = await admin<{ id: string }[]>`
    insert into contact_imports (company_id, file_name, headings, meanings, total)
    values (${companyId}, ${text}, ${[text]}, '{number}', 1) returning id`;
  const id = made?.id ?? '';
  await admin`insert into contact_import_rows (company_id, import_id, row, cells)
    values (${companyId}, ${id}, 2, ${[text]})`;
  return id;
}
