import { initialsOf } from '@cuida/core/kit/names/initials.ts'
import { currentCountry } from '../i18n/format-basics.ts'
import css from './Avatar.module.css'

/** The widths that the server renders (core/access/photo/photo.ts). */
const WIDTHS = [40, 64, 128, 320]

interface AvatarProps {
  name: string
  /** The base address of the photo; `sourcesOf` appends size and format. */
  photo?: string | null | undefined
  size?: 40 | 64 | 128
}

/**
 * A photo over the initials, which show while it loads and when it fails. Decorative: the name is in the text beside
 * it.
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

/**
 * The sources of a photo's `<picture>`: AVIF with a JPEG fallback, neither narrower than the avatar nor more than
 * needed on a dense screen.
 */
export function sourcesOf(photo: string, size: number) {
  const widths = WIDTHS.filter((width, at) => width >= size && (WIDTHS[at - 1] ?? 0) < size * 3)
  const all = (type: string) => widths.map((width) => `${photo}/${width}.${type} ${width}w`).join(', ')
  // In rem: the avatar grows with the user's font size.
  return { avif: all('avif'), jpeg: all('jpeg'), src: `${photo}/${size}.jpeg`, sizes: `${size / 16}rem` }
}
