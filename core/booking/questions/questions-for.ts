import { isForAge } from '../../catalogue/product/ages.ts'
import type { Question } from '../../catalogue/product/question.ts'
import type { Sex } from '../../profile/account/profile.ts'

/** The facts about a patient that decide which questions are asked. */
export interface QuestionedPerson {
  sex: Sex
  /** The person's own words about their gender. */
  genderInfo?: string | null | undefined
  /** In full years. */
  age: number
}

/**
 * The questions that are meant for this person. An unknown person, such as a guest, an undisclosed sex and words about
 * the gender exclude nothing: a clinician can skip an answer too many, but not miss one.
 */
export function questionsFor(questions: readonly Question[], person: QuestionedPerson | undefined): Question[] {
  if (!person) return [...questions]
  const isUndisclosed = person.sex === 'PreferNotToSay' || Boolean(person.genderInfo?.trim())
  return questions.filter(({ askedOf }) => {
    const isOfSex = !askedOf?.sex || isUndisclosed || person.sex === askedOf.sex
    return isOfSex && isForAge(askedOf?.ages, person.age)
  })
}
