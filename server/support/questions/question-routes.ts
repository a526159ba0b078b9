import { QUESTIONS_A_DAY } from '@cuida/core/kit/assumptions.ts'
import { answerDueAt } from '@cuida/core/support/questions/answer-time.ts'
import { SHORTEST_QUESTION } from '@cuida/core/support/questions/question.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../../kit/db/changes.ts'
import { refuseLength } from '../../kit/http/free-text.ts'
import { serve } from '../../kit/http/serve.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findAsked, insertQuestion, lockAsker, placeOfQuestion, questionsOf, secondsToNext } from './question-store.ts'

/** A patient asks a professional, outside a consultation, and reads the answer. */
export function questionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listQuestions, async ({ before }, { db, caller: { accountId }, refuse }) => {
    const place = before ? ((await placeOfQuestion(db, accountId, before)) ?? refuse('QUESTION_NOT_FOUND')) : undefined
    return { items: await questionsOf(db, accountId, place), answerHours: services.config.questionAnswerHours }
  })
  serve(app, services, askQuestion, async ({ key, patientId: about, topic, text }, { db, caller, now, refuse }) => {
    refuseLength({ text }, { least: SHORTEST_QUESTION, most: services.config.maximumLengthAllowed })
    return db.begin(async (tx) => {
      const { accountId } = caller
      const askerId = await lockAsker(tx, accountId)
      const patientId = about ?? askerId
      if (!(await patientOf(tx, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
      const known = await findAsked(tx, askerId, key)
      // Its topic may be another by now: the desk sends a question to who knows.
      if (known) return known.text === text && known.patient.id === patientId ? known : refuse('IDEMPOTENCY_MISMATCH')
      const retryAfter = await secondsToNext(tx, askerId, QUESTIONS_A_DAY)
      if (retryAfter > 0) refuse('RATE_LIMITED', { retryAfter })
      const askedAt = now()
      const dueAt = answerDueAt(askedAt, services.config.questionAnswerHours, services.config)
      const question = await insertQuestion(tx, { patientId, key, topic, text, askedAt, dueAt })
      await notifyChanged(tx, ['questions', `account:${accountId}`])
      return question
    })
  })
}
