/** Account holders are adults; dependants are minors (product 4.1). */
export const ADULT_AGE = 18

const DAY = /^\d{4}-(\d{2})-\d{2}$/

/** Whether a day (YYYY-MM-DD) exists: 31 February does not. */
export function isRealDay(day: string): boolean {
  const month = DAY.exec(day)?.[1]
  // An excess day falls into the next month; an invalid string gives NaN, which equals nothing.
  return new Date(`${day}T00:00:00Z`).getUTCMonth() === Number(month) - 1
}

/** Age in full years on a day. Without a 29 February the birthday is 1 March. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

export const isMinor = (dateOfBirth: string, today: string): boolean => ageOn(dateOfBirth, today) < ADULT_AGE

/** The server's calendar day is that of UTC, like the database's (decision 0025); it decides who is a minor. */
export const dayInUtc = (moment: Date): string => moment.toISOString().slice(0, 10)

interface FamilyRules {
  familyProfilesEnabled: boolean
  minAgeRequiredToAddDependants: number
}

/** A5.11: the partner has family profiles, and the holder has the required age. Dependants cannot add dependants. */
export function canPatientAddDependents(
  { familyProfilesEnabled, minAgeRequiredToAddDependants }: FamilyRules,
  holder: { dateOfBirth: string; isDependant: boolean },
  today: string,
): boolean {
  return (
    familyProfilesEnabled && !holder.isDependant && ageOn(holder.dateOfBirth, today) >= minAgeRequiredToAddDependants
  )
}

export type BirthProblem = 'REQUIRED' | 'INVALID' | 'TOO_LONG_AGO' | 'IN_FUTURE'

/** A5.6: a real day, a four-digit year greater than 1900, not in the future. */
export function dateOfBirthProblem(dateOfBirth: string, today: string): BirthProblem | undefined {
  if (dateOfBirth === '') return 'REQUIRED'
  if (!isRealDay(dateOfBirth)) return 'INVALID'
  if (Number(dateOfBirth.slice(0, 4)) <= 1900) return 'TOO_LONG_AGO'
  return dateOfBirth > today ? 'IN_FUTURE' : undefined
}
