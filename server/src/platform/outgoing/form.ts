import type { OutsideRequest } from './http-client.ts';

/** A file in a form, read while it leaves. */
export interface UploadedFile {
  field: string;
  fileName: string;
  mime: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** What is sent as a form of fields and one file. What is no text goes as JSON. */
export function formWith(fields: object, file: UploadedFile): Pick<OutsideRequest, 'headers' | 'body'> {
  const boundary = `balcao-${crypto.randomUUID()}`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: multipart(boundary, fields, file),
  };
}

async function* multipart(boundary: string, fields: object, file: UploadedFile): AsyncGenerator<Uint8Array> {
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}`;
  const texts = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${part(`name="${name}"`)}\r\n\r\n${text}\r\n`;
  });
  // A quote or a line break would end the header.
  const fileName = file.fileName.replaceAll(/["\r\n\\]/g, '_') || 'file';
  const head = `${part(`name="${file.field}"; filename="${fileName}"`)}\r\nContent-Type: ${file.mime}\r\n\r\n`;
  yield Buffer.from(`${texts.join('')}${head}`);
  yield* file.bytes;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}
