import { languageFor } from '@cuida/core/brand/locale.ts'
import { type IssuedDocumentKind, parseVerificationCode } from '@cuida/core/care/issued-document/issued-document.ts'
import { getDocument, verifyIssuedDocument } from '@cuida/core/care/issued-document/issued-document-api.ts'
import { LetterKind } from '@cuida/core/care/next-step/next-step-api.ts'
import { localTime } from '@cuida/core/kit/zone.ts'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { inLocale } from '../../catalogue/clinician-store.ts'
import { serve } from '../../kit/http/serve.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import type { RateLimit } from '../../kit/limit/rate-limit.ts'
import { consumePerAddress } from '../../kit/proof-of-work/proof-of-work.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { findLetter, type PrintedLetter } from '../next-step/letter-store.ts'
import { notesOf } from '../note-store.ts'
import { clinicDay } from '../prescription/prescription-routes.ts'
import {
  createAttendanceDocument,
  createLetterDocument,
  createNotesDocument,
  createPrescriptionDocument,
  type IssuedDocumentContent,
  type IssuedDocumentContext,
} from './issued-document-content.ts'
import { drawIssuedDocument } from './issued-document-pdf.ts'
import {
  findIssuedDocument,
  findIssuedDocumentFacts,
  findIssuedPrescription,
  findOrCreateCode,
  type IssuedDocumentFacts,
  isPrescriptionOf,
} from './issued-document-store.ts'

/** A pharmacy types one code a minute; the 60-bit code itself prevents guessing. */
const CHECKS_PER_ADDRESS: RateLimit = { name: 'paper checks source', most: 60, seconds: 60 }

/** Certificates for the patient, and the public check of a certificate's code. */
export function issuedDocumentRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, getDocument, async ({ id, type, prescriptionId, letterId }, { db, caller, locale, refuse }) => {
    const facts = (await findIssuedDocumentFacts(db, id, locale)) ?? refuse('CONSULTATION_NOT_FOUND')
    if (!(await patientOf(db, caller.accountId, facts.patientId))) refuse('CONSULTATION_NOT_FOUND')
    if (prescriptionId && !(await isPrescriptionOf(db, prescriptionId, id))) refuse('PRESCRIPTION_NOT_FOUND')
    const letter = letterId ? ((await findLetter(db, id, letterId)) ?? refuse('LETTER_NOT_FOUND')) : undefined
    if (v.is(LetterKind, type) && letter?.kind !== type) refuse('LETTER_NOT_FOUND')
    const content =
      letter?.kind === type
        ? createLetterDocument(letterMaker(services, facts, letter), letter)
        : ((await documentOf(services, { id, facts, prescriptionId }, type)) ?? refuse('DOCUMENT_NOT_READY'))
    const { partnerName, brand } = services.config
    const logo = await logoOf(services)
    const pdf = await drawIssuedDocument(content, {
      locale: languageOf(services, facts),
      partnerName,
      brand: brand.brand,
      logo,
    })
    return new Blob([new Uint8Array(pdf)], { type: 'application/pdf' })
  })

  serve(app, services, verifyIssuedDocument, async ({ code }, { db, request, refuse }) => {
    await consumePerAddress(services, request, CHECKS_PER_ADDRESS)
    const spelled = parseVerificationCode(code)
    const found = spelled ? await findIssuedDocument(db, spelled, clinicDay(services)) : undefined
    if (!found) return refuse('DOCUMENT_UNKNOWN')
    const day = localTime(services.config.timeZone, found.day).day
    return { ...found, issuer: services.config.legal.name, issuedAt: found.issuedAt.toISOString(), day }
  })
}

/** The logo as SVG; undefined when it has another type. */
async function logoOf({ bundle, live, config }: Services): Promise<string | undefined> {
  if (bundle) return bundle.uploads.get(bundle.config.brand.logo)?.bytes.toString('utf8')
  const picture = await live?.pictures.find(config.brand.logo)
  return picture?.type === 'image/svg+xml' ? picture.bytes.toString('utf8') : undefined
}

const languageOf = ({ config }: Services, { locale }: IssuedDocumentFacts): string =>
  languageFor(locale, config.languages) ?? config.patientAppLanguage

interface Wanted {
  id: string
  facts: IssuedDocumentFacts
  prescriptionId: string | undefined
}

/** undefined: the certificate is not available yet. Only an available one gets a code. */
async function documentOf(
  services: Services,
  request: Wanted,
  kind: IssuedDocumentKind,
): Promise<IssuedDocumentContent | undefined> {
  const { db } = services
  const { id, facts, prescriptionId } = request
  if (kind === 'prescription') {
    const issued = await findIssuedPrescription(db, id, prescriptionId)
    return issued && createPrescriptionDocument(await makerOf(services, request, kind, issued.id), issued)
  }
  const notes = await notesOf(db, id)
  // Attendance is certified only for a closed consultation; notes are available also when it ended with an error.
  if (notes.length === 0 || (kind === 'attendance' && !facts.isClosed)) return undefined
  const maker = await makerOf(services, request, kind, null)
  return kind === 'notes' ? createNotesDocument(maker, notes) : createAttendanceDocument(maker)
}

/** A letter names its author, who may not be the consultation's current clinician. */
function letterMaker(services: Services, facts: IssuedDocumentFacts, letter: PrintedLetter): IssuedDocumentContext {
  const { config, catalogueFor, env } = services
  const { clinician, registrationNumber, code, signedAt } = letter
  const locale = languageOf(services, facts)
  const specialty = inLocale<string>(letter.specialty, locale) ?? ''
  return {
    config,
    locale,
    translate: createTranslator(locale, catalogueFor(locale)),
    facts: { ...facts, clinician, registrationNumber, specialty },
    code: { code, issuedAt: signedAt },
    checkUrl: `${env.PUBLIC_URL}/verify`,
  }
}

async function makerOf(
  services: Services,
  { id, facts }: Wanted,
  kind: IssuedDocumentKind,
  prescriptionId: string | null,
): Promise<IssuedDocumentContext> {
  const { config, catalogueFor, env, db } = services
  const locale = languageOf(services, facts)
  const code = await findOrCreateCode(db, id, kind, prescriptionId)
  return {
    config,
    locale,
    translate: createTranslator(locale, catalogueFor(locale)),
    facts,
    code,
    checkUrl: `${env.PUBLIC_URL}/verify`,
  }
}
