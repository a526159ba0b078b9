import css from './Avatar.module.css'
import { initialsOf } from './initials.ts'

interface AvatarProps {
  name: string
  photo?: string | null | undefined
  size?: 40 | 64 | 128
}

/** A face, or initials. Decoration: the name stands beside it. */
export function Avatar({ name, photo, size = 40 }: AvatarProps) {
  return (
    <span className={css.avatar} data-size={size} aria-hidden="true">
      {photo ? <img src={photo} alt="" width={size} height={size} loading="lazy" decoding="async" /> : initialsOf(name)}
    </span>
  )
}
