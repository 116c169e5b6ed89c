export const SHORTCODE_MAX_CHARS = 255;
