import { firstLetterOf } from '@cuida/core/kit/names/initials.ts'
import css from './IdentityTag.module.css'

interface IdentityTagProps {
  name: string
  /** Place in the family: each has a colour of its own, and it stays. */
  place: number
}

/** A person of the family as a colour and an initial. Decoration: the name stands beside it. */
export function IdentityTag({ name, place }: IdentityTagProps) {
  return (
    <span className={css.tag} data-place={place % 6} aria-hidden="true">
      {firstLetterOf(name)}
    </span>
  )
}
