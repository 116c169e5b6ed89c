/** What a change says; a field that is undefined says nothing. */
export const given = <T extends object>(change: T): { [F in keyof T]?: Exclude<T[F], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
