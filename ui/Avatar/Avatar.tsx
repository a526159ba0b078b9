import { initialsOf } from '@cuida/core/kit/names/initials.ts'
import { countryHere } from '../words/basic.ts'
import css from './Avatar.module.css'
import { sourcesOf } from './sources.ts'

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
      {initialsOf(name, countryHere())}
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
