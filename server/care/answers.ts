import type { OrderedSymptom } from '@cuida/core/booking/questions/asked.ts'
import { type AnsweredQuestion, answerTexts, urgentText } from '@cuida/core/care/answers.ts'
import { speak } from '../kit/words/words.ts'
import type { Services } from '../services.ts'

interface Ordered {
  productSlug: string
  symptoms: readonly OrderedSymptom[]
}

/** A patient's answers in words of the reader's language. */
export async function answersOf(services: Services, ordered: Ordered, locale: string): Promise<AnsweredQuestion[]> {
  if (ordered.symptoms.length === 0) return []
  const { questions, words } = await readingOf(services, ordered, locale)
  return answerTexts(ordered.symptoms, questions, words)
}

/** What of a patient's answers may mean an emergency, in words of the reader's language; null: nothing. */
export async function urgentOf(services: Services, ordered: Ordered, locale: string): Promise<string | null> {
  if (!ordered.symptoms.some(({ urgent }) => urgent)) return null
  const { questions, words } = await readingOf(services, ordered, locale)
  return urgentText(ordered.symptoms, questions, words) ?? null
}

async function readingOf(services: Services, { productSlug }: Ordered, locale: string) {
  // A patient is seen even when the content service is not: then the answers stand beside the questions' keys.
  const product = await services.content.product(productSlug, locale).catch((error: unknown) => {
    services.log.warn('questions not read', { error })
    return undefined
  })
  const say = speak(locale, services.words(locale))
  const words = { yes: say('care.answer.yes'), no: say('care.answer.no') }
  return { questions: product?.symptomCollector ?? [], words }
}
