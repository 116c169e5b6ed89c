/** Of whom a file is: as the search names them, `contact:12`, `number:5511987654321`, `number:sales/south@shop.com`. */
type Subject = { contactId: number } | { number: string };

/** Where a file opens. Encoded twice: the router undoes one of them, and would part an address at its `/`. */
export const subjectPath = (subject: string): string =>
  `/data-subjects/${encodeURIComponent(encodeURIComponent(subject))}`;

/** @param detail what the router leaves of a path */
export function readSubject(detail: string): Subject {
  const subject = decoded(detail);
  const border = subject.indexOf(':');
  const name = subject.slice(border + 1);
  return subject.slice(0, border) === 'contact' ? { contactId: Number(name) } : { number: name };
}

/** Somebody may have typed it. */
function decoded(detail: string): string {
  try {
    return decodeURIComponent(detail);
  } catch {
    return detail;
  }
}
