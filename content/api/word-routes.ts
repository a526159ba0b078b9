import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance } from 'fastify'
import type { Pack } from '../pack.ts'
import type { WordLanguage } from '../schema/text.ts'
import { catalogue, wordLanguage } from '../words.ts'
import { type Answer, makeAnswer, sendAnswer } from './answer.ts'

const headers = (more: Record<string, string> = {}) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=60',
  ...more,
})

/** The partner's languages, and the words of the patient's app (spec 1 §7). */
export function wordRoutes(pack: Pack) {
  return async (app: FastifyInstance): Promise<void> => {
    const languages = pack.config.languages.map((code) => ({ code, name: LOCALE_NAMES[code] }))
    const listed = await makeAnswer(JSON.stringify(languages), headers())
    const answerIn = answersOf(pack)
    app.get('/locales', (request, reply) => {
      sendAnswer(request, reply, listed)
    })
    app.get<{ Params: { language: string } }>('/patient/locales/:language', async (request, reply) =>
      sendAnswer(request, reply, await answerIn(wordLanguage(request.params.language))),
    )
  }
}

/** Compressing every language costs more than the rest of a start: each is made for the first who asks, and kept. */
function answersOf(pack: Pack): (language: WordLanguage) => Promise<Answer> {
  const answers = new Map<WordLanguage, Promise<Answer>>()
  return (language) => {
    const words = () => JSON.stringify(catalogue(pack, language))
    const answer = answers.get(language) ?? makeAnswer(words(), headers({ 'content-language': language }))
    answers.set(language, answer)
    return answer
  }
}
