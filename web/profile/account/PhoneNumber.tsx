import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { numberingPlans } from '../../access/sign-in/phone.ts'
import css from './PhoneNumber.module.css'

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

/**
 * A number as its country writes it: groups of digits and, between each two, what stands there ("+34", " ", "600", …).
 * A number of a country that the partner does not take is one group.
 */
export function phoneGroups(number: string): string[] {
  const plans = numberingPlans()
  const parsed = plans && parsePhoneNumberFromString(number, plans.metadata)
  return (parsed?.formatInternational() ?? number).split(/([^\d+]+)/)
}
