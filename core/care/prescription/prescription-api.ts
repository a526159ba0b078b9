import * as v from 'valibot'
import { call } from '../../kit/call.ts'
import { Day, Id, Moment, Text } from '../../kit/shapes.ts'
import { DoseUnit } from './dosage.ts'
import {
  AdministrationRoute,
  ALLERGY_REASON,
  MOST_ITEMS,
  PrescribedItem,
  Prescription,
  PrescriptionItem,
  PrescriptionProvider,
  PrescriptionState,
  PrescriptionTime,
} from './prescription.ts'

/** B7.27. The newest first; without `type` all of them. */
export const listPrescriptions = call({
  method: 'GET',
  path: '/patients/:patientId/prescriptions',
  access: 'access',
  params: v.object({ patientId: Id }),
  query: v.object({ type: v.optional(PrescriptionTime) }),
  reply: v.object({ items: v.array(Prescription) }),
  refusals: { PATIENT_NOT_FOUND: 404 },
})

/** Where the patient shows it at a pharmacy, asked of its provider each time: we keep no code that opens it. */
export const getPrescriptionAccess = call({
  method: 'GET',
  path: '/patients/:patientId/prescriptions/:id/access',
  access: 'access',
  params: v.object({ patientId: Id, id: Id }),
  reply: v.object({ link: v.string(), unlockCode: v.string(), documentUrl: v.string() }),
  refusals: { PATIENT_NOT_FOUND: 404, PRESCRIPTION_NOT_FOUND: 404, NOT_ISSUED: 409 },
})

/** A table of medicines: where its facts come from, and of what day it is. */
export const MedicineCatalogue = v.object({
  source: v.string(),
  date: Day,
  medicines: v.array(
    v.object({
      name: v.string(),
      /** WHO's Anatomical Therapeutic Chemical code, of the fifth level where there is one. */
      atc: v.pipe(v.string(), v.regex(/^[A-Z]\d{2}[A-Z]{1,2}(\d{2})?$/)),
      /** What a dose of it is usually counted in, and how it is given. */
      unit: DoseUnit,
      route: AdministrationRoute,
    }),
  ),
})
export type MedicineCatalogue = v.InferOutput<typeof MedicineCatalogue>
export type CatalogueMedicine = MedicineCatalogue['medicines'][number]

/** As the desk reads it. */
export const DeskPrescription = v.object({
  id: Id,
  provider: PrescriptionProvider,
  state: PrescriptionState,
  author: v.string(),
  signedAt: Moment,
  validUntil: Day,
  items: v.array(PrescriptionItem),
  /** Why the provider would not have it, or kept it from being cancelled. */
  problem: v.nullable(v.string()),
  cancelReason: v.nullable(v.string()),
  /** Why it was signed although a medicine matched an allergy; null where none did. */
  allergyReason: v.nullable(v.string()),
  /** Whoever asks wrote it, and its provider may still take it back. */
  mayCancel: v.boolean(),
})
export type DeskPrescription = v.InferOutput<typeof DeskPrescription>

const one = v.object({ id: Id })
const NOT_FOUND = { CONSULTATION_NOT_FOUND: 404 } as const
const HELD = { ...NOT_FOUND, NOT_YOURS: 409, NOT_NOW: 409 } as const
/** The partner's content names no provider, or says that this product leads to no prescription. */
const NONE = { NO_PRESCRIPTIONS: 409 } as const
const THIS = { PRESCRIPTION_NOT_FOUND: 404 } as const

/** What was prescribed in a consultation, for whoever may read it at the desk. */
export const listDeskPrescriptions = call({
  method: 'GET',
  path: '/desk/consultations/:id/prescriptions',
  access: 'staff',
  polled: true,
  params: one,
  reply: v.object({
    /** `here`: written and signed in the desk's own form. `there`: in the provider's window. `nowhere`: there is no provider. */
    signing: v.picklist(['here', 'there', 'nowhere']),
    /** What the patient is allergic to, as their record and they themselves say; the gravest first. */
    allergies: v.array(v.string()),
    /** What whoever asks prescribed before, the latest of each medicine: they write much of it again. */
    usual: v.array(PrescriptionItem),
    /** Routes to choose from, those most prescribed in this product first. */
    routes: v.array(AdministrationRoute),
    /** This patient's issued prescriptions of other consultations, the newest first, for who may read the record: to renew. */
    earlier: v.array(v.object({ id: Id, author: v.string(), signedAt: Moment, items: v.array(PrescriptionItem) })),
    items: v.array(DeskPrescription),
  }),
  refusals: NOT_FOUND,
})

/**
 * The medicines of the clinic's country that a prescription can name; `null`: there is no table of it, and names are free text.
 * The whole table, so that no search carries a medicine in its address.
 */
export const listMedicines = call({
  method: 'GET',
  path: '/desk/medicines',
  access: 'staff',
  reply: v.object({ catalogue: v.nullable(MedicineCatalogue) }),
})

/** Signs it. `key` is the desk's own name for it: sent twice, it is prescribed once. */
export const prescribe = call({
  method: 'POST',
  path: '/desk/consultations/:id/prescriptions',
  access: 'staff',
  params: one,
  body: v.object({
    key: Id,
    validUntil: Day,
    items: v.pipe(v.array(PrescribedItem), v.minLength(1), v.maxLength(MOST_ITEMS)),
    /** Needed when a medicine matches a known allergy (`allergiesIn`); kept with the prescription, read at the desk alone. */
    allergyReason: v.optional(Text(ALLERGY_REASON.least, ALLERGY_REASON.most)),
  }),
  reply: v.object({ id: Id }),
  status: 201,
  /** `SIGNED_ALREADY`: under this key another one was signed, which stands. */
  refusals: {
    ...HELD,
    ...NONE,
    BAD_VALIDITY: 400,
    SIGNED_ELSEWHERE: 409,
    SIGNED_ALREADY: 409,
    ALLERGY_REASON_REQUIRED: 409,
  },
})

/**
 * What the provider's own window needs, for who prescribes there: its page, a token for now, and whom it is for. `url` is
 * of another origin than the desk.
 */
export const openPrescriptionWindow = call({
  method: 'POST',
  path: '/desk/consultations/:id/prescriptions/window',
  access: 'staff',
  params: one,
  reply: v.object({
    url: v.string(),
    token: v.string(),
    patient: v.object({ id: Id, name: v.string(), document: v.nullable(v.string()) }),
  }),
  refusals: { ...HELD, ...NONE, SIGNED_HERE: 409, PRESCRIBER_UNKNOWN: 409 },
})

/** The window said that this was signed: it is read at the provider, and told twice it is one. */
export const recordSigned = call({
  method: 'POST',
  path: '/desk/consultations/:id/prescriptions/signed',
  access: 'staff',
  params: one,
  body: v.object({ providerId: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)) }),
  reply: v.object({ id: Id }),
  status: 201,
  /** `SIGNED_ALREADY`: it is in another consultation. */
  refusals: { ...HELD, ...NONE, SIGNED_HERE: 409, SIGNED_ALREADY: 409 },
})

/** With a reason that stays in the record; the provider may be too late, which `problem` then says. */
export const cancelPrescription = call({
  method: 'POST',
  path: '/desk/consultations/:id/prescriptions/:prescriptionId/cancel',
  access: 'staff',
  params: v.object({ id: Id, prescriptionId: Id }),
  body: v.object({ reason: Text(10, 500) }),
  refusals: { ...NOT_FOUND, ...THIS, NOT_YOURS: 409, NOT_CANCELLABLE: 409 },
})
