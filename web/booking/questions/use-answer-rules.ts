import { type QuestionedPerson, questionsFor } from '@cuida/core/booking/questions/questions-for.ts'
import { visibleQuestions } from '@cuida/core/booking/questions/visible-questions.ts'
import type { Product } from '@cuida/core/catalogue/product/product.ts'
import type { Question } from '@cuida/core/catalogue/product/question.ts'
import { ageOn, dayInUtc } from '@cuida/core/profile/account/age.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { usePartner } from '../../kit/content/partner.tsx'
import { useFamilyMembers } from '../../kit/family.ts'
import type { Booking } from '../cart/booking.ts'

export interface AnswerRules {
  /** Characters of a text, by the partner. */
  allowed: number
  /** What is known about the patient of a booking; undefined for a guest. */
  personOf: (patientId: string | undefined) => QuestionedPerson | undefined
}

export function useAnswerRules(): AnswerRules {
  const { maximumLengthAllowed: allowed } = usePartner()
  const family = useFamilyMembers()
  const today = dayInUtc(serverDate())
  return {
    allowed,
    personOf: (patientId) => {
      // Without a family the booking is for the account holder, whether or not the cart says so yet.
      const member = family.length === 1 ? family[0] : family.find(({ id }) => id === patientId)
      return member && { sex: member.sex, genderInfo: member.genderInfo, age: ageOn(member.dateOfBirth, today) }
    },
  }
}

type Answered = Pick<Booking, 'patientId' | 'symptoms'>

/** The questions that this booking asks, in order. */
export const questionsOf = (
  { symptomCollector }: Pick<Product, 'symptomCollector'>,
  { patientId, symptoms }: Answered,
  { personOf }: AnswerRules,
): Question[] => visibleQuestions(questionsFor(symptomCollector, personOf(patientId)), symptoms)

export const useVisibleQuestions = (product: Product, booking: Answered): Question[] =>
  questionsOf(product, booking, useAnswerRules())
