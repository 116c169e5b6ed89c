/** A name that is still free: the wished one, or with ` (2)`, ` (3)` … behind it. */
export async function freeName(
  wanted: string,
  most: number,
  isTaken: (name: string) => Promise<boolean> | boolean,
): Promise<string> {
  let name = wanted;
  for (let count = 2; await isTaken(name); count += 1) {
    const tail = ` (${count})`;
    name = wanted.slice(0, most - tail.length).toWellFormed() + tail;
  }
  return name;
}
