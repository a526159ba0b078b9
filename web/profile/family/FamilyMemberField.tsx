import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { IdentityTag } from '@cuida/ui/IdentityTag/IdentityTag.tsx'
import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { usePartner } from '../../kit/content/partner.tsx'
import type { FamilyMember } from '../../kit/family.ts'
import { formatAge } from './format-age.ts'

interface WhoFieldProps {
  label: string
  labelHidden?: boolean
  people: readonly FamilyMember[]
  /** A note below a name, beside the age. */
  noteOf?: (id: string) => string | undefined
  value: string
  onChange: (id: string) => void
  id: string
  error: string | undefined
}

/** Chooses a family member, each with a colour and age. */
export function FamilyMemberField({ people, noteOf, ...field }: WhoFieldProps) {
  const { displayAge } = usePartner()
  const today = dayInUtc(serverDate())
  const options = people.map(({ id, firstName, dateOfBirth, isDependant, place }) => ({
    value: id,
    label: isDependant ? truncateName(firstName) : t('profile.identity.you', { name: truncateName(firstName) }),
    detail:
      [isDependant && displayAge && formatAge(ageOn(dateOfBirth, today)), noteOf?.(id)].filter(Boolean).join(' · ') ||
      undefined,
    aside: <IdentityTag name={firstName} place={place} />,
  }))
  return <RadioGroup {...field} options={options} />
}
