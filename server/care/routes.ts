import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { absenceRoutes } from './absence/absence-routes.ts'
import { boardRoutes } from './board/board-routes.ts'
import { bookedRoutes, deskRescheduleRoutes } from './booked/booked-routes.ts'
import { callSockets } from './call/call-sockets.ts'
import { consultationRoutes, ratingRoutes } from './consultation-routes.ts'
import { documentRoutes } from './documents/routes.ts'
import { deskGuestRoutes, guestLinkRoutes, guestRoutes } from './guest/guest-routes.ts'
import { issuedDocumentRoutes } from './issued-document/issued-document-routes.ts'
import { nextStepRoutes } from './next-step/next-step-routes.ts'
import { patientTaskRoutes } from './patient-tasks/patient-task-routes.ts'
import { phoneRoutes, voiceWebhook } from './phone/phone-routes.ts'
import {
  deskPrescriptionRoutes,
  prescriptionRoutes,
  prescriptionWindowRoutes,
} from './prescription/prescription-routes.ts'
import { programBookingRoutes } from './program-booking/program-booking-routes.ts'
import { afterHoursRoutes } from './queue/after-hours.ts'
import { careOptionRoutes } from './queue/care-options.ts'
import { deskRoutes, finishedRoutes } from './queue/desk-routes.ts'
import { forecastRoutes } from './queue/forecast.ts'
import { waitingRoutes } from './queue/waiting-routes.ts'
import { breakGlassRoutes, deskRecordRoutes } from './record/desk-record-routes.ts'
import { recordRoutes, requestRoutes } from './record/record-routes.ts'
import { recoveryRoutes } from './recovery/recovery-routes.ts'
import { reminderRoutes } from './reminder/reminder-routes.ts'
import { availabilityRoutes, dayRoutes, templateRoutes, transferRoutes } from './sharing/sharing-routes.ts'

export function careRoutes(app: FastifyInstance, services: Services): void {
  consultationRoutes(app, services)
  bookedRoutes(app, services)
  deskRescheduleRoutes(app, services)
  reminderRoutes(app, services)
  guestRoutes(app, services)
  deskGuestRoutes(app, services)
  guestLinkRoutes(app, services)
  ratingRoutes(app, services)
  deskRoutes(app, services)
  afterHoursRoutes(app, services)
  forecastRoutes(app, services)
  careOptionRoutes(app, services)
  waitingRoutes(app, services)
  availabilityRoutes(app, services)
  dayRoutes(app, services)
  finishedRoutes(app, services)
  transferRoutes(app, services)
  templateRoutes(app, services)
  boardRoutes(app, services)
  recoveryRoutes(app, services)
  absenceRoutes(app, services)
  recordRoutes(app, services)
  deskRecordRoutes(app, services)
  requestRoutes(app, services)
  breakGlassRoutes(app, services)
  phoneRoutes(app, services)
  void app.register(voiceWebhook(services))
  prescriptionRoutes(app, services)
  prescriptionWindowRoutes(app, services)
  deskPrescriptionRoutes(app, services)
  patientTaskRoutes(app, services)
  nextStepRoutes(app, services)
  issuedDocumentRoutes(app, services)
  programBookingRoutes(app, services)
  void app.register(documentRoutes(services))
  callSockets(app, services)
}
