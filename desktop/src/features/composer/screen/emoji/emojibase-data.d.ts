/** Its own types describe every entry; read as JSON the compiler would make one of each. */
interface CompactEmoji {
  label: string;
  unicode: string;
  tags?: string[];
  /** Absent for the letters that flags are made of. */
  group?: number;
  order?: number;
}

declare module 'emojibase-data/pt/compact.json' {
  const table: CompactEmoji[];
  export = table;
}
declare module 'emojibase-data/en/compact.json' {
  const table: CompactEmoji[];
  export = table;
}
declare module 'emojibase-data/es/compact.json' {
  const table: CompactEmoji[];
  export = table;
}
