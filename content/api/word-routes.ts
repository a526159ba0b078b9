import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance } from 'fastify'
import type { Pack } from '../pack.ts'
import { WORD_LANGUAGES } from '../schema/text.ts'
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
    const answers = new Map<string, Answer>()
    for (const language of WORD_LANGUAGES) {
      const words = JSON.stringify(catalogue(pack, language))
      answers.set(language, await makeAnswer(words, headers({ 'content-language': language })))
    }
    app.get('/locales', (request, reply) => {
      sendAnswer(request, reply, listed)
    })
    app.get<{ Params: { language: string } }>('/patient/locales/:language', (request, reply) => {
      const answer = answers.get(wordLanguage(request.params.language))
      if (answer) sendAnswer(request, reply, answer)
    })
  }
}
