import { QUESTIONS_A_DAY } from '@cuida/core/kit/assumptions.ts'
import { isChatIdentified } from '@cuida/core/kit/chat-identity.ts'
import { getProgress, putProgress } from '@cuida/core/support/courses/course-api.ts'
import { getChatPass } from '@cuida/core/support/help/help-api.ts'
import { answerDueAt } from '@cuida/core/support/questions/answer-time.ts'
import { MIN_QUESTION_LENGTH } from '@cuida/core/support/questions/question.ts'
import { askQuestion, listQuestions } from '@cuida/core/support/questions/question-api.ts'
import type { FastifyInstance } from 'fastify'
import { notifyChanged } from '../kit/db/changes.ts'
import { refuseLength } from '../kit/http/free-text.ts'
import { serve } from '../kit/http/serve.ts'
import { ownProfile } from '../profile/account/profile-store.ts'
import { patientOf } from '../profile/store.ts'
import type { Services } from '../services.ts'
import { progressOf, saveProgress } from './courses/course-store.ts'
import { deskQuestionRoutes } from './questions/desk-routes.ts'
import {
  findQuestionByKey,
  insertQuestion,
  lockRequester,
  questionsOf,
  secondsToNext,
} from './questions/question-store.ts'
import { webinarRoutes } from './webinars/webinar-routes.ts'

/** Questions to professionals, courses, webinars and the help chat. */
export function supportRoutes(app: FastifyInstance, services: Services): void {
  questionRoutes(app, services)
  deskQuestionRoutes(app, services)
  chatRoutes(app, services)
  webinarRoutes(app, services)
  courseRoutes(app, services)
}

/** A patient's progress in the videos of a course (the welcome kit is one). The course itself is content. */
function courseRoutes(app: FastifyInstance, services: Services): void {
  const findCourse = async (slug: string) => services.content.courses('en').find((course) => course.slug === slug)

  serve(app, services, getProgress, async ({ slug }, { db, caller, refuse }) => {
    const { id } = (await findCourse(slug)) ?? refuse('COURSE_NOT_FOUND')
    return { items: await progressOf(db, caller.accountId, id) }
  })
  serve(app, services, putProgress, async ({ slug, lesson, percent, seconds }, { db, caller, refuse }) => {
    const course = await findCourse(slug)
    const known = course?.lessons.some(({ key }) => key === lesson)
    if (!course || !known) return refuse('COURSE_NOT_FOUND')
    const saved = await saveProgress(db, caller.accountId, { courseId: course.id, lesson, percent, seconds })
    return saved ?? refuse('COURSE_NOT_FOUND')
  })
}

/**
 * Identifies the signed-in person to the partner's help chat. The client asks only when a chat is opened, so a person
 * who only reads stays anonymous.
 */
function chatRoutes(app: FastifyInstance, services: Services): void {
  const { providers } = services
  serve(app, services, getChatPass, async (_, { db, caller: { accountId }, refuse }) => {
    const { chatPasses } = providers
    if (!chatPasses || !isChatIdentified(services.config.partnerConfig.supportProvider)) return refuse('NO_CHAT_PASS')
    const { firstName, lastName } = await ownProfile(db, accountId)
    return { pass: await chatPasses.passFor({ id: accountId, name: `${firstName} ${lastName}`.trim() }) }
  })
}

/** A patient asks a professional outside a consultation and reads the answer. */
function questionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listQuestions, async (query, { db, caller: { accountId } }) => ({
    ...(await questionsOf(db, { accountId, ...query })),
    answerHours: services.config.questionAnswerHours,
  }))
  serve(app, services, askQuestion, async ({ key, patientId: about, topic, text }, { db, caller, now, refuse }) => {
    refuseLength({ text }, { least: MIN_QUESTION_LENGTH, most: services.config.maximumLengthAllowed })
    return db.begin(async (tx) => {
      const { accountId } = caller
      const requesterId = await lockRequester(tx, accountId)
      const patientId = about ?? requesterId
      if (!(await patientOf(tx, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
      const known = await findQuestionByKey(tx, requesterId, key)
      // The topic is not compared: the desk may have forwarded the question to another topic.
      if (known) return known.text === text && known.patient.id === patientId ? known : refuse('IDEMPOTENCY_MISMATCH')
      const retryAfter = await secondsToNext(tx, requesterId, QUESTIONS_A_DAY)
      if (retryAfter > 0) refuse('RATE_LIMITED', { retryAfter })
      const askedAt = now()
      const dueAt = answerDueAt(askedAt, services.config.questionAnswerHours, services.config)
      const question = await insertQuestion(tx, { patientId, key, topic, text, askedAt, dueAt })
      await notifyChanged(tx, ['questions', `account:${accountId}`])
      return question
    })
  })
}
