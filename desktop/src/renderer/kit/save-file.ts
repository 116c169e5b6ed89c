/** Lets the person keep a text as a file. */
export function saveText(name: string, text: string, type: 'text/csv' | 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  saveFile({ name, url });
  URL.revokeObjectURL(url);
}

/** The same with a file that has an address. */
export function saveFile({ name, url }: { name: string; url: string }): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
