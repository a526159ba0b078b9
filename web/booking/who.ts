import { isForAge } from '@cuida/core/catalogue/product/ages.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import { ageOn } from '@cuida/core/profile/account/age.ts'
import type { FamilyMember } from '../kit/family.ts'

type Wanted = Pick<Product, 'ages'>

/** Of my family, who is of the age for a product, and who is not. `today` is the server's day (UTC). */
export function peopleFor(product: Wanted, family: readonly FamilyMember[], today: string) {
  const may = ({ dateOfBirth }: FamilyMember) => isForAge(product.ages, ageOn(dateOfBirth, today))
  return { may: family.filter(may), not: family.filter((member) => !may(member)) }
}

/**
 * Whom a booking is for: who was chosen and still may be, or the only one there is. undefined when somebody has to be
 * asked: a family is a choice, and so is a product for others than me.
 */
export function patientOf(
  product: Wanted,
  family: readonly FamilyMember[],
  chosenId: string | undefined,
  today: string,
): FamilyMember | undefined {
  const { may } = peopleFor(product, family, today)
  const chosen = may.find(({ id }) => id === chosenId)
  return chosen ?? (family.length === 1 ? may[0] : undefined)
}

/** Whether SelectProfile has anything to ask (A2.28: only where the partner has families). Guests are asked later. */
export const hasChoice = (product: Wanted, family: readonly FamilyMember[], today: string): boolean =>
  family.length > 1 || (family.length === 1 && peopleFor(product, family, today).may.length === 0)
