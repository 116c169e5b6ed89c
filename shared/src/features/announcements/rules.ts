/** The rules of announcements that server and console share. */

export const ANNOUNCEMENT_LIMITS = {
  titleChars: { min: 1, max: 120 },
  textChars: { min: 1, max: 5_000 },
  /** Every console has all of these. */
  active: 100,
} as const;

/** The pictures that an announcement may have. */
export const ANNOUNCEMENT_IMAGES = ['image/png', 'image/jpeg'] as const;

const FOLDER = '/public/announcements/';

/** Where its picture is, by the picture's unguessable name. */
export const announcementImagePath = (imageName: string): string => `${FOLDER}${imageName}`;

/** The name in such an address. */
export const announcementImageName = (mediaPath: string): string => mediaPath.slice(FOLDER.length);
