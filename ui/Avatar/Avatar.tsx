import { initialsOf } from '@cuida/core/kit/names/initials.ts'
import { currentCountry } from '../i18n/format-basics.ts'
import css from './Avatar.module.css'

/** As the server draws a photo (core/access/photo/photo.ts): a browser takes the one that is enough for its screen. */
const WIDTHS = [40, 64, 128, 320]

interface AvatarProps {
  name: string
  /** The address that its sizes stand below (`sources.ts`). */
  photo?: string | null | undefined
  size?: 40 | 64 | 128
}

/**
 * A face over its initials, which are there at once, and stay where a picture does not come. Decoration: the name stands
 * beside it.
 */
export function Avatar({ name, photo, size = 40 }: AvatarProps) {
  return (
    <span className={css.avatar} data-size={size} aria-hidden="true">
      {initialsOf(name, currentCountry())}
      {photo && <Photo key={photo} photo={photo} size={size} />}
    </span>
  )
}

function Photo({ photo, size }: { photo: string; size: number }) {
  const { avif, jpeg, src, sizes } = sourcesOf(photo, size)
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img src={src} srcSet={jpeg} sizes={sizes} alt="" width={size} height={size} loading="lazy" decoding="async" />
    </picture>
  )
}

/** What a `<picture>` of a face names: AVIF where it can be shown, else JPEG; nothing smaller than the face, nor twice too large. */
export function sourcesOf(photo: string, size: number) {
  const widths = WIDTHS.filter((width, at) => width >= size && (WIDTHS[at - 1] ?? 0) < size * 3)
  const all = (type: string) => widths.map((width) => `${photo}/${width}.${type} ${width}w`).join(', ')
  // Letters and with them faces grow with what a person asks for.
  return { avif: all('avif'), jpeg: all('jpeg'), src: `${photo}/${size}.jpeg`, sizes: `${size / 16}rem` }
}
