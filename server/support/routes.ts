import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { courseRoutes } from './courses/course-routes.ts'
import { chatRoutes } from './help/chat-routes.ts'
import { deskQuestionRoutes } from './questions/desk-routes.ts'
import { questionRoutes } from './questions/question-routes.ts'
import { webinarRoutes } from './webinars/webinar-routes.ts'

/** Questions to professionals, and what is learned and asked besides care. */
export function supportRoutes(app: FastifyInstance, services: Services): void {
  questionRoutes(app, services)
  deskQuestionRoutes(app, services)
  chatRoutes(app, services)
  webinarRoutes(app, services)
  courseRoutes(app, services)
}
