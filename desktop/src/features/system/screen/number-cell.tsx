import cells from '../../../renderer/components/list-table.module.css';

/** A connection by its name, and whose it is. */
export function NumberCell({ name, companyName }: { name: string; companyName: string }) {
  return (
    <>
      <div className={cells.name}>{name}</div>
      <div className={cells.detail}>{companyName}</div>
    </>
  );
}
