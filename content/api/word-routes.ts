import { LOCALE_NAMES } from '@cuida/core/brand/locale.ts'
import type { FastifyInstance } from 'fastify'
import type { WordLanguage } from '../schema/text.ts'
import { catalogue, wordLanguage } from '../words.ts'
import { type Answer, makeAnswer, sendAnswer } from './answer.ts'
import { perSource, type Source } from './source.ts'

const headers = ({ cacheControl }: Source, more: Record<string, string> = {}) => ({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': cacheControl,
  ...more,
})

/** The partner's languages, and the words of the patient's app (A7.7, A7.8). */
export function wordRoutes(source: () => Source) {
  return async (app: FastifyInstance): Promise<void> => {
    const listed = perSource(source, (of) => {
      const languages = of.locales.map((code) => ({ code, name: LOCALE_NAMES[code] }))
      return makeAnswer(JSON.stringify(languages), headers(of))
    })
    const answers = perSource(source, answersOf)
    app.get('/locales', async (request, reply) => sendAnswer(request, reply, await listed()))
    app.get<{ Params: { language: string } }>('/patient/locales/:language', async (request, reply) =>
      sendAnswer(request, reply, await answers()(wordLanguage(request.params.language))),
    )
  }
}

/** Compressing every language costs more than the rest of a start: each is made for the first who asks, and kept. */
function answersOf(source: Source): (language: WordLanguage) => Promise<Answer> {
  const answers = new Map<WordLanguage, Promise<Answer>>()
  return (language) => {
    const words = () => JSON.stringify(catalogue(source, language))
    const answer = answers.get(language) ?? makeAnswer(words(), headers(source, { 'content-language': language }))
    answers.set(language, answer)
    return answer
  }
}
