import { isForAge } from '@cuida/core/catalogue/product/ages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { ageOn } from '@cuida/core/profile/account/age.ts'
import type { FamilyMember } from '../kit/family.ts'

type Wanted = Pick<Product, 'ages'>

/** Splits the family by the product's age range. `today` is the server's day (UTC). */
export function splitByAge(product: Wanted, family: readonly FamilyMember[], today: string) {
  const may = ({ dateOfBirth }: FamilyMember) => isForAge(product.ages, ageOn(dateOfBirth, today))
  return { may: family.filter(may), not: family.filter((member) => !may(member)) }
}

/**
 * The patient of a booking: the chosen one if still eligible, or the only candidate. undefined when the patient must
 * choose: in a family, or for a product outside the account holder's age.
 */
export function resolvePatient(
  product: Wanted,
  family: readonly FamilyMember[],
  chosenId: string | undefined,
  today: string,
): FamilyMember | undefined {
  const { may } = splitByAge(product, family, today)
  const selectedMember = may.find(({ id }) => id === chosenId)
  return selectedMember ?? (family.length === 1 ? may[0] : undefined)
}

/** Whether SelectProfile has a choice to offer (A2.28: only where the partner has families). Guests choose later. */
export const hasChoice = (product: Wanted, family: readonly FamilyMember[], today: string): boolean =>
  family.length > 1 || (family.length === 1 && splitByAge(product, family, today).may.length === 0)
