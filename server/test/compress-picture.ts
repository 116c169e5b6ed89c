import sharp from 'sharp';

/** The same picture in a fraction of the bytes: a screen has few colours. */
export const compressPicture = (png: Buffer): Promise<Buffer> =>
  sharp(png).png({ palette: true, quality: 90, effort: 10, compressionLevel: 9 }).toBuffer();
