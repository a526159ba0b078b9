import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { numberingPlans } from '../../access/sign-in/phone.ts'
import css from './PhoneNumber.module.css'

/** A phone number in groups, for eyes and screen readers; selecting copies the bare number. */
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

/**
 * A number in its country's format: groups of digits and the separators between them ("+34", " ", "600", …). A number
 * of another country than the partner's is one group.
 */
export function phoneGroups(number: string): string[] {
  const plans = numberingPlans()
  const parsed = plans && parsePhoneNumberFromString(number, plans.metadata)
  return (parsed?.formatInternational() ?? number).split(/([^\d+]+)/)
}
