import css from './PhoneNumber.module.css'
import { phoneGroups } from './phone-groups.ts'

/** Somebody's number in groups, for eyes and ears; what is marked and copied is the bare number. */
export function PhoneNumber({ number }: { number: string }) {
  let at = 0
  return (
    <span className={css.number}>
      {phoneGroups(number).map((part) => {
        const isGap = at % 2 === 1
        return (
          <span key={at++} className={isGap ? css.gap : undefined}>
            {part}
          </span>
        )
      })}
    </span>
  )
}
