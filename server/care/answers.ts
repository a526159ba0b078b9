import type { Symptom } from '@cuida/core/booking/cart.ts'
import { type AnsweredQuestion, answerTexts } from '@cuida/core/care/answers.ts'
import { speak } from '../kit/words.ts'
import type { Services } from '../services.ts'

/** A patient's answers in words of the reader's language. */
export async function answersOf(
  services: Services,
  { productSlug, symptoms }: { productSlug: string; symptoms: readonly Symptom[] },
  locale: string,
): Promise<AnsweredQuestion[]> {
  if (symptoms.length === 0) return []
  // A patient is seen even when the content service is not: then the answers stand beside the questions' keys.
  const product = await services.content.product(productSlug, locale).catch((error: unknown) => {
    services.log.warn('questions not read', { error })
    return undefined
  })
  const say = speak(locale, services.words(locale))
  const words = { yes: say('care.answer.yes'), no: say('care.answer.no') }
  return answerTexts(symptoms, product?.symptomCollector ?? [], words)
}
