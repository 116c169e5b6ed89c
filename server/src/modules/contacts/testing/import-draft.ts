import type postgres from 'postgres';

/** A file of one row that waits to be taken over. */
export async function createImportDraft(
  admin: postgres.Sql,
  companyId: number,
  text: string,
  contactListId: number | null = null,
): Promise<string> {
  const [made] = await admin<{ id: string }[]>`
    insert into contact_imports (company_id, contact_list_id, file_name, headings, meanings, total)
    values (${companyId}, ${contactListId}, ${text}, ${[text]}, '{number}', 1) returning id`;
  const id = made?.id ?? '';
  await admin`insert into contact_import_rows (company_id, import_id, row, cells)
    values (${companyId}, ${id}, 2, ${[text]})`;
  return id;
}
