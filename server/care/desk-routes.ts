import type { ActionRole } from '@cuida/core/care/actions.ts'
import { answerTexts } from '@cuida/core/care/answers.ts'
import {
  closeConsultation,
  createDeskCallTicket,
  getDeskConsultation,
  getQueue,
  recordCall,
  saveDraft,
  takeConsultation,
} from '@cuida/core/care/desk-api.ts'
import { afterCall, afterClosing, afterTaking } from '@cuida/core/care/desk-rules.ts'
import type { FastifyInstance } from 'fastify'
import type { StaffCaller } from '../kit/access.ts'
import { notifyChanged } from '../kit/changes.ts'
import type { Tx } from '../kit/db.ts'
import { serve } from '../kit/serve.ts'
import type { Services } from '../services.ts'
import { actionsOf } from './action-store.ts'
import { callIdOf, callNow, findPatientSeat, runningCall } from './call-store.ts'
import { insertNote, type Locked, lockConsultation, saveStep, updateDraft } from './change-store.ts'
import { notesOf } from './consultation-store.ts'
import { findForDesk, findTaking, queueOf } from './desk-store.ts'
import { iceServers } from './ice.ts'
import { insertTicket } from './ticket-store.ts'
