import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { dayInUtc } from '@cuida/core/profile/account/age.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { usePartner } from '../kit/content/partner.tsx'
import { type FamilyMember, useFamilyMembers } from '../kit/family.ts'
import { hasChoice, resolvePatient, splitByAge } from './patient-choice.ts'

/** The family for a product: who is eligible, whom the booking is for, and whether to ask. */
export function useFamilyFor(product: Product | null | undefined, chosenId: string | undefined) {
  const { familyProfilesEnabled } = usePartner()
  const everybody = useFamilyMembers()
  const family: readonly FamilyMember[] = familyProfilesEnabled ? everybody : everybody.slice(0, 1)
  const today = dayInUtc(serverDate())
  const ageLimits = product ?? { ages: null }
  return {
    ...splitByAge(ageLimits, family, today),
    patient: resolvePatient(ageLimits, family, chosenId, today),
    holderId: everybody[0]?.id,
    hasChoice: familyProfilesEnabled && hasChoice(ageLimits, family, today),
  }
}
