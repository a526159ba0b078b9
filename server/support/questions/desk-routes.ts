import { dayInUtc } from '@cuida/core/profile/account/age.ts'
import {
  answerQuestion,
  getQuestion,
  listOpenQuestions,
  routeQuestion,
} from '@cuida/core/support/questions/desk-question-api.ts'
import type { QuestionTopic } from '@cuida/core/support/questions/question.ts'
import { ownTopics, seenTopics } from '@cuida/core/support/questions/question.ts'
import type { FastifyInstance } from 'fastify'
import { audit, auditRead } from '../../kit/audit.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Sql } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import type { StaffCaller } from '../../kit/session/caller.ts'
import { enqueueNotification } from '../../notifications/outbox-store.ts'
import type { Services } from '../../services.ts'
import { findQuestion, lockQuestion, openQuestions, productsOf, saveAnswer, saveTopic } from './desk-question-store.ts'

/**
 * Questions at the desk: read by the staff of their topic, answered once, or forwarded. Every read writes an audit
 * row.
 */
export function deskQuestionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listOpenQuestions, async (_, { db, caller, now }) => {
    const { visibleTopics } = await topicsOf(services, db, caller)
    return { items: await openQuestions(db, visibleTopics, dayInUtc(now())) }
  })
  serve(app, services, getQuestion, async ({ id }, { db, caller, now, refuse }) => {
    const { visibleTopics, own } = await topicsOf(services, db, caller)
    const question = (await findQuestion(db, id, visibleTopics, dayInUtc(now()))) ?? refuse('QUESTION_NOT_FOUND')
    await auditRead(db, services.secrets, { staffId: caller.staffId, subject: { kind: 'question', id } })
    return { ...question, mayAnswer: own.includes(question.topic) }
  })

  serve(app, services, answerQuestion, async ({ id, text }, { db, caller, refuse }) => {
    const { staffId } = caller
    await db.begin(async (tx) => {
      const { visibleTopics, own } = await topicsOf(services, tx, caller)
      const question = (await lockQuestion(tx, id, visibleTopics)) ?? refuse('QUESTION_NOT_FOUND')
      if (!own.includes(question.topic)) refuse('NOT_YOUR_TOPIC')
      if (question.isAnswered) refuse('ALREADY_ANSWERED')
      await saveAnswer(tx, { id, text, staffId })
      await enqueueNotification(tx, { type: 'answered', accountId: question.accountId, subjectId: id })
      await notifyChanged(tx, ['questions', `account:${question.accountId}`])
      await audit(tx, services.secrets, { staffId, act: 'answer-question', subject: { kind: 'question', id } })
    })
    return null
  })

  serve(app, services, routeQuestion, async ({ id, topic }, { db, caller, refuse }) => {
    const { staffId } = caller
    await db.begin(async (tx) => {
      const { visibleTopics } = await topicsOf(services, tx, caller)
      const question = (await lockQuestion(tx, id, visibleTopics)) ?? refuse('QUESTION_NOT_FOUND')
      if (question.isAnswered) refuse('ALREADY_ANSWERED')
      if (question.topic === topic) return
      await saveTopic(tx, id, topic)
      await notifyChanged(tx, ['questions', `account:${question.accountId}`])
      const detail = { from: question.topic, to: topic }
      await audit(tx, services.secrets, { staffId, act: 'route-question', subject: { kind: 'question', id }, detail })
    })
    return null
  })
}

interface Topics {
  visibleTopics: QuestionTopic[]
  own: QuestionTopic[]
}

async function topicsOf({ config }: Services, sql: Sql, { role, clinicianId }: StaffCaller): Promise<Topics> {
  const staff = { role, isClinician: clinicianId !== null, products: await productsOf(sql, clinicianId) }
  return { visibleTopics: seenTopics(staff, config.questionProducts), own: ownTopics(staff, config.questionProducts) }
}
