/**
 * Databases beside the first one, each with the whole application on it. The first is `db1`; the others are named in
 * the configuration: `db2=postgres://… db3=postgres://…`.
 */
export interface NamedDatabase {
  name: string;
  url: string;
}

export const FIRST_DATABASE = 'db1';
const NAME = /^db([2-9]|[1-9]\d{1,2})$/;

/** @returns null when the text is no such list, or names or leads to one twice */
export function parseDatabases(text: string): NamedDatabase[] | null {
  const databases = text
    .split(/\s+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', ...rest] = entry.split('=');
      return { name, url: rest.join('=') };
    });
  const isRight = ({ name, url }: NamedDatabase) =>
    NAME.test(name) && /^postgres(ql)?:\/\//.test(url) && URL.canParse(url);
  const isTwice = (key: keyof NamedDatabase) =>
    new Set(databases.map((one) => one[key])).size < databases.length;
  return databases.every(isRight) && !isTwice('name') && !isTwice('url') ? databases : null;
}
