import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { IdentityTag } from '@cuida/ui/IdentityTag/IdentityTag.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { cutName } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import type { FamilyMember } from '../../kit/family.ts'
import { ageWords } from './age-words.ts'

interface WhoFieldProps {
  label: string
  labelHidden?: boolean
  people: readonly FamilyMember[]
  /** Said under a name, beside the age. */
  noteOf?: (id: string) => string | undefined
  value: string
  onChange: (id: string) => void
  id: string
  error: string | undefined
}

/** One of the family, each under their own colour and age. */
export function WhoField({ people, noteOf, ...field }: WhoFieldProps) {
  const { displayAge } = usePartner()
  const today = dayInUtc(serverDate())
  const options = people.map(({ id, firstName, dateOfBirth, isDependant, place }) => ({
    value: id,
    label: isDependant ? cutName(firstName) : t('profile.identity.you', { name: cutName(firstName) }),
    detail:
      [isDependant && displayAge && ageWords(ageOn(dateOfBirth, today)), noteOf?.(id)].filter(Boolean).join(' · ') ||
      undefined,
    aside: <IdentityTag name={firstName} place={place} />,
  }))
  return <RadioGroup {...field} options={options} />
}
