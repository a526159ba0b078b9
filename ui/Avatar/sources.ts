/** As the server draws a photo (core/access/photo/photo.ts): a browser takes the one that is enough for its screen. */
const WIDTHS = [40, 64, 128, 320]

/** What a `<picture>` of a face names: AVIF where it can be shown, else JPEG; nothing smaller than the face, nor twice too large. */
export function sourcesOf(photo: string, size: number) {
  const widths = WIDTHS.filter((width, at) => width >= size && (WIDTHS[at - 1] ?? 0) < size * 3)
  const all = (type: string) => widths.map((width) => `${photo}/${width}.${type} ${width}w`).join(', ')
  // Letters and with them faces grow with what a person asks for.
  return { avif: all('avif'), jpeg: all('jpeg'), src: `${photo}/${size}.jpeg`, sizes: `${size / 16}rem` }
}
