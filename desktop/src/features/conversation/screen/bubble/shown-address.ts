/** A link as people read it: letters of other scripts look like ours, so a host with such letters is in its ASCII form. */
export function shownAddress({ text, href }: { text: string; href: string }): string {
  const host = /^https?:\/\/([^/?#]*)/i.exec(href)?.[1] ?? '';
  if (/^[\x21-\x7e]*$/.test(host) || !URL.canParse(href)) return text;
  return href.replace(host, new URL(href).host);
}
