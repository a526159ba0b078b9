import { firstLetterOf } from '@cuida/core/kit/names/initials.ts'
import css from './IdentityTag.module.css'

interface IdentityTagProps {
  name: string
  /** The position in the family, which determines a lasting colour. */
  place: number
}

/** A family member as a colour and an initial. Decorative: the name is in the text beside it. */
export function IdentityTag({ name, place }: IdentityTagProps) {
  return (
    <span className={css.tag} data-place={place % 6} aria-hidden="true">
      {firstLetterOf(name)}
    </span>
  )
}
