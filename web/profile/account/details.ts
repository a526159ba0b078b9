import type { Profile, Sex } from '@cuida/core/profile/account/profile.ts'

/** What the form of the account holds: everything a string. */
export interface Details {
  firstName: string
  lastName: string
  sex: Sex
  genderInfo: string
}

export const detailsOf = ({ firstName, lastName, sex, genderInfo }: Profile): Details => ({
  firstName,
  lastName,
  sex,
  genderInfo: genderInfo ?? '',
})

/** What the person changed, and nothing else. An emptied gender is none. */
export function changesOf(
  before: Details,
  now: Details,
): Partial<Omit<Details, 'genderInfo'>> & { genderInfo?: string | null } {
  const tidy = {
    ...now,
    firstName: now.firstName.trim(),
    lastName: now.lastName.trim(),
    genderInfo: now.genderInfo.trim(),
  }
  return {
    ...(tidy.firstName === before.firstName ? {} : { firstName: tidy.firstName }),
    ...(tidy.lastName === before.lastName ? {} : { lastName: tidy.lastName }),
    ...(tidy.sex === before.sex ? {} : { sex: tidy.sex }),
    ...(tidy.genderInfo === before.genderInfo ? {} : { genderInfo: tidy.genderInfo || null }),
  }
}
